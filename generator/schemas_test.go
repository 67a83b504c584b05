package generator_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/conformance/suite"
)

// TestSchemasOfSuite generates a package from a third of the valid schemas of the W3C XML Schema Test Suite, as schemas
// without a contract, and type-checks it. All would take half a minute. Some have errors: they need documents that do not exist, declare
// nothing, or are of versions 1.1 of XML or XML Schema.
func TestSchemasOfSuite(t *testing.T) {
	folder := os.Getenv("QUARTET_XSTS")
	if folder == "" {
		t.Skip("QUARTET_XSTS is not set: want the folder of the W3C XML Schema Test Suite")
	}
	cases, err := suite.ReadIndex(folder)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for i, c := range cases {
		if i%3 == 0 && c.Kind == "schema" && c.Judged() && c.Valid() && len(c.Schemas) == 1 {
			files = append(files, filepath.Join(folder, filepath.FromSlash(c.Schemas[0])))
		}
	}
	slices.Sort(files)
	generateSchemas(t, generator.Config{}, slices.Compact(files))
}

// generateSchemas generates from schemas, and type-checks what is generated.
func generateSchemas(t *testing.T, config generator.Config, files []string) {
	t.Helper()
	config.Package, config.Runtime = "output", golden.Runtime
	checker := newTypeChecker(t)
	next := make(chan string)
	var mu sync.Mutex // guards the checker and the counts
	refused := make(map[string]int)
	generated := 0
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for file := range next {
				config := config
				config.Contract = file
				result, err := generator.Generate(context.Background(), config)
				mu.Lock()
				switch {
				case err != nil:
					t.Errorf("%s: %v", file, err)
				case result.Diagnostics.HasErrors():
					for _, id := range ruleIDs(result.Diagnostics.Only(diag.Error)) {
						refused[id]++
					}
				default:
					generated++
					if err := checker.checkPackage(result.Files); err != nil {
						t.Errorf("%s: %v", file, err)
					}
				}
				mu.Unlock()
			}
		})
	}
	for _, file := range files {
		next <- file
	}
	close(next)
	wg.Wait()
	t.Logf("%d of %d schemas generated; refused: %v", generated, len(files), refused)
	if generated*100 < len(files)*95 {
		t.Errorf("want 95 %%")
	}
}

func ruleIDs(diags generator.Diagnostics) (ids []string) {
	for _, d := range diags {
		ids = append(ids, d.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
