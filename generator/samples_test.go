package generator_test

import (
	"fmt"
	"io"
	"log/slog"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/validate"
)

// TestSampleResults calls an operation whose result has one element, or two, with facets that samples have to satisfy. The
// handler, which answers with a sample, and the client validate it.
func TestSampleResults(t *testing.T) {
	restricted := func(base, facets string) string {
		return `><x:simpleType><x:restriction base="x:` + base + `">` + facets + `</x:restriction></x:simpleType></x:element>`
	}
	for _, element := range []string{
		`<x:element name="v"` + restricted("string", `<x:pattern value="[A-Z]{3}"/>`),
		`<x:element name="v"` + restricted("string", `<x:maxLength value="3"/>`),
		`<x:element name="v"` + restricted("int", `<x:minInclusive value="10"/>`),
		`<x:element name="v" minOccurs="2" maxOccurs="unbounded"` + restricted("int", `<x:minInclusive value="10"/>`),
		`<x:element name="v" maxOccurs="unbounded" type="x:int"/>`,
		`<x:element name="v"` + restricted("string", `<x:enumeration value=""/>`),
		`<x:element name="v"` + restricted("string", `<x:pattern value="\p{Nd}*"/><x:length value="5"/>`),
		`<x:element name="v"` + restricted("base64Binary", `<x:length value="256"/>`),
		`<x:element name="v"` + restricted("hexBinary", `<x:length value="4"/>`),
		`<x:element name="v"` + restricted("dateTime", `<x:pattern value="\d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?"/><x:minInclusive value="1753-01-01T00:00:00.000"/>`),
		`<x:element name="v"` + restricted("dateTime", `<x:minInclusive value="2030-01-01T00:00:00"/>`),
		`<x:any processContents="strict" namespace="##targetNamespace"/>`,
		`<x:element name="v"` + restricted("date", `<x:maxExclusive value="2020-01-01"/>`),
	} {
		for _, second := range []string{"", `<x:element name="w" type="x:string"/>`} {
			types := `<x:element name="o"><x:complexType><x:sequence/></x:complexType></x:element>
<x:element name="oResponse"><x:complexType><x:sequence>` + element + second + `</x:sequence></x:complexType></x:element>`
			const contract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:f="urn:facets" targetNamespace="urn:facets">
<types></types>
<message name="in"><part name="parameters" element="f:o"/></message><message name="out"><part name="parameters" element="f:oResponse"/></message>
<portType name="p"><operation name="o"><input message="f:in"/><output message="f:out"/></operation></portType>
<binding name="b" type="f:p"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="o"><soap:operation/>
<input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="s"><port name="p" binding="f:b"><soap:address location="http://service.example/s"/></port></service></definitions>`
			d, err := generator.Describe(t.Context(), generator.Config{Contract: "contract.wsdl", Input: withSchema([]byte(contract), types)})
			if err != nil || len(d.Services) != 1 {
				t.Fatal(err, d)
			}
			info := d.Services[0]
			for seed := range sample.Seed(3) {
				client := transport{seed.NewHandler(info, nil, soap.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))}
				caller, err := soap.NewCaller(info, "", info.Ports[0].Binding, []soap.ClientOption{soap.WithHTTPClient(client), validate.WithValidation()})
				if err != nil {
					t.Fatal(err)
				}
				if got, err := caller.Do(t.Context(), info.Operations[0], nil); err != nil || got == nil || fmt.Sprint(got) == "[]" {
					t.Errorf("seed %d: %s: %v, %v", seed, element+second, got, err)
				}
			}
		}
	}
}
