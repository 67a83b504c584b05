package validate

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"example.com/quartet/internal/compiler/describe"
	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/plan"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/templates/soap/schema"
)

// schemaTable returns the descriptions that the compiler makes of a schema for urn:t.
func schemaTable(t testing.TB, content string) *schema.Table {
	t.Helper()
	contract := filepath.Join(t.TempDir(), "t.wsdl")
	text := `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"><types>` + schemaDocument(content) + `</types></definitions>`
	if err := os.WriteFile(contract, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	set, diags := load.Load(context.Background(), load.Config{Main: contract})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	model, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	pkg, diags := plan.Types(model, plan.Config{Package: "t", Runtime: "example.com/soap"})
	if pkg == nil {
		t.Fatal(diags)
	}
	d := describe.New(nil)
	table := d.Package(pkg).Table
	for _, other := range d.Tables() {
		schema.Define(other)
	}
	return table
}

func TestRowsOfCompiler(t *testing.T) {
	for i := range schemaCases {
		c := &schemaCases[i]
		t.Run(c.name, func(t *testing.T) {
			docs, _ := c.documents()
			compareModels(t, schemaText(t, c.schema), schemaTable(t, c.schema), docs)
		})
	}
}
