package diff_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/diff"
)

// TestRows: lines about the same thing are beside each other, and a line of one version alone.
func TestRows(t *testing.T) {
	for _, test := range []struct {
		old, new string
		want     []diff.Row
	}{
		{"a\n b int\n c\n", "a\n x\n b long\n c\n", []diff.Row{{"a", "a", false}, {"", " x", true}, {" b int", " b long", true}, {" c", " c", false}}},
		{"a\nb\n", "a\n b\n", []diff.Row{{"a", "a", false}, {"b", "", true}, {"", " b", true}}},
		{"a 1\nb\n", "a 2\nb\n", []diff.Row{{"a 1", "a 2", true}, {"b", "b", false}}},
		{"", "a\n", []diff.Row{{"", "a", true}}},
		{"a\n", "", []diff.Row{{"a", "", true}}},
	} {
		if rows, err := (diff.Trees{Old: test.old, New: test.new}).Rows(); err != nil || !slices.Equal(rows, test.want) {
			t.Errorf("%q, %q: %v, %v", test.old, test.new, rows, err)
		}
	}
}

// TestHTML: texts of a contract are not markup, and a page says how many operations it leaves out.
func TestHTML(t *testing.T) {
	const hostile = `<script>alert("x")</script>{{.}}</style>`
	finding := diff.Finding{Contracts: []string{hostile}, Rule: "r", Component: hostile, Message: hostile, Old: diag.Pos{File: hostile}, Also: []string{hostile}, Breaks: diff.OldClients,
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
