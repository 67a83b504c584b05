package sample

import (
	"maps"
	"slices"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/xsd"
)

// impossible is the size of components that have no finite instance. The sum of two is an int32.
const impossible = 1 << 29

// sizes are the sizes of components: *component.Element, *component.Type and *component.Wildcard. A size is the number of elements of
// the smallest instance.
type sizes struct {
	known map[any]int

	// While sizes are computed, together with the sizes of all that the components contain.
	assumed map[any]int  // they start as impossible, and are reduced until nothing changes
	visited map[any]bool // in one round
	changed bool
}

// sizeOf returns the size of a component: of exactly this type, or of the element itself, without the members of its substitution group.
func (s *Sampler) sizeOf(c any) int {
	if t, ok := c.(*component.Type); ok && t.Simple {
		return 1
	} else if ok && t.Definition().Abstract {
		return impossible
	}
	if n, known := s.sizes.known[c]; known {
		return n
	}
	if s.sizes.assumed != nil {
		return s.reduced(c)
	}
	s.sizes.assumed = make(map[any]int)
	for s.sizes.changed = true; s.sizes.changed; {
		s.sizes.changed, s.sizes.visited = false, make(map[any]bool)
		s.reduced(c)
	}
	maps.Copy(s.sizes.known, s.sizes.assumed)
	s.sizes.assumed = nil
	return s.sizes.known[c]
}

// reduced returns the size of a component as far as it is known, after computing it once in each round.
func (s *Sampler) reduced(c any) int {
	if _, known := s.sizes.assumed[c]; !known {
		s.sizes.assumed[c] = impossible
	}
	if !s.sizes.visited[c] {
		s.sizes.visited[c] = true
		if n := s.computed(c); n < s.sizes.assumed[c] {
			s.sizes.assumed[c], s.sizes.changed = n, true
		}
	}
	return s.sizes.assumed[c]
}

// computed returns the size of a component from the sizes of its parts.
func (s *Sampler) computed(c any) int {
	switch c := c.(type) {
	case *component.Element:
		d := c.Declaration()
		switch {
		case d.Abstract:
			return impossible
		case d.Nillable && d.Fixed == nil && (d.Type.Simple || !d.Type.Definition().Abstract):
			return 1
		}
		return minSize(s.typesOf(d), s.typeSize)
	case *component.Type:
		switch d := c.Definition(); {
		case d.Content == nil || c == anyType:
			return 1
		case d.Content.Size > maxParticles:
			return impossible
		default:
			return min(1+s.particleSize(d.Content), impossible)
		}
	case *component.Wildcard:
		if c.Process != xsd.Strict {
			return 1
		}
		isOther := func(e *component.Element) bool { return !c.Allows(e.Name.Space) }
		return minSize(slices.DeleteFunc(slices.Clone(s.set.Elements()), isOther), s.elementSize)
	}
	return impossible
}

// minSize returns the size of the smallest one of several alternatives.
func minSize[T any](all []T, size func(T) int) int {
	n := impossible
	for _, one := range all {
		n = min(n, size(one))
	}
	return n
}

func (s *Sampler) typeSize(t *component.Type) int       { return s.sizeOf(t) }
func (s *Sampler) elementSize(e *component.Element) int { return s.sizeOf(e) }

func (s *Sampler) particleSize(p *component.Particle) int {
	if p.Min == 0 {
		return 0
	}
	n := s.termSize(p)
	if n >= impossible/p.Min {
		return impossible
	}
	return n * p.Min
}

// termSize returns the size of a particle that occurs once.
func (s *Sampler) termSize(p *component.Particle) int {
	switch p.Kind {
	case component.ElementTerm:
		return minSize(s.membersOf(p.Element), s.elementSize)
	case component.WildcardTerm:
		return s.sizeOf(p.Wildcard)
	case component.Choice:
		return minSize(p.Particles, s.particleSize)
	}
	sum := 0
	for _, child := range p.Particles {
		sum = min(sum+s.particleSize(child), impossible)
	}
	return sum
}
