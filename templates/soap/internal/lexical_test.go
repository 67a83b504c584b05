package internal_test

import (
	"strings"
	"testing"

	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/xsd"
)

// TestLexicalValues reads lexical forms of one value, or forms that are none.
func TestLexicalValues(t *testing.T) {
	for _, c := range []struct {
		p            lexical.Primitive
		same, others string // separated by |
	}{
		{lexical.Boolean, "true|1", "false|0"},
		{lexical.Decimal, "1|+1|01.0|1.", "10|0.1"},
		{lexical.Float, "100|1E2|1.0e+2", "INF|NaN|-0"},
		{lexical.Double, "0|-0|0e5", "1|INF"},
		{lexical.Duration, "P1Y|P12M|P1Y0D", "-P1Y|P365D|P1YT0.1S"},
		{lexical.DateTime, "2026-12-31T24:00:00Z|2027-01-01T00:00:00Z|2027-01-01T01:00:00+01:00", "2027-01-01T00:00:00"},
		{lexical.GMonthDay, "--02-29|--02-29", "--02-28"},
		{lexical.HexBinary, "0aFF|0AfF", "0aFE"},
		{lexical.Base64Binary, "AAAA|AA A A", "AAAB"},
		{lexical.QName, "p:a|q:a", "a|p:b"},
	} {
		expand := func(text string) (string, bool) {
			return lexical.Expand(text, func(prefix string) (string, bool) { return map[string]string{"p": "urn:p", "q": "urn:p"}[prefix], true })
		}
		keys := make(map[string]bool)
		for _, text := range strings.Split(c.same, "|") {
			v, ok := lexical.Parse(c.p, text, expand)
			if keys[v.Identity()] = true; !ok || len(keys) > 1 {
				t.Errorf("%s: %v, %v", text, ok, keys)
			}
		}
		for _, text := range strings.Split(c.others, "|") {
			if v, ok := lexical.Parse(c.p, text, expand); !ok || keys[v.Identity()] {
				t.Errorf("%s: %v, and has the key %s", text, ok, v.Key)
			}
		}
	}
	for p, texts := range map[lexical.Primitive]string{
		lexical.Boolean: "TRUE|", lexical.Decimal: "1e2|.|INF", lexical.Float: "0x1p2|inf|1_0", lexical.Duration: "P|PT|P1H|P1Y2Y|1Y", lexical.Date: "2026-02-29|26-01-01", lexical.Time: "24:00:00.5|25:00:00|23:60:00|0:00:00",
		lexical.HexBinary: "a|0g", lexical.Base64Binary: "A|AB==", lexical.QName: "a:b:c|:a|1a",
	} {
		for _, text := range strings.Split(texts, "|") {
			if _, ok := lexical.Parse(p, text, func(text string) (string, bool) {
				return lexical.Expand(text, func(string) (string, bool) { return "", true })
			}); ok {
				t.Errorf("%q is a value of the primitive type %d", text, p)
			}
		}
	}
}

// TestFacetNumbers reads the values of facets that are numbers.
func TestFacetNumbers(t *testing.T) {
	for text, want := range map[string]int{"0": 0, " 007 ": 7, "+5": 5, "-0": 0, "99999999999999999999": lexical.MaxNumber, "": -1, "-1": -1, "+-0": -1, "1.0": -1} {
		if n, ok := lexical.Number(text); ok != (want >= 0) || ok && n != want {
			t.Errorf("%q: %d, %v", text, n, ok)
		}
	}
}

// TestLongDurations: a number that is too large for a duration counts as the largest one.
func TestLongDurations(t *testing.T) {
	for _, pair := range [][2]string{
		{"PT1000000000000000000S", "PT99999999999999999999S"}, {"PT9223372036854775806S", "PT9223372036854775808S"},
		{"-P99999999999999999999Y", "-P1000000000000000000Y"}, {"P99999999999999999999M", "P99999999999999999999Y"},
	} {
		shorter, _ := lexical.Parse(lexical.Duration, pair[0], nil)
		longer, _ := lexical.Parse(lexical.Duration, pair[1], nil)
		if n, ok := shorter.Compare(&longer); n != -1 || !ok {
			t.Errorf("%s is not shorter than %s: %d, %v", pair[0], pair[1], n, ok)
		}
	}
}

// TestOrderWithoutZone: a value without a zone may be up to 14 hours off UTC, either way (XML Schema part 2, section
// 3.2.7.4).
func TestOrderWithoutZone(t *testing.T) {
	const utc = "2026-11-21T12:00:00Z"
	for text, want := range map[string]int{ // 2: there is no order
		"2026-11-20T21:59:59": -1, "2026-11-20T21:59:59.9999999999": -1, "2026-11-20T22:00:00": 2, "2026-11-21T12:00:00": 2, "2026-11-22T02:00:00": 2,
		"2026-11-22T02:00:00.0000000001": 1, "2026-11-22T02:00:01": 1, "2026-11-21T00:00:01": 2, "2026-11-22T00:00:01": 2, "2026-11-21T13:00:00+01:00": 0, "2026-11-21T13:00:00.5+01:00": 1,
	} {
		a, err := xsd.ParseDateTime(text)
		must(t, err)
		b, err := xsd.ParseDateTime(utc)
		must(t, err)
		n, ok := a.Compare(b)
		back, okBack := b.Compare(a)
		if ok != (want != 2) || ok && n != want || okBack != ok || ok && back != -n {
			t.Errorf("%s and %s: %d, %v; the other way %d, %v; want %d", text, utc, n, ok, back, okBack, want)
		}
	}
}

// must ends a test of which a preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
