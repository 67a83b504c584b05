package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// particleRows returns the rows of a content model. Groups have a row before and one
// behind their particles:
//
//	{Kind: schema.KindChoice, Occurs: schema.Once},
//	{Name: "bus", NS: 1, Kind: schema.KindInt32, Occurs: schema.Once},
//	{Name: "tram", NS: 1, Kind: schema.KindInt32, Occurs: schema.Once},
//	{Kind: schema.KindEnd},
//
// optional is set if the group around the particles may be absent, or only some of them
// are there.
func (e *emitter) particleRows(s *ir.Struct, particles []*ir.Particle, optional bool) []jen.Code {
	var rows []jen.Code
	for _, p := range particles {
		if p.Field == nil {
			occurs, more := e.occurs(p, false)
			kind := [...]string{ir.Sequence: "KindSequence", ir.Choice: "KindChoice", ir.All: "KindAll"}[p.Group]
			rows = append(rows, row(key("Kind"), e.schema(kind), key("Occurs"), occurs, key("More"), e.more(more...)))
			rows = append(rows, e.particleRows(s, p.Particles, optional || p.Group == ir.Choice || !p.Once())...)
			rows = append(rows, row(key("Kind"), e.schema("KindEnd")))
			continue
		}
		one := s.Kind == "item" || !optional && p.Once() && p.Field.Occurs == ir.Optional
		if p.Field.Items != nil {
			rows = append(rows, e.row(p.Field, ""))
			continue
		}
		occurs, more := e.occurs(p, one)
		if s.Kind == "item" && p.Once() {
			occurs = e.schema("Once")
		}
		rows = append(rows, e.rowWith(p.Field, "", occurs, more...))
	}
	return rows
}

// occurs returns the constant for how often a particle occurs, nil for the zero value, and
// the exact numbers if the constant does not say them. If one is set, the field holds one
// value.
func (e *emitter) occurs(p *ir.Particle, one bool) (occurs jen.Code, more []jen.Code) {
	bounded := p.Max > 1 || p.Min > 1
	switch {
	case one:
		bounded = p.Max != 1
	case p.Max == 1 && p.Min == 1:
		occurs = e.schema("Once")
	case p.Max == 1:
	case p.Min == 0:
		occurs = e.schema("Many")
	default:
		occurs = e.schema("OnceOrMore")
	}
	if bounded {
		more = []jen.Code{key("Min"), number(p.Min), key("Max"), jen.Lit(p.Max)}
	}
	return occurs, more
}
