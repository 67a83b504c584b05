package xsdcheck

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// components are all components of a set that are not built in, anonymous and local ones included, in document order
// below each global component.
type components struct {
	simple     []*xsd.SimpleType
	complex    []*xsd.ComplexType
	elements   []*xsd.ElementDeclaration
	attributes []*xsd.AttributeDeclaration
	groups     []*xsd.ModelGroup

	seen map[any]bool
}

func componentsOf(set *xsd.Set) components {
	c := components{seen: make(map[any]bool)}
	for _, t := range set.Types {
		c.addType(t)
	}
	for _, e := range set.Elements {
		c.addElement(e)
	}
	for _, a := range set.Attributes {
		c.addAttribute(a)
	}
	for _, g := range set.Groups {
		c.addGroup(g.Content)
	}
	for _, g := range set.AttributeGroups {
		c.addUses(g.Attributes)
	}
	return c
}

// ComplexTypes returns all complex types of a set that are not built in.
func ComplexTypes(set *xsd.Set) []*xsd.ComplexType { return componentsOf(set).complex }

// new reports whether a component is neither built in nor known yet.
func (c *components) new(component xsd.Component) bool {
	if c.seen[component] {
		return false
	}
	c.seen[component] = true
	info := component.Component()
	return info.Schema != nil && !info.Schema.WellKnown
}

func (c *components) addType(t xsd.Type) {
	switch t := t.(type) {
	case *xsd.SimpleType:
		c.addSimple(t)
	case *xsd.ComplexType:
		c.addComplex(t)
	}
}

func (c *components) addSimple(t *xsd.SimpleType) {
	if t == nil || !c.new(t) {
		return
	}
	c.simple = append(c.simple, t)
	c.addSimple(t.Base)
	c.addSimple(t.Item)
	for _, m := range t.Members {
		c.addSimple(m)
	}
}

func (c *components) addComplex(t *xsd.ComplexType) {
	if !c.new(t) {
		return
	}
	c.complex = append(c.complex, t)
	if t.Base != nil {
		c.addType(t.Base)
	}
	if t.Simple != nil {
		c.addSimple(t.Simple)
	}
	if t.OwnContent != nil {
		c.addTerm(t.OwnContent.Term)
	}
	c.addUses(t.OwnAttributes)
}

func (c *components) addTerm(term xsd.Term) {
	switch term := term.(type) {
	case *xsd.ElementDeclaration:
		c.addElement(term)
	case *xsd.ModelGroup:
		c.addGroup(term)
	}
}

func (c *components) addGroup(g *xsd.ModelGroup) {
	if !c.new(g) {
		return
	}
	c.groups = append(c.groups, g)
	for _, p := range g.Particles {
		c.addTerm(p.Term)
	}
}

func (c *components) addElement(e *xsd.ElementDeclaration) {
	if !c.new(e) {
		return
	}
	c.elements = append(c.elements, e)
	c.addType(e.Type)
}

func (c *components) addAttribute(a *xsd.AttributeDeclaration) {
	if !c.new(a) {
		return
	}
	c.attributes = append(c.attributes, a)
	c.addSimple(a.Type)
}

func (c *components) addUses(uses []*xsd.AttributeUse) {
	for _, u := range uses {
		c.addAttribute(u.Attribute)
	}
}

// describe returns the kind and name of a component for a message.
func describe(c xsd.Component) string {
	name := c.Component().Name
	kind := ""
	switch c := c.(type) {
	case *xsd.SimpleType:
		kind = "simple type"
		if c.Builtin {
			return "xs:" + name.Local
		}
	case *xsd.ComplexType:
		kind = "complex type"
		if c.Builtin {
			return "xs:" + name.Local
		}
	case *xsd.ElementDeclaration:
		kind = "element"
	case *xsd.AttributeDeclaration:
		kind = "attribute"
	case *xsd.Group:
		kind = "group"
	case *xsd.ModelGroup:
		kind = c.Compositor.String()
	}
	if name.IsZero() {
		if t, ok := c.(xsd.Type); ok && t.OwnerOf() != nil && !t.OwnerOf().Component().Name.IsZero() {
			return "the anonymous " + kind + " of " + describe(t.OwnerOf())
		}
		return "the anonymous " + kind
	}
	return kind + " " + diag.Quote(name.Local)
}
