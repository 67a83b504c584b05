package typing

import (
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// itemsField plans the field for the elements of a repeated group, or for a
// content model whose order or text separate fields would lose. It is a slice of
// items. An item is a struct with a field for each element, one of which is set.
func (p *Planner) itemsField(s *ir.Struct, fp *fieldParticles) *ir.Field {
	item := &ir.Struct{Kind: "item", WSDLName: s.WSDLName, Pos: fp.particle.Pos}
	p.out.Origins[item] = p.out.Origins[s]
	p.out.Structs = append(p.out.Structs, item)
	n := 1
	for _, f := range s.Fields {
		if f.Items != nil {
			n++
		}
	}
	p.nameItem(item, s, n)
	for _, particle := range fp.particles {
		single := *particle
		single.Min, single.Max = 0, 1
		one := &fieldParticles{particles: []*xsd.Particle{particle}, particle: &single, optional: true}
		if f := p.fieldFor(item, one); f != nil {
			item.Fields = append(item.Fields, f)
		}
	}
	if s.Mixed {
		item.Text = &ir.Field{Name: "Text", Doc: "Text between elements.", Occurs: ir.Optional, Scalar: scalars["string"], Pos: fp.particle.Pos}
	}
	f := &ir.Field{Name: numbered(s, "Items"), Items: item, Occurs: ir.Many, Doc: "The elements in the order in which they are sent.", Pos: fp.particle.Pos}
	if s.ReplacesBase {
		f.Doc = "All elements in the order in which they are sent. Those fields of the embedded struct that are for elements, or text, are not used."
	}
	return f
}
