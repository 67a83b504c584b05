package diff

import "example.com/quartet/internal/compiler/reading/xsd"

// compareGroups compares how elements are grouped. more reports whether anything else differs; then only the order of elements
// and the occurrence of choices are compared.
func (c *comparer) compareGroups(at place, m matched, old, new *xsd.ComplexType, more bool) {
	renamed := make(map[*xsd.ElementDeclaration]xsd.QName)
	for _, p := range m.pairs {
		renamed[p.new.element] = p.old.element.Name
	}
	ordered, omitted := m.ordered(old, new), m.omitted()
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

// ordered returns the effect of elements that may be in any order in one version only.
func (m *matched) ordered(old, new *xsd.ComplexType) (e effect) {
	switch {
	case len(m.pairs) < 2:
	case inAnyOrder(old) && inSequence(new):
		e.newReader = strict
	case inSequence(old) && inAnyOrder(new):
		e.oldReader = strict
	}
	return e
}

// omitted returns the effect of choices that one version may leave out, and the other one may not.
func (m *matched) omitted() (e effect) {
	for _, p := range m.pairs {
		switch {
		case p.old.choice == nil || p.new.choice == nil || p.old.needed == p.new.needed:
		case p.new.needed:
			e.newReader = strict
		default:
			e.oldReader = strict
		}
	}
	return e
}

// inAnyOrder reports whether elements may be in any order, and each may be there whether or not others are.
func inAnyOrder(t *xsd.ComplexType) bool {
	if t.Content == nil || t.Content.Optional() {
		return false
	}
	group, ok := t.Content.Term.(*xsd.ModelGroup)
	return ok && group.Compositor == xsd.All
}

// inSequence reports whether the order of elements matters.
func inSequence(t *xsd.ComplexType) bool {
	if t.Content == nil {
		return false
	}
	group, ok := t.Content.Term.(*xsd.ModelGroup)
	return ok && group.Compositor == xsd.Sequence
}
