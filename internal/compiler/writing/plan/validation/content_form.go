package validation

import (
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
	"example.com/quartet/templates/soap/schema"
)

// Two content models are compared in a normal form: particles that hold nothing are left
// out, a group inside another one of the same kind is part of that, and a group of one
// particle is that particle, where this says the same.

// normalContent returns particles in normal form, in sequence.
func normalContent(particles []*ir.Particle) []*ir.Particle {
	root := normalParticle(&ir.Particle{Min: 1, Max: 1, Group: ir.Sequence, Particles: particles})
	switch {
	case root == nil:
		return nil
	case root.Field == nil && root.Group == ir.Sequence && root.Once():
		return root.Particles
	}
	return []*ir.Particle{root}
}

// normalParticle returns a particle in normal form, nil if it holds nothing.
func normalParticle(p *ir.Particle) *ir.Particle {
	if p.Field != nil {
		return p
	}
	n := &ir.Particle{Min: p.Min, Max: p.Max, Group: p.Group}
	addNormal(n, p.Particles)
	switch len(n.Particles) {
	case 0:
		if n.Min == 0 || n.Group != ir.Choice {
			return nil
		}
	case 1:
		return onlyChild(n)
	}
	return n
}

// addNormal appends particles in normal form to a group. Those of a group inside it that is part of
// it are appended at once: with a list for each, a chain of groups would copy them once for each group.
func addNormal(n *ir.Particle, particles []*ir.Particle) {
	for _, child := range particles {
		if child.Field == nil && child.Group == n.Group && child.Once() && n.Group == ir.Sequence {
			addNormal(n, child.Particles)
			continue
		}
		switch c := normalParticle(child); {
		case c == nil && n.Group == ir.Choice:
			n.Min = 0
		case c == nil, neverThere(c) && n.Group == ir.Choice:
		case c.Field == nil && c.Group == n.Group && c.Once() && n.Group != ir.All:
			n.Particles = append(n.Particles, c.Particles...)
		default:
			n.Particles = append(n.Particles, c)
		}
	}
}

// neverThere reports whether no message can have what a particle demands: an abstract
// element without substitutes, which is a choice without alternatives.
func neverThere(p *ir.Particle) bool {
	return p.Field == nil && p.Group == ir.Choice && len(p.Particles) == 0
}

// onlyChild returns the only particle of a group in place of the group, if that says the
// same: two times two or three is four to six, but up to two times three is not any
// number up to six.
func onlyChild(g *ir.Particle) *ir.Particle {
	c := g.Particles[0]
	if neverThere(c) {
		return g
	}
	gaps := g.Max != g.Min && c.Min > 1
	if c.Max == xsd.Unbounded {
		gaps = gaps && g.Min == 0
	} else if gaps {
		gaps = g.Min*(c.Max-c.Min)+1 < c.Min
	}
	if gaps {
		return g
	}
	only := *c
	only.Min, only.Max = g.Min*c.Min, typing.TimesMax(g.Max, c.Max)
	return &only
}

// modelKey returns a text that is the same for models that say the same of documents.
func modelKey(m *ir.Model, mixed bool) string {
	var b strings.Builder
	var attrs []string
	for _, a := range m.Attrs {
		attrs = append(attrs, fmt.Sprintf("@%s %v\n", fieldKey(a), a.Occurs == ir.One))
	}
	slices.Sort(attrs)
	b.WriteString(strings.Join(attrs, ""))
	fmt.Fprintf(&b, "@%s mixed=%v\n", wildcardKey(m.AnyAttribute), mixed)
	if m.Items != nil {
		fmt.Fprintf(&b, "items %s\n", fieldKey(m.Items))
	}
	if m.Value != nil {
		fmt.Fprintf(&b, "value %s\n", scalarKey(m.Value.Scalar))
	}
	for _, p := range normalContent(m.Content) {
		writeParticle(&b, p)
	}
	return b.String()
}

func writeParticle(b *strings.Builder, p *ir.Particle) {
	fmt.Fprintf(b, "%d %d ", p.Min, p.Max)
	if p.Field != nil {
		b.WriteString(fieldKey(p.Field) + "\n")
		return
	}
	fmt.Fprintf(b, "%d(", p.Group)
	for _, c := range p.Particles {
		writeParticle(b, c)
	}
	b.WriteString(")\n")
}

// fieldKey is modelKey for an element, an attribute or a wildcard.
func fieldKey(f *ir.Field) string {
	switch {
	case f.Any != nil:
		return wildcardKey(f.Any)
	case f.Group != nil:
		return fmt.Sprintf("group %p", f.Group)
	}
	typ := fmt.Sprintf("%p", f.Struct)
	if f.Struct == nil {
		typ = scalarKey(f.Scalar)
	}
	value := "empty " + f.Fallback
	if f.Fixed != nil {
		value = "fixed " + *f.Fixed
	}
	key := fmt.Sprintf("{%s}%s %s nillable=%v block=%v %q", f.Wire.Space, f.Wire.Local, typ, f.Nillable, f.Block, value)
	for _, c := range f.Constraints {
		key += " " + c.Name
	}
	return key
}

func scalarKey(s *ir.Scalar) string {
	switch {
	case s.Type != nil:
		return fmt.Sprintf("type %p%s", s.Type, facetsKey(s.Facets))
	case s.Described != nil:
		return fmt.Sprintf("described %p%s", s.Described, facetsKey(s.Facets))
	case s.Item != nil:
		return "list of " + scalarKey(s.Item) + facetsKey(s.Facets)
	case s.Kind == "AnySimpleText":
		return "AnySimple"
	}
	return s.Kind + facetsKey(s.Facets)
}

func facetsKey(f *schema.Facets) string {
	if f == nil {
		return ""
	}
	own := *f
	own.Base = nil
	return fmt.Sprintf(" %#v", own) + facetsKey(f.Base)
}

func wildcardKey(w *ir.Wildcard) string {
	if w == nil {
		return ""
	}
	return fmt.Sprintf("wildcard %v %q %d", w.Not, w.Spaces, w.Process)
}
