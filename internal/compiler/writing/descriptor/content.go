package descriptor

import (
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// fieldRows returns the rows of a content model of fields. Groups have a row before
// their particles, and one after them:
//
//	{Kind: kind.Choice, Occurs: schema.Once},
//	{Name: "bus", NS: 1, Kind: kind.Int32, Occurs: schema.Once},
//	{Name: "tram", NS: 1, Kind: kind.Int32, Occurs: schema.Once},
//	{Kind: kind.End},
//
// optional is set if the group around the particles may be absent, or only some of them
// are there.
func (p *Package) fieldRows(s *ir.Struct, particles []*ir.Particle, optional bool) []schema.Row {
	var rows []schema.Row
	for _, part := range particles {
		if part.Field == nil {
			inner := p.fieldRows(s, part.Particles, optional || part.Group == ir.Choice || !part.Once())
			rows = append(rows, bracketed(part, inner)...)
			continue
		}
		r := p.row(part.Field, schema.AtElement)
		if part.Field.Items == nil {
			one := s.Kind == "item" || !optional && part.Once() && part.Field.Occurs == ir.Optional
			setOccurs(&r, part, one)
			if s.Kind == "item" && part.Once() {
				r.Occurs = schema.Once
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// particleRows returns the rows of a content model that has no fields in Go: each
// occurs as often as the schema says.
func (p *Package) particleRows(particles []*ir.Particle) []schema.Row {
	var rows []schema.Row
	for _, part := range particles {
		if part.Field == nil {
			rows = append(rows, bracketed(part, p.particleRows(part.Particles))...)
			continue
		}
		r := p.row(part.Field, schema.AtElement)
		setOccurs(&r, part, false)
		rows = append(rows, r)
	}
	return rows
}

// bracketed returns the rows of a group, including the rows of its particles.
func bracketed(p *ir.Particle, inner []schema.Row) []schema.Row {
	k := [...]schema.Kind{ir.Sequence: kind.Sequence, ir.Choice: kind.Choice, ir.All: kind.All}[p.Group]
	r := schema.Row{Kind: k}
	setOccurs(&r, p, false)
	return append(append([]schema.Row{r}, inner...), schema.Row{Kind: kind.End})
}

// setOccurs sets how often a particle occurs, and the exact numbers if that does not
// say it. If one is set, the field holds one value.
func setOccurs(r *schema.Row, p *ir.Particle, one bool) {
	bounded := p.Max > 1 || p.Min > 1
	switch {
	case one:
		r.Occurs, bounded = schema.Optional, p.Max != 1
	case p.Max == 1 && p.Min == 1:
		r.Occurs = schema.Once
	case p.Max == 1:
		r.Occurs = schema.Optional
	case p.Min == 0:
		r.Occurs = schema.Many
	default:
		r.Occurs = schema.OnceOrMore
	}
	if bounded {
		m := more(r)
		m.Min, m.Max = p.Min, p.Max
	}
}

// model returns the rows of a model, nil if there is none. They have no fields in Go.
func (p *Package) model(m *ir.Model) []schema.Row {
	if m == nil {
		return nil
	}
	rows := []schema.Row{}
	if m.Base != nil {
		rows = append(rows, schema.Row{Kind: kind.Base, Of: p.Struct(m.Base)})
	}
	for _, f := range m.Attrs {
		rows = append(rows, p.row(f, schema.AtAttribute))
	}
	if m.AnyAttribute != nil {
		rows = append(rows, schema.Row{Kind: kind.AnyAttributes, More: &schema.More{Any: wildcard(m.AnyAttribute)}})
	}
	if m.Value != nil {
		rows = append(rows, p.row(m.Value, schema.AtContent))
	}
	if m.Items != nil {
		rows = append(rows, p.row(m.Items, schema.AtItem))
	}
	rows = append(rows, p.particleRows(m.Content)...)
	return rows
}

// globalElement describes a global element, or the wrapper of an rpc message.
func (p *Package) globalElement(g *ir.GlobalElement) schema.GlobalElement {
	return schema.GlobalElement{
		Row:      global(p.row(g.Field, schema.AtElement)),
		Abstract: g.Abstract, Message: g.Message, Model: p.model(g.Model), Mixed: g.Mixed,
	}
}

// global returns the row of a global declaration, which is not a field and does not say
// how often it occurs.
func global(r schema.Row) schema.Row {
	r.Occurs = 0
	return r
}

// Value returns the row of the value of a result, a header block, a fault or a
// document. That of a list, or of an array of SOAP encoding, describes its items. It
// has nothing that only validation needs, which knows the element of the value.
func (p *Package) Value(r *ir.Result) schema.Row {
	var v schema.Row
	switch f := r.Item; {
	case r.Array != nil:
		v = p.arrayRow(r.Array.Array.Item, r.Array.Array)
	case r.Kind == ir.ListResult:
		v = p.row(&f, schema.AtElement)
	default:
		v = p.single(r)
	}
	if v.More == nil {
		return v
	}
	m := *v.More
	m.Facets, m.Fixed, m.IsFixed, m.Block, m.Constraints = nil, "", false, 0, nil
	return withMore(v, m)
}

// single returns the row of a value whose element has its name elsewhere.
func (p *Package) single(r *ir.Result) schema.Row {
	f := ir.Field{Struct: r.Item.Struct, Scalar: r.Item.Scalar, Poly: r.Item.Poly}
	if f.Struct != nil && f.Struct.IsSubstitutionGroup() {
		f.Group, f.Struct = f.Struct, nil
	}
	var v schema.Row
	v.Kind, v.Of = p.kind(&f)
	if r.Must {
		v.Occurs = schema.Once
	}
	if r.Item.Fallback != "" {
		more(&v).Default = r.Item.Fallback
	}
	return v
}
