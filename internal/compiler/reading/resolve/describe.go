package resolve

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// describe returns the kind and name of a component for a message.
func describe(c xsd.Component) string {
	name := c.Component().Name
	switch c := c.(type) {
	case *xsd.SimpleType:
		if name.IsZero() {
			return "the anonymous simple type" + of(c.Owner)
		}
		return "simple type " + diag.Quote(name.Local)
	case *xsd.ComplexType:
		if name.IsZero() {
			return "the anonymous complex type" + of(c.Owner)
		}
		return "complex type " + diag.Quote(name.Local)
	case *xsd.ElementDeclaration:
		return "element " + diag.Quote(name.Local)
	case *xsd.AttributeDeclaration:
		return "attribute " + diag.Quote(name.Local)
	case *xsd.Group:
		return "group " + diag.Quote(name.Local)
	case *xsd.AttributeGroup:
		return "attribute group " + diag.Quote(name.Local)
	}
	return diag.Quote(name.Local)
}

func of(owner xsd.Component) string {
	if owner == nil || owner.Component().Name.IsZero() {
		return ""
	}
	return " of " + describe(owner)
}
