package lexical

import (
	"encoding"
	"encoding/base64"
	"encoding/hex"
	"math"
	"strconv"
	"strings"

	values "example.com/quartet/templates/soap/xsd"
)

// writers return the text that the run-time writes for a value, false if the text is not
// a value of the type. Types that are derived from decimal are integers here, unless they
// are named.
var writers = map[string]func(text string) (written string, ok bool){
	"boolean": func(text string) (string, bool) {
		switch text {
		case "0", "false":
			return "false", true
		case "1", "true":
			return "true", true
		}
		return "", false
	},
	"decimal":    written[values.Decimal],
	"float":      float(32),
	"double":     float(64),
	"duration":   written[values.Duration],
	"dateTime":   written[values.DateTime],
	"date":       written[values.Date],
	"time":       written[values.Time],
	"gYear":      written[values.GYear],
	"gYearMonth": written[values.GYearMonth],
	"gMonthDay":  written[values.GMonthDay],
	"gDay":       written[values.GDay],
	"gMonth":     written[values.GMonth],
	"hexBinary": func(text string) (string, bool) {
		v, err := hex.DecodeString(text)
		return strings.ToUpper(hex.EncodeToString(v)), err == nil
	},
	"base64Binary": base64Text,
}

func init() {
	for _, name := range []string{
		"integer", "nonPositiveInteger", "negativeInteger", "long", "int", "short", "byte",
		"nonNegativeInteger", "unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte", "positiveInteger",
	} {
		writers[name] = written[values.Integer]
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

func float(bits int) func(text string) (string, bool) {
	return func(text string) (string, bool) {
		v, err := strconv.ParseFloat(text, bits)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) || strings.ContainsAny(text, "xX_pPiInN") {
			return "", false
		}
		return strconv.FormatFloat(v, 'g', -1, bits), true
	}
}

func base64Text(text string) (string, bool) {
	v, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(text, " ", ""))
	return base64.StdEncoding.EncodeToString(v), err == nil
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
