package sample

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// invalidateValue returns the text of the document with another value of the element or of one of its attributes, nil if there is none.
func (m *defectMaker) invalidateValue(kind DefectKind) []byte {
	if text := m.invalidateText(kind); text != nil {
		return text
	}
	for _, i := range m.random.Perm(len(m.Attrs)) {
		a := m.Attrs[i]
		t, use := m.g.attribute(m.Element, a)
		if use == nil || kind == NotFixed && use.Fixed == nil {
			continue
		}
		if text, ok := m.invalidText(t, a.Value, kind); ok {
			return m.replaced(a.ValueStart, a.ValueEnd, xmltree.Escape(text))
		}
	}
	return nil
}

func (m *defectMaker) invalidateText(kind DefectKind) []byte {
	t, d := xsd.TextOf(m.Type), m.Declaration
	if t == nil || m.Nil || kind == NotFixed && (d == nil || d.Fixed == nil) {
		return nil
	}
	text, ok := m.invalidText(t, m.Text(), kind)
	if !ok || text == "" && d != nil && (d.Fixed != nil || d.Default != nil) {
		return nil // an empty element has the default value
	}
	return m.rewritten("", xmltree.Escape(text))
}

// invalidText returns a text for type t that has a defect of the given kind. current is the present text.
func (m *defectMaker) invalidText(t *xsd.SimpleType, current string, kind DefectKind) (string, bool) {
	texts := m.candidates(t)
	for _, i := range m.random.Perm(len(texts)) {
		text := texts[i]
		_, why := m.g.values.Key(t, text, m)
		switch {
		case kind == NotFixed && why == "" && m.g.key(t, text, m) != m.g.key(t, current, m):
			return text, true
		case kind == InvalidLexical && why != "" && !m.isLexical(t, text):
			return text, true
		case kind == InvalidFacet && why != "" && m.isLexical(t, text):
			m.why = why
			return text, true
		}
	}
	return "", false
}

// isLexical reports whether text is a value of the built-in types of t, even if it is not a value of t.
func (m *defectMaker) isLexical(t *xsd.SimpleType, text string) bool {
	switch t.Variety {
	case xsd.Union:
		return slices.ContainsFunc(t.Members, func(member *xsd.SimpleType) bool { return m.isLexical(member, text) })
	case xsd.List:
		return !slices.ContainsFunc(strings.Fields(text), func(item string) bool { return !m.isLexical(t.Item, item) })
	}
	_, why := m.g.values.Key(t.BuiltinBase(), text, m)
	return why == ""
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
	for step := t; step != nil; step = step.Base {
		for _, f := range step.Facets {
			texts = append(texts, beside(f)...)
		}
	}
	if t.Primitive != nil && t.Primitive.Name.Local == "base64Binary" {
		// Some processors ignore characters outside the base64 alphabet.
		texts = slices.DeleteFunc(texts, func(text string) bool { return strings.ContainsAny(text, "-./: ") })
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// beside returns texts at the limit that a facet sets, and a little above and below it.
func beside(f *xsd.Facet) []string {
	limit := strings.TrimSpace(f.Value)
	n, err := strconv.ParseInt(limit, 10, 60)
	switch isCount := err == nil && n >= 0 && n < 10000; {
	case f.Kind.IsBound() && err == nil:
		return []string{limit, strconv.FormatInt(n+1, 10), strconv.FormatInt(n-1, 10)}
	case f.Kind.IsBound():
		return []string{limit}
	case f.Kind.IsLength() && isCount:
		return []string{strings.Repeat("a", int(n)+1), strings.Repeat("a", max(int(n)-1, 0)), strings.Repeat("A0", int(n)+1), strings.Repeat("x ", int(n)) + "x"}
	case f.Kind == lexical.TotalDigits && isCount:
		return []string{strings.Repeat("1", int(n)+1)}
	case f.Kind == lexical.FractionDigits && isCount:
		return []string{"0." + strings.Repeat("1", int(n)+1)}
	}
	return nil
}

// valuesOf returns some values of a primitive type.
func (g *Generator) valuesOf(t *xsd.SimpleType) []string {
	all, known := g.primitive[t]
	for seed := uint64(0); seed < 14 && !known; seed++ {
		if d, err := g.Type(xsd.QName{Local: "value"}, t, Options{Varied: true, Seed: seed}); err == nil {
			all = append(all, d.Root.Text())
		}
	}
	g.primitive[t] = all
	return all
}
