package validate

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/component"
)

// expects says what may come next.
func (s *contentState) expects() string {
	var parts []string
	for _, leaf := range s.expected() {
		parts = append(parts, s.model.describe(leaf))
	}
	if s.at.complete {
		parts = append(parts, "the end of the element")
	}
	if len(parts) == 0 {
		return "nothing is expected"
	}
	return strings.Join(parts, " or ") + " is expected"
}

// missing says what has to come next for the content to end at some time. What may be absent is not part of it.
func (s *contentState) missing() string {
	var needed leafSet
	if s.at == &s.model.start {
		needed.first(s.model.root)
	}
	for i := range s.at.configs {
		needed.after(&s.at.configs[i])
	}
	var parts []string
	for _, leaf := range needed {
		parts = append(parts, s.model.describe(leaf))
	}
	return strings.Join(parts, " or ")
}

// leafSet is a set of few leaves that look different.
type leafSet []*contentNode

func (s *leafSet) add(leaf *contentNode) {
	if len(*s) < maxExpected && !slices.ContainsFunc(*s, leaf.looksLike) {
		*s = append(*s, leaf)
	}
}

// first adds the leaves that an occurrence of n may begin with if it omits what it can.
func (s *leafSet) first(n *contentNode) {
	switch n.kind {
	case component.ElementTerm, component.WildcardTerm:
		s.add(n)
	case component.Sequence:
		if i := n.required[0]; i < len(n.children) {
			s.first(n.children[i])
		}
	default:
		for _, child := range n.children {
			if !child.nullable && len(*s) < maxExpected {
				s.first(child)
			}
		}
	}
}

// after adds the leaves that may follow c if what can be omitted is: from the innermost node that is not complete.
func (s *leafSet) after(c *contentConfig) {
	last := len(c.leaf.parents)
	if int(c.counts[last]) < c.leaf.min {
		s.add(c.leaf)
		return
	}
	for i := last - 1; i >= 0; i-- {
		n, child := c.leaf.at(i), c.leaf.at(i+1).index
		switch {
		case !c.done(n, child):
			s.rest(c, n, child)
			return
		case int(c.counts[i]) < n.min && !n.empty:
			s.first(n)
			return
		}
	}
}

// rest adds what the occurrence of n still needs after a child.
func (s *leafSet) rest(c *contentConfig, n *contentNode, child int) {
	if n.kind == component.Sequence {
		s.first(n.children[n.required[child+1]])
		return
	}
	for i, other := range n.children {
		if !other.nullable && !c.has(n, i) {
			s.first(other)
		}
	}
}

// describe says which elements a leaf is for.
func (m *contentModel) describe(leaf *contentNode) string {
	if leaf.element != nil {
		return "the element " + leaf.element.name.Local
	}
	w := leaf.wildcard
	namespaces := slices.Clone(w.Namespaces)
	for name, own := range m.renamed {
		for i, space := range w.Namespaces {
			if space == own {
				namespaces[i] = name
			}
		}
	}
	switch {
	case w.Any:
		return "an element of any namespace"
	case w.Not:
		return "an element of a namespace other than " + quoteValue(namespaces[0])
	case namespaces == nil:
		namespaces = []string{"http://www.w3.org/2000/xmlns/"} // elements cannot have it
	}
	return "an element of the namespace " + someOf(namespaces)
}
