// Package lexical has the lexical forms of the built-in simple types and the values that they denote, as far as facets,
// enumerations and identity constraints need them (XML Schema part 2). The functions may be called by many goroutines.
package lexical

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// Primitive is one of the 19 primitive types (XML Schema part 2, section 3.2).
type Primitive uint8

const (
	NoPrimitive Primitive = iota // a list, or a value of xs:anySimpleType
	String
	AnyURI
	HexBinary
	Base64Binary
	QName
	Notation
	Boolean
	Decimal
	Float
	Double
	Duration
	DateTime
	Time
	Date
	GYearMonth
	GYear
	GMonthDay
	GDay
	GMonth
)

// names are the local names of the primitive types, in the order of the constants.
var names = strings.Fields("string anyURI hexBinary base64Binary QName NOTATION boolean decimal float double duration dateTime time date " +
	"gYearMonth gYear gMonthDay gDay gMonth")

// PrimitiveNames returns the local names of the primitive types.
func PrimitiveNames() []string { return slices.Clone(names) }

// PrimitiveOf returns the primitive type with a local name, NoPrimitive if there is none.
func PrimitiveOf(local string) Primitive { return Primitive(1 + slices.Index(names, local)) }

// HasLength reports whether values have a length: they are text, octets, or names, whose length no facet limits.
func (p Primitive) HasLength() bool { return String <= p && p <= Notation }

// IsName reports whether values are qualified names.
func (p Primitive) IsName() bool { return p == QName || p == Notation }

// IsOrdered reports whether [Value.Compare] knows an order of values.
func (p Primitive) IsOrdered() bool { return p >= Decimal }

// Value is a value of a simple type.
type Value struct {
	Primitive Primitive
	Text      string // normalized, as it was written
	Key       string // the same for all that is written for one value of a primitive type
	Length    int    // in characters, octets or items
	Expanded  bool   // Text has namespaces in place of prefixes, so that patterns do not apply; Parse does not set it

	number   xsd.Decimal
	float    float64
	moment   xsd.DateTime
	duration xsd.Duration
}

// Identity is the same for equal values of any types. Values of different primitive types differ.
func (v *Value) Identity() string { return string(rune('a'+v.Primitive)) + v.Key }

// Parse reads the lexical form of a primitive type, whose white space is normalized. expand returns a qualified name with the
// namespace of its prefix, as [xsd.QName.String] writes it; see [Expand].
func Parse(p Primitive, text string, expand func(text string) (name string, ok bool)) (v Value, ok bool) {
	v = Value{Primitive: p, Text: text, Key: text}
	switch p {
	case String, AnyURI:
		v.Length, ok = utf8.RuneCountInString(text), true
	case Boolean:
		v.Key, ok = parseBoolean(text)
	case Decimal:
		v.number, ok = parseDecimal(text)
		v.Key = v.number.String()
	case Float:
		v.float, v.Key, ok = parseFloat(text, 32)
	case Double:
		v.float, v.Key, ok = parseFloat(text, 64)
	case Duration:
		v.duration, ok = parseDuration(text)
		v.Key = durationKey(v.duration)
	case HexBinary:
		b, err := hex.DecodeString(text)
		v.Length, v.Key, ok = len(b), string(b), err == nil
	case Base64Binary:
		b, err := base64.StdEncoding.Strict().DecodeString(withoutSpaces(text))
		v.Length, v.Key, ok = len(b), string(b), err == nil && !strings.ContainsAny(text, "\r\n\t")
	case QName, Notation:
		v.Key, ok = expand(text)
	default:
		v.moment, ok = parseMoment(p, text)
		v.Key = v.moment.String()
	}
	return v, ok
}

// Compare compares values of one primitive type; ok is false if there is no order between them.
func (v *Value) Compare(other *Value) (n int, ok bool) {
	if v.Primitive != other.Primitive {
		return 0, false
	}
	switch v.Primitive {
	case Decimal:
		return v.number.Compare(other.number), true
	case Float, Double:
		return compareFloats(v.float, other.float)
	case Duration:
		return v.duration.Compare(other.duration)
	}
	return v.moment.Compare(other.moment)
}

func compareFloats(a, b float64) (n int, ok bool) {
	switch {
	case a < b:
		return -1, true
	case a > b:
		return 1, true
	}
	return 0, a == b || a != a && b != b
}

func withoutSpaces(s string) string { return strings.ReplaceAll(s, " ", "") }

func parseBoolean(text string) (key string, ok bool) {
	switch text {
	case "true", "1":
		return "true", true
	case "false", "0":
		return "false", true
	}
	return "", false
}

// parseDecimal reads an xs:decimal. The result has no zeros at the end of the fraction.
func parseDecimal(text string) (d xsd.Decimal, ok bool) {
	b, ok := xsd.CanonicalDecimal([]byte(text))
	if bytes.IndexByte(b, '.') >= 0 {
		b = bytes.TrimSuffix(bytes.TrimRight(b, "0"), []byte("."))
	}
	return xsd.DecimalOf(string(b)), ok
}

func parseFloat(text string, bits int) (f float64, key string, ok bool) {
	if f, ok := lex.ParseNotFinite(text); ok {
		return f, text, true
	}
	for i := 0; i < len(text); i++ { // ParseFloat knows more notations than the schema
		if c := text[i]; (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, "", false
		}
	}
	f, err := strconv.ParseFloat(text, bits)
	if err != nil && !math.IsInf(f, 0) {
		return 0, "", false
	}
	f += 0 // the two zeros are one
	return f, strconv.FormatFloat(f, 'g', -1, bits), true
}

// Expand returns a qualified name with the namespace of its prefix. It reports false if the text is not an xs:QName, or if lookup
// does not know the prefix, which is "" for the default namespace.
func Expand(text string, lookup func(prefix string) (uri string, ok bool)) (name string, ok bool) {
	prefix, local, qualified := strings.Cut(text, ":")
	if !qualified {
		prefix, local = "", text
	}
	if !lex.IsNCName(local) || qualified && !lex.IsNCName(prefix) {
		return "", false
	}
	uri, ok := lookup(prefix)
	return xsd.QName{Space: uri, Local: local}.String(), ok
}

// IsOne reports whether a text that has the form of the primitive type follows the rules of a built-in type that facets do not
// express: of an xs:NMTOKEN, xs:Name, xs:NCName or xs:integer. Other types, which are given by their local names, too, have no
// such rules.
func IsOne[T string | []byte](local string, text T) bool {
	switch local {
	case "NCName":
		return lex.IsNCName(string(text))
	case "integer":
		return strings.IndexByte(string(text), '.') < 0
	case "NMTOKEN", "Name":
		for i, r := range string(text) {
			if !IsNameCharacter(r, local == "Name" && i == 0) {
				return false
			}
		}
		return len(text) > 0
	}
	return true
}

// IsNameCharacter reports whether a name may have a character (XML 1.0, fifth edition, section 2.3), as its first one if first is set.
func IsNameCharacter(r rune, first bool) bool {
	if r < utf8.RuneSelf {
		return lex.NameBytes[r] != 0 && (!first || lex.NameBytes[r] == lex.NameStart)
	}
	return lex.IsNameRune(r, first)
}
