package typing

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

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
