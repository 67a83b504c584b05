package pattern

import (
	"regexp/syntax"
	"sync"
	"unicode/utf8"
)

// program matches an expression in time that is at most its size times the length of the text. Package regexp does so,
// too, but neither tells how much work that is nor ends before it is done.
type program struct {
	instructions []instruction
	start        uint32
	anchored     bool // a match begins where the text does
}

// instruction is an instruction of a program of package regexp/syntax, with what most texts need at hand.
type instruction struct {
	op       syntax.InstOp
	out, arg uint32
	ascii    asciiSet     // the characters of ASCII that it takes, if it takes a character
	whole    *syntax.Inst // nil if it takes none
}

func newProgram(tree *syntax.Regexp) (*program, error) {
	compiled, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, err
	}
	p := &program{
		instructions: make([]instruction, len(compiled.Inst)),
		start:        uint32(compiled.Start),
		anchored:     compiled.StartCond()&syntax.EmptyBeginText != 0,
	}
	for i := range compiled.Inst {
		in := &compiled.Inst[i]
		own := &p.instructions[i]
		own.op, own.out, own.arg = in.Op, in.Out, in.Arg
		switch in.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			own.whole = in
			for c := rune(0); c < utf8.RuneSelf; c++ {
				if in.MatchRune(c) {
					own.ascii[c>>5] |= 1 << (c & 31)
				}
			}
		}
	}
	return p, nil
}

// takes reports whether the instruction takes a character.
func (in *instruction) takes(r rune) bool {
	if r < utf8.RuneSelf {
		return in.ascii.has(byte(r))
	}
	return in.whole != nil && in.whole.MatchRune(r)
}

// run is one text that a program matches: the states in which it may be before the next character.
type run struct {
	program       *program
	now, next     stateSet
	stack         []uint32
	before, after rune // the characters around the current place; -1: there is none
	matches       bool
}

// stateSet is a set of instructions in the order in which they came in (Briggs and Torczon, An Efficient Representation for
// Sparse Sets). What is in sparse may be of an earlier text.
type stateSet struct {
	dense, sparse []uint32
}

func (s *stateSet) reset(size int) {
	if s.dense = s.dense[:0]; len(s.sparse) < size {
		s.dense, s.sparse = make([]uint32, 0, size), make([]uint32, size)
	}
}

// add reports whether the instruction was not in the set.
func (s *stateSet) add(i uint32) bool {
	if at := s.sparse[i]; at < uint32(len(s.dense)) && s.dense[at] == i {
		return false
	}
	s.sparse[i] = uint32(len(s.dense))
	s.dense = append(s.dense, i)
	return true
}

var runs = sync.Pool{New: func() any { return new(run) }}

// match reports whether the program matches a part of the text: expressions of schemas say where it begins and ends. What budget is,
// and when match reports false, are as with [Matcher.Match].
func (p *program) match(text []byte, budget Budget) bool {
	const looks = 1 << 10 // steps after which the budget is asked
	r := runs.Get().(*run)
	defer runs.Put(r)
	r.program, r.matches, r.before = p, false, -1
	r.now.reset(len(p.instructions))
	r.next.reset(len(p.instructions))
	current, size := nextRune(text)
	r.after = current
	r.enter(&r.now, p.start)
	steps := len(r.now.dense)
	for size > 0 && !r.matches && len(r.now.dense) > 0 {
		if steps > looks {
			if budget != nil && !budget.Spend(steps) {
				return false
			}
			steps = 0
		}
		text = text[size:]
		following, n := nextRune(text)
		r.before, r.after = current, following
		r.next.dense = r.next.dense[:0]
		for _, i := range r.now.dense {
			if in := &p.instructions[i]; in.takes(current) {
				r.enter(&r.next, in.out)
			}
		}
		if !p.anchored {
			r.enter(&r.next, p.start)
		}
		steps += len(r.now.dense) + len(r.next.dense)
		r.now, r.next = r.next, r.now
		current, size = following, n
	}
	return (budget == nil || budget.Spend(steps)) && r.matches
}

// nextRune returns the first character of a text and its size, -1 and 0 if there is none.
func nextRune(text []byte) (rune, int) {
	switch {
	case len(text) == 0:
		return -1, 0
	case text[0] < utf8.RuneSelf:
		return rune(text[0]), 1
	}
	return utf8.DecodeRune(text)
}

// enter adds an instruction to a set, and those that follow it without a character.
func (r *run) enter(set *stateSet, i uint32) {
	stack := r.stack[:0]
	for more := true; more; {
		next, follows := i, false
		if set.add(i) {
			switch in := &r.program.instructions[i]; in.op {
			case syntax.InstAlt, syntax.InstAltMatch:
				stack = append(stack, in.arg)
				next, follows = in.out, true
			case syntax.InstCapture, syntax.InstNop:
				next, follows = in.out, true
			case syntax.InstEmptyWidth:
				next, follows = in.out, syntax.EmptyOp(in.arg)&^syntax.EmptyOpContext(r.before, r.after) == 0
			case syntax.InstMatch:
				r.matches = true
			}
		}
		if more = follows || len(stack) > 0; !follows && more {
			next, stack = stack[len(stack)-1], stack[:len(stack)-1]
		}
		i = next
	}
	r.stack = stack
}
