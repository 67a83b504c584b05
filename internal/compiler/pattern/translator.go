package pattern

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostDepth bounds how deep groups and classes are nested: Go has a limit, too.
const mostDepth = 200

// translator reads an expression from its start to its end. The grammar is that of part 2, appendix F; it is lenient in
// two points where everybody is: a backslash may stand before any punctuation, and a hyphen that cannot be part of a
// range is itself.
type translator struct {
	text    string
	at      int
	depth   int
	relaxed bool
}

// failure is what the methods panic with; it does not leave translate.
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
		t.fail(t.at, "a closing parenthesis without an opening one")
	}
	return e, nil
}

// peek returns the next character, -1 at the end.
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
	if t.depth++; t.depth > mostDepth {
		t.fail(at, "nested deeper than %d levels", mostDepth)
	}
}

// alternatives reads regExp: branches with | between them.
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
			t.fail(at, "a parenthesis is not closed")
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
		t.fail(at, "%q has nothing before it that it could repeat; write \\%c for the character", c, c)
	case ']', '}':
		t.fail(at, "%q without an opening one; write \\%c for the character", c, c)
	default:
		return char(c).expr()
	}
	panic("unreachable")
}

// quantifier reads ?, *, +, {n}, {n,} or {n,m}; high is -1 where there is no bound.
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
		t.fail(at, "a quantifier is {n}, {n,} or {n,m}")
	}
	if high >= 0 && low > high {
		t.fail(at, "the quantifier's first number is larger than its second")
	}
	return low, high, true
}

// mostCount is what larger bounds count as; translating relaxes them anyway.
const mostCount = 1 << 30

func (t *translator) count(at int) int {
	n, from := 0, t.at
	for t.at < len(t.text) && '0' <= t.text[t.at] && t.text[t.at] <= '9' {
		n = min(n*10+int(t.text[t.at]-'0'), mostCount)
		t.at++
	}
	if t.at == from {
		t.fail(at, "a quantifier is {n}, {n,} or {n,m}")
	}
	return n
}

// escape reads what follows a backslash: a character, or a class of them. single is that character, -1 for a class.
func (t *translator) escape(at int) (s set, single rune) {
	c := t.next()
	switch c {
	case -1:
		t.fail(at, "a backslash at the end")
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
	if s, ok := multi[unicode.ToLower(c)]; ok {
		if unicode.IsUpper(c) {
			s = s.complement()
		}
		return s, -1
	}
	if c >= utf8.RuneSelf || c <= ' ' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' {
		t.fail(at, "there is no escape \\%c in XML Schema", c)
	}
	return char(c), c
}

// property reads {L} or {IsGreek} behind \p.
func (t *translator) property(at int) set {
	end := strings.IndexByte(t.text[t.at:], '}')
	if !t.accept("{") || end < 0 {
		t.fail(at, "\\p and \\P are followed by the name of a category or a block in braces")
	}
	name := t.text[t.at : t.at+end-1]
	t.at += end
	if block, ok := strings.CutPrefix(name, "Is"); ok {
		items, ok := blocks[block]
		if !ok {
			t.fail(at, "there is no block %q in XML Schema", block)
		}
		return set{pos: items}
	}
	s, ok := category(name)
	if !ok {
		t.fail(at, "there is no category %q in XML Schema", name)
	}
	return s
}

// class reads a class expression behind its bracket.
func (t *translator) class(at int) set {
	t.enter(at)
	defer func() { t.depth-- }()
	negative := t.accept("^")
	var s set
	for first := true; ; first = false {
		switch from := t.at; {
		case t.peek() == -1:
			t.fail(at, "a bracket is not closed")
		case t.peek() == ']' && first:
			t.fail(at, "a class without characters")
		case t.accept("]"):
			return s.negated(negative)
		case t.peek() == '[':
			t.fail(from, "a bracket in a class; write \\[ for the character")
		case !first && t.accept("-["):
			s = s.negated(negative).without(t.class(from + 1))
			if !t.accept("]") {
				t.fail(from, "a subtraction is the last thing in a class")
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
	s, low := t.member1()
	rest := t.text[t.at:]
	if low < 0 || len(rest) < 2 || rest[0] != '-' || rest[1] == ']' || rest[1] == '[' {
		return s
	}
	back := t.at
	t.at++
	_, high := t.member1()
	switch {
	case high < 0: // [a-\d]: the hyphen is itself
		t.at = back
		return s
	case high < low:
		t.fail(at, "the range ends before it begins")
	}
	return set{pos: item(low) + "-" + item(high)}
}

func (t *translator) member1() (set, rune) {
	at := t.at
	c := t.next()
	if c == '\\' {
		return t.escape(at)
	}
	return char(c), c
}
