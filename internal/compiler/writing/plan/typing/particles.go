package typing

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/xsd"
)

// OnlyParticle returns the only element of a content model, nil if the model has
// more particles, a wildcard or a repeated group, or if the element is the head
// element of a substitution group.
func OnlyParticle(particle *xsd.Particle) *xsd.Particle {
	for {
		g, ok := particle.Term.(*xsd.ModelGroup)
		if !ok {
			break
		}
		if len(g.Particles) != 1 || particle.Min != 1 || particle.Max != 1 {
			return nil
		}
		particle = g.Particles[0]
	}
	if e, ok := particle.Term.(*xsd.ElementDeclaration); !ok || IsHeadElement(e) {
		return nil
	}
	return particle
}

// EmptyGroups has results of Has by group, as a group may be referred to from many places.
type EmptyGroups map[*xsd.ModelGroup]bool

// Has reports whether a content model contains no elements or wildcards.
func (e EmptyGroups) Has(particle *xsd.Particle) bool {
	if particle == nil {
		return true
	}
	g, ok := particle.Term.(*xsd.ModelGroup)
	if !ok {
		return false
	}
	empty, known := e[g]
	if !known {
		empty = !slices.ContainsFunc(g.Particles, func(c *xsd.Particle) bool { return !e.Has(c) })
		e[g] = empty
	}
	return empty
}
