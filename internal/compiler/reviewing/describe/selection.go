package describe

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/spelling"
)

// UnknownNameError reports a name that a contract does not have.
type UnknownNameError struct {
	Name    string
	Nearest []string // similar names
}

func (e *UnknownNameError) Error() string {
	text := "the contract has no operation or type " + diag.Quote(e.Name)
	if len(e.Nearest) > 0 {
		text += "; " + spelling.Meant(e.Nearest)
	}
	return text
}

// Select returns the parts with the given names: operations, by their names in the
// contract or in Go, all overloads of a name; or if there is none, types and global
// elements, by their local names, names in Go, or {NAMESPACE}NAME. Without names it returns all operations
// and what they use, or all types if there are no services. The error is an
// [*UnknownNameError].
func (o *Outline) Select(names []string) (*Outline, error) {
	out := *o
	out.Elements = nil
	if len(names) == 0 && len(o.Services) == 0 {
		out.Elements, out.used = o.Elements, 0
		return &out, nil
	}
	if len(names) == 0 {
		out.Types = o.Types[:o.used]
		out.types = newIndex(out.Types)
		return &out, nil
	}
	wanted := make(map[*Operation]bool)
	types := make(map[*Type]bool)
	for _, name := range names {
		if !o.find(name, wanted, types, &out) {
			return nil, &UnknownNameError{name, spelling.Nearest(name, o.names())}
		}
	}
	out.Services = []*Service{}
	for _, s := range o.Services {
		ops := slices.DeleteFunc(slices.Clone(s.Operations), func(op *Operation) bool { return !wanted[op] })
		if len(ops) > 0 {
			one := *s
			one.Operations = ops
			out.Services = append(out.Services, &one)
		}
	}
	out.Types = o.needed(wanted, types)
	out.used, out.types = len(out.Types), newIndex(out.Types)
	return &out, nil
}

// find marks the operations, types and elements with a name, and reports whether there are any.
func (o *Outline) find(name string, operations map[*Operation]bool, types map[*Type]bool, out *Outline) (found bool) {
	for _, s := range o.Services {
		for _, op := range s.Operations {
			if slices.Contains([]string{op.Name, op.OverloadOf, op.Go, s.Name + "/" + op.Name}, name) {
				operations[op], found = true, true
			}
		}
	}
	if found {
		return true
	}
	for _, t := range o.Types {
		if name == t.Name.Name || name == t.Go || name == "{"+t.Namespace+"}"+t.Name.Name {
			types[t], found = true, true
		}
	}
	for _, e := range o.Elements {
		if (name == e.Name || name == "{"+e.Namespace+"}"+e.Name) && !found {
			out.Elements, found = append(out.Elements, e), true
		}
	}
	return found
}

// needed returns the types that operations use, the selected types, and the types that they
// use.
func (o *Outline) needed(operations map[*Operation]bool, selected map[*Type]bool) []*Type {
	var nodes []*Node
	for op := range operations {
		nodes = append(nodes, op.nodes()...)
	}
	for t := range selected {
		nodes = append(nodes, &Node{Type: &t.TypeRef})
	}
	keep := o.types.reached(nodes)
	return slices.DeleteFunc(slices.Clone(o.Types), func(t *Type) bool { return !keep[t] })
}

// names returns all names that Select knows.
func (o *Outline) names() []string {
	var all []string
	for _, s := range o.Services {
		for _, op := range s.Operations {
			all = append(all, op.Name)
			if op.OverloadOf != "" {
				all = append(all, op.OverloadOf)
			}
			if op.Go != "" && !strings.EqualFold(op.Go, op.Name) {
				all = append(all, op.Go)
			}
		}
	}
	all = append(all, collect.Each(o.Types, func(t *Type) string { return t.Name.Name })...)
	return append(all, collect.Each(o.Elements, func(e *Node) string { return e.Name })...)
}
