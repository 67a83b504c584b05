package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
)

const library = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:t="urn:library" targetNamespace="urn:library">
  <types><xs:schema targetNamespace="urn:library" elementFormDefault="qualified">
    <xs:complexType name="thing"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence><xs:attribute name="lang" type="xs:language"/></xs:complexType>
    <xs:complexType name="book"><xs:complexContent><xs:extension base="t:thing"><xs:sequence>
      <xs:element name="title" type="xs:string"/><xs:group ref="t:marks"/><xs:element ref="t:item"/><xs:any namespace="##other" minOccurs="0"/>
    </xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:complexType name="film"><xs:complexContent><xs:extension base="t:thing"><xs:sequence>
      <xs:element name="length" type="t:length"/><xs:group ref="t:marks"/>
    </xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:simpleType name="length"><xs:restriction base="xs:int"><xs:maxInclusive value="900"/></xs:restriction></xs:simpleType>
    <xs:group name="marks"><xs:sequence><xs:element name="mark" type="xs:string" minOccurs="0"/></xs:sequence></xs:group>
    <xs:element name="item" type="xs:string"/>
    <xs:element name="special" type="xs:string" substitutionGroup="t:item"/>
    <xs:element name="put"><xs:complexType><xs:sequence><xs:element name="book" type="t:book"/><xs:element name="film" type="t:film"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="get" type="t:film"/>
  </xs:schema></types>
  <message name="put"><part name="parameters" element="t:put"/></message>
  <message name="get"><part name="parameters" element="t:get"/></message>
  <portType name="library">
    <operation name="put"><input message="t:put"/><output message="t:get"/></operation>
    <operation name="get"><input message="t:get"/><output message="t:put"/></operation>
  </portType>
  <binding name="soap" type="t:library"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="put"><soap:operation soapAction="urn:library/put"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
    <operation name="get"><soap:operation soapAction="urn:library/get"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="Library"><port name="soap" binding="t:soap"><soap:address location="https://host.example/"/></port></service>
</definitions>
`

// TestOneCause compares versions in which one change makes a difference in many components: there are few findings.
func TestOneCause(t *testing.T) {
	for _, test := range []struct{ name, old, new, want string }{
		{"a namespace", `"urn:library"`, `"urn:library:2"`, `
element-form: type thing, element id: 6
message-namespace: operation get, result: 3`},
		{"elementFormDefault", ` elementFormDefault="qualified"`, ``, `
element-form: type thing, element id: 5`},
		{"the form of attributes", `<xs:attribute name="lang"`, `<xs:attribute form="qualified" name="lang"`, `
attribute-form: type thing, attribute lang: 0`},
		{"SOAPActions", `soapAction="urn:library/`, `soapAction="urn:library:2/`, `
soap-action: operation put: 1`},
		{"the type of an inherited element", `name="id" type="xs:int"`, `name="id" type="xs:long"`, `
type-widened: type thing, element id: 0`},
		{"a new inherited element", `name="id" type="xs:int"/>`, `name="id" type="xs:int"/><xs:element name="n" type="xs:int"/>`, `
element-added-required: type thing, element n: 0`},
		{"an inherited element that is removed", `<xs:element name="id" type="xs:int"/>`, ``, `
element-removed-required: type thing, element id: 0`},
		{"an element of a group", `name="mark" type="xs:string"`, `name="mark" type="xs:token"`, `
type-narrowed: group marks, element mark: 0`},
		{"a new inherited attribute", `<xs:attribute name="lang"`, `<xs:attribute name="n"/><xs:attribute name="lang"`, `
attribute-added-optional: type thing, attribute n: 0`},
		{"an inherited attribute that is removed", `<xs:attribute name="lang" type="xs:language"/>`, ``, `
attribute-removed-optional: type thing, attribute lang: 0`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !strings.Contains(library, test.old) {
				t.Fatal("the contract does not change")
			}
			old, new := examples.Contract(t, library), examples.Contract(t, strings.ReplaceAll(library, test.old, test.new))
			found := diff.Compare(old, new)
			got := ""
			for _, f := range found {
				got += fmt.Sprintf("\n%s: %s: %d", f.Rule, f.Component, len(f.Also))
			}
			if got != test.want {
				t.Errorf("got%s\nwant%s\n%s", got, test.want, diff.Text(found))
			}
			checkMirrored(t, found, diff.Compare(new, old))
		})
	}
}

// TestItemsOfArray changes the type of the items of an array, which fields with the array hold: the array alone is reported.
func TestItemsOfArray(t *testing.T) {
	old, new := examples.Versions(t, examples.Example{Frame: "rpc", Old: `wsdl:arrayType="xs:int[]"`, New: `wsdl:arrayType="xs:string[]"`})
	found := diff.Compare(examples.Contract(t, old), examples.Contract(t, new))
	var places []string
	for _, f := range found {
		if f.Rule == "go-type" {
			places = append(places, f.Component)
		}
	}
	if want := []string{"Go type Numbers, field Items"}; !slices.Equal(places, want) {
		t.Errorf("got %s, want %s", places, want)
	}
}
