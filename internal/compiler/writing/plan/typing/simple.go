package typing

import (
	"cmp"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// scalar returns the Go type for a simple type that messages use.
func (p *Planner) scalar(t *xsd.SimpleType) *ir.Scalar {
	s := p.simpleOf(t)
	p.out.QNames = p.out.QNames || hasNames(s)
	return s
}

func hasNames(s *ir.Scalar) bool {
	if s.Item != nil {
		return hasNames(s.Item)
	}
	return s.Go == "QName" || s.Go == "AnySimple"
}

// simpleOf returns the Go type for a simple type, with a declaration if the type
// has a name or Enumerates values.
func (p *Planner) simpleOf(t *xsd.SimpleType) *ir.Scalar {
	s := p.out.Scalars[t]
	if s != nil {
		return s
	}
	switch named := t.Name.Local != "" && !t.Redefined; {
	case t.Builtin:
		s = p.undeclared(t)
	case named, Enumerates(t):
		s = p.declare(t)
	case t.Derivation == xsd.Restriction && p.out.Forms.Keeps(t) && !p.out.Forms.Keeps(t.Base):
		s = p.out.Forms.Scalar(t)
	case t.Derivation == xsd.Restriction:
		s = Restricted(p.simpleOf(t.Base), t)
	default:
		s = p.undeclared(t)
	}
	if s.Type == nil || t.Name.Local == "" || t.Redefined {
		own := *s // what only validation has to know is added later
		s = &own
	}
	p.out.Scalars[t] = s
	return s
}

// Restricted returns the Go type for a restriction without a declaration: the type
// of its base, with the restriction's white space.
func Restricted(base *ir.Scalar, t *xsd.SimpleType) *ir.Scalar {
	if t.Variety != xsd.Atomic || base.Go != "string" {
		return base
	}
	s := *base
	if form := BuiltinScalar(t); form.Go == "string" {
		s.Kind = form.Kind
	}
	return &s
}

// undeclared returns the Go type without a declaration for t itself.
func (p *Planner) undeclared(t *xsd.SimpleType) *ir.Scalar {
	switch t.Variety {
	case xsd.List:
		return &ir.Scalar{Item: p.simpleOf(t.Item), HasNil: true}
	case xsd.Union:
		return UnionScalar(t)
	}
	return p.out.Forms.Scalar(t)
}

// undeclaredForm is undeclared for a type that is not planned for it.
func (p *Planner) undeclaredForm(t *xsd.SimpleType) *ir.Scalar {
	if t.Variety == xsd.List {
		return &ir.Scalar{HasNil: true, Item: WhiteSpace["collapse"]}
	}
	return p.undeclared(t)
}

// declare plans the declaration for a type.
func (p *Planner) declare(t *xsd.SimpleType) *ir.Scalar {
	as := p.undeclared(t)
	d := &ir.Simple{Doc: t.Documentation, ValueDoc: describeValues(t), Scalar: as, Alias: as.Package != "", Pos: t.Pos, WSDLName: t.Name.Local}
	if !t.Redefined {
		d.Type = WireName(t.Name)
	}
	p.out.Origins[d] = split.OriginOf(&t.Info)
	if isConstant(as) {
		d.Values = valuesOf(t, as)
	}
	p.nameSimple(d, t)
	p.out.Simples = append(p.out.Simples, d)
	s := *as
	s.Type = d
	return &s
}

// isConstant reports whether the Go type can have constants.
func isConstant(s *ir.Scalar) bool { return s.Item == nil && s.Package == "" && s.Go != "[]byte" }

// Enumerates reports whether an anonymous type has enumerated values that can be
// Go constants and are not enumerated by a named base type.
func Enumerates(t *xsd.SimpleType) bool {
	if t.Variety == xsd.List || t.Variety == xsd.Union && !isConstant(UnionScalar(t)) || t.Variety != xsd.Union && !isConstant(BuiltinScalar(t)) {
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
func (p *Planner) nameSimple(s *ir.Simple, t *xsd.SimpleType) {
	o := TypeOwner{naming.GoName(t.Name.Local), "simple type " + t.Name.Local, "", naming.ID{Kind: "type", Space: t.Name.Space, Path: t.Name.Local}}
	c := &naming.Candidate{Suffix: "Type", Rank: naming.RankType, Related: Related(s), Decl: s}
	if t.Name.Local == "" {
		o, c.Rank = OwnerOfSimple(t), naming.RankElement
		o.Description = "type of the " + o.Description
	}
	c.Want, c.Key, c.ID, c.Pos, c.Description = o.Name, o.ID.Space+" "+o.ID.Path, o.ID, t.Pos, "the "+o.Description
	c.Set = func(name string) { s.Name = name }
	s.What, s.Doc = o.Description, cmp.Or(s.Doc, o.Doc)
	p.out.Names = append(p.out.Names, c)
	p.nameValues(s, o.ID)
}

// TypeOwner is the component that an anonymous simple type is named after.
type TypeOwner struct {
	Name, Description, Doc string
	ID                     naming.ID
}

// OwnerOfSimple returns the owner of an anonymous simple type.
func OwnerOfSimple(t *xsd.SimpleType) TypeOwner {
	switch o := t.Owner.(type) {
	case *xsd.ElementDeclaration:
		return Declared("element", &o.Info, o.Owner)
	case *xsd.AttributeDeclaration:
		return Declared("attribute", &o.Info, o.Owner)
	case *xsd.SimpleType:
		return partOf(o, "items", "Item")
	case *xsd.ComplexType:
		return partOf(o, "text", "Value")
	}
	return TypeOwner{Name: "Value", Description: "value", ID: naming.ID{Kind: "type", Space: naming.AnyNamespace}}
}

// Declared returns the owner that is a declaration: in is the component around it, nil if it is
// global.
func Declared(kind string, info *xsd.Info, in xsd.Component) TypeOwner {
	o := TypeOwner{naming.GoName(info.Name.Local), kind + " " + info.Name.Local, info.Documentation, naming.ID{Kind: kind, Space: info.Name.Space, Path: info.Name.Local}}
	if in != nil {
		outer := ComponentOwner(in)
		o.Name = outer.Name + o.Name
		o.ID.Space, o.ID.Path = outer.ID.Space, outer.ID.Path+"/"+o.ID.Path
	}
	return o
}

// partOf returns the owner of an unnamed part of a component.
func partOf(c xsd.Component, part, suffix string) TypeOwner {
	o := ComponentOwner(c)
	return TypeOwner{o.Name + suffix, part + " of the " + o.Description, "", naming.ID{Kind: "type", Space: o.ID.Space, Path: o.ID.Path + "/" + part}}
}

// ComponentOwner returns the owner for a component: the component itself if it has
// a name, otherwise its owner.
func ComponentOwner(c xsd.Component) TypeOwner {
	if name := c.Component().Name; name.Local != "" {
		return TypeOwner{Name: naming.GoName(name.Local), Description: "type " + name.Local, ID: naming.ID{Kind: "type", Space: name.Space, Path: name.Local}}
	}
	switch c := c.(type) {
	case *xsd.ComplexType:
		if c.Owner != nil {
			return ComponentOwner(c.Owner)
		}
	case *xsd.SimpleType:
		return OwnerOfSimple(c)
	}
	return TypeOwner{Name: "Value", Description: "value", ID: naming.ID{Kind: "type", Space: naming.AnyNamespace}}
}
