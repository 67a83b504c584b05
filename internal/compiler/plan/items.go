package plan

import "example.com/quartet/internal/compiler/xsd"

// itemsField makes the field for the elements of a repeated group, or for a
// whole content model that plain fields would lose something of: the order, or
// text. Each element is an item, a struct with one field for each alternative.
func (p *planner) itemsField(s *Struct, at *place) *Field {
	item := &Struct{Kind: "item", WSDLName: s.WSDLName, pos: at.pos.Pos, home: s.home}
	p.pkg.Structs = append(p.pkg.Structs, item)
	n := 1
	for _, f := range s.Fields {
		if f.Items != nil {
			n++
		}
	}
	p.nameItem(item, s, n)
	for _, particle := range at.particles {
		alone := &place{particles: []*xsd.Particle{particle}, pos: once(particle), optional: true}
		if f := p.fieldAt(item, alone); f != nil {
			item.Fields = append(item.Fields, f)
		}
	}
	if s.Mixed {
		item.Text = &Field{Name: "Text", Doc: "Text between elements.", Occurs: Optional, Scalar: scalars["string"], pos: at.pos.Pos}
	}
	f := &Field{Name: numbered(s, "Items"), Items: item, Occurs: Many, Doc: "The elements in the order in which they are sent.", pos: at.pos.Pos}
	if s.Whole {
		f.Doc = "All elements in the order in which they are sent. Those fields of the embedded struct that are for elements, or text, are not used."
	}
	return f
}

// once returns the particle for one occurrence.
func once(particle *xsd.Particle) *xsd.Particle {
	one := *particle
	one.Min, one.Max = 0, 1
	return &one
}
