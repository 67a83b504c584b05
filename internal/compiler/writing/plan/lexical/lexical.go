// Package lexical finds simple types whose values must keep their lexical form. A pattern
// constrains the lexical form (XML Schema part 2, section 4.3.4): "07" matches \d\d, and
// the "7" that is written for an int does not.
package lexical

import (
	"regexp/syntax"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
)

// samples is the number of texts that are made from a pattern.
const samples = 64

// maxPatterns is the maximum number of patterns, also of base types, that are checked: each sample is compared with all of them.
const maxPatterns = 64

// Constrains reports whether the patterns of an atomic type allow a lexical form of a
// value, and not the one that is written for the value. It tries samples: texts that the
// patterns allow, of each branch and with the characters and repetitions at the ends of
// ranges, and common values of the primitive type.
func Constrains(t *xsd.SimpleType) bool {
	if t.Variety != xsd.Atomic || t.Primitive == nil {
		return false
	}
	write := writerOf(t)
	if write == nil {
		return false
	}
	steps, own := patterns(t)
	if len(own) == 0 {
		return false
	}
	allowed := func(text string) bool {
		return !slices.ContainsFunc(steps, func(step []*pattern.Matcher) bool {
			return !slices.ContainsFunc(step, func(m *pattern.Matcher) bool { return m.Match([]byte(text), nil) })
		})
	}
	for _, text := range candidates(t, own) {
		if !allowed(text) || !withinBounds(t, text) {
			continue
		}
		if written, ok := write(text); ok && written != text && !allowed(written) {
			return true
		}
	}
	return false
}

// patterns returns the patterns of each step of the derivation that has some, and the translated ones of the last step.
func patterns(t *xsd.SimpleType) (steps [][]*pattern.Matcher, last []string) {
	for count := 0; t != nil && !t.Builtin; t = t.Base {
		var step []*pattern.Matcher
		var texts []string
		for _, f := range t.Facets {
			if f.Kind != lexical.Pattern {
				continue
			}
			p, err := pattern.Translate(f.Value)
			if count++; err != nil || count > maxPatterns {
				return nil, nil // it is not checked
			}
			m, err := pattern.NewMatcher(p.Go)
			if err != nil {
				return nil, nil
			}
			step, texts = append(step, m), append(texts, p.Go)
		}
		if len(step) == 0 {
			continue
		}
		steps = append(steps, step)
		if last == nil {
			last = texts
		}
	}
	return steps, last
}

// candidates returns texts that may be values: the enumerated ones if there are any.
func candidates(t *xsd.SimpleType, patterns []string) []string {
	var texts []string
	if facets := t.Enumeration(); facets != nil {
		for _, f := range facets {
			texts = append(texts, strings.TrimSpace(f.Value))
		}
		return texts
	}
	texts = append(texts, common[t.Primitive.Name.Local]...)
	for _, p := range patterns {
		expr, err := syntax.Parse(p, syntax.Perl)
		if err != nil {
			continue
		}
		for n := range samples {
			m := maker{state: uint32(n)}
			m.add(expr)
			texts = append(texts, m.text.String())
		}
	}
	return texts
}

// withinBounds reports whether a value of a primitive type is within the bounds of a type.
func withinBounds(t *xsd.SimpleType, text string) bool {
	primitive := lexical.PrimitiveOf(t.Primitive.Name.Local)
	v, ok := lexical.Parse(primitive, text, nil)
	if !ok || !primitive.IsOrdered() {
		return true
	}
	for k := lexical.MinInclusive; k.IsBound(); k++ {
		if f := t.Effective(k); f != nil {
			if bound, known := lexical.Parse(primitive, strings.TrimSpace(f.Value), nil); known && !v.Allows(k, 0, &bound) {
				return false
			}
		}
	}
	return true
}

// maker makes a text that an expression matches. Its choices follow from the state, so
// that the same type always has the same texts.
type maker struct {
	text  strings.Builder
	state uint32
}

const maxText = 256

// choose returns a number less than n. The first states choose the same end everywhere.
func (m *maker) choose(n int) int {
	switch {
	case m.state == 0:
		return 0
	case m.state == 1:
		return n - 1
	}
	m.state = m.state*1664525 + 1013904223
	return int(m.state>>16) % n
}

func (m *maker) add(e *syntax.Regexp) {
	if m.text.Len() > maxText {
		return
	}
	switch e.Op {
	case syntax.OpLiteral:
		m.text.WriteString(string(e.Rune))
	case syntax.OpCharClass:
		m.class(e.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		m.class([]rune{'+', '.', '0', '9', 'a', 'z'})
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range e.Sub {
			m.add(sub)
		}
	case syntax.OpAlternate:
		m.add(e.Sub[m.choose(len(e.Sub))])
	case syntax.OpStar:
		m.repeat(e, 0, -1)
	case syntax.OpPlus:
		m.repeat(e, 1, -1)
	case syntax.OpQuest:
		m.repeat(e, 0, 1)
	case syntax.OpRepeat:
		m.repeat(e, e.Min, e.Max)
	}
}

func (m *maker) repeat(e *syntax.Regexp, low, high int) {
	const more = 3
	if high < 0 || high > low+more {
		high = low + more
	}
	for range low + m.choose(high-low+1) {
		m.add(e.Sub[0])
	}
}

// class adds a character of ranges: one that lexical forms differ in, if there is any.
func (m *maker) class(ranges []rune) {
	var chars []rune
	for i := 0; i+1 < len(ranges); i += 2 {
		for _, c := range "0+-.19EeTZaAfF " {
			if ranges[i] <= c && c <= ranges[i+1] {
				chars = append(chars, c)
			}
		}
	}
	if len(chars) == 0 && len(ranges) > 0 {
		chars = append(chars, ranges[0], ranges[len(ranges)-1])
	}
	if len(chars) > 0 {
		m.text.WriteRune(chars[m.choose(len(chars))])
	}
}
