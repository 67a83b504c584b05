package diff

import "example.com/quartet/internal/compiler/reading/xsd"

// compareGroups compares how elements are grouped. more reports whether anything else differs; then only the order of elements
// and the occurrence of choices are compared.
func (c *comparer) compareGroups(at place, m matched, old, new *xsd.ComplexType, more bool) {
	renamed := make(map[*xsd.ElementDeclaration]xsd.QName)
	for _, p := range m.pairs {
		renamed[p.new.element] = p.old.element.Name
	}
	ordered, omitted := harmless, m.omitted()
	if len(m.pairs) > 1 {
		ordered = effectIf(inAnyOrder(old) && isGroup(new, xsd.Sequence), isGroup(old, xsd.Sequence) && inAnyOrder(new), strict)
	}
	optional := omitted != (effect{})
	switch {
	case ordered != (effect{}):
		c.wire("content-model", at, ordered.worse(omitted), "the same elements are grouped differently")
	case !more && shape(old, nil, c.spaces, optional) != shape(new, renamed, nil, optional):
		c.wire("content-model", at, checked, "the same elements are grouped differently")
	case omitted.newReader > fine:
		c.wire("content-model", at, omitted, "one of the alternatives of a choice is now required")
	case omitted.oldReader > fine:
		c.wire("content-model", at, omitted, "the alternatives of a choice may now all be absent")
	}
}

// omitted returns the effect of choices that one version may leave out, and the other one may not.
func (m *matched) omitted() (e effect) {
	for _, p := range m.pairs {
		if p.old.choice != nil && p.new.choice != nil {
			e = e.worse(effectIf(p.new.needed && !p.old.needed, p.old.needed && !p.new.needed, strict))
		}
	}
	return e
}

// inAnyOrder reports whether elements may be in any order, and each may be there whether or not others are.
func inAnyOrder(t *xsd.ComplexType) bool { return isGroup(t, xsd.All) && !t.Content.Optional() }

// isGroup reports whether the content of a type is a group of a kind.
func isGroup(t *xsd.ComplexType, kind xsd.Compositor) bool {
	if t.Content == nil {
		return false
	}
	group, ok := t.Content.Term.(*xsd.ModelGroup)
	return ok && group.Compositor == kind
}

// alternative is one of a choice.
type alternative struct {
	outer *alternative // the alternative that the choice is in, or nil
	known bool         // both versions have an element in it
}

// know notes that both versions have an element in the alternative, and so in those around it.
func (a *alternative) know() {
	for ; a != nil && !a.known; a = a.outer {
		a.known = true
	}
}
