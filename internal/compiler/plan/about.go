package plan

import (
	"strings"

	"example.com/quartet/internal/compiler/xsd"
)

// about says in a sentence or two what the values of a simple type are, as far
// as the Go type does not tell.
func about(t *xsd.SimpleType) string {
	var sentences []string
	if t.Variety == xsd.Union {
		sentences = append(sentences, aboutUnion(t))
	}
	var clauses, patterns []string
	for _, f := range t.Facets {
		if f.Kind == xsd.Pattern && len(f.Value) <= mostAbout {
			patterns = append(patterns, f.Value)
		}
		clauses = append(clauses, aboutFacet(t, f)...)
	}
	if len(patterns) > 0 && len(patterns) <= 3 {
		clauses = append(clauses, "matches "+listed(patterns, "or"))
	}
	if len(clauses) > 0 {
		sentences = append(sentences, "A value "+listed(clauses, "and")+".")
	}
	if values := t.Enumeration(); values != nil {
		sentences = append(sentences, aboutValues(t, values))
	}
	return strings.Join(sentences, " ")
}

func aboutUnion(t *xsd.SimpleType) string {
	var members []string
	constants := false
	for _, m := range t.Members {
		switch {
		case m.Builtin:
			members = append(members, "xs:"+m.Name.Local)
		case m.Name.Local != "":
			members = append(members, m.Name.Local)
		case m.Enumeration() != nil:
			constants = true
		case m.BuiltinBase() != xsd.AnySimpleType:
			members = append(members, "a restricted xs:"+m.BuiltinBase().Name.Local)
		}
	}
	switch {
	case len(members) == 0:
		return "Values other than the constants are kept, too."
	case constants:
		members = append(members, "the constants")
	}
	union := "It is a union of " + listed(members, "and")
	if unionScalar(t).Support {
		return union + "."
	}
	return union + "; values keep their lexical form."
}

// mostAbout bounds what of a contract goes into a sentence.
const mostAbout = 60

func aboutFacet(t *xsd.SimpleType, f *xsd.Facet) []string {
	value := strings.TrimSpace(f.Value)
	if len(value) > mostAbout {
		return nil
	}
	switch f.Kind {
	case xsd.Length:
		return []string{"has " + counted(t, value)}
	case xsd.MinLength:
		return []string{"has at least " + counted(t, value)}
	case xsd.MaxLength:
		return []string{"has at most " + counted(t, value)}
	case xsd.MinInclusive:
		return []string{"is at least " + value}
	case xsd.MinExclusive:
		return []string{"is more than " + value}
	case xsd.MaxInclusive:
		return []string{"is at most " + value}
	case xsd.MaxExclusive:
		return []string{"is less than " + value}
	case xsd.TotalDigits:
		return []string{"has at most " + plural(value, "digit")}
	case xsd.FractionDigits:
		return []string{"has at most " + plural(value, "digit") + " behind the point"}
	}
	return nil
}

// counted says what a length counts.
func counted(t *xsd.SimpleType, n string) string {
	switch {
	case t.Variety == xsd.List:
		return plural(n, "item")
	case builtinScalar(t).Go == "[]byte":
		return plural(n, "byte")
	}
	return plural(n, "character")
}

func plural(n, what string) string {
	if n == "1" {
		return n + " " + what
	}
	return n + " " + what + "s"
}

// aboutValues lists the values of a type that has no constants for them.
func aboutValues(t *xsd.SimpleType, facets []*xsd.Facet) string {
	const most = 20
	if t.Variety == xsd.Atomic && builtinScalar(t).constant() || t.Variety == xsd.Union && unionScalar(t).constant() {
		return "Values other than the constants are kept, too."
	}
	var values []string
	for _, f := range facets {
		if len(values) == most || len(f.Value) > mostAbout {
			values = append(values, "others")
			break
		}
		values = append(values, strings.TrimSpace(f.Value))
	}
	if len(values) == 1 {
		return "The contract lists one value, " + values[0] + "."
	}
	return "The contract lists the values " + listed(values, "and") + "."
}

// listed returns: a, b and c
func listed(words []string, conjunction string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}
