package typing

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/inherit"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// fieldParticles are the particles whose values are in one field of a struct: one
// element or wildcard, or all those of a repeated group.
type fieldParticles struct {
	particles []*xsd.Particle // elements and wildcards, each once
	particle  *xsd.Particle   // the repeated group, or the only particle
	optional  bool            // because of the groups around the particle
	repeated  bool            // because of the groups around the particle
	choice    *xsd.ModelGroup // the outermost xs:choice that they are in; nil for none
}

// content divides a content model into fields. It visits every group once, as the
// expanded content of groups that refer to others repeatedly can be exponentially
// large.
//
// The content of an extension shares what its base knows: a chain of extensions is as
// large as what each of them adds.
type content struct {
	*Planner
	groups   *inherit.Map[*xsd.ModelGroup, bool]      // visited groups
	families *inherit.Map[xsd.QName, family]          // by name of their first element
	byName   *inherit.Map[xsd.QName, *fieldParticles] // the field of each element of a family with several, or member of its substitution group
	repeated *inherit.Map[xsd.QName, *fieldParticles] // for each element, the field of the repeated group around it, or nil
	demanded *demanded                                // the last wildcard that demands a number of elements
	fields   []*fieldParticles                        // without the fields of the base
	conflict *xsd.Particle                            // a particle that would need two fields

	restricted bool // a restriction of the base may forbid what some fields hold
}

// family holds the elements of a content whose substitution groups may have members in common: they
// are in the group of the same element. Most families have one element, whose members need no look-up.
type family struct {
	only  *xsd.ElementDeclaration // nil if there are several
	field *fieldParticles
}

// demanded is a list of wildcards that demand a number of elements, the last one first.
type demanded struct {
	wildcard *xsd.Wildcard
	before   *demanded
}

// extend returns a content that begins with the content of a base, which may be nil.
func (p *Planner) extend(base *content) *content {
	if base == nil {
		base = new(content)
	}
	return &content{
		Planner: p, groups: inherit.Extend(base.groups), families: inherit.Extend(base.families), byName: inherit.Extend(base.byName), repeated: inherit.Extend(base.repeated),
		demanded: base.demanded, conflict: base.conflict, restricted: base.restricted,
	}
}

// fillElements adds the fields for elements that a struct has besides the elements of its base. If an element occurs in
// several places, separate fields would lose the order. Then the struct gets one field with a list of items.
func (p *Planner) fillElements(s *ir.Struct, t *xsd.ComplexType, own *xsd.Particle) {
	c := p.extend(p.contents[s])
	c.visit(own, fieldParticles{}, nil)
	p.contents[s] = c
	if c.conflict != nil {
		p.fillItems(s, t.Content)
		return
	}
	for _, fp := range c.fields {
		if f := p.fieldFor(s, fp); f != nil {
			s.Fields = append(s.Fields, f)
		}
	}
}

// fillItems adds a field with a list of items for the whole content of a struct, including the content of its base.
func (p *Planner) fillItems(s *ir.Struct, whole *xsd.Particle) {
	s.ReplacesBase = s.Base != nil
	c := p.extend(nil)
	c.visit(whole, fieldParticles{}, nil)
	p.contents[s] = c
	all := &fieldParticles{particle: whole, repeated: true}
	for _, fp := range c.fields {
		for _, child := range fp.particles {
			if w, ok := child.Term.(*xsd.Wildcard); !ok || !slices.ContainsFunc(all.particles, func(p *xsd.Particle) bool { return allowsSame(p, w) }) {
				all.particles = append(all.particles, child)
			}
		}
	}
	if s.Mixed || slices.ContainsFunc(all.particles, holdsAny) {
		s.Fields = append(s.Fields, p.itemsField(s, all))
	}
}

// allowsSame reports whether a particle is a wildcard that allows the same namespaces as
// w. One field is enough for both: an element is read into the first that allows it.
func allowsSame(p *xsd.Particle, w *xsd.Wildcard) bool {
	other, ok := p.Term.(*xsd.Wildcard)
	return ok && other.Constraint == w.Constraint && slices.Equal(other.Namespaces, w.Namespaces)
}

// visit walks through a content model. outer holds the constraints of the groups
// around the particle; into is the field of the repeated group around it, or nil.
func (c *content) visit(particle *xsd.Particle, outer fieldParticles, into *fieldParticles) {
	g, ok := particle.Term.(*xsd.ModelGroup)
	if !ok {
		c.add(particle, outer, into)
		return
	}
	if visited, _ := c.groups.Get(g); visited {
		if !c.empty.Has(particle) {
			c.conflict = particle
		}
		return
	}
	c.groups.Set(g, true)
	outer.optional = outer.optional || particle.Optional()
	if particle.Repeated() {
		outer.repeated = true
		if into == nil && !holdsOne(g) {
			into = &fieldParticles{particle: particle, optional: outer.optional, repeated: true}
			c.fields = append(c.fields, into)
		}
	}
	if g.Compositor == xsd.Choice && len(g.Particles) > 1 {
		outer.optional = true
		outer.choice = cmp.Or(outer.choice, g)
	}
	for _, child := range g.Particles {
		c.visit(child, outer, into)
	}
}

// holdsOne reports whether a group contains only one element or wildcard. Then
// that particle is repeated instead of the group.
func holdsOne(g *xsd.ModelGroup) bool {
	for len(g.Particles) == 1 {
		inner, ok := g.Particles[0].Term.(*xsd.ModelGroup)
		if !ok {
			return true
		}
		g = inner
	}
	return false
}

// add assigns an element or a wildcard to a field.
func (c *content) add(particle *xsd.Particle, outer fieldParticles, into *fieldParticles) {
	fp := into
	if fp == nil {
		fp = &fieldParticles{particle: particle, optional: outer.optional, repeated: outer.repeated, choice: outer.choice}
	}
	if e, ok := particle.Term.(*xsd.ElementDeclaration); ok {
		if before, known := c.repeated.Get(e.Name); known {
			if before != into || into == nil {
				c.conflict = particle
			}
			return
		}
		c.repeated.Set(e.Name, into)
		if c.overlaps(e, fp, into) || into == nil && c.followsWildcard(e) {
			c.conflict = particle
		}
	}
	fp.particles = append(fp.particles, particle)
	w, ok := particle.Term.(*xsd.Wildcard)
	if ok && c.restricted { // what the wildcard allows may have another field
		c.conflict = particle
	}
	if into != nil {
		return
	}
	c.fields = append(c.fields, fp)
	if ok && !fp.optional && particle.Min > 0 && particle.Min == particle.Max {
		c.demanded = &demanded{w, c.demanded}
	}
}

// overlaps notes the field of an element and the members of its substitution group. It reports
// whether one of them is in another field than into.
func (c *content) overlaps(e *xsd.ElementDeclaration, fp, into *fieldParticles) bool {
	first := c.firstOfFamily(e.Name)
	f, known := c.families.Get(first)
	if !known {
		c.families.Set(first, family{e, fp})
		return false
	}
	if f.only != nil {
		c.families.Set(first, family{})
		c.noteMembers(f.only, f.field, f.field)
	}
	return c.noteMembers(e, fp, into)
}

func (c *content) noteMembers(e *xsd.ElementDeclaration, fp, into *fieldParticles) (overlap bool) {
	for _, m := range GroupMembers(e) {
		if other, _ := c.byName.Get(m.Name); other != nil && other != into {
			overlap = true
		}
		c.byName.Set(m.Name, fp)
	}
	return overlap
}

// firstOfFamily returns the name of the element that is the head of a substitution group with the element
// of a name, and in no group itself.
func (p *Planner) firstOfFamily(name xsd.QName) xsd.QName {
	if first, known := p.families[name]; known {
		return first
	}
	first := name
	if e := p.schemas.Element(name); e != nil && e.SubstitutionHead != nil {
		first = p.firstOfFamily(e.SubstitutionHead.Name)
	}
	p.families[name] = first
	return first
}

// followsWildcard reports whether an element is after a wildcard that allows it and
// demands a number of elements. Then only the order says which one is meant (XML Schema
// part 1, section 3.8.6, unique particle attribution).
func (c *content) followsWildcard(e *xsd.ElementDeclaration) bool {
	for d := c.demanded; d != nil; d = d.before {
		if d.wildcard.Allows(e.Name.Space) {
			return true
		}
	}
	return false
}

// fieldFor plans the field for particles, nil if they cannot hold anything.
func (p *Planner) fieldFor(s *ir.Struct, fp *fieldParticles) *ir.Field {
	if len(fp.particles) == 0 {
		return nil
	}
	switch term := fp.particle.Term.(type) {
	case *xsd.Wildcard:
		return anyField(s, fp, term)
	case *xsd.ElementDeclaration:
		if !holdsAny(fp.particle) {
			return nil
		}
		return p.elementField(fp, term)
	}
	return p.itemsField(s, fp)
}

// holdsAny reports whether a message can contain what a particle is: not an abstract element that nothing substitutes.
func holdsAny(particle *xsd.Particle) bool {
	e, ok := particle.Term.(*xsd.ElementDeclaration)
	return !ok || hasMembers(e)
}

func (p *Planner) elementField(fp *fieldParticles, e *xsd.ElementDeclaration) *ir.Field {
	particle := fp.particle
	f := &ir.Field{Wire: WireName(e.Name), Doc: e.Documentation, Nillable: e.Nillable, Pos: particle.Pos}
	optional := fp.optional || particle.Optional()
	switch {
	case particle.Repeated() || fp.repeated:
		f.Occurs, f.Must = ir.Many, !optional
	case optional:
		f.Occurs = ir.Optional
	}
	if fp.choice != nil {
		p.out.ChoiceOf[f] = fp.choice
	}
	if IsHeadElement(e) {
		SetGroup(f, e, p.GroupStruct(e))
		return f
	}
	if p.style.NilAsAbsent && f.Nillable && f.Occurs == ir.Optional && !fp.optional { // otherwise absence means another alternative
		f.Nillable = false
		p.out.NilAsAbsent = append(p.out.NilAsAbsent, f)
	}
	p.out.ElementOf[f] = e
	p.SetType(f, e.Type, UserOf(e))
	p.SetDefault(f, e)
	return f
}

// itemsField plans the field for the elements of a repeated group, or for a
// content model whose order or text separate fields would lose. It is a slice of
// items. An item is a struct with a field for each element, one of which is set.
func (p *Planner) itemsField(s *ir.Struct, fp *fieldParticles) *ir.Field {
	item := &ir.Struct{Kind: "item", WSDLName: s.WSDLName, Pos: fp.particle.Pos}
	p.out.Origins[item] = p.out.Origins[s]
	p.out.Structs = append(p.out.Structs, item)
	n := 1
	for _, f := range s.Fields {
		if f.Items != nil {
			n++
		}
	}
	p.nameItem(item, s, n)
	for _, particle := range fp.particles {
		single := *particle
		single.Min, single.Max = 0, 1
		one := &fieldParticles{particles: []*xsd.Particle{particle}, particle: &single, optional: true}
		if f := p.fieldFor(item, one); f != nil {
			item.Fields = append(item.Fields, f)
		}
	}
	if s.Mixed {
		item.Text = &ir.Field{Name: "Text", Doc: "Text between elements.", Occurs: ir.Optional, Scalar: scalars["string"], Pos: fp.particle.Pos}
	}
	f := &ir.Field{Name: numbered(s, "Items"), Items: item, Occurs: ir.Many, Doc: "The elements in the order in which they are sent.", Pos: fp.particle.Pos}
	if s.ReplacesBase {
		f.Doc = "All elements in the order in which they are sent. Those fields of the embedded struct that are for elements, or text, are not used."
	}
	return f
}

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
