package lexical

import (
	"encoding"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
	values "example.com/quartet/templates/soap/xsd"
)

// writers return the text that the run-time writes for a value of a primitive type, false if the text is not a value.
var writers = map[lexical.Primitive]func(text string) (written string, ok bool){
	lexical.Boolean:      key(lexical.Boolean),
	lexical.Decimal:      written[values.Decimal],
	lexical.Float:        key(lexical.Float),
	lexical.Double:       key(lexical.Double),
	lexical.Duration:     written[values.Duration],
	lexical.DateTime:     written[values.DateTime],
	lexical.Date:         written[values.Date],
	lexical.Time:         written[values.Time],
	lexical.GYear:        written[values.GYear],
	lexical.GYearMonth:   written[values.GYearMonth],
	lexical.GMonthDay:    written[values.GMonthDay],
	lexical.GDay:         written[values.GDay],
	lexical.GMonth:       written[values.GMonth],
	lexical.HexBinary:    octets(lexical.HexBinary, func(b []byte) string { return strings.ToUpper(hex.EncodeToString(b)) }),
	lexical.Base64Binary: octets(lexical.Base64Binary, base64.StdEncoding.EncodeToString),
}

// writerOf returns the function of writers for an atomic type. Types that are derived from decimal are integers here.
func writerOf(t *xsd.SimpleType) func(text string) (written string, ok bool) {
	p := lexical.PrimitiveOf(t.Primitive.Name.Local)
	if p == lexical.Decimal && t.BuiltinBase() != t.Primitive {
		return written[values.Integer]
	}
	return writers[p]
}

// key returns the keys of values as they are written.
func key(p lexical.Primitive) func(text string) (string, bool) {
	return func(text string) (string, bool) {
		v, ok := lexical.Parse(p, text, nil)
		return v.Key, ok
	}
}

func octets(p lexical.Primitive, encode func([]byte) string) func(text string) (string, bool) {
	return func(text string) (string, bool) {
		v, ok := lexical.Parse(p, text, nil)
		return encode([]byte(v.Key)), ok
	}
}

// written returns the text of a value of a type of the run-time.
func written[T any, P interface {
	*T
	encoding.TextUnmarshaler
	encoding.TextMarshaler
}](text string) (string, bool) {
	v := P(new(T))
	if v.UnmarshalText([]byte(text)) != nil {
		return "", false
	}
	b, err := v.MarshalText()
	return string(b), err == nil
}

// common are lexical forms of values of a primitive type. Texts that are made from a
// pattern are rarely dates.
var common = map[string][]string{
	"boolean":  {"0", "1", "true", "false"},
	"decimal":  {"0", "00", "+0", "-0", "1", "01", "007", "+1", "-1", "1.0", "1.00", "0.5", ".5", "5.", "12.50", "-1.5"},
	"float":    {"0", "-0", "1", "01", "1.0", "1.50", "1E2", "1e2", "100", "1.5E10", ".5"},
	"double":   {"0", "-0", "1", "01", "1.0", "1.50", "1E2", "1e2", "100", "1.5E10", ".5"},
	"duration": {"P1Y", "P12M", "P1Y0M", "P0Y1M", "P1D", "P7D", "P0D", "PT0S", "PT60S", "PT1M", "PT1H", "PT60M", "PT24H", "P1DT0H", "P1Y2M3DT4H5M6S", "P0Y0M0DT0H0M0S", "PT1.50S", "-P1D", "P365D"},
	"dateTime": zoned("2026-11-21T10:00:00", "2026-11-21T10:00:00.0", "2026-11-21T10:00:00.500", "2026-11-21T10:00:00.5", "2026-11-21T24:00:00"),
	"date":     zoned("2026-11-21", "1999-01-01"),
	"time":     zoned("10:00:00", "10:00:00.0", "10:00:00.500", "10:00:00.5", "24:00:00"),
	"gYear":    zoned("2026"), "gYearMonth": zoned("2026-11"), "gMonthDay": zoned("--11-21"), "gDay": zoned("---21"), "gMonth": zoned("--11"),
	"hexBinary":    {"", "0a", "0A", "ff", "FF", "00", "12"},
	"base64Binary": {"", "AAAA", "AAAA AAAA", "AA==", "AAA="},
}

func zoned(texts ...string) []string {
	var all []string
	for _, zone := range []string{"", "Z", "+00:00", "-00:00", "+01:00", "-05:00"} {
		for _, text := range texts {
			all = append(all, text+zone)
		}
	}
	return all
}
