package resolve_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/quartet/internal/diag"
	"example.com/quartet/internal/load"
	"example.com/quartet/internal/resolve"
)

// TestCorpus resolves the contracts in the folder that QUARTET_CORPUS names.
// Those that its index calls valid and self-contained have to resolve without
// errors; the others must have errors, and no contract may take long.
func TestCorpus(t *testing.T) {
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
	clean, valid := 0, 0
	for _, row := range rows[1:] {
		name, status := row[column["case"]], row[column["status"]]
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			diags := resolveFile(t, filepath.Join(dir, name, row[column["main_wsdl"]]))
			t.Logf("%s: %d errors, %d warnings in %v", status, len(diags.Only(diag.Error)), len(diags.Only(diag.Warning)), time.Since(start).Round(time.Millisecond))
			ok := !diags.HasErrors()
			if status == "ok" {
				valid++
				if ok {
					clean++
				} else {
					t.Errorf("a valid contract does not resolve:\n%s", diags.Only(diag.Error))
				}
			} else if ok && status != "placeholder-uris" {
				t.Logf("%s, but no errors", status)
			}
			if testing.Verbose() {
				t.Logf("\n%s", diags)
			}
		})
	}
	t.Logf("%d of %d valid contracts resolve without errors", clean, valid)
}

func resolveFile(t *testing.T, name string) diag.List {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: name})
	if set == nil {
		return diags
	}
	_, more := resolve.Resolve(set)
	return append(diags, more...).Sorted()
}
