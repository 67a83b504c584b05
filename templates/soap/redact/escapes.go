package redact

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
)

// escapeReader returns the text of the escape that a text begins with, and the length of the escape; 0: there is none.
type escapeReader func(b []byte) (plain string, n int)

// unescaped returns a view without one layer of escapes, and whether it had some.
func (v view) unescaped(read escapeReader) (plain view, changed bool) {
	first := bytes.IndexAny(v.b, `&%\`)
	if first < 0 {
		return v, false
	}
	plain = view{b: append(make([]byte, 0, len(v.b)), v.b[:first]...), at: make([]int32, first, len(v.b)+1)}
	for i := range first {
		plain.at[i] = int32(v.position(i))
	}
	for i := first; i < len(v.b); {
		text, n := read(v.b[i:])
		if n == 0 {
			n, text = 1, string(v.b[i:i+1])
		} else {
			changed = true
		}
		plain.b = append(plain.b, text...)
		for range len(text) {
			plain.at = append(plain.at, int32(v.position(i)))
		}
		i += n
	}
	plain.at = append(plain.at, int32(v.position(len(v.b))))
	return plain, changed
}

// maxReference bounds a reference to a character, in bytes. Its number may have zeros before it.
const maxReference = 32

// reference reads a reference to a character (XML 1.0, section 4.1), or to an entity of HTML.
func reference(b []byte) (plain string, n int) {
	if b[0] != '&' {
		return "", 0
	}
	end := bytes.IndexByte(b[:min(len(b), maxReference)], ';')
	if end < 0 {
		return "", 0
	}
	escaped := string(b[:end+1])
	if plain = html.UnescapeString(escaped); strings.HasSuffix(plain, ";") && escaped != "&semi;" && escaped != "&#59;" {
		return "", 0 // it is none, or one without a semicolon is at the beginning
	}
	return plain, end + 1
}

// anyEscape reads a reference, or an escape of URLs, JSON or Go.
func anyEscape(b []byte) (plain string, n int) {
	switch {
	case b[0] == '&':
		return reference(b)
	case b[0] == '%':
		return number(b, 1, 2)
	case b[0] != '\\' || len(b) < 2:
		return "", 0
	}
	switch b[1] {
	case '"', '\'', '\\', '/':
		return string(b[1:2]), 2
	case 'n', 'r', 't':
		return map[byte]string{'n': "\n", 'r': "\r", 't': "\t"}[b[1]], 2
	case 'x':
		return number(b, 2, 2)
	case 'U':
		return number(b, 2, 8)
	case 'u':
		if len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
			if r := utf16.DecodeRune(rune(hex(b[2:6])), rune(hex(b[8:12]))); r != utf8.RuneError {
				return string(r), 12
			}
		}
		return number(b, 2, 4)
	}
	return "", 0
}

// number reads an escape with hexadecimal digits: two are a byte, and more are a character.
func number(b []byte, start, digits int) (plain string, n int) {
	n = start + digits
	if len(b) < n {
		return "", 0
	}
	switch value := hex(b[start:n]); {
	case value < 0:
		return "", 0
	case digits == 2:
		return string([]byte{byte(value)}), n
	default:
		return string(rune(value)), n
	}
}

// hex returns a number in hexadecimal digits, -1 if it is none.
func hex(digits []byte) int {
	value := 0
	for _, c := range digits {
		digit := lex.Unhex(c)
		if digit < 0 {
			return -1
		}
		value = value<<4 | digit
	}
	return value
}
