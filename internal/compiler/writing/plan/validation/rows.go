package validation

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// What the rows of a struct say about documents, as package emit writes them and package
// validate reads them.

// ownRows returns what the rows of a struct say besides those of its base, nil if they do
// not say what the content is.
func (d *describer) ownRows(s *ir.Struct) *ir.Model {
	if s.ReplacesBase {
		return nil
	}
	m := &ir.Model{Attrs: s.Attrs, AnyAttribute: s.AnyAttribute}
	switch {
	case s.Array != nil:
		return nil // without the attributes of the encoding
	case s.Simple:
		if len(s.Fields) > 0 {
			m.Value = s.Fields[0]
		}
		return m
	}
	ok := true
	m.Content = rowParticles(s, &ok)
	if !ok {
		return nil
	}
	return m
}

// allRows returns what the rows of a struct say, including the rows of its base.
func (d *describer) allRows(s *ir.Struct, t *xsd.ComplexType) *ir.Model {
	own := d.ownRows(s)
	if s.Base == nil || own == nil {
		return own
	}
	base, _ := typing.Derivation(t)
	m := d.wholeModel(base, s.Package)
	for _, a := range own.Attrs {
		i := slices.IndexFunc(m.Attrs, func(f *ir.Field) bool { return f.Wire.Local == a.Wire.Local && f.Wire.Space == a.Wire.Space })
		if i >= 0 {
			m.Attrs[i] = a
			continue
		}
		m.Attrs = append(m.Attrs, a)
	}
	m.AnyAttribute = own.AnyAttribute
	m.Content = append(m.Content, own.Content...)
	if own.Value != nil {
		m.Value = own.Value
	}
	return m
}

// rowParticles returns the content in the rows of a struct. It sets ok to false if they do
// not say it.
func rowParticles(s *ir.Struct, ok *bool) []*ir.Particle {
	if s.Content != nil {
		return rowsOf(s.Content, false, ok)
	}
	var all []*ir.Particle
	for _, f := range s.Fields {
		p := &ir.Particle{Min: 1, Max: 1, Field: f}
		if f.Occurs == ir.Many {
			p.Max = xsd.Unbounded
		}
		if f.Occurs == ir.Optional || f.Occurs == ir.Many && !f.Must {
			p.Min = 0
		}
		all = append(all, itemsOf(p, ok))
	}
	return all
}

// rowsOf returns particles with the occurrence that rows have for them: a field that SOAP
// encoding makes optional is optional. optional is set if the group around them may be
// absent, or if only some of them are present.
func rowsOf(particles []*ir.Particle, optional bool, ok *bool) []*ir.Particle {
	var all []*ir.Particle
	for _, p := range particles {
		row := *p
		switch {
		case p.Field == nil:
			row.Particles = rowsOf(p.Particles, optional || p.Group == ir.Choice || !p.Once(), ok)
		case !optional && p.Once() && p.Field.Occurs == ir.Optional:
			row.Min = 0
		}
		all = append(all, itemsOf(&row, ok))
	}
	return all
}

// itemsOf returns a particle, or the group whose items its field has.
func itemsOf(p *ir.Particle, ok *bool) *ir.Particle {
	if p.Field == nil || p.Field.Items == nil {
		return p
	}
	if p.Field.Items.Content == nil {
		*ok = false
		return p
	}
	group := &ir.Particle{Min: 1, Max: 1, Group: ir.Sequence}
	group.Particles = p.Field.Items.Content
	return group
}
