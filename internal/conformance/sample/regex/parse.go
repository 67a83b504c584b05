package regex

import (
	"fmt"
	"strconv"
	"strings"
)

// expr is a parsed regular expression.
type expr struct {
	kind  kind
	set   charset
	parts []*expr
	min   int
	max   int // -1 for no bound
}

type kind int

const (
	chars       kind = iota // one character of set
	concat                  // all parts in order
	alternative             // one of parts
	repeat                  // parts[0], min to max times
)

// maxRepeat limits {n,m}, and so the memory that an expression needs.
const maxRepeat = 10000

type parser struct {
	text  []rune
	at    int
	depth int
}

// parse parses a regular expression (part 2, appendix F).
func parse(text string) (*expr, error) {
	p := &parser{text: []rune(text)}
	e, err := p.alternatives()
	if err == nil && p.at < len(p.text) {
		err = p.errorf("unmatched )")
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("character %d: %s", p.at+1, fmt.Sprintf(format, args...))
}

// peek returns the next character, or 0 at the end.
func (p *parser) peek() rune {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *parser) accept(r rune) bool {
	if p.at < len(p.text) && p.text[p.at] == r {
		p.at++
		return true
	}
	return false
}

func (p *parser) alternatives() (*expr, error) {
	if p.depth++; p.depth > 200 {
		return nil, p.errorf("parentheses are nested too deep")
	}
	defer func() { p.depth-- }()
	var branches []*expr
	for {
		branch, err := p.branch()
		if err != nil {
			return nil, err
		}
		branches = append(branches, branch)
		if !p.accept('|') {
			break
		}
	}
	if len(branches) == 1 {
		return branches[0], nil
	}
	return &expr{kind: alternative, parts: branches}, nil
}

func (p *parser) branch() (*expr, error) {
	sequence := &expr{kind: concat}
	for p.at < len(p.text) && p.peek() != '|' && p.peek() != ')' {
		atom, err := p.atom()
		if err != nil {
			return nil, err
		}
		if atom, err = p.quantified(atom); err != nil {
			return nil, err
		}
		sequence.parts = append(sequence.parts, atom)
	}
	return sequence, nil
}

func (p *parser) quantified(atom *expr) (*expr, error) {
	switch {
	case p.accept('?'):
		return &expr{kind: repeat, parts: []*expr{atom}, max: 1}, nil
	case p.accept('*'):
		return &expr{kind: repeat, parts: []*expr{atom}, max: -1}, nil
	case p.accept('+'):
		return &expr{kind: repeat, parts: []*expr{atom}, min: 1, max: -1}, nil
	case p.accept('{'):
		return p.counted(atom)
	}
	return atom, nil
}

func (p *parser) counted(atom *expr) (*expr, error) {
	end := strings.IndexRune(string(p.text[p.at:]), '}')
	if end < 0 {
		return nil, p.errorf("missing } of a quantifier")
	}
	low, high, ranged := strings.Cut(string(p.text[p.at:])[:end], ",")
	e := &expr{kind: repeat, parts: []*expr{atom}}
	var err error
	if e.min, err = strconv.Atoi(low); err != nil || e.min < 0 || e.min > maxRepeat {
		return nil, p.errorf("invalid quantifier {%s}: want a number from 0 to %d", low, maxRepeat)
	}
	switch {
	case !ranged:
		e.max = e.min
	case high == "":
		e.max = -1
	default:
		if e.max, err = strconv.Atoi(high); err != nil || e.max < e.min {
			return nil, p.errorf("invalid quantifier {%s,%s}: the maximum is no number, or less than the minimum", low, high)
		}
		e.max = min(e.max, maxRepeat)
	}
	p.at += end + 1 // digits, commas and braces are one byte each
	return e, nil
}

func (p *parser) atom() (*expr, error) {
	r := p.peek()
	p.at++
	switch r {
	case '(':
		e, err := p.alternatives()
		if err == nil && !p.accept(')') {
			err = p.errorf("missing )")
		}
		return e, err
	case '[':
		set, err := p.class()
		return &expr{set: set}, err
	case '.':
		return &expr{set: charset{{'\n', '\n'}, {'\r', '\r'}}.complement()}, nil
	case '\\':
		set, _, err := p.escape()
		return &expr{set: set}, err
	case '?', '*', '+':
		return nil, p.errorf("nothing to repeat")
	}
	return &expr{set: charset{{r, r}}}, nil
}

// escape parses the rest of an escape, after its backslash. single is the
// character of a single-character escape, or -1.
func (p *parser) escape() (set charset, single rune, err error) {
	if p.at >= len(p.text) {
		return nil, 0, p.errorf("backslash at the end")
	}
	r := p.peek()
	p.at++
	if s, ok := classEscapes[r]; ok {
		return s, -1, nil
	}
	switch r {
	case 'p', 'P':
		set, err := p.property(r == 'P')
		return set, -1, err
	case 'n':
		r = '\n'
	case 'r':
		r = '\r'
	case 't':
		r = '\t'
	}
	return charset{{r, r}}, r, nil
}

var classEscapes = map[rune]charset{
	's': space, 'S': space.complement(), 'd': digit, 'D': digit.complement(), 'w': word, 'W': word.complement(),
	'i': nameStart, 'I': nameStart.complement(), 'c': nameRest, 'C': nameRest.complement(),
}

func (p *parser) property(negated bool) (charset, error) {
	rest := string(p.text[p.at:])
	end := strings.IndexByte(rest, '}')
	if !strings.HasPrefix(rest, "{") || end < 0 {
		return nil, p.errorf("want a category in braces")
	}
	set, ok := category(rest[1:end])
	if !ok {
		return nil, p.errorf("unknown category %q", rest[1:end])
	}
	p.at += len([]rune(rest[:end+1]))
	if negated {
		return set.complement(), nil
	}
	return set, nil
}

// class parses the rest of a character class expression, after its [.
func (p *parser) class() (charset, error) {
	if p.depth++; p.depth > 200 {
		return nil, p.errorf("classes are nested too deep")
	}
	defer func() { p.depth-- }()
	negated := p.accept('^')
	var set charset
	for first := true; ; first = false {
		if p.at >= len(p.text) {
			return nil, p.errorf("missing ]")
		}
		if p.accept(']') && !first {
			return complementIf(set, negated), nil
		}
		if !first && p.peek() == '-' && p.at+1 < len(p.text) && p.text[p.at+1] == '[' {
			p.at += 2
			out, err := p.class()
			if err == nil && !p.accept(']') {
				err = p.errorf("want ] after a class subtraction")
			}
			return complementIf(set, negated).minus(out), err
		}
		more, err := p.classRange()
		if err != nil {
			return nil, err
		}
		set = set.union(more)
	}
}

func complementIf(set charset, negated bool) charset {
	if negated {
		return set.complement()
	}
	return set
}

// classRange parses one character, escape or range of a class.
func (p *parser) classRange() (charset, error) {
	set, low, err := p.classChar()
	if err != nil || low < 0 || p.peek() != '-' || p.at+1 >= len(p.text) || p.text[p.at+1] == ']' || p.text[p.at+1] == '[' {
		return set, err
	}
	p.at++
	_, high, err := p.classChar()
	if err != nil {
		return nil, err
	}
	if high < low {
		return nil, p.errorf("invalid range: its end is less than its start")
	}
	return charset{{low, high}}, nil
}

func (p *parser) classChar() (set charset, single rune, err error) {
	r := p.peek()
	p.at++
	if r == '\\' {
		return p.escape()
	}
	return charset{{r, r}}, r, nil
}
