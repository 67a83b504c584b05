package internal_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

type documents struct{ set *contract.DocumentSet }

func (d documents) Documents() *contract.DocumentSet { return d.set }

// readSchema returns the components of a schema for urn:t, given by what is in it, and a table with which documents are validated.
func readSchema(t *testing.T, content string) (*component.Set, *schema.Table) {
	t.Helper()
	text := `<xs:schema xmlns:xs="` + xsd.Namespace + `" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">` + content + `</xs:schema>`
	documents := documents{&contract.DocumentSet{Files: fstest.MapFS{"t.xsd": {Data: []byte(text)}}, Documents: []contract.Document{{File: "t.xsd"}}}}
	set, err := component.Read(documents.set)
	must(t, err)
	return set, &schema.Table{Namespaces: []schema.Namespace{{}, {URI: "urn:t", Prefix: "t"}}, Source: documents}
}

// key returns an identity constraint.
func key(kind, selector string, fields ...string) string {
	text := `<xs:` + kind + `><xs:selector xpath="` + selector + `"/>`
	for _, f := range fields {
		text += `<xs:field xpath="` + f + `"/>`
	}
	kind, _, _ = strings.Cut(kind, " ")
	return text + `</xs:` + kind + `>`
}

// TestKeys makes samples of elements with identity constraints, which are valid.
func TestKeys(t *testing.T) {
	element := func(name, content string) string {
		return `<xs:element name="` + name + `" maxOccurs="3"><xs:complexType><xs:sequence>` + content + `</xs:sequence><xs:attribute name="id" type="t:id"/></xs:complexType></xs:element>`
	}
	field := func(name, typ, more string) string {
		return `<xs:element name="` + name + `" type="` + typ + `" ` + more + `/>`
	}
	const (
		types = `<xs:simpleType name="id"><xs:restriction base="xs:token"><xs:pattern value="[A-Z][0-9]{2}"/></xs:restriction></xs:simpleType>
<xs:simpleType name="kind"><xs:restriction base="xs:token"><xs:enumeration value="a"/><xs:enumeration value="b"/><xs:enumeration value="c"/></xs:restriction></xs:simpleType>
<xs:simpleType name="low"><xs:restriction base="xs:int"><xs:maxInclusive value="9"/><xs:minInclusive value="1"/></xs:restriction></xs:simpleType>`
		no = `<xs:element name="no" type="xs:int"/>`
	)
	couple := element("c", no) + element("o", no)
	for _, c := range []struct{ name, content, constraints string }{
		{"several elements", couple, key(`key name="k"`, ".//t:c|.//t:o", "t:no")},
		{"attributes with a pattern", couple, key(`key name="k"`, "t:c|t:o", "@id")},
		{"an element that may be absent", element("c", field("no", "xs:string", `minOccurs="0"`)) + element("o", field("no", "xs:string", `minOccurs="0"`)), key(`key name="k"`, "*", "t:no")},
		{"a field below", element("c", element("in", "")+no) + element("o", element("in", "")+no), key(`key name="k"`, "t:c/t:in|t:o/t:in", "@id")},
		{"nested elements", element("c", no+element("o", no+element("c", no))), key(`unique name="k"`, ".//t:c|.//t:o", "t:no")},
		{"two fields", element("c", field("kind", "t:kind", "")+field("flag", "xs:boolean", "")) + element("o", field("flag", "xs:boolean", "")+field("kind", "t:kind", "")), key(`key name="k"`, "*", "t:kind", "t:flag")},
		{"one of two fields is fixed", element("c", no+field("kind", "t:kind", `fixed="a"`)) + element("o", no+field("kind", "t:kind", `fixed="a"`)), key(`key name="k"`, "*", "t:no", "t:kind")},
		{"the element itself", field("c", "xs:date", `maxOccurs="3"`) + field("o", "xs:date", `maxOccurs="3"`), key(`key name="k"`, "*", ".")},
		{"octets", element("c", field("no", "xs:base64Binary", "")), key(`key name="k"`, "*", "t:no")},
		{"bounds", element("c", field("no", "t:low", "")) + element("o", field("no", "t:low", "")), key(`key name="k"`, "*", "t:no")},
		{"a field that may be repeated", element("c", field("no", "xs:int", `minOccurs="0" maxOccurs="5"`)), key(`unique name="k"`, "t:c", "t:no")},
		{"a reference", couple + element("line", no), key(`key name="k"`, "t:c|t:o", "t:no") + key(`keyref name="r" refer="t:k"`, "t:line", "t:no")},
		{"a reference with two fields", couple + element("line", no), key(`key name="k"`, "t:c|t:o", "t:no", "@id") + key(`keyref name="r" refer="t:k"`, "t:line", "t:no", "@id")},
		{"a reference to a key below", strings.Replace(element("c", couple), `</xs:element></xs:sequence><xs:attribute`, `</xs:element></xs:sequence><xs:attribute`, 1) + element("line", no),
			key(`unique name="k"`, ".//t:o", "t:no") + key(`keyref name="r" refer="t:k"`, "t:line", "t:no")},
	} {
		set, table := readSchema(t, types+`<xs:element name="r"><xs:complexType><xs:sequence>`+c.content+`</xs:sequence></xs:complexType>`+c.constraints+`</xs:element>`)
		r := set.Element(xsd.QName{Space: "urn:t", Local: "r"})
		for seed := range uint64(8) {
			for _, o := range []sample.Options{{Seed: seed}, {Seed: seed, Varied: true}, {Seed: seed, Varied: true, PadValues: true, NilAttributes: true}} {
				doc, err := sample.New(set).Element(r, o)
				if err == nil {
					err = validate.Document(table, doc)
				}
				if err != nil {
					t.Errorf("%s, %+v: %v\n%s", c.name, o, err, doc)
					break
				}
			}
		}
	}
}

// TestBoundSampler makes samples of content models that demand more elements, or have more groups, than can be written.
func TestBoundSampler(t *testing.T) {
	var groups strings.Builder
	for i := range 64 {
		fmt.Fprintf(&groups, `<xs:group name="g%d"><xs:sequence><xs:group ref="t:g%d"/><xs:group ref="t:g%[2]d"/></xs:sequence></xs:group>`, i, i+1)
	}
	use := groups.String() + `<xs:element name="x"><xs:complexType><xs:group ref="t:g0"/></xs:complexType></xs:element><xs:group name="g64"><xs:sequence>`
	loop, end := `<xs:sequence minOccurs="100" maxOccurs="100">`, `</xs:sequence>`
	for what, content := range map[string]string{
		"elements":     use + `<xs:element name="a" type="xs:int"/></xs:sequence></xs:group>`,
		"empty groups": use + `</xs:sequence></xs:group>`,
		"loops":        `<xs:element name="x"><xs:complexType>` + strings.Repeat(loop, 6) + `<xs:element name="a"/>` + strings.Repeat(end, 6) + `</xs:complexType></xs:element>`,
		"empty loops":  `<xs:element name="x"><xs:complexType>` + strings.Repeat(loop, 6) + strings.Repeat(end, 6) + `</xs:complexType></xs:element>`,
	} {
		text := `<xs:schema xmlns:xs="` + xsd.Namespace + `" xmlns:t="urn:t" targetNamespace="urn:t">` + content + `</xs:schema>`
		set, err := component.Read(&contract.DocumentSet{Files: fstest.MapFS{"t.xsd": {Data: []byte(text)}}, Documents: []contract.Document{{File: "t.xsd"}}})
		must(t, err)
		x := set.Element(xsd.QName{Space: "urn:t", Local: "x"})
		for _, options := range []sample.Options{{}, {Varied: true}, {Varied: true, Seed: 1}} {
			if doc, err := sample.New(set).Element(x, options); err == nil {
				t.Errorf("%s: a sample %+v of %d bytes", what, options, len(doc))
			}
		}
	}
}
