package plan

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// markXSITypes adds a field that keeps xsi:type to the structs that have elements of simple
// types, in place of which xsi:type may name another type of the schemas, or a member of a
// union. The Go types of such elements do not say which. With all, elements of any simple type
// count: xsi:type may also name types that the schemas do not declare.
func markXSITypes(types *typing.Result, schemas []xsd.Type, all bool) {
	derived := derivedFromSimple(schemas)
	replaceable := func(f *ir.Field) bool {
		e := types.ElementOf[f]
		if e == nil {
			return false
		}
		t, ok := e.Type.(*xsd.SimpleType)
		return ok && t != xsd.AnySimpleType && (all || derived[t] || t.MemberKinds.Has(xsd.NamedMember))
	}
	marked := make(map[*ir.Struct]bool)
	for _, s := range types.Structs {
		if !s.Simple && s.Array == nil && !s.Encoded && slices.ContainsFunc(s.Fields, replaceable) {
			marked[s] = true
		}
	}
	for s := range marked {
		if !isOrExtends(s.Base, marked) { // otherwise s inherits the field
			s.XSITypes = &ir.Field{Name: "XSITypes", Doc: "The types that xsi:type names in elements of simple types, by the names of the fields.", Pos: s.Pos}
		}
	}
}

// derivedFromSimple returns the simple types of the schemas that named types are derived from.
func derivedFromSimple(types []xsd.Type) map[*xsd.SimpleType]bool {
	found := make(map[*xsd.SimpleType]bool)
	add := func(t *xsd.SimpleType) {
		for ; t != nil && !t.Builtin && !found[t]; t = t.Base {
			found[t] = true
		}
	}
	for _, t := range types {
		switch t := t.(type) {
		case *xsd.SimpleType:
			add(t.Base)
		case *xsd.ComplexType:
			if base, ok := t.Base.(*xsd.SimpleType); ok {
				add(base)
			}
		}
	}
	return found
}
