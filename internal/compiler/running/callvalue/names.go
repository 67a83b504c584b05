package callvalue

import (
	"iter"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// Names returns the names of the elements, attributes and attachments of a type.
func Names(t *schema.Type) (names []string) {
	if t == nil {
		return nil
	}
	for name := range t.JSONMembers() {
		names = collect.Union(names, name)
	}
	return names
}

// typeName returns the name of the type of an element in the schema.
func typeName(r *schema.Row) string {
	switch {
	case r.More != nil && r.More.Type != "":
		return "a " + r.More.Type
	case r.Of != nil && r.Of.Name != "":
		return "a " + r.Of.Name
	case r.Of != nil:
		return "with " + strings.Join(Names(r.Of), ", ")
	}
	if name := descriptor.BuiltinName(r.Kind); name != "" {
		return "an xs:" + name
	}
	return "a value"
}

// Meant returns the question whether an unknown name in one of some types means a similar name there, or the name of an element or
// attribute further inside. Each name in the question is appended to path. Meant returns "" if there is no such name.
func Meant(path, name string, types ...*schema.Type) string {
	plain := func(name string) string { return strings.TrimPrefix(name, "@") }
	names := slices.Concat(collect.Each(types, Names)...)
	near := spelling.NearestOf(plain(name), names, plain)
	if len(near) == 0 || !strings.EqualFold(plain(near[0]), plain(name)) {
		if inner := inside(plain(name), types); len(inner) > 0 {
			near = inner
		}
	}
	return spelling.Meant(collect.Each(near, func(name string) string { return join(path, name) }))
}

// inside returns a few full names that end with a name, the shortest first. Case is ignored.
func inside(name string, types []*schema.Type) (found []string) {
	const maxFound = 3
	for path := range within(types) {
		if last := path[strings.LastIndexByte(path, '.')+1:]; strings.EqualFold(strings.TrimPrefix(last, "@"), name) {
			found = collect.Union(found, path)
		}
		if len(found) == maxFound {
			break
		}
	}
	return found
}

// Parameters returns the full names of the elements and attributes with simple values in a type, a few hundred at most.
func Parameters(t *schema.Type) (names []string) {
	const maxNames = 500
	for path, r := range within([]*schema.Type{t}) {
		if !isComplex(r) && len(names) < maxNames {
			names = collect.Union(names, path)
		}
	}
	return names
}

// within returns the full names of elements and attributes in types, the shortest first, and not those in an element inside one
// of the same type. It returns some thousands at most.
func within(types []*schema.Type) iter.Seq2[string, *schema.Row] {
	const maxNames = 10_000
	type element struct {
		path   string
		t      *schema.Type
		around *element
	}
	queue := collect.Each(types, func(t *schema.Type) *element { return &element{t: t} })
	isIn := func(e *element, t *schema.Type) bool {
		for ; e != nil && e.t != t; e = e.around {
		}
		return e != nil
	}
	return func(yield func(string, *schema.Row) bool) {
		for n := 0; len(queue) > 0; queue = queue[1:] {
			e := queue[0]
			for name, r := range e.t.JSONMembers() {
				path := join(e.path, name)
				if n++; n > maxNames || !yield(path, r) {
					return
				}
				if isComplex(r) && r.Of != nil && !isIn(e, r.Of) {
					queue = append(queue, &element{path, r.Of, e})
				}
			}
		}
	}
}

func isComplex(r *schema.Row) bool { return r.Kind == kind.Struct || r.Kind == kind.Poly }

// isStructured reports whether a value has elements or attributes, and no text of its type.
func isStructured(r *schema.Row) bool {
	return isComplex(r) && r.Of != nil && !slices.ContainsFunc(r.Of.AllRows(), func(r schema.Row) bool { return r.At == schema.AtContent })
}
