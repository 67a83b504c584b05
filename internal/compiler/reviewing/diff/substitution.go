package diff

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// abstractEffect is the effect of an element that is abstract in one version: the reader of that version does not know it.
func abstractEffect(old *xsd.ElementDeclaration, unknown effect) effect {
	if old.Abstract {
		return effect{oldReader: unknown.oldReader}
	}
	return effect{newReader: unknown.newReader}
}

func abstractText(new *xsd.ElementDeclaration) string {
	if new.Abstract {
		return "is now abstract"
	}
	return "is no longer abstract"
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
	if old.Abstract != new.Abstract {
		c.wire("element-abstract", at, abstractEffect(old, unknown), "the element %s", abstractText(new))
	}
	c.compareDeclared(at, slotPair{slot{element: old, max: 1}, slot{element: new, max: 1}})
}
