package pattern

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// Matcher matches texts with an expression. Where at most one branch of it takes each character of ASCII, matching looks at
// each byte once. It may be used by many goroutines.
type Matcher struct {
	program *program
	states  []state // the first one is the start; nil: only the program matches
}

// Budget counts the work of matching. Spend reports whether there may be more.
type Budget interface{ Spend(steps int) bool }

// state is a place in an expression.
type state struct {
	edges []edge
	final bool // the text may end here
}

// edge leads from a state to another one with a character of a set, which no other edge of the state has.
type edge struct {
	set asciiSet
	to  int
}

// asciiSet is a set of characters of ASCII.
type asciiSet [4]uint32

func (s *asciiSet) has(c byte) bool { return s[c>>5&3]&(1<<(c&31)) != 0 }

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
	return &Matcher{program, program.states()}, nil
}

// Match reports whether the text matches, and false if the budget allows no more work; nil is a budget without a limit.
func (m *Matcher) Match(text []byte, budget Budget) bool {
	if m.states != nil {
		if matches, ascii := matchStates(m.states, text); ascii {
			return matches
		}
	}
	return m.program.match(text, budget)
}

// matchStates follows the edges for the characters of a text. ascii is false for a text with other characters.
func matchStates(states []state, text []byte) (matches, ascii bool) {
	at := &states[0]
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false, false
		}
		i := 0
		for i < len(at.edges) && !at.edges[i].set.has(c) {
			i++
		}
		if i == len(at.edges) {
			return false, true
		}
		at = &states[at.edges[i].to]
	}
	return at.final, true
}

// states returns the states of a program, nil if a character may lead from one of them to several others, or if matches are not
// of whole texts.
func (p *program) states() []state {
	starts := []uint32{p.start} // the instructions at which states begin
	numbers := map[uint32]int{p.start: 0}
	var all []state
	for i := 0; i < len(starts); i++ {
		takers, final, ok := p.following(starts[i])
		if !ok {
			return nil
		}
		s := state{final: final}
		for _, in := range takers {
			if slices.ContainsFunc(s.edges, func(e edge) bool { return e.set.meets(&in.ascii) }) {
				return nil
			}
			to, known := numbers[in.out]
			if !known {
				to = len(starts)
				numbers[in.out] = to
				starts = append(starts, in.out)
			}
			s.edges = append(s.edges, edge{in.ascii, to})
		}
		all = append(all, s)
	}
	return all
}

// following returns the instructions that may take the next character from an instruction on, and whether the text may end
// there. ok is false if there are many, or if that depends on more than the start and the end of the text.
func (p *program) following(from uint32) (takers []*instruction, final, ok bool) {
	const many = 64
	type place struct {
		at    uint32
		ended bool // only where the text ends
	}
	queue := []place{{from, false}}
	add := func(next place) {
		if !slices.Contains(queue, next) {
			queue = append(queue, next)
		}
	}
	for i := 0; i < len(queue); i++ {
		if i > many {
			return nil, false, false
		}
		switch ended, in := queue[i].ended, &p.instructions[queue[i].at]; in.op {
		case syntax.InstMatch:
			if !ended {
				return nil, false, false
			}
			final = true
		case syntax.InstEmptyWidth:
			width := syntax.EmptyOp(in.arg)
			if width != syntax.EmptyEndText && (width != syntax.EmptyBeginText || from != p.start) {
				return nil, false, false
			}
			add(place{in.out, ended || width == syntax.EmptyEndText})
		case syntax.InstAlt, syntax.InstAltMatch:
			add(place{in.out, ended})
			add(place{in.arg, ended})
		case syntax.InstCapture, syntax.InstNop:
			add(place{in.out, ended})
		default:
			if in.whole != nil && !ended {
				takers = append(takers, in)
			}
		}
	}
	return takers, final, p.anchored
}
