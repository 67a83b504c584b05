package generator_test

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// TestMessages looks for the message of each rule about the content of messages: the marked line of the excerpt is the element
// that the example changes, or the type book. Samples have the first alternative of a choice, and no replacements.
func TestMessages(t *testing.T) {
	shown := 0
	absent := []string{"choice-alternative-removed", "substitution-removed", "derived-type-removed"}
	for _, rule := range diff.Rules() {
		example := examples.Of(t, rule.ID)
		if example.Frame != "schema" || slices.Contains(absent, rule.ID) {
			continue
		}
		dir := t.TempDir()
		old, new := examples.Versions(t, example)
		var configs []generator.Config
		for i, text := range []string{old, new} {
			name := filepath.Join(dir, []string{"old.wsdl", "new.wsdl"}[i])
			testfile.Write(t, name, text)
			configs = append(configs, generator.Config{Contract: name})
		}
		d, err := generator.Compare(context.Background(), configs[0], configs[1])
		if err != nil {
			t.Fatal(err)
		}
		d.AddMessages(context.Background())
		for _, f := range d.Findings {
			switch x := f.Excerpt; {
			case x == nil && f.Rule == rule.ID && f.Class <= generator.Lossy && (f.Breaks | f.Loses).Has(diff.OldClients):
				t.Errorf("%s has no message: %s", rule.ID, f.Text())
			case x == nil:
			case !strings.HasPrefix(strings.TrimSpace(x.Lines[x.Line]), "<"):
				t.Errorf("%s: %s", rule.ID, f.Text())
			default:
				shown++
			}
		}
	}
	if shown == 0 {
		t.Error("no messages")
	}
}

// TestDifferencePage: the page has the operations of each interface of a service, and a title for each.
func TestDifferencePage(t *testing.T) {
	cases := loadCases(t)
	old := cases[slices.IndexFunc(cases, func(c *testCase) bool { return c.Name == "own-interface" })].extract(t, t.TempDir())
	text, err := os.ReadFile(old)
	new := filepath.Join(t.TempDir(), "new.wsdl")
	testfile.Write(t, new, strings.Replace(string(text), "xs:double", "xs:float", 1))
	d, failed := generator.Compare(context.Background(), generator.Config{Contract: old}, generator.Config{Contract: new})
	if err = cmp.Or(err, failed); err != nil {
		t.Fatal(err)
	}
	page, err := d.HTML()
	for _, title := range []string{"Quotes: getQuote", "QuotesGet: getQuote"} {
		if n := strings.Count(string(page), "<summary>"+title+"</summary>"); n != 1 || err != nil {
			t.Errorf("%s: %d times, %v", title, n, err)
		}
	}
}
