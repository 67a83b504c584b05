package sample

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/schema"
)

// facet is a pattern or a length that a text must have.
type facet struct {
	text  string
	holds func(text string) bool
}

// facetsOf returns the patterns and the lengths of all steps.
func facetsOf(steps []*schema.Facets) (all []facet) {
	for _, f := range steps {
		if len(f.Patterns) > 0 {
			var expressions []*regexp.Regexp
			for _, p := range f.Patterns {
				if e, err := regexp.Compile(`^(?:` + p + `)$`); err == nil {
					expressions = append(expressions, e)
				}
			}
			all = append(all, facet{"pattern " + written(f.Patterns), func(text string) bool {
				return slices.ContainsFunc(expressions, func(e *regexp.Regexp) bool { return e.MatchString(text) })
			}})
		}
		length := func(name, value string, holds func(n, want int) bool) {
			if want, err := strconv.Atoi(value); err == nil {
				all = append(all, facet{name + " " + value, func(text string) bool { return holds(utf8.RuneCountInString(text), want) }})
			}
		}
		length("length", f.Length, func(n, want int) bool { return n == want })
		length("minLength", f.MinLength, func(n, want int) bool { return n >= want })
		length("maxLength", f.MaxLength, func(n, want int) bool { return n <= want })
	}
	return all
}

// written returns patterns without the anchors that the contract does not have.
func written(patterns []string) string {
	var all []string
	for _, p := range patterns {
		p = strings.TrimSuffix(strings.TrimPrefix(p, "^"), "$")
		if branches, ok := strings.CutPrefix(p, "(?:"); ok { // those of the contract have no such groups
			p = strings.TrimSuffix(branches, ")")
		}
		all = append(all, p)
	}
	return strings.Join(all, " or ")
}

// hold reports whether a text has all facets.
func hold(text string, facets []facet) bool {
	return !slices.ContainsFunc(facets, func(f facet) bool { return !f.holds(text) })
}

// matches reports whether a text matches a pattern of each step.
func matches(text string, steps []*schema.Facets) bool {
	return hold(text, slices.DeleteFunc(facetsOf(steps), func(f facet) bool { return !strings.HasPrefix(f.text, "pattern") }))
}

// pattern returns a text that matches the patterns of the first step that has some, unless text does. It is as long as it must
// be, if the pattern allows that.
func (m *rowMaker) pattern(text string, facets []*schema.Facets) (other string, ok bool) {
	if matches(text, facets) {
		return "", false
	}
	all, tries := facetsOf(facets), 0
	for _, f := range facets {
		for _, p := range f.Patterns {
			e, err := syntax.Parse(p, syntax.Perl)
			if err != nil {
				continue
			}
			branches := rowBranchesOf(e)
			for n := range (min(minLength(facets), maxRepeated) + 1) * branches {
				if tries++; tries > rowMaxTries {
					return other, true
				}
				digits := m.item
				if try := rowMatching(e, n/branches, n%branches, &digits); hold(try, all) {
					return try, true
				} else if other == "" {
					other = try
				}
			}
		}
	}
	return other, true
}

// rowMaxTries is how many texts are tried for one value.
const rowMaxTries = 1000

// rowMaxBranches is how many branches of an expression are tried.
const rowMaxBranches = 8

// rowBranchesOf returns how many branches an expression has at most in one place, or rowMaxBranches.
func rowBranchesOf(e *syntax.Regexp) int {
	n := 1
	if e.Op == syntax.OpAlternate {
		n = len(e.Sub)
	}
	for _, sub := range e.Sub {
		n = max(n, rowBranchesOf(sub))
	}
	return min(n, rowMaxBranches)
}

// matching returns a short text that an expression matches, in which what may be repeated is repeated more often. It has the
// given branch where there are several. Other digits give other texts, if the expression matches more than one.
func rowMatching(e *syntax.Regexp, more, branch int, digits *int) string {
	switch e.Op {
	case syntax.OpLiteral:
		return string(e.Rune)
	case syntax.OpCharClass:
		return oneOf(e.Rune, digits)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "x"
	case syntax.OpCapture:
		return rowMatching(e.Sub[0], more, branch, digits)
	case syntax.OpAlternate:
		return rowMatching(e.Sub[min(branch, len(e.Sub)-1)], more, branch, digits)
	case syntax.OpPlus:
		return repeated(e.Sub[0], 1+more, branch, digits)
	case syntax.OpStar:
		return repeated(e.Sub[0], more, branch, digits)
	case syntax.OpRepeat:
		n := e.Min + more
		if e.Max >= 0 {
			n = min(n, e.Max)
		}
		return repeated(e.Sub[0], n, branch, digits)
	case syntax.OpConcat:
		var b strings.Builder
		for _, sub := range e.Sub {
			b.WriteString(rowMatching(sub, more, branch, digits))
		}
		return b.String()
	}
	return ""
}

func repeated(e *syntax.Regexp, n, branch int, digits *int) string {
	var b strings.Builder
	for range n {
		b.WriteString(rowMatching(e, 0, branch, digits))
	}
	return b.String()
}

// oneOf returns a character of a class: a letter or digit, if there is one. It takes the last one of the digits, which selects
// another character.
func oneOf(ranges []rune, digits *int) string {
	if len(ranges) == 0 {
		return ""
	}
	at, c := 0, ranges[0]
	for i := len(ranges) - 2; i >= 0; i -= 2 {
		if ranges[i] > ' ' {
			at, c = i, ranges[i]
		}
	}
	for _, plain := range "1Xx" {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= plain && plain <= ranges[i+1] {
				at, c = i, plain
			}
		}
	}
	low, size := ranges[at], ranges[at+1]-ranges[at]+1
	n := *digits % int(min(size, 10))
	*digits /= int(min(size, 10))
	return string(low + (c-low+rune(n))%size)
}
