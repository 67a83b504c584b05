package validation

import (
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
	"example.com/quartet/templates/soap/schema"
)

// describeSimples describes the values of all simple types that are declared.
func (d *describer) describeSimples() {
	for t, s := range d.in.Types.Scalars {
		d.source[s] = t
	}
	for t, s := range d.in.Types.Scalars {
		if s.Type != nil {
			s.Facets = d.stepsAfter(t)
		}
	}
	for t, s := range d.in.Types.Scalars {
		if s.Type != nil && d.declares(t) {
			d.fillSimple(s.Type, t)
			if s.Item != nil {
				s.Item = s.Type.Scalar.Item
			}
		}
	}
}

// declares reports whether the declaration that a scalar refers to is the
// declaration of t, and not of a base.
func (d *describer) declares(t *xsd.SimpleType) bool {
	return t.Name.Local != "" && !t.Redefined || typing.Enumerates(t)
}

// stepsAfter returns the facets of the anonymous restrictions between t and the declared
// type that it is derived from.
func (d *describer) stepsAfter(t *xsd.SimpleType) *schema.Facets {
	if d.declares(t) || t.Base == nil {
		return nil
	}
	return d.facetsOf(t, d.stepsAfter(t.Base))
}

// fillSimple sets what a description says about the values of t.
func (d *describer) fillSimple(s *ir.Simple, t *xsd.SimpleType) {
	if s.Scalar.Item != nil {
		s.Scalar.Item = d.scalarFor(t.Item, s.Package)
	}
	switch t.Derivation {
	case xsd.Restriction:
		base := *d.scalarFor(t.Base, s.Package)
		s.Facets = d.facetsOf(t, base.Facets)
		base.Facets = nil
		s.Base = &base
	case xsd.ByUnion:
		for _, m := range t.Members {
			s.Members = append(s.Members, d.scalarFor(m, s.Package))
		}
	}
	d.typeName(&s.Type, &t.Info, s.Package)
}

// scalarFor returns a simple type for rows of a package.
func (d *describer) scalarFor(t *xsd.SimpleType, from *ir.Package) *ir.Scalar {
	if s := d.in.Types.Scalars[t]; s != nil && s.Type != nil && sees(from, s.Type.Package) {
		return s
	}
	return d.newScalar(t, from)
}

// newScalar returns a type that is not declared, or not visible.
func (d *describer) newScalar(t *xsd.SimpleType, from *ir.Package) *ir.Scalar {
	key := describedType{t, from}
	s := d.scalars[key]
	if s == nil {
		s = d.makeScalar(t, from)
		d.scalars[key] = s
	}
	return s
}

func (d *describer) makeScalar(t *xsd.SimpleType, from *ir.Package) *ir.Scalar {
	switch {
	case t.Builtin && t.Variety != xsd.List:
		return typing.BuiltinScalar(t)
	case t.Builtin:
		return &ir.Scalar{Item: typing.BuiltinScalar(t.Item), HasNil: true, Facets: d.facetsOf(t, nil)}
	case t.Name.Local != "" && !t.Redefined:
	case t.Derivation == xsd.Restriction && !d.in.Types.Forms.Keeps(t):
		base := d.scalarFor(t.Base, from)
		s := *typing.Restricted(base, t)
		s.Facets = d.facetsOf(t, base.Facets)
		return &s
	case t.Derivation == xsd.ByList:
		if item := d.scalarFor(t.Item, from); item.Facets == nil && item.Described == nil {
			return &ir.Scalar{Item: item, HasNil: true}
		}
	}
	u := d.undeclaredSimple(t, from)
	s := *u.Scalar
	s.Described = u
	return &s
}

// undeclaredSimple returns the description of a type without a declaration.
func (d *describer) undeclaredSimple(t *xsd.SimpleType, pkg *ir.Package) *ir.Simple {
	key := describedType{t, pkg}
	if s := d.simples[key]; s != nil {
		return s
	}
	s := &ir.Simple{Package: pkg, Undeclared: true, WSDLName: t.Name.Local, Pos: t.Pos}
	d.simples[key] = s
	path := typing.PathOf(t)
	if s.What, d.paths[s] = "simple type "+t.Name.Local, path.ID; t.Name.Local == "" {
		s.What = "type of the " + path.Description
	}
	switch t.Variety {
	case xsd.List:
		s.Scalar = &ir.Scalar{Item: d.scalarFor(t.Item, pkg), HasNil: true}
	case xsd.Union:
		as := *typing.UnionScalar(t)
		s.Scalar = &as
	default:
		s.Scalar = d.in.Types.Forms.Scalar(t)
	}
	d.queue = append(d.queue, func() { d.fillSimple(s, t) })
	return s
}
