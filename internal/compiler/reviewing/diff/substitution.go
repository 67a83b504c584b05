package diff

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// compareAbstract compares whether elements are abstract: the reader of a version in which one is does not know it.
func (c *comparer) compareAbstract(at place, old, new *xsd.ElementDeclaration, unknown effect) {
	if old.Abstract != new.Abstract {
		e := unknown.within(effectIf(new.Abstract, old.Abstract, breaks))
		c.wire("element-abstract", at, e, "the element %s abstract", pick(side(new.Abstract), "is no longer", "is now"))
	}
}

// compareSubstitutes compares the elements that may replace an element. A reader ignores one that it does not know, and may
// lack the element then.
func (c *comparer) compareSubstitutes(at place, p slotPair, unknown effect) {
	old, new := p.old.element, p.new.element
	oldMembers, newMembers := byName(old.SubstitutionGroup()), byName(new.SubstitutionGroup())
	for s, m := range alone(old.SubstitutionGroup(), new.SubstitutionGroup()) {
		switch other := pick(s, newMembers, oldMembers)[c.elsewhere(s, m.Name)]; {
		case other != nil && s == isNew:
			c.compareMember(other, m, unknown)
		case other == nil && !m.Abstract:
			e := s.effect(max(s.otherReader(unknown), absent(pick(s, p.new, p.old))), fine)
			c.wire(s.rule("substitution"), s.at(at.component, m.Pos, at.old, at.new), e, "the element %s can %s replace it",
				diag.Quote(m.Name.Local), pick(s, "no longer", "now"))
		}
	}
}

// compareMember compares a member of a substitution group with itself.
func (c *comparer) compareMember(old, new *xsd.ElementDeclaration, unknown effect) {
	at := place{elementName(old), old.Pos, new.Pos}
	c.compareAbstract(at, old, new, unknown)
	c.compareDeclared(at, slotPair{slot{element: old, max: 1}, slot{element: new, max: 1}})
}
