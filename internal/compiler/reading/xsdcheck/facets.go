package xsdcheck

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
)

// simpleTypes checks the facets of all simple types.
func (c *checker) simpleTypes() {
	for _, t := range c.components.simple {
		if t.Derivation == xsd.Restriction && t.Base != nil {
			c.facets(t)
		}
	}
}

// facets checks the facets of a derivation step (part 2, section 4.3).
func (c *checker) facets(t *xsd.SimpleType) {
	own := make(map[lexical.FacetKind]*xsd.Facet)
	for _, f := range t.Facets {
		switch f.Kind {
		case lexical.Pattern:
			c.pattern(f)
		case lexical.Enumeration:
			if _, why := c.valueOf(t.Base, f.Value, scopeOf(f)); why != "" {
				c.report(enumerationValid, f.Pos, "%s is not a value of %s: %s", diag.Quote(f.Value), describe(t.Base), why)
			}
			c.notation(t, f)
		default:
			own[f.Kind] = f
		}
	}
	base := c.infoOf(t.Base)
	c.numbers(t, own, base)
	c.bounded(t, own, base)
	if f := own[lexical.WhiteSpace]; f != nil {
		c.whiteSpace(t, f, base)
	}
}

// pattern checks the syntax of a pattern (part 2, appendix F).
func (c *checker) pattern(f *xsd.Facet) {
	parsed, err := pattern.Parse(f.Value)
	var syntax *pattern.Error
	switch {
	case errors.As(err, &syntax):
		c.report(patternSyntax, f.Pos, "%s is not a regular expression of XML Schema: %v", diag.Quote(f.Value), syntax)
	case len(parsed.Departures) > 0:
		c.report(patternDeparture, f.Pos, "the pattern %s departs from the grammar of XML Schema: %v", diag.Quote(f.Value), parsed.Departures[0])
	}
}

// notation checks that a value of an enumeration of NOTATION is declared.
func (c *checker) notation(t *xsd.SimpleType, f *xsd.Facet) {
	if t.Primitive == nil || t.Primitive.Name.Local != "NOTATION" || f.Scope == nil {
		return
	}
	if name, err := f.Scope.ResolveQName(f.Value); err == nil && c.set.Notation(name) == nil {
		c.report(enumerationNotation, f.Pos, "notation %s is not declared", diag.Quote(f.Value))
	}
}

// numberFacets are the facets that are numbers, with the order that they may have relative to inherited facets.
var numberFacets = []struct {
	kind        lexical.FacetKind
	rule        string
	least, most int
	want        string
}{
	{lexical.Length, lengthValid, 0, 0, "must be equal to"},
	{lexical.MinLength, minLengthValid, 0, 1, "must not be less than"},
	{lexical.MaxLength, maxLengthValid, -1, 0, "must not be more than"},
	{lexical.TotalDigits, totalDigitsValid, -1, 0, "must not be more than"},
	{lexical.FractionDigits, fractionDigitsValid, -1, 0, "must not be more than"},
}

// numbers checks the facets that are numbers (part 2, sections 4.3.1 to 4.3.3, 4.3.11 and 4.3.12).
func (c *checker) numbers(t *xsd.SimpleType, own map[lexical.FacetKind]*xsd.Facet, base *simpleInfo) {
	for _, x := range numberFacets {
		f, b := own[x.kind], base.facets[x.kind]
		if f == nil || b == nil {
			continue
		}
		if order := cmp.Compare(number(f.Value), number(b.Value)); order < x.least || order > x.most {
			c.contradicts(x.rule, f, b, x.want)
		}
	}
	c.atMost(minMaxLength, own, base, lexical.MinLength, lexical.MaxLength)
	c.atMost(fractionTotal, own, base, lexical.FractionDigits, lexical.TotalDigits)
	c.lengthWithOthers(t, own, base)
}

// atMost reports a facet whose number exceeds the number of another facet.
func (c *checker) atMost(rule string, own map[lexical.FacetKind]*xsd.Facet, base *simpleInfo, lowKind, highKind lexical.FacetKind) {
	low, lowOwn := effective(own, base, lowKind)
	high, highOwn := effective(own, base, highKind)
	if low != nil && high != nil && (lowOwn || highOwn) && number(low.Value) > number(high.Value) {
		c.contradicts(rule, pick(low, high, lowOwn), pick(high, low, lowOwn), "contradicts")
	}
}

// lengthWithOthers checks length beside minLength and maxLength.
func (c *checker) lengthWithOthers(t *xsd.SimpleType, own map[lexical.FacetKind]*xsd.Facet, base *simpleInfo) {
	length, lengthOwn := effective(own, base, lexical.Length)
	for _, k := range []lexical.FacetKind{lexical.MinLength, lexical.MaxLength} {
		other, otherOwn := effective(own, base, k)
		if length == nil || other == nil || !lengthOwn && !otherOwn {
			continue
		}
		n, m := number(length.Value), number(other.Value)
		wrong := k == lexical.MinLength && m > n || k == lexical.MaxLength && m < n
		if wrong || otherOwn && !c.inherited(t, other) {
			c.contradicts(lengthMinMax, pick(other, length, otherOwn), pick(length, other, otherOwn), "cannot be used together with")
		}
	}
}

// inherited reports whether a type from which t is derived has a facet with the same value and no length.
func (c *checker) inherited(t *xsd.SimpleType, f *xsd.Facet) bool {
	// The nearest step without a length has the nearest facets; facets of earlier steps can only be weaker.
	for b := t.Base; b != nil; b = b.Base {
		info := c.infoOf(b)
		if c.work++; info.facets[lexical.Length] != nil {
			continue
		}
		same := info.facets[f.Kind]
		return same != nil && number(same.Value) == number(f.Value)
	}
	return false
}

// effective returns a facet of a step, else the inherited one.
func effective(own map[lexical.FacetKind]*xsd.Facet, base *simpleInfo, k lexical.FacetKind) (f *xsd.Facet, isOwn bool) {
	if f := own[k]; f != nil {
		return f, true
	}
	return base.facets[k], false
}

func pick(a, b *xsd.Facet, first bool) *xsd.Facet {
	if first {
		return a
	}
	return b
}

// contradicts reports a facet f that contradicts another one.
func (c *checker) contradicts(rule string, f, other *xsd.Facet, how string) {
	d := c.report(rule, f.Pos, "%s %s %s %s", facetText(f), how, inheritedText(other), facetText(other))
	if !other.Pos.IsZero() {
		*d = d.WithRelated(other.Pos, "the other facet")
	}
}

func facetText(f *xsd.Facet) string {
	return fmt.Sprintf("%s %s", f.Kind, diag.Quote(strings.TrimSpace(f.Value)))
}

func inheritedText(f *xsd.Facet) string {
	if f.Pos.IsZero() {
		return "the built-in"
	}
	return "the"
}

// whiteSpace checks the facet whiteSpace (part 2, section 4.3.6).
func (c *checker) whiteSpace(t *xsd.SimpleType, f *xsd.Facet, base *simpleInfo) {
	inherited := "preserve"
	if b := base.facets[lexical.WhiteSpace]; b != nil {
		inherited = strings.TrimSpace(b.Value)
	}
	if t.Variety == xsd.List {
		inherited = "collapse"
	}
	space, _ := lexical.SpaceOf(strings.TrimSpace(f.Value))
	if weakest, _ := lexical.SpaceOf(inherited); space < weakest {
		c.report(whiteSpaceValid, f.Pos, "whiteSpace %s is weaker than %s of %s", diag.Quote(f.Value), diag.Quote(inherited), describe(t.Base))
	}
}

// boundKinds are the facets that are bounds.
var boundKinds = []lexical.FacetKind{lexical.MinInclusive, lexical.MinExclusive, lexical.MaxInclusive, lexical.MaxExclusive}

// bounded checks the bounds of a step (part 2, sections 4.3.7 to 4.3.10).
func (c *checker) bounded(t *xsd.SimpleType, own map[lexical.FacetKind]*xsd.Facet, base *simpleInfo) {
	for _, k := range boundKinds {
		if own[k] != nil {
			c.oneBound(t, own[k], base)
		}
	}
	for _, pair := range [][2]lexical.FacetKind{{lexical.MinInclusive, lexical.MinExclusive}, {lexical.MaxInclusive, lexical.MaxExclusive}} {
		if a, b := own[pair[0]], own[pair[1]]; a != nil && b != nil {
			c.contradicts(boundTwice, b, a, "cannot be used together with")
		}
	}
	for _, low := range []lexical.FacetKind{lexical.MinInclusive, lexical.MinExclusive} {
		for _, high := range []lexical.FacetKind{lexical.MaxInclusive, lexical.MaxExclusive} {
			l, h := own[low], own[high]
			if l == nil || h == nil {
				continue // looser compares them with inherited ones
			}
			order, ok := c.order(t, l, h)
			if ok && (order > 0 || order == 0 && (low == lexical.MinInclusive) != (high == lexical.MaxInclusive)) {
				c.contradicts(boundOrder, l, h, "must be less than")
			}
		}
	}
}

// oneBound checks a bound by itself, and beside the facets of the base.
func (c *checker) oneBound(t *xsd.SimpleType, f *xsd.Facet, base *simpleInfo) {
	if !c.boundValue(t, f) {
		c.report(boundValid, f.Pos, "%s of %s is not a value of %s", diag.Quote(f.Value), f.Kind, describe(t.Base.BuiltinBase()))
		return
	}
	restricts := true
	for _, k := range boundKinds {
		if b := base.facets[k]; b != nil && c.looser(t, f, b) {
			restricts = false
			c.contradicts(boundRestriction, f, b, "does not restrict")
		}
	}
	if why := c.excluded(t, f, base); restricts && why != "" {
		c.report(boundValid, f.Pos, "%s of %s is not a value of %s: %s", diag.Quote(f.Value), f.Kind, describe(t.Base), why)
	}
}

// excluded returns why facets of the base other than bounds do not allow the value of a bound, or "".
func (c *checker) excluded(t *xsd.SimpleType, f *xsd.Facet, base *simpleInfo) string {
	bound := c.bound(t, f)
	if bound == nil {
		return ""
	}
	v := *bound
	others := *base
	for _, k := range boundKinds {
		others.facets[k] = nil // looser compares the bounds: a bound may be equal to an exclusive bound
	}
	v.Key = v.Identity()
	return c.facetsReject(t.Base, &others, v.Text, v)
}

// boundValue reports whether the value of a bound is a value of the built-in base type. Facets of other types do not count.
func (c *checker) boundValue(t *xsd.SimpleType, f *xsd.Facet) bool {
	if t.Primitive == nil {
		return true
	}
	if c.bound(t, f) == nil {
		return false
	}
	if builtin := t.Base.BuiltinBase(); xsd.DerivedFrom(builtin, xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: "integer"})) {
		return !strings.Contains(f.Value, ".")
	}
	return true
}

// order compares the values of two bounds.
func (c *checker) order(t *xsd.SimpleType, a, b *xsd.Facet) (int, bool) {
	v, w := c.bound(t, a), c.bound(t, b)
	if v == nil || w == nil {
		return 0, false
	}
	return v.Compare(w)
}

// looser reports whether a bound does not restrict an inherited bound, or leaves no value between them.
func (c *checker) looser(t *xsd.SimpleType, f, base *xsd.Facet) bool {
	order, ok := c.order(t, f, base)
	if !ok {
		return false
	}
	equal := false // whether equal values are an error
	switch {
	case f.Kind == base.Kind:
	case f.Kind == lexical.MinExclusive && base.Kind == lexical.MinInclusive, f.Kind == lexical.MaxExclusive && base.Kind == lexical.MaxInclusive,
		f.Kind == lexical.MinInclusive && base.Kind == lexical.MaxInclusive, f.Kind == lexical.MaxInclusive && base.Kind == lexical.MinInclusive,
		f.Kind == lexical.MinExclusive && base.Kind == lexical.MaxInclusive:
	default:
		equal = true
	}
	if order == 0 {
		return equal
	}
	isLow := base.Kind == lexical.MinInclusive || base.Kind == lexical.MinExclusive
	return isLow && order < 0 || !isLow && order > 0
}
