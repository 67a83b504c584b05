package generator

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGrowthIsLinear counts the allocations for two contracts, one four times as
// large as the other. The larger one takes four times the allocations, and a few
// more because slices and maps grow in steps. Work for each pair of types would take
// sixteen times the allocations.
func TestGrowthIsLinear(t *testing.T) {
	const n = 80
	small, large := allocations(t, n), allocations(t, 4*n)
	fixed := allocations(t, 1) // mostly for the files of the run-time
	t.Logf("%.0f allocations, %.0f, %.0f", fixed, small, large)
	if ratio := (large - fixed) / (small - fixed); ratio > 4.6 {
		t.Errorf("a contract of four times the size takes %.2f times the allocations, want at most 4.6: %.0f and %.0f", ratio, small, large)
	}
}

func allocations(t *testing.T, n int) float64 {
	file := syntheticContract(t, n)
	return testing.AllocsPerRun(1, func() { generateSynthetic(t, file) })
}

// BenchmarkGrowth measures generation for contracts of several sizes.
func BenchmarkGrowth(b *testing.B) {
	for _, n := range []int{250, 1000, 4000} {
		b.Run(fmt.Sprintf("types=%d", n), func(b *testing.B) {
			file := syntheticContract(b, n)
			for b.Loop() {
				generateSynthetic(b, file)
			}
		})
	}
}

func generateSynthetic(t testing.TB, file string) {
	result, err := Generate(context.Background(), Config{Contract: file, Package: "synthetic", Runtime: testRuntime})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Files) == 0 {
		t.Fatal(result.Diagnostics)
	}
}

// syntheticContract writes a contract with n types, and an operation for every third
// of them. Some types are derived from others, in chains of ten at most, some refer to
// others, and some have names that differ only in case.
func syntheticContract(t testing.TB, n int) string {
	var types, messages, operations, bound strings.Builder
	for i := range n {
		content := fmt.Sprintf(`<xs:sequence><xs:element name="name" type="xs:string"/><xs:element name="before" type="t:type%d" minOccurs="0"/>`+
			`<xs:element name="kind" minOccurs="0"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="a"/><xs:enumeration value="b"/></xs:restriction></xs:simpleType></xs:element></xs:sequence>`, max(i-1, 0))
		name := fmt.Sprintf("type%d", i)
		if i%10 > 0 {
			content = fmt.Sprintf(`<xs:complexContent><xs:extension base="t:type%d"><xs:sequence><xs:element name="own%d" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:extension></xs:complexContent>`, i-1, i)
		}
		fmt.Fprintf(&types, `<xs:complexType name="%s">%s</xs:complexType>`+"\n", name, content)
		if i%7 == 0 {
			fmt.Fprintf(&types, `<xs:complexType name="TYPE%d"><xs:sequence><xs:element name="x" type="xs:date"/></xs:sequence></xs:complexType>`+"\n", i)
		}
		if i%3 > 0 {
			continue
		}
		fmt.Fprintf(&types, `<xs:element name="get%[1]d"><xs:complexType><xs:sequence><xs:element name="key" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`+
			`<xs:element name="get%[1]dResponse"><xs:complexType><xs:sequence><xs:element name="found" type="t:type%[1]d" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`+"\n", i)
		fmt.Fprintf(&messages, `<message name="in%[1]d"><part name="p" element="t:get%[1]d"/></message><message name="out%[1]d"><part name="p" element="t:get%[1]dResponse"/></message>`+"\n", i)
		fmt.Fprintf(&operations, `<operation name="get%[1]d"><input message="t:in%[1]d"/><output message="t:out%[1]d"/></operation>`+"\n", i)
		fmt.Fprintf(&bound, `<operation name="get%d"><s:operation soapAction=""/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>`+"\n", i)
	}
	text := `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:synthetic" targetNamespace="urn:synthetic">
<types><xs:schema targetNamespace="urn:synthetic" elementFormDefault="qualified">` + types.String() + `</xs:schema></types>
` + messages.String() + `<portType name="Port">` + operations.String() + `</portType>
<binding name="Soap" type="t:Port"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>` + bound.String() + `</binding>
<service name="Synthetic"><port name="Soap" binding="t:Soap"><s:address location="http://localhost/"/></port></service></definitions>`
	file := filepath.Join(t.TempDir(), "synthetic.wsdl")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestGrowthIsLimited generates contracts whose types have a number of elements or attributes that grows with
// the square of the contract, or that are derived in many steps. Large ones are refused, before anything takes long.
func TestGrowthIsLimited(t *testing.T) {
	attributes := func(n int) (string, int) {
		return `<xs:complexType name="t0"/>` +
			repeat(n, `<xs:complexType name="t%[2]d"><xs:complexContent><xs:extension base="t:t%[1]d"><xs:attribute name="a%[1]d"/></xs:extension></xs:complexContent></xs:complexType>`), 1
	}
	groups := func(n int) (string, int) {
		return `<xs:attributeGroup name="g0"/>` +
			repeat(n, `<xs:attributeGroup name="g%[2]d"><xs:attribute name="a%[2]d" type="xs:int"/><xs:attributeGroup ref="t:g%[1]d"/></xs:attributeGroup>`), 1
	}
	for _, c := range []struct {
		name  string
		build func(n int) (string, int)
		large int
		limit string
	}{
		{"a chain of extensions", shapes["a chain of extensions"], 4000, "more than 1000000 elements"},
		{"a substitution group", shapes["references to a substitution group"], 4000, "more than 1000000 elements"},
		{"inherited attributes", attributes, 4000, "more than 1000000 attributes"},
		{"a chain of attribute groups", groups, 4000, "more than 1000000 attributes"},
		{"restrictions", shapes["restrictions"], 6000, "derived in more than 5000 steps"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for n, limited := range map[int]bool{200: false, c.large: true} {
				result := generateShape(t, shapedContract(t, first(c.build(n)), 1))
				if strings.Contains(result.Diagnostics.String(), c.limit) != limited || limited != result.Diagnostics.HasErrors() {
					t.Errorf("%d components: %.500s", n, result.Diagnostics)
				}
			}
		})
	}
}

func first(types string, _ int) string { return types }
