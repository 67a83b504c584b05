package component

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/xsd"
)

// Wildcard is xs:any or xs:anyAttribute (part 1, section 3.10).
type Wildcard struct {
	Any        bool     // allows all namespaces
	Not        bool     // allows all namespaces but Namespaces[0] and none
	Namespaces []string // otherwise the namespaces that are allowed; "" is no namespace
	Process    xsd.Process
}

// Allows reports whether names in a namespace match the wildcard.
func (w *Wildcard) Allows(space string) bool {
	switch {
	case w.Any:
		return true
	case w.Not:
		return space != "" && space != w.Namespaces[0]
	}
	return slices.Contains(w.Namespaces, space)
}

// wildcard returns the wildcard for xs:any or xs:anyAttribute (part 1, section 3.10.2).
func (c context) wildcard(n *node) *Wildcard {
	w := &Wildcard{}
	switch n.value("processContents") {
	case "lax":
		w.Process = xsd.Lax
	case "skip":
		w.Process = xsd.Skip
	}
	value, ok := n.attr("namespace")
	switch value = strings.Trim(value, blanks); {
	case !ok || value == "##any":
		w.Any = true
		return w
	case value == "##other":
		w.Not, w.Namespaces = true, []string{c.target}
		return w
	}
	for _, word := range strings.Fields(value) {
		switch {
		case word == "##targetNamespace":
			word = c.target
		case word == "##local":
			word = ""
		case strings.HasPrefix(word, "##"):
			continue
		}
		if !slices.Contains(w.Namespaces, word) {
			w.Namespaces = append(w.Namespaces, word)
		}
	}
	return w
}

// Intersection returns the wildcard for the namespaces that both a and b allow, with the processing of a (part 1, section 3.10.6).
// If one is nil, it returns the other.
func (a *Wildcard) Intersection(b *Wildcard) *Wildcard {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	w := *a
	switch {
	case b.Any:
	case a.Any:
		w.Any, w.Not, w.Namespaces = false, b.Not, b.Namespaces
	case !a.Not:
		w.Namespaces = allowed(a.Namespaces, b)
	case !b.Not:
		w.Not, w.Namespaces = false, allowed(b.Namespaces, a)
	case a.Namespaces[0] == "":
		w.Namespaces = b.Namespaces
	}
	return &w
}

func allowed(namespaces []string, by *Wildcard) []string {
	return slices.DeleteFunc(slices.Clone(namespaces), func(space string) bool { return !by.Allows(space) })
}

// Union returns the wildcard for the namespaces that a or b allows, with the processing of a (part 1, section 3.10.6). If one is
// nil, it returns the other. If no wildcard expresses the union, it returns a wider one.
func (a *Wildcard) Union(b *Wildcard) *Wildcard {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	w := *a
	switch {
	case a.Any || b.Any:
		w.Any, w.Not, w.Namespaces = true, false, nil
	case !a.Not && !b.Not:
		w.Namespaces = slices.Concat(a.Namespaces, slices.DeleteFunc(slices.Clone(b.Namespaces), a.Allows))
	case a.Not && b.Not:
		if a.Namespaces[0] != b.Namespaces[0] {
			w.Namespaces = []string{""} // any namespace, but not none
		}
	default:
		not, list := a, b
		if b.Not {
			not, list = b, a
		}
		w.Not, w.Namespaces = true, not.Namespaces
		switch {
		case list.Allows(""):
			w.Any, w.Not, w.Namespaces = true, false, nil
		case list.Allows(not.Namespaces[0]):
			w.Namespaces = []string{""}
		}
	}
	return &w
}
