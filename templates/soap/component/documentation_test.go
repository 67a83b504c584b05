package component_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// TestDocumentation reads the documentation of types, elements, attributes and values, which only ReadDocumented keeps.
func TestDocumentation(t *testing.T) {
	documented := func(text string) string {
		return "<x:annotation><x:appinfo>no</x:appinfo><x:documentation>" + text + "</x:documentation></x:annotation>"
	}
	set := &contract.DocumentSet{
		Documents: []contract.Document{{Name: "a.xsd", Schema: true, File: "a.xsd"}},
		Files: fstest.MapFS{"a.xsd": {Data: []byte(`<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema">` + documented("schema") +
			`<x:attribute name="global" type="x:int">` + documented("declared") + `</x:attribute>
			<x:simpleType name="kind">` + documented("Kind &lt;of&gt;\n  a <b>train</b><![CDATA[<i>&amp;]]>.</x:documentation><x:documentation/><x:documentation>More.") +
			`<x:restriction base="x:string"><x:enumeration value="M">` + documented("Mainline") + `</x:enumeration><x:enumeration value="D"/></x:restriction></x:simpleType>
			<x:element name="stop">` + documented("A stop.") + `<x:complexType>` + documented("Its type.") + `<x:sequence>` + documented("group") +
			`<x:element name="code" type="kind">` + documented("Its code.") + `</x:element><x:element name="none" type="kind"/></x:sequence>
			<x:attribute ref="global"/><x:attribute name="own">` + documented("own") + `</x:attribute></x:complexType></x:element></x:schema>`)}},
	}
	texts := func(s *component.Set, err error) (all []string) {
		if err != nil {
			t.Fatal(err)
		}
		stop := s.Element(xsd.QName{Local: "stop"}).Declaration()
		d, kind := stop.Type.Definition(), s.Type(xsd.QName{Local: "kind"}).Definition()
		all = []string{stop.Doc, d.Doc, kind.Doc, kind.Facets.Enumeration[0].Doc, kind.Facets.Enumeration[1].Doc, d.Attributes[0].Doc, d.Attributes[1].Doc}
		for _, p := range d.Content.Particles {
			all = append(all, p.Element.Declaration().Doc)
		}
		return all
	}
	want := []string{"A stop.", "Its type.", "Kind <of> a train <i>&amp;.\n\nMore.", "Mainline", "", "declared", "own", "Its code.", ""}
	if got := texts(component.ReadDocumented(set)); !slices.Equal(got, want) {
		t.Errorf("the documentation is\n%q, want\n%q", got, want)
	}
	if got := texts(component.Read(set)); !slices.Equal(got, make([]string, len(want))) {
		t.Errorf("without documentation: %q", got)
	}
}
