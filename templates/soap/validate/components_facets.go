package validate

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
	"example.com/quartet/templates/soap/schema"
)

// facetValues returns the facets of a restriction of base. What cannot be compared with is left out, which only a contract has
// that was read leniently: a facet that the base does not have, or that has no value.
func facetValues(base *xsdType, c *component.Facets) *schema.Facets {
	f := &schema.Facets{WhiteSpace: c.WhiteSpace}
	for _, one := range [...]struct {
		to    *string
		value string
		kind  lexical.FacetKind
	}{
		{&f.Length, c.Length, lexical.Length}, {&f.MinLength, c.MinLength, lexical.MinLength}, {&f.MaxLength, c.MaxLength, lexical.MaxLength},
		{&f.TotalDigits, c.TotalDigits, lexical.TotalDigits}, {&f.FractionDigits, c.FractionDigits, lexical.FractionDigits},
		{&f.MinInclusive, c.MinInclusive, lexical.MinInclusive}, {&f.MinExclusive, c.MinExclusive, lexical.MinExclusive},
		{&f.MaxInclusive, c.MaxInclusive, lexical.MaxInclusive}, {&f.MaxExclusive, c.MaxExclusive, lexical.MaxExclusive},
	} {
		switch {
		case one.value == "" || !base.hasFacet(one.kind):
		case one.kind.IsNumber():
			*one.to = countText(one.value)
		default:
			if _, ok := parsePrimitive(base.primitive, lexical.Collapse.Normalize(one.value), nil); ok {
				*one.to = one.value
			}
		}
	}
	for _, expr := range c.Patterns {
		if p, err := pattern.Translate(expr); err == nil {
			f.Patterns = append(f.Patterns, p.Go)
		}
	}
	for i := range c.Enumeration {
		f.Enumeration = append(f.Enumeration, *ownValue(base, &c.Enumeration[i]))
	}
	return f
}

// countText returns a number of characters, items or digits in decimal; "" if it is none.
func countText(value string) string {
	value = strings.TrimPrefix(value, "+")
	if value == "" || !lexical.IsDigits(value) {
		return ""
	}
	return strconv.Itoa(countOf(value))
}

// hasFacet reports whether restrictions of a type may have a facet (part 2, section 4.1.5).
func (t *xsdType) hasFacet(kind lexical.FacetKind) bool {
	switch {
	case t.variety == unionVariety:
		return false
	case t.variety == listVariety:
		return kind <= lexical.MaxLength
	}
	switch t.primitive {
	case lexical.NoPrimitive:
		return kind.IsNumber()
	case lexical.String, lexical.HexBinary, lexical.Base64Binary, lexical.AnyURI, lexical.QName, lexical.Notation:
		return kind <= lexical.MaxLength
	case lexical.Boolean:
		return false
	case lexical.Decimal:
		return kind > lexical.MaxLength
	}
	return kind > lexical.MaxLength && !kind.IsNumber()
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
