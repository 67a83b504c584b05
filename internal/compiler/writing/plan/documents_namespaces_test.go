package plan_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/plan/documents"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// embedded returns the package for a namespace of a contract, whose main document is main.wsdl.
func embedded(t *testing.T, namespace string, lenient bool, files fstest.MapFS) *ir.Package {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(files)})
	m, more := resolve.Resolve(set)
	if lenient {
		m, more = resolve.ResolveLenient(set)
	}
	if diags.Add(more...); diags.HasErrors() {
		t.Fatal(diags)
	}
	pkg := &ir.Package{TargetNamespaces: []string{namespace}, Imports: []*ir.Package{{TargetNamespaces: []string{"urn:b"}}}}
	documents.OfNamespaces(m, pkg)
	return pkg
}

func texts(pkg *ir.Package) string {
	var b strings.Builder
	for _, d := range pkg.Documents {
		b.WriteString("-- " + d.File + "\n" + string(d.Text))
	}
	return b.String()
}

// TestNamespaceDetails writes schemas with redefinitions, values that may be names, prefixes in values that the output has, too,
// components that are there twice, and names that refer to nothing.
func TestNamespaceDetails(t *testing.T) {
	const head = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a" xmlns="urn:a" xmlns:tns="urn:other"><xs:import namespace="urn:o" schemaLocation="o.xsd"/>`
	for _, c := range []struct{ what, schema, want string }{
		{"a redefinition", `<xs:redefine schemaLocation="base.xsd"><xs:simpleType name="s"><xs:restriction base="s"/></xs:simpleType></xs:redefine>`, `<xs:redefine schemaLocation="base.xsd">`},
		{"a default namespace", `<xs:simpleType name="x"><xs:restriction base="xs:QName"><xs:enumeration value="a"/></xs:restriction></xs:simpleType>`, `<xs:enumeration xmlns="urn:a" value="a"/>`},
		{"no names", `<xs:simpleType name="x"><xs:restriction base="xs:string"><xs:enumeration value="a&#9;&quot;"/></xs:restriction></xs:simpleType>`, `<xs:enumeration value="a&#9;&quot;"/>`},
		{"a prefix of the output", `<xs:element name="x" type="xs:string" default="tns:x"/><xs:element name="y" type="s"/><xs:include schemaLocation="base.xsd"/>`, `<xs:element name="y" type="tns-:s"/>`},
		{"twice", `<xs:simpleType name="s"><xs:restriction base="xs:int"/></xs:simpleType><xs:include schemaLocation="base.xsd"/>`, `<xs:restriction base="xs:int"/>`},
		{"no type", `<xs:element name="x" type="none"/>`, `type="tns:none"`},
		{"no prefix", `<xs:element name="x" type="none:string"/>`, `type="string"`},
		{"a namespace without a package", `<xs:attribute name="x" type="o:t" xmlns:o="urn:o"/>`, `<xs:attributeGroup name="g"/>`},
		{"a part without a namespace", `<xs:include schemaLocation="none.xsd"/>`, `<xs:element name="a" type="tns:s"/>`},
		{"an array", `<xs:attribute xmlns:w="http://schemas.xmlsoap.org/wsdl/" name="x" type="xs:string" w:arrayType="xs:int[,]"/>`, `ns1:arrayType="xs:int[,]"`},
	} {
		pkg := embedded(t, "urn:a", true, fstest.MapFS{
			"main.wsdl": {Data: []byte(`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"><types>` + head + c.schema + `</xs:schema></types></definitions>`)},
			"o.xsd":     {Data: []byte(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o"><xs:simpleType name="t"><xs:restriction base="xs:int"/></xs:simpleType><xs:attributeGroup name="g"/></xs:schema>`)},
			"none.xsd": {Data: []byte(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="s"/><xs:simpleType name="s">` +
				`<xs:restriction base="xs:int"/></xs:simpleType></xs:schema>`)},
			"base.xsd": {Data: []byte(head + `<xs:simpleType name="s"><xs:restriction base="xs:token"/></xs:simpleType></xs:schema>`)},
		})
		got := texts(pkg)
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s\nwant %s", c.what, got, c.want)
		}
		if missing := strings.HasPrefix(c.what, "no ") && c.what != "no names"; pkg.Lenient != missing {
			t.Errorf("%s: lenient is %v", c.what, pkg.Lenient)
		}
		if twice := strings.Contains(got, "xs:token"); c.what == "twice" && twice {
			t.Errorf("a type is there twice:\n%s", got)
		}
		if c.what == "a redefinition" && (len(pkg.Documents) != 2 || len(pkg.Documents[0].References)+len(pkg.Documents[1].References) != 1) {
			t.Errorf("%+v", pkg.Documents)
		}
	}
}
