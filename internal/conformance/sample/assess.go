package sample

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// assess finds the components of a valid element and its content (XML Schema part 1, section 5.2). d may be nil.
func (g *Generator) assess(e *Element, d *xsd.ElementDeclaration, t xsd.Type) {
	if named := g.set.Type(e.typeName()); named != nil {
		t = named
	}
	e.Declaration, e.Type = d, t
	c, ok := t.(*xsd.ComplexType)
	for _, child := range e.Children {
		switch {
		case ok && c.Array() != nil && len(slices.Collect(c.Content.Elements())) == 0:
			g.assess(child, nil, c.Array().Item)
		case ok:
			g.assessChild(child, c)
		}
	}
}

// typeName returns the name that xsi:type has, zero if there is none, and for soapenc:Array, which any array may have with SOAP
// encoding (SOAP 1.1, section 5.4.2).
func (e *Element) typeName() (name xsd.QName) {
	if a := e.AttrNS(xsd.InstanceNamespace, "type"); a != nil {
		name = nameIn(e, a.Value)
	}
	if name.Local == "Array" && (name.Space == soap11Encoding || name.Space == soap12Encoding) {
		return xsd.QName{}
	}
	return name
}

// attribute returns the type of an attribute, nil if no schema describes it, and its use, nil if a wildcard allows it.
func (g *Generator) attribute(e *Element, a *xmltree.Attr) (*xsd.SimpleType, *xsd.AttributeUse) {
	c, ok := e.Type.(*xsd.ComplexType)
	if !ok {
		return nil, nil
	}
	for _, use := range c.Attributes {
		if use.Attribute.Name == a.Name {
			return use.Attribute.Type, use
		}
	}
	if d := g.set.Attribute(a.Name); d != nil && a.Name.Space != xsd.InstanceNamespace {
		return d.Type, nil
	}
	return nil, nil
}

// assessChild assesses an element in the content of a type.
func (g *Generator) assessChild(e *Element, c *xsd.ComplexType) {
	d, w := g.find(c.Content, e.Name)
	if d == nil {
		for _, inner := range e.all() {
			inner.viaWildcard = true
		}
		if d = g.set.Element(e.Name); d == nil || w != nil && w.ProcessContents == xsd.Skip {
			return
		}
	}
	g.assess(e, d, d.Type)
}

// find returns the element with a name that a particle declares, and otherwise a wildcard that allows it.
func (g *Generator) find(p *xsd.Particle, name xsd.QName) (d *xsd.ElementDeclaration, w *xsd.Wildcard) {
	if p == nil {
		return nil, nil
	}
	switch t := p.Term.(type) {
	case *xsd.ElementDeclaration:
		return memberNamed(t, name), nil
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
			w = cmp.Or(any, w)
		}
	}
	return nil, w
}

// memberNamed returns the element with a name that may occur where d is declared: d itself or a member of its substitution group,
// unless it is abstract. It returns nil if there is none.
func memberNamed(d *xsd.ElementDeclaration, name xsd.QName) *xsd.ElementDeclaration {
	for _, member := range append(slices.Clip(d.SubstitutionGroup()), d) {
		if member.Name == name && !member.Abstract {
			return member
		}
	}
	return nil
}

func nameIn(scope xsd.Scope, text string) xsd.QName {
	prefix, local, found := strings.Cut(strings.TrimSpace(text), ":")
	if !found {
		prefix, local = "", prefix
	}
	space, _ := scope.LookupPrefix(prefix)
	return xsd.QName{Space: space, Local: local}
}
