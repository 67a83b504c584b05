package validate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
)

// xsdFacet is a constraining facet (part 2, section 4.3). All patterns of a step are one facet, as are the values of
// an enumeration.
type xsdFacet struct {
	owner    *xsdType // the type that has it
	kind     lexical.FacetKind
	values   []string
	number   int           // value of lengths and digits
	bound    lexical.Value // value of bounds
	quick    bool          // see takes
	order    int64         // of bounds that are integers; see decimal
	patterns []*pattern.Matcher
	keys     map[string]bool // of an enumeration: the identities of its values
	texts    map[string]bool // and their texts
}

// facets returns the facets of this step of the derivation in the order in which they are checked; it makes the facets of its base
// first. Facets with which no value can be compared are left out: facets that the base does not have, facets without a value,
// and patterns one of which cannot be read. Only contracts that were read leniently have such facets.
func (t *xsdType) facets() []xsdFacet {
	t.facetOnce.Do(t.readFacets)
	return t.own
}

func (t *xsdType) readFacets() {
	if t.root == t {
		return
	}
	if t.base.facets(); t.Facets == nil {
		return
	}
	all := t.Facets.List()
	for _, numbers := range [...]bool{true, false} {
		for _, f := range all {
			if f.Kind != lexical.Pattern && f.Kind.IsNumber() == numbers {
				t.addFacet(f)
			}
		}
	}
	t.addPatterns(t.Facets.Patterns)
	t.addEnumeration(t.Facets.Enumeration)
	for i := range t.own {
		f := &t.own[i]
		if f.quick = f.canTake(); f.quick && f.kind.IsBound() {
			f.order, f.quick = orderOfBound(f.values[0])
		}
	}
}

// addFacet adds a number or a bound. Only the place of a bound in the order of the primitive type counts: the base can exclude
// the value, as a maxExclusive may be equal to the base's (part 2, section 4.3.8).
func (t *xsdType) addFacet(f component.Facet) {
	facet := xsdFacet{owner: t, kind: f.Kind, values: []string{f.Value}}
	ok := t.base.hasFacet(f.Kind)
	if f.Kind.IsNumber() && ok {
		facet.number, ok = lexical.Number(f.Value)
	} else if ok {
		facet.bound, ok = parsePrimitive(t.primitive, lexical.Collapse.Normalize(f.Value), nil)
	}
	if ok {
		t.own = append(t.own, facet)
	}
}

// hasFacet reports whether restrictions of a type may have a facet (part 2, section 4.1.5).
func (t *xsdType) hasFacet(kind lexical.FacetKind) bool {
	switch t.Variety {
	case component.Union:
		return false
	case component.List:
		return kind.IsLength()
	}
	return kind.Applies(t.primitive) || t.primitive == lexical.NoPrimitive && kind.IsNumber()
}

func (t *xsdType) addPatterns(exprs []string) {
	facet := xsdFacet{owner: t, kind: lexical.Pattern}
	for _, expr := range exprs {
		p, err := pattern.Translate(expr)
		if err != nil {
			return
		}
		facet.values = append(facet.values, expr)
		if m, err := pattern.NewMatcher(p.Go); err == nil {
			facet.patterns = append(facet.patterns, m)
		}
	}
	if exprs != nil {
		t.own = append(t.own, facet)
	}
}

// addEnumeration adds the values of an enumeration. One that is not a value of the base is left out: no text has it.
func (t *xsdType) addEnumeration(values []component.Value) {
	facet := xsdFacet{owner: t, kind: lexical.Enumeration, keys: make(map[string]bool), texts: make(map[string]bool)}
	for i := range values {
		text := *ownValue(t.base, &values[i])
		facet.values = append(facet.values, text)
		if v, problem := t.base.check(text, nil); problem == "" {
			facet.keys[v.Identity()] = true
			facet.texts[text] = true
		}
	}
	if values != nil {
		t.own = append(t.own, facet)
	}
}

// allows compares a value with the facet.
func (f *xsdFacet) allows(v *lexical.Value, doc *validation) bool {
	switch f.kind {
	case lexical.Pattern:
		return v.Expanded || f.matches([]byte(v.Text), doc)
	case lexical.Enumeration:
		return f.keys[v.Identity()]
	}
	return v.Allows(f.kind, f.number, &f.bound)
}

func (f *xsdFacet) matches(text []byte, doc *validation) bool {
	return slices.ContainsFunc(f.patterns, func(p *pattern.Matcher) bool { return p.Match(text, doc) })
}

// canTake reports whether takes knows what the facet allows.
func (f *xsdFacet) canTake() bool {
	t := f.owner
	switch {
	case t.Variety != component.Atomic:
		return t.Variety == component.List && f.kind == lexical.Pattern
	case f.kind.IsLength():
		return t.primitive == lexical.String || t.primitive == lexical.AnyURI
	case f.kind == lexical.Enumeration:
		return !t.primitive.IsName()
	}
	return f.kind == lexical.Pattern || t.primitive == lexical.Decimal
}

// takes reports whether a text in the form of the type surely has a value that the facet allows. n is the value of a decimal.
func (f *xsdFacet) takes(text []byte, n *decimal, doc *validation) bool {
	if !f.quick || n.long {
		return false
	}
	switch f.kind {
	case lexical.Pattern:
		return f.matches(text, doc)
	case lexical.Enumeration:
		return f.texts[string(text)]
	case lexical.Length, lexical.MinLength, lexical.MaxLength:
		return f.kind.AllowsOrder(cmp.Compare(utf8.RuneCount(text), f.number))
	case lexical.TotalDigits:
		return n.digits <= f.number
	case lexical.FractionDigits:
		return n.fraction <= f.number
	}
	return f.kind.AllowsOrder(cmp.Compare(n.order, f.order))
}

// problem says how a value breaks the facet.
func (f *xsdFacet) problem(v *lexical.Value) string {
	value := quoteValue(v.Text)
	switch k := f.kind; {
	case k == lexical.Length:
		return fmt.Sprintf("%s has the length %d, not %d", value, v.Length, f.number)
	case k.IsLength() && k.IsUpper():
		return fmt.Sprintf("%s has the length %d, more than the maximum %d", value, v.Length, f.number)
	case k.IsLength():
		return fmt.Sprintf("%s has the length %d, less than the minimum %d", value, v.Length, f.number)
	case k == lexical.Pattern:
		return fmt.Sprintf("%s does not match the pattern %s", value, lex.Printable(strings.Join(f.values, " or "), 1<<10))
	case k == lexical.Enumeration:
		return fmt.Sprintf("%s is not one of %s", value, someOf(f.values))
	case k == lexical.TotalDigits:
		return fmt.Sprintf("%s has more than %d digits", value, f.number)
	case k == lexical.FractionDigits:
		return fmt.Sprintf("%s has more than %d digits after the decimal point", value, f.number)
	}
	return fmt.Sprintf("%s is not %s%s", value, f.kind.Relation(), f.values[0])
}

func someOf(values []string) string {
	const maxShown = 8
	var shown []string
	for _, v := range values[:min(len(values), maxShown)] {
		shown = append(shown, quoteValue(v))
	}
	text := strings.Join(shown, ", ")
	if more := len(values) - maxShown; more > 0 {
		text += " and " + strconv.Itoa(more) + " others"
	}
	return text
}
