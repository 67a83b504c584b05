package compiler_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/xsdcheck"
)

// TestGrowthIsLinear checks schemas with n and 4n components. Work for each pair of components would take sixteen times
// the memory.
func TestGrowthIsLinear(t *testing.T) {
	for name, build := range map[string]func(n int) string{
		"extensions": func(n int) string {
			return chain(n, `<xs:extension base="t:t%d"><xs:sequence><xs:element name="e%d" minOccurs="0"/></xs:sequence></xs:extension>`)
		},
		"restrictions": func(n int) string {
			return chain(n, `<xs:restriction base="t:t%d"><xs:sequence><xs:element name="e0" minOccurs="0"/></xs:sequence><!--%d--></xs:restriction>`)
		},
		"facets": func(n int) string {
			var b strings.Builder
			b.WriteString(`<xs:simpleType name="s0"><xs:restriction base="xs:int"/></xs:simpleType>`)
			for i := 1; i < n; i++ {
				fmt.Fprintf(&b, `<xs:simpleType name="s%d"><xs:restriction base="t:s%d"><xs:maxInclusive value="%d"/></xs:restriction></xs:simpleType>`, i, i-1, 1_000_000-i)
			}
			return b.String()
		},
		"groups": func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, `<xs:group name="g%d"><xs:sequence><xs:element name="e%d" minOccurs="0"/><xs:group ref="t:g%d" minOccurs="0"/></xs:sequence></xs:group>`, i, i, i+1)
			}
			fmt.Fprintf(&b, `<xs:group name="g%d"><xs:sequence/></xs:group><xs:complexType name="t"><xs:group ref="t:g0"/></xs:complexType>`, n)
			return b.String()
		},
		"choices": func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, `<xs:element name="c%d"/>`, i)
			}
			return `<xs:complexType name="t"><xs:choice maxOccurs="unbounded">` + b.String() + `</xs:choice></xs:complexType>`
		},
		"substitutes": func(n int) string {
			var b strings.Builder
			b.WriteString(`<xs:element name="m0"/>`)
			for i := 1; i < n; i++ {
				fmt.Fprintf(&b, `<xs:element name="m%d" substitutionGroup="t:m%d"/>`, i, i-1)
			}
			return b.String() + `<xs:complexType name="t"><xs:choice maxOccurs="unbounded"><xs:element ref="t:m0"/></xs:choice></xs:complexType>`
		},
		"values": func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, `<xs:enumeration value="v%d"/>`, i)
			}
			return `<xs:simpleType name="s"><xs:restriction base="xs:token">` + b.String() + `</xs:restriction></xs:simpleType>`
		},
	} {
		t.Run(name, func(t *testing.T) {
			small, large := memoryFor(t, build(200)), memoryFor(t, build(800))
			if ratio := large / small; ratio > 6 {
				t.Errorf("a schema of four times the size takes %.1f times the memory", ratio)
			}
		})
	}
}

// chain returns n complex types, each of which is derived from the one before.
func chain(n int, step string) string {
	var b strings.Builder
	b.WriteString(`<xs:complexType name="t0"><xs:sequence><xs:element name="e0" minOccurs="0"/></xs:sequence></xs:complexType>`)
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, `<xs:complexType name="t%d"><xs:complexContent>`+step+`</xs:complexContent></xs:complexType>`, i, i-1, i)
	}
	return b.String()
}

func memoryFor(t *testing.T, content string) float64 {
	t.Helper()
	schemas := resolveDocuments(t, map[string]string{"file:///t/t.xsd": schemaTextOfXsdcheck("urn:t", content)})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	found := xsdcheck.Check(schemas)
	runtime.ReadMemStats(&after)
	if len(found) > 0 {
		t.Fatal(found)
	}
	return float64(after.TotalAlloc - before.TotalAlloc)
}
