package plan

import "example.com/quartet/internal/compiler/xsd"

// derivation returns the type whose struct the one of t embeds, nil for none,
// and the steps of derivation after it, whose attributes and content t has for
// its own. What xs:redefine replaces has no name that it could have a struct by,
// so it is one of the steps (XML Schema part 1, section 4.2.2).
func derivation(t *xsd.ComplexType) (base *xsd.ComplexType, parts []*xsd.ComplexType) {
	for {
		b, ok := t.Base.(*xsd.ComplexType)
		if !ok || b.Builtin || b.Name.Local == "" {
			return nil, append([]*xsd.ComplexType{t}, parts...)
		}
		if t.Derivation == xsd.Extension {
			parts = append([]*xsd.ComplexType{t}, parts...)
		}
		if !b.Redefined {
			return b, parts
		}
		t = b
	}
}

// findDerived finds the types that named types are derived from.
func (p *planner) findDerived() {
	p.derived = make(map[*xsd.ComplexType]bool)
	for _, t := range p.model.Schemas.Types {
		c, ok := t.(*xsd.ComplexType)
		for ok {
			var base *xsd.ComplexType
			if base, _ = derivation(c); base == nil || p.derived[base] {
				break
			}
			p.derived[base] = true
			c = base
		}
	}
}

// polymorphic reports whether xsi:type may, or must, stand on an element of the
// type.
func (p *planner) polymorphic(t *xsd.ComplexType) bool {
	return t.Abstract || p.derived[t]
}

// holdsDerived reports whether something of the type may be of a derived one,
// and notes it.
func (p *planner) holdsDerived(s *Struct, t *xsd.ComplexType) bool {
	if !p.polymorphic(t) {
		return false
	}
	s.isHeld = true
	return true
}

// inInterface reports whether there are values of an interface that may be of
// the type, whose own interface tells which ones are. Many contracts derive all
// types from one that nothing is of: each of its methods would be one of all
// types.
func (s *Struct) inInterface() bool {
	for s != nil && !s.isHeld {
		s = s.Base
	}
	return s != nil
}

// identifyTypes makes the types known that xsi:type may name: those that are
// derived from others and those others; all if elements of the type xs:anyType
// are sent.
func (p *planner) identifyTypes() {
	for t, s := range p.types {
		if t.Name.Local == "" || !p.anyType && !p.polymorphic(t) && s.Base == nil && !p.isMapped(s.home) {
			continue
		}
		s.Type, s.Abstract, s.isType = wireName(t.Name), t.Abstract, true
		if p.polymorphic(t) && s.inInterface() {
			s.isPoly = true
		}
	}
	for _, s := range p.pkg.Structs {
		if s.isPoly {
			p.nameInterface(s)
		}
	}
}

// Identified returns the types that xsi:type may name, in the order of their
// declarations.
func (p *Package) Identified() []*Struct {
	var types []*Struct
	for _, s := range p.Structs {
		if s.TypeVar != "" {
			types = append(types, s)
		}
	}
	return types
}

// Anonymous reports whether a struct embeds one that xsi:type may name without
// having a name itself.
func (s *Struct) Anonymous() bool {
	return s.TypeVar == "" && s.Base != nil && (s.Base.TypeVar != "" || s.Base.Anonymous())
}
