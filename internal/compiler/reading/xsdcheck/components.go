package xsdcheck

import (
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
	addAll(&c, set.Types)
	addAll(&c, set.Elements)
	addAll(&c, set.Attributes)
	for _, g := range set.Groups {
		c.add(g.Content)
	}
	for _, g := range set.AttributeGroups {
		c.addUses(g.Attributes)
	}
	return c
}

// Types returns all types of a set that are not built in.
func Types(set *xsd.Set) ([]*xsd.SimpleType, []*xsd.ComplexType) {
	c := componentsOf(set)
	return c.simple, c.complex
}

// add adds a component and those in it, if it is neither missing nor built in nor known yet.
func (c *components) add(component xsd.Component) {
	if t, ok := component.(*xsd.SimpleType); component == nil || ok && t == nil || c.seen[component] {
		return
	}
	c.seen[component] = true
	if info := component.Component(); info.Schema == nil || info.Schema.WellKnown {
		return
	}
	switch x := component.(type) {
	case *xsd.SimpleType:
		c.simple = append(c.simple, x)
		addAll(c, append([]*xsd.SimpleType{x.Base, x.Item}, x.Members...))
	case *xsd.ComplexType:
		c.complex = append(c.complex, x)
		c.add(x.Base)
		c.add(x.Simple)
		if x.OwnContent != nil {
			c.add(x.OwnContent.Term)
		}
		c.addUses(x.OwnAttributes)
	case *xsd.ModelGroup:
		c.groups = append(c.groups, x)
		for _, p := range x.Particles {
			c.add(p.Term)
		}
	case *xsd.ElementDeclaration:
		c.elements = append(c.elements, x)
		c.add(x.Type)
	case *xsd.AttributeDeclaration:
		c.attributes = append(c.attributes, x)
		c.add(x.Type)
	}
}

func addAll[C xsd.Component](c *components, all []C) {
	for _, component := range all {
		c.add(component)
	}
}

func (c *components) addUses(uses []*xsd.AttributeUse) {
	for _, u := range uses {
		c.add(u.Attribute)
	}
}

// describe returns the kind and the name of a component for a message, or the usual name of a built-in type.
func describe(c xsd.Component) string {
	if name := c.Component().Name; xsd.Builtin(name) == c {
		return "xs:" + name.Local
	}
	return xsd.Describe(c)
}
