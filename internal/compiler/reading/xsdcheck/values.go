package xsdcheck

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	values "example.com/quartet/templates/soap/xsd"
)

// value holds the properties of a value of a simple type that facets need.
type value struct {
	key     string // the same for all lexical forms of one value of one primitive type
	length  int    // length in characters, octets or items
	decimal *values.Decimal

	// compare returns the order of the value and another one of the same primitive type. ok is false if there is none.
	// compare is nil for values without an order.
	compare func(other value) (order int, ok bool)
	ordered any // the operand of compare
}

// moment is a type of dates, times or durations of the run-time.
type moment[T any] interface {
	Compare(T) (int, bool)
	String() string
}

func momentOf[T moment[T]](parse func(string) (T, error), text string) (value, bool) {
	m, err := parse(text)
	if err != nil {
		return value{}, false
	}
	return value{key: m.String(), ordered: m, compare: func(other value) (int, bool) {
		o, ok := other.ordered.(T)
		if !ok {
			return 0, false
		}
		return m.Compare(o)
	}}, true
}

// moments reads the lexical forms of primitive types of dates, times and durations.
var moments = map[string]func(string) (value, bool){
	"duration":   func(text string) (value, bool) { return momentOf(values.ParseDuration, text) },
	"dateTime":   func(text string) (value, bool) { return momentOf(values.ParseDateTime, text) },
	"time":       func(text string) (value, bool) { return momentOf(values.ParseTime, text) },
	"date":       func(text string) (value, bool) { return momentOf(values.ParseDate, text) },
	"gYearMonth": func(text string) (value, bool) { return momentOf(values.ParseGYearMonth, text) },
	"gYear":      func(text string) (value, bool) { return momentOf(values.ParseGYear, text) },
	"gMonthDay":  func(text string) (value, bool) { return momentOf(values.ParseGMonthDay, text) },
	"gDay":       func(text string) (value, bool) { return momentOf(values.ParseGDay, text) },
	"gMonth":     func(text string) (value, bool) { return momentOf(values.ParseGMonth, text) },
}

// parsePrimitive reads a lexical form of a primitive type (part 2, section 3.2) without white space around it.
func parsePrimitive(primitive, text string, scope xsd.Scope) (value, bool) {
	if parse := moments[primitive]; parse != nil {
		return parse(text)
	}
	switch primitive {
	case "boolean":
		isTrue := text == "true" || text == "1"
		return value{key: strconv.FormatBool(isTrue)}, isTrue || text == "false" || text == "0"
	case "decimal":
		return decimalOf(text)
	case "float":
		return floatOf(text, 32)
	case "double":
		return floatOf(text, 64)
	case "hexBinary":
		b, err := hex.DecodeString(text)
		return value{key: string(b), length: len(b)}, err == nil
	case "base64Binary":
		b, err := base64.StdEncoding.Strict().DecodeString(strings.ReplaceAll(text, " ", ""))
		return value{key: string(b), length: len(b)}, err == nil
	case "QName", "NOTATION":
		return nameOf(text, scope)
	}
	return value{key: text, length: utf8.RuneCountInString(text)}, primitive != "anyURI" || isAnyURI(text)
}

func decimalOf(text string) (value, bool) {
	d, err := values.ParseDecimal(text)
	if err != nil {
		return value{}, false
	}
	canonical, _ := values.CanonicalDecimal([]byte(text))
	return value{key: string(canonical), decimal: &d, compare: func(other value) (int, bool) {
		if other.decimal == nil {
			return 0, false
		}
		return d.Compare(*other.decimal), true
	}}, true
}

func floatOf(text string, bits int) (value, bool) {
	if strings.Trim(text, "0123456789.+-eE") != "" && text != "INF" && text != "-INF" && text != "NaN" {
		return value{}, false
	}
	f, err := strconv.ParseFloat(text, bits)
	if err != nil && !math.IsInf(f, 0) {
		return value{}, false
	}
	f += 0 // the two zeros are equal
	return value{key: strconv.FormatFloat(f, 'g', -1, bits), ordered: f, compare: func(other value) (int, bool) {
		o, ok := other.ordered.(float64)
		return cmp.Compare(f, o), ok && (math.IsNaN(f) == math.IsNaN(o))
	}}, true
}

func nameOf(text string, scope xsd.Scope) (value, bool) {
	prefix, local, qualified := strings.Cut(text, ":")
	if !qualified {
		prefix, local = "", text
	}
	if !xmltree.IsNCName(local) || qualified && !xmltree.IsNCName(prefix) {
		return value{}, false
	}
	name := xsd.QName{Local: local}
	if scope != nil {
		uri, ok := scope.LookupPrefix(prefix)
		if !ok {
			return value{}, false
		}
		name.Space = uri
	}
	return value{key: name.String(), length: utf8.RuneCountInString(text)}, true
}

// normalize applies a value of the facet whiteSpace (part 2, section 4.3.6).
func normalize(whiteSpace, text string) string {
	switch whiteSpace {
	case "replace":
		return strings.Map(func(r rune) rune {
			if r == '\t' || r == '\n' || r == '\r' {
				return ' '
			}
			return r
		}, text)
	case "collapse":
		return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }), " ")
	}
	return text
}
