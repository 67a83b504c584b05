//go:build !race

package corpus_test

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/diag"
)

// packaged are cases with many namespaces, whose types use each other in many
// ways.
var packaged = []string{
	"axis-multiimport", "ebu-tech3356", "ihe-ch-ppq-xacml", "metro-marshall-rpclit", "ogc-csw30", "ogc-wfs11", "onvif-events", "partner-wcf", "wsn-cxf",
}

// TestCorpusPackages generates a package for each namespace from a few cases, or
// from those that QUARTET_CORPUS_RUN selects: they compile, and vet finds
// nothing.
func TestCorpusPackages(t *testing.T) {
	dir := os.Getenv("QUARTET_CORPUS")
	if dir == "" {
		t.Skip("the corpus is not at hand: QUARTET_CORPUS names its folder")
	}
	module := t.TempDir()
	writeFile(t, filepath.Join(module, "go.mod"), []byte("module output.example\n\ngo 1.23\n"))
	support, err := generator.GenerateRuntime("soaprt")
	if err != nil {
		t.Fatal(err)
	}
	if err := support.Write(filepath.Join(module, "soaprt")); err != nil {
		t.Fatal(err)
	}
	cases, all := corpusCases(t, dir)
	for _, c := range cases {
		if !all || slices.Contains(packaged, c.name) {
			c.generatePackages(t, module)
		}
	}
	for _, command := range []string{"build", "vet"} {
		if out, err := goCommand(module, command, "-trimpath", "./...").CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%.5000s", command, err, out)
		}
	}
}

func (c *corpusCase) generatePackages(t *testing.T, module string) {
	t.Helper()
	base := "output.example/" + c.pkg
	result, err := generator.Generate(context.Background(), generator.Config{
		Contract: c.main, Catalogs: c.catalog, Package: c.pkg, Runtime: "output.example/soaprt",
		Module: "output.example", ImportPath: base,
		Packages: []generator.NamespacePackage{{Namespace: generator.AllNamespaces, ImportPath: base}},
	})
	if err != nil || result.Files == nil {
		t.Errorf("%s: %v\n%s", c.name, err, result.Diagnostics.Only(diag.Error))
		return
	}
	folders := make(map[string]bool)
	for _, f := range result.Files {
		folders[path.Dir(f.Name)] = true
	}
	t.Logf("%s: %d packages", c.name, len(folders))
	for _, d := range result.Diagnostics {
		if d.ID == diag.PackageCycle {
			t.Logf("%s", d)
		}
	}
	if err := result.Write(filepath.Join(module, c.pkg)); err != nil {
		t.Error(err)
	}
}
