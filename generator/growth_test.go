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

// TestGrowthIsLimited generates contracts whose content models grow with the square of
// the contract. Large ones are refused, before anything takes long.
func TestGrowthIsLimited(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		b.WriteString(`<xs:complexType name="t0"><xs:sequence/></xs:complexType>`)
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, `<xs:complexType name="t%d"><xs:complexContent><xs:extension base="t:t%d"><xs:sequence><xs:element name="f%d" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`, i, i-1, i)
		}
		return b.String()
	}
	group := func(n int) string {
		var b strings.Builder
		b.WriteString(`<xs:element name="e0" type="xs:int"/>`)
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, `<xs:element name="e%d" type="xs:int" substitutionGroup="t:e%d"/>`, i, i-1)
			fmt.Fprintf(&b, `<xs:complexType name="t%d"><xs:sequence><xs:element ref="t:e0"/></xs:sequence></xs:complexType>`, i)
		}
		return b.String()
	}
	for name, types := range map[string]func(int) string{"a chain of extensions": chain, "a substitution group": group} {
		t.Run(name, func(t *testing.T) {
			for n, limit := range map[int]bool{200: false, 4000: true} {
				file := filepath.Join(t.TempDir(), "growth.wsdl")
				text := `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t">` + types(n) + `</xs:schema></types>
<message name="in"/><portType name="Port"><operation name="ping"><input message="t:in"/></operation></portType>
<binding name="Soap" type="t:Port"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="ping"><s:operation soapAction=""/><input><s:body use="literal"/></input></operation></binding>
<service name="Growth"><port name="Soap" binding="t:Soap"><s:address location="http://localhost/"/></port></service></definitions>`
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				result, err := Generate(context.Background(), Config{Contract: file, Package: "growth", Runtime: testRuntime})
				if err != nil {
					t.Fatal(err)
				}
				if limited := strings.Contains(result.Diagnostics.String(), "more than 1000000 elements"); limited != limit || limit != result.Diagnostics.HasErrors() {
					t.Errorf("%d types: %.500s", n, result.Diagnostics)
				}
			}
		})
	}
}
