package validation

import (
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/writing/plan/typing"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
	"example.com/quartet/templates/soap/schema"
)

// facetsOf returns what the last step of the derivation of t demands, nil for nothing.
// before is what the step before demands, if that is anonymous.
func (d *describer) facetsOf(t *xsd.SimpleType, before *schema.Facets) *schema.Facets {
	f := new(schema.Facets)
	single := map[lexical.FacetKind]*string{
		lexical.WhiteSpace: &f.WhiteSpace, lexical.Length: &f.Length, lexical.MinLength: &f.MinLength, lexical.MaxLength: &f.MaxLength,
		lexical.TotalDigits: &f.TotalDigits, lexical.FractionDigits: &f.FractionDigits,
		lexical.MinInclusive: &f.MinInclusive, lexical.MinExclusive: &f.MinExclusive, lexical.MaxInclusive: &f.MaxInclusive, lexical.MaxExclusive: &f.MaxExclusive,
	}
	some := false
	for _, facet := range t.Facets {
		value, ok := d.facetValue(t, facet)
		if !ok {
			continue
		}
		some = true
		switch facet.Kind {
		case lexical.Pattern:
			f.Patterns = append(f.Patterns, value)
		case lexical.Enumeration:
			f.Enumeration = append(f.Enumeration, value)
		default:
			*single[facet.Kind] = value
		}
	}
	if !some {
		return before
	}
	f.Base = before
	return f
}

// facetValue returns the value of a facet in the notation; false if it cannot be checked.
func (d *describer) facetValue(t *xsd.SimpleType, f *xsd.Facet) (string, bool) {
	switch f.Kind {
	case lexical.Pattern:
		expr, err := pattern.Translate(f.Value)
		switch {
		case err != nil:
			d.note(f.Pos, "the pattern %s is not checked: %v", diag.Quote(f.Value), err)
			return "", false
		case expr.Relaxed:
			d.note(f.Pos, "the pattern %s repeats more often than package regexp allows: its largest repetition counts are not checked", diag.Quote(f.Value))
		}
		return expr.Go, true
	case lexical.Enumeration:
		var scope xsd.Scope
		if f.Scope != nil {
			scope = f.Scope
		}
		return d.value(t, f.Value, scope), true
	case lexical.Length, lexical.MinLength, lexical.MaxLength, lexical.TotalDigits, lexical.FractionDigits:
		const maxCount = 1<<31 - 1
		n, err := strconv.ParseUint(strings.TrimPrefix(strings.TrimSpace(f.Value), "+"), 10, 64)
		if err != nil || n > maxCount {
			n = maxCount
		}
		return strconv.FormatUint(n, 10), true
	case lexical.MinInclusive, lexical.MinExclusive, lexical.MaxInclusive, lexical.MaxExclusive:
		if !xsdcheck.HasBound(t, f) { // only with --lenient
			d.note(f.Pos, "%s %s is not checked: it is not a value of the type", f.Kind, diag.Quote(f.Value))
			return "", false
		}
	}
	return strings.TrimSpace(f.Value), true
}

// value returns a value of a type, with the namespaces of qualified names in Clark notation.
func (d *describer) value(t xsd.Type, value string, scope xsd.Scope) string {
	s, ok := t.(*xsd.SimpleType)
	if c, complex := t.(*xsd.ComplexType); complex {
		s, ok = c.Simple, c.Simple != nil
	}
	if !ok || scope == nil || !d.holdsNames(s) {
		return value
	}
	if s.Variety != xsd.List {
		return d.item(s, strings.TrimSpace(value), scope)
	}
	items := strings.Fields(value)
	for i := range items {
		items[i] = d.item(s.Item, items[i], scope)
	}
	return strings.Join(items, " ")
}

// holdsNames is typing.HoldsNames, which takes time for each member of a union.
func (d *describer) holdsNames(t *xsd.SimpleType) bool {
	if t.Variety != xsd.Union {
		return typing.HoldsNames(t)
	}
	known, ok := d.named[t]
	if !ok {
		known = typing.HoldsNames(t)
		d.named[t] = known
	}
	return known
}

// item is value for a type that is not a list, or for a member of a union.
func (d *describer) item(t *xsd.SimpleType, value string, scope xsd.Scope) string {
	if t.Variety == xsd.Union {
		if t = d.values.Member(t, value, scope); t == nil {
			return value
		}
		return d.value(t, value, scope)
	}
	prefix, local, found := strings.Cut(value, ":")
	if !found {
		prefix, local = "", value
	}
	if uri, ok := scope.LookupPrefix(prefix); ok && uri != "" {
		return "{" + d.in.Table.Replaced(uri) + "}" + local
	}
	return value
}
