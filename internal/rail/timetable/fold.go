package timetable

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold makes texts equal that differ only in case or in the space around them. Case is Unicode's simple folding, so
// that a final sigma equals any other.
func Fold(s string) string {
	s = strings.TrimSpace(s)
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return strings.Map(foldRune, s)
		}
	}
	return s
}

// foldRune returns the one rune that stands for all that differ from r in case alone.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	if 'A' <= least && least <= 'Z' { // the Kelvin sign and the long s
		least += 'a' - 'A'
	}
	return least
}
