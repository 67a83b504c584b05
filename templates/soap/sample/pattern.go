package sample

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"

	"example.com/quartet/templates/soap/component"
)

// fromPatterns returns a text that matches one of the patterns of a type. The texts of several attempts match those of several
// steps. ok is false if there are none, and for some attempts, in which a plain value may match.
func (m *maker) fromPatterns(f *facets, attempt int) (text string, ok bool) {
	if len(f.patterns) == 0 || !m.Varied || attempt%3 == 2 { // see plainMatching
		return "", false
	}
	step := f.patterns[attempt/3%len(f.patterns)]
	x := matching{random: m.random, length: f.min}
	x.add(step[m.choose(len(step), attempt)], true)
	return x.text.String(), true
}

// maxTries is how many texts are tried that match a pattern, and maxBranches how many branches of it.
const (
	maxTries    = 1000
	maxBranches = 8
)

// plainMatching returns a value of a type that is short and plain, and matches the patterns; it is as long as it must be.
func (m *maker) plainMatching(t *component.Type, f *facets) (text string, ok bool) {
	tries := 0
	for _, step := range f.patterns {
		for _, e := range step {
			branches := branchesOf(e)
			for n := range (min(f.min, maxRepeated) + 1) * branches {
				if tries++; tries > maxTries {
					return "", false
				}
				x := matching{more: n / branches, branch: n % branches, digits: m.item}
				if x.add(e, true); m.values.Check(t, x.text.String()) == nil {
					return x.text.String(), true
				}
			}
		}
	}
	return "", false
}

// branchesOf returns how many branches an expression has at most in one place, or maxBranches.
func branchesOf(e *syntax.Regexp) int {
	n := 1
	if e.Op == syntax.OpAlternate {
		n = len(e.Sub)
	}
	for _, sub := range e.Sub {
		n = max(n, branchesOf(sub))
	}
	return min(n, maxBranches)
}

// matching is a text that matches an expression. A random one is any of the texts; others are short, with one branch where there
// are several.
type matching struct {
	random *rand.Rand // nil if the text is not random
	length int        // the smallest length that is useful

	more   int // how much more often something is repeated than it must be, unless it is in something else that is repeated
	branch int
	digits int // other digits give other texts, if the expression matches more than one

	text strings.Builder
}

// maxMatching limits the texts, in bytes.
const maxMatching = 1 << 16

// add adds a text that e matches. outer says that e is not in something that is repeated.
func (x *matching) add(e *syntax.Regexp, outer bool) {
	switch e.Op {
	case syntax.OpLiteral:
		x.text.WriteString(string(e.Rune))
	case syntax.OpCharClass:
		x.text.WriteRune(x.oneOf(e.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		x.text.WriteRune('x')
	case syntax.OpAlternate:
		i := min(x.branch, len(e.Sub)-1)
		if x.random != nil {
			i = x.random.IntN(len(e.Sub))
		}
		x.add(e.Sub[i], outer)
	case syntax.OpQuest:
		if x.random != nil {
			x.repeat(e.Sub[0], 0, 1, outer)
		}
	case syntax.OpStar:
		x.repeat(e.Sub[0], 0, -1, outer)
	case syntax.OpPlus:
		x.repeat(e.Sub[0], 1, -1, outer)
	case syntax.OpRepeat:
		x.repeat(e.Sub[0], e.Min, e.Max, outer)
	default: // a group, or a sequence
		for _, sub := range e.Sub {
			x.add(sub, outer)
		}
	}
}

// repeat adds what an expression matches low to high times; high is -1 without a bound.
func (x *matching) repeat(e *syntax.Regexp, low, high int, outer bool) {
	n := low
	if x.random != nil {
		switch missing := max(x.length-x.text.Len(), 0); x.random.IntN(4) {
		case 1:
			n = low + x.random.IntN(4)
		case 2:
			n = max(low, missing)
		case 3:
			n = max(low, missing-x.random.IntN(8))
		}
	} else if outer {
		n += x.more
	}
	if high >= 0 {
		n = min(n, high)
	}
	for i := 0; i < n && x.text.Len() < maxMatching; i++ {
		x.add(e, false)
	}
}

// oneOf returns a character of a class, given as the ends of its ranges: a letter or digit, if there is one. It takes the last one
// of the digits, which selects another character.
func (x *matching) oneOf(class []rune) rune {
	if len(class) == 0 {
		return 'x'
	}
	if some := printable(class); x.random != nil && len(some) > 0 {
		i := 2 * x.random.IntN(len(some)/2)
		return some[i] + rune(x.random.IntN(min(int(some[i+1]-some[i])+1, 64)))
	}
	at, c := 0, class[0]
	for i := len(class) - 2; i >= 0; i -= 2 {
		if class[i] > ' ' {
			at, c = i, class[i]
		}
	}
	for _, plain := range "1Xx" {
		for i := 0; i+1 < len(class); i += 2 {
			if class[i] <= plain && plain <= class[i+1] {
				at, c = i, plain
			}
		}
	}
	low, size := class[at], class[at+1]-class[at]+1
	n := x.digits % int(min(size, 10))
	x.digits /= int(min(size, 10))
	return low + (c-low+rune(n))%size
}

// readable are ranges of characters, the most readable ones first.
var readable = [][]rune{{'0', '9', 'A', 'Z', 'a', 'z'}, {' ', '~'}, {0xA0, 0xD7FF}}

// printable returns the most readable part of a class, nil if it has no printable characters.
func printable(class []rune) (both []rune) {
	for k := 0; k < len(readable) && both == nil; k++ {
		for i := 0; i < len(readable[k]); i += 2 {
			for j := 0; j+1 < len(class); j += 2 {
				if low, high := max(readable[k][i], class[j]), min(readable[k][i+1], class[j+1]); low <= high {
					both = append(both, low, high)
				}
			}
		}
	}
	return both
}
