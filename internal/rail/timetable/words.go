package timetable

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// StationsWithWord yields the stations that have a word in their name or alias from which on it starts like the text,
// with the one that matched, the name first; in the order of Stations. A word is a run of letters, digits, marks and
// apostrophes. An empty text matches every station.
func (t *Timetable) StationsWithWord(text string) iter.Seq2[*Station, string] {
	text = Fold(text)
	return func(yield func(*Station, string) bool) {
		for _, s := range t.stations {
			spelling := s.Name
			if !startsWord(s.name, text) {
				spelling = s.Alias
				if !startsWord(s.alias, text) {
					continue
				}
			}
			if !yield(s, spelling) {
				return
			}
		}
	}
}

// startsWord reports whether the text is what the name starts with at one of its words, or at its start.
func startsWord(name, text string) bool {
	for from := 0; ; {
		i := strings.Index(name[from:], text)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(name[:i])
		at, size := utf8.DecodeRuneInString(name[i:])
		if i == 0 || !isWord(before) && isWord(at) {
			return true
		}
		if size == 0 {
			return false
		}
		from = i + size
	}
}

func isWord(r rune) bool {
	return unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark) || r == '\'' || r == '’'
}
