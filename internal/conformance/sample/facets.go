package sample

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/conformance/sample/regex"
)

// patterns caches compiled regular expressions by their text.
type patterns map[string]*regex.Regex

// forType returns the expressions that a value of t must match: one for each
// derivation step that has patterns, that of t first.
func (p patterns) forType(t *xsd.SimpleType) ([]*regex.Regex, error) {
	var all []*regex.Regex
	for _, step := range t.Patterns() {
		var either []*regex.Regex
		for _, f := range step {
			r, err := p.compile(f.Value)
			if err != nil {
				return nil, err
			}
			either = append(either, r)
		}
		all = append(all, regex.Union(either...))
	}
	return all, nil
}

func (p patterns) compile(text string) (*regex.Regex, error) {
	if r, ok := p[text]; ok {
		return r, nil
	}
	r, err := regex.Compile(text)
	if err != nil {
		return nil, err
	}
	p[text] = r
	return r, nil
}

// normalize applies a whiteSpace facet (part 2, section 4.3.6).
func normalize(text, mode string) string {
	switch mode {
	case "replace":
		return strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(text)
	case "collapse":
		return strings.Join(strings.FieldsFunc(text, isSpace), " ")
	}
	return text
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }

// facetError reports that a value violates a facet.
type facetError struct {
	kind xsd.FacetKind
	text string
}

func (e *facetError) Error() string { return e.text }

func violates(kind xsd.FacetKind, format string, args ...any) error {
	return &facetError{kind, fmt.Sprintf(format, args...)}
}

// check returns an error if text is not a value of t. scope resolves the
// prefixes of QNames.
func (p patterns) check(t *xsd.SimpleType, text string, scope xsd.Scope) error {
	if t.Variety == xsd.Union {
		if _, err := p.member(t, text, scope); err != nil {
			return err
		}
		return p.checkLexical(t, text, scope)
	}
	text = normalize(text, t.Whitespace())
	switch t.Variety {
	case xsd.List:
		items := strings.Fields(text)
		for _, item := range items {
			if err := p.check(t.Item, item, scope); err != nil {
				return err
			}
		}
		if err := checkLength(t, len(items)); err != nil {
			return err
		}
	case xsd.Atomic:
		if err := checkAtomic(t, text, scope); err != nil {
			return err
		}
	}
	return p.checkLexical(t, text, scope)
}

// member returns the first member type of a union that text is a value of.
func (p patterns) member(t *xsd.SimpleType, text string, scope xsd.Scope) (*xsd.SimpleType, error) {
	for _, m := range t.Members {
		if p.check(m, text, scope) == nil {
			return m, nil
		}
	}
	return nil, fmt.Errorf("%q is not a value of any member type", text)
}

// checkLexical checks patterns and enumerations.
func (p patterns) checkLexical(t *xsd.SimpleType, text string, scope xsd.Scope) error {
	all, err := p.forType(t)
	if err != nil {
		return err
	}
	for _, r := range all {
		if !r.Match(text) {
			return violates(xsd.Pattern, "%q does not match a pattern", text)
		}
	}
	allowed := t.Enumeration()
	if allowed == nil {
		return nil
	}
	key := p.key(t, text, scope)
	for _, f := range allowed {
		if p.key(t, f.Value, facetScope(f)) == key {
			return nil
		}
	}
	return violates(xsd.Enumeration, "%q is not an enumerated value", text)
}

// facetScope returns the scope of QNames in a facet's value, or a nil interface.
func facetScope(f *xsd.Facet) xsd.Scope {
	if f.Scope == nil {
		return nil
	}
	return f.Scope
}

// key returns a string that is equal for equal values of t. If text is not a
// value, key returns the text, with normalized white space.
func (p patterns) key(t *xsd.SimpleType, text string, scope xsd.Scope) string {
	switch t.Variety {
	case xsd.Union:
		m, err := p.member(t, text, scope)
		if err != nil {
			return normalize(text, "collapse")
		}
		return m.BuiltinBase().Name.Local + " " + p.key(m, text, scope)
	case xsd.List:
		var keys []string
		for _, item := range strings.FieldsFunc(text, isSpace) {
			keys = append(keys, p.key(t.Item, item, scope))
		}
		return strings.Join(keys, " ")
	}
	text = normalize(text, t.Whitespace())
	if t.Primitive == nil {
		return text
	}
	v, err := parseValue(t.Primitive.Name.Local, text, scope)
	if err != nil {
		return text
	}
	return v.key
}

func checkAtomic(t *xsd.SimpleType, text string, scope xsd.Scope) error {
	if t.Primitive == nil {
		return nil
	}
	primitive := t.Primitive.Name.Local
	v, err := parseValue(primitive, text, scope)
	if err != nil {
		return fmt.Errorf("%q is not a value of %s: %w", text, primitive, err)
	}
	switch primitive {
	case "string", "anyURI", "hexBinary", "base64Binary":
		if err := checkLength(t, v.length); err != nil {
			return err
		}
	case "decimal":
		if err := checkDigits(t, text); err != nil {
			return err
		}
	}
	return checkBounds(t, primitive, v)
}

func checkLength(t *xsd.SimpleType, n int) error {
	for _, kind := range []xsd.FacetKind{xsd.Length, xsd.MinLength, xsd.MaxLength} {
		limit, ok := number(t.Effective(kind))
		if !ok {
			continue
		}
		if n != limit && kind == xsd.Length || n < limit && kind == xsd.MinLength || n > limit && kind == xsd.MaxLength {
			return violates(kind, "length %d violates the facet %s %d", n, kind, limit)
		}
	}
	return nil
}

// number returns the integer value of a facet, which may be nil.
func number(f *xsd.Facet) (int, bool) {
	if f == nil {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(f.Value))
	return n, err == nil
}

func checkDigits(t *xsd.SimpleType, text string) error {
	whole, fraction, _ := strings.Cut(strings.TrimLeft(text, "+-"), ".")
	whole, fraction = strings.TrimLeft(whole, "0"), strings.TrimRight(fraction, "0")
	if limit, ok := number(t.Effective(xsd.FractionDigits)); ok && len(fraction) > limit {
		return violates(xsd.FractionDigits, "%s has more than %d fraction digits", text, limit)
	}
	digits := len(whole) + len(fraction)
	if whole == "" {
		digits = len(strings.TrimLeft(fraction, "0"))
	}
	if limit, ok := number(t.Effective(xsd.TotalDigits)); ok && max(digits, 1) > limit {
		return violates(xsd.TotalDigits, "%s has more than %d digits", text, limit)
	}
	return nil
}

func checkBounds(t *xsd.SimpleType, primitive string, v value) error {
	for _, kind := range []xsd.FacetKind{xsd.MinInclusive, xsd.MinExclusive, xsd.MaxInclusive, xsd.MaxExclusive} {
		for _, f := range bounds(t, kind) {
			limit, err := parseValue(primitive, normalize(f.Value, "collapse"), nil)
			if err != nil {
				continue
			}
			order, ok := v.compare(limit, primitive)
			if !ok || order < 0 && kind == xsd.MinInclusive || order <= 0 && kind == xsd.MinExclusive ||
				order > 0 && kind == xsd.MaxInclusive || order >= 0 && kind == xsd.MaxExclusive {
				return violates(kind, "value violates the facet %s %s", kind, f.Value)
			}
		}
	}
	return nil
}

// bounds returns the facets of a kind of all derivation steps: a step may have
// an inclusive bound and its base an exclusive one.
func bounds(t *xsd.SimpleType, kind xsd.FacetKind) []*xsd.Facet {
	var all []*xsd.Facet
	for ; t != nil; t = t.Base {
		for _, f := range t.Facets {
			if f.Kind == kind {
				all = append(all, f)
			}
		}
	}
	return all
}
