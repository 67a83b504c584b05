package flatten_test

import (
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
)

// TestGoNamesStay flattens documents that have several prefixes for two namespaces with types and a fault of one name: the Go names
// are those of the documents.
func TestGoNamesStay(t *testing.T) {
	schema := func(own, other, more string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ` + more + ` targetNamespace="urn:` + own + `" elementFormDefault="qualified">
<xs:import namespace="urn:` + other + `" schemaLocation="` + other + `.xsd"/>
<xs:complexType name="Stop"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
<xs:element name="` + own + `"><xs:complexType><xs:sequence><xs:element name="Stop"><xs:complexType><xs:attribute name="code" type="xs:string"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
<xs:element name="Lost" type="o:Stop" xmlns:o="urn:` + own + `"/></xs:schema>`)}
	}
	config := load.Config{Main: "fs:///main.wsdl", Read: load.FS(fstest.MapFS{
		"trips.xsd": schema("trips", "stops", `xmlns:tns="urn:trips" xmlns:halt="urn:stops"`),
		"stops.xsd": schema("stops", "trips", `xmlns:place="urn:stops" xmlns:ride="urn:trips"`),
		"main.wsdl": {Data: []byte(`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:t="urn:main" xmlns:journey="urn:trips" xmlns:bus="urn:stops" targetNamespace="urn:main">
<types><xs:schema><xs:import namespace="urn:trips" schemaLocation="trips.xsd"/><xs:import namespace="urn:stops" schemaLocation="stops.xsd"/></xs:schema></types>
<message name="in"><part name="p" element="journey:trips"/></message><message name="out"><part name="p" element="bus:stops"/></message><message name="Lost"><part name="p" element="bus:Lost"/></message>
<portType name="P"><operation name="find"><input message="t:in"/><output message="t:out"/><fault name="Lost" message="t:Lost"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="find"><soap:operation soapAction="f"/>
<input><soap:body use="literal"/></input><output><soap:body use="literal"/></output><fault name="Lost"><soap:fault name="Lost" use="literal"/></fault></operation></binding>
<service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`)},
	})}
	original := read(config, nil)
	if original.diags.HasErrors() || original.pkg == nil {
		t.Fatal(original.diags)
	}
	checkForms(t, original, config, false)
}
