package sample

import (
	"maps"

	"example.com/quartet/internal/compiler/reading/xsd"
)

// matches reports whether the names of child elements match a type's content
// model.
func (g *Generator) matches(c *xsd.ComplexType, children []*Element) bool {
	if c.Content == nil {
		return len(children) == 0
	}
	m := &matcher{g: g, children: children}
	return m.particle(c.Content, positions{0: true})[len(children)]
}

// positions is a set of indexes into children. Each is the number of children
// that a model has matched so far.
type positions map[int]bool

type matcher struct {
	g        *Generator
	children []*Element
}

// particle returns the positions after a particle that starts at any of the
// given ones.
func (m *matcher) particle(p *xsd.Particle, from positions) positions {
	ends := make(positions)
	if p.Min == 0 {
		for at := range from {
			ends[at] = true
		}
	}
	for n := 1; p.Max == xsd.Unbounded || n <= p.Max; n++ {
		next := m.term(p.Term, from)
		if len(next) == 0 {
			break
		}
		grown := false
		for at := range next {
			if n >= p.Min && !ends[at] {
				ends[at], grown = true, true
			}
		}
		if n >= p.Min && !grown {
			break
		}
		if maps.Equal(next, from) && n < p.Min { // the term matches no children: repeating it changes nothing
			for at := range next {
				ends[at] = true
			}
			break
		}
		from = next
	}
	return ends
}

func (m *matcher) term(t xsd.Term, from positions) positions {
	ends := make(positions)
	switch t := t.(type) {
	case *xsd.ElementDeclaration:
		for at := range from {
			if at < len(m.children) && m.is(m.children[at], t) {
				ends[at+1] = true
			}
		}
	case *xsd.Wildcard:
		for at := range from {
			if at < len(m.children) && t.Allows(m.children[at].Name.Space) {
				ends[at+1] = true
			}
		}
	case *xsd.ModelGroup:
		return m.group(t, from)
	}
	return ends
}

func (m *matcher) is(e *Element, d *xsd.ElementDeclaration) bool {
	for _, member := range m.g.membersOf(d) {
		if member.Name == e.Name {
			return true
		}
	}
	return false
}

func (m *matcher) group(group *xsd.ModelGroup, from positions) positions {
	switch group.Compositor {
	case xsd.Sequence:
		for _, p := range group.Particles {
			if from = m.particle(p, from); len(from) == 0 {
				return from
			}
		}
		return from
	case xsd.Choice:
		ends := make(positions)
		for _, p := range group.Particles {
			for at := range m.particle(p, from) {
				ends[at] = true
			}
		}
		return ends
	}
	ends := make(positions)
	for at := range from {
		m.all(group.Particles, make([]bool, len(group.Particles)), at, ends)
	}
	return ends
}

// all matches the particles of an xs:all in any order. The name of the next
// child determines its particle.
func (m *matcher) all(particles []*xsd.Particle, used []bool, at int, ends positions) {
	missing := false
	for i, p := range particles {
		missing = missing || p.Min > 0 && !used[i]
	}
	if !missing {
		ends[at] = true
	}
	if at == len(m.children) {
		return
	}
	for i, p := range particles {
		d, ok := p.Term.(*xsd.ElementDeclaration)
		if ok && !used[i] && m.is(m.children[at], d) {
			used[i] = true
			m.all(particles, used, at+1, ends)
			used[i] = false
			return
		}
	}
}
