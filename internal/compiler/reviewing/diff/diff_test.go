package diff_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// TestNoDifference compares the contracts of the generator's cases with themselves.
func TestNoDifference(t *testing.T) {
	names := testfile.Names(t, "../../../../generator/testdata/*.txtar")
	compared := 0
	for _, name := range names {
		archive := testfile.Archive(t, name)
		documents, main := make(fstest.MapFS), ""
		for _, extension := range []string{".wsdl", ".xsd"} {
			for _, f := range archive.Files {
				documents[f.Name] = &fstest.MapFile{Data: f.Data}
				if main == "" && strings.HasSuffix(f.Name, extension) {
					main = f.Name
				}
			}
		}
		c, ok := examples.Read(t, documents, main)
		if !ok {
			continue
		}
		again, _ := examples.Read(t, documents, main)
		if found := diff.Compare(c, again); len(found) > 0 {
			t.Errorf("%s: a contract differs from itself:\n%s", filepath.Base(name), diff.Text(found))
		}
		if text := rewritten(t, string(documents[main].Data)); text != string(documents[main].Data) {
			documents[main] = &fstest.MapFile{Data: []byte(text)}
			if other, ok := examples.Read(t, documents, main); ok {
				if found := diff.Compare(c, other); len(found) > 0 {
					t.Errorf("%s: a contract differs from itself, rearranged:\n%s", filepath.Base(name), diff.Text(found))
				}
			}
		}
		compared++
	}
	if compared < 50 {
		t.Errorf("only %d contracts", compared)
	}
}

// TestExamples compares the versions of the example of each rule.
func TestExamples(t *testing.T) {
	seen := make(map[string]bool)
	for _, rule := range diff.Rules() {
		if seen[rule.ID] {
			t.Errorf("two rules have the ID %s", rule.ID)
		}
		seen[rule.ID] = true
		t.Run(rule.ID, func(t *testing.T) {
			oldText, newText := examples.Versions(t, examples.Of(t, rule.ID))
			old, new := examples.Contract(t, oldText), examples.Contract(t, newText)
			found := diff.Compare(old, new)
			if !slices.ContainsFunc(found, func(f diff.Finding) bool { return f.Rule == rule.ID }) {
				t.Errorf("no finding of the rule:\n%s", diff.Text(found))
			}
			for _, f := range found {
				if f.Rule != rule.ID {
					t.Logf("another finding:\n%s", f.Text())
				}
			}
			checkMirrored(t, found, diff.Compare(new, old))
			if same := diff.Compare(old, examples.Contract(t, oldText)); len(same) > 0 {
				t.Errorf("the old version differs from itself:\n%s", diff.Text(same))
			}
			checkRules(t, found)
		})
	}
}

// checkRules checks that all findings have a rule in the table, and positions in both versions.
func checkRules(t *testing.T, found []diff.Finding) {
	t.Helper()
	for _, f := range found {
		if !slices.ContainsFunc(diff.Rules(), func(r diff.Rule) bool { return r.ID == f.Rule }) {
			t.Errorf("the rule %s is not in the table", f.Rule)
		}
		if f.Old.Line == 0 || f.New.Line == 0 {
			t.Errorf("a finding without a position:\n%s", f.Text())
		}
	}
}

// checkMirrored checks that old and new clients exchange their parts if the versions are compared in the opposite order.
func checkMirrored(t *testing.T, found, mirrored []diff.Finding) {
	t.Helper()
	a, b := clients(found, false), clients(mirrored, true)
	if a != b {
		t.Errorf("old and new clients are not exchanged: %s, and in the opposite order %s", a, b)
	}
}

// clients prints the clients that all findings break, or for which values get lost.
func clients(found []diff.Finding, exchanged bool) string {
	var breaks, loses diff.Parties
	for _, f := range found {
		breaks |= f.Breaks & (diff.OldClients | diff.NewClients)
		loses |= f.Loses
	}
	if exchanged {
		breaks, loses = breaks>>1&1|breaks<<1&2, loses>>1&1|loses<<1&2
	}
	return "breaks " + breaks.String() + ", loses values: " + loses.String()
}
