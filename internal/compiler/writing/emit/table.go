package emit

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/xsd"
)

// writeTable writes schema.go: the table of the package, on which its struct tags rely.
func (e *emitter) writeTable() {
	table := fields{"Namespaces: contractNamespaces"}
	if more := e.pkg.MoreNamespaces; len(more) > 0 {
		table.add("More", e.namespaceList(more))
	}
	if target := e.target(); target > 0 {
		table.add("Target", e.literal(target))
		table.add("Qualified", e.literal(e.pkg.Qualified))
	}
	table.add("NilAsAbsent", e.literal(cmp.Or(e.service, e.pkg).NilAsAbsent))
	var bases, derived []string
	arrays := false
	for _, s := range e.pkg.Structs {
		arrays = arrays || s.Array != nil
		zero := zeroOf(e.goTypes().Struct(s))
		if s.Interface != "" {
			bases = append(bases, inLine(fields{"Type: " + zero, "Interface: " + zeroOf(s.Interface)}))
		}
		if isDerived(s) || s.HasItems() {
			derived = append(derived, zero)
		}
	}
	if arrays {
		table.add("Arrays", e.below("encoded", "Arrays")+"{}")
	}
	if len(bases) > 0 {
		table.add("Bases", "[]"+e.schema("Base")+lines(bases))
	}
	if len(derived) > 0 {
		table.add("Derived", "[]any"+lines(derived))
	}
	if names := e.simpleNames(); len(names) > 0 {
		table.add("Simple", "[]"+e.schema("SimpleName")+lines(names))
	}
	table.add("Source", schemaType+"{}")
	table.add("Imports", e.imports())
	e.declare(e.typesVar()+" has what the struct tags of the package rely on: Namespaces has their prefixes, and Target is the number of "+
		"the namespace of types, and of elements if Qualified is set, whose names have no prefix.", "var %s = %s%s", e.typesVar(), e.schema("Table"), lines(table))
	e.declare("", "func init() { %s(&%s) }", e.schema("Define"), e.typesVar())
}

// simpleNames returns the names of simple types that the names of their Go types do not say: validation looks for a type whose name
// has the same letters and digits.
func (e *emitter) simpleNames() (names []string) {
	named := make(map[string]xsd.QName) // by the names in Go
	number := make(map[string]int)
	for _, n := range e.pkg.Names {
		if n.Kind == "type" {
			named[n.Go] = xsd.QName{Space: n.Namespace, Local: n.Name}
			number[lexical.PlainName(n.Name)]++
		}
	}
	for _, s := range e.pkg.Simples {
		name, plain := named[s.Name], lexical.PlainName(named[s.Name].Local)
		if s.Alias || plain == "" || plain == lexical.PlainName(s.Name) && number[plain] == 1 {
			continue
		}
		qname := e.below("xsd", "QName") + lines(fields{"Local: " + text(name.Local), "Space: " + text(name.Space)})
		names = append(names, inLine(fields{"Type: " + zeroOf(e.declared(s.Package, s.Name)), "Name: " + qname}))
	}
	return names
}

// isDerived reports whether a value of the struct may be in place of one of its base.
func isDerived(s *ir.Struct) bool {
	if s.Type.Local == "" {
		return false
	}
	for b := s.Base; b != nil; b = b.Base {
		if b.Interface != "" {
			return true
		}
	}
	return false
}

// target returns the index of the namespace of names without a prefix, 0 if the tables do not have it.
func (e *emitter) target() int {
	all := slices.Concat(e.pkg.Namespaces, e.pkg.MoreNamespaces)
	return max(0, slices.IndexFunc(all, func(entry ir.TableEntry) bool { return entry.Space == e.pkg.Target }))
}
