package validate

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// textReader cuts a schema text into words: names and keywords, strings in quotes, and single signs. White space
// separates words and means nothing else.
type textReader struct {
	text   string
	at     int
	word   string // the current one; for a string what it stands for
	quoted bool
	start  int // where it stands
	depth  int
	spaces map[string]string // by prefix
}

// textError is what parsing a schema text panics with; it does not leave the parser.
type textError struct{ message string }

func (r *textReader) fail(format string, args ...any) {
	line := 1 + strings.Count(r.text[:r.start], "\n")
	panic(textError{fmt.Sprintf("line %d: ", line) + fmt.Sprintf(format, args...)})
}

// next moves to the next word; at the end it is empty.
func (r *textReader) next() {
	for r.at < len(r.text) && (lex.IsSpace(r.text[r.at])) {
		r.at++
	}
	r.start, r.quoted, r.word = r.at, false, ""
	if r.at == len(r.text) {
		return
	}
	if r.text[r.at] == '"' {
		r.quote()
		return
	}
	n := 0
	for r.at+n < len(r.text) && isWordByte(r.text[r.at+n]) {
		n++
	}
	r.word = r.text[r.at : r.at+max(n, 1)]
	r.at += len(r.word)
}

func isWordByte(c byte) bool {
	return c >= utf8.RuneSelf || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' ||
		c == ':' || c == '_' || c == '-' || c == '.' || c == '~' || c == '#'
}

func (r *textReader) quote() {
	literal, err := strconv.QuotedPrefix(r.text[r.at:])
	if err != nil {
		r.fail("a string does not end")
	}
	r.at += len(literal)
	if r.word, err = strconv.Unquote(literal); err != nil {
		r.fail("a string that cannot be read")
	}
	r.quoted = true
}

func (r *textReader) is(word string) bool { return !r.quoted && r.word == word }

func (r *textReader) end() bool { return !r.quoted && r.word == "" }

// accept moves on if the current word is that one.
func (r *textReader) accept(word string) bool {
	if !r.is(word) {
		return false
	}
	r.next()
	return true
}

func (r *textReader) expect(word string) {
	if !r.accept(word) {
		r.fail("%q where %q is expected", r.word, word)
	}
}

func (r *textReader) str() string {
	if !r.quoted {
		r.fail("%q where a string is expected", r.word)
	}
	s := r.word
	r.next()
	return s
}

// isName reports whether the current word can be a name.
func (r *textReader) isName() bool { return r.quoted || r.word != "" && isWordByte(r.word[0]) }

// name reads a name with a prefix that is declared, or without one.
func (r *textReader) name() xsd.QName {
	if !r.isName() {
		r.fail("%q where a name is expected", r.word)
	}
	prefix, local, ok := strings.Cut(r.word, ":")
	if !ok {
		prefix, local = "", prefix
	}
	space, known := r.spaces[prefix]
	if !known {
		r.fail("the prefix %q is not declared", prefix)
	}
	r.next()
	return xsd.QName{Space: space, Local: local}
}

// number reads a number from 0.
func (r *textReader) number() int {
	n, err := strconv.ParseUint(r.word, 10, 31)
	if err != nil || r.quoted {
		r.fail("%q where a number is expected", r.word)
	}
	r.next()
	return int(n)
}

const maxDepth = 1000

func (r *textReader) enter() {
	if r.depth++; r.depth > maxDepth {
		r.fail("nested too deeply")
	}
}

func (r *textReader) leave() { r.depth-- }
