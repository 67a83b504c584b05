package compiler_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
)

// TestNotEnforced notes patterns and bounds that are not checked, in anonymous types, too, and a content model that is too large:
// expanding its groups would exceed any memory.
func TestNotEnforced(t *testing.T) {
	var groups strings.Builder
	for i := range 60 {
		fmt.Fprintf(&groups, `<xs:group name="g%d"><xs:sequence>%s</xs:sequence></xs:group>`, i+1, strings.Repeat(fmt.Sprintf(`<xs:group ref="t:g%d"/>`, i), 10))
	}
	for schema, want := range map[string]string{
		`<xs:simpleType name="x"><xs:restriction base="xs:string"><xs:pattern value="a{1,3}"/></xs:restriction></xs:simpleType>`:                                                                 "",
		`<xs:simpleType name="x"><xs:restriction base="xs:string"><xs:pattern value="\bword"/></xs:restriction></xs:simpleType>`:                                                                 `the pattern "\bword" is not checked: `,
		`<xs:element name="x"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="(a{900}){900}"/></xs:restriction></xs:simpleType></xs:element>`:                                 `repeats more often than package regexp allows`,
		`<xs:simpleType name="x"><xs:restriction base="xs:date"><xs:minInclusive value="few"/></xs:restriction></xs:simpleType>`:                                                                 `minInclusive "few" is not checked: it is not a value of the type`,
		`<xs:group name="g0"><xs:sequence><xs:element name="e" type="xs:int"/></xs:sequence></xs:group>` + groups.String() + `<xs:complexType name="x"><xs:group ref="t:g60"/></xs:complexType>`: `the content of complex type "x" is not checked, as it has more than 65536 particles`,
	} {
		text := `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">` + schema + `</xs:schema>`
		set, diags := load.Load(context.Background(), load.Config{Main: "fs:///x.xsd", Read: load.FS(fstest.MapFS{"x.xsd": {Data: []byte(text)}})})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		m, _ := resolve.ResolveLenient(set)
		found := xsdcheck.NotEnforced(m.Schemas)
		if got := found.String(); !strings.Contains(got, want) || len(found) > 1 || want == "" != (len(found) == 0) {
			t.Errorf("%.100s: %s, want %s", schema, got, want)
		}
	}
}
