package codec

import (
	"bytes"
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
		if at := bytes.IndexByte([]byte(`"\/bfnrt`), b[1]); at >= 0 {
			return rune("\"\\/\b\f\n\r\t"[at]), 2
		}
	}
	char = codeUnit(b)
	switch {
	case char < 0 || 0xDC00 <= char && char < 0xE000:
		return utf8.RuneError, 0
	case char < 0xD800 || char >= 0xE000:
		return char, 6
	}
	low := codeUnit(b[6:])
	if low < 0xDC00 || low >= 0xE000 {
		return utf8.RuneError, 0
	}
	return (char-0xD800)<<10 + (low - 0xDC00) + 0x10000, 12
}

// codeUnit returns the code unit of UTF-16 whose escape b begins with, -1 if there is none.
func codeUnit(b []byte) (unit rune) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	for _, c := range b[2:6] {
		digit := lex.Unhex(c)
		if digit < 0 {
			return -1
		}
		unit = unit<<4 + rune(digit)
	}
	return unit
}

// number reads a number.
func (r *jsonDecoder) number() []byte {
	if strings.IndexByte("-0123456789", r.peek()) < 0 {
		r.unexpected("a number")
		return nil
	}
	from, i, b := r.Pos, r.Pos, r.Buf
	digits := func() bool {
		start := i
		for i < len(b) && '0' <= b[i] && b[i] <= '9' {
			i++
		}
		return i > start
	}
	sign := func(signs string) bool {
		found := i < len(b) && strings.IndexByte(signs, b[i]) >= 0
		if found {
			i++
		}
		return found
	}
	sign("-")
	whole := i
	ok := digits() && (b[whole] != '0' || i == whole+1) && (!sign(".") || digits())
	if ok && sign("eE") {
		sign("+-")
		ok = digits()
	}
	if !ok {
		r.failAt(from, "a number that JSON does not have")
		return nil
	}
	r.Pos = i
	return b[from:i]
}

// skip passes over a value that is read later, so that its brackets are all that counts.
func (r *jsonDecoder) skip() {
	for depth := 0; r.Failed == nil; {
		switch c := r.peek(); {
		case c == 0:
			r.unexpected("a value")
		case depth == 0 && (c == ',' || c == '}' || c == ']'):
			return
		case c == '"':
			r.text()
			continue
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
		r.Pos++
	}
}

// typeMember returns the type that the object that is next names, "" if it names none. It reads nothing.
func (r *jsonDecoder) typeMember() (name string) {
	start := r.Pos
	r.brackets('{', '}', func() {
		found := string(r.text()) == jsonType
		switch {
		case !r.expect(':', "a colon"):
		case found && r.peek() == '"':
			name = string(r.text())
		default:
			r.skip()
		}
	})
	if r.Failed == nil {
		r.Pos = start
	}
	return name
}
