package compiler_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/writing/tolerate"
	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/contract"
)

// document has errors in most lines.
const document = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"><types><xs:schema targetNamespace="urn:t">
<xs:element name="get" type="t:Base"/><xs:complexType name="Base"><xs:sequence/></xs:complexType>
<xs:complexType name="Derived"><xs:complexContent><xs:extension base="t:Base"><xs:attribute name="a" type="t:derived"/></xs:extension></xs:complexContent></xs:complexType>
<xs:element name="put"><xs:complexType><xs:group ref="t:group"/></xs:complexType></xs:element>
<xs:group name="group"><xs:sequence><xs:element name="a" type="t:group"/></xs:sequence></xs:group>
<xs:simpleType name="Range"><xs:restriction base="xs:int"><xs:minInclusive value="5"/><xs:maxInclusive value="1"/></xs:restriction></xs:simpleType>
<xs:element name="unused" type="t:absent"/></xs:schema></types><message name="get"><part name="p" element="t:get"/></message><message name="put"><part name="p" element="t:put"/></message>
<message name="head"><part name="p" element="t:head"/></message>
<portType name="P"><operation name="get"><input message="t:get"/></operation><operation name="put"><input message="t:put"/></operation></portType>
<binding name="B11" type="t:P"><soap:binding/><operation name="get"><soap:operation soapAction=""/><input><soap:body/></input></operation>
<operation name="put"><soap:operation soapAction=""/><input><soap:body parts="p put"/></input></operation></binding>
<binding name="B12" type="t:P"><soap12:binding/><operation name="get"><input><soap12:body/><soap12:header message="t:head" part="p"/></input></operation></binding>
<binding name="Queue" type="t:P"><soap:binding transport="urn:queue"/><operation name="get"><input><soap:body parts="p queue"/></input></operation></binding>
<service name="S"><port name="P11" binding="t:B11"/><port name="P12" binding="t:B12"/>
<port name="Typo" binding="t:typo"/></service></definitions>`

// TestTolerate compares the lines with errors that remain.
func TestTolerate(t *testing.T) {
	soap11, get := []contract.Binding{contract.SOAP11}, []string{"get"}
	for _, c := range []struct {
		name   string
		config tolerate.Config
		want   string
	}{
		{"everything is selected", tolerate.Config{}, "3 5 6 8 11 15"},
		{"a binding", tolerate.Config{Bindings: soap11}, "3 5 6 11 15"},
		{"a port", tolerate.Config{Ports: []string{"P11"}}, "3 5 11"},
		{"the other port", tolerate.Config{Ports: []string{"S/P12"}}, "3 5 8"},
		{"an operation of a port", tolerate.Config{Ports: []string{"P11"}, Operations: get}, "3"},
		{"an operation", tolerate.Config{Operations: get}, "3 8 15"},
		{"the same with all elements", tolerate.Config{Operations: get, Elements: true}, "3 5 6 7 8 15"},
		{"a rule", tolerate.Config{Rules: []string{diag.PartMissing}}, "3 5 6 8 15"},
		{"two rules", tolerate.Config{Rules: []string{diag.Unresolved, diag.BadFacet}}, "6 11"},
		{"all rules", tolerate.Config{All: true}, ""},
	} {
		set, _ := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(fstest.MapFS{"main.wsdl": {Data: []byte(document)}})})
		model, found := c.config.Resolve(set)
		found.Add(c.config.Tolerate(set, xsdcheck.Check(model.Schemas))...)
		if got := lines(found.Only(diag.Error)); got != c.want {
			t.Errorf("%s: errors in the lines %s, want %s\n%s", c.name, got, c.want, found)
		}
	}
}

// TestLimitTolerate follows the references of many components with one name, and of a long chain. Following those of each name
// again would exceed the bound.
func TestLimitTolerate(t *testing.T) {
	n, bound := cost.Scaled(40_000), cost.Scaled(5*time.Second)
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<xs:complexType name="Base"><xs:complexContent><xs:extension base="t:Base"/></xs:complexContent></xs:complexType>
<xs:element name="e%d" type="t:Base" substitutionGroup="t:e%d"/>`, i, i+1)
	}
	text := strings.Replace(document, "</xs:schema>", b.String()+"</xs:schema>", 1)
	set, _ := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(fstest.MapFS{"main.wsdl": {Data: []byte(text)}})})
	start := cost.CPU()
	_, found := tolerate.Config{Ports: []string{"P11"}, Operations: []string{"get"}}.Resolve(set)
	took := cost.CPU() - start
	t.Logf("limit: %d components with one name, a chain of %[1]d | %v | %v", n, bound, took.Round(time.Millisecond))
	if took > bound || !found.HasErrors() {
		t.Errorf("%d diagnostics after %v", len(found), took)
	}
}

// lines returns the lines of errors in order, each once.
func lines(found diag.List) string {
	var all []string
	for _, d := range found.Sorted() {
		line, _, _ := strings.Cut(strings.TrimPrefix(d.Pos.String(), "main.wsdl:"), ":")
		if len(all) == 0 || all[len(all)-1] != line {
			all = append(all, line)
		}
	}
	return strings.Join(all, " ")
}
