package validate

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// unexpected says that the element with a name is not allowed, and what is expected.
func (v *validation) unexpected(s *contentState, name xsd.QName) string {
	leaves, where := s.expected(name.Local), ""
	if i := slices.IndexFunc(leaves, func(leaf *contentNode) bool { return leaf.isNamesake(name) }); i >= 0 {
		where, _ = codec.Namespaces(v.sentSpace(name.Space), v.sentSpace(leaves[i].element.name.Space), "element")
	}
	return "the element" + where + " is not allowed here: " + v.expects(s, leaves, name)
}

// expects says that leaves may come next. others are the names of elements that are there.
func (v *validation) expects(s *contentState, leaves leafSet, others ...xsd.QName) string {
	parts := v.describe(leaves, others)
	if s.at.complete {
		parts = append(parts, "the end of the element")
	}
	if len(parts) == 0 {
		return "nothing is expected"
	}
	return strings.Join(parts, " or ") + " is expected"
}

// missing returns what has to come next before the content can end, without what may be absent.
func (v *validation) missing(s *contentState) string {
	var needed leafSet
	if s.at == &s.model.start {
		needed.first(s.model.root)
	}
	for i := range s.at.configs {
		needed.after(&s.at.configs[i])
	}
	return strings.Join(v.describe(needed, nil), " or ")
}

// expected returns what may come next: first elements with a local name, then elements and wildcards in the order of the model.
func (s *contentState) expected(local string) (all leafSet) {
	add := func(leaf *contentNode) {
		s.next = s.next[:0]
		if s.advance(leaf); len(s.next) > 0 {
			all.add(leaf)
		}
	}
	for _, n := range s.model.names[local] {
		add(n.leaf)
	}
	for i := 0; i < len(s.model.leaves) && !all.isFull(); i++ {
		add(s.model.leaves[i])
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

// isNamesake reports whether a leaf is for an element that has the same local name in another namespace.
func (n *contentNode) isNamesake(name xsd.QName) bool {
	return n.element != nil && n.element.name.Local == name.Local && n.element.name != name
}

// describe names the elements of leaves, with a namespace where leaves or others have the same local name in another one.
func (v *validation) describe(leaves []*contentNode, others []xsd.QName) (all []string) {
	for _, leaf := range leaves {
		if leaf.element != nil {
			others = append(others, leaf.element.name)
		}
	}
	for _, leaf := range leaves {
		if leaf.element == nil {
			all = append(all, "an element of "+v.describeWildcard(leaf.wildcard))
			continue
		}
		name, where := leaf.element.name, ""
		if i := slices.IndexFunc(others, leaf.isNamesake); i >= 0 {
			_, where = codec.Namespaces(v.sentSpace(others[i].Space), v.sentSpace(name.Space), "element")
		}
		all = append(all, "the element "+name.Local+where)
	}
	return all
}

func (v *validation) describeWildcard(w *component.Wildcard) string {
	namespaces := slices.Clone(w.Namespaces)
	for i, space := range namespaces {
		namespaces[i] = v.sentSpace(space)
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
