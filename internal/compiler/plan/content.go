package plan

import (
	"example.com/quartet/internal/compiler/xsd"
)

// place is where the values of some particles go: one field of a struct. It is
// one particle, or all those of a group that is repeated.
type place struct {
	particles []*xsd.Particle // elements and wildcards, none twice
	pos       *xsd.Particle   // of the group; the particle itself for one alone
	optional  bool
	repeated  bool // beyond what the particle itself says
	choice    bool // beside others, of which one is there
}

// content takes a content model apart. It visits every group once: groups that
// refer to others twice would grow without bounds.
type content struct {
	*planner
	groups   map[*xsd.ModelGroup]bool // those that were met
	names    map[xsd.QName]*place     // where each element goes, or one that stands for it
	elements map[xsd.QName]*place     // the place of the repeated group that each element is part of, or nil
	places   []*place
	twice    *xsd.Particle // something that stands in two places
}

// fillContent gives a struct the fields for its own content; before is the
// content of its base, nil if there is none. Where plain fields would not keep
// everything, items take their place: where text may stand between elements,
// and where an element may stand in two places.
func (p *planner) fillContent(s *Struct, before, particle *xsd.Particle) {
	c := &content{planner: p, groups: make(map[*xsd.ModelGroup]bool), names: make(map[xsd.QName]*place), elements: make(map[xsd.QName]*place)}
	if before != nil {
		c.visit(before, place{}, nil)
	}
	inherited := len(c.places)
	c.visit(particle, place{}, nil)
	switch {
	case s.Mixed || c.twice != nil:
		s.Whole = s.Base != nil
		if f := p.itemsField(s, c.together(particle)); len(f.Items.Fields) > 0 || s.Mixed {
			s.Fields = append(s.Fields, f)
		}
	default:
		for _, at := range c.places[inherited:] {
			if f := p.fieldAt(s, at); f != nil {
				s.Fields = append(s.Fields, f)
			}
		}
	}
}

// together returns one place for everything that was met.
func (c *content) together(particle *xsd.Particle) *place {
	all := &place{pos: particle, repeated: true}
	wildcard := false
	for _, at := range c.places {
		for _, part := range at.particles {
			_, any := part.Term.(*xsd.Wildcard)
			if !any || !wildcard {
				all.particles = append(all.particles, part)
			}
			wildcard = wildcard || any
		}
	}
	return all
}

// visit walks through a content model. outer is how its place is bound by the
// groups around it, and into the place of a repeated group that it is part of.
func (c *content) visit(particle *xsd.Particle, outer place, into *place) {
	g, ok := particle.Term.(*xsd.ModelGroup)
	if !ok {
		c.add(particle, outer, into)
		return
	}
	if c.groups[g] {
		if !c.isEmptyGroup(particle) {
			c.twice = particle
		}
		return
	}
	c.groups[g] = true
	outer.optional = outer.optional || particle.Optional()
	if particle.Repeated() {
		outer.repeated = true
		if into == nil && !c.holdsOne(g) {
			into = &place{pos: particle, optional: outer.optional, repeated: true}
			c.places = append(c.places, into)
		}
	}
	if g.Compositor == xsd.Choice && len(g.Particles) > 1 {
		outer.optional, outer.choice = true, true
	}
	for _, child := range g.Particles {
		c.visit(child, outer, into)
	}
}

// holdsOne reports whether a group holds nothing but one element or wildcard,
// which may then be repeated in its stead.
func (c *content) holdsOne(g *xsd.ModelGroup) bool {
	for len(g.Particles) == 1 {
		inner, ok := g.Particles[0].Term.(*xsd.ModelGroup)
		if !ok {
			return true
		}
		g = inner
	}
	return false
}

// add gives an element or a wildcard its place.
func (c *content) add(particle *xsd.Particle, outer place, into *place) {
	at := into
	if at == nil {
		at = &place{pos: particle, optional: outer.optional, repeated: outer.repeated, choice: outer.choice}
	}
	if e, ok := particle.Term.(*xsd.ElementDeclaration); ok {
		there, known := c.elements[e.Name]
		if known && there != into || known && into == nil {
			c.twice = particle
		}
		if known {
			return
		}
		c.elements[e.Name] = into
		for _, m := range membersOf(e) {
			if other := c.names[m.Name]; other != nil && other != into {
				c.twice = particle
			}
			c.names[m.Name] = at
		}
	}
	at.particles = append(at.particles, particle)
	if into == nil {
		c.places = append(c.places, at)
	}
}

// fieldAt makes the field for a place, nil if nothing is there.
func (p *planner) fieldAt(s *Struct, at *place) *Field {
	if len(at.particles) == 0 {
		return nil
	}
	switch term := at.pos.Term.(type) {
	case *xsd.Wildcard:
		return p.anyField(s, at, term)
	case *xsd.ElementDeclaration:
		if len(membersOf(term)) == 0 {
			return nil // an abstract element that none stands for: no message can hold it
		}
		return p.elementField(s, at, term)
	}
	return p.itemsField(s, at)
}

func (p *planner) elementField(s *Struct, at *place, e *xsd.ElementDeclaration) *Field {
	particle := at.pos
	f := &Field{Wire: wireName(e.Name), Doc: e.Documentation, Nillable: e.Nillable, pos: particle.Pos}
	optional := at.optional || particle.Optional()
	switch {
	case particle.Repeated() || at.repeated:
		f.Occurs, f.Must = Many, !optional
	case optional:
		f.Occurs = Optional
	}
	if at.choice {
		f.Doc = inChoice(f.Doc)
	}
	if isHead(e) {
		p.grouped(f, e)
		return f
	}
	p.typed(f, e.Type, ownerOf(e, s), particle.Pos)
	f.elementDefault(e)
	return f
}

// inChoice adds to the documentation of a field that it is one of several.
func inChoice(doc string) string {
	const choice = "Part of a choice: what stands for the other alternatives is left out where this is there."
	if doc == "" {
		return choice
	}
	return doc + "\n\n" + choice
}
