package resolve_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
)

// TestHostileContracts resolves small contracts that grow exponentially if their
// references are expanded. The test fails by its timeout if one takes too long.
func TestHostileContracts(t *testing.T) {
	repeat := func(n int, format string) string {
		var b strings.Builder
		for i := 1; i <= n; i++ {
			b.WriteString(strings.NewReplacer("{i}", fmt.Sprint(i), "{prev}", fmt.Sprint(i-1)).Replace(format))
		}
		return b.String()
	}
	for name, content := range map[string]string{
		"groups that double": `<xs:group name="g0"><xs:sequence><xs:element name="e"/></xs:sequence></xs:group>` +
			repeat(60, `<xs:group name="g{i}"><xs:sequence><xs:group ref="t:g{prev}"/><xs:group ref="t:g{prev}"/></xs:sequence></xs:group>`) +
			`<xs:complexType name="T"><xs:group ref="t:g60"/></xs:complexType>`,
		"attribute groups that double": `<xs:attributeGroup name="g0"><xs:attribute name="a"/></xs:attributeGroup>` +
			repeat(60, `<xs:attributeGroup name="g{i}"><xs:attributeGroup ref="t:g{prev}"/><xs:attributeGroup ref="t:g{prev}"/></xs:attributeGroup>`),
		"unions that double": `<xs:simpleType name="u0"><xs:union memberTypes="xs:int"/></xs:simpleType>` +
			repeat(60, `<xs:simpleType name="u{i}"><xs:union memberTypes="t:u{prev} t:u{prev}"/></xs:simpleType>`),
		"restricted unions that double": `<xs:simpleType name="u0"><xs:union memberTypes="xs:int"/></xs:simpleType>` + repeat(60, `<xs:simpleType name="u{i}"><xs:union>`+
			strings.Repeat(`<xs:simpleType><xs:restriction base="t:u{prev}"><xs:pattern value=".*"/></xs:restriction></xs:simpleType>`, 2)+`</xs:union></xs:simpleType>`),
		"a long chain of bases": `<xs:complexType name="c0"/>` +
			repeat(3000, `<xs:complexType name="c{i}"><xs:complexContent><xs:extension base="t:c{prev}"><xs:sequence><xs:element name="e{i}"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`),
		"a long chain of substitution groups": `<xs:element name="e0"/>` + repeat(3000, `<xs:element name="e{i}" substitutionGroup="t:e{prev}"/>`),
		"large bounds":                        `<xs:complexType name="T"><xs:sequence minOccurs="999999999" maxOccurs="99999999999999999999999"><xs:element name="e" maxOccurs="1000000000"/></xs:sequence></xs:complexType>`,
		"many wrong names":                    repeat(3000, `<xs:element name="e{i}" type="t:TypeNumber{i}"/>`) + repeat(3000, `<xs:simpleType name="TypeNumbr{i}"><xs:restriction base="xs:int"/></xs:simpleType>`),
	} {
		t.Run(name, func(t *testing.T) {
			text := head + `<types><xs:schema targetNamespace="urn:t">` + content + `</xs:schema></types></definitions>`
			set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(fstest.MapFS{"main.wsdl": {Data: []byte(text)}})})
			if set == nil {
				t.Fatal(diags)
			}
			m, diags := resolve.Resolve(set)
			if diags.HasErrors() != slices.Contains([]string{"many wrong names", "restricted unions that double"}, name) {
				t.Errorf("%.500s", diags)
			}
			check.Check(m)
		})
	}
}
