package diff

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/templates/soap/lexical"
)

// compareFacets compares the facets of two types with the same built-in base. Facets matter only to readers that check
// messages.
func (c *comparer) compareFacets(at place, old, new *xsd.SimpleType) {
	c.compareEnumerations(at, old, new)
	defer func(limit effect) { c.limit = limit }(c.limit)
	if c.onlyValid(old, new) {
		c.limit.newReader = fine
	}
	if c.onlyValid(new, old) {
		c.limit.oldReader = fine
	}
	if a, b := patterns(old), patterns(new); a != b {
		c.wire("pattern-changed", at, patternEffect(a, b), "the pattern is now %s, formerly %s", quotedOrNone(b), quotedOrNone(a))
	}
	for _, group := range []struct {
		name  string
		kinds []lexical.FacetKind
	}{
		{"length", lexical.Lengths},
		{"range", []lexical.FacetKind{lexical.MinInclusive, lexical.MaxInclusive}},
		{"digits", []lexical.FacetKind{lexical.TotalDigits, lexical.FractionDigits}},
	} {
		c.compareBounds(at, group.name, group.kinds, old, new)
	}
	if a, b := old.Whitespace(), new.Whitespace(); a != b && old.Variety == xsd.Atomic {
		c.wire("whitespace-changed", at, harmless, "white space in values: now %s, formerly %s", b, a)
	}
}

// onlyValid reports whether a writer's type lists its values, and a reader's type allows all of them.
func (c *comparer) onlyValid(writer, reader *xsd.SimpleType) bool {
	listed := writer.Enumeration()
	return listed != nil && !slices.ContainsFunc(listed, func(f *xsd.Facet) bool {
		_, why := c.values.Key(reader, f.Value, nil)
		return why != ""
	})
}

// compareBounds compares bounds of values. A new bound, or a lower maximum, narrows the type.
func (c *comparer) compareBounds(at place, name string, kinds []lexical.FacetKind, old, new *xsd.SimpleType) {
	var e effect
	var was, now []string
	for _, kind := range kinds {
		a, b := boundOf(old, kind), boundOf(new, kind)
		bound := boundEffect(a, b)
		if bound == harmless {
			continue
		}
		was, now = a.appendTo(was), b.appendTo(now)
		e = e.worse(bound)
	}
	if e == harmless || name == "length" && lengths(old) == lengths(new) {
		return
	}
	rule := name + "-changed"
	switch {
	case e.oldReader == fine:
		rule = name + "-narrowed"
	case e.newReader == fine:
		rule = name + "-widened"
	}
	c.wire(rule, at, e, "the values now have %s, formerly %s", joined(now), joined(was))
}

func valueOf(t *xsd.SimpleType, kind lexical.FacetKind) string {
	if f := t.Effective(kind); f != nil {
		return strings.TrimSpace(f.Value)
	}
	return ""
}

// bound is a facet that limits values. Its value is empty if there is none.
type bound struct {
	kind  lexical.FacetKind
	value string
	of    *xsd.SimpleType
}

// lengths returns the least and the greatest length of values.
func lengths(t *xsd.SimpleType) [2]string {
	length := valueOf(t, lexical.Length)
	return [2]string{cmp.Or(length, valueOf(t, lexical.Ranges[0][0])), cmp.Or(length, valueOf(t, lexical.Ranges[0][1]))}
}

// boundOf returns a bound of a type. If the type has an exclusive bound in place of the inclusive one, that is returned.
func boundOf(t *xsd.SimpleType, kind lexical.FacetKind) bound {
	b := bound{kind, valueOf(t, kind), t}
	exclusive, ok := map[lexical.FacetKind]lexical.FacetKind{lexical.MinInclusive: lexical.MinExclusive, lexical.MaxInclusive: lexical.MaxExclusive}[kind]
	if other := (bound{exclusive, valueOf(t, exclusive), t}); ok && other.value != "" && boundEffect(b, other).newReader > fine {
		return other
	}
	return b
}

// isExclusive reports whether the limit itself is not a value. For integers, limit returns the next value instead.
func (b bound) isExclusive() bool {
	return (b.kind == lexical.MinExclusive || b.kind == lexical.MaxExclusive) && valueOf(b.of, lexical.FractionDigits) != "0"
}

// limit returns the value of a bound if it is a number, else nil.
func (b bound) limit() *big.Rat {
	v := rat(b.value)
	switch {
	case v == nil || b.isExclusive():
	case b.kind == lexical.MinExclusive:
		v.Add(v, big.NewRat(1, 1))
	case b.kind == lexical.MaxExclusive:
		v.Sub(v, big.NewRat(1, 1))
	}
	return v
}

// orderOf compares the values of two bounds, as text if they have no order.
func orderOf(old, new bound) int {
	if a, b := old.limit(), new.limit(); a != nil && b != nil {
		return a.Cmp(b)
	}
	if result, ok := xsdcheck.Compare(old.of, old.value, new.value); ok {
		return result
	}
	return strings.Compare(old.value, new.value)
}

func (b bound) appendTo(texts []string) []string {
	if b.value == "" {
		return texts
	}
	return append(texts, b.kind.String()+" "+diag.Quote(b.value))
}

func joined(texts []string) string {
	return cmp.Or(strings.Join(texts, " and "), "no such bound")
}

func boundEffect(old, new bound) effect {
	narrowed, widened := effect{newReader: strict}, effect{oldReader: strict}
	switch {
	case old.kind == new.kind && old.value == new.value:
		return harmless
	case old.value == "":
		return narrowed
	case new.value == "":
		return widened
	}
	order := orderOf(old, new)
	switch {
	case order == 0 && old.isExclusive() == new.isExclusive():
		return harmless
	case old.kind == lexical.Length:
		return checked
	case order == 0 && new.isExclusive(), order != 0 && old.kind.IsUpper() == (order > 0):
		return narrowed
	}
	return widened
}

// patterns returns all patterns of a type. Bars separate the patterns of one derivation step, which are alternatives.
func patterns(t *xsd.SimpleType) string {
	var steps []string
	for ; t != nil && !t.Builtin; t = t.Base {
		var step []string
		for _, f := range t.Facets {
			if f.Kind == lexical.Pattern {
				step = append(step, f.Value)
			}
		}
		if step != nil {
			slices.Sort(step)
			steps = append(steps, strings.Join(step, "|"))
		}
	}
	slices.Sort(steps)
	return strings.Join(slices.Compact(steps), " and ")
}

func patternEffect(old, new string) effect {
	return effectIf(old != new && new != "", old != new && old != "", strict)
}

func quotedOrNone(text string) string {
	if text == "" {
		return "none"
	}
	return diag.Quote(text)
}

// enumerationEffect returns the effect of different values in an enumeration.
func enumerationEffect(old, new *xsd.SimpleType) effect {
	a, b := old.Enumeration(), new.Enumeration()
	return effectIf(b != nil && (a == nil || missing(a, b) != nil), a != nil && (b == nil || missing(b, a) != nil), strict)
}

func (c *comparer) compareEnumerations(at place, old, new *xsd.SimpleType) {
	a, b := old.Enumeration(), new.Enumeration()
	switch {
	case a == nil && b == nil:
		return
	case a == nil:
		c.wire("enumeration-new", at, effect{newReader: strict}, "only listed values are now allowed: %s", valuesText(b))
		return
	case b == nil:
		c.wire("enumeration-gone", at, effect{oldReader: strict}, "values other than those listed are now allowed")
		return
	}
	for s, values := range alone([][]*xsd.Facet{missing(a, b)}, [][]*xsd.Facet{missing(b, a)}) {
		if values != nil {
			at := s.at(at.component, values[0].Pos, at.old, at.new)
			c.wire(s.rule("enumeration"), at, s.effect(strict, fine), "%s values: %s", pick(s, "removed", "new"), valuesText(values))
		}
	}
	listed := make(map[string][]*xsd.Facet) // a value may be listed twice
	for _, g := range b {
		listed[g.Value] = append(listed[g.Value], g)
	}
	for _, f := range a {
		if same := listed[f.Value]; len(same) > 0 {
			listed[f.Value] = same[1:]
			c.compareDocs(place{at.component + ", value " + diag.Quote(f.Value), f.Pos, same[0].Pos}, f.Documentation, same[0].Documentation)
		}
	}
}

// missing returns the values of a that b does not have.
func missing(a, b []*xsd.Facet) []*xsd.Facet {
	known := collect.Set(b, func(f *xsd.Facet) string { return f.Value })
	return collect.Where(a, func(f *xsd.Facet) bool { return !known[f.Value] })
}

// valuesText lists at most eight values.
func valuesText(facets []*xsd.Facet) string {
	texts := collect.Each(facets[:min(len(facets), 8)], func(f *xsd.Facet) string { return diag.Quote(f.Value) })
	if len(facets) > 8 {
		texts = append(texts, "...")
	}
	return strings.Join(texts, ", ")
}

// sameFacets reports whether two types have the same base and the same facets, as written.
func sameFacets(a, b *xsd.SimpleType) bool {
	if kindOf(a) != kindOf(b) || patterns(a) != patterns(b) || len(a.Enumeration()) != len(b.Enumeration()) ||
		missing(a.Enumeration(), b.Enumeration()) != nil {
		return false
	}
	for kind := lexical.Length; kind <= lexical.FractionDigits; kind++ {
		if kind != lexical.Pattern && kind != lexical.Enumeration && valueOf(a, kind) != valueOf(b, kind) {
			return false
		}
	}
	return true
}
