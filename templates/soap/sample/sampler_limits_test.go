package sample_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/xsd"
)

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
		if err != nil {
			t.Fatal(err)
		}
		x := set.Element(xsd.QName{Space: "urn:t", Local: "x"})
		for _, options := range []sample.Options{{}, {Varied: true}, {Varied: true, Seed: 1}} {
			if doc, err := sample.New(set).Element(x, options); err == nil {
				t.Errorf("%s: a sample %+v of %d bytes", what, options, len(doc))
			}
		}
	}
}
