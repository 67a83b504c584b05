package generator_test

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/testing/golden"
)

// library is a schema that several contracts import.
const library = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:library" targetNamespace="urn:library" elementFormDefault="qualified">
  <xs:complexType name="book"><xs:sequence>
    <xs:element name="title" type="xs:string"/><xs:element name="shelf" type="shelf" minOccurs="0"/><xs:element name="extra" type="xs:anyType" minOccurs="0"/>
    <xs:any namespace="urn:b urn:z" minOccurs="0"/>
  </xs:sequence><xs:anyAttribute namespace="##other"/></xs:complexType>
  <xs:complexType name="unused"><xs:sequence><xs:element name="genre" type="genre"/></xs:sequence></xs:complexType>
  <xs:complexType name="novel"><xs:complexContent><xs:extension base="book"/></xs:complexContent></xs:complexType>
  <xs:simpleType name="genre"><xs:restriction base="xs:string"><xs:enumeration value="crime"/></xs:restriction></xs:simpleType>
  <xs:complexType name="shelf"><xs:attribute name="row" type="xs:int"/></xs:complexType>
  <xs:element name="lend"><xs:complexType><xs:sequence><xs:element name="book" type="book"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="lent"><xs:complexType><xs:sequence><xs:element name="until" type="xs:date"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`

// contractOf returns a contract that imports library and declares other types. input and output
// are the elements of its messages.
func contractOf(name, types, input, output string) string {
	return fmt.Sprintf(`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:l="urn:library" xmlns:tns="urn:%[1]s" targetNamespace="urn:%[1]s">
  <types><xs:schema targetNamespace="urn:%[1]s"><xs:import namespace="urn:library" schemaLocation="library.xsd"/>%[2]s</xs:schema></types>
  <message name="in"><part name="body" element="%[3]s"/></message>
  <message name="out"><part name="body" element="%[4]s"/></message>
  <portType name="P"><operation name="lend"><input message="tns:in"/><output message="tns:out"/></operation>
    <operation name="other"><input message="tns:out"/><output message="tns:in"/></operation></portType>
  <binding name="B" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="lend"><soap:operation/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
    <operation name="other"><soap:operation/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="%[1]s"><port name="B" binding="tns:B"><soap:address location="http://%[1]s.example/"/></port></service>
</definitions>`, name, types, input, output)
}

// TestSharedPackage generates the package of one namespace from several contracts that
// use it in different ways. The package must be the same.
func TestSharedPackage(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "library.xsd"), []byte(library))
	contracts := map[string]string{
		"a": contractOf("a", "", "l:lend", "l:lent"),
		"b": contractOf("b", `<xs:element name="ask" type="l:book"/><xs:element name="answer" type="xs:anyType"/><xs:element name="bare" type="xs:QName"/>`, "tns:ask", "tns:answer"),
		"z": contractOf("z", `<xs:element name="lend"><xs:complexType><xs:attribute name="genre" type="l:genre"/></xs:complexType></xs:element>`, "tns:lend", "l:lent"),
	}
	var first map[string]string
	for name, text := range contracts {
		writeFile(t, filepath.Join(dir, name+".wsdl"), []byte(text))
		for _, operations := range [][]string{nil, {"other"}} {
			result, err := generator.Generate(context.Background(), generator.Config{
				Contract: filepath.Join(dir, name+".wsdl"), Package: name, Operations: operations,
				Runtime: "m.example/rt", Module: "m.example", ImportPath: "m.example/" + name,
				Packages: []generator.NamespacePackage{{Namespace: "urn:library", ImportPath: "m.example/rtlibrary"}},
			})
			if err != nil || result.Files == nil {
				t.Fatalf("%s: %v\n%s", name, err, result.Diagnostics)
			}
			files := make(map[string]string)
			for _, f := range result.Files {
				if strings.HasPrefix(f.Name, "../rtlibrary/") {
					files[f.Name] = string(f.Data)
				}
			}
			if first == nil {
				first = files
			}
			for file, text := range files {
				if text != first[file] {
					t.Errorf("%s, generated from %s, operations %v, is\n%s\nand from another contract\n%s", file, name, operations, text, first[file])
				}
			}
			if len(files) != len(first) || len(files) < 3 {
				t.Errorf("%s, operations %v: %d files, want %d and at least 3", name, operations, len(files), len(first))
			}
		}
	}
}

// TestRuntimeConfig checks the errors in the fields Runtime and Optional.
func TestRuntimeConfig(t *testing.T) {
	for want, config := range map[string]generator.Config{
		"the import path of the run-time is missing":     {Contract: railContract},
		`the run-time has no optional package "encoded"`: {Contract: railContract, Runtime: golden.Runtime, Optional: []string{"page", "encoded"}},
	} {
		result, err := generator.Generate(context.Background(), config)
		if err != nil || result.Files != nil || !strings.Contains(result.Diagnostics.String(), want) {
			t.Errorf("%v\n%s\nwant %s", err, result.Diagnostics, want)
		}
	}
}

var (
	targetNamespace = regexp.MustCompile(`(?s)<(?:\w+:)?definitions\b[^>]*\btargetNamespace="([^"]+)"`)
	prefixInTable   = regexp.MustCompile(`\{URI: "([^"]*)"(?:, Prefix: "([^"]*)")?`)
)

// prefixesIn returns the prefixes of a namespace table by URI.
func prefixesIn(contract []byte) map[string]string {
	prefixes := make(map[string]string)
	for _, m := range prefixInTable.FindAllSubmatch(contract, -1) {
		prefixes[string(m[1])] = string(m[2])
	}
	return prefixes
}

// withPrefixes replaces the prefixes of namespaces in markup and tables.
func withPrefixes(data []byte, from, to map[string]string) []byte {
	for uri, old := range from {
		name, prefix := to[uri], to[uri]
		if name != "" {
			prefix += ":"
		}
		data = bytes.ReplaceAll(data, []byte(`Prefix: "`+old+`"`), []byte(`Prefix: "`+name+`"`))
		data = bytes.ReplaceAll(data, []byte(old+":"), []byte(prefix))
	}
	return data
}
