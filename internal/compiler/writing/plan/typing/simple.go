package typing

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/split"
	"example.com/quartet/templates/soap/lexical"
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
	named := t.Name.Local != "" && !t.Redefined
	if named && p.style.PlainStrings && isPlainString(t) {
		named = false
		p.out.Omitted = append(p.out.Omitted, pathOf(t).ID)
	}
	switch {
	case t.Builtin:
		s = p.undeclared(t)
	case named, Enumerates(t):
		s = p.declare(t)
	case t.Derivation == xsd.Restriction && p.out.Forms.Keeps(t) && !p.out.Forms.Keeps(t.Base):
		s = p.out.Forms.Scalar(t)
	case t.Derivation == xsd.Restriction:
		s = restrictedForm(p.simpleOf(t.Base), t)
	default:
		s = p.undeclared(t)
	}
	p.out.Scalars[t] = s
	return s
}

// isPlainString reports whether a type is not built in and restricts only the length of a string, so that its values are any strings in Go.
func isPlainString(t *xsd.SimpleType) bool {
	if t.Builtin {
		return false
	}
	for ; !t.Builtin; t = t.Base {
		if t.Derivation != xsd.Restriction {
			return false
		}
		if slices.ContainsFunc(t.Facets, func(f *xsd.Facet) bool { return !f.Kind.IsLength() && f.Kind != lexical.WhiteSpace }) {
			return false
		}
	}
	return t.Variety == xsd.Atomic && builtinScalar(t).Go == "string"
}

// restrictedForm returns the Go type for a restriction without a declaration: the type
// of its base, with the restriction's white space.
func restrictedForm(base *ir.Scalar, t *xsd.SimpleType) *ir.Scalar {
	if t.Variety != xsd.Atomic || base.Go != "string" {
		return base
	}
	s := *base
	if form := builtinScalar(t); form.Go == "string" {
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
		return unionScalar(t)
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
	if t.Variety == xsd.List || t.Variety == xsd.Union && !isConstant(unionScalar(t)) || t.Variety != xsd.Union && !isConstant(builtinScalar(t)) {
		return false
	}
	lists := false
	for ; t != nil && !t.Builtin; t = t.Base {
		if t.Name.Local != "" && !t.Redefined {
			return lists && t.Enumeration() == nil
		}
		for _, f := range t.Facets {
			lists = lists || f.Kind == lexical.Enumeration
		}
		if t.Derivation == xsd.ByUnion {
			return lists || memberEnumerates(t)
		}
	}
	return lists
}

func memberEnumerates(t *xsd.SimpleType) bool {
	return slices.ContainsFunc(t.Members, func(m *xsd.SimpleType) bool { return m.Name.Local == "" && m.Enumeration() != nil })
}

// nameSimple requests a name.
func (p *Planner) nameSimple(s *ir.Simple, t *xsd.SimpleType) {
	path := pathOf(t)
	c := &naming.Candidate{
		Related: Related(s), ID: path.ID, Want: path.Go, Choices: path.Choices, Suffix: "Type", Rank: naming.RankType,
		Pos: t.Pos, Set: func(name string) { s.Name = name }, Decl: s,
	}
	if s.What = "simple type " + t.Name.Local; t.Name.Local == "" {
		c.Rank, s.What, s.Doc = naming.RankLocal, "type of the "+path.Description, cmp.Or(s.Doc, path.Doc)
	}
	c.Description = "the " + s.What
	p.out.Names = append(p.out.Names, c)
	p.nameValues(s, path.ID)
}
