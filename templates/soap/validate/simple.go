package validate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// check reads text as a value of the type. If it is none, problem says why. doc is the validation of the document that has the
// text: it knows the namespaces of prefixes, and counts the work; if that is too much, its decoder has failed, and the result
// means nothing. doc is nil for values of the schema.
func (t *xsdType) check(text string, doc *validation) (v xsdValue, problem string) {
	known := t
	for known.name.Space != xsd.Namespace && known.base != nil {
		known = known.base
	}
	return t.read(normalizeSpace(text, t.space), doc, known)
}

// checkOwn is check for a value that the schema has for a place in the document: a default or a fixed value. Its qualified names
// have their namespaces in place of prefixes.
func (t *xsdType) checkOwn(text string, doc *validation) (v xsdValue, problem string) {
	doc.own = true
	defer func() { doc.own = false }()
	return t.check(text, doc)
}

func normalizeSpace(text string, space xsdSpace) string {
	switch space {
	case replaceSpace:
		if strings.ContainsAny(text, "\t\n\r") {
			return strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(text)
		}
	case collapseSpace:
		if len(text) > 0 && (lex.IsSpace(text[0]) || lex.IsSpace(text[len(text)-1]) || strings.ContainsAny(text, "\t\n\r") || strings.Contains(text, "  ")) {
			return string(lex.Collapse(text))
		}
	}
	return text
}

// read is check for text whose white space has been normalized. The base comes first, so that its problems are
// reported first. known is the built-in type that they name.
func (t *xsdType) read(text string, doc *validation, known *xsdType) (v xsdValue, problem string) {
	switch {
	case !doc.mayRead(len(text)):
		return v, ""
	case t.item != nil && t.base.item == nil:
		v, problem = t.readList(text, doc)
	case t.members != nil && t.base.members == nil:
		v, problem = t.readUnion(text, doc)
	case t.base == nil || t.base.complex:
		return xsdValue{text: text, key: text, primitive: stringPrimitive}, ""
	case t.primitive != 0 && t.base.primitive == 0:
		v, problem = t.readPrimitive(text, doc, known)
	default:
		v, problem = t.base.read(text, doc, known)
	}
	if problem != "" {
		return v, problem
	}
	problem = t.checkFacets(&v, doc)
	if t.name.Space == xsd.Namespace && (problem != "" || t.lexical != nil && !t.lexical(v.text)) {
		problem = known.notOne(text)
	}
	return v, problem
}

func (t *xsdType) readPrimitive(text string, doc *validation, known *xsdType) (xsdValue, string) {
	v, ok := parsePrimitive(t.primitive, text, doc)
	if !ok {
		return v, known.notOne(text)
	}
	return v, ""
}

func (t *xsdType) notOne(text string) string {
	return quoteValue(text) + " is not a valid " + t.label()
}

func (t *xsdType) readList(text string, doc *validation) (v xsdValue, problem string) {
	var key strings.Builder
	v.text = text
	for rest := text; rest != "" && doc.nextItem(); {
		var item string
		item, rest, _ = strings.Cut(rest, " ")
		one, problem := t.item.check(item, doc)
		if problem != "" {
			return v, "item " + strconv.Itoa(v.length+1) + " of the list: " + problem
		}
		v.length++
		v.expanded = v.expanded || one.expanded
		key.WriteString(strconv.Quote(one.identity()))
	}
	v.key = key.String()
	return v, ""
}

// readUnion reads the value as the first of the members that takes it.
func (t *xsdType) readUnion(text string, doc *validation) (v xsdValue, problem string) {
	for i, m := range t.leaves() {
		one, bad := m.check(text, doc)
		if bad == "" {
			return one, ""
		}
		if problem = quoteValue(text) + " is not a value of any member type of the union" + t.of(); i == 0 && len(t.members) == 1 {
			problem = bad
		}
	}
	return v, problem
}

// leaves returns the members of a union. A union among them is replaced by its members unless it has facets. Each is there
// once, so that unions of unions do not take twice the time at each level.
func (t *xsdType) leaves() []*xsdType {
	t.leavesOnce.Do(func() {
		for _, m := range t.members {
			found := []*xsdType{m}
			if len(m.members) > 0 && len(m.facets) == 0 {
				found = m.leaves()
			}
			for _, leaf := range found {
				if !slices.Contains(t.flat, leaf) {
					t.flat = append(t.flat, leaf)
				}
			}
		}
	})
	return t.flat
}

// label names the type for people.
func (t *xsdType) label() string {
	switch {
	case t.name.Local == "":
		return "value of its type"
	case t.name.Space == xsd.Namespace:
		return "xs:" + t.name.Local
	}
	return t.name.Local
}

// of says which type a problem is about.
func (t *xsdType) of() string {
	if t.name.Local == "" {
		return ""
	}
	return " (type " + t.label() + ")"
}

// quoteValue shows a value; long ones are cut.
func quoteValue(text string) string { return strconv.Quote(lex.QuoteName([]byte(text))) }

// checkFacets compares a value with the facets of this step of derivation.
func (t *xsdType) checkFacets(v *xsdValue, doc *validation) (problem string) {
	if len(t.facets) == 0 {
		return ""
	}
	t.facetOnce.Do(t.readFacets)
	for i := range t.facets {
		f := &t.facets[i]
		if !doc.mayRead(len(v.text)) {
			return ""
		}
		if ok := t.satisfies(f, i, v, doc); !ok {
			return f.problem(v) + t.of()
		}
	}
	return ""
}

// readFacets reads the values of facets. Those that cannot be read are left out: in an enumeration it is not a value of
// the base, so no text has it; others are in t.unreadable.
func (t *xsdType) readFacets() {
	fail := func(what, text, problem string) {
		if problem != "" && t.unreadable == "" {
			t.unreadable = fmt.Sprintf("the %s %s: %s", what, quoteValue(text), problem)
		}
	}
	t.bounds = make([]xsdValue, len(t.facets))
	for i := range t.facets {
		switch f := &t.facets[i]; f.kind {
		case patternFacet:
			for _, expr := range f.values {
				p, err := newPattern(expr)
				if err != nil {
					fail("pattern", expr, err.Error())
					continue
				}
				f.patterns = append(f.patterns, p)
			}
		case enumerationFacet:
			t.values = make(map[string]bool, len(f.values))
			for _, text := range f.values {
				if v, problem := t.base.check(text, nil); problem == "" {
					t.values[v.identity()] = true
				}
			}
		case minInclusiveFacet, minExclusiveFacet, maxInclusiveFacet, maxExclusiveFacet:
			var problem string
			t.bounds[i], problem = t.readBound(f.values[0])
			fail("bound", f.values[0], problem)
		}
	}
}

// readBound reads a bound as a value of the primitive type: only its place in the order counts. The base can exclude the
// value, as a maxExclusive may be equal to the base's (part 2, section 4.3.8).
func (t *xsdType) readBound(text string) (v xsdValue, problem string) {
	known := t.base
	for known.name.Space != xsd.Namespace && known.base != nil {
		known = known.base
	}
	primitive := known
	for primitive.base != nil && primitive.base.primitive != 0 {
		primitive = primitive.base
	}
	return primitive.read(normalizeSpace(text, collapseSpace), nil, known)
}

func (t *xsdType) satisfies(f *xsdFacet, i int, v *xsdValue, doc *validation) bool {
	switch f.kind {
	case lengthFacet, minLengthFacet, maxLengthFacet:
		if v.primitive == qNamePrimitive || v.primitive == notationPrimitive { // its length depends on the prefix
			return true
		}
		return v.length == f.number || f.kind == minLengthFacet && v.length > f.number || f.kind == maxLengthFacet && v.length < f.number
	case patternFacet:
		return v.expanded || slices.ContainsFunc(f.patterns, func(p xsdPattern) bool { return p.match([]byte(v.text), doc) })
	case enumerationFacet:
		return t.values[v.identity()]
	case totalDigitsFacet:
		total, _ := digitsOfDecimal(v.number)
		return total <= f.number
	case fractionDigitsFacet:
		_, fraction := digitsOfDecimal(v.number)
		return fraction <= f.number
	case whiteSpaceFacet:
		return true
	}
	return v.isWithin(f.kind, &t.bounds[i])
}

// isWithin reports whether a value is on the right side of a bound.
func (v *xsdValue) isWithin(kind facetKind, bound *xsdValue) bool {
	n, ok := v.compare(bound)
	switch kind {
	case minInclusiveFacet:
		return ok && n >= 0
	case minExclusiveFacet:
		return ok && n > 0
	case maxInclusiveFacet:
		return ok && n <= 0
	}
	return ok && n < 0
}

// compare compares values of one primitive type; ok is false if there is no order between them.
func (v *xsdValue) compare(other *xsdValue) (n int, ok bool) {
	if v.primitive != other.primitive {
		return 0, false
	}
	switch v.primitive {
	case decimalPrimitive:
		return v.number.Compare(other.number), true
	case floatPrimitive, doublePrimitive:
		return compareFloats(v.float, other.float)
	case durationPrimitive:
		return v.duration.compare(other.duration)
	}
	return v.moment.Compare(other.moment)
}

func compareFloats(a, b float64) (n int, ok bool) {
	switch {
	case a < b:
		return -1, true
	case a > b:
		return 1, true
	}
	return 0, a == b || a != a && b != b
}

// problem says how a value breaks the facet.
func (f *xsdFacet) problem(v *xsdValue) string {
	value := quoteValue(v.text)
	switch f.kind {
	case lengthFacet:
		return fmt.Sprintf("%s has the length %d, not %d", value, v.length, f.number)
	case minLengthFacet:
		return fmt.Sprintf("%s has the length %d, less than the minimum %d", value, v.length, f.number)
	case maxLengthFacet:
		return fmt.Sprintf("%s has the length %d, more than the maximum %d", value, v.length, f.number)
	case patternFacet:
		return fmt.Sprintf("%s does not match the pattern %s", value, strings.Join(f.values, " or "))
	case enumerationFacet:
		return fmt.Sprintf("%s is not one of %s", value, someOf(f.values))
	case totalDigitsFacet:
		return fmt.Sprintf("%s has more than %d digits", value, f.number)
	case fractionDigitsFacet:
		return fmt.Sprintf("%s has more than %d digits after the decimal point", value, f.number)
	case minInclusiveFacet:
		return fmt.Sprintf("%s is not at least %s", value, f.values[0])
	case minExclusiveFacet:
		return fmt.Sprintf("%s is not more than %s", value, f.values[0])
	case maxInclusiveFacet:
		return fmt.Sprintf("%s is not at most %s", value, f.values[0])
	}
	return fmt.Sprintf("%s is not less than %s", value, f.values[0])
}

func someOf(values []string) string {
	const maxShown = 8
	var b strings.Builder
	for i, v := range values {
		if i == maxShown {
			return b.String() + " and " + strconv.Itoa(len(values)-maxShown) + " others"
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quoteValue(v))
	}
	return b.String()
}
