package validate

import "slices"

// enter returns the state of a content model at its start, for the element that was entered last.
func (v *validation) enter(m *contentModel) *contentState {
	if v.depth == len(v.states) {
		v.states = append(v.states, new(contentState))
	}
	s := v.states[v.depth]
	v.depth++
	s.reset(m)
	if len(m.names) > 0 {
		v.findPrefix(s)
	}
	return s
}

func (v *validation) leave() { v.depth-- }

// findPrefix finds the prefix that names in the namespace of the content model have here.
func (v *validation) findPrefix(s *contentState) {
	space := s.model.space
	prefix, ok := v.d.PrefixFor(space)
	for _, names := range [...]map[string]string{v.model.Names, v.renamed} {
		for from := range names {
			if v.xsdSpace(from) == space {
				prefix, ok = v.d.PrefixFor(from)
			}
		}
	}
	if s.leaves = ok && v.xsdSpace(space) == space; !ok {
		return
	}
	n := len(prefix)
	if n > 0 {
		n++
	}
	if len(s.prefix) != n || n > 0 && s.prefix[:n-1] != string(prefix) {
		s.prefix = ""
		if n > 0 {
			s.prefix = string(prefix) + ":"
		}
	}
}

// leaf reads the next element if it is one that documents have had in this place, with a value that is surely valid and
// no attributes. Otherwise it reads nothing.
func (v *validation) leaf(s *contentState) bool {
	guesses := s.at.guesses.Load()
	if guesses == nil || !s.leaves || s.broken || len(v.scopes) > 0 {
		return false
	}
	start := v.d.Pos
	for _, step := range *guesses {
		e := step.name.element
		if !step.name.leafy {
			continue
		}
		text, ok := v.d.Leaf(step.name.tag(s.prefix))
		if !ok {
			continue
		}
		if len(text) == 0 && e.preset || e.fixed == nil && e.typ.value.takes(text, v) {
			s.step(step)
			return true
		}
		if v.d.Failed != nil {
			if v.limited { // any other error may be one that all decoders share
				v.d.Failed.Path += "/" + e.name.Local
			}
			return false
		}
		v.d.Pos = start
		return false
	}
	return false
}

// isLeaf reports whether an element has no children, and needs no attributes.
func (e *xsdElement) isLeaf() bool {
	t := e.typ
	return !e.Abstract && !t.Abstract && t.value != nil && e.constraints == nil &&
		!slices.ContainsFunc(t.attributes, func(u xsdUse) bool { return u.Required })
}
