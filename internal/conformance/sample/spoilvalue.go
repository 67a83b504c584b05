package sample

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/xsd"
)

// spoilValue makes the value of the element or of one of its attributes
// invalid.
func (s *spoiler) spoilValue(kind DefectKind) bool {
	if s.spoilText(kind) {
		return true
	}
	for _, i := range s.rng.Perm(len(s.e.Attrs)) {
		a := &s.e.Attrs[i]
		if a.Type == nil || a.Use == nil {
			continue
		}
		if kind == NotFixed && a.Use.Fixed == nil {
			continue
		}
		if text, ok := s.wrong(a.Type, a.Value, kind); ok {
			a.Value = text
			return true
		}
	}
	return false
}

func (s *spoiler) spoilText(kind DefectKind) bool {
	if len(s.e.Nodes) > 1 || s.e.Nil {
		return false
	}
	t, current := simpleContent(s.e.Type), s.e.Text()
	if t == nil || kind == NotFixed && (s.e.Declaration == nil || s.e.Declaration.Fixed == nil) {
		return false
	}
	text, ok := s.wrong(t, current, kind)
	if !ok || text == "" && s.e.Declaration != nil && (s.e.Declaration.Fixed != nil || s.e.Declaration.Default != nil) {
		return false // an empty element has the default
	}
	s.e.Nodes = []Node{{Text: text, Type: t}}
	return true
}

// simpleContent returns the type of the text of an element; nil if it has
// none.
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

// wrong returns a text that is wrong for t in the way of a kind.
func (s *spoiler) wrong(t *xsd.SimpleType, current string, kind DefectKind) (string, bool) {
	texts := s.candidates(t)
	for _, i := range s.rng.Perm(len(texts)) {
		text := texts[i]
		err := s.g.patterns.check(t, text, s.doc)
		var facet *facetError
		broken := errors.As(err, &facet)
		switch {
		case kind == NotFixed && err == nil && s.g.patterns.key(t, text, s.doc) != s.g.patterns.key(t, current, s.doc):
			return text, true
		case kind == BadLexical && err != nil && !broken:
			return text, true
		case kind == BadFacet && broken:
			s.facet = facet.kind
			return text, true
		}
	}
	return "", false
}

// candidates are texts some of which are wrong.
func (s *spoiler) candidates(t *xsd.SimpleType) []string {
	texts := []string{
		"", "no such value", "-", "1.2.3", "abc", "12", "-99999999999999999999", "99999999999999999999", "0.00000000001", "2026-13-45",
		"not/a:name", strings.Repeat("9", 23), strings.Repeat("long ", 400) + "end",
	}
	if t.Primitive != nil {
		texts = append(texts, plainValues[t.Primitive.Name.Local]...)
	}
	for _, kind := range []xsd.FacetKind{xsd.Length, xsd.MinLength, xsd.MaxLength} {
		if n, ok := number(t.Effective(kind)); ok && n < 10000 {
			texts = append(texts, strings.Repeat("a", n+1), strings.Repeat("a", max(n-1, 0)), strings.Repeat("A0", n+1), strings.Repeat("x ", n)+"x")
		}
	}
	for _, kind := range []xsd.FacetKind{xsd.MinInclusive, xsd.MinExclusive, xsd.MaxInclusive, xsd.MaxExclusive} {
		for _, f := range bounds(t, kind) {
			texts = append(texts, strings.TrimSpace(f.Value))
			if n, err := strconv.ParseInt(strings.TrimSpace(f.Value), 10, 60); err == nil {
				texts = append(texts, strconv.FormatInt(n+1, 10), strconv.FormatInt(n-1, 10))
			}
		}
	}
	if n, ok := number(t.Effective(xsd.TotalDigits)); ok && n < 20 {
		texts = append(texts, strings.Repeat("1", n+1))
	}
	if n, ok := number(t.Effective(xsd.FractionDigits)); ok && n < 20 {
		texts = append(texts, "0."+strings.Repeat("1", n+1))
	}
	if t.Primitive != nil && t.Primitive.Name.Local == "base64Binary" {
		// Some processors skip what is not of the alphabet.
		texts = slices.DeleteFunc(texts, func(text string) bool { return strings.ContainsAny(text, "-./: ") })
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}
