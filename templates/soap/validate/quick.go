package validate

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
)

// quickCheck finds that texts are values of a type without reading the values. It never takes a text that is not valid;
// what it does not take is left to check, which says what is wrong.
type quickCheck struct {
	lexical func(text []byte) bool                // nil: any text
	parts   func(text []byte, v *validation) bool // for the values of lists and unions; nil for others
	quickFacets
	next *quickCheck // check of the facets of the type that this one restricts; nil without one
}

// quickFacets are the facets of one step of derivation.
type quickFacets struct {
	empty     bool // there are none
	min, max  int  // in characters or items; max -1: no bound
	total     int  // digits; -1: no bound
	fraction  int
	low, high *int64 // bounds of integers, inclusive
	openLow   bool   // decimals may be less than low, and more than the integer before it
	enum      map[string]bool
	patterns  []*pattern.Matcher
}

// takes reports whether the text is surely a value of the type. The work counts for the document of v; nil: it is not counted.
func (t *xsdType) takes(text []byte, v *validation) bool {
	t.quickOnce.Do(func() { t.quick = t.newQuick() })
	q := t.quick
	if q == nil || !v.mayRead(len(text)) || !normalized(text, t.space) && !q.takesAll() {
		return false
	}
	if q.lexical != nil && !q.lexical(text) || q.parts != nil && !q.parts(text, v) {
		return false
	}
	for ; q != nil; q = q.next {
		if !q.empty && (!v.mayRead(len(text)) || !q.satisfies(text, v)) {
			return false
		}
	}
	return true
}

// takesAll reports whether every text is a value.
func (q *quickCheck) takesAll() bool {
	return q.lexical == nil && q.parts == nil && q.empty && q.next == nil
}

// normalized reports whether white space is as normalizing leaves it.
func normalized(text []byte, space lexical.Space) bool {
	if space == lexical.Preserve || len(text) == 0 {
		return true
	}
	if space == lexical.Collapse && (text[0] == ' ' || text[len(text)-1] == ' ') {
		return false
	}
	for i, c := range text {
		if c < ' ' || c == ' ' && space == lexical.Collapse && text[i-1] == ' ' {
			return false
		}
	}
	return true
}

// newQuick returns the check of a type, nil if there is none.
func (t *xsdType) newQuick() *quickCheck {
	if t.base == nil || t.complex || idKindOf(t) != noID || t.variety == unionVariety && len(t.facets) > 0 {
		return nil
	}
	if t.variety == anySimpleVariety || !t.isRestriction() {
		return t.firstQuick()
	}
	t.base.quickOnce.Do(func() { t.base.quick = t.base.newQuick() })
	base := t.base.quick
	if base == nil {
		return nil
	}
	q := &quickCheck{lexical: base.lexical, parts: base.parts}
	if !base.empty || base.next != nil {
		q.next = base
	}
	if t.lexical != nil {
		if q.lexical = quickRules[t.name.Local]; q.lexical == nil {
			return nil
		}
	}
	if !q.read(t) {
		return nil
	}
	return q
}

// isRestriction reports whether the values of a type are some of its base's.
func (t *xsdType) isRestriction() bool {
	return (t.item == nil || t.base.item != nil) && (t.members == nil || t.base.members != nil) && (t.primitive == 0 || t.base.primitive != 0)
}

// firstQuick is newQuick for a primitive type, a list or a union.
func (t *xsdType) firstQuick() *quickCheck {
	q := &quickCheck{quickFacets: quickFacets{empty: true}}
	switch {
	case t.variety == anySimpleVariety:
		if t.name != anySimpleName {
			return nil
		}
	case t.item != nil:
		if t.item.primitive == 0 || len(t.facets) > 0 {
			return nil
		}
		q.parts = t.item.takesItems
	case t.members != nil:
		q.parts = t.takesMember
	default:
		var ok bool
		if q.lexical, ok = quickLexical[t.primitive]; !ok {
			return nil
		}
	}
	return q
}

// read reads the facets of a type. It reports false if there are facets other than quickFacets.
func (f *quickFacets) read(t *xsdType) bool {
	f.max, f.total, f.fraction, f.empty = -1, -1, -1, true
	for i := range t.facets {
		facet := &t.facets[i]
		f.empty = false
		if !f.readFacet(t, facet) {
			return false
		}
	}
	return true
}

// readEnumeration reads the values of an enumeration that the base of a type has.
func (f *quickFacets) readEnumeration(t *xsdType, facet *xsdFacet) {
	f.enum = make(map[string]bool)
	for _, v := range facet.values {
		if _, problem := t.base.check(v, nil); problem == "" {
			f.enum[v] = true
		}
	}
}

func (f *quickFacets) readFacet(t *xsdType, facet *xsdFacet) bool {
	switch k := facet.kind; k {
	case lexical.TotalDigits:
		f.total = facet.number
	case lexical.FractionDigits:
		f.fraction = facet.number
	case lexical.Pattern:
		for _, expr := range facet.values {
			if p, err := pattern.NewMatcher(expr); err == nil {
				f.patterns = append(f.patterns, p)
			}
		}
		return len(f.patterns) > 0
	case lexical.Enumeration:
		f.readEnumeration(t, facet)
		return t.variety == atomicVariety && t.primitive != lexical.QName && t.primitive != lexical.Notation
	default:
		if k.IsBound() {
			return f.readBound(t, facet)
		}
		if !k.IsUpper() {
			f.min = facet.number
		}
		if k.IsUpper() || k == lexical.Length {
			f.max = facet.number
		}
		return t.variety == atomicVariety && (t.primitive == lexical.String || t.primitive == lexical.AnyURI)
	}
	return t.primitive == lexical.Decimal
}

// readBound reads a bound of integers. Those of other values are left to check.
func (f *quickFacets) readBound(t *xsdType, facet *xsdFacet) bool {
	value := facet.values[0]
	if t.primitive != lexical.Decimal || !isInteger([]byte(value)) {
		return false
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n <= -maxQuick || n >= maxQuick {
		n = maxQuick // all that digitsOf reads is within the bound, or nothing is
		if value[0] == '-' {
			n = -maxQuick
		}
	}
	switch facet.kind {
	case lexical.MinExclusive:
		f.low, f.openLow = ptrTo(n+1), true
	case lexical.MinInclusive:
		f.low = ptrTo(n)
	case lexical.MaxExclusive:
		f.high = ptrTo(n - 1)
	case lexical.MaxInclusive:
		f.high = ptrTo(n)
	}
	return true
}

func ptrTo(n int64) *int64 { return &n }

func (f *quickFacets) satisfies(text []byte, v *validation) bool {
	if f.min > 0 || f.max >= 0 {
		if n := utf8.RuneCount(text); n < f.min || f.max >= 0 && n > f.max {
			return false
		}
	}
	if f.low != nil || f.high != nil || f.total >= 0 || f.fraction >= 0 {
		if !f.satisfiesNumber(text) {
			return false
		}
	}
	if f.enum != nil && !f.enum[string(text)] {
		return false
	}
	return f.patterns == nil || slices.ContainsFunc(f.patterns, func(p *pattern.Matcher) bool { return p.Match(text, v) })
}

// satisfiesNumber compares a decimal, whose lexical form is valid, with bounds.
func (f *quickFacets) satisfiesNumber(text []byte) bool {
	n, fraction, digits, ok := digitsOf(text)
	if !ok || f.total >= 0 && digits > f.total || f.fraction >= 0 && fraction > f.fraction {
		return false
	}
	if f.low == nil && f.high == nil {
		return true
	}
	return f.isWithin(n, fraction > 0, text[0] == '-')
}

// isWithin compares a decimal with bounds: n is what is before the point.
func (f *quickFacets) isWithin(n int64, hasFraction, negative bool) bool {
	switch {
	case !hasFraction:
		return (f.low == nil || n >= *f.low) && (f.high == nil || n <= *f.high)
	case negative:
		return false
	}
	return (f.low == nil || n >= *f.low || f.openLow && n+1 == *f.low) && (f.high == nil || n < *f.high)
}

// maxQuickDigits is how many digits digitsOf reads, and maxQuick is more than any number of so many digits.
const (
	maxQuickDigits = 18
	maxQuick       = 1e18
)

// digitsOf returns the whole part of a decimal, how many digits follow the point, without zeros at the end, and how many
// there are.
func digitsOf(text []byte) (n int64, fraction, digits int, ok bool) {
	negative := false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		negative, text = text[0] == '-', text[1:]
	}
	for i, c := range text {
		if c == '.' {
			fraction = len(bytes.TrimRight(text[i+1:], "0"))
			break
		}
		if digits++; digits > maxQuickDigits {
			return 0, 0, 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if negative {
		n = -n
	}
	return n, fraction, digits + fraction, true
}

// takesItems reports whether the text is surely a list of values of the type.
func (t *xsdType) takesItems(text []byte, v *validation) bool {
	for len(text) > 0 {
		item, rest, _ := bytes.Cut(text, []byte(" "))
		if !v.nextItem() || !t.takes(item, v) {
			return false
		}
		text = rest
	}
	return true
}

// takesMember reports whether the text is surely a value of one of the members of a union.
func (t *xsdType) takesMember(text []byte, v *validation) bool {
	return slices.ContainsFunc(t.leaves(), func(m *xsdType) bool { return m.takes(text, v) })
}

// quickLexical are the lexical forms of primitive types. What is not in it is left to check.
var quickLexical = map[lexical.Primitive]func([]byte) bool{
	lexical.String:   nil,
	lexical.AnyURI:   nil,
	lexical.Boolean:  isBoolean,
	lexical.Decimal:  isDecimal,
	lexical.Float:    isFloat,
	lexical.Double:   isFloat,
	lexical.DateTime: isDateTime,
	lexical.Date:     isDate,
	lexical.Time:     isTime,
	lexical.HexBinary: func(text []byte) bool {
		return len(text)%2 == 0 && !slices.ContainsFunc(text, func(c byte) bool { return lex.Unhex(c) < 0 })
	},
}

// quickRules holds fast versions of lexicalRules.
var quickRules = map[string]func([]byte) bool{
	"NMTOKEN": func(text []byte) bool { return len(text) > 0 && isASCIIName(text, true) },
	"Name":    func(text []byte) bool { return len(text) > 0 && startsName(text[0]) && isASCIIName(text, true) },
	"NCName":  func(text []byte) bool { return len(text) > 0 && startsName(text[0]) && isASCIIName(text, false) },
	"integer": isInteger,
}
