package plan

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// markNil adds a field that says that the element is nil to the types of nillable elements
// that have attributes: a nil element has no content, but attributes (XML Schema part 1,
// section 3.3.4). Types derived from them, which xsi:type may name, have it, too, and
// requests, as a nil request is an empty one.
func markNil(types *typing.Result, elements []*xsd.ElementDeclaration) {
	nillable := nillableStructs(types, elements)
	marked := make(map[*ir.Struct]bool)
	for _, s := range types.Structs {
		if isOrExtends(s, nillable) && (hasAttributes(s) || s.IsRequest) && s.Array == nil {
			marked[s] = true
		}
	}
	for s := range marked {
		if !isOrExtends(s.Base, marked) { // otherwise s inherits the field
			s.IsNil = &ir.Field{Name: "Nil", Doc: "The element is nil (xsi:nil): it has attributes only. Without attributes it is a nil pointer instead.", Pos: s.Pos}
		}
	}
}

// nillableStructs returns the types of nillable elements.
func nillableStructs(types *typing.Result, elements []*xsd.ElementDeclaration) map[*ir.Struct]bool {
	nillable := make(map[*ir.Struct]bool)
	for f, e := range types.ElementOf {
		if e.Nillable && f.Struct != nil {
			nillable[f.Struct] = true
		}
	}
	for t, s := range types.Types {
		if e, ok := t.Owner.(*xsd.ElementDeclaration); ok && e.Nillable {
			nillable[s] = true
		}
	}
	for _, e := range elements {
		if t, ok := e.Type.(*xsd.ComplexType); ok && e.Nillable && types.Types[t] != nil {
			nillable[types.Types[t]] = true
		}
	}
	return nillable
}

func isOrExtends(s *ir.Struct, any map[*ir.Struct]bool) bool {
	for ; s != nil; s = s.Base {
		if any[s] {
			return true
		}
	}
	return false
}

func hasAttributes(s *ir.Struct) bool {
	for ; s != nil; s = s.Base {
		if len(s.Attrs) > 0 || s.AnyAttrs != nil {
			return true
		}
	}
	return false
}

// reportNilAsAbsent says what the messages lose whose elements are read as absent when they are nil.
func reportNilAsAbsent(fields []*ir.Field) diag.List {
	if len(fields) == 0 {
		return nil
	}
	slices.SortFunc(fields, func(a, b *ir.Field) int { return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Wire.Local, b.Wire.Local)) })
	const examples = 3
	names := collect.Each(fields[:min(len(fields), examples)], func(f *ir.Field) string { return quoted(f.Wire.Local) })
	if len(fields) > examples {
		names = append(names, "others")
	}
	return diag.List{diag.New(diag.NilAsAbsent, fields[0].Pos,
		"with --nil-as-absent, nil is read as absent and not sent in these optional elements: %s (%d in all)", diag.Listed(names, "and"), len(fields))}
}

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
