package sample

import (
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/xsd"
)

// impossible is the size of components that have no finite instance. The sum of two is an int32.
const impossible = 1 << 29

// A size is the number of elements of the smallest instance. Those of elements, complex types and wildcards are computed together
// with those of all that they contain: they start as impossible, and are reduced until nothing changes.

// measure computes the sizes of a component and of what it contains, unless they are known.
func (s *Sampler) measure(c any) {
	if _, known := s.sizes[c]; known {
		return
	}
	var all []any
	s.visit(c, &all, make(map[*component.Particle]bool))
	for changed := true; changed; {
		changed = false
		for i := len(all) - 1; i >= 0; i-- { // what is inside comes first
			if n := s.computed(all[i]); n < s.sizes[all[i]] {
				s.sizes[all[i]], changed = n, true
			}
		}
	}
}

// visit collects the components whose sizes are not known.
func (s *Sampler) visit(c any, all *[]any, groups map[*component.Particle]bool) {
	if t, ok := c.(*component.Type); ok && t.Simple {
		return
	}
	if _, known := s.sizes[c]; known {
		return
	}
	s.sizes[c] = impossible
	*all = append(*all, c)
	switch c := c.(type) {
	case *component.Element:
		for _, t := range s.typesOf(c.Declaration()) {
			s.visit(t, all, groups)
		}
	case *component.Type:
		s.visitParticle(c.Definition().Content, all, groups)
	case *component.Wildcard:
		for _, e := range s.set.Elements() {
			if c.Process == xsd.Strict && c.Allows(e.Name.Space) {
				s.visit(e, all, groups)
			}
		}
	}
}

func (s *Sampler) visitParticle(p *component.Particle, all *[]any, groups map[*component.Particle]bool) {
	switch {
	case p == nil:
	case p.Element != nil:
		for _, e := range s.membersOf(p.Element) {
			s.visit(e, all, groups)
		}
	case p.Wildcard != nil:
		s.visit(p.Wildcard, all, groups)
	case !groups[p]:
		groups[p] = true
		for _, child := range p.Particles {
			s.visitParticle(child, all, groups)
		}
	}
}

// computed returns the size of a component, from the sizes of its parts that are known so far.
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
		size := impossible
		for _, t := range s.typesOf(d) {
			size = min(size, s.sizeOf(t))
		}
		return size
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
		size := impossible
		for _, e := range s.set.Elements() {
			if c.Allows(e.Name.Space) {
				size = min(size, s.sizeOf(e))
			}
		}
		return size
	}
	return impossible
}

func (s *Sampler) sizeOf(c any) int {
	if t, ok := c.(*component.Type); ok {
		if t.Simple {
			return 1
		} else if t.Definition().Abstract {
			return impossible
		}
	}
	return s.sizes[c]
}

// typeSize returns the size of an element of exactly this type.
func (s *Sampler) typeSize(t *component.Type) int {
	s.measure(t)
	return s.sizeOf(t)
}

// elementSize returns the size of an element itself, without the members of its substitution group.
func (s *Sampler) elementSize(e *component.Element) int {
	s.measure(e)
	return s.sizeOf(e)
}

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
		size := impossible
		for _, e := range s.membersOf(p.Element) {
			size = min(size, s.sizeOf(e))
		}
		return size
	case component.WildcardTerm:
		return s.sizeOf(p.Wildcard)
	case component.Choice:
		size := impossible
		for _, child := range p.Particles {
			size = min(size, s.particleSize(child))
		}
		return size
	}
	sum := 0
	for _, child := range p.Particles {
		sum = min(sum+s.particleSize(child), impossible)
	}
	return sum
}
