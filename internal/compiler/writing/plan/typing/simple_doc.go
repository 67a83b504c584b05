package typing

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// describeValues returns up to two sentences on the values of a simple type: the
// constraints that the Go type does not express.
func describeValues(t *xsd.SimpleType) string {
	var sentences []string
	if t.Variety == xsd.Union {
		sentences = append(sentences, describeUnion(t))
	}
	var clauses, patterns []string
	for _, f := range t.Facets {
		if f.Kind == lexical.Pattern {
			patterns = append(patterns, f.Value)
		}
		clauses = append(clauses, describeFacet(t, f)...)
	}
	isLong := func(pattern string) bool { return len(pattern) > maxDescribed }
	if len(patterns) > 0 && len(patterns) <= 3 && !slices.ContainsFunc(patterns, isLong) { // a value may match any of them
		clauses = append(clauses, "matches "+diag.Listed(patterns, "or"))
	}
	if len(clauses) > 0 {
		sentences = append(sentences, "A value "+diag.Listed(clauses, "and")+".")
	}
	if values := t.Enumeration(); values != nil {
		sentences = append(sentences, describeEnumeration(t, values))
	}
	return strings.TrimSpace(strings.Join(sentences, " "))
}

func describeUnion(t *xsd.SimpleType) string {
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
		return ""
	case constants:
		members = append(members, "the constants")
	}
	union := "It is a union of " + diag.Listed(members, "and")
	if unionScalar(t).Package != "" {
		return union + "."
	}
	return union + "; values keep their lexical form."
}

// maxDescribed is the maximum length of a value that a sentence quotes.
const maxDescribed = 60

func describeFacet(t *xsd.SimpleType, f *xsd.Facet) []string {
	value := strings.TrimSpace(f.Value)
	if len(value) > maxDescribed {
		return nil
	}
	switch k := f.Kind; {
	case k.IsLength():
		return []string{"has " + k.Relation() + counted(t, value)}
	case k.IsBound():
		return []string{"is " + k.Relation() + value}
	case k == lexical.TotalDigits:
		return []string{"has at most " + plural(value, "digit")}
	case k == lexical.FractionDigits:
		return []string{"has at most " + plural(value, "digit") + " after the decimal point"}
	}
	return nil
}

// counted returns a length with its unit.
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

// describeEnumeration lists the values of a type for which there are no constants.
func describeEnumeration(t *xsd.SimpleType, facets []*xsd.Facet) string {
	const maxListed = 20
	if t.Variety == xsd.Atomic && isConstant(builtinScalar(t)) || t.Variety == xsd.Union && isConstant(unionScalar(t)) {
		return "" // the package comment says that other values are kept
	}
	var values []string
	for _, f := range facets {
		if len(values) == maxListed || len(f.Value) > maxDescribed {
			values = append(values, "others")
			break
		}
		values = append(values, strings.TrimSpace(f.Value))
	}
	if len(values) == 1 {
		return "The contract lists one value, " + values[0] + "."
	}
	return "The contract lists the values " + diag.Listed(values, "and") + "."
}
