package codec

import (
	"bytes"
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

// scanJSONText is scanJSON, but passes over characters beyond ASCII that XML allows.
func scanJSONText[T string | []byte](b T, i int) int {
	for i = scanJSON(b, i); i < len(b) && b[i] >= utf8.RuneSelf; {
		char, n := utf8.DecodeRuneInString(string(b[i:min(i+utf8.UTFMax, len(b))]))
		if n == 1 || !lex.IsXMLChar(char) {
			break
		}
		i = scanJSON(b, i+n)
	}
	return i
}

// jsonSpecials sets the high bit of a byte of x at which scanJSON stops. Above such a byte other high bits may be set, too.
func jsonSpecials(x uint64) uint64 {
	quote, backslash, control := (x^lowBits*'"')-lowBits, (x^lowBits*'\\')-lowBits, x-lowBits*0x20
	return (quote | backslash | control | x) & highBits
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

// opens reads the start of an array or an object, and reports whether it has an item or a member; if not, it reads the end, too.
func (r *jsonDecoder) opens(open, end byte) bool {
	want := "an object"
	if open == '[' {
		want = "an array"
	}
	switch {
	case !r.expect(open, want):
		return false
	case r.peek() == end:
		r.Pos++
		return false
	}
	return true
}

// follows reads what is after an item or a member, and reports whether another one follows.
func (r *jsonDecoder) follows(end byte) bool {
	switch c := r.peek(); {
	case r.Failed != nil:
		return false
	case c == ',' || c == end:
		r.Pos++
		return c == ','
	}
	r.unexpected("a comma or " + string(rune(end)))
	return false
}

// text reads a string. The bytes are valid until another string is read.
func (r *jsonDecoder) text() []byte {
	if !r.expect('"', "a string") {
		return nil
	}
	return r.textAfter(r.Pos)
}

// textAfter is text after the quotation mark at its start. Before i there are no characters that need a look at them.
func (r *jsonDecoder) textAfter(i int) []byte {
	from := r.Pos
	i = scanJSONText(r.Buf, i)
	if i < len(r.Buf) && r.Buf[i] == '"' {
		r.Pos = i + 1
		return r.Buf[from:i]
	}
	r.scratch = r.scratch[:0]
	for ; r.Failed == nil; i = scanJSONText(r.Buf, i) {
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
	from, i := r.Pos, r.Pos+1
	for i < len(r.Buf) && r.Buf[i]-'0' <= 9 {
		i++
	}
	whole := i
	for i < len(r.Buf) && ('0' <= r.Buf[i] && r.Buf[i] <= '9' || strings.IndexByte("+-.eE", r.Buf[i]) >= 0) {
		i++
	}
	text := r.Buf[from:i]
	if (i > whole || text[0] <= '0') && !json.Valid(text) { // a whole number that begins with another digit is valid
		r.failAt(from, "a number that JSON does not have")
		return nil
	}
	r.Pos = i
	return text
}

// int32 reads an xs:int, which usually is a number of a few digits.
func (r *jsonDecoder) int32(f *fieldPlan, to pointer) {
	digits, isNegative := bytes.CutPrefix(r.Buf[r.Pos:], []byte("-"))
	n, v := 0, int32(0)
	for ; n < len(digits) && n < 9 && digits[n]-'0' <= 9; n++ {
		v = 10*v + int32(digits[n]-'0')
	}
	switch {
	case n == 0 || n == len(digits) || n > 1 && digits[0] == '0' || digits[n] != ',' && digits[n] != '}':
		r.field(f, to)
		return
	case isNegative:
		n, v = n+1, -v
	}
	r.Pos += n
	*at[int32](to) = v
}

// skipString passes over a string without a look at what it contains. It reports false if the string does not end.
func (r *jsonDecoder) skipString() bool {
	for end := r.Pos + 1; ; end++ {
		n := bytes.IndexByte(r.Buf[end:], '"')
		if n < 0 {
			return false
		}
		text := r.Buf[r.Pos+1 : end+n]
		end += n
		if escapes := len(text) - len(bytes.TrimRight(text, `\`)); escapes%2 == 0 {
			r.Pos = end + 1
			return true
		}
	}
}

// typeMember returns the type that the object that is next names, "" if it names none. It reads nothing: what it passes over is read
// later, so that only strings and brackets count.
func (r *jsonDecoder) typeMember() (name string) {
	start, depth, ended := r.Pos, 0, false
	for !ended && r.Failed == nil {
		switch c := r.peek(); {
		case c == '"' && depth > 1 && r.skipString():
			continue
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
