package diff

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
)

// compareDocs compares documentation, ignoring white space.
func (c *comparer) compareDocs(at place, old, new string) {
	a, b := strings.Join(strings.Fields(old), " "), strings.Join(strings.Fields(new), " ")
	if a == b {
		return
	}
	change := "has changed"
	switch {
	case a == "":
		change = "is new"
	case b == "":
		change = "is removed"
	}
	c.found("documentation", Documentation, at, 0, "the documentation "+change)
}

// elementName returns the name of an element, after the component that contains it.
func elementName(e *xsd.ElementDeclaration) string {
	if e.Owner == nil {
		return "element " + e.Name.Local
	}
	return ownerName(e.Owner) + ", element " + e.Name.Local
}
