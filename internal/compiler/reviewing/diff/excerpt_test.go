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

// A line that is too long is shown without declarations of namespaces, so that its attributes are seen.
func TestExcerptOfLongLine(t *testing.T) {
	const declarations = ` xmlns:t="urn:example:orders:2026" xmlns="urn:example:customers:2026" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`
	var x Excerpt
	x.cut([]string{"  <soap:Body>", "    <t:find" + declarations + ` version="1">`, `      <t:code xmlns="">A</t:code>`}, 1)
	if got, want := x.text(), "  <soap:Body>\n>   <t:find version=\"1\">\n      <t:code xmlns=\"\">A</t:code>\n"; got != want {
		t.Errorf("the excerpt is\n%swant\n%s", got, want)
	}
}
