package emit

import (
	doc "go/doc/comment"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// width is the maximum length of lines of comments, without their indentation.
const width = 78

// comment returns a comment with text, "" without any. All comments are made here, so
// that line breaks, comment marks and directives in a contract's documentation stay text.
func comment(text string) string {
	lines := commentLines(text)
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// commentLines returns the lines of a comment, for package comments.
func commentLines(text string) []string {
	var lines []string
	all := paragraphs(text)
	for i, paragraph := range all {
		if i > 0 {
			lines = append(lines, "//")
		}
		wrapped := wrap(paragraph)
		if i > 0 && i < len(all)-1 && len(wrapped) == 1 && isHeading(strings.Join(paragraph, " ")) {
			wrapped[0] = "// # " + strings.Join(paragraph, " ")
		}
		lines = append(lines, wrapped...)
	}
	return lines
}

// isHeading reports whether go doc shows a line between two paragraphs as a
// heading. gofmt marks such a line, in some comments only when it runs again.
func isHeading(line string) bool {
	content := new(doc.Parser).Parse("a\n\n" + line + "\n\nb").Content
	if len(content) != 3 {
		return false
	}
	_, is := content[1].(*doc.Heading)
	return is
}

// paragraphs returns the words of each paragraph; empty lines separate them.
func paragraphs(text string) [][]string {
	var all [][]string
	var words []string
	for _, line := range withoutEmptyTags(strings.Split(plain(text), "\n")) {
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

// javadocTag matches a line that describes a parameter, a result or an exception, as a comment in Java that became the
// documentation of a contract does.
var javadocTag = regexp.MustCompile(`^\s*@(?:param|returns?|throws|exception)\b\s*(\S*)(.*)$`)

// withoutEmptyTags removes the lines that are a tag of Javadoc and say only what the name in them says, as
// "@param stationCode the station code" does.
func withoutEmptyTags(lines []string) (kept []string) {
	for i, line := range lines {
		tag := javadocTag.FindStringSubmatch(line)
		continued := i+1 < len(lines) && strings.TrimSpace(lines[i+1]) != "" && !strings.HasPrefix(strings.TrimSpace(lines[i+1]), "@")
		if tag == nil || continued || !repeats(tag[1], tag[2]) {
			kept = append(kept, line)
		}
	}
	return kept
}

// repeats reports whether a text has no word that a name does not have, besides those that say nothing.
func repeats(name, text string) bool {
	name = strings.ToLower(name)
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		switch word {
		case "the", "a", "an", "of", "parameter", "parameters", "request", "response", "object", "value":
		default:
			if !strings.Contains(name, word) {
				return false
			}
		}
	}
	return true
}

// wrap breaks words into lines. No line starts with a word that a tool could parse
// as a directive, a list or a heading. The second word is on the first line, where linters
// look for it after the name of what the comment is about.
func wrap(words []string) []string {
	var lines []string
	line := "//"
	for i, word := range words {
		if i > 1 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
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
	return !strings.HasPrefix(word, "+build") && !strings.HasPrefix(word, "#") && (!strings.HasPrefix(word, "[") || docLink.MatchString(word))
}

// docLink matches a link to a Go name, with punctuation after it that does not make
// it the definition of a link.
var docLink = regexp.MustCompile(`^\[\*?[a-z]+\.[A-Za-z]+\][.,;)]*$`)

// quotes replaces pairs of quotes as gofmt does.
var quotes = strings.NewReplacer("``", "“", "''", "”")

// plain replaces characters that are invisible or reorder text by spaces: control
// and format characters, separators, invalid UTF-8. It keeps line feeds.
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

// plainLine is like plain and also replaces line feeds.
func plainLine(text string) string { return strings.ReplaceAll(plain(text), "\n", " ") }

// withArticle returns a name with the indefinite article.
func withArticle(name string) string {
	if strings.IndexByte("AEIOaeio", name[0]) >= 0 {
		return "an " + name
	}
	return "a " + name
}

// isA returns the first sentence of the comment on a declaration, which linters want: of what kind it is, and its name in the
// contract if the Go name is another one.
func isA(name, kind, inContract string) string {
	if isSameName(name, inContract) {
		return name + " is " + withArticle(kind) + "."
	}
	return name + " is the " + kind + " " + inContract + "."
}

// isSameName reports whether a Go name is a name in the contract with a capital letter.
func isSameName(name, inContract string) bool {
	first, size := utf8.DecodeRuneInString(inContract)
	return name == string(unicode.ToUpper(first))+inContract[size:]
}
