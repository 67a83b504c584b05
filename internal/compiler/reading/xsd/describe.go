package xsd

import "example.com/quartet/internal/compiler/reading/diag"

// Describe returns the kind and the name of a component for a message: element "book", the anonymous complex type of element "book".
func Describe(c Component) string {
	kind := ""
	switch c := c.(type) {
	case *SimpleType:
		kind = "simple type"
	case *ComplexType:
		kind = "complex type"
	case *ElementDeclaration:
		kind = "element"
	case *AttributeDeclaration:
		kind = "attribute"
	case *Group:
		kind = "group"
	case *AttributeGroup:
		kind = "attribute group"
	case *ModelGroup:
		kind = c.Compositor.String()
	}
	if name := c.Component().Name; !name.IsZero() {
		return kind + " " + diag.Quote(name.Local)
	}
	if t, ok := c.(Type); ok && t.OwnerOf() != nil && !t.OwnerOf().Component().Name.IsZero() {
		return "the anonymous " + kind + " of " + Describe(t.OwnerOf())
	}
	return "the anonymous " + kind
}
