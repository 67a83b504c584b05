package resolve_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/resolve"
)

// flawed lists contracts that the index marks as valid although they have
// unresolved references. They must not resolve; remove a contract that does.
var flawed = map[string]bool{
	"wsdl2go-w3example2": true, // types without a prefix, a port whose binding does not exist
}

// TestCorpus resolves the contracts in the folder QUARTET_CORPUS. Contracts that its
// index marks as valid must resolve without errors. All contracts must resolve
// without errors when read leniently.
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
	catalog := filepath.Join(dir, "_catalog", "catalog.xml")
	clean, valid := 0, 0
	for _, row := range rows[1:] {
		name, status := row[column["case"]], row[column["status"]]
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			diags := resolveFile(filepath.Join(dir, name, row[column["main_wsdl"]]), catalog)
			t.Logf("%s: %d errors, %d warnings in %v", status, len(diags.Only(diag.Error)), len(diags.Only(diag.Warning)), time.Since(start).Round(time.Millisecond))
			ok := !diags.HasErrors()
			switch {
			case flawed[name]:
				if ok {
					t.Error("resolves; remove it from the list of flawed contracts")
				}
			case status == "ok" || status == "ok-with-catalog":
				valid++
				if ok {
					clean++
				} else {
					t.Errorf("a valid contract does not resolve:\n%s", diags.Only(diag.Error))
				}
			case ok && status != "placeholder-uris":
				t.Logf("%s, but no errors", status)
			}
			if lenient := resolveLeniently(filepath.Join(dir, name, row[column["main_wsdl"]]), catalog); lenient.HasErrors() {
				t.Errorf("errors in lenient reading:\n%s", lenient.Only(diag.Error))
			}
			if testing.Verbose() {
				t.Logf("\n%s", diags)
			}
		})
	}
	t.Logf("%d of %d valid contracts resolve without errors", clean, valid)
}

func resolveLeniently(name, catalog string) diag.List {
	set, diags := load.Load(context.Background(), load.Config{Main: name, Catalogs: []string{catalog}, Lenient: true})
	if set == nil {
		return diags
	}
	_, more := resolve.ResolveLenient(set)
	return append(diags, more...).Sorted()
}

func resolveFile(name, catalog string) diag.List {
	set, diags := load.Load(context.Background(), load.Config{Main: name, Catalogs: []string{catalog}})
	if set == nil {
		return diags
	}
	_, more := resolve.Resolve(set)
	return append(diags, more...).Sorted()
}
