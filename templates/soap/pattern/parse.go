package pattern

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth is the maximum depth of groups and classes. Go has a limit, too.
const maxDepth = 200

// Parse parses a regular expression. If it is invalid, the error is an *Error.
func Parse(expr string) (*Expr, error) {
	p := &parser{text: expr}
	root, err := p.parse()
	if err != nil {
		return nil, err
	}
	return &Expr{Root: root, Departures: p.departures}, nil
}

// parser is a recursive-descent parser for the grammar of part 2, appendix F. Like other implementations, it is
// lenient in two points: a backslash may escape any punctuation, and a hyphen that cannot be part of a range is a
// literal hyphen.
type parser struct {
	text       string
	at         int
	depth      int
	departures []*Error
}

// fail ends the parsing: parse recovers the error.
func (p *parser) fail(at int, format string, args ...any) {
	panic(&Error{p.text, at, fmt.Sprintf(format, args...)})
}

// depart records a departure from the grammar. A few are enough for a diagnostic.
func (p *parser) depart(at int, format string, args ...any) {
	if len(p.departures) < 10 {
		p.departures = append(p.departures, &Error{p.text, at, fmt.Sprintf(format, args...)})
	}
}

func (p *parser) parse() (root *Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = r.(*Error)
		}
	}()
	root = p.alternatives()
	if p.at < len(p.text) {
		p.fail(p.at, "unmatched closing parenthesis")
	}
	return root, nil
}

// peek returns the next character, or -1 at the end.
func (p *parser) peek() rune {
	if p.at >= len(p.text) {
		return -1
	}
	r, n := utf8.DecodeRuneInString(p.text[p.at:])
	if r == utf8.RuneError && n == 1 {
		p.fail(p.at, "invalid UTF-8")
	}
	return r
}

func (p *parser) next() rune {
	r := p.peek()
	if r >= 0 {
		p.at += utf8.RuneLen(r)
	}
	return r
}

func (p *parser) accept(s string) bool {
	if !strings.HasPrefix(p.text[p.at:], s) {
		return false
	}
	p.at += len(s)
	return true
}

func (p *parser) enter(at int) {
	if p.depth++; p.depth > maxDepth {
		p.fail(at, "nested deeper than %d levels", maxDepth)
	}
}

// alternatives reads a regExp: branches separated by |.
func (p *parser) alternatives() *Node {
	branches := []*Node{p.branch()}
	for p.accept("|") {
		branches = append(branches, p.branch())
	}
	if len(branches) == 1 {
		return branches[0]
	}
	return &Node{Kind: Alternative, Parts: branches}
}

// branch reads a sequence of pieces, each an atom with a quantifier.
func (p *parser) branch() *Node {
	var pieces []*Node
	for {
		switch p.peek() {
		case -1, '|', ')':
			if len(pieces) == 1 {
				return pieces[0]
			}
			return &Node{Kind: Concat, Parts: pieces}
		}
		atom := p.atom()
		if low, high, ok := p.quantifier(); ok {
			atom = &Node{Kind: Repeat, Parts: []*Node{atom}, Min: low, Max: high}
		}
		pieces = append(pieces, atom)
	}
}

func (p *parser) atom() *Node {
	at := p.at
	switch c := p.next(); c {
	case '(':
		p.enter(at)
		n := p.alternatives()
		p.depth--
		if !p.accept(")") {
			p.fail(at, "unclosed parenthesis")
		}
		return n
	case '[':
		return &Node{Class: p.class(at)}
	case '.':
		return oneOf(Item{Escape: '.'})
	case '\\':
		return oneOf(p.escape(at))
	case '*', '+', '?', '{':
		p.fail(at, "%q has nothing to repeat; write \\%c for the character", c, c)
	case ']', '}':
		p.fail(at, "unmatched %q; write \\%c for the character", c, c)
	default:
		return oneOf(char(c))
	}
	panic("unreachable")
}

func oneOf(i Item) *Node { return &Node{Class: &Class{Items: []Item{i}}} }

func char(c rune) Item { return Item{Low: c, High: c} }

// quantifier reads ?, *, +, {n}, {n,} or {n,m}. high is -1 if there is no upper bound.
func (p *parser) quantifier() (low, high int, ok bool) {
	at := p.at
	switch {
	case p.accept("?"):
		return 0, 1, true
	case p.accept("*"):
		return 0, -1, true
	case p.accept("+"):
		return 1, -1, true
	case !p.accept("{"):
		return 0, 0, false
	}
	low = p.count(at)
	high = low
	if p.accept(",") {
		high = -1
		if p.peek() != '}' {
			high = p.count(at)
		}
	}
	if !p.accept("}") {
		p.fail(at, "invalid quantifier; want {n}, {n,} or {n,m}")
	}
	if high >= 0 && low > high {
		p.fail(at, "the quantifier's first number is larger than its second")
	}
	return low, high, true
}

func (p *parser) count(at int) int {
	n, from := 0, p.at
	for p.at < len(p.text) && '0' <= p.text[p.at] && p.text[p.at] <= '9' {
		n = min(n*10+int(p.text[p.at]-'0'), MaxCount)
		p.at++
	}
	if p.at == from {
		p.fail(at, "invalid quantifier; want {n}, {n,} or {n,m}")
	}
	return n
}

// singleEscapes are the characters that a backslash may escape, besides n, r and t.
const singleEscapes = `\|.?*+(){}-[]^`

// escape reads the rest of an escape after the backslash.
func (p *parser) escape(at int) Item {
	c := p.next()
	switch c {
	case -1:
		p.fail(at, "trailing backslash")
	case 'n':
		return char('\n')
	case 'r':
		return char('\r')
	case 't':
		return char('\t')
	case 'p', 'P':
		return Item{Escape: 'p', Name: p.property(at), Negative: c == 'P'}
	}
	if lower := unicode.ToLower(c); strings.ContainsRune("sicdw", lower) && c < utf8.RuneSelf {
		return Item{Escape: lower, Negative: c != lower}
	}
	if c >= utf8.RuneSelf || c <= ' ' || unicode.IsDigit(c) || unicode.IsLetter(c) {
		p.fail(at, "unknown escape \\%c", c)
	}
	if !strings.ContainsRune(singleEscapes, c) {
		p.depart(at, "%q needs no backslash", c)
	}
	return char(c)
}

// property reads {L} or {IsGreek} after \p.
func (p *parser) property(at int) string {
	end := strings.IndexByte(p.text[p.at:], '}')
	if !p.accept("{") || end < 0 {
		p.fail(at, "want the name of a category or block in braces after \\p or \\P")
	}
	name := p.text[p.at : p.at+end-1]
	p.at += end
	if block, ok := strings.CutPrefix(name, "Is"); ok {
		if Block(block) == nil {
			p.fail(at, "unknown block %q", block)
		}
		return name
	}
	if !isCategory(name) {
		p.fail(at, "unknown category %q", name)
	}
	return name
}

// class reads a class expression after its opening bracket.
func (p *parser) class(at int) *Class {
	p.enter(at)
	defer func() { p.depth-- }()
	c := &Class{Negative: p.accept("^")}
	for {
		switch from := p.at; {
		case p.peek() == -1:
			p.fail(at, "unclosed bracket")
		case p.peek() == ']' && len(c.Items) == 0:
			p.fail(at, "empty character class")
		case p.accept("]"):
			return c
		case p.peek() == '[':
			p.fail(from, "unescaped bracket in a character class; write \\[ for the character")
		case len(c.Items) > 0 && p.accept("-["):
			c.Minus = p.class(from + 1)
			if !p.accept("]") {
				p.fail(from, "a subtraction must be at the end of a character class")
			}
			return c
		default:
			c.Items = append(c.Items, p.member(len(c.Items) == 0))
		}
	}
}

// member reads a character, a range or an escape in a class.
func (p *parser) member(first bool) Item {
	at := p.at
	low := p.charOrEscape()
	rest := p.text[p.at:]
	last := strings.HasPrefix(rest, "]") || strings.HasPrefix(rest, "-[")
	if p.text[at] == '-' && !first && !last {
		p.depart(at, "a hyphen that is neither first nor last in a class must be written as \\-")
	}
	if low.Escape != 0 || len(rest) < 2 || rest[0] != '-' || rest[1] == ']' || rest[1] == '[' {
		return low
	}
	back := p.at
	p.at++
	high := p.charOrEscape()
	switch {
	case high.Escape != 0: // [a-\d]: the hyphen is a literal, which depart reports when it is read again
		p.at = back
		return low
	case high.Low < low.Low:
		p.fail(at, "the end of the range is less than its start")
	}
	return Item{Low: low.Low, High: high.Low}
}

// charOrEscape reads a character or an escape in a class.
func (p *parser) charOrEscape() Item {
	at := p.at
	c := p.next()
	if c == '\\' {
		return p.escape(at)
	}
	return char(c)
}
