package diff_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/diff"
)

// TestRows: equal lines are beside each other, and lines that replace others beside these.
func TestRows(t *testing.T) {
	rows, err := diff.Trees{Old: "a\nb\nc\nd\n", New: "a\nx\ny\nz\nd\ne\n"}.Rows()
	want := []diff.Row{{"a", "a", false}, {"b", "x", true}, {"c", "y", true}, {"", "z", true}, {"d", "d", false}, {"", "e", true}}
	if err != nil || !slices.Equal(rows, want) {
		t.Errorf("%v, %v", rows, err)
	}
	if rows, err = (diff.Trees{New: "a\n"}).Rows(); err != nil || !slices.Equal(rows, []diff.Row{{"", "a", true}}) {
		t.Errorf("%v, %v", rows, err)
	}
}

// TestHTML: texts of a contract are not markup, and a page says how many operations it leaves out.
func TestHTML(t *testing.T) {
	const hostile = `<script>alert("x")</script>{{.}}</style>`
	finding := diff.Finding{Contract: hostile, Rule: "r", Component: hostile, Message: hostile, Old: diag.Pos{File: hostile}, Also: []string{hostile}, Breaks: diff.OldClients,
		Excerpt: &diff.Excerpt{Message: hostile, Lines: []string{hostile}}}
	trees := slices.Repeat([]diff.Trees{{Title: hostile, Old: hostile, New: "b"}}, 60)
	page, err := diff.HTML([]diff.Finding{finding}, trees, 3)
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	if strings.Contains(text, "<script") || strings.Count(text, "</style>") != 1 {
		t.Error("text is markup")
	}
	for _, want := range []string{"Contract: 1 breaking", "For 13 more operations", "<del>&lt;script&gt;", "<ins>b</ins>"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in\n%.3000s", want, text)
		}
	}
}
