package instance_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/conformance/instance"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
)

const orders = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" xmlns="urn:t" elementFormDefault="qualified">
<xs:complexType name="item"><xs:sequence><xs:element name="name" type="xs:token"/></xs:sequence></xs:complexType>
<xs:complexType name="book"><xs:complexContent><xs:extension base="item"/></xs:complexContent></xs:complexType>
<xs:element name="order"><xs:complexType><xs:sequence><xs:element name="number" type="xs:decimal"/><xs:element name="item" type="item"/>
<xs:element name="kind" type="xs:QName"/><xs:element name="code" nillable="true" type="xs:string"/></xs:sequence>
<xs:attribute name="id"/></xs:complexType></xs:element></xs:schema>`

func TestCompare(t *testing.T) {
	files := fstest.MapFS{"t.xsd": {Data: []byte(orders)}}
	set, err := component.Read(&contract.DocumentSet{Files: files, Documents: []contract.Document{{File: "t.xsd"}}})
	if err != nil {
		t.Fatal(err)
	}
	const doc = `<a:order xmlns:a="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="x"><a:number>1.50</a:number>` +
		`<a:item xsi:type="a:book"><a:name>n</a:name></a:item><a:kind>a:k</a:kind><a:code xsi:nil="true"/></a:order>`
	same := `<?xml version="1.0"?><order id="x" xmlns="urn:t" xmlns:q="urn:t" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><!-- x -->
		<number>+1.5</number> <item i:type="q:book"><name> n </name></item><kind>q:k</kind><code i:nil="1"></code></order>`
	if err := instance.Compare(set, []byte(doc), []byte(same)); err != nil {
		t.Error(err)
	}
	for _, change := range [][2]string{
		{"+1.5", "+1.51"}, {"q:k", "i:k"}, {"<kind>q:k</kind>", "<kinds>q:k</kinds>"}, {"<name> n </name>", ""},
		{` id="x"`, ""}, {`id="x"`, `id="y"`}, {`id="x"`, `id="x" more="1"`}, {`i:type="q:book"`, ""}, {` i:nil="1"`, ""},
		{"</order>", "<x/></order>"}, {"</order>", "text</order>"}, {"</order>", ""},
	} {
		if instance.Compare(set, []byte(doc), []byte(strings.Replace(same, change[0], change[1], 1))) == nil {
			t.Errorf("there is no difference after replacing %s by %s", change[0], change[1])
		}
	}
}
