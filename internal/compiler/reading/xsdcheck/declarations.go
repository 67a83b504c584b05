package xsdcheck

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// elements checks element declarations (part 1, section 3.3.6).
func (c *checker) elements() {
	for _, e := range c.components.elements {
		if text, scope := cmp.Or(e.Fixed, e.Default), e.ValueScope; text != nil {
			c.elementValue(e, *text, scope)
		}
		if head := e.SubstitutionHead; head != nil {
			if why := notSubstitutable(e.Type, head); why != "" {
				d := c.report(elementSubstitution, e.Pos, "element %s cannot be in the substitution group of %s: %s",
					diag.Quote(e.Name.Local), diag.Quote(head.Name.Local), why)
				*d = d.WithRelated(head.Pos, "the head element of the group")
			}
		}
		c.notationType(e.Pos, e.Type)
		for _, k := range e.Constraints {
			c.keyRef(k)
		}
	}
}

// elementValue checks the default or fixed value of an element (Element Default Valid (Immediate)).
func (c *checker) elementValue(e *xsd.ElementDeclaration, text string, scope xsd.Scope) {
	if t := xsd.TextOf(e.Type); t != nil {
		if isID(t) {
			c.report(elementID, e.Pos, "element %s has the type ID, so it cannot have a default or fixed value", diag.Quote(e.Name.Local))
		} else if _, why := c.valueOf(t, text, scope); why != "" {
			c.report(elementDefault, e.Pos, "%s is not a value of the type of element %s: %s", diag.Quote(text), diag.Quote(e.Name.Local), why)
		}
		return
	}
	t := e.Type.(*xsd.ComplexType)
	switch {
	case !t.Mixed():
		c.report(elementDefault, e.Pos, "element %s has a default or fixed value, but its content is not text", diag.Quote(e.Name.Local))
	case t.Content != nil && !(&restrictor{checker: c}).emptiable(partOf(t.Content)):
		c.report(elementDefault, e.Pos, "element %s has a default or fixed value, but its content requires elements", diag.Quote(e.Name.Local))
	}
}

var idType = xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: "ID"})

func isID(t *xsd.SimpleType) bool { return t.Variety == xsd.Atomic && xsd.DerivedFrom(t, idType) }

// notSubstitutable returns why a member of a substitution group cannot have a type, or "" (Type Derivation OK, with the
// exclusions of the attribute final).
func notSubstitutable(t xsd.Type, head *xsd.ElementDeclaration) string {
	base := head.Type
	if base == xsd.Type(xsd.AnyType) && head.Final == 0 {
		return ""
	}
	if union, ok := base.(*xsd.SimpleType); ok && union.Variety == xsd.Union &&
		slices.ContainsFunc(union.Members, func(m *xsd.SimpleType) bool { return xsd.DerivedFrom(t, m) }) {
		return ""
	}
	for at := t; at != nil && at != base; at = at.BaseType() {
		derivation := xsd.Restriction
		if complex, ok := at.(*xsd.ComplexType); ok {
			derivation = complex.Derivation
		}
		if head.Final.Has(derivation) {
			return "the attribute final excludes the derivation of its type"
		}
	}
	if !xsd.DerivedFrom(t, base) {
		return "its type is not derived from " + describe(base)
	}
	return ""
}

// notationType reports the use of NOTATION without an enumeration (part 2, section 3.2.19).
func (c *checker) notationType(pos diag.Pos, t xsd.Type) {
	s, ok := t.(*xsd.SimpleType)
	if !ok || s.Variety != xsd.Atomic || s.Primitive == nil || s.Primitive.Name.Local != "NOTATION" {
		return
	}
	if c.infoOf(s).values == nil {
		c.report(enumerationRequired, pos, "the type NOTATION can be used only with an enumeration of notations")
	}
}

// keyRef checks the key that a keyref names (part 1, section 3.11.6).
func (c *checker) keyRef(k *xsd.IdentityConstraint) {
	if k.Kind != xsd.KeyRef || k.Refer == nil {
		return
	}
	key := k.Refer
	switch {
	case key.Kind == xsd.KeyRef:
		d := c.report(keyRefer, k.Pos, "keyref %s refers to %s, which is neither a key nor unique", diag.Quote(k.Name.Local), diag.Quote(key.Name.Local))
		*d = d.WithRelated(key.Pos, "the other constraint")
	case len(key.Fields) != len(k.Fields):
		d := c.report(keyRefer, k.Pos, "keyref %s has a different number of fields than %s", diag.Quote(k.Name.Local), diag.Quote(key.Name.Local))
		*d = d.WithRelated(key.Pos, "the other constraint")
	}
}

// attributes checks attribute declarations and uses (part 1, sections 3.2.6 and 3.5.6).
func (c *checker) attributes() {
	for _, a := range c.components.attributes {
		c.attributeValue(a.Pos, a, cmp.Or(a.Fixed, a.Default), a.ValueScope)
		c.notationType(a.Pos, a.Type)
		switch {
		case a.Name.Local == "xmlns" && a.Name.Space == "":
			c.report(noXmlns, a.Pos, "an attribute cannot be named \"xmlns\"")
		case a.Name.Space == xsd.InstanceNamespace:
			c.report(noXsi, a.Pos, "an attribute cannot be declared in namespace %s", diag.Quote(a.Name.Space))
		}
	}
	for _, t := range c.components.complex {
		c.uses(t.OwnAttributes, t.Attributes, describe(t))
	}
	for _, g := range c.set.AttributeGroups {
		c.uses(g.Attributes, g.Attributes, "attribute group "+diag.Quote(g.Name.Local))
	}
}

func (c *checker) attributeValue(pos diag.Pos, a *xsd.AttributeDeclaration, text *string, scope xsd.Scope) {
	if text == nil || a.Type == nil {
		return
	}
	if isID(a.Type) {
		c.report(attributeID, pos, "attribute %s has the type ID, so it cannot have a default or fixed value", diag.Quote(a.Name.Local))
	} else if _, why := c.valueOf(a.Type, *text, scope); why != "" {
		c.report(attributeDefault, pos, "%s is not a value of the type of attribute %s: %s", diag.Quote(*text), diag.Quote(a.Name.Local), why)
	}
}

// uses checks the attribute uses written in a type or group, and all its effective uses.
func (c *checker) uses(own, all []*xsd.AttributeUse, owner string) {
	for _, u := range own {
		a := u.Attribute
		if a.Global {
			c.attributeValue(u.Pos, a, cmp.Or(u.Fixed, u.Default), u.ValueScope)
			if a.Fixed != nil && (u.Fixed == nil || !c.sameValue(a.Type, *u.Fixed, u.ValueScope, a.Type, *a.Fixed, a.ValueScope)) {
				d := c.report(attributeUse, u.Pos, "attribute %s does not have the fixed value of its declaration", diag.Quote(a.Name.Local))
				*d = d.WithRelated(a.Pos, "the declaration")
			}
		}
		if u.Default != nil && (u.Required || u.Prohibited) && writtenDefault(u) {
			c.report(attributeDefaultUse, u.Pos, "attribute %s has a default, but it is not optional", diag.Quote(a.Name.Local))
		}
	}
	c.oneID(all, owner)
}

// oneID reports a second attribute of the type ID.
func (c *checker) oneID(all []*xsd.AttributeUse, owner string) {
	var first *xsd.AttributeUse
	for _, u := range all {
		if u.Prohibited || u.Attribute.Type == nil || !isID(u.Attribute.Type) {
			continue
		}
		if first != nil && u.Attribute.Name != first.Attribute.Name {
			d := c.report(attributeIDs, u.Pos, "%s has two attributes of the type ID", owner)
			*d = d.WithRelated(first.Pos, "the other attribute")
		}
		first = u
	}
}

// writtenDefault reports whether the default of a use is written in it, and not inherited from the declaration.
func writtenDefault(u *xsd.AttributeUse) bool {
	e, ok := u.ValueScope.(*xmltree.Element)
	return ok && e.Pos() == u.Pos
}
