package lint_test

import (
	"context"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reviewing/lint"
)

// TestSchema checks schemas without a contract: rules for what they do not have find nothing and do not panic.
func TestSchema(t *testing.T) {
	for _, text := range []string{
		`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>`,
		`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="a" type="xs:string"/><xs:complexType name="T"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:schema>`,
	} {
		set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.xsd", Read: load.FS(fstest.MapFS{"main.xsd": {Data: []byte(text)}})})
		if set == nil || diags.HasErrors() {
			t.Fatal(diags)
		}
		m, diags := resolve.Resolve(set)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		for _, d := range lint.Check(m) {
			if d.Pos.File != "main.xsd" {
				t.Errorf("a finding without a position: %s", d)
			}
		}
	}
}
