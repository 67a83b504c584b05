package timetable

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// StationsMatching yields the stations in whose name or alias the text occurs at the start of a word, in the order of
// Stations. The second value is the name if it matches, else the alias. Case and diacritics are ignored. A word is a run of letters,
// digits, marks and apostrophes. An empty text matches every station.
func (t *Timetable) StationsMatching(text string) iter.Seq2[*Station, string] {
	text = foldForSearch(text)
	return func(yield func(*Station, string) bool) {
		for _, s := range t.stations {
			match := s.Name
			if !containsAtWordStart(s.searchName, text) {
				match = s.Alias
				if !containsAtWordStart(s.searchAlias, text) {
					continue
				}
			}
			if !yield(s, match) {
				return
			}
		}
	}
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
		if i == 0 || !isWordRune(before) && isWordRune(at) {
			return true
		}
		if size == 0 {
			return false
		}
		from = i + size
	}
}

func isWordRune(r rune) bool {
	return unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark) || r == '\'' || r == '’'
}
