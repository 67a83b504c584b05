package lint_test

import (
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reviewing/lint"
	"example.com/quartet/internal/compiler/testing/testmodel"
)

// TestSchema checks schemas without a contract: rules for what they do not have find nothing and do not panic.
func TestSchema(t *testing.T) {
	for _, text := range []string{
		`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>`,
		`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="a" type="xs:string"/><xs:complexType name="T"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:schema>`,
	} {
		m := testmodel.Of(t, "main.xsd", fstest.MapFS{"main.xsd": {Data: []byte(text)}})
		for _, d := range lint.Check(m) {
			if d.Pos.File != "main.xsd" {
				t.Errorf("a finding without a position: %s", d)
			}
		}
	}
}
