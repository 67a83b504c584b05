package generator

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestGrowthOfShapesIsLinear compares the memory that contracts with n and 4n components take. Work
// for each pair of components would take sixteen times the memory; between four and eight is how the
// sizes of buffers fall. The contracts of some shapes
// are limited, see TestGrowthIsLimited; these are smaller than that.
func TestGrowthOfShapesIsLinear(t *testing.T) {
	const n = 150
	generateShape(t, shapedContract(t, "", 1)) // what is made at first use does not count
	for name, build := range shapes {
		t.Run(name, func(t *testing.T) {
			fixed, small, large := bytesFor(t, build, 1), bytesFor(t, build, n), bytesFor(t, build, 4*n)
			if ratio := (large - fixed) / (small - fixed); ratio > 8 {
				t.Errorf("a contract of four times the size takes %.1f times the memory, want at most 8: %.0f and %.0f bytes", ratio, small, large)
			}
		})
	}
}

// bytesFor returns the bytes that are allocated for a contract, the minimum of three times: pools are emptied at any
// time.
func bytesFor(t *testing.T, build func(n int) (string, int), n int) float64 {
	types, operations := build(n)
	file := shapedContract(t, types, operations)
	minimum := math.Inf(1)
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		result := generateShape(t, file)
		runtime.ReadMemStats(&after)
		if len(result.Files) == 0 {
			t.Fatal(result.Diagnostics)
		}
		minimum = min(minimum, float64(after.TotalAlloc-before.TotalAlloc))
	}
	return minimum
}

// shapes are contracts that grow in one respect. Each returns the declarations of the
// schema, and the number of operations.
var shapes = map[string]func(n int) (types string, operations int){
	"a chain of extensions": func(n int) (string, int) {
		return `<xs:complexType name="t0"><xs:sequence/></xs:complexType>` +
			repeat(n, `<xs:complexType name="t%[2]d"><xs:complexContent><xs:extension base="t:t%[1]d"><xs:sequence><xs:element name="f%[1]d" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`), 1
	},
	"types of one base": func(n int) (string, int) {
		return `<xs:complexType name="base"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType>` +
			repeat(n, `<xs:complexType name="t%[1]d"><xs:complexContent><xs:extension base="t:base"><xs:sequence><xs:element name="f%[1]d" type="t:base"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`), 1
	},
	"members of a substitution group": func(n int) (string, int) {
		return `<xs:element name="top" type="xs:int"/><xs:complexType name="holder"><xs:sequence><xs:element ref="t:top"/></xs:sequence></xs:complexType>` +
			repeat(n, `<xs:element name="m%d" type="xs:int" substitutionGroup="t:top"/>`), 1
	},
	"references to a substitution group": func(n int) (string, int) {
		return `<xs:element name="top" type="xs:int"/>` +
			repeat(n, `<xs:element name="m%[1]d" type="xs:int" substitutionGroup="t:top"/><xs:complexType name="t%[1]d"><xs:sequence><xs:element ref="t:top"/></xs:sequence></xs:complexType>`), 1
	},
	"a chain of substitution groups": func(n int) (string, int) {
		return `<xs:element name="m0" type="xs:int"/><xs:complexType name="holder"><xs:sequence><xs:element ref="t:m0"/></xs:sequence></xs:complexType>` +
			repeat(n, `<xs:element name="m%[2]d" type="xs:int" substitutionGroup="t:m%[1]d"/>`), 1
	},
	"a chain of groups": func(n int) (string, int) {
		return `<xs:group name="g0"><xs:sequence/></xs:group>` +
			repeat(n, `<xs:group name="g%[2]d"><xs:sequence><xs:element name="e%[2]d" type="xs:int"/><xs:group ref="t:g%[1]d"/></xs:sequence></xs:group>`) +
			fmt.Sprintf(`<xs:complexType name="holder"><xs:group ref="t:g%d"/></xs:complexType>`, n), 1
	},
	"alternatives of a pattern": func(n int) (string, int) {
		return `<xs:element name="e" type="t:s"/><xs:simpleType name="s"><xs:restriction base="xs:string"><xs:pattern value="` + repeat(n, "v%d|") + `x"/></xs:restriction></xs:simpleType>`, 1
	},
	"values of an enumeration": func(n int) (string, int) {
		return `<xs:element name="e" type="t:s"/><xs:simpleType name="s"><xs:restriction base="xs:string">` + repeat(n, `<xs:enumeration value="v%d"/>`) + `</xs:restriction></xs:simpleType>`, 1
	},
	"members of a choice": func(n int) (string, int) {
		return `<xs:complexType name="holder"><xs:choice maxOccurs="unbounded">` + repeat(n, `<xs:element name="e%d" type="xs:int"/>`) + `</xs:choice></xs:complexType>`, 1
	},
	"elements of a type": func(n int) (string, int) {
		return `<xs:complexType name="holder"><xs:sequence>` + repeat(n, `<xs:element name="e%d" type="xs:int" minOccurs="0"/>`) + `</xs:sequence></xs:complexType>`, 1
	},
	"attributes of a type": func(n int) (string, int) {
		return `<xs:complexType name="holder">` + repeat(n, `<xs:attribute name="e%d" type="xs:int"/>`) + `</xs:complexType>`, 1
	},
	"restrictions": func(n int) (string, int) {
		return `<xs:simpleType name="s0"><xs:restriction base="xs:int"/></xs:simpleType>` +
			repeat(n, `<xs:simpleType name="s%[2]d"><xs:restriction base="t:s%[1]d"><xs:minInclusive value="%[1]d"/></xs:restriction></xs:simpleType>`) +
			fmt.Sprintf(`<xs:element name="e" type="t:s%d"/>`, n), 1
	},
	"members of a union": func(n int) (string, int) {
		return repeat(n, `<xs:simpleType name="s%d"><xs:restriction base="xs:token"><xs:enumeration value="a"/></xs:restriction></xs:simpleType>`) +
			`<xs:element name="e"><xs:simpleType><xs:union memberTypes="` + repeat(n, " t:s%d") + `"/></xs:simpleType></xs:element>`, 1
	},
	"types of one name": func(n int) (string, int) {
		return repeat(n, `<xs:complexType name="t%[1]d"><xs:sequence><xs:element name="e"><xs:complexType><xs:sequence><xs:element name="inner" type="xs:int"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType>`), 1
	},
	"types that refer to each other": func(n int) (string, int) {
		return repeat(n, `<xs:complexType name="t%[1]d"><xs:sequence><xs:element name="e" type="t:t%[2]d" minOccurs="0"/></xs:sequence></xs:complexType>`) +
			fmt.Sprintf(`<xs:complexType name="t%d"><xs:sequence><xs:element name="e" type="t:t0" minOccurs="0"/></xs:sequence></xs:complexType>`, n), 1
	},
	"operations": func(n int) (string, int) { return "", n },
}

// repeat formats a text with the numbers i and i+1, for i from 0 to n-1.
func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		if strings.Contains(format, "[2]") {
			fmt.Fprintf(&b, format, i, i+1)
		} else {
			fmt.Fprintf(&b, format, i)
		}
	}
	return b.String()
}

// shapedContract writes a contract of a shape.
func shapedContract(t testing.TB, types string, operations int) string {
	text := `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shape" targetNamespace="urn:shape">
<types><xs:schema targetNamespace="urn:shape" elementFormDefault="qualified">` + types + `</xs:schema></types><message name="in"/>
<portType name="Port">` + repeat(operations, `<operation name="op%d"><input message="t:in"/></operation>`) + `</portType>
<binding name="Soap" type="t:Port"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>` +
		repeat(operations, `<operation name="op%d"><s:operation soapAction=""/><input><s:body use="literal"/></input></operation>`) + `</binding>
<service name="Shape"><port name="Soap" binding="t:Soap"><s:address location="http://localhost/"/></port></service></definitions>`
	file := filepath.Join(t.TempDir(), "shape.wsdl")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func generateShape(t testing.TB, file string) *Result {
	result, err := Generate(context.Background(), Config{Contract: file, Package: "shape", Runtime: testRuntime})
	if err != nil {
		t.Fatal(err)
	}
	return result
}
