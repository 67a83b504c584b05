package typing

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// contentModel makes the content model of a struct in terms of its fields. It visits
// every group once, as [content] does: if one that holds anything occurs twice, there is
// no field for each of its particles.
type contentModel struct {
	groups map[*xsd.ModelGroup]bool // visited groups
	fields map[*xsd.Particle]*ir.Field
	failed bool // some particle has no field
}

// particlesOf returns the content model of a struct's own content, nil if its fields
// cannot express it. fields has the field of each particle that has one.
func particlesOf(s *ir.Struct, particle *xsd.Particle, fields map[*xsd.Particle]*ir.Field) []*ir.Particle {
	m := &contentModel{groups: make(map[*xsd.ModelGroup]bool), fields: fields}
	root := m.particle(particle)
	var list []*ir.Particle
	switch {
	case m.failed || root == nil:
		return nil
	case root.Field == nil && root.Group == ir.Sequence && root.Once():
		list = root.Particles
	default:
		list = []*ir.Particle{root}
	}
	if !slices.Equal(leaves(list), s.Fields) {
		return nil
	}
	return list
}

// itemParticles is particlesOf for the items of a repeated group. The group is there
// with its occurrence.
func itemParticles(item *ir.Struct, group *xsd.Particle, fields map[*xsd.Particle]*ir.Field) []*ir.Particle {
	m := &contentModel{groups: make(map[*xsd.ModelGroup]bool), fields: fields}
	root := m.group(group)
	if m.failed || root == nil || !slices.Equal(leaves([]*ir.Particle{root}), item.Fields) {
		return nil
	}
	return []*ir.Particle{root}
}

// leaves returns the fields of particles, in order.
func leaves(particles []*ir.Particle) (fields []*ir.Field) {
	var visit func(particles []*ir.Particle)
	visit = func(particles []*ir.Particle) {
		for _, p := range particles {
			if p.Field != nil {
				fields = append(fields, p.Field)
			}
			visit(p.Particles)
		}
	}
	visit(particles)
	return fields
}

// particle returns a particle with its fields, nil if it cannot hold anything. A group
// of one particle is that particle, if that says the same.
func (m *contentModel) particle(p *xsd.Particle) *ir.Particle {
	if f := m.fields[p]; f != nil {
		return &ir.Particle{Min: p.Min, Max: p.Max, Field: f}
	}
	if _, ok := p.Term.(*xsd.ModelGroup); !ok {
		m.failed = m.failed || holdsAny(p)
		return nil
	}
	g := m.group(p)
	if g == nil || len(g.Particles) != 1 {
		return g
	}
	only := g.Particles[0]
	if !only.Once() && !g.Once() && !p.Repeated() {
		return g
	}
	for g = times(g, only); p.Repeated() && g.Field == nil && len(g.Particles) == 1; { // the field of what is repeated holds all of it
		g = times(g, g.Particles[0])
	}
	return g
}

// times returns the only particle of a group with the occurrence of both.
func times(g, only *ir.Particle) *ir.Particle {
	return &ir.Particle{Min: g.Min * only.Min, Max: TimesMax(g.Max, only.Max), Field: only.Field, Group: only.Group, Particles: only.Particles}
}

func (m *contentModel) group(p *xsd.Particle) *ir.Particle {
	g := p.Term.(*xsd.ModelGroup)
	if m.groups[g] {
		return nil
	}
	m.groups[g] = true
	group := &ir.Particle{Min: p.Min, Max: p.Max, Group: [...]ir.Compositor{xsd.Sequence: ir.Sequence, xsd.Choice: ir.Choice, xsd.All: ir.All}[g.Compositor]}
	m.children(group, g)
	if len(group.Particles) == 0 {
		return nil
	}
	return group
}

// children appends the particles of g to a group. Those of a group inside it that says the same are appended
// at once: with a list for each, a chain of groups would copy them once for each group.
func (m *contentModel) children(group *ir.Particle, g *xsd.ModelGroup) {
	for _, child := range g.Particles {
		if inner, ok := child.Term.(*xsd.ModelGroup); ok && inner.Compositor == g.Compositor && g.Compositor != xsd.All && child.Min == 1 && child.Max == 1 && m.fields[child] == nil {
			if !m.groups[inner] {
				m.groups[inner] = true
				m.children(group, inner)
			}
			continue
		}
		switch c := m.particle(child); {
		case c == nil:
		case c.Field == nil && c.Group == group.Group && c.Once() && c.Group != ir.All:
			group.Particles = append(group.Particles, c.Particles...)
		default:
			group.Particles = append(group.Particles, c)
		}
	}
}

// TimesMax multiplies two values of maxOccurs.
func TimesMax(a, b int) int {
	if a == xsd.Unbounded || b == xsd.Unbounded {
		return xsd.Unbounded
	}
	return a * b
}
