package generator_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/validate"
)

// resultContract has an operation whose response is the element oResponse.
const resultContract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:f="urn:facets" targetNamespace="urn:facets">
<types></types>
<message name="in"><part name="parameters" element="f:o"/></message><message name="out"><part name="parameters" element="f:oResponse"/></message>
<portType name="p"><operation name="o"><input message="f:in"/><output message="f:out"/></operation></portType>
<binding name="b" type="f:p"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="o"><soap:operation/>
<input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="s"><port name="p" binding="f:b"><soap:address location="http://service.example/s"/></port></service></definitions>`

// serviceOf describes the service of a contract that gets a schema.
func serviceOf(t *testing.T, text, types string) *contract.Contract {
	t.Helper()
	d, err := generator.Describe(t.Context(), generator.Config{Contract: "contract.wsdl", Input: withSchema([]byte(text), types)})
	if err != nil || len(d.Services) != 1 || d.Diagnostics.HasErrors() {
		t.Fatal(err, d)
	}
	return d.Services[0]
}

// callerOf returns a client of a handler.
func callerOf(t *testing.T, info *contract.Contract, handler http.Handler, options ...soap.ClientOption) *soap.Caller {
	t.Helper()
	caller, err := soap.NewCaller(info, "", info.Ports[0].Binding, append(options, soap.WithHTTPClient(transport{handler})))
	if err != nil {
		t.Fatal(err)
	}
	return caller
}

// TestSampleResults calls an operation whose result has one element, or two, with facets that samples have to satisfy. The
// handler, which answers with a sample, and the client validate it.
func TestSampleResults(t *testing.T) {
	restricted := func(base, facets string) string {
		return `><x:simpleType><x:restriction base="x:` + base + `">` + facets + `</x:restriction></x:simpleType></x:element>`
	}
	unique := func(kind, item, rest string) string {
		return `<x:element name="v"><x:complexType><x:sequence><x:element name="i" minOccurs="3" maxOccurs="9"` + item + rest + `</x:sequence></x:complexType>` +
			`<x:` + kind + ` name="k"><x:selector xpath="*"/><x:field xpath="."/></x:` + kind + `></x:element>`
	}
	for _, element := range []string{
		unique("unique", ` type="x:string"/>`, ""),
		unique("key", ` type="x:int"/>`, ""),
		unique("unique", restricted("string", `<x:pattern value="[A-Z]{3}"/>`), ""),
		unique("unique", restricted("string", `<x:maxLength value="2"/>`), ""),
		unique("unique", restricted("string", `<x:enumeration value="a"/><x:enumeration value="b"/><x:enumeration value="c"/>`), ""),
		unique("unique", restricted("int", `<x:minInclusive value="10"/><x:maxInclusive value="12"/>`), ""),
		unique("unique", restricted("int", `<x:maxInclusive value="-10"/>`), ""),
		unique("unique", ` type="x:dateTime"/>`, ""),
		unique("unique", ` type="x:date"/>`, ""),
		unique("unique", ` type="x:gYearMonth"/>`, ""),
		unique("unique", ` type="x:duration"/>`, ""),
		unique("unique", ` type="x:hexBinary"/>`, ""),
		unique("unique", ` type="x:language"/>`, ""),
		unique("unique", ` type="x:QName"/>`, ""),
		unique("unique", ` type="x:string"/>`, `<x:element name="j" minOccurs="2" maxOccurs="2" type="x:int"/>`),
		`<x:element name="v"><x:complexType><x:sequence>` +
			`<x:element name="k" minOccurs="2" maxOccurs="2"><x:complexType><x:attribute name="a" type="x:NCName" use="required"/></x:complexType></x:element>` +
			`<x:element name="r" minOccurs="2" maxOccurs="2" type="x:NCName"/></x:sequence></x:complexType>` +
			`<x:key name="k"><x:selector xpath="k"/><x:field xpath="@a"/></x:key><x:keyref name="r" refer="f:k"><x:selector xpath="r"/><x:field xpath="."/></x:keyref></x:element>`,
		`<x:element name="v"` + restricted("QName", `<x:enumeration xmlns:p="urn:p" value="p:n"/>`),
		`<x:element name="v"><x:complexType><x:attribute name="a" xmlns:p="urn:p" type="x:QName" fixed="p:n" use="required"/></x:complexType></x:element>`,
		`<x:element name="v"` + restricted("string", `<x:pattern value="[A-Z]{3}"/>`),
		`<x:element name="v"` + restricted("string", `<x:maxLength value="3"/>`),
		`<x:element name="v"` + restricted("int", `<x:minInclusive value="10"/>`),
		`<x:element name="v" minOccurs="2" maxOccurs="unbounded"` + restricted("int", `<x:minInclusive value="10"/>`),
		`<x:element name="v" maxOccurs="unbounded" type="x:int"/>`,
		`<x:element name="v"` + restricted("string", `<x:enumeration value=""/>`),
		`<x:element name="v"` + restricted("string", `<x:pattern value="\p{Nd}*"/><x:length value="5"/>`),
		`<x:element name="v"` + restricted("base64Binary", `<x:length value="256"/>`),
		`<x:element name="v"` + restricted("hexBinary", `<x:length value="4"/>`),
		`<x:element name="v"` + restricted("base64Binary", `<x:maxLength value="2"/>`),
		`<x:element name="v"` + restricted("string", `<x:pattern value="[a-z]{2}|[0-9]{6}"/><x:minLength value="4"/>`),
		`<x:element name="v"` + restricted("decimal", `<x:minExclusive value="0"/><x:maxExclusive value="1"/>`),
		`<x:element name="v"` + restricted("decimal", `<x:fractionDigits value="2"/><x:minInclusive value="0.01"/><x:maxExclusive value="0.05"/>`),
		`<x:element name="v" minOccurs="3" maxOccurs="9"` + restricted("int", `<x:minInclusive value="1"/><x:maxInclusive value="2"/>`),
		`<x:element name="v"><x:complexType><x:sequence><x:element name="i" minOccurs="3" maxOccurs="9"><x:complexType>` +
			`<x:attribute name="a" type="x:int" use="required"/></x:complexType></x:element></x:sequence></x:complexType></x:element>`,
		`<x:element name="v"` + restricted("dateTime", `<x:pattern value="\d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?"/><x:minInclusive value="1753-01-01T00:00:00.000"/>`),
		`<x:element name="v"` + restricted("dateTime", `<x:minInclusive value="2030-01-01T00:00:00"/>`),
		`<x:any processContents="strict" namespace="##targetNamespace"/>`,
		`<x:any processContents="lax" namespace="##other" minOccurs="2" maxOccurs="2"/>`,
		`<x:element name="v"` + restricted("decimal", `<x:totalDigits value="1"/><x:pattern value="0\.\d00"/>`),
		`<x:element name="v"` + restricted("double", `<x:pattern value="INF"/>`),
		`<x:element name="v"><x:simpleType><x:restriction><x:simpleType><x:union memberTypes="x:int x:date"/></x:simpleType><x:pattern value=".*-.*-.*"/></x:restriction></x:simpleType></x:element>`,
		`<x:element name="v"` + restricted("date", `<x:maxExclusive value="2020-01-01"/>`),
	} {
		for _, second := range []string{"", `<x:element name="w" type="x:string"/>`} {
			types := `<x:element name="o"><x:complexType><x:sequence/></x:complexType></x:element>
<x:element name="oResponse"><x:complexType><x:sequence>` + element + second + `</x:sequence></x:complexType></x:element>`
			info := serviceOf(t, resultContract, types)
			for seed := range sample.Seed(3) {
				caller := callerOf(t, info, seed.NewHandler(info, nil, soap.WithLogger(slog.New(slog.DiscardHandler))), validate.WithValidation())
				if got, err := caller.Do(t.Context(), info.Operations[0], nil); err != nil || got == nil || fmt.Sprint(got) == "[]" {
					t.Errorf("seed %d: %s: %v, %v", seed, element+second, got, err)
				}
			}
		}
	}
}

// TestBoundarySamples compares the requests with boundary values with the contract's bounds.
func TestBoundarySamples(t *testing.T) {
	restricted := func(base, facets string) string {
		return `<x:element name="v"><x:simpleType><x:restriction base="x:` + base + `">` + facets + `</x:restriction></x:simpleType></x:element>`
	}
	unbounded := func(kind string) string { return `<x:element name="v" type="x:` + kind + `"/>` }
	for _, c := range []struct{ element, low, high string }{
		{unbounded("byte"), "-128", "127"},
		{unbounded("short"), "-32768", "32767"},
		{unbounded("int"), "-2147483648", "2147483647"},
		{unbounded("long"), "-9223372036854775808", "9223372036854775807"},
		{unbounded("unsignedByte"), "0", "255"},
		{unbounded("unsignedShort"), "0", "65535"},
		{unbounded("unsignedInt"), "0", "4294967295"},
		{unbounded("unsignedLong"), "0", "18446744073709551615"},
		{unbounded("positiveInteger"), "1", "9223372036854775807"},
		{unbounded("nonNegativeInteger"), "0", "9223372036854775807"},
		{unbounded("nonPositiveInteger"), "-9223372036854775808", "0"},
		{unbounded("negativeInteger"), "-9223372036854775808", "-1"},
		{unbounded("boolean"), "false", "true"},
		{unbounded("string"), "", "sample"},
		{restricted("int", `<x:minInclusive value="-7"/><x:maxExclusive value="12"/>`), "-7", "11"},
		{restricted("decimal", `<x:minInclusive value="0.25"/><x:maxInclusive value="0.75"/>`), "0.25", "0.75"},
		{restricted("decimal", `<x:minExclusive value="0"/><x:maxExclusive value="1"/>`), "0.5", "0.5"},
		{restricted("decimal", `<x:totalDigits value="3"/>`), "1", "1"},
		{restricted("int", `<x:pattern value="[1-4]"/>`), "1", "1"},
		{restricted("string", `<x:minLength value="2"/><x:maxLength value="9"/>`), "xx", "xxxxxxxxx"},
		{restricted("token", `<x:maxLength value="3"/>`), "", "xxx"},
		{restricted("string", `<x:pattern value="[A-Z]{3}"/><x:maxLength value="5"/>`), "XXX", "XXX"},
		{restricted("string", `<x:enumeration value="a"/><x:enumeration value="b"/><x:enumeration value="c"/>`), "a", "c"},
		{`<x:element name="v" type="x:int" fixed="3"/>`, "3", "3"},
		{`<x:element name="v" type="x:boolean" maxOccurs="4"/>`, "false", "true false true false"},
		{`<x:element name="v" type="x:boolean" minOccurs="2" maxOccurs="unbounded"/>`, "false false", "true false true"},
		{`<x:element name="v" type="x:boolean" minOccurs="0"/>`, "-", "true"},
	} {
		types := `<x:element name="o"><x:complexType><x:sequence>` + c.element + `</x:sequence></x:complexType></x:element>` +
			`<x:element name="oResponse"><x:complexType><x:sequence/></x:complexType></x:element>`
		info := serviceOf(t, resultContract, types)
		low, err := sample.MinRequest(info, info.Operations[0])
		if got := sent(t, info, low); err != nil || got != c.low {
			t.Errorf("%s: %q, want %q (%v)", c.element, got, c.low, err)
		}
		high, err := sample.MaxRequest(info, info.Operations[0])
		if got := sent(t, info, high); err != nil || got != c.high {
			t.Errorf("%s: %q, want %q (%v)", c.element, got, c.high, err)
		}
	}
}

// valueOf finds the elements v of a message.
var valueOf = regexp.MustCompile(`<v>([^<]*)</v>`)

// sent returns the values of the elements v that a client sends in a request, - if there is none.
func sent(t *testing.T, info *contract.Contract, request any) string {
	t.Helper()
	var values []string
	caller := callerOf(t, info, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		for _, v := range valueOf.FindAllSubmatch(body, -1) {
			values = append(values, string(v[1]))
		}
	}), validate.WithValidation())
	_, _ = caller.Do(t.Context(), info.Operations[0], request) // the answer is no envelope
	if values == nil {
		return "-"
	}
	return strings.Join(values, " ")
}

// TestNoSample reads why there is no sample of a result: in what describe shows, and in the fault that a handler answers with.
func TestNoSample(t *testing.T) {
	for _, c := range []struct{ base, facets, want string }{
		{"string", `<x:pattern value="[A-Z]{3}|a"/><x:minLength value="5"/>`, "pattern [A-Z]{3}|a and minLength 5"},
		{"int", `<x:pattern value="[0-4]"/><x:minInclusive value="5"/>`, "pattern [0-4] and minInclusive 5"},
		{"int", `<x:pattern value="[a-z]"/>`, "pattern [a-z]"},
		{"decimal", `<x:minInclusive value="100"/><x:totalDigits value="2"/>`, "minInclusive 100 and totalDigits 2"},
		{"boolean", `<x:pattern value="yes"/>`, "pattern yes"},
	} {
		checkNoSample(t, `<x:element name="v"><x:simpleType><x:restriction base="x:`+c.base+`">`+c.facets+`</x:restriction></x:simpleType></x:element>`, "no value of v was found that satisfies "+c.want)
	}
	checkNoSample(t, `<x:element name="v" type="x:int" minOccurs="101" maxOccurs="200"/>`, "there must be at least 101 elements v, and samples have at most 100")
}

func checkNoSample(t *testing.T, element, want string) {
	t.Helper()
	types := `<x:element name="o"><x:complexType><x:sequence/></x:complexType></x:element>
<x:element name="oResponse"><x:complexType><x:sequence>` + element + `</x:sequence></x:complexType></x:element>`
	info := serviceOf(t, resultContract, types)
	caller := callerOf(t, info, sample.NewHandler(info, soap.WithLogger(slog.New(slog.DiscardHandler))))
	if _, err := caller.Do(t.Context(), info.Operations[0], nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	outline, err := generator.OutlineOf(t.Context(), generator.Config{Contract: "contract.wsdl", Input: withSchema([]byte(resultContract), types)})
	if err != nil {
		t.Fatal(err)
	}
	if err := outline.AddSamples(t.Context(), outline.Outline); err != nil {
		t.Fatal(err)
	}
	if got := outline.Outline.Services[0].Operations[0].Samples[0]; !strings.Contains(got.Error, want) || got.Request == "" {
		t.Errorf("describe shows %+v, want %s", got, want)
	}
}
