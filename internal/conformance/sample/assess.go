package sample

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
)

var (
	xsiType = xsd.QName{Space: xsd.InstanceNamespace, Local: "type"}
	xsiNil  = xsd.QName{Space: xsd.InstanceNamespace, Local: "nil"}
)

// assess finds the components of a valid element, its attributes and its content (XML Schema part 1, section 5.2). d may be nil.
func (g *Generator) assess(e *Element, d *xsd.ElementDeclaration, t xsd.Type) {
	if a := e.Attr(xsiType); a != nil {
		if named := g.typeNamed(nameIn(e, a.Value)); named != nil {
			t = named
		}
	}
	e.Declaration, e.Type = d, t
	if a := e.Attr(xsiNil); a != nil {
		e.Nil = !isFalse(a.Value)
	}
	c, _ := t.(*xsd.ComplexType)
	if c != nil {
		g.assessAttributes(e, c)
	}
	for i := range e.Nodes {
		child := e.Nodes[i].Element
		switch {
		case child == nil:
			e.Nodes[i].Type = simpleContent(t)
		case c != nil && arrayOf(c) != nil && declaresNoElement(c.Content):
			g.assess(child, nil, arrayOf(c).Item)
		case c != nil:
			g.assessChild(child, c)
		}
	}
}

func (g *Generator) typeNamed(name xsd.QName) xsd.Type {
	if t := xsd.Builtin(name); t != nil {
		return t
	}
	return g.set.Type(name)
}

func (g *Generator) assessAttributes(e *Element, c *xsd.ComplexType) {
	for i := range e.Attrs {
		a := &e.Attrs[i]
		for _, use := range c.Attributes {
			if use.Attribute.Name == a.Name {
				a.Type, a.Use = use.Attribute.Type, use
			}
		}
		if d := g.set.Attribute(a.Name); a.Use == nil && d != nil && a.Name.Space != xsd.InstanceNamespace {
			a.Type = d.Type
		}
	}
}

// assessChild assesses an element in the content of a type.
func (g *Generator) assessChild(e *Element, c *xsd.ComplexType) {
	d, w := g.find(c.Content, e.Name)
	if d != nil {
		g.assess(e, d, d.Type)
		return
	}
	e.viaWildcard = true
	if d := g.set.Element(e.Name); d != nil && (w == nil || w.ProcessContents != xsd.Skip) {
		g.assess(e, d, d.Type)
	}
}

// find returns the element with a name that a particle declares, and otherwise a wildcard that allows it.
func (g *Generator) find(p *xsd.Particle, name xsd.QName) (d *xsd.ElementDeclaration, w *xsd.Wildcard) {
	if p == nil {
		return nil, nil
	}
	switch t := p.Term.(type) {
	case *xsd.ElementDeclaration:
		for _, m := range g.membersOf(t) {
			if m.Name == name {
				return m, nil
			}
		}
	case *xsd.Wildcard:
		if t.Allows(name.Space) {
			return nil, t
		}
	case *xsd.ModelGroup:
		for _, child := range t.Particles {
			found, any := g.find(child, name)
			if found != nil {
				return found, nil
			}
			if any != nil {
				w = any
			}
		}
	}
	return nil, w
}

// membersOf returns the elements that may occur where d is declared: d itself and the members of its substitution group, without
// abstract ones.
func (g *Generator) membersOf(d *xsd.ElementDeclaration) []*xsd.ElementDeclaration {
	members := []*xsd.ElementDeclaration{d}
	if d.Global && !d.Block.Has(xsd.Substitution) {
		for _, m := range d.SubstitutionGroup() {
			if !blocked(m.Type, d.Type, d.Block) {
				members = append(members, m)
			}
		}
	}
	return slices.DeleteFunc(members, func(m *xsd.ElementDeclaration) bool { return m.Abstract })
}

// blocked reports whether a step of the derivation of t from base is blocked (part 1, section 3.4.6, type derivation OK).
func blocked(t, base xsd.Type, block xsd.DerivationSet) bool {
	for t != base {
		c, ok := t.(*xsd.ComplexType)
		if !ok {
			return false
		}
		if block.Has(c.Derivation) {
			return true
		}
		t = c.BaseType()
	}
	return false
}

// arrayOf returns the array type of a restriction of soapenc:Array, or nil for any other type (SOAP 1.1, section 5.4.2; WSDL 1.1,
// section 2.2).
func arrayOf(c *xsd.ComplexType) *xsd.ArrayType {
	for _, use := range c.Attributes {
		if use.ArrayType != nil {
			return use.ArrayType
		}
	}
	return nil
}

// declaresNoElement reports whether a content model contains wildcards only.
func declaresNoElement(p *xsd.Particle) bool {
	if p == nil {
		return true
	}
	switch t := p.Term.(type) {
	case *xsd.ElementDeclaration:
		return false
	case *xsd.ModelGroup:
		return !slices.ContainsFunc(t.Particles, func(p *xsd.Particle) bool { return !declaresNoElement(p) })
	}
	return true
}

func nameIn(scope xsd.Scope, text string) xsd.QName {
	prefix, local, found := strings.Cut(strings.TrimSpace(text), ":")
	if !found {
		prefix, local = "", prefix
	}
	space, _ := scope.LookupPrefix(prefix)
	return xsd.QName{Space: space, Local: local}
}
