package compiler_test

import (
	"bytes"
	"flag"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/lint"
	"example.com/quartet/internal/compiler/reviewing/rules"
	"example.com/quartet/internal/compiler/testing/golden"
)

var update = flag.Bool("update", false, "rewrite generator/RULES.md")

// TestDocument compares generator/RULES.md with the table of rules.
func TestDocument(t *testing.T) {
	var want bytes.Buffer
	if err := rules.Document(&want); err != nil {
		t.Fatal(err)
	}
	golden.File(t, "../../generator/RULES.md", *update, want.Bytes())
}

var validID = regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)+$|^[a-z]+$`)

// TestTable checks what every rule of the table has.
func TestTable(t *testing.T) {
	seen, groups := make(map[string]bool), make(map[string]bool)
	group := ""
	for _, r := range rules.All() {
		if seen[r.ID] {
			t.Errorf("two rules have the ID %s", r.ID)
		}
		seen[r.ID] = true
		if !validID.MatchString(r.ID) {
			t.Errorf("the ID of %s has other characters than small letters, digits and hyphens", r.ID)
		}
		if r.Summary == "" || strings.HasSuffix(r.Summary, ".") || strings.Contains(r.Summary, "\n") {
			t.Errorf("the summary of %s is %q", r.ID, r.Summary)
		}
		if r.Note == "" && !lint.Has(r.ID) {
			t.Errorf("%s does not say what to do: %q", r.ID, r.Note)
		}
		if r.Group == lint.Profile && r.Source == "" {
			t.Errorf("%s names no requirement of the profile", r.ID)
		}
		if r.Group != group {
			if groups[r.Group] || r.Group == "" {
				t.Errorf("%s is not beside the other rules of the group %q", r.ID, r.Group)
			}
			group = r.Group
			groups[group] = true
		}
	}
}
