package lexical_test

import (
	"testing"

	"example.com/quartet/internal/compiler/plan/lexical"
	"example.com/quartet/internal/compiler/xsd"
)

// restriction returns a restriction of a built-in type.
func restriction(base string, facets ...*xsd.Facet) *xsd.SimpleType {
	b := xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: base}).(*xsd.SimpleType)
	return &xsd.SimpleType{Base: b, Derivation: xsd.Restriction, Variety: b.Variety, Primitive: b.Primitive, Facets: facets}
}

func pattern(expr string) *xsd.Facet { return &xsd.Facet{Kind: xsd.Pattern, Value: expr} }

// TestConstrains compares with patterns that the text written for a value does, or does not, always match.
func TestConstrains(t *testing.T) {
	for _, c := range []struct {
		base, pattern string
		want          bool
	}{
		{"boolean", "1|0", true},
		{"boolean", "true|false", false},
		{"boolean", ".*", false},
		{"boolean", "[tT]|TRUE", false}, // no boolean looks like this
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
	} {
		if got := lexical.Constrains(restriction(c.base, pattern(c.pattern))); got != c.want {
			t.Errorf("%s with the pattern %s: %v, want %v", c.base, c.pattern, got, c.want)
		}
	}
	if lexical.Constrains(restriction("int", pattern(`\d\d`), &xsd.Facet{Kind: xsd.MinInclusive, Value: "10"})) {
		t.Error("no value in the bounds has a leading zero")
	}
	if lexical.Constrains(restriction("int", pattern(`\d\d`), &xsd.Facet{Kind: xsd.Enumeration, Value: "10"})) {
		t.Error("no enumerated value has a leading zero")
	}
}
