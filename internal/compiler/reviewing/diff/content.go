package diff

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// slot is an element of a content model, with the bounds of its occurrence in any instance.
type slot struct {
	element *xsd.ElementDeclaration
	min     int
	max     int // or xsd.Unbounded
	choice  *xsd.ModelGroup
	needed  bool // an alternative of the choice must occur, and all of them are added or removed; or others of its alternative remain
	mixed   bool // the content is mixed
	grouped bool // it is optional only because its group is
	inOrder bool // its order among others is open: they are in a repeated group, or in mixed content
	in      *alternative
	sure    bool // it must be there if the alternative is
	pos     diag.Pos
}

// content is a content model without its groups.
type content struct {
	slots     []slot
	wildcards []*xsd.Particle
	folded    map[string]bool // the names of slots without a difference of case
}

// contentOf returns the content of a type. Elements that occur several times are one slot.
func contentOf(t *xsd.ComplexType) content {
	f := flattener{content: content{folded: make(map[string]bool)}, index: make(map[xsd.QName]int), open: make(map[*xsd.ModelGroup]bool), needed: make(map[*xsd.ModelGroup]bool), mixed: t.Mixed()}
	if t.Content != nil {
		f.add(t.Content, 1, 1, nil)
	}
	return f.content
}

type flattener struct {
	content
	index map[xsd.QName]int
	open  map[*xsd.ModelGroup]bool

	in     *alternative
	sure   bool                     // what is added must be there if the alternative is
	needed map[*xsd.ModelGroup]bool // choices that must have one of their alternatives
	mixed  bool

	repeated bool // a group of several particles around the current one may be repeated
}

// add adds the elements of a particle that itself occurs between min and max times.
func (f *flattener) add(p *xsd.Particle, min, max int, choice *xsd.ModelGroup) {
	min, max = xsd.Times(min, p.Min), xsd.Times(max, p.Max)
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		f.element(slot{term, min, max, choice, f.needed[choice], f.mixed, min == 0 && p.Min > 0 && choice == nil, f.inOrder(term, max), f.in, f.sure && p.Min > 0, p.Pos})
	case *xsd.Wildcard:
		f.wildcards = append(f.wildcards, &xsd.Particle{Min: min, Max: max, Term: term, Pos: p.Pos})
	case *xsd.ModelGroup:
		if f.open[term] {
			return
		}
		defer func(before bool) { f.repeated = before }(f.repeated)
		f.open[term], f.repeated = true, f.repeated || max != 1 && len(term.Particles) > 1
		defer delete(f.open, term)
		if term.Compositor == xsd.Choice && len(term.Particles) > 1 {
			f.needed[term] = p.Min > 0 && !slices.ContainsFunc(term.Particles, isEmptiable)
			min, choice = 0, term
		}
		in, before, sure := f.in, f.sure, f.sure && p.Min > 0
		for _, child := range term.Particles {
			if f.in, f.sure = in, sure; choice == term {
				f.in, f.sure = &alternative{outer: in}, true
			}
			f.add(child, min, max, choice)
		}
		f.in, f.sure = in, before
	}
}

// isEmptiable reports whether a particle matches no elements.
func isEmptiable(p *xsd.Particle) bool {
	group, ok := p.Term.(*xsd.ModelGroup)
	switch {
	case p.Min == 0:
		return true
	case !ok:
		return false
	case group.Compositor == xsd.Choice:
		return slices.ContainsFunc(group.Particles, isEmptiable)
	}
	return !slices.ContainsFunc(group.Particles, func(p *xsd.Particle) bool { return !isEmptiable(p) })
}

func (f *flattener) element(s slot) {
	i, known := f.index[s.element.Name]
	if !known {
		f.index[s.element.Name] = len(f.slots)
		f.slots, f.folded[folded(s.element.Name.Local)] = append(f.slots, s), true
		return
	}
	first := &f.slots[i]
	if s.choice != nil && s.choice == first.choice {
		if exceeds(s.max, first.max) {
			first.max = s.max
		}
		return
	}
	first.min, first.max = xsd.Plus(first.min, s.min), xsd.Plus(first.max, s.max)
}

// slotPair is an element of both contents.
type slotPair struct{ old, new slot }

// matched is the content of two types, compared by the names of elements.
type matched struct {
	old, new       content
	pairs          []slotPair // in the order of the old content
	removed, added []slot
}

// matchContent pairs the elements with the same name, and then those that only differ in case or namespace, or that have
// the same type between the same neighbours: these were renamed.
func matchContent(old, new *xsd.ComplexType) matched {
	m := matched{old: contentOf(old), new: contentOf(new)}
	pairing := pairingBy(m.old.slots, m.new.slots,
		func(s slot) any { return s.element.Name },
		func(s slot) any { return s.element.Name.Local },
		func(s slot) any { return folded(s.element.Name.Local) })
	for i, s := range m.old.slots {
		j := 0 // the slot after the partner of the one before
		if i > 0 {
			before, ok := pairing.partner[i-1]
			if j = before + 1; !ok {
				continue
			}
		}
		if _, known := pairing.partner[i]; !known && j < len(m.new.slots) && !pairing.taken[j] && sameButName(s, m.new.slots[j]) && pairing.follows(m, i, j) {
			pairing.add(i, j)
		}
	}
	return m.finish(pairing)
}

// pairing has the index of an item in the new list by the index of its partner in the old one.
type pairing struct {
	partner map[int]int
	taken   map[int]bool
}

func (p pairing) add(i, j int) { p.partner[i], p.taken[j] = j, true }

// pairingBy pairs the items of two lists as matchBy does.
func pairingBy[T any](old, new []T, keys ...func(T) any) pairing {
	p := pairing{make(map[int]int), make(map[int]bool)}
	for _, key := range keys {
		free := make(map[any][]int)
		for j, n := range new {
			if k := key(n); k != nil && !p.taken[j] {
				free[k] = append(free[k], j)
			}
		}
		for i, o := range old {
			k := key(o)
			if _, known := p.partner[i]; !known && k != nil && len(free[k]) > 0 {
				p.add(i, free[k][0])
				free[k] = free[k][1:]
			}
		}
	}
	return p
}

// follows reports whether the slots after two others are partners or both missing.
func (p pairing) follows(m matched, i, j int) bool {
	if i+1 == len(m.old.slots) || j+1 == len(m.new.slots) {
		return i+1 == len(m.old.slots) && j+1 == len(m.new.slots)
	}
	after, ok := p.partner[i+1]
	return ok && after == j+1
}

// finish lists the pairs of slots, and the slots without a partner.
func (m matched) finish(p pairing) matched {
	choices := make(map[*xsd.ModelGroup]bool) // of pairs
	for i, s := range m.old.slots {
		if j, ok := p.partner[i]; ok {
			m.pairs = append(m.pairs, slotPair{s, m.new.slots[j]})
			choices[s.choice], choices[m.new.slots[j].choice] = true, true
			s.in.know()
			m.new.slots[j].in.know()
		} else {
			m.removed = append(m.removed, s)
		}
	}
	for j, s := range m.new.slots {
		if !p.taken[j] {
			m.added = append(m.added, s)
		}
	}
	for _, all := range [][]slot{m.removed, m.added} {
		for i := range all {
			s := &all[i]
			s.needed = s.needed && !choices[s.choice] || s.sure && s.in != nil && s.in.known
		}
	}
	return m
}

// sameButName reports whether two elements have the same named type and occurrence.
func sameButName(a, b slot) bool {
	ta, tb := a.element.Type.Component().Name, b.element.Type.Component().Name
	return ta == tb && !ta.IsZero() && a.min == b.min && a.max == b.max && (a.choice == nil) == (b.choice == nil)
}

// moved returns the pairs that are out of order: all pairs outside of the longest sequence with the same order in both
// versions. The alternatives of a choice have one place.
func (m matched) moved() []slotPair {
	was, position := m.old.places(), m.new.places()
	pairs := slices.Clone(m.pairs)
	slices.SortStableFunc(pairs, func(a, b slotPair) int { return was[a.old.element] - was[b.old.element] })
	placeOf := func(i int) int { return position[pairs[i].new.element] }
	previous := make([]int, len(pairs))
	var ends [][]int // by length: the pairs that are the last ones of sequences of that length; their positions descend
	for i := range pairs {
		n := sort.Search(len(ends), func(n int) bool { return placeOf(ends[n][len(ends[n])-1]) > placeOf(i) })
		if previous[i] = -1; n > 0 {
			before := ends[n-1]
			previous[i] = before[sort.Search(len(before), func(k int) bool { return placeOf(before[k]) <= placeOf(i) })]
		}
		if n == len(ends) {
			ends = append(ends, nil)
		}
		ends[n] = append(ends[n], i)
	}
	inOrder := make(map[int]bool)
	if len(ends) > 0 {
		for i := ends[len(ends)-1][0]; i >= 0; i = previous[i] {
			inOrder[i] = true
		}
	}
	var moved []slotPair
	for i, p := range pairs {
		if !inOrder[i] {
			moved = append(moved, p)
		}
	}
	return moved
}

// places returns the order of the elements. Alternatives of a choice have the place of the first.
func (c content) places() map[*xsd.ElementDeclaration]int {
	places := make(map[*xsd.ElementDeclaration]int)
	first := make(map[*xsd.ModelGroup]int)
	for i, s := range c.slots {
		if s.choice != nil {
			if _, known := first[s.choice]; !known {
				first[s.choice] = i
			}
			i = first[s.choice]
		}
		places[s.element] = i
	}
	return places
}

// shape prints a content model so that equal models have equal text: groups that only hold one particle, or that are in a
// group of the same kind, are left out, and alternatives are sorted. renamed gives elements the name of their partner.
// With optional, it prints all choices as if they were optional.
func shape(t *xsd.ComplexType, renamed map[*xsd.ElementDeclaration]xsd.QName, spaces map[string]string, optional bool) string {
	if t.Content == nil {
		return ""
	}
	s := shaper{renamed: renamed, spaces: spaces, optional: optional, open: make(map[*xsd.ModelGroup]bool)}
	return s.particle(t.Content).String()
}

type shaper struct {
	renamed map[*xsd.ElementDeclaration]xsd.QName
	spaces  map[string]string // namespaces that are renamed
	open    map[*xsd.ModelGroup]bool

	optional bool
}

// shaped is a particle as shape prints it.
type shaped struct {
	kind     string // ",", "|", "&", or "" if it is not a group
	text     string // text of an element or wildcard
	min, max int
	parts    []shaped
}

func (s *shaper) particle(p *xsd.Particle) shaped {
	result := shaped{min: p.Min, max: p.Max}
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		name := term.Name
		if other, ok := s.renamed[term]; ok {
			name = other
		}
		result.text = "{" + name.Space + "}" + name.Local
	case *xsd.Wildcard:
		result.text = "*" + wildcardText(term, s.spaces)
	case *xsd.ModelGroup:
		if s.open[term] {
			return result
		}
		s.open[term] = true
		defer delete(s.open, term)
		result.kind = [...]string{",", "|", "&"}[term.Compositor]
		if s.optional && term.Compositor == xsd.Choice {
			result.min = 0
		}
		for _, child := range term.Particles {
			result.join(s.particle(child))
		}
		return result.simplified()
	}
	return result
}

// join appends a part, or the parts of a group of the same kind that occurs once.
func (s *shaped) join(part shaped) {
	switch {
	case part.kind != "" && len(part.parts) == 0 && part.text == "":
		if s.kind == "|" && part.kind != "|" {
			s.parts = append(s.parts, part) // an empty alternative counts
		}
	case part.kind == s.kind && part.min == 1 && part.max == 1:
		s.parts = append(s.parts, part.parts...)
	default:
		s.parts = append(s.parts, part)
	}
}

// simplified replaces a group of one part by the part.
func (s shaped) simplified() shaped {
	if len(s.parts) == 1 && s.sums(s.parts[0]) {
		only := s.parts[0]
		only.min, only.max = xsd.Times(only.min, s.min), xsd.Times(only.max, s.max)
		return only
	}
	if s.max == 1 && s.kind != "|" && len(s.parts) > 0 && !slices.ContainsFunc(s.parts, func(p shaped) bool { return p.min > 0 }) {
		s.min = 1
	}
	if s.kind != "," {
		slices.SortFunc(s.parts, func(a, b shaped) int { return strings.Compare(a.String(), b.String()) })
	}
	return s
}

// sums reports whether a particle that repeats its only part allows all numbers of repetitions between the products of their
// bounds.
func (s shaped) sums(part shaped) bool {
	return s.min == s.max || s.min > 0 && part.max == xsd.Unbounded || (s.min+1)*part.min <= s.min*part.max+1
}

// String returns the text of the particle, without repetition if it occurs once.
func (s shaped) String() string {
	text := s.text
	if s.kind != "" {
		text = "(" + collect.Joined(s.parts, " "+s.kind+" ", shaped.String) + ")"
	}
	if s.min == 1 && s.max == 1 {
		return text
	}
	return text + "{" + strconv.Itoa(s.min) + "," + maxText(s.max) + "}"
}

func maxText(max int) string {
	if max == xsd.Unbounded {
		return "unbounded"
	}
	return strconv.Itoa(max)
}

// wildcardText describes what a wildcard allows, with other names for namespaces that are renamed.
func wildcardText(w *xsd.Wildcard, spaces map[string]string) string {
	text := "any namespace"
	if w.Constraint != xsd.AnyNamespace {
		names := collect.Each(w.Namespaces, func(space string) string { return namespaceText(spaceIn(spaces, space)) })
		slices.Sort(names)
		if text = strings.Join(names, " or "); w.Constraint == xsd.NotNamespace {
			text = "any namespace but " + text
		}
	}
	return text + " (" + [...]string{"strict", "lax", "skip"}[w.ProcessContents] + ")"
}
