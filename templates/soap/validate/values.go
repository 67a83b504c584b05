package validate

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// xsdPrimitive is one of the 19 primitive types (XML Schema part 2, section 3.2).
type xsdPrimitive uint8

const (
	noPrimitive xsdPrimitive = iota
	stringPrimitive
	booleanPrimitive
	decimalPrimitive
	floatPrimitive
	doublePrimitive
	durationPrimitive
	dateTimePrimitive
	timePrimitive
	datePrimitive
	gYearMonthPrimitive
	gYearPrimitive
	gMonthDayPrimitive
	gDayPrimitive
	gMonthPrimitive
	hexBinaryPrimitive
	base64BinaryPrimitive
	anyURIPrimitive
	qNamePrimitive
	notationPrimitive
)

var primitives = map[string]xsdPrimitive{
	"string": stringPrimitive, "boolean": booleanPrimitive, "decimal": decimalPrimitive, "float": floatPrimitive,
	"double": doublePrimitive, "duration": durationPrimitive, "dateTime": dateTimePrimitive, "time": timePrimitive,
	"date": datePrimitive, "gYearMonth": gYearMonthPrimitive, "gYear": gYearPrimitive, "gMonthDay": gMonthDayPrimitive,
	"gDay": gDayPrimitive, "gMonth": gMonthPrimitive, "hexBinary": hexBinaryPrimitive,
	"base64Binary": base64BinaryPrimitive, "anyURI": anyURIPrimitive, "QName": qNamePrimitive, "NOTATION": notationPrimitive,
}

// xsdValue is a value of a simple type, as far as facets and comparisons need it.
type xsdValue struct {
	primitive xsdPrimitive // 0 for a list
	text      string       // normalized, as it was written
	expanded  bool         // text has a namespace in place of a prefix, so that patterns, which are for prefixes, do not apply
	key       string       // the same for all that is written for one value
	length    int          // in characters, octets or items
	number    xsd.Decimal
	float     float64
	moment    xsd.DateTime
	duration  xsdDuration
}

// identity is the same for equal values of any types. Values of different primitive types differ.
func (v *xsdValue) identity() string { return string(rune('a'+v.primitive)) + v.key }

// parsePrimitive reads the lexical form of a primitive type.
func parsePrimitive(p xsdPrimitive, text string, doc *validation) (v xsdValue, ok bool) {
	v = xsdValue{primitive: p, text: text, key: text}
	switch p {
	case stringPrimitive, anyURIPrimitive:
		v.length, ok = utf8.RuneCountInString(text), true
	case booleanPrimitive:
		v.key, ok = parseBoolean(text)
	case decimalPrimitive:
		v.number, ok = parseDecimal(text)
		v.key = v.number.String()
	case floatPrimitive:
		v.float, v.key, ok = parseXSDFloat(text, 32)
	case doublePrimitive:
		v.float, v.key, ok = parseXSDFloat(text, 64)
	case durationPrimitive:
		v.duration, ok = parseXSDDuration(text)
		v.key = v.duration.String()
	case hexBinaryPrimitive:
		b, err := hex.DecodeString(text)
		v.length, v.key, ok = len(b), string(b), err == nil
	case base64BinaryPrimitive:
		b, err := base64.StdEncoding.Strict().DecodeString(withoutSpaces(text))
		v.length, v.key, ok = len(b), string(b), err == nil && !strings.ContainsAny(text, "\r\n\t")
	case qNamePrimitive, notationPrimitive:
		v.key, ok = expandName(text, doc)
		v.expanded = isOwn(doc) && strings.HasPrefix(text, "{")
	default:
		v.moment, ok = parseMoment(p, text)
		v.key = v.moment.String()
	}
	return v, ok
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

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// digitsOfDecimal returns how many digits a decimal needs: in all, and after the decimal point (part 2, sections 4.3.11 and
// 4.3.12).
func digitsOfDecimal(d xsd.Decimal) (total, fraction int) {
	whole, after, _ := strings.Cut(strings.TrimLeft(d.String(), "-0"), ".")
	return len(whole) + len(after), len(after)
}

func parseXSDFloat(text string, bits int) (f float64, key string, ok bool) {
	switch text {
	case "INF":
		return math.Inf(1), text, true
	case "-INF":
		return math.Inf(-1), text, true
	case "NaN":
		return math.NaN(), text, true
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

// expandName returns a qualified name with its namespace. The values of the schema have it already in place of its
// prefix.
func expandName(text string, doc *validation) (string, bool) {
	if isOwn(doc) {
		name, ok := xsd.ParseClark([]byte(text))
		return name.String(), ok
	}
	prefix, local, qualified := strings.Cut(text, ":")
	if !qualified {
		prefix, local = "", text
	}
	if !lex.IsNCName(local) || qualified && !lex.IsNCName(prefix) {
		return "", false
	}
	uri, ok := doc.lookupPrefix(prefix)
	return xsd.QName{Space: uri, Local: local}.String(), ok
}

// isOwn reports whether the values that are read are from the schema: doc is nil for the values of facets.
func isOwn(doc *validation) bool { return doc == nil || doc.own }

// lexicalRules holds the rules of built-in types that facets do not express.
var lexicalRules = map[string]func(string) bool{
	"NMTOKEN": isNMToken,
	"Name":    isXMLName,
	"NCName":  lex.IsNCName,
	"integer": func(s string) bool { return !strings.Contains(s, ".") },
}

func isNMToken(s string) bool {
	for _, r := range s {
		if !isNameCharacter(r, false) {
			return false
		}
	}
	return s != ""
}

func isXMLName(s string) bool {
	for i, r := range s {
		if !isNameCharacter(r, i == 0) {
			return false
		}
	}
	return s != ""
}

func isNameCharacter(r rune, first bool) bool {
	if r < utf8.RuneSelf {
		return lex.NameBytes[r] != 0 && (!first || lex.NameBytes[r] == lex.NameStart)
	}
	return lex.IsNameRune(r, first)
}
