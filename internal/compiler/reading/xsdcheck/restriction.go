package xsdcheck

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/xsd"
)

// restrictions checks that the content of each restriction allows nothing that its base does not allow: Particle Valid
// (Restriction) (part 1, section 3.9.6). The recommendation compares the structure of the two contents, not the
// documents that they allow.
func (c *checker) restrictions() {
	for _, t := range c.components.complex {
		base, ok := t.Base.(*xsd.ComplexType)
		if !ok || t.Derivation != xsd.Restriction || base == xsd.AnyType || t.ContentKind == xsd.SimpleContent {
			continue
		}
		c.restriction(t, base)
	}
}

// restriction checks the content of one restriction.
func (c *checker) restriction(t, base *xsd.ComplexType) {
	switch {
	case base.ContentKind == xsd.SimpleContent:
		c.report(restrictionContent, t.Pos, "%s has complex content, but its base %s has simple content", describe(t), describe(base))
		return
	case t.Content == nil && base.Content == nil:
		return
	case base.Content == nil:
		if base.ContentKind == xsd.EmptyContent || base.ContentKind == xsd.MixedContent {
			c.report(restrictionContent, t.Pos, "%s has content, but its base %s has none", describe(t), describe(base))
		}
		return
	}
	r := restrictor{checker: c, verdicts: make(map[[2]part]string)}
	if t.Content == nil {
		if !r.emptiable(partOf(base.Content)) {
			c.report(restrictionContent, t.Pos, "%s has no content, but its base %s requires some", describe(t), describe(base))
		}
		return
	}
	why := r.whole(partOf(t.Content), partOf(base.Content))
	if r.steps > maxRestrictionSteps {
		c.report(limit, t.Pos, "the content of %s is too large to compare with the content of its base: it takes more than %d steps", describe(t), maxRestrictionSteps)
		return
	}
	if why != "" {
		d := c.report(particleRestriction, t.Content.Pos, "the content of %s is not a restriction of the content of its base %s: %s", describe(t), describe(base), why)
		if !base.Content.Pos.IsZero() {
			*d = d.WithRelated(base.Content.Pos, "the content of the base")
		}
	}
}

// maxRestrictionSteps limits the work for one restriction.
const maxRestrictionSteps = 200_000

// restrictor compares the contents of one restriction and its base.
type restrictor struct {
	*checker
	verdicts map[[2]part]string
	steps    int
}

// part is a particle, or a particle with other bounds.
type part struct {
	min, max int
	term     xsd.Term
}

func partOf(p *xsd.Particle) part { return part{p.Min, p.Max, p.Term} }

// whole compares whole contents. It returns why the first does not restrict the second, or "".
func (r *restrictor) whole(d, b part) string {
	d, some := r.simplified(d)
	b, baseSome := r.simplified(b)
	switch {
	case !some && (!baseSome || r.emptiable(b)):
		return ""
	case !some:
		return "it can be empty"
	case !baseSome:
		return "the base is empty"
	}
	return r.valid(d, b)
}

// simplified returns a part without pointless groups (part 1, section 3.9.6), and false if nothing is left.
func (r *restrictor) simplified(p part) (part, bool) {
	g, ok := p.term.(*xsd.ModelGroup)
	if !ok {
		return p, true
	}
	children := r.children(g)
	switch {
	case len(children) == 0:
		return p, g.Compositor == xsd.Choice && p.min > 0
	case len(children) == 1 && p.min == 1 && p.max == 1:
		return children[0], true
	}
	return p, true
}

// children returns the parts of a group without pointless groups.
func (r *restrictor) children(g *xsd.ModelGroup) []part {
	if known, ok := r.flat[g]; ok {
		return known
	}
	r.flat[g] = nil
	var all []part
	for _, p := range g.Particles {
		child, some := r.simplified(partOf(p))
		if !some {
			continue
		}
		inner, ok := child.term.(*xsd.ModelGroup)
		if ok && child.min == 1 && child.max == 1 && inner.Compositor == g.Compositor && g.Compositor != xsd.All {
			all = append(all, r.children(inner)...)
		} else {
			all = append(all, child)
		}
		if len(all) > maxChildren {
			r.steps = maxRestrictionSteps + 1
			break
		}
	}
	r.flat[g] = all
	return all
}

// maxChildren limits the children of a group once the groups in it are replaced by their children.
const maxChildren = 20_000

// emptiable reports whether a part allows no element (part 1, section 3.9.6, Particle Emptiable).
func (r *restrictor) emptiable(p part) bool {
	min, _ := r.totalRange(p)
	return min == 0
}

// totalRange returns the Effective Total Range of a part (part 1, sections 3.8.6 and 3.9.6).
func (r *restrictor) totalRange(p part) (low, high int) {
	g, ok := p.term.(*xsd.ModelGroup)
	if !ok {
		return p.min, p.max
	}
	r.steps++
	inner, known := r.ranges[g]
	if !known {
		for i, child := range r.children(g) {
			l, h := r.totalRange(child)
			switch {
			case g.Compositor != xsd.Choice:
				inner[0], inner[1] = xsd.Plus(inner[0], l), xsd.Plus(inner[1], h)
			case i == 0:
				inner = [2]int{l, h}
			default:
				inner[0] = min(inner[0], l)
				if inner[1] != xsd.Unbounded {
					inner[1] = max(inner[1], h)
				}
				if h == xsd.Unbounded {
					inner[1] = h
				}
			}
		}
		r.ranges[g] = inner
	}
	return xsd.Times(p.min, inner[0]), xsd.Times(p.max, inner[1])
}

// within reports whether one range of occurrences is inside another (Occurrence Range OK).
func within(low, high, baseLow, baseHigh int) bool {
	return low >= baseLow && (baseHigh == xsd.Unbounded || high != xsd.Unbounded && high <= baseHigh)
}

func occurs(d, b part) string {
	if within(d.min, d.max, b.min, b.max) {
		return ""
	}
	return partText(d) + " may occur fewer or more times than " + partText(b) + " of the base"
}

func partText(p part) string { return particleText(&xsd.Particle{Term: p.term}) }

// valid compares simplified parts: it returns why d is not a valid restriction of b, or "".
func (r *restrictor) valid(d, b part) string {
	if r.steps++; r.steps > maxRestrictionSteps {
		return ""
	}
	if d.term == b.term {
		return occurs(d, b)
	}
	key := [2]part{d, b}
	if why, known := r.verdicts[key]; known {
		return why
	}
	why := r.compare(d, b)
	r.verdicts[key] = why
	return why
}

func (r *restrictor) compare(d, b part) string {
	switch base := b.term.(type) {
	case *xsd.Wildcard:
		return r.againstWildcard(d, b, base)
	case *xsd.ElementDeclaration:
		switch own := d.term.(type) {
		case *xsd.ElementDeclaration:
			return r.elements(d, b, own, base)
		case *xsd.ModelGroup:
			if members := r.members(base); members != nil {
				return r.groups(d, part{b.min, b.max, members})
			}
		}
		return partText(d) + " takes the place of " + partText(b)
	case *xsd.ModelGroup:
		switch own := d.term.(type) {
		case *xsd.Wildcard:
			return "a wildcard takes the place of " + partText(b)
		case *xsd.ElementDeclaration:
			return r.asIfGroup(d, b, own, base)
		}
		return r.groups(d, b)
	}
	return ""
}

// asIfGroup compares an element with a group (RecurseAsIfGroup).
func (r *restrictor) asIfGroup(d, b part, e *xsd.ElementDeclaration, base *xsd.ModelGroup) string {
	why := r.lists(part{1, 1, nil}, []part{d}, base.Compositor, b)
	if members := r.members(e); why != "" && members != nil && r.groups(part{d.min, d.max, members}, b) == "" {
		return ""
	}
	return why
}

func (r *restrictor) groups(d, b part) string {
	g := d.term.(*xsd.ModelGroup)
	return r.lists(d, r.children(g), g.Compositor, b)
}

// lists compares the children of two groups d and b.
func (r *restrictor) lists(d part, children []part, compositor xsd.Compositor, b part) string {
	base := b.term.(*xsd.ModelGroup)
	pair := [2]xsd.Compositor{compositor, base.Compositor}
	switch pair {
	case [2]xsd.Compositor{xsd.Sequence, xsd.Choice}:
		return r.mapAndSum(d, children, b, base)
	case [2]xsd.Compositor{xsd.Sequence, xsd.All}:
		if !within(d.min, d.max, b.min, b.max) {
			return "the sequence may occur fewer or more times than the xs:all of the base"
		}
		return r.unordered(children, r.children(base))
	}
	if compositor != base.Compositor {
		return "a " + compositor.String() + " takes the place of a " + base.Compositor.String()
	}
	if !within(d.min, d.max, b.min, b.max) {
		return "a " + compositor.String() + " may occur fewer or more times than in the base"
	}
	return r.ordered(children, r.children(base), compositor == xsd.Choice)
}

// ordered maps parts to parts of the base in order (Recurse; RecurseLax if lax is set). In a lax mapping, any parts of
// the base can be left out, else those that are emptiable.
func (r *restrictor) ordered(children, base []part, lax bool) string {
	at := 0
	for _, d := range children {
		first := ""
		for ; ; at++ {
			if at == len(base) {
				if first == "" {
					first = partText(d) + " has no counterpart in the base"
				}
				return first
			}
			why := r.valid(d, base[at])
			if why == "" {
				at++
				break
			}
			if first == "" || sameName(d, base[at]) {
				first = why
			}
			if !lax && !r.emptiable(base[at]) {
				return first
			}
		}
	}
	for ; !lax && at < len(base); at++ {
		if !r.emptiable(base[at]) {
			return partText(base[at]) + " of the base is missing"
		}
	}
	return ""
}

func sameName(a, b part) bool {
	e, ok := a.term.(*xsd.ElementDeclaration)
	f, ok2 := b.term.(*xsd.ElementDeclaration)
	return ok && ok2 && e.Name == f.Name
}

// unordered maps parts to different parts of the base (RecurseUnordered).
func (r *restrictor) unordered(children, base []part) string {
	used := make([]bool, len(base))
	for _, d := range children {
		found := false
		for i, b := range base {
			if !used[i] && r.valid(d, b) == "" {
				used[i], found = true, true
				break
			}
		}
		if !found {
			return partText(d) + " has no counterpart in the base"
		}
	}
	for i, b := range base {
		if !used[i] && !r.emptiable(b) {
			return partText(b) + " of the base is missing"
		}
	}
	return ""
}

// mapAndSum compares a sequence with a choice (MapAndSum).
func (r *restrictor) mapAndSum(d part, children []part, b part, base *xsd.ModelGroup) string {
	for _, child := range children {
		if !slices.ContainsFunc(r.children(base), func(option part) bool { return r.valid(child, option) == "" }) {
			return partText(child) + " has no counterpart in the choice of the base"
		}
	}
	if !within(xsd.Times(d.min, len(children)), xsd.Times(d.max, len(children)), b.min, b.max) {
		return "the elements of the sequence may occur fewer or more times than the choice of the base"
	}
	return ""
}
