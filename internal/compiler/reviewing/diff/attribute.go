package diff

import (
	"cmp"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
)

func (c *comparer) compareAttributes(at place, old, new *xsd.ComplexType) {
	pairs, removed, added := matchAttributes(old.Attributes, new.Attributes)
	for s, u := range alone(removed, added) {
		at := c.declared(s, attributeName(at, u.Attribute), u.Attribute.Owner, u.Pos, old, new)
		if u.Required {
			c.wire(s.rule("attribute")+"-required", at, s.effect(loses, breaks), "the required attribute %s", s.is())
		} else {
			c.wire(s.rule("attribute")+"-optional", at, s.effect(loses, fine), "the optional attribute %s", s.is())
		}
	}
	for _, p := range pairs {
		at := place{attributeName(at, p[0].Attribute), p[0].Pos, p[1].Pos}
		c.compareUses(at, p[0], p[1])
		c.compareArrays(at, itemsOf(old, p[0]), itemsOf(new, p[1]))
	}
	c.compareAnyAttribute(at, old.AnyAttribute, new.AnyAttribute)
}

// attributeName names an attribute of a type as memberName names an element.
func attributeName(at place, a *xsd.AttributeDeclaration) string {
	if a.Owner != nil {
		at.component = ownerName(a.Owner)
	}
	return at.component + ", attribute " + a.Name.Local
}

// matchAttributes pairs attributes by name, then those that differ in the namespace or the case of letters.
func matchAttributes(old, new []*xsd.AttributeUse) (pairs [][2]*xsd.AttributeUse, removed, added []*xsd.AttributeUse) {
	return matchBy(old, new,
		func(u *xsd.AttributeUse) any { return u.Attribute.Name },
		func(u *xsd.AttributeUse) any { return folded(u.Attribute.Name.Local) })
}

func (c *comparer) compareUses(at place, old, new *xsd.AttributeUse) {
	if old.Attribute.Name != new.Attribute.Name {
		e := ignored.worse(effectIf(new.Required, old.Required, breaks))
		if old.Attribute.Name.Local != new.Attribute.Name.Local {
			c.wire("attribute-renamed", at, e, "the attribute is now named %s", diag.Quote(new.Attribute.Name.Local))
		} else {
			moved := movedText(old.Attribute.Name, new.Attribute.Name)
			c.wire("attribute-form", at, e, "the attribute is now in %s", moved).cause = moved
		}
	}
	if s := side(new.Required); old.Required != new.Required {
		now := pick(s, "optional", "required")
		c.wire("attribute-"+now, at, s.effect(fine, breaks), "the attribute is now %s", now)
	}
	c.compareDefaults(at, "attribute", old.Default, new.Default, old.Fixed, new.Fixed)
	c.compareDocs(at, old.Attribute.Documentation+old.Documentation, new.Attribute.Documentation+new.Documentation)
	c.compareValues(at, old.Attribute.Type, new.Attribute.Type)
}

// itemsOf returns the items of a type that is an array in SOAP encoding, nil if a use of an attribute does not make it one:
// wsdl:arrayType names their type. Without it, it is the type of the only element, or any type.
func itemsOf(t *xsd.ComplexType, use *xsd.AttributeUse) *xsd.ArrayType {
	if use.ArrayType != nil || use.Attribute.Name != (xsd.QName{Space: wsdl11.EncodingSOAP11, Local: "arrayType"}) {
		return use.ArrayType
	}
	items := &xsd.ArrayType{Item: xsd.AnyType, Dimensions: "[]"}
	if slots := contentOf(t).slots; len(slots) == 1 {
		items.Item = slots[0].element.Type
	}
	return items
}

// compareArrays compares the items and the dimensions of arrays in SOAP encoding. A message names the type of its items.
func (c *comparer) compareArrays(at place, old, new *xsd.ArrayType) {
	if old == nil || new == nil {
		return
	}
	o, n := old.Item.Component().Name, new.Item.Component().Name
	if c.moved(o) != n || old.Dimensions != new.Dimensions {
		c.wire("array-type", at, both, "the array is now one of %s%s, formerly of %s%s", describeType(new.Item), new.Dimensions, describeType(old.Item), old.Dimensions)
	}
}

func (c *comparer) compareAnyAttribute(at place, old, new *xsd.Wildcard) {
	switch {
	case old == nil && new == nil, old == new:
	case old == nil || new == nil:
		s, one := side(old == nil), cmp.Or(old, new)
		c.wire(s.rule("any-attribute"), s.at(at.component, one.Pos, at.old, at.new), s.effect(loses, fine), "other attributes are %s allowed", pick(s, "no longer", "now"))
	case wildcardText(old, c.spaces) != wildcardText(new, nil):
		e := effect{readWildcard(old, new, c.spaces), readWildcard(new, old, c.oldSpaces)}
		c.wire("any-attribute-changed", place{at.component, old.Pos, new.Pos}, e, "the other attributes that are allowed are now %s, formerly %s", wildcardText(new, nil), wildcardText(old, nil))
	}
}
