package browser_test

import (
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/page"
)

// An operation is an operation of a contract of the test.
type operation struct{ name, documentation string }

// long is a name of 200 characters.
var long = strings.Repeat("Llanfairpw", 20)

// writeContract writes a contract with operations over SOAP 1.1, SOAP 1.2 and HTTP GET, each with three parameters.
func writeContract(t *testing.T, path, documentation string, operations []operation) {
	t.Helper()
	var types, messages, soapPort, httpPort, soapBinding, httpBinding strings.Builder
	for _, o := range operations {
		fmt.Fprintf(&types, `<xs:element name="%[1]s"><xs:complexType><xs:sequence>
			<xs:element name="Text" type="xs:string" minOccurs="0"/><xs:element name="Number" type="xs:int"/><xs:element name="Colour" type="t:Colour"/>
			<xs:element name="`+long+`" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
			<xs:element name="%[1]sResponse"><xs:complexType><xs:sequence>
			<xs:element name="%[1]sResult" type="t:Items" minOccurs="0"/>
			</xs:sequence></xs:complexType></xs:element>`, o.name)
		fmt.Fprintf(&messages, `<message name="%[1]sIn"><part name="parameters" element="t:%[1]s"/></message>
			<message name="%[1]sOut"><part name="parameters" element="t:%[1]sResponse"/></message>
			<message name="%[1]sGetIn"><part name="Text" type="xs:string"/><part name="Number" type="xs:string"/><part name="Colour" type="xs:string"/><part name="`+long+`" type="xs:string"/></message>
			<message name="%[1]sGetOut"><part name="Body" element="t:Items"/></message>`, o.name)
		described := fmt.Sprintf(`<operation name="%s"><documentation>%s</documentation>`, o.name, escape(o.documentation))
		fmt.Fprintf(&soapPort, `%s<input message="t:%[2]sIn"/><output message="t:%[2]sOut"/></operation>`, described, o.name)
		fmt.Fprintf(&httpPort, `%s<input message="t:%[2]sGetIn"/><output message="t:%[2]sGetOut"/></operation>`, described, o.name)
		fmt.Fprintf(&soapBinding, `<operation name="%[1]s"><SOAP:operation soapAction="urn:large/%[1]s" style="document"/>
			<input><SOAP:body use="literal"/></input><output><SOAP:body use="literal"/></output></operation>`, o.name)
		fmt.Fprintf(&httpBinding, `<operation name="%[1]s"><http:operation location="/%[1]s"/><input><http:urlEncoded/></input>
			<output><mime:mimeXml part="Body"/></output></operation>`, o.name)
	}
	soap := func(prefix string) string { return strings.ReplaceAll(soapBinding.String(), "SOAP:", prefix+":") }
	text := `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:large"
		xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
		xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" targetNamespace="urn:large">
		<types><xs:schema targetNamespace="urn:large" elementFormDefault="qualified">
		<xs:simpleType name="Colour"><xs:restriction base="xs:string"><xs:enumeration value="red"><xs:annotation><xs:documentation>Warm.</xs:documentation></xs:annotation></xs:enumeration><xs:enumeration value="` + escape(hostile[0]) + `"/></xs:restriction></xs:simpleType>
		<xs:complexType name="Item"><xs:annotation><xs:documentation>` + escape(documentation) + `</xs:documentation></xs:annotation>
		<xs:sequence><xs:element name="Name" type="xs:string"/><xs:element name="Size" type="xs:decimal"/><xs:element name="` + long + `" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
		<xs:complexType name="Items"><xs:sequence><xs:element name="Item" type="t:Item" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
		<xs:element name="Items" type="t:Items"/>
		` + types.String() + `</xs:schema></types>` + messages.String() + `
		<portType name="Large">` + soapPort.String() + `</portType><portType name="LargeGet">` + httpPort.String() + `</portType>
		<binding name="Soap11" type="t:Large"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>` + soap("soap") + `</binding>
		<binding name="Soap12" type="t:Large"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>` + soap("soap12") + `</binding>
		<binding name="Get" type="t:LargeGet"><http:binding verb="GET"/>` + httpBinding.String() + `</binding>
		<service name="Large"><documentation>` + escape(documentation) + `</documentation>
		<port name="Soap11" binding="t:Soap11"><soap:address location="http://127.0.0.1/large"/></port>
		<port name="Soap12" binding="t:Soap12"><soap12:address location="http://127.0.0.1/large"/></port>
		<port name="Get" binding="t:Get"><http:address location="http://127.0.0.1/large"/></port></service></definitions>`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a Builder takes everything
	}
	return b.String()
}

// serveContract serves a contract whose service is Large with its service page, at /large.
func serveContract(t *testing.T, documentation string, operations []operation) *server {
	t.Helper()
	file := filepath.Join(t.TempDir(), "large.wsdl")
	writeContract(t, file, documentation, operations)
	d, err := generator.Describe(t.Context(), generator.Config{Contract: file})
	if err != nil || d.Diagnostics.HasErrors() {
		t.Fatal(err, d)
	}
	call := func(context.Context, *contract.Operation, any) (any, error) { return nil, soap.ErrNotOffered }
	return serveHandler(t, soap.NewHandler(d.Services[0], d.Documents, call, []soap.HandlerOption{page.Service()}))
}
