package pattern

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth is the maximum depth of groups and classes. Go has a limit, too.
const maxDepth = 200

// translator is a recursive-descent parser for the grammar of part 2, appendix F. Like other implementations, it is
// lenient in two points: a backslash may escape any punctuation, and a hyphen that cannot be part of a range is a
// literal hyphen.
type translator struct {
	text    string
	at      int
	depth   int
	relaxed bool
}

// failure is the panic value of fail; translate recovers it.
type failure struct{ err *Error }

func (t *translator) fail(at int, format string, args ...any) {
	panic(failure{&Error{t.text, at, fmt.Sprintf(format, args...)}})
}

func (t *translator) translate() (e expr, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.err
		default:
			panic(r)
		}
	}()
	e = t.alternatives()
	if t.at < len(t.text) {
		t.fail(t.at, "unmatched closing parenthesis")
	}
	return e, nil
}

// peek returns the next character, or -1 at the end.
func (t *translator) peek() rune {
	if t.at >= len(t.text) {
		return -1
	}
	r, n := utf8.DecodeRuneInString(t.text[t.at:])
	if r == utf8.RuneError && n == 1 {
		t.fail(t.at, "invalid UTF-8")
	}
	return r
}

func (t *translator) next() rune {
	r := t.peek()
	if r >= 0 {
		t.at += utf8.RuneLen(r)
	}
	return r
}

func (t *translator) accept(s string) bool {
	if !strings.HasPrefix(t.text[t.at:], s) {
		return false
	}
	t.at += len(s)
	return true
}

func (t *translator) enter(at int) {
	if t.depth++; t.depth > maxDepth {
		t.fail(at, "nested deeper than %d levels", maxDepth)
	}
}

// alternatives reads a regExp: branches separated by |.
func (t *translator) alternatives() expr {
	e := t.branch()
	for t.accept("|") {
		e = either(e, t.branch())
	}
	return e
}

// branch reads a sequence of pieces, each an atom with a quantifier.
func (t *translator) branch() expr {
	var pieces []expr
	for {
		switch t.peek() {
		case -1, '|', ')':
			return sequence(pieces)
		}
		atom := t.atom()
		if low, high, ok := t.quantifier(); ok {
			atom = t.repeat(atom, low, high)
		}
		pieces = append(pieces, atom)
	}
}

func (t *translator) atom() expr {
	at := t.at
	switch c := t.next(); c {
	case '(':
		t.enter(at)
		e := t.alternatives()
		t.depth--
		if !t.accept(")") {
			t.fail(at, "unclosed parenthesis")
		}
		return e
	case '[':
		return t.class(at).expr()
	case '.':
		return set{negs: []string{`\n\r`}}.expr()
	case '\\':
		s, _ := t.escape(at)
		return s.expr()
	case '*', '+', '?', '{':
		t.fail(at, "%q has nothing to repeat; write \\%c for the character", c, c)
	case ']', '}':
		t.fail(at, "unmatched %q; write \\%c for the character", c, c)
	default:
		return char(c).expr()
	}
	panic("unreachable")
}

// quantifier reads ?, *, +, {n}, {n,} or {n,m}. high is -1 if there is no upper bound.
func (t *translator) quantifier() (low, high int, ok bool) {
	at := t.at
	switch {
	case t.accept("?"):
		return 0, 1, true
	case t.accept("*"):
		return 0, -1, true
	case t.accept("+"):
		return 1, -1, true
	case !t.accept("{"):
		return 0, 0, false
	}
	low = t.count(at)
	high = low
	if t.accept(",") {
		high = -1
		if t.peek() != '}' {
			high = t.count(at)
		}
	}
	if !t.accept("}") {
		t.fail(at, "invalid quantifier; want {n}, {n,} or {n,m}")
	}
	if high >= 0 && low > high {
		t.fail(at, "the quantifier's first number is larger than its second")
	}
	return low, high, true
}

// maxCount is the value of all larger bounds. Bounds of this size are relaxed anyway.
const maxCount = 1 << 30

func (t *translator) count(at int) int {
	n, from := 0, t.at
	for t.at < len(t.text) && '0' <= t.text[t.at] && t.text[t.at] <= '9' {
		n = min(n*10+int(t.text[t.at]-'0'), maxCount)
		t.at++
	}
	if t.at == from {
		t.fail(at, "invalid quantifier; want {n}, {n,} or {n,m}")
	}
	return n
}

// escape reads the rest of an escape after the backslash. single is the escaped character, or -1 for a class escape.
func (t *translator) escape(at int) (s set, single rune) {
	c := t.next()
	switch c {
	case -1:
		t.fail(at, "trailing backslash")
	case 'n':
		return char('\n'), '\n'
	case 'r':
		return char('\r'), '\r'
	case 't':
		return char('\t'), '\t'
	case 'p', 'P':
		s := t.property(at)
		if c == 'P' {
			s = s.complement()
		}
		return s, -1
	}
	if s, ok := multiCharEscapes[unicode.ToLower(c)]; ok {
		if unicode.IsUpper(c) {
			s = s.complement()
		}
		return s, -1
	}
	if c >= utf8.RuneSelf || c <= ' ' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' {
		t.fail(at, "unknown escape \\%c", c)
	}
	return char(c), c
}

// property reads {L} or {IsGreek} after \p.
func (t *translator) property(at int) set {
	end := strings.IndexByte(t.text[t.at:], '}')
	if !t.accept("{") || end < 0 {
		t.fail(at, "want the name of a category or block in braces after \\p or \\P")
	}
	name := t.text[t.at : t.at+end-1]
	t.at += end
	if block, ok := strings.CutPrefix(name, "Is"); ok {
		items, ok := blocks[block]
		if !ok {
			t.fail(at, "unknown block %q", block)
		}
		return set{pos: items}
	}
	s, ok := category(name)
	if !ok {
		t.fail(at, "unknown category %q", name)
	}
	return s
}

// class reads a class expression after its opening bracket.
func (t *translator) class(at int) set {
	t.enter(at)
	defer func() { t.depth-- }()
	negative := t.accept("^")
	var s set
	for first := true; ; first = false {
		switch from := t.at; {
		case t.peek() == -1:
			t.fail(at, "unclosed bracket")
		case t.peek() == ']' && first:
			t.fail(at, "empty character class")
		case t.accept("]"):
			return s.negatedIf(negative)
		case t.peek() == '[':
			t.fail(from, "unescaped bracket in a character class; write \\[ for the character")
		case !first && t.accept("-["):
			s = s.negatedIf(negative).without(t.class(from + 1))
			if !t.accept("]") {
				t.fail(from, "a subtraction must be at the end of a character class")
			}
			return s
		default:
			s = s.union(t.member())
		}
	}
}

// member reads a character, a range or an escape in a class.
func (t *translator) member() set {
	at := t.at
	s, low := t.charOrEscape()
	rest := t.text[t.at:]
	if low < 0 || len(rest) < 2 || rest[0] != '-' || rest[1] == ']' || rest[1] == '[' {
		return s
	}
	back := t.at
	t.at++
	_, high := t.charOrEscape()
	switch {
	case high < 0: // [a-\d]: the hyphen is a literal
		t.at = back
		return s
	case high < low:
		t.fail(at, "the end of the range is less than its start")
	}
	return set{pos: item(low) + "-" + item(high)}
}

// charOrEscape reads a character or an escape in a class. The rune is -1 for a class escape.
func (t *translator) charOrEscape() (set, rune) {
	at := t.at
	c := t.next()
	if c == '\\' {
		return t.escape(at)
	}
	return char(c), c
}
