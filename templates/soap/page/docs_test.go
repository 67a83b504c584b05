package page

import (
	"slices"
	"testing"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// TestDocumentationOnce reads a schema that two documents have: what it says is there once.
func TestDocumentationOnce(t *testing.T) {
	d := &documentation{text: make(map[string]string)}
	for range 2 {
		d.read([]byte(`<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema"><x:complexType name="stop"><x:element name="code"><x:annotation><x:documentation>Six <![CDATA[letters]]>.</x:documentation></x:annotation></x:element></x:complexType></x:schema>`))
	}
	if got := d.of("stop", "code"); got != "Six letters ." {
		t.Errorf("got %q", got)
	}
}

// TestDocumentedValues finds the documentation of values of types with and without a name, and that of the type of a field.
func TestDocumentedValues(t *testing.T) {
	d := &documentation{text: make(map[string]string)}
	d.read([]byte(`<schema xmlns="http://www.w3.org/2001/XMLSchema"><simpleType name="kind"><annotation><documentation>Kind of train.</documentation></annotation>
	<restriction><enumeration value="M&amp;S"><annotation><documentation>Mainline</documentation></annotation></enumeration><enumeration value="D"/></restriction></simpleType>
	<complexType name="stop"><element name="type"><annotation><documentation>Where it is.</documentation></annotation><simpleType><restriction>
	<enumeration value="O"><annotation><documentation>Origin</documentation></annotation></enumeration></restriction></simpleType></element></complexType>
	<element name="kind"><annotation><documentation>An element.</documentation></annotation></element></schema>`))
	kind := &schema.Type{Name: "kind", Simple: true, Kind: codec.KindString}
	field := &schema.Row{Name: "train", Kind: codec.KindString, Of: kind}
	if got := d.values("stop", field, []string{"M&S", "D"}); !slices.Equal(got, []enumValue{{"M&S", "Mainline"}, {"D", ""}}) || d.node("stop", field) != "Kind of train." {
		t.Errorf("%q, %q", got, d.node("stop", field))
	}
	field = &schema.Row{Name: "type", Kind: codec.KindString, Of: &schema.Type{Simple: true, Kind: codec.KindString}}
	if got := d.values("stop", field, []string{"O"}); got[0].Doc != "Origin" || d.node("stop", field) != "Where it is." {
		t.Errorf("%q, %q", got, d.node("stop", field))
	}
}
