package typing

import (
	"slices"

	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/xsd"
)

// fieldParticles are the particles whose values are in one field of a struct: one
// element or wildcard, or all those of a repeated group.
type fieldParticles struct {
	particles []*xsd.Particle // elements and wildcards, each once
	particle  *xsd.Particle   // the repeated group, or the only particle
	optional  bool            // because of the groups around the particle
	repeated  bool            // because of the groups around the particle
	choice    *xsd.ModelGroup // the outermost xs:choice that they are in; nil for none
}

// content divides a content model into fields. It visits every group once, as the
// expanded content of groups that refer to others repeatedly can be exponentially
// large.
type content struct {
	empty    EmptyGroups
	groups   map[*xsd.ModelGroup]bool      // visited groups
	byName   map[xsd.QName]*fieldParticles // the field of each element or member of its substitution group
	repeated map[xsd.QName]*fieldParticles // for each element, the field of the repeated group around it, or nil
	fields   []*fieldParticles
	conflict *xsd.Particle // a particle that would need two fields
}

// fillContent adds the fields for the struct's own content; before is the content
// of its base, nil if there is none. If the content is mixed, or if an element
// occurs in several places, separate fields would lose the order. Then the struct
// gets one field with a list of items.
func (p *Planner) fillContent(s *ir.Struct, before, particle *xsd.Particle) {
	c := &content{empty: p.empty, groups: make(map[*xsd.ModelGroup]bool), byName: make(map[xsd.QName]*fieldParticles), repeated: make(map[xsd.QName]*fieldParticles)}
	if before != nil {
		c.visit(before, fieldParticles{}, nil)
	}
	inherited := len(c.fields)
	c.visit(particle, fieldParticles{}, nil)
	switch {
	case s.Mixed || c.conflict != nil:
		s.ReplacesBase = s.Base != nil
		if f := p.itemsField(s, c.allParticles(particle)); len(f.Items.Fields) > 0 || s.Mixed {
			s.Fields = append(s.Fields, f)
			f.Items.Content = nil
		}
	default:
		fields := make(map[*xsd.Particle]*ir.Field)
		for _, fp := range c.fields[inherited:] {
			if f := p.fieldFor(s, fp); f != nil {
				s.Fields = append(s.Fields, f)
				fields[fp.particle] = f
			}
		}
		s.Content = particlesOf(s, particle, fields)
	}
}

// allParticles combines the particles of all fields into one field.
func (c *content) allParticles(particle *xsd.Particle) *fieldParticles {
	all := &fieldParticles{particle: particle, repeated: true}
	for _, fp := range c.fields {
		for _, child := range fp.particles {
			if w, ok := child.Term.(*xsd.Wildcard); !ok || !slices.ContainsFunc(all.particles, func(p *xsd.Particle) bool { return allowsSame(p, w) }) {
				all.particles = append(all.particles, child)
			}
		}
	}
	return all
}

// allowsSame reports whether a particle is a wildcard that allows the same namespaces as
// w. One field is enough for both: an element is read into the first that allows it.
func allowsSame(p *xsd.Particle, w *xsd.Wildcard) bool {
	other, ok := p.Term.(*xsd.Wildcard)
	return ok && other.Constraint == w.Constraint && slices.Equal(other.Namespaces, w.Namespaces)
}

// visit walks through a content model. outer holds the constraints of the groups
// around the particle; into is the field of the repeated group around it, or nil.
func (c *content) visit(particle *xsd.Particle, outer fieldParticles, into *fieldParticles) {
	g, ok := particle.Term.(*xsd.ModelGroup)
	if !ok {
		c.add(particle, outer, into)
		return
	}
	if c.groups[g] {
		if !c.empty.Has(particle) {
			c.conflict = particle
		}
		return
	}
	c.groups[g] = true
	outer.optional = outer.optional || particle.Optional()
	if particle.Repeated() {
		outer.repeated = true
		if into == nil && !holdsOne(g) {
			into = &fieldParticles{particle: particle, optional: outer.optional, repeated: true}
			c.fields = append(c.fields, into)
		}
	}
	if g.Compositor == xsd.Choice && len(g.Particles) > 1 {
		outer.optional = true
		if outer.choice == nil {
			outer.choice = g
		}
	}
	for _, child := range g.Particles {
		c.visit(child, outer, into)
	}
}

// holdsOne reports whether a group contains only one element or wildcard. Then
// that particle is repeated instead of the group.
func holdsOne(g *xsd.ModelGroup) bool {
	for len(g.Particles) == 1 {
		inner, ok := g.Particles[0].Term.(*xsd.ModelGroup)
		if !ok {
			return true
		}
		g = inner
	}
	return false
}

// add assigns an element or a wildcard to a field.
func (c *content) add(particle *xsd.Particle, outer fieldParticles, into *fieldParticles) {
	fp := into
	if fp == nil {
		fp = &fieldParticles{particle: particle, optional: outer.optional, repeated: outer.repeated, choice: outer.choice}
	}
	if e, ok := particle.Term.(*xsd.ElementDeclaration); ok {
		before, known := c.repeated[e.Name]
		if known && before != into || known && into == nil {
			c.conflict = particle
		}
		if known {
			return
		}
		c.repeated[e.Name] = into
		for _, m := range GroupMembers(e) {
			if other := c.byName[m.Name]; other != nil && other != into {
				c.conflict = particle
			}
			c.byName[m.Name] = fp
		}
	}
	if c.followsWildcard(particle, into) {
		c.conflict = particle
	}
	fp.particles = append(fp.particles, particle)
	if into == nil {
		c.fields = append(c.fields, fp)
	}
}

// followsWildcard reports whether an element is after a wildcard that allows it and
// demands a number of elements. Then only the order says which one is meant (XML Schema
// part 1, section 3.8.6, unique particle attribution).
func (c *content) followsWildcard(particle *xsd.Particle, into *fieldParticles) bool {
	e, ok := particle.Term.(*xsd.ElementDeclaration)
	if !ok || into != nil {
		return false
	}
	return slices.ContainsFunc(c.fields, func(f *fieldParticles) bool {
		w, ok := f.particle.Term.(*xsd.Wildcard)
		return ok && !f.optional && f.particle.Min > 0 && f.particle.Min == f.particle.Max && w.Allows(e.Name.Space)
	})
}

// fieldFor plans the field for particles, nil if they cannot hold anything.
func (p *Planner) fieldFor(s *ir.Struct, fp *fieldParticles) *ir.Field {
	if len(fp.particles) == 0 {
		return nil
	}
	switch term := fp.particle.Term.(type) {
	case *xsd.Wildcard:
		return anyField(s, fp, term)
	case *xsd.ElementDeclaration:
		if len(GroupMembers(term)) == 0 {
			return nil // an abstract element without substitutes: no message can contain it
		}
		return p.elementField(s, fp, term)
	}
	return p.itemsField(s, fp)
}

func (p *Planner) elementField(s *ir.Struct, fp *fieldParticles, e *xsd.ElementDeclaration) *ir.Field {
	particle := fp.particle
	f := &ir.Field{Wire: WireName(e.Name), Doc: e.Documentation, Nillable: e.Nillable, Pos: particle.Pos}
	optional := fp.optional || particle.Optional()
	switch {
	case particle.Repeated() || fp.repeated:
		f.Occurs, f.Must = ir.Many, !optional
	case optional:
		f.Occurs = ir.Optional
	}
	if fp.choice != nil {
		p.out.ChoiceOf[f] = fp.choice
	}
	if IsHeadElement(e) {
		SetGroup(f, e, p.GroupStruct(e))
		return f
	}
	p.out.ElementOf[f] = e
	p.SetType(f, e.Type, OwnerOf(e, s))
	elementDefault(f, e)
	return f
}
