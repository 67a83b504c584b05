package xsdcheck

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// attribution checks the content models of all complex types for Unique Particle Attribution (part 1, section 3.8.6):
// at each place in a content, the name of an element determines the particle that it belongs to.
//
// For each model group it computes the particles with which content can start, and those that can follow its last
// element and still belong to it (first and follow-last in A. Brüggemann-Klein, "Regular expressions into finite
// automata"). Two particles compete if they have a name in common and both can match the same element: at the start of
// two alternatives; one continuing a term and the other starting the next term; or one continuing a repeated term and
// the other starting it again. Each group is visited once, regardless of the number of references to it.
func (c *checker) attribution() {
	a := attributor{checker: c, groups: make(map[*xsd.ModelGroup]language), members: make(map[*xsd.ElementDeclaration]*segment), rivals: make(map[*xsd.Particle]*xsd.Particle)}
	defer a.reportRivals()
	for _, t := range c.components.complex {
		if t.Content == nil {
			continue
		}
		if a.particle(t.Content); a.steps > maxSteps {
			c.report(limit, t.Pos, "the content of %s is too large to check: it takes more than %d steps", describe(t), maxSteps)
			return
		}
	}
	for _, g := range c.set.Groups { // also those that no type has
		a.group(g.Content)
	}
}

// maxSteps limits the work for all content models.
const maxSteps = 5_000_000

type attributor struct {
	*checker
	groups  map[*xsd.ModelGroup]language
	members map[*xsd.ElementDeclaration]*segment // the elements that may occur in place of a head element
	rivals  map[*xsd.Particle]*xsd.Particle      // competing particles: the earlier by the later one
	steps   int
}

// language describes the content that a term or particle allows.
type language struct {
	nullable    bool
	first, last *starts
}

// starts is a set of particles by the names that they allow. The nil set is empty. Sets are not changed once they are
// part of a language. They share segments, because types in a long chain of extensions differ in few names.
type starts struct {
	segments  []*segment // the largest first, each at least twice as large as the next
	wildcards []*xsd.Particle
}

// segment is an immutable part of a set of particles.
type segment struct {
	names  map[xsd.QName]*xsd.Particle
	spaces map[string]*xsd.Particle // for each namespace one of the particles with names in it
	only   *xsd.Particle            // if set, the particle of all names, instead of the values of the maps
}

func newSegment() *segment {
	return &segment{names: make(map[xsd.QName]*xsd.Particle), spaces: make(map[string]*xsd.Particle)}
}

func (s *segment) add(name xsd.QName, p *xsd.Particle) {
	s.names[name] = p
	s.spaces[name.Space] = p
}

// of returns the particle of a name or namespace, for which the map has p.
func (s *segment) of(p *xsd.Particle) *xsd.Particle {
	if s.only != nil && p != nil {
		return s.only
	}
	return p
}

func (s *starts) find(name xsd.QName) *xsd.Particle {
	for _, segment := range s.segments {
		if p := segment.of(segment.names[name]); p != nil {
			return p
		}
	}
	return nil
}

// size returns the number of names, some of which may be counted twice.
func (s *starts) size() int {
	n := 0
	for _, segment := range s.segments {
		n += len(segment.names)
	}
	return n
}

func (s *starts) isEmpty() bool { return s == nil || len(s.segments) == 0 && len(s.wildcards) == 0 }

// particle returns the language of a particle, and reports competing particles in it.
func (a *attributor) particle(p *xsd.Particle) language {
	if a.steps++; a.steps > maxSteps {
		return language{}
	}
	var l language
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		l.first = a.element(p, term)
	case *xsd.Wildcard:
		l.first = &starts{wildcards: []*xsd.Particle{p}}
	case *xsd.ModelGroup:
		l = a.group(term)
	}
	if p.Repeated() {
		a.compete(l.last, l.first)
		if p.Min != p.Max || l.nullable {
			l.last = a.union(l.last, l.first)
		}
	}
	l.nullable = l.nullable || p.Min == 0
	return l
}

func (a *attributor) element(p *xsd.Particle, e *xsd.ElementDeclaration) *starts {
	if len(e.Substitutes) == 0 || e.Block.Has(xsd.Substitution) {
		s := newSegment()
		s.add(e.Name, p)
		return &starts{segments: []*segment{s}}
	}
	if a.members[e] == nil {
		a.members[e] = a.substitutes(p, e)
	}
	s := *a.members[e]
	s.only = p
	return &starts{segments: []*segment{&s}}
}

// substitutes returns the names of an element and of the elements that can replace it.
func (a *attributor) substitutes(p *xsd.Particle, e *xsd.ElementDeclaration) *segment {
	s := newSegment()
	s.add(e.Name, p)
	for _, m := range e.SubstitutionGroup() {
		a.steps++
		if !blocked(e, m) {
			s.add(m.Name, p)
		}
	}
	return s
}

// blocked reports whether the attribute block of an element, of its type or of a type in between excludes a member of its
// substitution group (part 1, section 3.3.6, Substitution Group OK).
func blocked(head, member *xsd.ElementDeclaration) bool {
	block := head.Block
	var by xsd.DerivationSet
	for t := member.Type; t != nil; t = t.BaseType() {
		c, ok := t.(*xsd.ComplexType)
		if ok && (t != member.Type || t == head.Type) {
			block |= c.Block
		}
		switch {
		case t == head.Type:
			return block.Has(xsd.Substitution) || by&block != 0
		case ok:
			by = by.With(c.Derivation)
		default:
			by = by.With(xsd.Restriction)
		}
	}
	return head.Block.Has(xsd.Substitution)
}

func (a *attributor) group(g *xsd.ModelGroup) language {
	if l, ok := a.groups[g]; ok {
		return l
	}
	a.groups[g] = language{nullable: true} // a group that contains itself has been reported
	var l language
	switch g.Compositor {
	case xsd.Sequence:
		l = a.sequence(g)
	case xsd.Choice:
		l = a.choice(g)
	default:
		l = a.choice(g)
		l.nullable = !slices.ContainsFunc(g.Particles, func(p *xsd.Particle) bool { return p.Min > 0 })
		l.last = a.union(l.last, l.first)
	}
	a.groups[g] = l
	return l
}

func (a *attributor) choice(g *xsd.ModelGroup) language {
	l := language{first: new(starts), last: new(starts)}
	for _, p := range g.Particles {
		inner := a.particle(p)
		a.compete(l.first, inner.first)
		a.merge(l.first, inner.first)
		a.merge(l.last, inner.last)
		l.nullable = l.nullable || inner.nullable
	}
	return l
}

func (a *attributor) sequence(g *xsd.ModelGroup) language {
	l := language{nullable: true, first: new(starts), last: new(starts)}
	for _, p := range g.Particles {
		inner := a.particle(p)
		a.compete(l.last, inner.first)
		if l.nullable {
			a.merge(l.first, inner.first)
		}
		l.nullable = l.nullable && inner.nullable
		if inner.nullable {
			a.merge(l.last, inner.first)
		} else {
			l.last = new(starts)
		}
		a.merge(l.last, inner.last)
	}
	return l
}

// merge adds the particles of more to s.
func (a *attributor) merge(s, more *starts) {
	if more.isEmpty() {
		return
	}
	if a.steps += len(more.wildcards) * (1 + len(s.wildcards)); a.steps > maxSteps {
		return
	}
	s.wildcards = collect.Union(slices.Clip(s.wildcards), more.wildcards...)
	all := collect.Union(slices.Clone(s.segments), more.segments...)
	slices.SortStableFunc(all, func(x, y *segment) int { return cmp.Compare(len(y.names), len(x.names)) })
	for n := len(all); n > 1 && len(all[n-2].names) < 2*len(all[n-1].names); n = len(all) {
		all = append(all[:n-2], a.joined(all[n-2], all[n-1]))
	}
	s.segments = all
}

func (a *attributor) joined(x, y *segment) *segment {
	a.steps += len(x.names) + len(y.names)
	s := newSegment()
	for _, part := range []*segment{x, y} {
		for name, p := range part.names {
			s.names[name] = part.of(p)
		}
		for space, p := range part.spaces {
			s.spaces[space] = part.of(p)
		}
	}
	return s
}

func (a *attributor) union(s, more *starts) *starts {
	u := new(starts)
	a.merge(u, s)
	a.merge(u, more)
	return u
}

// compete reports particles of two sets that have a name in common.
func (a *attributor) compete(s, t *starts) {
	if s.isEmpty() || t.isEmpty() {
		return
	}
	if s.size() < t.size() {
		s, t = t, s
	}
	for _, segment := range t.segments {
		if a.steps += len(segment.names); a.steps > maxSteps {
			return
		}
		for name, p := range segment.names {
			if other := s.find(name); other != nil && other != segment.of(p) {
				a.competing(segment.of(p), other)
			}
		}
	}
	a.competeWith(s.wildcards, t)
	a.competeWith(t.wildcards, s)
	if a.steps += len(s.wildcards) * len(t.wildcards); a.steps > maxSteps {
		return
	}
	for _, w := range t.wildcards {
		for _, other := range s.wildcards {
			if other != w && overlap(w.Term.(*xsd.Wildcard), other.Term.(*xsd.Wildcard)) {
				a.competing(w, other)
			}
		}
	}
}

// competeWith reports elements of a set that wildcards allow.
func (a *attributor) competeWith(wildcards []*xsd.Particle, s *starts) {
	for _, w := range wildcards {
		for _, segment := range s.segments {
			if a.steps += len(segment.spaces); a.steps > maxSteps {
				return
			}
			for space, p := range segment.spaces {
				if w.Term.(*xsd.Wildcard).Allows(space) {
					a.competing(w, segment.of(p))
				}
			}
		}
	}
}

// overlap reports whether two wildcards allow a namespace in common.
func overlap(a, b *xsd.Wildcard) bool {
	if a.Constraint == xsd.NamespacesList {
		return slices.ContainsFunc(a.Namespaces, b.Allows)
	}
	if b.Constraint == xsd.NamespacesList {
		return overlap(b, a)
	}
	return true
}

func (a *attributor) competing(p, other *xsd.Particle) {
	if p.Pos.Compare(other.Pos) < 0 {
		p, other = other, p // the order in which sets are visited does not matter
	}
	if known := a.rivals[p]; known == nil || other.Pos.Compare(known.Pos) < 0 {
		a.rivals[p] = other
	}
}

func (a *attributor) reportRivals() {
	for p, other := range a.rivals {
		text := particleText(other)
		if text == particleText(p) {
			text = "another one"
		}
		d := a.report(uniqueAttribution, p.Pos, "%s and %s can both match at the same place in a content model", particleText(p), text)
		*d = d.WithRelated(other.Pos, "the other particle")
	}
}

func particleText(p *xsd.Particle) string {
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		return "element " + diag.Quote(term.Name.Local)
	case *xsd.ModelGroup:
		return "the " + term.Compositor.String()
	}
	return "a wildcard"
}
