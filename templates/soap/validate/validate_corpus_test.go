package validate

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/plan"
	"example.com/quartet/internal/compiler/resolve"
)

// TestCorpusSchemas reads the schema texts of the contracts in the folder that QUARTET_CORPUS names, and makes the
// automata of all types. No text is larger than the documents that it is made from.
func TestCorpusSchemas(t *testing.T) {
	dir := os.Getenv("QUARTET_CORPUS")
	if dir == "" {
		t.Skip("QUARTET_CORPUS is not set")
	}
	read := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".wsdl" {
			return err
		}
		set, diags := load.Load(context.Background(), load.Config{Main: path})
		if set == nil || diags.HasErrors() {
			return nil
		}
		model, diags := resolve.Resolve(set)
		if diags.HasErrors() {
			return nil
		}
		size := 0
		for _, doc := range set.Documents {
			size += len(doc.Text)
		}
		start := time.Now()
		text, diags := plan.SchemaText(model)
		written := time.Since(start)
		m, err := parseSchema(text)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return nil
		}
		parsed := time.Since(start) - written
		for _, typ := range m.types {
			if typ.complex && typ.contentModel().tooLarge {
				t.Errorf("%s: the content of %v is too large", path, typ.name)
			}
		}
		if len(text) > size {
			t.Errorf("%s: %d bytes of schema text from %d bytes", path, len(text), size)
		}
		if read++; len(text) > 100_000 || len(diags) > 0 {
			t.Logf("%s: %d types, %d bytes of %d, written in %v, read in %v\n%s", path, len(m.types), len(text), size, written, parsed, diags)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if read == 0 {
		t.Error("no contracts")
	}
	t.Logf("%d contracts", read)
}
