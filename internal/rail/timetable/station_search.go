package timetable

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// StationsMatching yields the stations in whose name or alias the text occurs at the start of a word, in the order of
// Stations. The second value is the name if it matches, else the alias. Case and diacritics are ignored, but an alias with
// the diacritics of the text takes precedence over a name without them. A word is a run of letters, digits, marks and
// apostrophes; in scripts that do not separate words, such as those of Japanese and Thai, every letter begins one. An empty
// text matches every station.
func (t *Timetable) StationsMatching(text string) iter.Seq2[*Station, string] {
	exact, plain := Fold(text), foldForSearch(text)
	return func(yield func(*Station, string) bool) {
		for _, s := range t.stations {
			match, ok := s.matching(exact, plain)
			if ok && !yield(s, match) {
				return
			}
		}
	}
}

// matching returns the name or the alias in which a text occurs. One with the same diacritics takes precedence.
func (s *Station) matching(exact, plain string) (string, bool) {
	switch {
	case containsAtWordStart(s.foldedName, exact):
		return s.Name, true
	case containsAtWordStart(s.foldedAlias, exact):
		return s.Alias, true
	case containsAtWordStart(s.searchName, plain):
		return s.Name, true
	}
	return s.Alias, containsAtWordStart(s.searchAlias, plain)
}

// containsAtWordStart reports whether the text occurs in the name at the start of a word or of the name.
func containsAtWordStart(name, text string) bool {
	for from := 0; ; {
		i := strings.Index(name[from:], text)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(name[:i])
		at, size := utf8.DecodeRuneInString(name[i:])
		if i == 0 || isWordRune(at) && (!isWordRune(before) || isUnseparated(at)) {
			return true
		}
		if size == 0 {
			return false
		}
		from = i + size
	}
}

// isUnseparated reports whether a letter is of a script that does not separate words.
func isUnseparated(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

func isWordRune(r rune) bool {
	return unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark) || r == '\'' || r == '’'
}
