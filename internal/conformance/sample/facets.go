package sample

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// check returns why text is not a value of t, or "". scope resolves the prefixes of QNames.
func (g *Generator) check(t *xsd.SimpleType, text string, scope xsd.Scope) (why string) {
	_, why = g.values.Key(t, text, scope)
	return why
}

// key returns a string that is equal for equal values of t. If text is not a
// value, key returns the text, with normalized white space.
func (g *Generator) key(t *xsd.SimpleType, text string, scope xsd.Scope) string {
	if key, why := g.values.Key(t, text, scope); why == "" {
		return key
	}
	return normalize(text, t.Whitespace())
}

// isLexical reports whether text is a value of the built-in types of t, even if it is not a value of t.
func (g *Generator) isLexical(t *xsd.SimpleType, text string, scope xsd.Scope) bool {
	switch t.Variety {
	case xsd.Union:
		return slices.ContainsFunc(t.Members, func(m *xsd.SimpleType) bool { return g.isLexical(m, text, scope) })
	case xsd.List:
		return !slices.ContainsFunc(strings.FieldsFunc(text, isSpace), func(item string) bool { return !g.isLexical(t.Item, item, scope) })
	}
	return g.check(t.BuiltinBase(), text, scope) == ""
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

// number returns the integer value of a facet, which may be nil.
func number(f *xsd.Facet) (int, bool) {
	if f == nil {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(f.Value))
	return n, err == nil
}

// bounds returns the facets of a kind of all derivation steps: a step may have
// an inclusive bound and its base an exclusive one.
func bounds(t *xsd.SimpleType, kind lexical.FacetKind) []*xsd.Facet {
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
