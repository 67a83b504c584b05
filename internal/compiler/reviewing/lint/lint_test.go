package lint_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reviewing/lint"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testmodel"
)

var update = flag.Bool("update", false, "write the actual diagnostics to the cases as expected ones")

// TestRules checks that each rule finds what its case has. The case of a rule is the archive testdata/ID.txtar: the contract
// finds/main.wsdl breaks the rule, and passes/main.wsdl does not; each may import other documents of its folder, and those
// of other hosts, which are in the folder remote/HOST. The file
// "diagnostics" has the diagnostics of the rule for finds/main.wsdl, as printed. To update them:
//
//	go test ./internal/compiler/reviewing/lint -update
func TestRules(t *testing.T) {
	known := make(map[string]bool)
	for _, rule := range lint.Rules() {
		known[rule.ID+".txtar"] = true
		t.Run(rule.ID, func(t *testing.T) { testRule(t, rule.ID, filepath.Join("testdata", rule.ID+".txtar")) })
	}
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !known[f.Name()] {
			t.Errorf("testdata/%s is not the case of a rule", f.Name())
		}
	}
}

func testRule(t *testing.T, id, name string) {
	golden.Compare(t, name, *update, func(documents fstest.MapFS, _ []string) []txtar.File {
		if found := findings(t, documents, "passes/main.wsdl", id); len(found) > 0 {
			t.Errorf("passes/main.wsdl breaks the rule:\n%s", found)
		}
		found := findings(t, documents, "finds/main.wsdl", id)
		if len(found) == 0 {
			t.Error("finds/main.wsdl does not break the rule")
		}
		return []txtar.File{{Name: golden.Diagnostics, Data: []byte(found.String())}}
	})
}

// findings returns what the rule id finds in a contract without errors.
func findings(t *testing.T, documents fstest.MapFS, main, id string) diag.List {
	t.Helper()
	model := testmodel.Read(t, load.Config{Main: "fs:///" + main, Read: reader(documents)})
	var found diag.List
	for _, d := range lint.Check(model) {
		if d.ID == id {
			found.Add(d)
		}
	}
	return found
}

// reader reads the documents of a case. Those of other hosts are in the folder remote/HOST.
func reader(documents fstest.MapFS) load.Reader {
	local := load.FS(documents)
	return func(ctx context.Context, uri string) ([]byte, error) {
		if host, ok := strings.CutPrefix(uri, "https://"); ok {
			uri = "fs:///remote/" + host
		}
		return local(ctx, uri)
	}
}
