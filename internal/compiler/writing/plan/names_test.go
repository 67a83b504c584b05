package plan_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// TestNames compares the table of names, which has no fields and no methods, and the documentation of the package.
func TestNames(t *testing.T) {
	const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
<xs:complexType name="T"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
<xs:simpleType name="S"><xs:restriction base="xs:string"><xs:enumeration value="on"/></xs:restriction></xs:simpleType></xs:schema>`
	pkg, diags := planCase(load.Config{Main: "fs:///ping.wsdl", Read: load.FS(fstest.MapFS{
		"ping.wsdl": {Data: []byte(pingContract)}, "schema.xsd": {Data: []byte(schema)},
	})}, plan.Config{})
	if pkg == nil {
		t.Fatal(diags)
	}
	want := []ir.DeclaredName{{Kind: "service", Path: "Ping", Go: "Ping"}, {Kind: "type", Space: "urn:t", Path: "S", Go: "S"}, {Kind: "type", Space: "urn:t", Path: "T", Go: "T"}}
	if !slices.Equal(pkg.Names, want) {
		t.Errorf("names %+v", pkg.Names)
	}
	if pkg.Doc != "the service Ping of ping.wsdl." || pkg.Nil || pkg.ElementXSI {
		t.Errorf("%q, nil %t, xsi %t", pkg.Doc, pkg.Nil, pkg.ElementXSI)
	}
}
