package plan

import (
	"cmp"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/xsd"
)

// Simple is the declaration of a Go type for a simple type of the contract: a
// named one, or the enumeration of an element or attribute.
//
// What has a type of its own in the run-time support is an alias of that; a list
// is a slice; all others are defined types, with a constant for each value that
// the contract lists.
type Simple struct {
	Package *Package // for a namespace; nil: the service's
	Name    string
	What    string // what it is, for the documentation: "simple type colour"
	Doc     string
	About   string  // sentences on the values; may be empty
	Scalar  *Scalar // what it is declared as
	Alias   bool
	Values  []Value
	Entry   string // what the validator finds the type by; "": it is not checked by itself

	// Validator is a function that stands for the method Validate, which an alias
	// of a type of the run-time support cannot have; "": there is no need for one.
	Validator string

	home  home
	pos   diag.Pos
	local string
}

// scalar returns the Go type for a simple type that is in use; what is what has
// the type, for people.
func (p *planner) scalar(t *xsd.SimpleType, pos diag.Pos, what string) *Scalar {
	s := p.simpleOf(t)
	p.qnames = p.qnames || s.holdsNames()
	return s
}

func (s *Scalar) holdsNames() bool {
	if s.Item != nil {
		return s.Item.holdsNames()
	}
	return s.Go == "QName" || s.Go == "AnySimple"
}

// simpleOf returns the Go type for a simple type, with a declaration if it is
// worth one.
func (p *planner) simpleOf(t *xsd.SimpleType) *Scalar {
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
	p.simples[t] = s
	return s
}

// restricted returns the Go type for a restriction that has no declaration of
// its own: that of its base, with its own white space.
func restricted(base *Scalar, t *xsd.SimpleType) *Scalar {
	if t.Variety != xsd.Atomic || base.Go != "string" {
		return base
	}
	s := *base
	s.Read = builtinScalar(t).Read
	return &s
}

// undeclared returns the Go type without a declaration for t itself.
func (p *planner) undeclared(t *xsd.SimpleType) *Scalar {
	switch t.Variety {
	case xsd.List:
		return &Scalar{Item: p.simpleOf(t.Item), HasNil: true}
	case xsd.Union:
		return unionScalar(t)
	}
	return builtinScalar(t)
}

// declare plans the declaration for a type.
func (p *planner) declare(t *xsd.SimpleType) *Scalar {
	as := p.undeclared(t)
	d := &Simple{Doc: t.Documentation, About: about(t), Scalar: as, Alias: as.Support, home: homeOf(&t.Info), pos: t.Pos, local: t.Name.Local}
	if as.constant() {
		d.Values = valuesOf(t, as)
	}
	p.nameSimple(d, t)
	p.pkg.Simples = append(p.pkg.Simples, d)
	s := *as
	s.Type = d
	return &s
}

// constant reports whether Go has constants of the type.
func (s *Scalar) constant() bool { return s.Item == nil && !s.Support && s.Go != "[]byte" }

// enumerates reports whether an anonymous type lists values that no named type
// lists, and that Go has constants for.
func enumerates(t *xsd.SimpleType) bool {
	if t.Variety == xsd.List || t.Variety == xsd.Union && !unionScalar(t).constant() || t.Variety != xsd.Union && !builtinScalar(t).constant() {
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

// nameSimple asks for a name. An anonymous type is called after what has it, and
// what that is declared in.
func (p *planner) nameSimple(s *Simple, t *xsd.SimpleType) {
	o := simpleOwner{GoName(t.Name.Local), "simple type " + t.Name.Local, "", identity{"type", t.Name.Space, t.Name.Local}}
	c := candidate{suffix: "Type", rank: rankType, decl: s}
	if t.Name.Local == "" {
		o, c.rank = ownerOfSimple(t), rankElement
		o.what = "type of the " + o.what
	}
	c.want, c.key, c.id, c.pos, c.what = o.name, o.id.space+" "+o.id.path, o.id, t.Pos, "the "+o.what
	c.set = func(name string) { s.Name = name }
	s.What, s.Doc = o.what, cmp.Or(s.Doc, o.doc)
	p.named = append(p.named, c)
	p.nameValues(s, o.id)
	if s.Alias && !s.Scalar.holdsNames() && restricts(t) {
		p.named = append(p.named, candidate{
			scope: valueScope{}, decl: s, late: func() string { return "Validate" + s.Name }, suffix: "Value", key: o.id.space + " " + o.id.path,
			what: "the validation of the " + s.What, pos: t.Pos, id: identity{"validation", o.id.space, o.id.path},
			set: func(name string) { s.Validator = name },
		})
	}
}

// restricts reports whether the schema says more of a type than what its Go type
// holds anyway.
func restricts(t *xsd.SimpleType) bool {
	for ; t != nil && !t.Builtin; t = t.Base {
		if len(t.Facets) > 0 || t.Variety != xsd.Atomic {
			return true
		}
	}
	return false
}

// simpleOwner is what an anonymous type is called after.
type simpleOwner struct {
	name, what, doc string
	id              identity
}

// ownerOfSimple finds out what has an anonymous simple type.
func ownerOfSimple(t *xsd.SimpleType) simpleOwner {
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
	return simpleOwner{name: "Value", what: "value", id: identity{"type", anyNamespace, ""}}
}

func declared(kind string, info *xsd.Info, in xsd.Component) simpleOwner {
	o := simpleOwner{GoName(info.Name.Local), kind + " " + info.Name.Local, info.Documentation, identity{kind, info.Name.Space, info.Name.Local}}
	if in != nil {
		outer := componentOwner(in)
		o.name = outer.name + o.name
		o.id.space, o.id.path = outer.id.space, outer.id.path+"/"+o.id.path
	}
	return o
}

// partOf returns the owner for what has no name of its own in a component.
func partOf(c xsd.Component, part, suffix string) simpleOwner {
	o := componentOwner(c)
	return simpleOwner{o.name + suffix, part + " of the " + o.what, "", identity{"type", o.id.space, o.id.path + "/" + part}}
}

// componentOwner returns what is called after a component: its own name, or that
// of the element or whatever has it.
func componentOwner(c xsd.Component) simpleOwner {
	if name := c.Component().Name; name.Local != "" {
		return simpleOwner{name: GoName(name.Local), what: "type " + name.Local, id: identity{"type", name.Space, name.Local}}
	}
	switch c := c.(type) {
	case *xsd.ComplexType:
		if c.Owner != nil {
			return componentOwner(c.Owner)
		}
	case *xsd.SimpleType:
		return ownerOfSimple(c)
	}
	return simpleOwner{name: "Value", what: "value", id: identity{"type", anyNamespace, ""}}
}
