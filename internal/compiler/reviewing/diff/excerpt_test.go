package diff

import (
	"strings"
	"testing"
)

// A message cannot end the block of Markdown that it is in.
func TestExcerptInMarkdown(t *testing.T) {
	f := Finding{Class: Breaking, Component: "element a", Message: "gone", Excerpt: &Excerpt{Message: "old request of get", Lines: []string{"<a>", "~~~~~~", "# heading"}}}
	got := Markdown([]Finding{f})
	if !strings.Contains(got, "\n~~~~~~~xml\n> <a>\n  ~~~~~~\n  # heading\n~~~~~~~\n") {
		t.Error(got)
	}
}
