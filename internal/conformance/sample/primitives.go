package sample

import (
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// primitive returns a candidate for an atomic type that has no patterns from
// the contract.
func (b *builder) primitive(t *xsd.SimpleType, attempt int) (string, bool) {
	switch name := t.Primitive.Name.Local; name {
	case "string":
		return b.text(t, attempt), true
	case "decimal":
		return b.decimal(t, attempt)
	case "hexBinary":
		return strings.ToUpper(hex.EncodeToString(b.octets(t))), true
	case "base64Binary":
		return base64.StdEncoding.EncodeToString(b.octets(t)), true
	case "anyURI":
		return fit(b.oneOf(uris, attempt)+strconv.Itoa(b.serial), t), true
	case "QName":
		return b.doc.QName(xsd.QName{Space: xsd.Namespace, Local: b.oneOf([]string{"string", "int", "boolean"}, attempt)}), true
	default:
		all := plainValues[name]
		for _, kind := range []lexical.FacetKind{lexical.MinInclusive, lexical.MaxInclusive} {
			for _, f := range bounds(t, kind) {
				all = append(all[:len(all):len(all)], normalize(f.Value, "collapse"))
			}
		}
		if len(all) == 0 { // a NOTATION without an enumeration, which is invalid
			return b.doc.QName(xsd.QName{Space: exampleNamespace, Local: "notation"}), true
		}
		return b.oneOf(all, attempt), true
	}
}

func (b *builder) oneOf(all []string, attempt int) string { return all[b.choose(len(all), attempt)] }

// plainValues are values of the primitive types, the simplest ones first.
var plainValues = map[string][]string{
	"boolean":    {"true", "false", "1", "0"},
	"float":      {"1.5", "0", "-2", "1E3", "INF", "-INF", "NaN", "0.1", "-0", "3.4028235E38"},
	"double":     {"1.5", "0", "-2.25", "1E3", "INF", "-INF", "NaN", "0.1", "-0", "1.7976931348623157E308", "5E-324", "100", "10", "50"},
	"duration":   {"P1D", "PT1H30M", "P1Y2M3DT4H5M6.7S", "-P1M", "PT0S", "P40D", "PT0.001S", "P100Y", "PT10S", "PT1M"},
	"dateTime":   {"2026-01-02T03:04:05Z", "2026-11-21T10:20:30", "2026-11-21T10:20:30.123456789+05:30", "1969-12-31T23:59:59.5-14:00", "0001-01-01T00:00:00", "9999-12-31T23:59:59Z", "12026-01-01T00:00:00Z"},
	"date":       {"2026-01-02", "2026-11-21Z", "2024-02-29+13:00", "1900-01-01", "9999-12-31", "-0044-03-15"},
	"time":       {"03:04:05", "10:20:30Z", "23:59:59.999", "00:00:00-05:00", "12:00:00.5+14:00"},
	"gYearMonth": {"2026-01", "1999-12Z", "2026-11+01:00"},
	"gYear":      {"2026", "1999Z", "12026", "-0044", "2000-05:00"},
	"gMonthDay":  {"--01-02", "--02-29", "--12-31Z"},
	"gDay":       {"---02", "---31", "---15Z"},
	"gMonth":     {"--01", "--12", "--11+01:00"},
}

var uris = []string{"http://example.com/", "urn:example:", "relative/path", "http://example.com/a?b=c&d=e#"}

// words are the texts of string values. Only random instances use those after
// the first plainWords: texts with characters that XML has to escape, and texts
// that are not ASCII.
var words = []string{
	"alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel",
	"a < b && c > d", `"quoted" 'text'`, "Grüße, 世界", "]]> and more", "emoji 😀 at the end", "two  spaces", "tab\tline\nend", "&amp;",
}

const plainWords = 8

func (b *builder) word(attempt int) string {
	if b.options.Mode == Random {
		return b.oneOf(words, attempt)
	}
	w := b.oneOf(words[:plainWords], attempt)
	if b.options.Mode == Maximal {
		w += " " + strconv.Itoa(b.serial)
	}
	return w
}

// text returns a candidate for a type derived from string.
func (b *builder) text(t *xsd.SimpleType, attempt int) string {
	builtin := t.BuiltinBase().Name.Local
	switch builtin {
	case "ID":
		b.ids++
		return fit("id"+strconv.Itoa(b.ids), t)
	case "IDREF", "ENTITY":
		return fit("id1", t)
	case "language":
		return b.oneOf([]string{"en", "de-CH", "fr", "x-sample"}, attempt)
	case "NMTOKEN", "Name", "NCName":
		return fit(b.oneOf(words[:plainWords], attempt)+strconv.Itoa(b.serial), t)
	case "normalizedString", "token":
		return fit(normalize(b.word(attempt), t.Whitespace()), t)
	}
	return fit(b.word(attempt), t)
}

// fit extends or truncates a text to a length that t allows. It replaces white
// space at both ends, because it might be insignificant there.
func fit(text string, t *xsd.SimpleType) string {
	low, high := lengths(t)
	runes := []rune(text)
	for i := 0; len(runes) < low; i++ {
		runes = append(runes, rune('a'+i%26))
	}
	if len(runes) > high {
		runes = runes[len(runes)-high:] // texts differ at the end
	}
	for _, i := range []int{0, len(runes) - 1} {
		if len(runes) > 0 && isSpace(runes[i]) {
			runes[i] = 'x'
		}
	}
	return string(runes)
}

func (b *builder) octets(t *xsd.SimpleType) []byte {
	low, high := lengths(t)
	n := low
	if b.options.Mode != Minimal && high > low {
		n = min(low+1+b.rng.IntN(8), high)
	}
	octets := make([]byte, n)
	for i := range octets {
		octets[i] = byte(b.rng.IntN(256))
	}
	return octets
}

// decimal returns a candidate for a type derived from decimal: a simple number,
// a number near a bound, or one with as many digits as the type allows.
func (b *builder) decimal(t *xsd.SimpleType, attempt int) (string, bool) {
	digits := 3
	if n, ok := number(t.Effective(lexical.FractionDigits)); ok {
		digits = min(n, 12)
	}
	if n, ok := number(t.Effective(lexical.TotalDigits)); ok {
		digits = min(digits, n)
	}
	numbers := []*big.Rat{big.NewRat(1, 1), new(big.Rat), big.NewRat(12345, 1), big.NewRat(-7, 1)}
	if digits > 0 {
		numbers = append(numbers, big.NewRat(5, 2), big.NewRat(-1, 4))
	}
	ulp := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	for kind, sign := range [...]int64{lexical.MinInclusive: 1, lexical.MinExclusive: 1, lexical.MaxInclusive: -1, lexical.MaxExclusive: -1} {
		if sign == 0 {
			continue
		}
		for _, f := range bounds(t, lexical.FacetKind(kind)) {
			bound, ok := new(big.Rat).SetString(strings.TrimSpace(f.Value))
			if !ok {
				continue
			}
			inside := new(big.Rat).Add(bound, new(big.Rat).Mul(ulp, big.NewRat(sign, 1)))
			numbers = append(numbers, bound, inside, new(big.Rat).Add(bound, big.NewRat(sign, 1)))
		}
	}
	if b.options.Mode != Minimal {
		numbers = append(numbers, big.NewRat(int64(b.serial), 1), big.NewRat(int64(b.rng.IntN(100)), 1), b.longNumber(t))
	}
	n := numbers[b.choose(len(numbers), attempt)]
	text := n.FloatString(digits)
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return b.decorated(t, text), true
}

// longNumber returns a number with as many digits as the type allows, at most
// 22: more than a 64-bit integer has, and few enough for most processors (part
// 2, section 3.2.3 requires 18).
func (b *builder) longNumber(t *xsd.SimpleType) *big.Rat {
	digits := 22
	if n, ok := number(t.Effective(lexical.TotalDigits)); ok {
		digits = min(n, digits)
	}
	n, _ := new(big.Int).SetString("1234567890123456789012"[:max(digits, 1)], 10)
	return new(big.Rat).SetInt(n)
}

// decorated adds a plus sign or a leading zero to some numbers. Types without
// negative values get no sign.
func (b *builder) decorated(t *xsd.SimpleType, text string) string {
	if b.options.Mode != Random || b.rng.IntN(10) > 0 || strings.HasPrefix(text, "-") {
		return text
	}
	switch t.BuiltinBase().Name.Local {
	case "decimal", "integer", "long", "int", "short", "byte":
		return "+" + text
	}
	return "0" + text
}
