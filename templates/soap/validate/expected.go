package validate

import "strings"

// expects says what may come next.
func (s *contentState) expects() string {
	var parts []string
	for _, leaf := range s.expected() {
		parts = append(parts, leaf.describe())
	}
	if s.complete() {
		parts = append(parts, "the end of the element")
	}
	if len(parts) == 0 {
		return "nothing is expected"
	}
	return strings.Join(parts, " or ") + " is expected"
}

// missing says what has to come before the content may end.
func (s *contentState) missing() string {
	var parts []string
	for _, leaf := range s.expected() {
		parts = append(parts, leaf.describe())
	}
	return strings.Join(parts, " or ")
}

func (n *contentNode) describe() string {
	if n.element == nil {
		return "an element of " + n.wildcard.describe()
	}
	return "the element " + n.element.name.Local
}

func (w *xsdWildcard) describe() string {
	switch {
	case w.any:
		return "any namespace"
	case w.other:
		return "another namespace than " + quoteValue(w.namespaces[0])
	}
	return "the namespace " + someOf(w.namespaces)
}
