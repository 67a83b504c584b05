package typing

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// derivation returns the type whose struct the struct of t embeds, nil for none,
// and the steps of derivation from it to t, whose attributes and content belong
// to the struct of t. A type that xs:redefine replaces has no name, and so no
// struct; it is one of the steps (XML Schema part 1, section 4.2.2).
func derivation(t *xsd.ComplexType) (base *xsd.ComplexType, steps []*xsd.ComplexType) {
	for {
		b, ok := t.Base.(*xsd.ComplexType)
		if !ok || b.Builtin || b.Name.Local == "" {
			return nil, append([]*xsd.ComplexType{t}, steps...)
		}
		if t.Derivation == xsd.Extension {
			steps = append([]*xsd.ComplexType{t}, steps...)
		}
		if !b.Redefined {
			return b, steps
		}
		t = b
	}
}

// findDerived returns the base types of named types, except arrays of SOAP encoding, whose structs have no base.
func findDerived(types []xsd.Type) map[*xsd.ComplexType]bool {
	derived := make(map[*xsd.ComplexType]bool)
	for _, t := range types {
		c, ok := t.(*xsd.ComplexType)
		for ok {
			var base *xsd.ComplexType
			if base, _ = derivation(c); base == nil || derived[base] || isEncodedArray(base) {
				break
			}
			derived[base] = true
			c = base
		}
	}
	return derived
}

// holdsDerived reports whether a field of the type may hold a value of a derived
// type, and records that there is such a field.
func (p *Planner) holdsDerived(s *ir.Struct, t *xsd.ComplexType) bool {
	if !p.out.Polymorphic(t) {
		return false
	}
	p.out.Holders[s] = true
	return true
}

// restrictedOrder returns the inherited fields in the order that a restriction has for
// them, nil if it is the order of the base: a sequence may restrict an xs:all (XML
// Schema part 1, section 3.9.6, RecurseUnordered).
func restrictedOrder(s *ir.Struct, t *xsd.ComplexType) []*ir.Field {
	inherited := make(map[ir.Name]*ir.Field)
	var usual []*ir.Field
	for base := s.Base; base != nil; base = base.Base {
		usual = append(slices.Clone(base.Fields), usual...)
		for _, f := range base.Fields {
			inherited[f.Wire] = f
		}
		if base.ReplacesBase || base.Simple {
			break
		}
	}
	var order []*ir.Field
	for e := range t.Content.Elements() {
		f := inherited[WireName(e.Name)]
		if f == nil || slices.Contains(order, f) {
			return nil
		}
		order = append(order, f)
	}
	usual = slices.DeleteFunc(usual, func(f *ir.Field) bool { return !slices.Contains(order, f) })
	if slices.Equal(order, usual) {
		return nil
	}
	return order
}
