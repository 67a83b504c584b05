package generator_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"example.com/quartet/generator"
)

// TestCorpus generates from the contracts in the folder QUARTET_CORPUS, which
// were found in the wild. The generator never fails, and whatever it writes
// compiles.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("QUARTET_CORPUS")
	if dir == "" {
		t.Skip("the corpus is not at hand: QUARTET_CORPUS names its folder")
	}
	t.Parallel()
	out := t.TempDir()
	writeFile(t, filepath.Join(out, "go.mod"), []byte("module output.example\n\ngo "+languageVersion+"\n"))
	contracts, generated := 0, 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".wsdl" {
			return err
		}
		contracts++
		result, err := generator.Generate(context.Background(), generator.Config{Contract: path})
		switch {
		case err != nil:
			t.Errorf("%s: %v", path, err)
		case result.Diagnostics.HasErrors() != (result.Files == nil):
			t.Errorf("%s: %d files, and the diagnostics\n%s", path, len(result.Files), result.Diagnostics)
		case result.Files != nil:
			generated++
			return result.Write(filepath.Join(out, fmt.Sprintf("p%d", contracts)))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if generated == 0 {
		t.Fatalf("%s: nothing is generated from %d contracts", dir, contracts)
	}
	t.Logf("%d of %d contracts are generated from", generated, contracts)
	run(t, out, "go", "vet", "-trimpath", "./...")
}
