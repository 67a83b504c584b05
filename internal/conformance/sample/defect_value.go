package sample

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// invalidateValue makes the value of the element or of one of its attributes
// invalid.
func (m *defectMaker) invalidateValue(kind DefectKind) bool {
	if m.invalidateText(kind) {
		return true
	}
	for _, i := range m.rng.Perm(len(m.e.Attrs)) {
		a := &m.e.Attrs[i]
		if a.Type == nil || a.Use == nil {
			continue
		}
		if kind == NotFixed && a.Use.Fixed == nil {
			continue
		}
		if text, ok := m.invalidText(a.Type, a.Value, kind); ok {
			a.Value = text
			return true
		}
	}
	return false
}

func (m *defectMaker) invalidateText(kind DefectKind) bool {
	if len(m.e.Nodes) > 1 || m.e.Nil {
		return false
	}
	t, current := simpleContent(m.e.Type), m.e.Text()
	if t == nil || kind == NotFixed && (m.e.Declaration == nil || m.e.Declaration.Fixed == nil) {
		return false
	}
	text, ok := m.invalidText(t, current, kind)
	if !ok || text == "" && m.e.Declaration != nil && (m.e.Declaration.Fixed != nil || m.e.Declaration.Default != nil) {
		return false // an empty element has the default value
	}
	m.e.Nodes = []Node{{Text: text, Type: t}}
	return true
}

// simpleContent returns the simple type of an element's content, or nil.
func simpleContent(t xsd.Type) *xsd.SimpleType {
	switch t := t.(type) {
	case *xsd.SimpleType:
		return t
	case *xsd.ComplexType:
		if t.ContentKind == xsd.SimpleContent {
			return t.Simple
		}
	}
	return nil
}

// invalidText returns a text for type t that has a defect of the given kind.
// current is the present text.
func (m *defectMaker) invalidText(t *xsd.SimpleType, current string, kind DefectKind) (string, bool) {
	texts := m.candidates(t)
	for _, i := range m.rng.Perm(len(texts)) {
		text := texts[i]
		why := m.g.check(t, text, m.e)
		switch {
		case kind == NotFixed && why == "" && m.g.key(t, text, m.e) != m.g.key(t, current, m.e):
			return text, true
		case kind == InvalidLexical && why != "" && !m.g.isLexical(t, text, m.e):
			return text, true
		case kind == InvalidFacet && why != "" && m.g.isLexical(t, text, m.e):
			m.why = why
			return text, true
		}
	}
	return "", false
}

// candidates returns texts, some of which are not values of t.
func (m *defectMaker) candidates(t *xsd.SimpleType) []string {
	texts := []string{
		"", "no such value", "-", "1.2.3", "abc", "12", "-99999999999999999999", "99999999999999999999", "0.00000000001", "2026-13-45",
		"not/a:name", strings.Repeat("9", 23), strings.Repeat("long ", 400) + "end",
	}
	if t.Primitive != nil {
		texts = append(texts, m.g.valuesOf(t.Primitive)...)
	}
	for _, kind := range []lexical.FacetKind{lexical.Length, lexical.MinLength, lexical.MaxLength} {
		if n, ok := number(t.Effective(kind)); ok && n < 10000 {
			texts = append(texts, strings.Repeat("a", n+1), strings.Repeat("a", max(n-1, 0)), strings.Repeat("A0", n+1), strings.Repeat("x ", n)+"x")
		}
	}
	for _, kind := range []lexical.FacetKind{lexical.MinInclusive, lexical.MinExclusive, lexical.MaxInclusive, lexical.MaxExclusive} {
		for _, f := range bounds(t, kind) {
			texts = append(texts, strings.TrimSpace(f.Value))
			if n, err := strconv.ParseInt(strings.TrimSpace(f.Value), 10, 60); err == nil {
				texts = append(texts, strconv.FormatInt(n+1, 10), strconv.FormatInt(n-1, 10))
			}
		}
	}
	if n, ok := number(t.Effective(lexical.TotalDigits)); ok && n < 20 {
		texts = append(texts, strings.Repeat("1", n+1))
	}
	if n, ok := number(t.Effective(lexical.FractionDigits)); ok && n < 20 {
		texts = append(texts, "0."+strings.Repeat("1", n+1))
	}
	if t.Primitive != nil && t.Primitive.Name.Local == "base64Binary" {
		// Some processors ignore characters outside the base64 alphabet.
		texts = slices.DeleteFunc(texts, func(text string) bool { return strings.ContainsAny(text, "-./: ") })
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// valuesOf returns some values of a primitive type.
func (g *Generator) valuesOf(t *xsd.SimpleType) []string {
	all, known := g.primitive[t]
	for variant := 0; variant < 14 && !known; variant++ {
		if d, err := g.Type(xsd.QName{Local: "value"}, t, Options{Mode: Maximal, Variant: variant}); err == nil {
			all = append(all, d.Root.Text())
		}
	}
	g.primitive[t] = all
	return all
}
