package plan

import (
	"example.com/quartet/internal/diag"
	"example.com/quartet/internal/xsd"
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
	groups map[*xsd.ModelGroup]bool // those that were met
	names  map[xsd.QName]*place     // where each element goes
	places []*place
	twice  *xsd.Particle // something that stands in two places
}

// fillContent gives a struct the fields for its own content; before is the
// content of its base, nil if there is none.
func (p *planner) fillContent(s *Struct, before, particle *xsd.Particle) {
	c := &content{planner: p, groups: make(map[*xsd.ModelGroup]bool), names: make(map[xsd.QName]*place)}
	if before != nil {
		c.visit(before, place{}, nil)
		c.places = nil
	}
	c.visit(particle, place{}, nil)
	if c.twice != nil {
		what := "a group that occurs twice"
		if e, ok := c.twice.Term.(*xsd.ElementDeclaration); ok {
			what = "a second element " + quoted(e.Name.Local)
		}
		p.unsupported(c.twice.Pos, "%s in the content of %s", what, quoted(s.WSDLName))
		return
	}
	for _, at := range c.places {
		if f := p.fieldAt(s, at); f != nil {
			s.Fields = append(s.Fields, f)
		}
	}
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
		switch there := c.names[e.Name]; {
		case there == nil:
			c.names[e.Name] = at
		case there == into:
			return
		default:
			c.twice = particle
			return
		}
	}
	at.particles = append(at.particles, particle)
	if into == nil {
		c.places = append(c.places, at)
	}
}

// fieldAt makes the field for a place.
func (p *planner) fieldAt(s *Struct, at *place) *Field {
	if len(at.particles) == 0 {
		return nil
	}
	if _, ok := at.pos.Term.(*xsd.ModelGroup); ok {
		p.unsupported(at.pos.Pos, "an xs:%s that does not occur exactly once", at.pos.Term.(*xsd.ModelGroup).Compositor)
		return nil
	}
	switch term := at.pos.Term.(type) {
	case *xsd.Wildcard:
		p.unsupported(at.pos.Pos, "xs:any")
	case *xsd.ElementDeclaration:
		return p.elementField(s, at, term)
	}
	return nil
}

func (p *planner) elementField(s *Struct, at *place, e *xsd.ElementDeclaration) *Field {
	particle := at.pos
	f := &Field{Wire: wireName(e.Name), Doc: e.Documentation, Nillable: e.Nillable, pos: particle.Pos}
	if p.substituted(e, particle.Pos) {
		return nil
	}
	optional := at.optional || particle.Optional()
	switch {
	case particle.Repeated() || at.repeated:
		f.Occurs, f.Must = Many, !optional
		if particle.Min > 1 || particle.Repeated() && particle.Max != xsd.Unbounded {
			p.note(particle.Pos, "how many %s there are is not checked", quoted(e.Name.Local))
		}
	case optional:
		f.Occurs = Optional
	}
	if at.choice {
		f.Doc = inChoice(f.Doc)
	}
	if e.Default != nil || e.Fixed != nil {
		p.note(e.Pos, "the default or fixed value of %s is not applied", quoted(e.Name.Local))
	}
	p.typed(f, e.Type, ownerOf(e, s), particle.Pos)
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

// substituted reports whether other elements stand in for e.
func (p *planner) substituted(e *xsd.ElementDeclaration, pos diag.Pos) bool {
	if e.Abstract || len(e.Substitutes) > 0 {
		p.unsupported(pos, "the substitution group of %s", quoted(e.Name.Local))
		return true
	}
	return false
}
