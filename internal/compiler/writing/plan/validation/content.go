package validation

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/schema"
)

// maxParticles is the maximum size of a content model that is checked: groups that
// refer to others twice grow without bounds. Package validate has the same limit.
const maxParticles = 1 << 16

// particle returns a particle of the schema for rows of a package. References to named
// groups are replaced by the groups.
func (d *describer) particle(p *xsd.Particle, pkg *ir.Package) *ir.Particle {
	switch term := p.Term.(type) {
	case *xsd.Wildcard:
		return &ir.Particle{Min: p.Min, Max: p.Max, Field: &ir.Field{Any: d.wildcard(term, pkg), Scalar: typing.RawXML, Pos: p.Pos}}
	case *xsd.ElementDeclaration:
		one := d.element(term, pkg)
		one.Min, one.Max = p.Min, p.Max
		return one
	case *xsd.ModelGroup:
		g := &ir.Particle{Min: p.Min, Max: p.Max, Group: [...]ir.Compositor{xsd.Sequence: ir.Sequence, xsd.Choice: ir.Choice, xsd.All: ir.All}[term.Compositor]}
		for _, child := range term.Particles {
			g.Particles = append(g.Particles, d.particle(child, pkg))
		}
		return g
	}
	return &ir.Particle{Min: 1, Max: 1}
}

func (d *describer) wildcard(c *xsd.Wildcard, pkg *ir.Package) *ir.Wildcard {
	if c == nil {
		return nil
	}
	w := typing.WildcardOf(c)
	d.in.Table.IndexWildcard(w, pkg)
	return w
}

// element returns a new particle for an element, or the choice of the elements that may replace it (XML
// Schema part 1, section 3.3.6). If there is a struct for these, it says the same.
func (d *describer) element(e *xsd.ElementDeclaration, pkg *ir.Package) *ir.Particle {
	if !typing.IsHeadElement(e) {
		return &ir.Particle{Min: 1, Max: 1, Field: d.field(e, pkg)}
	}
	key := describedElement{e, pkg}
	known := d.choices[key]
	if known == nil {
		known = d.choiceOf(e, pkg)
		d.choices[key] = known
	}
	choice := *known
	return &choice
}

// describedElement is an element with the package that refers to it.
type describedElement struct {
	e   *xsd.ElementDeclaration
	pkg *ir.Package
}

func (d *describer) choiceOf(e *xsd.ElementDeclaration, pkg *ir.Package) *ir.Particle {
	choice := &ir.Particle{Min: 1, Max: 1, Group: ir.Choice}
	for _, m := range d.replacements(e, pkg) {
		choice.Particles = append(choice.Particles, &ir.Particle{Min: 1, Max: 1, Field: d.field(m, pkg)})
	}
	if g := d.in.Types.Groups[e]; g != nil && sees(pkg, g.Package) && isChoiceOf(choice.Particles, g) {
		return &ir.Particle{Min: 1, Max: 1, Field: &ir.Field{Group: g, Pos: e.Pos}}
	}
	return choice
}

func isChoiceOf(particles []*ir.Particle, g *ir.Struct) bool {
	return slices.EqualFunc(particles, g.Fields, func(p *ir.Particle, f *ir.Field) bool { return fieldKey(p.Field) == fieldKey(f) })
}

// replacements returns the elements that may be in the place of e: those that the struct
// for them has. Without one, a package for namespaces knows only those of the packages that
// it imports.
func (d *describer) replacements(e *xsd.ElementDeclaration, pkg *ir.Package) []*xsd.ElementDeclaration {
	var all []*xsd.ElementDeclaration
	for _, m := range typing.GroupMembers(e) {
		if m == e || !e.Block.Has(xsd.Substitution) && replaces(m, e) && (d.in.Types.Groups[e] != nil || sees(pkg, d.packageOf(&m.Info))) {
			all = append(all, m)
		}
	}
	return all
}

// replaces reports whether the type of m is derived from that of the head element in ways that neither the head element,
// nor its type, nor a type in between blocks (part 1, section 3.3.6, Substitution Group OK).
func replaces(m, head *xsd.ElementDeclaration) bool {
	block := head.Block
	var by xsd.DerivationSet
	for t := m.Type; t != nil; t = t.BaseType() {
		if c, ok := t.(*xsd.ComplexType); ok && (t != m.Type || t == head.Type) {
			block |= c.Block
		}
		if t == head.Type || isMember(t, head.Type) {
			return by&block == 0
		}
		by = by.With(derivedBy(t))
	}
	return false
}

// derivedBy returns how a type is derived from its base. A list and a union are
// restrictions of xs:anySimpleType.
func derivedBy(t xsd.Type) xsd.Derivation {
	if c, ok := t.(*xsd.ComplexType); ok {
		return c.Derivation
	}
	return xsd.Restriction
}

// isMember reports whether t is derived from a member of a union.
func isMember(t, union xsd.Type) bool {
	s, ok := union.(*xsd.SimpleType)
	if !ok || s.Variety != xsd.Union {
		return false
	}
	members := make(map[*xsd.SimpleType]bool)
	typing.CollectMembers(s, members)
	for ; t != nil; t = t.BaseType() {
		if one, ok := t.(*xsd.SimpleType); ok && members[one] {
			return true
		}
	}
	return false
}

// field returns an element for rows of a package.
func (d *describer) field(e *xsd.ElementDeclaration, pkg *ir.Package) *ir.Field {
	f := &ir.Field{Wire: typing.WireName(e.Name), Nillable: e.Nillable, Pos: e.Pos}
	d.index(&f.Wire, pkg)
	d.setValueType(f, e.Type, pkg)
	d.setConstraints(f, e)
	if e.Default != nil && e.Fixed == nil && (!takesEmptyText(e.Type) || d.isKeyField(e.Name.Local)) {
		f.Fallback = d.value(e.Type, strings.TrimSpace(*e.Default), e.ValueScope)
	}
	return f
}

// setValueType sets the type of a field for validation only.
func (d *describer) setValueType(f *ir.Field, t xsd.Type, pkg *ir.Package) {
	switch t := t.(type) {
	case *xsd.SimpleType:
		f.Scalar = d.scalarFor(t, pkg)
	case *xsd.ComplexType:
		if t == xsd.AnyType {
			f.Scalar = typing.AnyType
			return
		}
		f.Struct = d.structFor(t, pkg)
	}
}

// setConstraints sets what an element declaration says about values, besides its type.
func (d *describer) setConstraints(f *ir.Field, e *xsd.ElementDeclaration) {
	f.Block = derivations(e.Block)
	f.Block &^= schema.Substitution
	f.Constraints = d.constraintsOf(e)
	if e.Fixed != nil {
		value := d.value(e.Type, *e.Fixed, e.ValueScope)
		f.Fixed = &value
	}
}

func derivations(set xsd.DerivationSet) schema.Derivations {
	var all schema.Derivations
	for in, one := range map[xsd.Derivation]schema.Derivations{xsd.Restriction: schema.Restriction, xsd.Extension: schema.Extension, xsd.Substitution: schema.Substitution} {
		if set.Has(in) {
			all |= one
		}
	}
	return all
}

// takesEmptyText reports whether empty text is valid for a type, so that it makes no
// difference for validation that an empty element has a default. It may report false if
// it is.
func takesEmptyText(t xsd.Type) bool {
	s, ok := t.(*xsd.SimpleType)
	if c, complex := t.(*xsd.ComplexType); complex {
		s, ok = c.Simple, c.Simple != nil
	}
	if !ok {
		return true
	}
	for ; !s.Builtin; s = s.Base {
		if s.Variety == xsd.Union || slices.ContainsFunc(s.Facets, func(f *xsd.Facet) bool { return f.Kind != lexical.WhiteSpace && f.Kind != lexical.MaxLength }) {
			return false
		}
	}
	return slices.Contains([]string{"anySimpleType", "string", "normalizedString", "token", "anyURI", "base64Binary", "hexBinary"}, s.Name.Local)
}

// isLarge reports whether a content model has too many particles to be checked.
func (d *describer) isLarge(p *xsd.Particle) bool { return p != nil && d.size(p) > maxParticles }

// size returns the number of particles, or a number that is too large.
func (d *describer) size(p *xsd.Particle) int {
	n, known := d.sizes[p.Term]
	if known {
		return n
	}
	n = 1
	d.sizes[p.Term] = n // an invalid group may contain itself
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		n += len(term.SubstitutionGroup())
	case *xsd.ModelGroup:
		for _, child := range term.Particles {
			n = min(n+d.size(child), maxParticles+1)
		}
	}
	d.sizes[p.Term] = n
	return n
}
