package describe

import (
	"strings"

	"example.com/quartet/internal/compiler/reviewing/report"
)

func value(s string) string {
	if s == "" {
		return "empty"
	}
	return report.Code(s)
}

func values(all []*Enum) string {
	return joined(all, ", ", func(v *Enum) string { return value(v.Value) })
}

func codes(texts []string, separator string) string { return joined(texts, separator, report.Code) }

// joined returns the texts of values with a separator between them.
func joined[T any](all []T, separator string, text func(T) string) string {
	var texts []string
	for _, one := range all {
		texts = append(texts, text(one))
	}
	return strings.Join(texts, separator)
}

// firstSentence returns the first sentence of a text.
func firstSentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if first, _, ok := strings.Cut(text, ". "); ok {
		return first + "."
	}
	return text
}

// fence returns a code block whose fence the text cannot contain.
func fence(language, text string) string {
	mark := "```"
	for strings.Contains(text, mark) {
		mark += "`"
	}
	block := mark + language + "\n"
	for _, line := range strings.Split(text, "\n") {
		block += escaped(line) + "\n"
	}
	return block + mark + "\n"
}

// paragraphs returns the paragraphs of a documentation.
func paragraphs(text string) string {
	all := ""
	for _, p := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if strings.TrimSpace(p) != "" {
			all += prose(p) + "\n\n"
		}
	}
	return all
}

// prose returns a text on one line in which nothing is markup: neither a character, nor
// the start of a list, a heading or an underline at its beginning.
func prose(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	s = dollars.Replace(report.Prose(s))
	if i := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }); i > 0 && (s[i] == '.' || s[i] == ')') {
		return s[:i] + `\` + s[i:]
	}
	if s != "" && strings.ContainsRune("-+=:", rune(s[0])) {
		return `\` + s
	}
	return s
}

// dollars escapes dollar signs, which begin mathematics on forges.
var dollars = strings.NewReplacer("$", "&#36;")
