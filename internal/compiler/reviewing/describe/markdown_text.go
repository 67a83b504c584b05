package describe

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reviewing/report"
)

func value(s string) string {
	if s == "" {
		return "empty"
	}
	return report.Code(s)
}

func values(all []*Enum) string {
	return collect.Joined(all, ", ", func(v *Enum) string { return value(v.Value) })
}

func codes(texts []string, separator string) string {
	return collect.Joined(texts, separator, report.Code)
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
	return mark + language + "\n" + collect.Joined(strings.Split(text, "\n"), "", func(line string) string { return escaped(line) + "\n" }) + mark + "\n"
}

// paragraphs returns the paragraphs of a documentation.
func paragraphs(text string) string {
	return collect.Joined(strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n"), "", func(p string) string {
		if strings.TrimSpace(p) == "" {
			return ""
		}
		return prose(p) + "\n\n"
	})
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
