package gtfsrt

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Maximum length of texts from a feed, in characters. Longer texts are cut.
const (
	maxMessage     = 300
	maxDescription = 2000
	maxName        = 80
	maxCode        = 40
)

// cleaned returns a text from a feed as one line without control characters, cut to the limit. The two characters \n, which
// the service uses as a line end, are replaced by space, as are line ends.
func cleaned(text string, limit int) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, " "), `\n`, " ")
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Bidi_Control, r), r == 0xFEFF, r == 0xFFFE, r == 0xFFFF:
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	cut := string([]rune(text)[:limit-1])
	return strings.TrimRight(cut, " ") + "…"
}

// inLanguage returns the translation to show: the one in the language, else one in another variety of the language (such
// as en for en-GB), else the one without a language, which is the original or the only one, else the first.
func inLanguage(texts *translations, language string) (best string) {
	rank := 0
	for _, t := range texts.GetTranslation() {
		own := t.GetLanguage()
		r := 1
		switch {
		case t.GetText() == "":
			r = 0
		case language != "" && strings.EqualFold(own, language):
			r = 4
		case language != "" && strings.EqualFold(primary(own), primary(language)):
			r = 3
		case own == "":
			r = 2
		}
		if r > rank {
			best, rank = t.GetText(), r
		}
	}
	return best
}

func primary(language string) string {
	tag, _, _ := strings.Cut(language, "-")
	return tag
}
