package validate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
	"example.com/quartet/templates/soap/xsd"
)

// xsdValue is a value of a simple type.
type xsdValue struct {
	lexical.Value
	expanded bool // the text has a namespace in place of a prefix, so that patterns, which are for prefixes, do not apply
}

// parsePrimitive reads the lexical form of a primitive type. The values of the schema, of a default or of a facet, for which doc is
// nil, have namespaces in place of prefixes.
func parsePrimitive(p lexical.Primitive, text string, doc *validation) (v xsdValue, ok bool) {
	isOwn := doc == nil || doc.own
	v.Value, ok = lexical.Parse(p, text, func(text string) (string, bool) {
		if isOwn {
			name, ok := xsd.ParseClark([]byte(text))
			return name.String(), ok
		}
		return lexical.Expand(text, doc.lookupPrefix)
	})
	v.expanded = isOwn && p.IsName() && strings.HasPrefix(text, "{")
	return v, ok
}

// check reads text as a value of the type. If it is none, problem says why. doc is the validation of the document that has the
// text: it knows the namespaces of prefixes, and counts the work; if that is too much, its decoder has failed, and the result
// means nothing. doc is nil for values of the schema.
func (t *xsdType) check(text string, doc *validation) (v xsdValue, problem string) {
	return t.read(t.space.Normalize(text), doc, t.builtin())
}

// builtin returns the built-in type that a type is, or is derived from.
func (t *xsdType) builtin() *xsdType {
	for t.name.Space != xsd.Namespace && t.base != nil {
		t = t.base
	}
	return t
}

// checkOwn is check for a value that the schema has for a place in the document: a default or a fixed value. Its qualified names
// have their namespaces in place of prefixes.
func (t *xsdType) checkOwn(text string, doc *validation) (v xsdValue, problem string) {
	doc.own = true
	defer func() { doc.own = false }()
	return t.check(text, doc)
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
		return xsdValue{Value: lexical.Value{Primitive: lexical.String, Text: text, Key: text}}, ""
	case t.primitive != 0 && t.base.primitive == 0:
		v, problem = t.readPrimitive(text, doc, known)
	default:
		v, problem = t.base.read(text, doc, known)
	}
	if problem != "" {
		return v, problem
	}
	problem = t.checkFacets(&v, doc)
	if t.name.Space == xsd.Namespace && (problem != "" || t.lexical != nil && !t.lexical(v.Text)) {
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
	v.Text = text
	for rest := text; rest != "" && doc.nextItem(); {
		var item string
		item, rest, _ = strings.Cut(rest, " ")
		one, problem := t.item.check(item, doc)
		if problem != "" {
			return v, "item " + strconv.Itoa(v.Length+1) + " of the list: " + problem
		}
		v.Length++
		v.expanded = v.expanded || one.expanded
		key.WriteString(strconv.Quote(one.Identity()))
	}
	v.Key = key.String()
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
		if !doc.mayRead(len(v.Text)) {
			return ""
		}
		if ok := t.satisfies(f, i, v, doc); !ok {
			return f.problem(v) + t.of()
		}
	}
	return ""
}

// readFacets reads the values of facets. A value of an enumeration that is not one of the base is left out: no text has it.
func (t *xsdType) readFacets() {
	t.bounds = make([]xsdValue, len(t.facets))
	for i := range t.facets {
		switch f := &t.facets[i]; f.kind {
		case lexical.Pattern:
			for _, expr := range f.values {
				if p, err := pattern.NewMatcher(expr); err == nil {
					f.patterns = append(f.patterns, p)
				}
			}
		case lexical.Enumeration:
			t.values = make(map[string]bool, len(f.values))
			for _, text := range f.values {
				if v, problem := t.base.check(text, nil); problem == "" {
					t.values[v.Identity()] = true
				}
			}
		case lexical.MinInclusive, lexical.MinExclusive, lexical.MaxInclusive, lexical.MaxExclusive:
			t.bounds[i] = t.readBound(f.values[0])
		}
	}
}

// readBound reads a bound as a value of the primitive type: only its place in the order counts. The base can exclude the
// value, as a maxExclusive may be equal to the base's (part 2, section 4.3.8).
func (t *xsdType) readBound(text string) xsdValue {
	v, _ := parsePrimitive(t.primitive, lexical.Collapse.Normalize(text), nil)
	return v
}

func (t *xsdType) satisfies(f *xsdFacet, i int, v *xsdValue, doc *validation) bool {
	switch f.kind {
	case lexical.Pattern:
		return v.expanded || slices.ContainsFunc(f.patterns, func(p *pattern.Matcher) bool { return p.Match([]byte(v.Text), doc) })
	case lexical.Enumeration:
		return t.values[v.Identity()]
	}
	return v.Allows(f.kind, f.number, &t.bounds[i].Value)
}

// problem says how a value breaks the facet.
func (f *xsdFacet) problem(v *xsdValue) string {
	value := quoteValue(v.Text)
	switch k := f.kind; {
	case k == lexical.Length:
		return fmt.Sprintf("%s has the length %d, not %d", value, v.Length, f.number)
	case k.IsLength() && k.IsUpper():
		return fmt.Sprintf("%s has the length %d, more than the maximum %d", value, v.Length, f.number)
	case k.IsLength():
		return fmt.Sprintf("%s has the length %d, less than the minimum %d", value, v.Length, f.number)
	case k == lexical.Pattern:
		return fmt.Sprintf("%s does not match the pattern %s", value, strings.Join(f.values, " or "))
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
