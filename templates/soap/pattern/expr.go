package pattern

import (
	"strconv"
	"strings"
)

// expr is the translation of a part of an expression.
type expr struct {
	text    string
	kind    kind
	states  int // estimated size of Go's program for it
	repeats int // the largest product of nested bounds in it, at least 1
}

// kind determines whether an expression must be grouped before it is repeated or put in a sequence.
type kind int

const (
	atomic     kind = iota // may be repeated
	sequential             // may be part of a sequence
	alternate              // must be grouped to be part of a sequence
)

// Go allows 1000 repetitions, multiplied over all levels. Larger bounds are split; maxStates limits the size of the
// resulting program to a few megabytes.
const (
	maxRepeats = 1000
	maxStates  = 20000
)

// grouped returns the text for use in a sequence.
func (e expr) grouped() string {
	if e.kind == alternate {
		return "(?:" + e.text + ")"
	}
	return e.text
}

// atom returns the text for use before a quantifier.
func (e expr) atom() string {
	if e.kind != atomic {
		return "(?:" + e.text + ")"
	}
	return e.text
}

func sequence(pieces []expr) expr {
	if len(pieces) == 1 {
		return pieces[0]
	}
	return joined(expr{kind: sequential, states: 1}, pieces, "", expr.grouped)
}

// joined completes an expression that consists of parts.
func joined(all expr, parts []expr, separator string, text func(expr) string) expr {
	texts := make([]string, len(parts))
	all.repeats = 1
	for i, p := range parts {
		texts[i] = text(p)
		all.states += p.states
		all.repeats = max(all.repeats, p.repeats)
	}
	all.text = strings.Join(texts, separator)
	return all
}

// repeat returns e repeated low to high times, or without upper bound if high is -1. Bounds larger than those that Go
// allows are split: a{1500} becomes a{1000}a{500}. If the program would be too large, the bounds are relaxed.
func (t *translator) repeat(e expr, low, high int) expr {
	bound := max(low, high, 1)
	switch {
	case high == 0:
		return expr{text: "(?:)", repeats: 1, states: 1}
	case low == 1 && high == 1:
		return e
	case e.states > maxStates/bound:
		t.relaxed = true
		return e.times(min(low, 1), -1)
	case bound <= maxRepeats/e.repeats:
		return e.times(low, high)
	}
	step := maxRepeats / e.repeats
	var pieces []expr
	for n := low; n > 0; n -= step {
		pieces = append(pieces, e.times(min(n, step), min(n, step)))
	}
	if high < 0 {
		return sequence(append(pieces, e.times(0, -1)))
	}
	for n := high - low; n > 0; n -= step {
		pieces = append(pieces, e.times(0, min(n, step)))
	}
	return sequence(pieces)
}

// times appends a quantifier to e.
func (e expr) times(low, high int) expr {
	q := "{" + strconv.Itoa(low)
	switch {
	case low == 0 && high == 1:
		q = "?"
	case low == 0 && high < 0:
		q = "*"
	case low == 1 && high < 0:
		q = "+"
	case low == 1 && high == 1:
		q = ""
	case high < 0:
		q += ",}"
	case low == high:
		q += "}"
	default:
		q += "," + strconv.Itoa(high) + "}"
	}
	bound := max(low, high, 1)
	return expr{text: e.atom() + q, kind: sequential, states: e.states*bound + 1, repeats: e.repeats * bound}
}
