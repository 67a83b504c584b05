package docs

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// A link is a link of a document to a file of the project or to a heading.
type link struct {
	place  string
	file   string // relative to the root of the project, with slashes
	anchor string // "" for none
}

var (
	inlineLink = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	codeSpan   = regexp.MustCompile("`[^`]*`")
)

// links returns the links of a document, without those to the web.
func links(t *testing.T, d document) []link {
	t.Helper()
	var all []link
	_, prose := d.split(t)
	for i, line := range prose {
		for _, match := range inlineLink.FindAllStringSubmatch(line, -1) {
			target := match[1]
			if strings.Contains(target, "://") {
				continue
			}
			file, anchor, _ := strings.Cut(target, "#")
			if file == "" {
				file = path.Base(d.name)
			}
			all = append(all, link{fmt.Sprintf("%s:%d", d.name, i+1), path.Join(path.Dir(d.name), file), anchor})
		}
	}
	return all
}

// TestLinks checks that links lead to files and headings that exist.
func TestLinks(t *testing.T) {
	t.Parallel()
	for _, d := range documents(t) {
		for _, l := range links(t, d) {
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(l.file))); err != nil {
				t.Errorf("%s: there is no %s", l.place, l.file)
			} else if l.anchor != "" && !slices.Contains(anchors(t, l.file), l.anchor) {
				t.Errorf("%s: %s has no heading for #%s", l.place, l.file, l.anchor)
			}
		}
	}
}

// anchors returns the anchors of a document's headings, as they are made on GitHub.
func anchors(t *testing.T, name string) []string {
	t.Helper()
	var found []string
	_, prose := read(t, name).split(t)
	for _, line := range prose {
		heading := strings.TrimLeft(line, "#")
		if heading == line || !strings.HasPrefix(heading, " ") {
			continue
		}
		anchor := strings.Map(func(r rune) rune {
			switch {
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			case r == ' ':
				return '-'
			}
			return -1
		}, strings.TrimSpace(heading))
		found = append(found, anchor)
	}
	return found
}

// TestDocumentsAreLinked checks that links lead from README.md to every document.
func TestDocumentsAreLinked(t *testing.T) {
	t.Parallel()
	targets := make(map[string][]string)
	for _, d := range documents(t) {
		targets[d.name] = nil
		for _, l := range links(t, d) {
			targets[d.name] = append(targets[d.name], l.file)
		}
	}
	reached := make(map[string]bool)
	for todo := []string{"README.md"}; len(todo) > 0; todo = todo[1:] {
		if _, ok := targets[todo[0]]; ok && !reached[todo[0]] {
			reached[todo[0]] = true
			todo = append(todo, targets[todo[0]]...)
		}
	}
	for name := range targets {
		if !reached[name] {
			t.Errorf("no link leads from README.md to %s", name)
		}
	}
}
