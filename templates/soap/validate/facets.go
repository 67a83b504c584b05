package validate

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
)

// facetsOf returns the facets of a restriction of base in the order in which they are checked. What cannot be compared with is left
// out, which only a contract has that was read leniently: a facet that the base does not have, or that has no value, and patterns one
// of which cannot be read.
func facetsOf(base *xsdType, c *component.Facets) []xsdFacet {
	var facets []xsdFacet
	for _, one := range [...]struct {
		kind  lexical.FacetKind
		value string
	}{
		{lexical.Length, c.Length}, {lexical.MinLength, c.MinLength}, {lexical.MaxLength, c.MaxLength},
		{lexical.TotalDigits, c.TotalDigits}, {lexical.FractionDigits, c.FractionDigits},
		{lexical.MinInclusive, c.MinInclusive}, {lexical.MinExclusive, c.MinExclusive},
		{lexical.MaxInclusive, c.MaxInclusive}, {lexical.MaxExclusive, c.MaxExclusive},
	} {
		facet := xsdFacet{kind: one.kind, values: []string{one.value}}
		ok := one.value != "" && base.hasFacet(one.kind)
		if ok && one.kind.IsNumber() {
			facet.number, ok = lexical.Number(one.value)
		} else if ok {
			_, ok = parsePrimitive(base.primitive, lexical.Collapse.Normalize(one.value), nil)
		}
		if ok {
			facets = append(facets, facet)
		}
	}
	if patterns := patternsOf(c.Patterns); len(patterns) > 0 {
		facets = append(facets, xsdFacet{kind: lexical.Pattern, values: patterns})
	}
	if len(c.Enumeration) > 0 {
		facet := xsdFacet{kind: lexical.Enumeration}
		for i := range c.Enumeration {
			facet.values = append(facet.values, *ownValue(base, &c.Enumeration[i]))
		}
		facets = append(facets, facet)
	}
	return facets
}

// patternsOf returns patterns as expressions of package regexp, nil if one of them cannot be read.
func patternsOf(patterns []string) []string {
	var all []string
	for _, expr := range patterns {
		p, err := pattern.Translate(expr)
		if err != nil {
			return nil
		}
		all = append(all, p.Go)
	}
	return all
}

// hasFacet reports whether restrictions of a type may have a facet (part 2, section 4.1.5).
func (t *xsdType) hasFacet(kind lexical.FacetKind) bool {
	switch {
	case t.variety == unionVariety:
		return false
	case t.variety == listVariety:
		return kind.IsLength()
	}
	return kind.Applies(t.primitive) || t.primitive == lexical.NoPrimitive && kind.IsNumber()
}

// ownValue returns a value that the schema has for a type, with the namespaces of qualified names in place of their prefixes; nil for
// none.
func ownValue(t *xsdType, v *component.Value) *string {
	if v == nil {
		return nil
	}
	text := v.Text
	if t != nil && t.holdsNames() {
		text = t.expand(text, v)
	}
	return &text
}

// holdsNames reports whether values of a type may be qualified names.
func (t *xsdType) holdsNames() bool {
	switch {
	case t.item != nil:
		return t.item.holdsNames()
	case t.members != nil:
		return slices.ContainsFunc(t.leaves(), (*xsdType).holdsNames)
	}
	return t.primitive == lexical.QName || t.primitive == lexical.Notation
}

// expand returns a text with the namespaces of the qualified names that it has as a value of a type.
func (t *xsdType) expand(text string, v *component.Value) string {
	switch {
	case t.item != nil:
		items := strings.Fields(text)
		for i := range items {
			items[i] = t.item.expand(items[i], v)
		}
		return strings.Join(items, " ")
	case t.members != nil:
		for _, m := range t.leaves() {
			own := text
			if m.holdsNames() {
				own = m.expand(text, v)
			}
			if _, problem := m.check(own, nil); problem == "" {
				return own
			}
		}
		return text
	case t.primitive != lexical.QName && t.primitive != lexical.Notation:
		return text
	}
	text = strings.TrimSpace(text)
	if name, ok := v.Expand(text); ok && name.Space != "" {
		return name.String()
	}
	return text
}
