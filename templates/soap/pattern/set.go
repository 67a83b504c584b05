package pattern

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// set is a set of characters: those in pos, and those that are missing from at least one of negs. pos and negs are the
// contents of Go character classes, so that most classes remain readable. Where these cannot express a set, it is
// converted to ranges.
type set struct {
	pos  string
	negs []string
}

// item returns a character as an item of a character class.
func item(r rune) string {
	switch {
	case strings.ContainsRune(`\-[]^`, r):
		return `\` + string(r)
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case !unicode.IsPrint(r) || r == '`':
		return fmt.Sprintf(`\x{%X}`, r)
	}
	return string(r)
}

// expr returns the set as an expression.
func (s set) expr() expr {
	e := expr{states: 1, repeats: 1}
	if len(s.negs) == 0 {
		e.text = "[" + s.pos + "]"
		if r, ok := s.single(); ok {
			e.text = literal(r)
		} else if strings.HasPrefix(s.pos, `\p{`) && strings.IndexByte(s.pos, '}') == len(s.pos)-1 {
			e.text = s.pos
		}
		return e
	}
	var classes []string
	if s.pos != "" {
		classes = append(classes, "["+s.pos+"]")
	}
	for _, n := range s.negs {
		classes = append(classes, "[^"+n+"]")
	}
	e.text = strings.Join(classes, "|")
	if len(classes) > 1 {
		e.kind = alternate
	}
	return e
}

// single returns the character if pos consists of a single one.
func (s set) single() (rune, bool) {
	text := strings.TrimPrefix(s.pos, `\`)
	r, n := utf8.DecodeRuneInString(text)
	return r, n == len(text) && (text == s.pos || !unicode.IsLetter(r))
}

func literal(r rune) string {
	if strings.ContainsRune(`\.+*?()|[]{}^$`, r) {
		return `\` + string(r)
	}
	return string(r)
}

func (s set) negatedIf(negative bool) set {
	switch {
	case !negative:
		return s
	case len(s.negs) == 0:
		return set{negs: []string{s.pos}}
	case len(s.negs) == 1 && s.pos == "":
		return set{pos: s.negs[0]}
	}
	return setWith(inverse(s.members()))
}

// without returns the characters of s that are not in other.
func (s set) without(other set) set {
	if s.pos == "" && len(s.negs) == 1 && len(other.negs) == 0 {
		return set{negs: []string{s.negs[0] + other.pos}}
	}
	// a and not b is not (not a or b)
	return setWith(inverse(inverse(s.members()) + other.members()))
}

// members returns the contents of a Go character class with the characters of s.
func (s set) members() string {
	all := s.pos
	for _, n := range s.negs {
		all += inverse(n)
	}
	return all
}

// setWith returns the set of the characters of a Go character class, whose contents may be empty.
func setWith(members string) set {
	if members == "" {
		return set{negs: []string{inverse("")}}
	}
	return set{pos: members}
}

// inverse returns the contents of a Go character class with all characters that another one does not have.
func inverse(members string) string {
	if members == "" {
		return `\x{0}-\x{10FFFF}`
	}
	var ranges [][2]rune
	for pair := range slices.Chunk(classRunes("[^"+members+"]"), 2) {
		ranges = append(ranges, [2]rune(pair))
	}
	return items(ranges)
}

// classRunes returns the ranges of a Go character class, which package regexp parses.
func classRunes(class string) []rune {
	re, err := syntax.Parse(class, syntax.Perl|syntax.ClassNL)
	if err != nil {
		panic("class " + class + ": " + err.Error()) // built by this package
	}
	switch re.Op {
	case syntax.OpLiteral:
		return []rune{re.Rune[0], re.Rune[0]}
	case syntax.OpCharClass:
		return re.Rune
	case syntax.OpAnyCharNotNL:
		return []rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}
	case syntax.OpAnyChar:
		return []rune{0, unicode.MaxRune}
	}
	return nil
}

// plain is like item but escapes characters outside ASCII.
func plain(r rune) string {
	if r < unicode.MaxASCII {
		return item(r)
	}
	return fmt.Sprintf(`\x{%X}`, r)
}
