package docs

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sentencesLeft are the sentences and paragraphs that TestSentences would report, by documents. The list may only get shorter.
var sentencesLeft = map[string][]string{
	"wsdl/REALTIME.md": {"| `StopType` |"}, // the documentation of the contract
}

var (
	opening = regexp.MustCompile(`(?:^|[.:;!?|]\)? +|^[-*] |^\d+\. )(That of|What else|Where|So it is)\b`)
	pronoun = regexp.MustCompile(`(?i)\bth(?:at|ose) of\b`)
)

// TestSentences finds sentences that begin with a clause in the place of a noun, and paragraphs that have several pronouns without one.
func TestSentences(t *testing.T) {
	t.Parallel()
	for _, d := range documents(t) {
		left := slices.Clone(sentencesLeft[d.name])
		for _, paragraph := range paragraphs(t, d) {
			if opening.FindString(paragraph) == "" && len(pronoun.FindAllString(paragraph, -1)) < 2 {
				continue
			}
			known := slices.IndexFunc(left, func(begins string) bool { return strings.HasPrefix(paragraph, begins) })
			if known < 0 {
				t.Errorf("%s: name what is meant, instead of \"that of\", \"what else\" or \"where\": %s", d.name, paragraph)
				continue
			}
			left = slices.Delete(left, known, known+1)
		}
		for _, begins := range left {
			t.Errorf("%s: nothing is wrong with %q: remove it from the list", d.name, begins)
		}
	}
}

// paragraphs returns the paragraphs, items and rows of tables of a document, each in one line.
func paragraphs(t *testing.T, d document) []string {
	t.Helper()
	var all []string
	_, prose := d.split(t)
	inside := false
	for _, line := range prose {
		text := strings.TrimSpace(line)
		begins := !inside || strings.HasPrefix(text, "|") || strings.HasPrefix(text, "- ") || regexp.MustCompile(`^\d+\. `).MatchString(text)
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
			inside = false
			continue
		case begins:
			all = append(all, text)
		default:
			all[len(all)-1] += " " + text
		}
		inside = true
	}
	return all
}
