package describe_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/conformance/corpus"
	"example.com/quartet/internal/conformance/interop"
)

// TestCorpusOpenAPI has two programs of other projects validate the descriptions in OpenAPI of the contracts in the folder
// QUARTET_CORPUS, and of the rail contract.
func TestCorpusOpenAPI(t *testing.T) {
	folder := t.TempDir()
	for _, c := range append(corpus.All(t), corpus.Contract{Name: "rail", Main: "../../../../wsdl/realtime.wsdl"}) {
		config := generator.Config{Contract: c.Main, Lenient: true}
		if c.Catalog != "" {
			config.Catalogs = []string{c.Catalog}
		}
		result, err := generator.OutlineOf(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		document, err := result.OpenAPI(t.Context())
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		if document == nil { // it has no services
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, c.Name+".json"), document, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	node := interop.Program(t, "node", "nodejs")
	const npm = "../../../conformance/interop/testdata/node"
	for which, name := range map[string]string{"redocly": "@redocly/openapi-core", "seriousme": "@seriousme/openapi-schema-validator"} {
		t.Run(which, func(t *testing.T) {
			if _, err := os.Stat(filepath.Join(npm, "node_modules", name)); err != nil {
				interop.Missing(t, "the npm package "+name, "npm ci in internal/conformance/interop/testdata/node")
			}
			if out, err := exec.Command(node, filepath.Join(npm, "validate.mjs"), folder, which).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
