package resolve_test

import (
	"context"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/conformance/corpus"
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
	clean, valid := 0, 0
	for _, c := range corpus.All(t) {
		t.Run(c.Name, func(t *testing.T) {
			start := time.Now()
			diags := resolveFile(c.Main, c.Catalog)
			t.Logf("%s: %d errors, %d warnings in %v", c.Status, len(diags.Only(diag.Error)), len(diags.Only(diag.Warning)), time.Since(start).Round(time.Millisecond))
			ok := !diags.HasErrors()
			switch {
			case flawed[c.Name]:
				if ok {
					t.Error("resolves; remove it from the list of flawed contracts")
				}
			case c.Valid():
				valid++
				if ok {
					clean++
				} else {
					t.Errorf("a valid contract does not resolve:\n%s", diags.Only(diag.Error))
				}
			case ok && c.Status != "placeholder-uris":
				t.Logf("%s, but no errors", c.Status)
			}
			if lenient := resolveLeniently(c.Main, c.Catalog); lenient.HasErrors() {
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
