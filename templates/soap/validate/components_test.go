package validate_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// source has the documents that a table is made of.
type source struct{ set *contract.DocumentSet }

func (s *source) Documents() *contract.DocumentSet { return s.set }

// tableOf returns a table of documents, without descriptions of values.
func tableOf(documents *contract.DocumentSet) *schema.Table {
	return &schema.Table{Namespaces: []schema.Namespace{{}}, Source: &source{documents}}
}

// TestComponentsRenamed validates documents with other namespaces than those of the schema, which problems do not show.
func TestComponentsRenamed(t *testing.T) {
	m := schemaModel(t, `<xs:element name="x"><xs:complexType><xs:sequence><xs:any namespace="##targetNamespace" processContents="lax"/><xs:any namespace="##other" processContents="lax"/></xs:sequence></xs:complexType></xs:element>`,
		map[string]string{"urn:new": "urn:t"})
	for doc, want := range map[string]string{
		`<x xmlns="urn:new"><a/><b xmlns="urn:b"/></x>`: "",
		`<x xmlns="urn:new"><a xmlns="urn:t2"/></x>`:    `/x/a (line 1, column 20): the element is not allowed here: an element of the namespace "urn:new" is expected`,
		`<x xmlns="urn:new"><a/><a/></x>`:               `/x/a (line 1, column 24): the element is not allowed here: an element of a namespace other than "urn:new" is expected`,
	} {
		if err := validate.Document(m.Types, []byte(doc)); want == "" && err != nil || want != "" && fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", doc, err, want)
		}
	}
}

// schemaModel returns the model of a schema for urn:t.
func schemaModel(t *testing.T, content string, names map[string]string) validate.Model {
	t.Helper()
	text := `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">` + content + `</xs:schema>`
	documents := &contract.DocumentSet{Files: fstest.MapFS{"t.xsd": {Data: []byte(text)}}, Documents: []contract.Document{{File: "t.xsd"}}}
	table := tableOf(documents)
	table.Namespaces = append(table.Namespaces, schema.Namespace{URI: "urn:t"})
	for from, to := range names {
		documents.Replaced = append(documents.Replaced, contract.ReplacedNamespace{From: to, NS: 1})
		table.Namespaces[1].URI = from
	}
	m, err := validate.ModelOf(table)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestLargeContentModels validates with content models that are too large. They allow anything, as in a table.
func TestLargeContentModels(t *testing.T) {
	var groups, members, references strings.Builder
	for i := range 64 {
		fmt.Fprintf(&groups, `<xs:group name="g%d"><xs:sequence><xs:group ref="t:g%d"/><xs:group ref="t:g%[2]d"/></xs:sequence></xs:group>`, i, i+1)
	}
	for i := range 1000 {
		fmt.Fprintf(&members, `<xs:element name="m%d" substitutionGroup="t:h"/>`, i)
		references.WriteString(`<xs:element ref="t:h"/>`)
	}
	for what, content := range map[string]string{
		"groups":      groups.String() + `<xs:group name="g64"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group><xs:element name="x"><xs:complexType><xs:group ref="t:g0"/></xs:complexType></xs:element>`,
		"substitutes": members.String() + `<xs:element name="h"/><xs:element name="x"><xs:complexType><xs:sequence>` + references.String() + `</xs:sequence></xs:complexType></xs:element>`,
	} {
		m := schemaModel(t, content, nil)
		if err := validate.Document(m.Types, []byte(`<t:x xmlns:t="urn:t"><any/></t:x>`)); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestUnionsOfUnions validates a type in place of a union whose members have the same members: there are 2^64 ways to it.
func TestUnionsOfUnions(t *testing.T) {
	var types strings.Builder
	for i := range 64 {
		for _, name := range []string{"a", "b"} {
			fmt.Fprintf(&types, `<xs:simpleType name="%s%d"><xs:union memberTypes="t:a%d t:b%[3]d"/></xs:simpleType>`, name, i, i+1)
		}
	}
	m := schemaModel(t, types.String()+`<xs:simpleType name="a64"><xs:restriction base="xs:int"/></xs:simpleType>
<xs:simpleType name="b64"><xs:restriction base="xs:date"/></xs:simpleType><xs:element name="x" type="t:a0"/>`, nil)
	for name, ok := range map[string]bool{"t:b64": true, "t:a7": true, "xs:string": false} {
		doc := `<t:x xmlns:t="urn:t" xmlns:xs="` + xsd.Namespace + `" xmlns:i="` + schema.XSINamespace + `" i:type="` + name + `">2001-01-01</t:x>`
		if err := validate.Document(m.Types, []byte(doc)); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
