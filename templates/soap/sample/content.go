package sample

import (
	"errors"
	"fmt"
	"slices"

	"example.com/quartet/templates/soap/component"
)

// How deep elements that may be absent are written in instances that are not varied, and how often.
const (
	optionalDepth = 2
	nilDepth      = 8   // from which elements are nil if they may be
	maxItems      = 3   // items of a list
	maxRepeated   = 100 // occurrences of what must occur more than once
	itemsApart    = 8   // how far the numbers of items in neighbouring items are apart
	maxText       = 1 << 16
	maxParticles  = 1 << 15 // particles of a content model, and occurrences of them in a sample
)

var errTooLarge = errors.New("the sample is too large")

// mixedText writes text between the children of mixed content.
func (m *maker) mixedText(c *component.Definition) {
	if !c.Mixed || !m.Varied || m.skips(2) {
		return
	}
	m.serial++
	m.write(escape(m.word(0)))
}

// particle writes what a particle of the content of a type allows, as often as it selects. Occurrences that may be absent and have
// no instance are left out. One that may be absent is written if must is set.
func (m *maker) particle(c *component.Definition, p *component.Particle, must bool) error {
	if !m.Varied && p.Min > maxRepeated {
		what := "groups"
		if p.Kind == component.ElementTerm {
			what = "elements " + p.Element.Name.Local
		}
		return fmt.Errorf("there must be at least %d %s, and samples have at most %d", p.Min, what, maxRepeated)
	}
	outer := m.item
	defer func() { m.item = outer }()
	n := m.occurrences(p, must)
	for i := range n {
		if m.occurred++; m.occurred > maxParticles {
			return errTooLarge
		}
		if n > 1 || p.Max != 1 {
			m.item = outer*itemsApart + i
		}
		if err := m.try(func() error { return m.term(c, p) }); err != nil {
			if i < p.Min || !m.Varied {
				return err
			}
			return nil
		}
	}
	return nil
}

// occurrences returns how often a term is written: once if it is a field of a key.
func (m *maker) occurrences(p *component.Particle, must bool) int {
	switch isField := p.Kind == component.ElementTerm && p.Min < 2 && p.Max != 0 && len(m.fields(nil, step(p.Element.Name))) > 0; {
	case isField && m.isKey(nil, step(p.Element.Name)):
		return 1
	case isField && p.Max != 1:
		single := *p
		single.Max = 1
		return m.occurrences(&single, must)
	case !m.Varied:
		return m.plainOccurrences(p, must)
	case m.termSize(p) >= impossible:
		return p.Min
	}
	limit := p.Max
	if limit < 0 {
		limit = p.Min + 3
	}
	if p.Min == limit || !m.allowsOptional() {
		return p.Min
	}
	if m.Seed%2 == 1 {
		return p.Min + m.upTo(min(limit-p.Min, 3)+1)
	}
	repetitions := 2
	if p.Kind == component.Choice { // one for each branch
		repetitions = max(2, min(len(p.Particles), 12))
	}
	return max(p.Min, min(limit, repetitions))
}

// plainOccurrences returns how often a term is written in an instance that is not varied.
func (m *maker) plainOccurrences(p *component.Particle, must bool) int {
	isLong := m.extreme > 0 && m.depth <= optionalDepth && m.b.Len() < maxText/8
	switch {
	case p.Min == 0 && !must && !m.includes(p):
		return 0
	case p.Kind != component.ElementTerm:
		return max(1, p.Min)
	case isLong && p.Max < 0:
		return max(maxItems, p.Min)
	case isLong && p.Max > 1:
		return max(min(p.Max, maxRepeated), p.Min)
	case p.Min <= 1 && p.Max != 1 && m.depth <= m.optional:
		n := 1 + m.upTo(maxItems)
		if p.Max > 1 {
			n = min(n, p.Max)
		}
		return n
	}
	return max(1, p.Min)
}

// includes reports whether an element that may be absent is in an instance that is not varied: one of a simple type near the root and, in a whole
// one, also one of a complex type that is not in an element of that type.
func (m *maker) includes(p *component.Particle) bool {
	if p.Kind != component.ElementTerm || m.depth > m.optional || p.Element.Substitutes() != nil {
		return false
	}
	t := p.Element.Declaration().Type
	isWhole := m.optional > optionalDepth && m.b.Len() < maxText/8
	return t.Simple || isWhole && t != anyType && !t.Definition().Abstract && m.stack[t] == 0
}

// term writes a particle once.
func (m *maker) term(c *component.Definition, p *component.Particle) error {
	switch p.Kind {
	case component.ElementTerm:
		err := m.element(p.Element)
		m.mixedText(c)
		return err
	case component.WildcardTerm:
		return m.wildcard(c, p.Wildcard)
	case component.Choice:
		return m.choice(c, p)
	}
	all := p.Particles
	if p.Kind == component.All && m.Varied {
		all = slices.Clone(all)
		m.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	for _, child := range all {
		if err := m.particle(c, child, false); err != nil {
			return err
		}
	}
	return nil
}

// choice writes one branch.
func (m *maker) choice(c *component.Definition, p *component.Particle) error {
	if len(p.Particles) == 0 {
		return errors.New("a choice has no branches")
	}
	preferred := p.Particles[0]
	if !m.Varied {
		preferred = p.Particles[m.upTo(len(p.Particles))]
	}
	return oneOf(m, p.Particles, preferred, m.particleSize, func(branch *component.Particle) error { return m.particle(c, branch, !m.Varied) })
}
