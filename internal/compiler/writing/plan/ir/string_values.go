package ir

import (
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/schema"
)

// values prints what a description of a simple type says of its values.
func (p *printer) values(s *Simple) {
	if s.Base != nil {
		p.line("  restricts %s%s", p.valueKind(s.Base), facets(s.Facets))
	}
	if s.Base == nil && s.Scalar.Item != nil && s.Undeclared {
		p.line("  %s", p.valueKind(&Scalar{Item: s.Scalar.Item}))
	}
	var members []string
	for _, m := range s.Members {
		members = append(members, p.valueKind(m)+facets(m.Facets))
	}
	if members != nil {
		p.line("  union of %s", strings.Join(members, " | "))
	}
}

// valueKind prints the type of values, without facets.
func (p *printer) valueKind(s *Scalar) string {
	switch {
	case s.Type != nil:
		return p.types()(s.Type.Package, s.Type.Name, nil)
	case s.Described != nil:
		return p.types()(s.Described.Package, s.Described.Name, nil)
	case s.Item != nil:
		return "list of " + p.valueKind(s.Item) + facets(s.Item.Facets)
	}
	return s.Kind
}

// facets prints the facets of all steps, the last one first: ", minLength 1, after length 7"
func facets(f *schema.Facets) string {
	if f == nil {
		return ""
	}
	text := ""
	for _, facet := range []struct{ name, value string }{
		{"whiteSpace", f.WhiteSpace}, {"length", f.Length}, {"minLength", f.MinLength}, {"maxLength", f.MaxLength},
		{"totalDigits", f.TotalDigits}, {"fractionDigits", f.FractionDigits},
		{"minInclusive", f.MinInclusive}, {"minExclusive", f.MinExclusive}, {"maxInclusive", f.MaxInclusive}, {"maxExclusive", f.MaxExclusive},
	} {
		if facet.value != "" {
			text += ", " + facet.name + " " + facet.value
		}
	}
	for _, all := range []struct {
		name   string
		values []string
	}{{"pattern", f.Patterns}, {"enumeration", f.Enumeration}} {
		for i, value := range all.values {
			text += [...]string{", " + all.name + " ", " or "}[min(i, 1)] + strconv.Quote(value)
		}
	}
	if f.Base != nil {
		text += ", after" + strings.TrimPrefix(facets(f.Base), ",")
	}
	return text
}
