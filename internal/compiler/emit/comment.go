package emit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
)

// width is where lines of comments break, without their indentation.
const width = 78

// comment makes a comment of text, whatever it holds. This is the only place
// that makes comments: a line break, a comment mark or a directive in a
// contract's documentation cannot become anything else than words.
func comment(text string) *jen.Statement {
	lines := commentLines(text)
	if len(lines) == 0 {
		return jen.Null()
	}
	// What starts with // goes out as it is. The line break belongs to it: a
	// token of its own would leave a space behind the comment, and gofmt would
	// need two runs to come to rest.
	return jen.Comment(strings.Join(lines, "\n") + "\n")
}

// commentLines is comment for the package clause, which takes single lines.
func commentLines(text string) []string {
	var lines []string
	for i, paragraph := range paragraphs(text) {
		if i > 0 {
			lines = append(lines, "//")
		}
		lines = append(lines, wrap(paragraph)...)
	}
	return lines
}

// paragraphs returns the words of each paragraph; empty lines separate them.
func paragraphs(text string) [][]string {
	var all [][]string
	var words []string
	for _, line := range strings.Split(plain(text), "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 && len(words) > 0 {
			all, words = append(all, words), nil
		}
		words = append(words, fields...)
	}
	if len(words) > 0 {
		all = append(all, words)
	}
	return all
}

// wrap makes lines of words. A line never starts with what a tool could take
// for a directive, a list or a heading of its own.
func wrap(words []string) []string {
	var lines []string
	line := "//"
	for _, word := range words {
		if line != "//" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines = append(lines, line)
			line = "//"
		}
		if line == "//" && !startsLine(word) {
			line += " \\" + word
			continue
		}
		line += " " + word
	}
	return append(lines, line)
}

func startsLine(word string) bool {
	return !strings.HasPrefix(word, "+build") && !strings.HasPrefix(word, "#") && !strings.HasPrefix(word, "[")
}

// quotes writes pairs of quotes as gofmt does in the end.
var quotes = strings.NewReplacer("``", "“", "''", "”")

// plain replaces what does not show, or moves other text, by spaces: control
// and format characters, separators, invalid UTF-8. Line feeds stay.
func plain(text string) string {
	return quotes.Replace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == utf8.RuneError, unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs):
			return ' '
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n")))
}

// plainLine is plain on one line.
func plainLine(text string) string { return strings.ReplaceAll(plain(text), "\n", " ") }

// withArticle puts the article in front of a name that one can pronounce.
func withArticle(name string) string {
	if strings.IndexByte("AEIO", name[0]) >= 0 {
		return "an " + name
	}
	return "a " + name
}
