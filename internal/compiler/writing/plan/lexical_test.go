package plan_test

import (
	"testing"

	"example.com/quartet/internal/compiler/reading/xsd"
	constraints "example.com/quartet/internal/compiler/writing/plan/lexical"
	"example.com/quartet/templates/soap/lexical"
)

// restriction returns a restriction of a built-in type.
func restriction(base string, facets ...*xsd.Facet) *xsd.SimpleType {
	b := xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: base}).(*xsd.SimpleType)
	return &xsd.SimpleType{Base: b, Derivation: xsd.Restriction, Variety: b.Variety, Primitive: b.Primitive, Facets: facets}
}

func pattern(expr string) *xsd.Facet { return &xsd.Facet{Kind: lexical.Pattern, Value: expr} }

// TestConstrains compares with patterns that the text written for a value does, or does not, always match.
func TestConstrains(t *testing.T) {
	for _, c := range []struct {
		base, pattern string
		want          bool
	}{
		{"boolean", "1|0", true},
		{"boolean", "true|false", false},
		{"boolean", ".*", false},
		{"int", `\d\d`, true},
		{"int", `\d{1,3}`, false},
		{"int", `[1-9]\d{3}`, false},
		{"int", `\+?\d+`, false},
		{"int", `\+\d+`, true},
		{"nonNegativeInteger", `0\d{3}`, true},
		{"integer", `[0-9]*`, false},
		{"decimal", `\d+\.\d\d`, false}, // decimals keep their digits
		{"decimal", `\d{3}\.\d`, true},
		{"double", `\d\.\d+E\d`, true},
		{"duration", `P\d+Y\d+M`, true},
		{"duration", `P[1-9]\d*D`, false},
		{"duration", `P\d+D`, true}, // PT0S is written for P0D
		{"dateTime", `.*\+00:00`, true},
		{"dateTime", `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`, false},
		{"date", `\d{4}-\d\d-\d\d`, false},
		{"hexBinary", `[0-9a-f]*`, true},
		{"hexBinary", `[0-9A-F]*`, false},
		{"string", `\d\d`, false},
		{"boolean", "1", true},
		{"boolean", "[tT]|TRUE", false}, // no boolean looks like this
		{"int", `\d\d\.0`, false},       // no integer looks like this
		{"double", `1\.5`, false},
		{"hexBinary", "a*", true},
		{"hexBinary", "a+", true},
		{"hexBinary", "a", false}, // half a byte
		{"hexBinary", "[bcd]{2}", true},
		{"int", `[!+~]\d`, true},
		{"base64Binary", "AAAA AAAA", true},
		{"base64Binary", "A", false}, // six bits
	} {
		if got := constraints.Constrains(restriction(c.base, pattern(c.pattern))); got != c.want {
			t.Errorf("%s with the pattern %s: %v, want %v", c.base, c.pattern, got, c.want)
		}
	}
	for _, c := range []struct {
		kind    lexical.FacetKind
		value   string
		pattern string
		want    bool
	}{
		{lexical.MinInclusive, "10", `\d\d`, false}, // no value in the bounds has a leading zero
		{lexical.MinInclusive, "9", `0\d|10`, true},
		{lexical.MinExclusive, "9", `0\d|10`, false},
		{lexical.MinExclusive, "8", `0\d|10`, true},
		{lexical.MaxInclusive, "1", `0[1-9]|10`, true},
		{lexical.MaxExclusive, "1", `0[1-9]|10`, false},
		{lexical.MaxExclusive, "2", `0[1-9]|10`, true},
	} {
		if got := constraints.Constrains(restriction("int", pattern(c.pattern), &xsd.Facet{Kind: c.kind, Value: c.value})); got != c.want {
			t.Errorf("the pattern %s and %s %s: %v, want %v", c.pattern, c.kind, c.value, got, c.want)
		}
	}
	if constraints.Constrains(restriction("int", pattern(`\d\d`), &xsd.Facet{Kind: lexical.Enumeration, Value: "10"})) {
		t.Error("no enumerated value has a leading zero")
	}
}
