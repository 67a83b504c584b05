// Package lex reads parts of the text of XML 1.0 (fifth edition) and XML Schema: names, white space, numbers and dates.
package lex

import (
	"bytes"
	"math"
	"unicode"
	"unicode/utf8"
)

// maxQuotedName bounds the names that error messages quote, in bytes.
const maxQuotedName = 80

// QuoteName returns a name from a message, shortened for an error message.
func QuoteName(name []byte) string { return shortened(name, maxQuotedName) }

// IsSpace reports whether c is white space (XML 1.0, section 2.3).
func IsSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// IsXMLChar reports whether XML 1.0 (section 2.2) allows the character.
func IsXMLChar(r rune) bool {
	switch {
	case r < 0x20:
		return r == '\t' || r == '\n' || r == '\r'
	case r <= 0xD7FF:
		return true
	case r < 0xE000:
		return false
	}
	return r != 0xFFFE && r != 0xFFFF && r <= utf8.MaxRune
}

// NotXML returns the index of the first character of s that XML does not allow,
// and the character: utf8.RuneError for invalid UTF-8. The index is -1 if there
// is none.
func NotXML(s string) (at int, r rune) {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return i, r
			}
		}
		if !IsXMLChar(r) {
			return i, r
		}
	}
	return -1, 0
}

// TrimSpace removes XML white space from both ends.
func TrimSpace(b []byte) []byte {
	for len(b) > 0 && IsSpace(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && IsSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

// IsSpaceRune reports whether r is white space (XML 1.0, section 2.3).
func IsSpaceRune(r rune) bool { return r < 0x80 && IsSpace(byte(r)) }

// CutSign returns a number without its sign.
func CutSign(b []byte) (digits []byte, negative bool) {
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		return b[1:], b[0] == '-'
	}
	return b, false
}

// CountDigits returns how many decimal digits b begins with.
func CountDigits(b []byte) int {
	n := 0
	for n < len(b) && b[n] >= '0' && b[n] <= '9' {
		n++
	}
	return n
}

// ParseDigits returns the number that decimal digits represent. It reports false
// if b has other characters or the number does not fit.
func ParseDigits(b []byte) (n uint64, ok bool) {
	const safe = 19 // any number of so many digits fits
	for i, c := range b {
		v := uint64(c - '0')
		if v > 9 || i >= safe && n > (math.MaxUint64-v)/10 {
			return 0, false
		}
		n = n*10 + v
	}
	return n, len(b) > 0
}

// NotFinite returns the name of NaN or an infinite number (XML Schema part 2,
// section 3.2.4.1), "" for other numbers.
func NotFinite(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "INF"
	case math.IsInf(f, -1):
		return "-INF"
	}
	return ""
}

// ParseNotFinite reads what NotFinite returns.
func ParseNotFinite(text string) (f float64, ok bool) {
	switch text {
	case "NaN":
		return math.NaN(), true
	case "INF":
		return math.Inf(1), true
	case "-INF":
		return math.Inf(-1), true
	}
	return 0, false
}

// Collapse returns text without white space at its ends, and with a space in place of other white space (XML Schema part 2,
// section 4.3.6). It makes no slice of the words: for a long list it would take many times the memory of the text.
func Collapse[T string | []byte](text T) []byte {
	out := make([]byte, 0, len(text))
	for i := range len(text) {
		switch c := text[i]; {
		case !IsSpace(c):
			out = append(out, c)
		case len(out) > 0 && out[len(out)-1] != ' ':
			out = append(out, ' ')
		}
	}
	return bytes.TrimSuffix(out, []byte(" "))
}

// IsNCName reports whether s is a name without a colon.
func IsNCName(s string) bool {
	if s == "" || !utf8.ValidString(s) {
		return false
	}
	for i, r := range s {
		switch {
		case r >= utf8.RuneSelf:
			if !IsNameRune(r, i == 0) {
				return false
			}
		case r == ':' || NameBytes[r] == 0 || i == 0 && NameBytes[r] != NameStart:
			return false
		}
	}
	return true
}

const (
	NameStart = 1 // may start a name
	NamePart  = 2 // may only continue one
)

// NameBytes classifies the ASCII characters of names (XML 1.0, fifth edition,
// section 2.3).
var NameBytes = func() (t [256]byte) {
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = NameStart, NameStart
	}
	t[':'], t['_'] = NameStart, NameStart
	for c := '0'; c <= '9'; c++ {
		t[c] = NamePart
	}
	t['-'], t['.'] = NamePart, NamePart
	return t
}()

// The characters outside ASCII that names may have (XML 1.0, section 2.3): as the first character, and only after it.
var (
	nameStart = unicode.RangeTable{
		R16: []unicode.Range16{
			{Lo: 0xC0, Hi: 0xD6, Stride: 1}, {Lo: 0xD8, Hi: 0xF6, Stride: 1}, {Lo: 0xF8, Hi: 0x2FF, Stride: 1}, {Lo: 0x370, Hi: 0x37D, Stride: 1},
			{Lo: 0x37F, Hi: 0x1FFF, Stride: 1}, {Lo: 0x200C, Hi: 0x200D, Stride: 1}, {Lo: 0x2070, Hi: 0x218F, Stride: 1}, {Lo: 0x2C00, Hi: 0x2FEF, Stride: 1},
			{Lo: 0x3001, Hi: 0xD7FF, Stride: 1}, {Lo: 0xF900, Hi: 0xFDCF, Stride: 1}, {Lo: 0xFDF0, Hi: 0xFFFD, Stride: 1},
		},
		R32:         []unicode.Range32{{Lo: 0x10000, Hi: 0xEFFFF, Stride: 1}},
		LatinOffset: 2,
	}
	nameRest = unicode.RangeTable{
		R16:         []unicode.Range16{{Lo: 0xB7, Hi: 0xB7, Stride: 1}, {Lo: 0x300, Hi: 0x36F, Stride: 1}, {Lo: 0x203F, Hi: 0x2040, Stride: 1}},
		LatinOffset: 1,
	}
)

// IsNameRune reports whether a name may have a character outside ASCII, as its
// first character if first is set.
func IsNameRune(r rune, first bool) bool {
	return unicode.Is(&nameStart, r) || !first && unicode.Is(&nameRest, r)
}

// PseudoAttribute reads ` name = "value"` at the start of the body of an XML
// declaration.
func PseudoAttribute(body []byte, name string) (rest, value []byte, ok bool) {
	const space = " \t\r\n"
	b := bytes.TrimLeft(body, space)
	if len(b) == len(body) || !bytes.HasPrefix(b, []byte(name)) {
		return body, nil, false
	}
	b = bytes.TrimLeft(b[len(name):], space)
	if len(b) == 0 || b[0] != '=' {
		return body, nil, false
	}
	b = bytes.TrimLeft(b[1:], space)
	if len(b) == 0 || b[0] != '"' && b[0] != '\'' {
		return body, nil, false
	}
	end := bytes.IndexByte(b[1:], b[0])
	if end < 0 {
		return body, nil, false
	}
	return b[end+2:], b[1 : end+1], true
}
