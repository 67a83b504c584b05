package compiler_test

import (
	"context"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/conformance/corpus"
	"example.com/quartet/internal/conformance/cost"
)

// TestCorpus checks the contracts in the folder QUARTET_CORPUS. Contracts that its index marks as valid must have no
// errors.
func TestCorpus(t *testing.T) {
	warnings := make(map[string]int)
	for _, c := range corpus.All(t) {
		t.Run(c.Name, func(t *testing.T) {
			set, diags := load.Load(context.Background(), load.Config{Main: c.Main, Catalogs: []string{c.Catalog}})
			if set == nil || diags.HasErrors() {
				return
			}
			model, diags := resolve.Resolve(set)
			if diags.HasErrors() {
				return
			}
			start := cost.CPU()
			found := xsdcheck.Check(model.Schemas)
			if took := cost.CPU() - start; took > 2*time.Second {
				t.Errorf("takes %v", took)
			}
			for _, d := range found {
				warnings[d.ID]++
			}
			if found.HasErrors() && c.Valid() {
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
