package sample

import (
	"regexp/syntax"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/pattern"
)

// fromPatterns returns a text that matches one of the patterns of t from the
// contract. The texts of several attempts match those of several derivation steps.
// ok is false if there are none, and for some attempts, in which a plain value may
// match.
func (b *builder) fromPatterns(t *xsd.SimpleType, attempt int) (text string, ok bool) {
	steps := t.Patterns()
	steps = steps[:len(steps)-len(t.BuiltinBase().Patterns())]
	if len(steps) == 0 || attempt%3 == 2 {
		return "", false
	}
	step := steps[attempt/3%len(steps)]
	e := b.g.expression(step[b.choose(len(step), attempt)].Value)
	if e == nil {
		return "", false
	}
	low, _ := lengths(t)
	m := &matching{b: b, plain: b.options.Mode == Minimal && attempt == 0, length: low}
	m.write(e)
	return m.text.String(), true
}

// expression returns the translation of a pattern, nil if it has none.
func (g *Generator) expression(text string) *syntax.Regexp {
	e, ok := g.expressions[text]
	if !ok {
		if p, err := pattern.Translate(text); err == nil {
			e, _ = syntax.Parse(p.Go, syntax.Perl) // Translate has parsed it, too
		}
		g.expressions[text] = e
	}
	return e
}

// matching is a text that matches an expression.
type matching struct {
	b      *builder
	plain  bool // the shortest one, with the first branches
	length int  // the smallest length that is useful
	text   strings.Builder
}

func (m *matching) pick(n int) int {
	if m.plain {
		return 0
	}
	return m.b.rng.IntN(n)
}

func (m *matching) write(e *syntax.Regexp) {
	switch e.Op {
	case syntax.OpLiteral:
		m.text.WriteString(string(e.Rune))
	case syntax.OpCharClass:
		m.text.WriteRune(m.oneOf(e.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		m.text.WriteRune('a' + rune(m.pick(26)))
	case syntax.OpAlternate:
		m.write(e.Sub[m.pick(len(e.Sub))])
	case syntax.OpQuest:
		m.repeat(e.Sub[0], 0, 1)
	case syntax.OpStar:
		m.repeat(e.Sub[0], 0, -1)
	case syntax.OpPlus:
		m.repeat(e.Sub[0], 1, -1)
	case syntax.OpRepeat:
		m.repeat(e.Sub[0], e.Min, e.Max)
	default: // a group, or a sequence
		for _, sub := range e.Sub {
			m.write(sub)
		}
	}
}

// maxMatching limits the texts, in bytes.
const maxMatching = 1 << 16

// repeat writes what an expression matches low to high times; high is -1 without a bound.
func (m *matching) repeat(e *syntax.Regexp, low, high int) {
	n := low
	switch missing := max(m.length-m.text.Len(), 0); m.pick(4) {
	case 1:
		n = low + m.pick(4)
	case 2:
		n = max(low, missing)
	case 3:
		n = max(low, missing-m.pick(8))
	}
	if high >= 0 {
		n = min(n, high)
	}
	for i := 0; i < n && m.text.Len() < maxMatching; i++ {
		m.write(e)
	}
}

// readable are ranges of characters, the most readable ones first.
var readable = [][]rune{{'0', '9', 'A', 'Z', 'a', 'z'}, {' ', '~'}, {0xA0, 0xD7FF}, {'\t', '\n'}, {0x10000, 0x10FFFF}}

// oneOf returns a character of a class, given as the ends of its ranges: a readable one, if there is one.
func (m *matching) oneOf(class []rune) rune {
	for _, some := range readable {
		var both []rune
		for i := 0; i+1 < len(some); i += 2 {
			for j := 0; j+1 < len(class); j += 2 {
				if low, high := max(some[i], class[j]), min(some[i+1], class[j+1]); low <= high {
					both = append(both, low, high)
				}
			}
		}
		if n := m.pick(max(len(both)/2, 1)); len(both) > 0 {
			return both[2*n] + rune(m.pick(min(int(both[2*n+1]-both[2*n])+1, 64)))
		}
	}
	return 'x' // the class has no character of XML
}
