package codec

import (
	"encoding/json"
	"math/bits"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
)

// scanJSON returns the index of the first byte at or after i that ends a string or may need a look at it: a quotation mark, a
// backslash, a control character, or part of a character beyond ASCII; len(b) if there is none.
func scanJSON[T string | []byte](b T, i int) int {
	for ; len(b)-i >= 8; i += 8 {
		x := uint64(b[i]) | uint64(b[i+1])<<8 | uint64(b[i+2])<<16 | uint64(b[i+3])<<24 |
			uint64(b[i+4])<<32 | uint64(b[i+5])<<40 | uint64(b[i+6])<<48 | uint64(b[i+7])<<56
		if m := jsonSpecials(x); m != 0 {
			return i + bits.TrailingZeros64(m)/8 // the lowest high bit is exact
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c < 0x20 || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return i
		}
	}
	return i
}

// jsonSpecials sets the high bit of a byte of x at which scanJSON stops. Above such a byte other high bits may be set, too.
func jsonSpecials(x uint64) uint64 {
	quote, backslash, control := (x^lowBits*'"')-lowBits, (x^lowBits*'\\')-lowBits, x-lowBits*0x20
	return (quote | backslash | control | x) & highBits
}

// isPlainJSON reports whether scanJSON finds nothing in a text.
func isPlainJSON(s string) bool {
	var special uint64
	switch n := len(s); {
	case n >= 8:
		for i := 0; i < n-8; i += 8 {
			special |= jsonSpecials(load64(s, i))
		}
		special |= jsonSpecials(load64(s, n-8))
	case n >= 4:
		special = jsonSpecials(uint64(load32(s, 0)) | uint64(load32(s, n-4))<<32)
	case n > 0:
		special = jsonSpecials(uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16 | spaces)
	}
	return special == 0
}

// peek passes over white space and returns the byte that is next, 0 at the end and after an error.
func (r *jsonDecoder) peek() byte {
	for r.Pos < len(r.Buf) {
		c := r.Buf[r.Pos]
		if c > ' ' || !lex.IsSpace(c) {
			return c
		}
		r.Pos++
	}
	return 0
}

// expect reads a byte that has to be next, with which what is wanted begins.
func (r *jsonDecoder) expect(c byte, want string) bool {
	if r.peek() != c {
		r.unexpected(want)
		return false
	}
	r.Pos++
	return true
}

// unexpected records an error where something else is next.
func (r *jsonDecoder) unexpected(want string) {
	if r.peek(); r.Pos == len(r.Buf) {
		r.Fail("the JSON ends where %s is expected", want)
	}
	char, _ := utf8.DecodeRune(r.Buf[r.Pos:])
	r.Fail("%s is expected, not %q", want, char)
}

// word reads one of the literals true, false and null, if it is next.
func (r *jsonDecoder) word(text string) bool {
	if r.peek(); !r.at(text) {
		return false
	}
	r.Pos += len(text)
	return true
}

// brackets reads an array or an object, whose items or members read reads.
func (r *jsonDecoder) brackets(open, end byte, read func()) {
	want := "an object"
	if open == '[' {
		want = "an array"
	}
	if !r.expect(open, want) {
		return
	}
	if r.peek() == end {
		r.Pos++
		return
	}
	for read(); r.Failed == nil; read() {
		switch r.peek() {
		case ',':
			r.Pos++
			continue
		case end:
			r.Pos++
		default:
			r.unexpected("a comma or " + string(rune(end)))
		}
		return
	}
}

// text reads a string. The bytes are valid until another string is read.
func (r *jsonDecoder) text() []byte {
	if !r.expect('"', "a string") {
		return nil
	}
	from := r.Pos
	i := scanJSON(r.Buf, from)
	if i < len(r.Buf) && r.Buf[i] == '"' {
		r.Pos = i + 1
		return r.Buf[from:i]
	}
	r.scratch = r.scratch[:0]
	for ; r.Failed == nil; i = scanJSON(r.Buf, i) {
		r.scratch = append(r.scratch, r.Buf[from:i]...)
		switch {
		case i == len(r.Buf):
			r.Fail("the JSON ends inside a string")
		case r.Buf[i] == '"':
			r.Pos = i + 1
			return r.scratch
		case r.Buf[i] < 0x20:
			r.failAt(i, "the control character U+%04X in a string", r.Buf[i])
		default:
			i += r.char(i)
		}
		from = i
	}
	return nil
}

// char appends the character at i, which may be escaped, to the string that is read, and returns how many bytes it has.
func (r *jsonDecoder) char(i int) int {
	char, n := utf8.DecodeRune(r.Buf[i:])
	message := "invalid UTF-8 in a string"
	if char == '\\' {
		char, n = jsonEscape(r.Buf[i:])
		message = "an escape in a string that JSON does not have, or half of a surrogate pair"
	}
	switch {
	case char == utf8.RuneError && n <= 1:
		r.failAt(i, "%s", message)
	case !lex.IsXMLChar(char):
		r.failAt(i, "the character U+%04X, which XML cannot carry", char)
	}
	r.scratch = utf8.AppendRune(r.scratch, char)
	return n
}

// jsonEscape returns the character whose escape b begins with, and the size of the escape, 0 if there is none.
func jsonEscape(b []byte) (char rune, size int) {
	if len(b) > 1 {
		if at := strings.IndexByte(`"\/bfnrt`, b[1]); at >= 0 {
			return rune("\"\\/\b\f\n\r\t"[at]), 2
		}
	}
	return lex.CutUTF16(b, `\u`)
}

// number reads a number.
func (r *jsonDecoder) number() []byte {
	if strings.IndexByte("-0123456789", r.peek()) < 0 {
		r.unexpected("a number")
		return nil
	}
	from, i := r.Pos, r.Pos
	for i < len(r.Buf) && ('0' <= r.Buf[i] && r.Buf[i] <= '9' || strings.IndexByte("+-.eE", r.Buf[i]) >= 0) {
		i++
	}
	text := r.Buf[from:i]
	if !json.Valid(text) {
		r.failAt(from, "a number that JSON does not have")
		return nil
	}
	r.Pos = i
	return text
}

// typeMember returns the type that the object that is next names, "" if it names none. It reads nothing: what it passes over is read
// later, so that only strings and brackets count.
func (r *jsonDecoder) typeMember() (name string) {
	start, depth, ended := r.Pos, 0, false
	for !ended && r.Failed == nil {
		switch c := r.peek(); {
		case c == '"':
			text := r.text()
			if ended = depth == 1 && string(text) == JSONType && r.peek() == ':'; ended {
				r.Pos++
				name = string(r.text())
			}
			continue
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
			ended = depth == 0
		case r.Pos == len(r.Buf):
			r.unexpected("a value")
			continue
		}
		r.Pos++
	}
	if r.Failed == nil {
		r.Pos = start
	}
	return name
}
