package sample

import (
	"fmt"

	"example.com/quartet/internal/compiler/reading/xsd"
)

// content adds the children that the content model of a type requires or allows.
func (b *builder) content(e *Element, c *xsd.ComplexType) error {
	mixed := c.Mixed()
	if mixed {
		b.mixedText(e)
	}
	if c.Content == nil {
		return nil
	}
	return b.particle(e, c, c.Content)
}

// mixedText adds text between the children of mixed content.
func (b *builder) mixedText(e *Element) {
	if b.options.Mode == Minimal || b.options.Mode == Random && b.rng.IntN(2) == 0 {
		return
	}
	b.serial++
	e.Nodes = append(e.Nodes, Node{Text: b.word(0)})
}

// particle appends occurrences of the particle's term. Optional occurrences
// that have no instance are omitted.
func (b *builder) particle(e *Element, c *xsd.ComplexType, p *xsd.Particle) error {
	n := b.occurrences(p)
	for i := range n {
		before := len(e.Nodes)
		err := b.term(e, c, p.Term, i)
		if err == nil {
			continue
		}
		e.Nodes = e.Nodes[:before]
		if i < p.Min {
			return err
		}
		return nil
	}
	return nil
}

func (b *builder) occurrences(p *xsd.Particle) int {
	if b.g.termSize(p.Term) >= impossible {
		return p.Min
	}
	limit := p.Max
	if limit == xsd.Unbounded {
		limit = max(p.Min, 0) + 3
	}
	if p.Min == limit || !b.allowsOptional() {
		return p.Min
	}
	if b.options.Mode == Random {
		return p.Min + b.rng.IntN(min(limit-p.Min, 3)+1)
	}
	return max(p.Min, min(limit, b.repetitions(p)))
}

// repetitions returns the number of occurrences in a maximal instance: two, or
// for a choice one for each branch, at most 12.
func (b *builder) repetitions(p *xsd.Particle) int {
	if group, ok := p.Term.(*xsd.ModelGroup); ok && group.Compositor == xsd.Choice {
		return max(2, min(len(group.Particles), 12))
	}
	return 2
}

func (b *builder) term(e *Element, c *xsd.ComplexType, t xsd.Term, occurrence int) error {
	switch t := t.(type) {
	case *xsd.ElementDeclaration:
		child, err := b.element(t, occurrence)
		if err != nil {
			return err
		}
		e.append(child)
		if c.Mixed() {
			b.mixedText(e)
		}
		return nil
	case *xsd.Wildcard:
		return b.wildcard(e, c, t, occurrence)
	case *xsd.ModelGroup:
		return b.group(e, c, t, occurrence)
	}
	return fmt.Errorf("unknown kind of term %T", t)
}

func (b *builder) group(e *Element, c *xsd.ComplexType, group *xsd.ModelGroup, occurrence int) error {
	particles := group.Particles
	switch group.Compositor {
	case xsd.Choice:
		return b.choice(e, c, group, occurrence)
	case xsd.All:
		if b.options.Mode == Random {
			particles = append([]*xsd.Particle(nil), particles...)
			b.rng.Shuffle(len(particles), func(i, j int) { particles[i], particles[j] = particles[j], particles[i] })
		}
	}
	for _, p := range particles {
		if err := b.particle(e, c, p); err != nil {
			return err
		}
	}
	return nil
}

// choice appends one branch. If the selected branch has no instance, it tries
// the following ones.
func (b *builder) choice(e *Element, c *xsd.ComplexType, group *xsd.ModelGroup, occurrence int) error {
	var possible []*xsd.Particle
	smallest := 0
	for _, p := range group.Particles {
		size := b.g.particleSize(p)
		if size >= impossible {
			continue
		}
		if possible = append(possible, p); size < b.g.particleSize(possible[smallest]) {
			smallest = len(possible) - 1
		}
	}
	if len(possible) == 0 {
		return fmt.Errorf("a choice of %s has no branch with a finite instance", typeName(c))
	}
	start := smallest
	if b.allowsOptional() {
		start = b.pick(len(possible), occurrence)
	}
	var err error
	for i := range possible {
		before := len(e.Nodes)
		if err = b.particle(e, c, possible[(start+i)%len(possible)]); err == nil {
			return nil
		}
		e.Nodes = e.Nodes[:before]
	}
	return err
}
