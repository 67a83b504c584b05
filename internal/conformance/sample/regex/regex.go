// Package regex implements the regular expressions of XML Schema (part 2,
// appendix F). It matches strings, and generates strings of a given length that
// match several expressions at once.
package regex

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.com/quartet/internal/compiler/reading/pattern"
)

// Regex is a compiled regular expression, a nondeterministic automaton. It is
// immutable and safe for concurrent use.
type Regex struct{ states []state }

// state reads one character of set and continues with the states in next. With
// a nil set it continues without reading.
type state struct {
	set  charset
	next []int32
}

// accept is the index of the accepting state.
const accept = 0

// maxStates bounds the size of an automaton.
const maxStates = 200_000

var errTooLarge = errors.New("the regular expression is too large")

// Compile parses a regular expression. It returns an error if the syntax is
// invalid or the automaton becomes too large.
func Compile(text string) (*Regex, error) {
	e, err := pattern.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", text, err)
	}
	r := &Regex{states: []state{{}}}
	start, err := r.add(e.Root, accept)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", text, err)
	}
	r.states = append(r.states, state{next: []int32{start}})
	return r, nil
}

// Union returns an expression that matches the strings that at least one of
// all matches.
func Union(all ...*Regex) *Regex {
	if len(all) == 1 {
		return all[0]
	}
	r := &Regex{states: []state{{}}}
	var starts []int32
	for _, one := range all {
		base := int32(len(r.states)) - 1 // the accepting state is shared
		for _, s := range one.states[1:] {
			next := make([]int32, len(s.next))
			for i, n := range s.next {
				if next[i] = accept; n != accept {
					next[i] = n + base
				}
			}
			r.states = append(r.states, state{s.set, next})
		}
		starts = append(starts, int32(len(r.states))-1)
	}
	r.states = append(r.states, state{next: starts})
	return r
}

// add adds the states of an expression that continues with the state next, and
// returns the first of them.
func (r *Regex) add(n *pattern.Node, next int32) (int32, error) {
	if len(r.states) > maxStates {
		return 0, errTooLarge
	}
	switch n.Kind {
	case pattern.Chars:
		return r.state(state{charsOf(n.Class), []int32{next}}), nil
	case pattern.Concat:
		var err error
		for i := len(n.Parts) - 1; i >= 0 && err == nil; i-- {
			next, err = r.add(n.Parts[i], next)
		}
		return next, err
	case pattern.Alternative:
		var starts []int32
		for _, part := range n.Parts {
			start, err := r.add(part, next)
			if err != nil {
				return 0, err
			}
			starts = append(starts, start)
		}
		return r.state(state{next: starts}), nil
	}
	return r.addRepeat(n, next)
}

// maxRepeat limits {n,m}, and so the memory that an expression needs.
const maxRepeat = 10000

func (r *Regex) addRepeat(n *pattern.Node, next int32) (int32, error) {
	if n.Min > maxRepeat {
		return 0, errTooLarge
	}
	var err error
	if n.Max < 0 {
		loop := r.state(state{next: []int32{next}})
		start, err := r.add(n.Parts[0], loop)
		if err != nil {
			return 0, err
		}
		r.states[loop].next = append(r.states[loop].next, start)
		next = loop
	}
	after := next
	for range min(n.Max, maxRepeat) - n.Min {
		start, err := r.add(n.Parts[0], next)
		if err != nil {
			return 0, err
		}
		next = r.state(state{next: []int32{start, after}})
	}
	for i := 0; i < n.Min && err == nil; i++ {
		next, err = r.add(n.Parts[0], next)
	}
	return next, err
}

func (r *Regex) state(s state) int32 {
	if s.set == nil && len(s.next) == 0 || s.next == nil {
		s.next = []int32{}
	}
	r.states = append(r.states, s)
	return int32(len(r.states) - 1)
}

// reads reports whether the state reads a character. No character leaves a
// state whose set is empty but not nil.
func (s *state) reads() bool { return s.set != nil }

// closure returns the states that are reachable from the given ones without
// reading a character, in ascending order.
func (r *Regex) closure(from []int32) []int32 {
	seen := make(map[int32]bool, len(from))
	var all []int32
	for stack := slices.Clone(from); len(stack) > 0; {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		if s == accept || r.states[s].reads() {
			all = append(all, s)
			continue
		}
		stack = append(stack, r.states[s].next...)
	}
	slices.Sort(all)
	return all
}

func (r *Regex) start() []int32 { return r.closure([]int32{int32(len(r.states) - 1)}) }

func (r *Regex) step(at []int32, c rune) []int32 {
	var next []int32
	for _, s := range at {
		if s != accept && r.states[s].set.has(c) {
			next = append(next, r.states[s].next...)
		}
	}
	return r.closure(next)
}

// Match reports whether the whole of s matches.
func (r *Regex) Match(s string) bool {
	at := r.start()
	for _, c := range s {
		if at = r.step(at, c); len(at) == 0 {
			return false
		}
	}
	return accepts(at)
}

func accepts(at []int32) bool { return len(at) > 0 && at[0] == accept }

// key returns a map key for sets of states.
func key(sets [][]int32) string {
	var b []byte
	for _, set := range sets {
		for _, s := range set {
			b = binary.AppendUvarint(b, uint64(s)+1)
		}
		b = append(b, 0)
	}
	return string(b)
}

// NoMax is the maximum length for [Intersection.Generate] without a limit.
const NoMax = math.MaxInt
