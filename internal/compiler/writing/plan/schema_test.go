package plan_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/testing/testmodel"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// TestSchema plans a schema without a contract: the name of the package, its documentation, and the element of the example.
func TestSchema(t *testing.T) {
	const simple, complex = `<xs:simpleType name="S"><xs:restriction base="xs:string"/></xs:simpleType>`, `<xs:complexType name="C"/>`
	for _, c := range []struct{ file, content, name, doc, example, reported string }{
		{"a.xsd", "", "a", "", "", "declares no types and no elements"},
		{"a.xsd", simple, "a", "", "", ""},
		{"a.xsd", simple + complex, "a", "", "", ""},
		{"a.xsd", simple + `<xs:element name="e" type="t:S"/>`, "a", "", "e", ""},
		{"a.xsd", `<xs:element name="e" type="xs:int"/><xs:element name="f" type="t:C"/><xs:element name="g" type="t:C"/>` + complex, "a", "", "f", ""},
		{"a.xsd", `<xs:include schemaLocation="other.xsd"/><xs:element name="e" type="xs:int"/>` + complex, "a", "", "o", ""},
		{"a.xsd", `<xs:include schemaLocation="other.xsd"/>` + "\n\n" + `<xs:element name="e" type="t:C"/>` + complex, "a", "", "e", ""},
		{"a.xsd", `<xs:annotation><xs:documentation>All of it.</xs:documentation></xs:annotation>` + simple, "a", "\n\nAll of it.", "", ""},
		{"9az-09.xsd", simple, "az09", "", "", ""},
		{"Main.v1.xsd", simple, "mainv1", "", "", ""},
		{"main.xsd", simple, "servicemain", "", "", ""},
		{"2026.xsd", simple, "service", "", "", ""},
		{"type.xsd", simple, "servicetype", "", "", ""},
	} {
		open := `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">`
		model := testmodel.Of(t, c.file, fstest.MapFS{
			c.file:      {Data: []byte(open + c.content + `</xs:schema>`)},
			"other.xsd": {Data: []byte(open + `<xs:annotation><xs:documentation>Another one.</xs:documentation></xs:annotation><xs:element name="o" type="t:C"/></xs:schema>`)},
		})
		pkg, diags := plan.Plan(model, plan.Config{})
		if text := diags.String(); (text == "") != (c.reported == "") || !strings.Contains(text, c.reported) {
			t.Errorf("%s: reported %q, want %q", c.content, text, c.reported)
		}
		if pkg == nil {
			continue
		}
		if pkg.Name != c.name || pkg.Doc != "the types and elements of the schema "+c.file+"."+c.doc {
			t.Errorf("%s: package %s, %q", c.file, pkg.Name, pkg.Doc)
		}
		if got := exampleOf(pkg); got != c.example {
			t.Errorf("%s: example %q, want %q", c.content, got, c.example)
		}
	}
}

func exampleOf(pkg *ir.Package) string {
	if pkg.Example == nil {
		return ""
	}
	return pkg.Example.Wire.Local
}
