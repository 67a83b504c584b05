package pattern

import (
	"strconv"
	"strings"
)

// expr is a translated part of an expression.
type expr struct {
	text    string
	kind    kind
	states  int // about how large Go's program for it is
	repeats int // the largest product of bounds inside it, at least 1
}

// kind says what has to be done before something is put beside or behind an expression.
type kind int

const (
	atomic     kind = iota // may be repeated
	sequential             // may stand in a sequence
	alternate              // may stand alone
)

// Go allows a thousand repetitions, counted over all levels. mostStates bounds a program that is made to count
// further; it takes some megabytes.
const (
	mostRepeats = 1000
	mostStates  = 20000
)

// grouped returns the text as part of a sequence.
func (e expr) grouped() string {
	if e.kind == alternate {
		return "(?:" + e.text + ")"
	}
	return e.text
}

// atom returns the text as something that can be repeated.
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
	all := expr{kind: sequential, repeats: 1, states: 1}
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.grouped())
		all.states += p.states
		all.repeats = max(all.repeats, p.repeats)
	}
	all.text = b.String()
	return all
}

func either(a, b expr) expr {
	return expr{text: a.text + "|" + b.text, kind: alternate, states: a.states + b.states + 1, repeats: max(a.repeats, b.repeats)}
}

// repeat returns e, low to high times, where high -1 is any number. What Go does not count at once is counted in
// pieces, one behind the other: a{1500} is a{1000}a{500}. What would take too large a program is not counted.
func (t *translator) repeat(e expr, low, high int) expr {
	bound := max(low, high, 1)
	switch {
	case high == 0:
		return expr{text: "(?:)", repeats: 1, states: 1}
	case low == 1 && high == 1:
		return e
	case e.states > mostStates/bound:
		t.relaxed = true
		return e.times(min(low, 1), -1)
	case bound <= mostRepeats/e.repeats:
		return e.times(low, high)
	}
	step := mostRepeats / e.repeats
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

// times writes a quantifier behind e.
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
