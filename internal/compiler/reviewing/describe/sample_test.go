package describe_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// TestSampleGroups makes samples of repeated groups: those that must be there are written as often as they must, in full.
// References of an rpc message to IDs need no element with the ID, because its parts are not a document of the schema.
func TestSampleGroups(t *testing.T) {
	samples := make(map[string]string)
	for _, op := range of(t, "testdata/groups.wsdl").Services[0].Operations {
		if len(op.Samples) != 1 || op.Samples[0].Error != "" {
			t.Fatalf("%s: %d samples: %+v", op.Name, len(op.Samples), *op.Samples[0])
		}
		samples[op.Name] = op.Samples[0].Body
	}
	var names []string
	for _, line := range strings.Split(samples["change"], "\n") {
		if line, ok := strings.CutPrefix(strings.TrimSpace(line), "<"); ok && !strings.HasPrefix(line, "/") {
			names = append(names, line[:strings.IndexAny(line, " >")])
		}
	}
	want := strings.Fields("soap:Envelope soap:Body tns:change tns:insert tns:key tns:value tns:from tns:to tns:from tns:to")
	if !slices.Equal(names, want) {
		t.Errorf("got the elements %q, want %q", names, want)
	}
	if !strings.Contains(samples["follow"], "<all>sample</all>") {
		t.Errorf("got %s", samples["follow"])
	}
}

// TestElementOfRPC describes a part of an rpc message that is an element: it is in the wrapper, also if it is the only one.
func TestElementOfRPC(t *testing.T) {
	const want = "    request  element store  Go *Store\n      wrapped  wrapped  Go Wrapped Wrapped\n        key  xs:string  Go Key string\n"
	if text := written(t, of(t, "testdata/groups.wsdl", "store"), (*generator.Outline).Text); !strings.Contains(text, want) {
		t.Errorf("got\n%s, want\n%s", text, want)
	}
}

// TestSampleResponses makes samples of operations that share their request, so that the action chooses between them, and of one
// with a simple result in SOAP encoding, whose prefixes are declared.
func TestSampleResponses(t *testing.T) {
	for _, op := range of(t, "testdata/shared-request.wsdl").Services[0].Operations {
		if response := op.Samples[0].Response; !strings.Contains(response, ":"+op.Name+" ") {
			t.Errorf("%s: %s", op.Name, response)
		}
	}
	response := of(t, "testdata/encoded.wsdl").Services[0].Operations[0].Samples[0].Response
	for _, want := range []string{`<r xsi:type="xsd:boolean">`, ` xmlns:xsi="`, ` xmlns:xsd="`} {
		if !strings.Contains(response, want) {
			t.Errorf("%s is missing in %s", want, response)
		}
	}
}

// TestPrefixes: a namespace has the same prefix in the trees and in the messages of a page.
func TestPrefixes(t *testing.T) {
	folder := t.TempDir()
	testfile.Write(t, filepath.Join(folder, "c.xsd"), `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:c" elementFormDefault="qualified">
<xs:complexType name="Car"><xs:sequence><xs:element name="plate" type="xs:string"/></xs:sequence></xs:complexType></xs:schema>`)
	contract := filepath.Join(folder, "cars.wsdl")
	testfile.Write(t, contract, `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t"><types>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:c-2="urn:c" targetNamespace="urn:t" elementFormDefault="qualified"><xs:import namespace="urn:c" schemaLocation="c.xsd"/>
<xs:element name="add"><xs:complexType><xs:sequence><xs:element name="car" type="c-2:Car"/></xs:sequence></xs:complexType></xs:element></xs:schema></types>
<message name="in"><part name="p" element="t:add"/></message><portType name="T"><operation name="add"><input message="t:in"/></operation></portType>
<binding name="B" type="t:T"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="add"><soap:operation/><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`)
	page := of(t, contract)
	for text, wants := range map[string][]string{
		written(t, page, (*generator.Outline).Markdown): {"| `c-2` | `urn:c` |", "`c-2:plate`", "<c-2:plate>sample</c-2:plate>"},
		written(t, page, (*generator.Outline).Text):     {"prefix c-2  urn:c", " c-2:Car", "<c-2:plate>sample</c-2:plate>"},
	} {
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s is not in\n%s", want, text)
			}
		}
	}
}
