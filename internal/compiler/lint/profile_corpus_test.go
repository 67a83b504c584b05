package lint_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/lint"
	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/resolve"
)

// TestCorpusLint applies all rules to the contracts in the folder QUARTET_CORPUS, as they are and read leniently. None takes long.
func TestCorpusLint(t *testing.T) {
	dir := os.Getenv("QUARTET_CORPUS")
	if dir == "" {
		t.Skip("QUARTET_CORPUS is not set")
	}
	f, err := os.Open(filepath.Join(dir, "INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := make(map[string]int)
	for i, name := range rows[0] {
		column[name] = i
	}
	catalog := filepath.Join(dir, "_catalog", "catalog.xml")
	for _, row := range rows[1:] {
		name := row[column["case"]]
		t.Run(name, func(t *testing.T) {
			lintFile(t, filepath.Join(dir, name, row[column["main_wsdl"]]), catalog)
		})
	}
}

func lintFile(t *testing.T, name, catalog string) {
	const limit = 10 * time.Second // a hundred times what the largest contract takes
	for _, lenient := range []bool{false, true} {
		set, diags := load.Load(context.Background(), load.Config{Main: name, Catalogs: []string{catalog}, Lenient: lenient})
		if set == nil {
			t.Logf("cannot be read:\n%s", diags)
			return
		}
		model, diags := resolve.Resolve(set)
		if lenient {
			model, diags = resolve.ResolveLenient(set)
		}
		if diags.HasErrors() {
			continue
		}
		start := time.Now()
		found := lint.Check(model)
		taken := time.Since(start)
		if taken > limit {
			t.Errorf("lint takes %v", taken)
		}
		if !lenient {
			t.Logf("%d findings in %v\n%s", len(found), taken.Round(time.Microsecond), found)
		}
	}
}
