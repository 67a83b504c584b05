package timetable

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold returns a form of s that is equal for texts that differ only in case or in surrounding space. It applies
// Unicode's simple case folding, so a final sigma equals any other sigma.
func Fold(s string) string {
	s = strings.TrimSpace(s)
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return strings.Map(foldRune, s)
		}
	}
	return s
}

// foldRune returns the same rune for all runes that differ only in case.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	smallest := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		smallest = min(smallest, f)
	}
	if 'A' <= smallest && smallest <= 'Z' { // the Kelvin sign and the long s
		smallest += 'a' - 'A'
	}
	return smallest
}
