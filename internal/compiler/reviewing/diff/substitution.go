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
	for _, m := range new.SubstitutionGroup() {
		was := oldMembers[c.was(m.Name)]
		if was != nil {
			c.compareMember(was, m, unknown)
		} else if !m.Abstract {
			c.wire("substitution-added", place{at.component, at.old, m.Pos}, effect{oldReader: max(unknown.oldReader, absent(p.old))}, "the element %s can now replace it", diag.Quote(m.Name.Local))
		}
	}
	for _, m := range old.SubstitutionGroup() {
		if newMembers[c.moved(m.Name)] == nil && !m.Abstract {
			c.wire("substitution-removed", place{at.component, m.Pos, at.new}, effect{newReader: max(unknown.newReader, absent(p.new))}, "the element %s can no longer replace it", diag.Quote(m.Name.Local))
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
