package scaffold

import (
	"path"
	"testing"

	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/testing/testfile"
)

// TestYAML reads the YAML files that are made, for projects in the root of a repository and below, with and without a catalog.
func TestYAML(t *testing.T) {
	text := testfile.Read(t, "testdata/stops.txtar")
	for _, c := range []Config{
		{Contract: "contract/stops.wsdl"},
		{Contract: "contract/a: #b.wsdl", Repository: "x: #y"},
		{Contract: "https://example.com/s?wsdl", Catalog: "contract/catalog.xml", Repository: "sub/folder"},
	} {
		c.Plan = planOf(t, txtar.Parse(text).Files[0].Data)
		c.ImportPath, c.Package, c.Runtime = "example.com/stops", "example.com/stops/gen/stops", "example.com/stops/gen/soap"
		files, err := Files(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if extension := path.Ext(f.Name); extension != ".yml" && extension != ".yaml" {
				continue
			}
			var content map[string]any
			if err := yaml.Unmarshal(f.Data, &content); err != nil {
				t.Errorf("%s: %v\n%s", f.Name, err, f.Data)
			}
		}
	}
}
