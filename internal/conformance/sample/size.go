package sample

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/xsd"
)

// impossible is the size of components that have no finite instance. The sum of two is an int32.
const impossible = 1 << 29

// collectDerived collects for each type the non-abstract types derived from it,
// in document order: those that an xsi:type may name.
func (g *Generator) collectDerived() {
	for _, t := range g.set.Types {
		complex, ok := t.(*xsd.ComplexType)
		if !ok || complex.Abstract {
			continue
		}
		for base := t.BaseType(); base != nil && base != xsd.AnyType; base = base.BaseType() {
			g.derived[base] = append(g.derived[base], t)
		}
	}
}

// computeSizes computes the size of each element, complex type and wildcard: the
// number of elements of its smallest instance. Sizes start as impossible and
// are reduced until nothing changes.
func (g *Generator) computeSizes() {
	v := sizeVisitor{seen: make(map[any]bool)}
	for _, d := range g.set.Elements {
		v.element(d)
	}
	for _, t := range g.set.Types {
		v.typ(t)
	}
	v.typ(xsd.AnyType)
	for _, c := range v.all {
		g.sizes[c] = impossible
	}
	for changed := true; changed; {
		changed = false
		for _, c := range v.all {
			if n := g.computed(c); n < g.sizes[c] {
				g.sizes[c], changed = n, true
			}
		}
	}
}

// sizeVisitor collects the components that have a size: elements, complex types
// and wildcards, each once.
type sizeVisitor struct {
	all  []any
	seen map[any]bool // includes model groups
}

func (v *sizeVisitor) first(c any) bool {
	if v.seen[c] {
		return false
	}
	v.seen[c] = true
	return true
}

func (v *sizeVisitor) element(d *xsd.ElementDeclaration) {
	if v.first(d) {
		v.all = append(v.all, d)
		v.typ(d.Type)
	}
}

func (v *sizeVisitor) typ(t xsd.Type) {
	if c, ok := t.(*xsd.ComplexType); ok && v.first(c) {
		v.all = append(v.all, c)
		if c.Content != nil {
			v.particle(c.Content)
		}
	}
}

func (v *sizeVisitor) particle(p *xsd.Particle) {
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		v.element(term)
	case *xsd.Wildcard:
		if v.first(term) {
			v.all = append(v.all, term)
		}
	case *xsd.ModelGroup:
		if !v.first(term) {
			return
		}
		for _, inner := range term.Particles {
			v.particle(inner)
		}
	}
}

// computed returns the size of a component, computed from the sizes of its parts.
func (g *Generator) computed(c any) int {
	switch c := c.(type) {
	case *xsd.ElementDeclaration:
		return g.declarationSize(c)
	case *xsd.ComplexType:
		if c.Content == nil {
			return 1
		}
		return min(1+g.particleSize(c.Content), impossible)
	case *xsd.Wildcard:
		return g.wildcardSize(c)
	}
	return impossible
}

// declarationSize returns the size of the element itself, without the members
// of its substitution group.
func (g *Generator) declarationSize(d *xsd.ElementDeclaration) int {
	if d.Abstract {
		return impossible
	}
	if d.Nillable && d.Fixed == nil {
		if c, ok := d.Type.(*xsd.ComplexType); !ok || !c.Abstract {
			return 1
		}
	}
	smallest := impossible
	for _, t := range g.typesOf(d) {
		smallest = min(smallest, g.typeSize(t))
	}
	return smallest
}

// typeSize returns the size of an element of exactly this type.
func (g *Generator) typeSize(t xsd.Type) int {
	c, ok := t.(*xsd.ComplexType)
	switch {
	case !ok:
		return 1
	case c.Abstract:
		return impossible
	}
	return g.sizes[c]
}

// typesOf returns the types that an element may have: the declared type and the
// types derived from it that are not blocked.
func (g *Generator) typesOf(d *xsd.ElementDeclaration) []xsd.Type {
	declared, ok := d.Type.(*xsd.ComplexType)
	if !ok || declared == xsd.AnyType {
		return []xsd.Type{d.Type}
	}
	if types, ok := g.types[d]; ok {
		return types
	}
	types := []xsd.Type{d.Type}
	for _, t := range g.derived[declared] {
		if !blocked(t, declared, d.Block|declared.Block) {
			types = append(types, t)
		}
	}
	g.types[d] = types
	return types
}

// blocked reports whether a step of the derivation of t from base is blocked
// (part 1, section 3.4.6, type derivation OK).
func blocked(t, base xsd.Type, block xsd.DerivationSet) bool {
	for t != base {
		c, ok := t.(*xsd.ComplexType)
		if !ok {
			return false
		}
		if block.Has(c.Derivation) {
			return true
		}
		t = c.BaseType()
	}
	return false
}

// membersOf returns the elements that may occur where d is declared: d itself
// and the members of its substitution group, without abstract ones.
func (g *Generator) membersOf(d *xsd.ElementDeclaration) []*xsd.ElementDeclaration {
	members := []*xsd.ElementDeclaration{d}
	if d.Global && !d.Block.Has(xsd.Substitution) {
		for _, m := range d.SubstitutionGroup() {
			if !blocked(m.Type, d.Type, d.Block) {
				members = append(members, m)
			}
		}
	}
	return slices.DeleteFunc(members, func(m *xsd.ElementDeclaration) bool { return m.Abstract })
}

func (g *Generator) elementSize(d *xsd.ElementDeclaration) int {
	smallest := impossible
	for _, m := range g.membersOf(d) {
		smallest = min(smallest, g.sizes[m])
	}
	return smallest
}

func (g *Generator) particleSize(p *xsd.Particle) int {
	if p.Min == 0 {
		return 0
	}
	n := g.termSize(p.Term)
	if n >= impossible/p.Min {
		return impossible
	}
	return n * p.Min
}

func (g *Generator) termSize(t xsd.Term) int {
	switch t := t.(type) {
	case *xsd.ElementDeclaration:
		return g.elementSize(t)
	case *xsd.Wildcard:
		return g.sizes[t]
	case *xsd.ModelGroup:
		if t.Compositor == xsd.Choice {
			smallest := impossible
			for _, p := range t.Particles {
				smallest = min(smallest, g.particleSize(p))
			}
			return smallest
		}
		sum := 0
		for _, p := range t.Particles {
			sum = min(sum+g.particleSize(p), impossible)
		}
		return sum
	}
	return impossible
}

func (g *Generator) wildcardSize(w *xsd.Wildcard) int {
	if w.ProcessContents != xsd.Strict {
		return 1
	}
	smallest := impossible
	for _, d := range g.set.Elements {
		if w.Allows(d.Name.Space) && !d.Abstract {
			smallest = min(smallest, g.sizes[d])
		}
	}
	return smallest
}
