package component

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/xsd"
)

// Particle is an element, a wildcard or a model group with its bounds (part 1, sections 3.8 and 3.9). Groups share the particles
// of a named group that they refer to.
type Particle struct {
	Kind      ParticleKind
	Min, Max  int         // Max -1: no bound
	Particles []*Particle // of a group
	Element   *Element
	Wildcard  *Wildcard

	// Size is the number of particles in this one, itself included. Groups that refer to others twice have any number of them:
	// from MaxParticles on they are not counted.
	Size int

	Empty bool // there are neither elements nor wildcards in it
}

// ParticleKind is the kind of the term of a particle.
type ParticleKind uint8

// The kinds of particles.
const (
	ElementTerm ParticleKind = iota
	WildcardTerm
	Sequence
	Choice
	All
)

// MaxParticles is how many particles of a content model are counted.
const MaxParticles = 1 << 20

// Find returns the first element with a name in a content model, nil if there is none. The particle may be nil.
func (p *Particle) Find(name xsd.QName) *Particle {
	for q := range p.All {
		if q.Element != nil && q.Element.Name == name {
			return q
		}
	}
	return nil
}

// All calls yield for the particle and those in it, in their order, until yield returns false. There are none if there are too
// many to count, or if the particle is nil.
func (p *Particle) All(yield func(*Particle) bool) { p.each(yield) }

func (p *Particle) each(yield func(*Particle) bool) bool {
	if p == nil || p.Size >= MaxParticles {
		return true
	}
	return yield(p) && !slices.ContainsFunc(p.Particles, func(child *Particle) bool { return !child.each(yield) })
}

// ElementParticle returns a particle for an element that is there once.
func ElementParticle(e *Element) *Particle {
	return &Particle{Kind: ElementTerm, Min: 1, Max: 1, Element: e, Size: 1}
}

// GroupOf returns a model group that is there once.
func GroupOf(kind ParticleKind, particles ...*Particle) *Particle {
	g := &Particle{Kind: kind, Min: 1, Max: 1, Particles: particles, Size: 1, Empty: true}
	for _, child := range particles {
		g.Size = min(g.Size+child.Size, MaxParticles)
		g.Empty = g.Empty && child.Empty
	}
	return g
}

// content returns the content model in a type or a derivation, nil if it allows no elements.
func (s *Set) content(c context, n *node) *Particle {
	model := n.child("group", "all", "choice", "sequence")
	if model == nil {
		return nil
	}
	p := s.particle(c, model)
	if p != nil && p.Kind >= Sequence && model.local != "group" && len(p.Particles) == 0 && (p.Kind != Choice || p.Min == 0) {
		return nil
	}
	return p
}

// particle returns the particle for a node, nil if there is none or it cannot occur (part 1, section 3.9.2).
func (s *Set) particle(c context, n *node) *Particle {
	var p *Particle
	switch n.local {
	case "element":
		if e := s.localElement(c, n); e != nil {
			p = ElementParticle(e)
		}
	case "any":
		p = &Particle{Kind: WildcardTerm, Wildcard: c.wildcard(n), Size: 1}
	case "group":
		if e := s.entry(c, groupKind, n, n.value("ref")); e != nil {
			p = s.groupNamed(e)
		}
	case "all", "choice", "sequence":
		p = s.modelGroup(c, n)
	}
	low, high := bounds(n)
	if p == nil || high == 0 {
		return nil
	}
	p.Min, p.Max = low, high
	return p
}

var modelGroups = map[string]ParticleKind{"all": All, "choice": Choice, "sequence": Sequence}

// modelGroup returns the group for an xs:all, xs:choice or xs:sequence.
func (s *Set) modelGroup(c context, n *node) *Particle {
	var particles []*Particle
	for _, child := range n.nodes {
		if p := s.particle(c, child); p != nil {
			particles = append(particles, p)
		}
	}
	return GroupOf(modelGroups[n.local], particles...)
}

// groupNamed returns a copy of the content of a named group, nil if that contains itself.
func (s *Set) groupNamed(e *entry) *Particle {
	switch {
	case e.group != nil:
	case e.making || s.steps >= maxSteps:
		s.fail("the group %s contains itself, or too many others", e.name)
		return nil
	default:
		e.making = true
		s.steps++
		group := GroupOf(Sequence)
		if n := s.node(e); n != nil {
			if content := n.child("all", "choice", "sequence"); content != nil {
				group = s.modelGroup(e.context(), content)
			}
		}
		s.steps--
		e.group, e.making = group, false
	}
	g := *e.group
	return &g
}

// bounds returns minOccurs and maxOccurs (part 1, section 3.9.2).
func bounds(n *node) (low, high int) {
	low, high = 1, 1
	if text, ok := n.attr("minOccurs"); ok {
		low = occurs(text)
	}
	if text, ok := n.attr("maxOccurs"); ok {
		if strings.Trim(text, blanks) == "unbounded" {
			return low, -1
		}
		high = occurs(text)
	}
	return low, max(low, high)
}

// occurs returns a number of occurrences, 1 if the text is not a number.
func occurs(text string) int {
	n, ok := lexical.Number(text)
	if !ok {
		return 1
	}
	return min(n, maxOccurs)
}
