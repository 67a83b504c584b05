package diff_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/diff"
	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/plan"
	"example.com/quartet/internal/compiler/resolve"
)

// read resolves and plans a contract. ok is false if it has errors.
func read(t testing.TB, documents fstest.MapFS, main string) (c diff.Contract, ok bool) {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///" + main, Read: load.FS(documents)})
	if set == nil || diags.HasErrors() {
		return c, false
	}
	model, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		return c, false
	}
	pkg, _ := plan.Plan(model, plan.Config{})
	return diff.Contract{Model: model, Plan: pkg}, true
}

// TestNoDifference compares the contracts of the generator's cases with themselves.
func TestNoDifference(t *testing.T) {
	names, err := filepath.Glob("../../../generator/testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	compared := 0
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		documents, main := make(fstest.MapFS), ""
		for _, extension := range []string{".wsdl", ".xsd"} {
			for _, f := range archive.Files {
				documents[f.Name] = &fstest.MapFile{Data: f.Data}
				if main == "" && strings.HasSuffix(f.Name, extension) {
					main = f.Name
				}
			}
		}
		c, ok := read(t, documents, main)
		if !ok {
			continue
		}
		again, _ := read(t, documents, main)
		if found := diff.Compare(c, again); len(found) > 0 {
			t.Errorf("%s: a contract differs from itself:\n%s", filepath.Base(name), diff.Text(found))
		}
		if text := rewritten(t, string(documents[main].Data)); text != string(documents[main].Data) {
			documents[main] = &fstest.MapFile{Data: []byte(text)}
			if other, ok := read(t, documents, main); ok {
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

// versions returns both versions of the contract of an example.
func versions(t testing.TB, e diff.Example) (old, new string) {
	t.Helper()
	file, standard := e.Frame+".wsdl", `<xs:complexType name="book"><xs:sequence><xs:element name="title" type="xs:string"/></xs:sequence></xs:complexType>`
	switch e.Frame {
	case "schema":
		file = "books.wsdl"
	case "documents":
		file = "documents.xsd"
	}
	data, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	if e.Frame == "schema" {
		return strings.Replace(text, "<!--schema-->", e.Old, 1), strings.Replace(text, "<!--schema-->", e.New, 1)
	}
	text = strings.Replace(text, "<!--schema-->", standard, 1)
	other := text
	for _, piece := range append([][2]string{{e.Old, e.New}}, e.Also...) {
		have, want := piece[0], piece[1]
		if e.Reversed {
			have, want = want, have
		}
		if n := strings.Count(other, have); n != 1 {
			t.Fatalf("%s has %d times %s", file, n, have)
		}
		other = strings.Replace(other, have, want, 1)
	}
	if e.Reversed {
		return other, text
	}
	return text, other
}

func readText(t testing.TB, text string) diff.Contract {
	t.Helper()
	c, ok := read(t, fstest.MapFS{"books.wsdl": {Data: []byte(text)}}, "books.wsdl")
	if !ok {
		t.Fatal("the contract has errors")
	}
	return c
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
			oldText, newText := versions(t, rule.Example)
			old, new := readText(t, oldText), readText(t, newText)
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
			if same := diff.Compare(old, readText(t, oldText)); len(same) > 0 {
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
