package timetable

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
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

// foldForSearch returns the same form as Fold, without the diacritics of letters, so that "Kosice" finds Košice. It keeps
// the marks that form letters of their own, as in Japanese and the scripts of India.
//
// Diacritics are removed before case is folded: the folded form of a Greek iota is a combining mark.
func foldForSearch(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			plain := strings.Map(withoutDiacritic, norm.NFD.String(strings.TrimSpace(s)))
			return Fold(plainLetters.Replace(strings.ToLower(norm.NFC.String(plain))))
		}
	}
	return Fold(s)
}

// withoutDiacritic removes combining diacritical marks.
func withoutDiacritic(r rune) rune {
	if r >= 0x0300 && r <= 0x036F {
		return -1
	}
	return r
}

// plainLetters replaces letters that Unicode does not decompose.
var plainLetters = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th",
	"ħ", "h", "ı", "i", "ŧ", "t", "ŋ", "n", "ə", "e", "’", "'")

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
