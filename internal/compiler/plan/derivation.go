package plan

import (
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/xsd"
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

// findDerived returns the base types of named types.
func findDerived(types []xsd.Type) map[*xsd.ComplexType]bool {
	derived := make(map[*xsd.ComplexType]bool)
	for _, t := range types {
		c, ok := t.(*xsd.ComplexType)
		for ok {
			var base *xsd.ComplexType
			if base, _ = derivation(c); base == nil || derived[base] {
				break
			}
			derived[base] = true
			c = base
		}
	}
	return derived
}

// polymorphic reports whether an element of the type may, or must, have xsi:type.
func (p *planner) polymorphic(t *xsd.ComplexType) bool {
	return t.Abstract || p.derived[t]
}

// holdsDerived reports whether a field of the type may hold a value of a derived
// type, and records that there is such a field.
func (p *planner) holdsDerived(s *ir.Struct, t *xsd.ComplexType) bool {
	if !p.polymorphic(t) {
		return false
	}
	p.state(s).mayHoldDerived = true
	return true
}

// needsInterface reports whether a field may hold a value of the type, or of one
// of its bases, by an interface. Other types need no interface: many contracts
// derive all types from one base type that no field has, and its methods would
// be methods of all types.
func (p *planner) needsInterface(s *ir.Struct) bool {
	for s != nil && !p.state(s).mayHoldDerived {
		s = s.Base
	}
	return s != nil
}

// identifyTypes marks the types that xsi:type may name: derived types and their
// bases; all types if there are elements of the type xs:anyType.
func (p *planner) identifyTypes() {
	for t, s := range p.types {
		if t.Name.Local == "" || !p.anyType && !p.polymorphic(t) && s.Base == nil && !p.splitOptions().IsMapped(p.origin[s]) {
			continue
		}
		s.Abstract = t.Abstract
		state := p.state(s)
		state.identified = true
		state.hasInterface = p.polymorphic(t) && p.needsInterface(s)
	}
	for _, s := range p.pkg.Structs {
		if p.state(s).hasInterface {
			p.nameInterface(s)
		}
	}
}
