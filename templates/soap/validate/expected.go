package validate

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/component"
)

// expects says what may come next.
func (s *contentState) expects() string {
	parts := s.model.describe(s.expected())
	if s.at.complete {
		parts = append(parts, "the end of the element")
	}
	if len(parts) == 0 {
		return "nothing is expected"
	}
	return strings.Join(parts, " or ") + " is expected"
}

// missing returns what has to come next before the content can end, without what may be absent.
func (s *contentState) missing() string {
	var needed leafSet
	if s.at == &s.model.start {
		needed.first(s.model.root)
	}
	for i := range s.at.configs {
		needed.after(&s.at.configs[i])
	}
	return strings.Join(s.model.describe(needed), " or ")
}

// expected returns what may come next: elements, and wildcards, in the order of the model.
func (s *contentState) expected() (all leafSet) {
	for _, leaf := range s.model.leaves {
		s.next = s.next[:0]
		if s.advance(leaf); len(s.next) > 0 {
			all.add(leaf)
		}
		if all.isFull() {
			break
		}
	}
	s.next = s.next[:0]
	return all
}

// leafSet is a set of few leaves that look different.
type leafSet []*contentNode

// isFull reports whether there are as many leaves as an error lists.
func (s *leafSet) isFull() bool { return len(*s) >= 6 }

func (s *leafSet) add(leaf *contentNode) {
	if !s.isFull() && !slices.ContainsFunc(*s, leaf.looksLike) {
		*s = append(*s, leaf)
	}
}

func (n *contentNode) looksLike(other *contentNode) bool {
	return n.element != nil && other.element != nil && n.element.name == other.element.name
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
			if !child.nullable && !s.isFull() {
				s.first(child)
			}
		}
	}
}

// after adds the leaves that may follow c if everything is omitted that may be.
func (s *leafSet) after(c *contentConfig) {
	n, child := c.open()
	switch {
	case n == nil:
	case child < 0:
		s.first(n)
	case n.kind == component.Sequence:
		s.first(n.children[n.required[child+1]])
	default:
		for i, other := range n.children {
			if !other.nullable && !c.has(n, i) {
				s.first(other)
			}
		}
	}
}

// describe says which elements leaves are for.
func (m *contentModel) describe(leaves []*contentNode) (all []string) {
	for _, leaf := range leaves {
		if leaf.element != nil {
			all = append(all, "the element "+leaf.element.name.Local)
		} else {
			all = append(all, "an element of "+m.describeWildcard(leaf.wildcard))
		}
	}
	return all
}

func (m *contentModel) describeWildcard(w *component.Wildcard) string {
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
		return "any namespace"
	case w.Not:
		return "a namespace other than " + quoteValue(namespaces[0])
	case len(namespaces) == 0:
		namespaces = []string{"http://www.w3.org/2000/xmlns/"} // elements cannot have it
	}
	return "the namespace " + someOf(namespaces)
}
