package constraint_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/constraint"
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/resolve"
)

// TestCorpus checks the contracts in the folder QUARTET_CORPUS. Contracts that its index marks as valid must have no
// errors.
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
	warnings := make(map[string]int)
	for _, row := range rows[1:] {
		name, status := row[column["case"]], row[column["status"]]
		t.Run(name, func(t *testing.T) {
			set, diags := load.Load(context.Background(), load.Config{
				Main: filepath.Join(dir, name, row[column["main_wsdl"]]), Catalogs: []string{filepath.Join(dir, "_catalog", "catalog.xml")},
			})
			if set == nil || diags.HasErrors() {
				return
			}
			model, diags := resolve.Resolve(set)
			if diags.HasErrors() {
				return
			}
			start := time.Now()
			found := constraint.Check(model.Schemas)
			if took := time.Since(start); took > 2*time.Second {
				t.Errorf("takes %v", took)
			}
			for _, d := range found {
				warnings[d.ID]++
			}
			if found.HasErrors() && (status == "ok" || status == "ok-with-catalog") {
				t.Errorf("a valid contract has errors:\n%s", found.Only(diag.Error))
			}
			if len(found) > 0 && testing.Verbose() {
				t.Logf("\n%s", found)
			}
		})
	}
	for id, n := range warnings {
		t.Logf("%s: %d", id, n)
	}
}
