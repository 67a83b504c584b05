package lexical

import (
	"strings"
	"testing"
)

// TestParse reads lexical forms of one value, or forms that are none.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		p            Primitive
		same, others string // separated by |
	}{
		{Boolean, "true|1", "false|0"},
		{Decimal, "1|+1|01.0|1.", "10|0.1"},
		{Float, "100|1E2|1.0e+2", "INF|NaN|-0"},
		{Double, "0|-0|0e5", "1|INF"},
		{Duration, "P1Y|P12M|P1Y0D", "-P1Y|P365D|P1YT0.1S"},
		{DateTime, "2026-12-31T24:00:00Z|2027-01-01T00:00:00Z|2027-01-01T01:00:00+01:00", "2027-01-01T00:00:00"},
		{GMonthDay, "--02-29|--02-29", "--02-28"},
		{HexBinary, "0aFF|0AfF", "0aFE"},
		{Base64Binary, "AAAA|AA A A", "AAAB"},
		{QName, "p:a|q:a", "a|p:b"},
	} {
		expand := func(text string) (string, bool) {
			return Expand(text, func(prefix string) (string, bool) { return map[string]string{"p": "urn:p", "q": "urn:p"}[prefix], true })
		}
		keys := make(map[string]bool)
		for _, text := range strings.Split(c.same, "|") {
			v, ok := Parse(c.p, text, expand)
			if keys[v.Identity()] = true; !ok || len(keys) > 1 {
				t.Errorf("%s: %v, %v", text, ok, keys)
			}
		}
		for _, text := range strings.Split(c.others, "|") {
			if v, ok := Parse(c.p, text, expand); !ok || keys[v.Identity()] {
				t.Errorf("%s: %v, and has the key %s", text, ok, v.Key)
			}
		}
	}
	for p, texts := range map[Primitive]string{
		Boolean: "TRUE|", Decimal: "1e2|.|INF", Float: "0x1p2|inf|1_0", Duration: "P|PT|P1H|P1Y2Y|1Y", Date: "2026-02-29|26-01-01",
		HexBinary: "a|0g", Base64Binary: "A|AB==", QName: "a:b:c|:a|1a",
	} {
		for _, text := range strings.Split(texts, "|") {
			if _, ok := Parse(p, text, func(text string) (string, bool) {
				return Expand(text, func(string) (string, bool) { return "", true })
			}); ok {
				t.Errorf("%q is a value of the primitive type %d", text, p)
			}
		}
	}
}

// TestAllows compares values with facets that are numbers or bounds.
func TestAllows(t *testing.T) {
	for _, c := range []struct {
		p       Primitive
		text    string
		allowed string // facets with the value 2
	}{
		{String, "é", "maxLength"}, {String, "éé", "length minLength maxLength"}, {HexBinary, "000000", "minLength"},
		{Decimal, "2.00", "minInclusive maxInclusive totalDigits fractionDigits"}, {Decimal, "-0012.345", "maxInclusive maxExclusive"},
		{Decimal, "3", "minInclusive minExclusive totalDigits fractionDigits"}, {Double, "NaN", ""}, {Double, "INF", "minInclusive minExclusive"},
	} {
		v, _ := Parse(c.p, c.text, nil)
		bound, _ := Parse(c.p, "2", nil)
		var allowed []string
		for k := range FacetKind(len(FacetNames)) {
			if (k.IsNumber() || k.IsBound()) && k.Applies(c.p) && v.Allows(k, 2, &bound) {
				allowed = append(allowed, k.String())
			}
		}
		if got := strings.Join(allowed, " "); got != c.allowed {
			t.Errorf("%s is allowed by %s, want %s", c.text, got, c.allowed)
		}
	}
}

// TestNumber reads the values of facets that are numbers.
func TestNumber(t *testing.T) {
	for text, want := range map[string]int{"0": 0, " 007 ": 7, "+5": 5, "-0": 0, "99999999999999999999": MaxNumber, "": -1, "-1": -1, "+-0": -1, "1.0": -1} {
		if n, ok := Number(text); ok != (want >= 0) || ok && n != want {
			t.Errorf("%q: %d, %v", text, n, ok)
		}
	}
}
