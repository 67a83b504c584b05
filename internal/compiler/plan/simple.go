package plan

import (
	"cmp"

	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/plan/naming"
	"example.com/quartet/internal/compiler/xsd"
)

// scalar returns the Go type for a simple type that messages use.
func (p *planner) scalar(t *xsd.SimpleType) *ir.Scalar {
	s := p.simpleOf(t)
	p.qnames = p.qnames || hasNames(s)
	return s
}

func hasNames(s *ir.Scalar) bool {
	if s.Item != nil {
		return hasNames(s.Item)
	}
	return s.Go == "QName" || s.Go == "AnySimple"
}

// simpleOf returns the Go type for a simple type, with a declaration if the type
// has a name or enumerates values.
func (p *planner) simpleOf(t *xsd.SimpleType) *ir.Scalar {
	s := p.simples[t]
	if s != nil {
		return s
	}
	switch named := t.Name.Local != "" && !t.Redefined; {
	case t.Builtin:
		s = p.undeclared(t)
	case named, enumerates(t):
		s = p.declare(t)
	case t.Derivation == xsd.Restriction:
		s = restricted(p.simpleOf(t.Base), t)
	default:
		s = p.undeclared(t)
	}
	if s.Type == nil || t.Name.Local == "" || t.Redefined {
		own := *s // what only validation has to know is added later
		s = &own
	}
	p.simples[t] = s
	return s
}

// restricted returns the Go type for a restriction without a declaration: the type
// of its base, with the restriction's white space.
func restricted(base *ir.Scalar, t *xsd.SimpleType) *ir.Scalar {
	if t.Variety != xsd.Atomic || base.Go != "string" {
		return base
	}
	s := *base
	s.Kind = builtinScalar(t).Kind
	return &s
}

// undeclared returns the Go type without a declaration for t itself.
func (p *planner) undeclared(t *xsd.SimpleType) *ir.Scalar {
	switch t.Variety {
	case xsd.List:
		return &ir.Scalar{Item: p.simpleOf(t.Item), HasNil: true}
	case xsd.Union:
		return unionScalar(t)
	}
	return builtinScalar(t)
}

// declare plans the declaration for a type.
func (p *planner) declare(t *xsd.SimpleType) *ir.Scalar {
	as := p.undeclared(t)
	d := &ir.Simple{Doc: t.Documentation, ValueDoc: describeValues(t), Scalar: as, Alias: as.Package != "", Pos: t.Pos, WSDLName: t.Name.Local}
	if !t.Redefined {
		d.Type = wireName(t.Name)
	}
	p.origin[d] = originOf(&t.Info)
	if isConstant(as) {
		d.Values = valuesOf(t, as)
	}
	p.nameSimple(d, t)
	p.pkg.Simples = append(p.pkg.Simples, d)
	s := *as
	s.Type = d
	return &s
}

// isConstant reports whether the Go type can have constants.
func isConstant(s *ir.Scalar) bool { return s.Item == nil && s.Package == "" && s.Go != "[]byte" }

// enumerates reports whether an anonymous type has enumerated values that can be
// Go constants and are not enumerated by a named base type.
func enumerates(t *xsd.SimpleType) bool {
	if t.Variety == xsd.List || t.Variety == xsd.Union && !isConstant(unionScalar(t)) || t.Variety != xsd.Union && !isConstant(builtinScalar(t)) {
		return false
	}
	lists := false
	for ; t != nil && !t.Builtin; t = t.Base {
		if t.Name.Local != "" && !t.Redefined {
			return lists && t.Enumeration() == nil
		}
		for _, f := range t.Facets {
			lists = lists || f.Kind == xsd.Enumeration
		}
		if t.Derivation == xsd.ByUnion {
			return lists || memberEnumerates(t)
		}
	}
	return lists
}

func memberEnumerates(t *xsd.SimpleType) bool {
	for _, m := range t.Members {
		if m.Name.Local == "" && m.Enumeration() != nil {
			return true
		}
	}
	return false
}

// nameSimple requests a name. An anonymous type is named after its owner and the
// component that the owner is declared in.
func (p *planner) nameSimple(s *ir.Simple, t *xsd.SimpleType) {
	o := typeOwner{naming.GoName(t.Name.Local), "simple type " + t.Name.Local, "", naming.ID{Kind: "type", Space: t.Name.Space, Path: t.Name.Local}}
	c := &naming.Candidate{Suffix: "Type", Rank: rankType, Related: typeRelated(s), Decl: s}
	if t.Name.Local == "" {
		o, c.Rank = ownerOfSimple(t), rankElement
		o.description = "type of the " + o.description
	}
	c.Want, c.Key, c.ID, c.Pos, c.Description = o.name, o.id.Space+" "+o.id.Path, o.id, t.Pos, "the "+o.description
	c.Set = func(name string) { s.Name = name }
	s.What, s.Doc = o.description, cmp.Or(s.Doc, o.doc)
	p.candidates = append(p.candidates, c)
	p.nameValues(s, o.id)
}

// typeOwner is the component that an anonymous simple type is named after.
type typeOwner struct {
	name, description, doc string
	id                     naming.ID
}

// ownerOfSimple returns the owner of an anonymous simple type.
func ownerOfSimple(t *xsd.SimpleType) typeOwner {
	switch o := t.Owner.(type) {
	case *xsd.ElementDeclaration:
		return declared("element", &o.Info, o.Owner)
	case *xsd.AttributeDeclaration:
		return declared("attribute", &o.Info, o.Owner)
	case *xsd.SimpleType:
		return partOf(o, "items", "Item")
	case *xsd.ComplexType:
		return partOf(o, "text", "Value")
	}
	return typeOwner{name: "Value", description: "value", id: naming.ID{Kind: "type", Space: naming.AnyNamespace}}
}

func declared(kind string, info *xsd.Info, in xsd.Component) typeOwner {
	o := typeOwner{naming.GoName(info.Name.Local), kind + " " + info.Name.Local, info.Documentation, naming.ID{Kind: kind, Space: info.Name.Space, Path: info.Name.Local}}
	if in != nil {
		outer := componentOwner(in)
		o.name = outer.name + o.name
		o.id.Space, o.id.Path = outer.id.Space, outer.id.Path+"/"+o.id.Path
	}
	return o
}

// partOf returns the owner of an unnamed part of a component.
func partOf(c xsd.Component, part, suffix string) typeOwner {
	o := componentOwner(c)
	return typeOwner{o.name + suffix, part + " of the " + o.description, "", naming.ID{Kind: "type", Space: o.id.Space, Path: o.id.Path + "/" + part}}
}

// componentOwner returns the owner for a component: the component itself if it has
// a name, otherwise its owner.
func componentOwner(c xsd.Component) typeOwner {
	if name := c.Component().Name; name.Local != "" {
		return typeOwner{name: naming.GoName(name.Local), description: "type " + name.Local, id: naming.ID{Kind: "type", Space: name.Space, Path: name.Local}}
	}
	switch c := c.(type) {
	case *xsd.ComplexType:
		if c.Owner != nil {
			return componentOwner(c.Owner)
		}
	case *xsd.SimpleType:
		return ownerOfSimple(c)
	}
	return typeOwner{name: "Value", description: "value", id: naming.ID{Kind: "type", Space: naming.AnyNamespace}}
}
