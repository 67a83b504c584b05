package xsdcheck

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// types checks the derivation of types (part 1, sections 3.4.6 and 3.14.6).
func (c *checker) types() {
	for _, t := range c.components.complex {
		c.allGroup(t)
		base, ok := t.Base.(*xsd.ComplexType)
		switch {
		case !ok || base == xsd.AnyType:
		case t.Derivation == xsd.Restriction:
			c.restrictedContent(t, base)
			c.restrictedAttributes(t, base)
		default:
			c.extension(t, base)
		}
	}
	for _, g := range c.components.groups {
		if g.Extension {
			continue
		}
		for _, p := range g.Particles {
			if inner, ok := p.Term.(*xsd.ModelGroup); ok && inner.Compositor == xsd.All {
				c.report(allLimited, p.Pos, "an \"all\" must be the whole content of a type, and cannot be in a %s", g.Compositor)
			}
		}
	}
	for _, t := range c.components.simple {
		c.derivedSimple(t)
	}
}

// allGroup checks that an all group is the whole content of a type (All Group Limited).
func (c *checker) allGroup(t *xsd.ComplexType) {
	if t.Content == nil {
		return
	}
	g, ok := t.Content.Term.(*xsd.ModelGroup)
	switch {
	case !ok:
	case g.Compositor == xsd.All && t.Content.Max != 1:
		c.report(allLimited, t.Content.Pos, "an \"all\" cannot occur more than once")
	case g.Extension && t.OwnContent != nil:
		for _, p := range g.Particles {
			if inner, ok := p.Term.(*xsd.ModelGroup); ok && inner.Compositor == xsd.All {
				c.report(allLimited, t.OwnContent.Pos, "the base of %s has content as well, so that neither can be an \"all\"", describe(t))
				return
			}
		}
	}
}

// extension checks a derivation by extension (Derivation Valid (Extension)).
func (c *checker) extension(t, base *xsd.ComplexType) {
	if own, inherited := t.OwnAnyAttribute, base.AnyAttribute; own != nil && inherited != nil && !expressible(own, inherited) {
		d := c.report(wildcardUnion, own.Pos, "no attribute wildcard can express the union of this one and the one of %s", describe(base))
		*d = d.WithRelated(inherited.Pos, "the wildcard of the base")
	}
	if t.ContentKind == xsd.SimpleContent || base.ContentKind == xsd.EmptyContent || base.ContentKind == xsd.SimpleContent {
		return
	}
	mixed, written := c.writtenMixed(t)
	if mixed == base.Mixed() || !mixed && t.OwnContent == nil {
		return
	}
	if mixed && !written {
		return
	}
	c.report(extendsMixed, t.Pos, "either both %s and its base %s must be mixed, or neither", describe(t), describe(base))
}

// writtenMixed returns the attribute mixed of a type. known is false if the type's element is unknown.
func (c *checker) writtenMixed(t *xsd.ComplexType) (mixed, known bool) {
	e := c.elementsAt[t.Pos]
	if e == nil {
		return t.Mixed(), false
	}
	value := e.Get("mixed")
	for child := range e.Named(xsd.Namespace, "complexContent") {
		if own, ok := child.Value("mixed"); ok {
			value = own
		}
	}
	value = strings.TrimSpace(value)
	return value == "true" || value == "1", true
}

// expressible reports whether the union of two wildcards can be written as one (Attribute Wildcard Union).
func expressible(a, b *xsd.Wildcard) bool {
	if a.Constraint == xsd.NamespacesList {
		a, b = b, a
	}
	if a.Constraint != xsd.NotNamespace || b.Constraint != xsd.NamespacesList {
		return true
	}
	excluded := a.Namespaces[0]
	return excluded == "" || slices.Contains(b.Namespaces, excluded) || !slices.Contains(b.Namespaces, "")
}

// restrictedContent checks the kind of content of a restriction (Derivation Valid (Restriction, Complex), clause 5).
func (c *checker) restrictedContent(t, base *xsd.ComplexType) {
	switch t.ContentKind {
	case xsd.SimpleContent:
		if base.ContentKind == xsd.SimpleContent && !derivedByRestriction(t.Simple, base.Simple) {
			c.report(restrictionSimple, t.Pos, "the simple content of %s is not a restriction of the simple content of its base %s", describe(t), describe(base))
		}
		if own := t.Simple; own.Owner == xsd.Component(t) && own.Base != nil && own.Base.Final.Has(xsd.Restriction) {
			c.report(restrictionSimple, t.Pos, "%s is final and does not allow the restriction of it in %s", describe(own.Base), describe(t))
		}
		if base.Mixed() && base.Content != nil && !(&restrictor{checker: c}).emptiable(partOf(base.Content)) {
			c.report(restrictionSimple, t.Pos, "%s has simple content, but its base %s requires elements", describe(t), describe(base))
		}
	case xsd.MixedContent:
		if !base.Mixed() {
			c.report(restrictionMixed, t.Pos, "%s is mixed, but its base %s is not", describe(t), describe(base))
		}
	}
}

// restrictedAttributes checks the attributes of a restriction (clauses 2 to 4).
func (c *checker) restrictedAttributes(t, base *xsd.ComplexType) {
	inherited := usesByName(base.Attributes)
	has := usesByName(t.Attributes)
	for _, u := range t.Attributes {
		from := inherited[u.Attribute.Name]
		switch {
		case from == u:
		case from == nil:
			if base.AnyAttribute == nil || !base.AnyAttribute.Allows(u.Attribute.Name.Space) {
				c.report(restrictionAttributes, u.Pos, "attribute %s is not allowed by the base %s", diag.Quote(u.Attribute.Name.Local), describe(base))
			}
		default:
			c.restrictedUse(u, from)
		}
	}
	for _, u := range base.Attributes {
		if u.Required && has[u.Attribute.Name] == nil {
			c.report(restrictionAttributes, t.Pos, "attribute %s, which the base %s requires, is prohibited in %s",
				diag.Quote(u.Attribute.Name.Local), describe(base), describe(t))
		}
	}
	c.restrictedWildcard(restrictionWildcard, t.AnyAttribute, base.AnyAttribute)
}

func usesByName(all []*xsd.AttributeUse) map[xsd.QName]*xsd.AttributeUse {
	return collect.ByKey(all, func(u *xsd.AttributeUse) xsd.QName { return u.Attribute.Name })
}

// restrictedWildcard checks the attribute wildcard of a restriction (clause 4).
func (c *checker) restrictedWildcard(rule string, own, base *xsd.Wildcard) {
	switch {
	case own == nil || own == base:
	case base == nil:
		c.report(rule, own.Pos, "the base of the restriction has no attribute wildcard")
	default:
		if why := subset(own, base); why != "" {
			c.report(rule, own.Pos, "%s", why)
		}
	}
}

func (c *checker) restrictedUse(u, from *xsd.AttributeUse) {
	name := "attribute " + diag.Quote(u.Attribute.Name.Local)
	why := ""
	switch {
	case from.Required && !u.Required:
		why = name + " is required in the base"
	case u.Attribute.Type != nil && from.Attribute.Type != nil && !derivedByRestriction(u.Attribute.Type, from.Attribute.Type):
		why = "the type of " + name + " is not a restriction of its type in the base"
	case from.Fixed != nil && (u.Fixed == nil || !c.sameValue(u.Attribute.Type, *u.Fixed, u.ValueScope, from.Attribute.Type, *from.Fixed, from.ValueScope)):
		why = name + " does not have the fixed value of the base"
	default:
		return
	}
	d := c.report(restrictionAttributes, u.Pos, "%s", why)
	*d = d.WithRelated(from.Pos, "the attribute of the base")
}

// derivedSimple checks that the items of a list and the members of a union allow these derivations.
func (c *checker) derivedSimple(t *xsd.SimpleType) {
	switch t.Derivation {
	case xsd.ByList:
		c.listItem(t)
	case xsd.ByUnion:
		for _, m := range t.Members {
			if m.Final.Has(xsd.ByUnion) {
				c.report(simpleDerivation, t.Pos, "%s is final and does not allow unions", describe(m))
			}
		}
	case xsd.Restriction:
		if t.Base == xsd.AnySimpleType && c.restrictsAnySimple(t) {
			c.report(simpleDerivation, t.Pos, "a simple type cannot restrict xs:anySimpleType")
		}
	}
}

// listItem checks the item type of a list.
func (c *checker) listItem(t *xsd.SimpleType) {
	switch {
	case t.Item == nil:
	case t.Item.Final.Has(xsd.ByList):
		c.report(simpleDerivation, t.Pos, "%s is final and does not allow lists", describe(t.Item))
	case t.Item.MemberKinds.Has(xsd.ListMember):
		c.report(simpleDerivation, t.Pos, "the items of a list cannot be lists, but %s has a list as a member", describe(t.Item))
	}
}

// restrictsAnySimple reports whether a type is written as a restriction of anySimpleType.
func (c *checker) restrictsAnySimple(t *xsd.SimpleType) bool {
	e := c.elementsAt[t.Pos]
	if e == nil || t.Schema.TargetNamespace == xsd.Namespace {
		return false // the schema for schemas defines the built-in types so
	}
	if child := e.Child(xsd.Namespace, "restriction"); child != nil {
		name, err := child.ResolveQName(child.Get("base"))
		return err == nil && name == xsd.AnySimpleType.Name
	}
	return false
}
