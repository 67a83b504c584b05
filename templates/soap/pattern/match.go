package pattern

import (
	"regexp/syntax"
	"unicode/utf8"
)

// Matcher matches texts with an expression. Most are characters in a sequence, some of them repeated: matching them looks at each
// byte once. It may be used by many goroutines.
type Matcher struct {
	program *program
	steps   []step // nil: only the program matches
}

// Budget counts the work of matching. Spend reports whether there may be more.
type Budget interface{ Spend(steps int) bool }

// step is a set of characters of ASCII with bounds.
type step struct {
	set      asciiSet
	min, max int // max -1: no bound
}

type asciiSet [4]uint32

func (s *asciiSet) has(c byte) bool { return s[c>>5&3]&(1<<(c&31)) != 0 }

func (s *asciiSet) add(from, to rune) {
	for c := from; c <= min(to, utf8.RuneSelf-1); c++ {
		s[c>>5] |= 1 << (c & 31)
	}
}

func (s *asciiSet) meets(other *asciiSet) bool {
	return s[0]&other[0]|s[1]&other[1]|s[2]&other[2]|s[3]&other[3] != 0
}

// NewMatcher compiles an expression of package regexp, such as [Pattern.Go].
func NewMatcher(expr string) (*Matcher, error) {
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil, err
	}
	program, err := newProgram(tree)
	if err != nil {
		return nil, err
	}
	return &Matcher{program, stepsOf(tree)}, nil
}

// Match reports whether the text matches, and false if the budget allows no more work; nil is a budget without a limit.
func (m *Matcher) Match(text []byte, budget Budget) bool {
	if m.steps != nil {
		if matches, ascii := matchSteps(m.steps, text); ascii {
			return matches
		}
	}
	return m.program.match(text, budget)
}

// matchSteps takes as many characters for each step as there are. ascii is false for a text with other characters.
func matchSteps(steps []step, text []byte) (matches, ascii bool) {
	for i := range steps {
		s, n := &steps[i], 0
		for n < len(text) && n != s.max {
			c := text[n]
			if c >= utf8.RuneSelf {
				return false, false
			}
			if !s.set.has(c) {
				break
			}
			n++
		}
		if n < s.min {
			return false, len(text) == n || text[n] < utf8.RuneSelf
		}
		text = text[n:]
	}
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false, false
		}
	}
	return len(text) == 0, true
}

// stepsOf returns the steps of an expression that matches a whole text, nil if it is of another kind.
func stepsOf(tree *syntax.Regexp) []step {
	if tree.Op != syntax.OpConcat || len(tree.Sub) < 2 {
		return nil
	}
	last := len(tree.Sub) - 1
	if tree.Sub[0].Op != syntax.OpBeginText || tree.Sub[last].Op != syntax.OpEndText {
		return nil
	}
	steps := make([]step, 0, len(tree.Sub))
	for _, sub := range tree.Sub[1:last] {
		var ok bool
		if steps, ok = appendSteps(steps, sub); !ok {
			return nil
		}
	}
	if !decided(steps) {
		return nil
	}
	return steps
}

// appendLiteral adds a step for each character.
func appendLiteral(steps []step, part *syntax.Regexp) ([]step, bool) {
	for _, r := range part.Rune {
		if r >= utf8.RuneSelf || part.Flags&syntax.FoldCase != 0 {
			return nil, false
		}
		one := step{min: 1, max: 1}
		one.set.add(r, r)
		steps = append(steps, one)
	}
	return steps, true
}

// appendSteps adds the steps of a part of an expression.
func appendSteps(steps []step, part *syntax.Regexp) ([]step, bool) {
	one := step{min: 1, max: 1}
	switch part.Op {
	case syntax.OpEmptyMatch:
		return steps, true
	case syntax.OpCapture:
		return appendSteps(steps, part.Sub[0])
	case syntax.OpConcat:
		ok := true
		for _, sub := range part.Sub {
			if steps, ok = appendSteps(steps, sub); !ok {
				return nil, false
			}
		}
		return steps, true
	case syntax.OpLiteral:
		return appendLiteral(steps, part)
	case syntax.OpCharClass:
		for i := 0; i+1 < len(part.Rune); i += 2 {
			one.set.add(part.Rune[i], part.Rune[i+1])
		}
		return append(steps, one), true
	case syntax.OpStar:
		return appendRepeat(steps, part.Sub[0], 0, -1)
	case syntax.OpPlus:
		return appendRepeat(steps, part.Sub[0], 1, -1)
	case syntax.OpQuest:
		return appendRepeat(steps, part.Sub[0], 0, 1)
	case syntax.OpRepeat:
		return appendRepeat(steps, part.Sub[0], part.Min, part.Max)
	}
	return nil, false
}

// appendRepeat adds a repetition of one character.
func appendRepeat(steps []step, part *syntax.Regexp, min, max int) ([]step, bool) {
	inner, ok := appendSteps(nil, part)
	if !ok || len(inner) != 1 || inner[0].min != 1 || inner[0].max != 1 {
		return nil, false
	}
	inner[0].min, inner[0].max = min, max
	return append(steps, inner[0]), true
}

// decided reports whether taking as many characters as there are for each step is the only way to match: what may
// follow a step whose count varies is not in its set.
func decided(steps []step) bool {
	for i := range steps {
		if steps[i].min == steps[i].max {
			continue
		}
		for j := i + 1; j < len(steps); j++ {
			if steps[i].set.meets(&steps[j].set) {
				return false
			}
			if steps[j].min > 0 {
				break
			}
		}
	}
	return true
}
