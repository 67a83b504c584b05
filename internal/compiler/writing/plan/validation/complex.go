package validation

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/typing"
	"example.com/quartet/templates/soap/schema"
	runtime "example.com/quartet/templates/soap/xsd"
)

// describeFields sets what validation has to know of the fields of structs.
func (d *describer) describeFields() {
	for f, e := range d.in.Types.ElementOf {
		d.setConstraints(f, e)
		if f.Fallback != "" {
			f.Fallback = d.value(e.Type, f.Fallback, e.ValueScope)
		}
	}
	for f, use := range d.in.Types.AttributeOf {
		d.setFixed(f, use)
	}
	for _, s := range d.pkg.Structs {
		for _, f := range append(slices.Clone(s.Attrs), s.Elements()...) {
			if t := d.source[f.Scalar]; t != nil {
				f.Scalar = d.scalarFor(t, s.Package)
			}
		}
	}
}

func (d *describer) setFixed(f *ir.Field, use *xsd.AttributeUse) {
	if use.Fixed != nil {
		value := d.value(use.Attribute.Type, *use.Fixed, use.ValueScope)
		f.Fixed = &value
	}
	if use.Default != nil && d.isKeyField(use.Attribute.Name.Local) { // nothing else depends on it
		f.Fallback = d.value(use.Attribute.Type, *use.Default, use.ValueScope)
	}
}

// describeStructs says what the schema says of all complex types that are planned.
func (d *describer) describeStructs() {
	types := make(map[*ir.Struct]*xsd.ComplexType)
	for t, s := range d.in.Types.Types {
		types[s] = t
	}
	for _, s := range d.pkg.Structs {
		t := types[s]
		if t == nil {
			continue
		}
		s.Mixed = s.Mixed && (t.Mixed() || t.ContentKind == xsd.SimpleContent) // which restricts the mixed content of a base
		d.describeType(s, t)
		m := d.modelOf(s, t)
		var rows *ir.Model
		if m.Base != nil {
			rows = d.ownRows(s)
		} else {
			rows = d.allRows(s, t)
		}
		if rows == nil || modelKey(rows, s.Mixed) != modelKey(m, t.Mixed() && m.Value == nil) {
			s.Model = m
		}
	}
}

// describeType says how a type is derived.
func (d *describer) describeType(s *ir.Struct, t *xsd.ComplexType) {
	s.Block = derivations(t.Block)
	s.Block &^= schema.Substitution // substitution applies to elements only
	d.typeName(&s.Type, &t.Info, s.Package)
	base, by := derivationSteps(t)
	switch base := base.(type) {
	case *xsd.SimpleType:
		s.DerivedText = d.scalarFor(base, s.Package)
	case *xsd.ComplexType:
		if s.Base == nil || d.in.Types.Types[base] != s.Base {
			s.DerivedFrom = d.structFor(base, s.Package)
		}
	}
	usual := xsd.Extension
	if base == nil {
		usual = xsd.Restriction
	}
	if by != xsd.DerivationSet(0).With(usual) {
		s.By = derivations(by)
	}
}

// derivationSteps returns the type that t is derived from, nil for xs:anyType, and how.
// Types that xs:redefine replaces are steps in between.
func derivationSteps(t *xsd.ComplexType) (base xsd.Type, by xsd.DerivationSet) {
	for {
		by = by.With(t.Derivation)
		b, ok := t.Base.(*xsd.ComplexType)
		switch {
		case !ok:
			return t.Base, by
		case b == nil || b.Builtin:
			return nil, by
		case !b.Redefined:
			return b, by
		}
		t = b
	}
}

// structFor returns the struct or the description of a type for rows of a package.
func (d *describer) structFor(t *xsd.ComplexType, from *ir.Package) *ir.Struct {
	if s := d.in.Types.Types[t]; s != nil && sees(from, s.Package) {
		return s
	}
	key := describedType{t, from}
	if s := d.structs[key]; s != nil {
		return s
	}
	s := &ir.Struct{Package: key.pkg, Undeclared: true, Kind: "complex type", WSDLName: t.Name.Local, Abstract: t.Abstract, Pos: t.Pos}
	d.structs[key] = s
	id := naming.ID{Space: t.Name.Space, Path: t.Name.Local}
	if e, ok := t.Owner.(*xsd.ElementDeclaration); ok && t.Name.Local == "" {
		s.Kind, s.WSDLName, id = "element", e.Name.Local, typing.PathOf(e).ID
	}
	d.paths[s] = id
	d.queue = append(d.queue, func() {
		d.describeType(s, t)
		s.Model = d.modelOf(s, t)
		s.Mixed = t.Mixed() && s.Model.Value == nil
	})
	return s
}

// modelOf returns the attributes and the content of a type as the schema has them: those
// that an extension adds to its base, or else all.
func (d *describer) modelOf(s *ir.Struct, t *xsd.ComplexType) *ir.Model {
	base, by := derivationSteps(t)
	b, ok := base.(*xsd.ComplexType)
	if !ok || by != xsd.DerivationSet(0).With(xsd.Extension) || typing.IsEncodedArray(t) || d.isTextOnly(b) != d.isTextOnly(t) {
		return d.wholeModel(t, s.Package)
	}
	m := &ir.Model{Base: d.structFor(b, s.Package), AnyAttribute: d.wildcard(t.AnyAttribute, s.Package)}
	for _, use := range t.Attributes {
		if !slices.Contains(b.Attributes, use) {
			m.Attrs = append(m.Attrs, d.attribute(use, s.Package))
		}
	}
	_, steps := typing.Derivation(t)
	if own := typing.OwnContent(steps); t.ContentKind != xsd.SimpleContent {
		m.Content = d.content(t, own, s.Package)
	}
	return m
}

// wholeModel returns all attributes and the whole content of a type.
func (d *describer) wholeModel(t *xsd.ComplexType, pkg *ir.Package) *ir.Model {
	m := &ir.Model{AnyAttribute: d.wildcard(t.AnyAttribute, pkg)}
	for _, use := range t.Attributes {
		m.Attrs = append(m.Attrs, d.attribute(use, pkg))
	}
	switch {
	case t.ContentKind == xsd.SimpleContent:
		m.Value = &ir.Field{Scalar: d.scalarFor(t.Simple, pkg), Pos: t.Pos}
	case typing.IsEncodedArray(t):
		m.Items = &ir.Field{Nillable: true, Occurs: ir.Many, Pos: t.Pos} // items that are not there may be nil (SOAP 1.1, section 5.4.2)
		d.setValueType(m.Items, typing.ItemType(t), pkg)
	case d.isTextOnly(t):
		m.Value = &ir.Field{Scalar: typing.WhiteSpace["preserve"], Pos: t.Pos}
	default:
		m.Content = d.content(t, t.Content, pkg)
	}
	return m
}

// isTextOnly reports whether the content of a type is mixed, without any elements. It is
// described as text.
func (d *describer) isTextOnly(t *xsd.ComplexType) bool {
	return t.Mixed() && d.empty.Has(t.Content)
}

// content returns content in normal form. Content that is too large to be checked may be
// any elements.
func (d *describer) content(t *xsd.ComplexType, content *xsd.Particle, pkg *ir.Package) []*ir.Particle {
	switch {
	case content == nil:
		return nil
	case d.isLarge(content):
		d.note(t.Pos, "the content of %s is not checked, as it has more than %d particles", diag.Quote(typing.PathOf(t).ID.Path), maxParticles)
		skip := &ir.Wildcard{Wildcard: runtime.Wildcard{Process: runtime.Skip}}
		return []*ir.Particle{{Max: xsd.Unbounded, Field: &ir.Field{Any: skip, Scalar: typing.RawXML, Pos: t.Pos}}}
	}
	return normalContent([]*ir.Particle{d.particle(content, pkg)})
}

func (d *describer) attribute(use *xsd.AttributeUse, pkg *ir.Package) *ir.Field {
	f := &ir.Field{Wire: typing.WireName(use.Attribute.Name), Occurs: ir.Optional, Scalar: d.scalarFor(use.Attribute.Type, pkg), Pos: use.Pos}
	if use.Required {
		f.Occurs = ir.One
	}
	d.index(&f.Wire, pkg)
	d.setFixed(f, use)
	return f
}
