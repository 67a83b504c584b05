package jsonhttp

import (
	"encoding/json"
	"fmt"
	"testing"
	"testing/fstest"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

const constrainedSchema = `<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
	<simpleType name="code"><restriction base="token"><pattern value="[A-Z]+"/><pattern value="0"/><maxLength value="9"/></restriction></simpleType>
	<simpleType name="short"><restriction base="t:code"><length value="2"/></restriction></simpleType>
	<simpleType name="odd"><restriction base="token"><pattern value="["/></restriction></simpleType>
	<simpleType name="state"><restriction base="token"><enumeration value=" on  air"/><enumeration value="off"/></restriction></simpleType>
	<simpleType name="size"><restriction base="decimal"><enumeration value="1.50"/><enumeration value="3"/></restriction></simpleType>
	<simpleType name="rate"><restriction base="double"><enumeration value="1"/><enumeration value="INF"/></restriction></simpleType>
	<simpleType name="percent"><restriction base="positiveInteger"><maxExclusive value="101"/></restriction></simpleType>
	<simpleType name="ports"><restriction><simpleType><list itemType="string"/></simpleType><maxLength value="3"/></restriction></simpleType>
	<complexType name="row"><sequence maxOccurs="2"><element name="a" type="string" minOccurs="0" maxOccurs="3"/>
		<choice><element name="b" type="string" minOccurs="2" maxOccurs="4"/><element name="c" type="string" maxOccurs="unbounded"/></choice>
		<element name="a" type="string"/></sequence></complexType>
</schema>`

// TestKeywords has the facets of types, of those that they restrict, and of built-in types, but neither those that the built-in type
// has in its format nor what JSON Schema cannot say.
func TestKeywords(t *testing.T) {
	set, err := component.Read(&contract.DocumentSet{
		Documents: []contract.Document{{File: "t.xsd"}}, Files: fstest.MapFS{"t.xsd": {Data: []byte(constrainedSchema)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string // "": no type in the documents
		kind codec.Kind
		want string
	}{
		{"", codec.KindInt8, `{"maximum":127,"minimum":-128}`},
		{"", codec.KindInt32, `{}`},
		{"", codec.KindInt64, `{}`},
		{"", codec.KindUint32, `{"maximum":4294967295,"minimum":0}`},
		{"", codec.KindUint64, `{"minimum":0}`},
		{"", codec.KindNegativeInteger, `{"maximum":-1}`},
		{"", codec.KindLanguage, `{}`},
		{"code", codec.KindToken, `{"maxLength":9,"pattern":"^[A-Z]+$|^0$"}`},
		{"short", codec.KindToken, `{"maxLength":2,"minLength":2,"pattern":"^[A-Z]+$|^0$"}`},
		{"short", codec.KindDate, `{}`},
		{"odd", codec.KindToken, `{}`},
		{"state", codec.KindToken, `{"enum":["on air","off"]}`},
		{"state", codec.KindString, `{"enum":[" on  air","off"]}`},
		{"size", codec.KindDecimal, `{"enum":[1.5,3]}`},
		{"rate", codec.KindFloat64, `{}`},
		{"percent", codec.KindPositiveInteger, `{"exclusiveMaximum":101,"minimum":1}`},
		{"ports", codec.KindString, `{}`},
	} {
		got, err := json.Marshal(keywords(set.Type(xsd.QName{Space: "urn:t", Local: c.name}), c.kind))
		if err != nil || string(got) != c.want {
			t.Errorf("%s, %v: %s, %v, want %s", c.name, c.kind, got, err, c.want)
		}
	}
	elements := elementsIn(set.Type(xsd.QName{Space: "urn:t", Local: "row"}).Definition().Content)
	for name, want := range map[string][2]int{"a": {1, 8}, "b": {2, 8}, "c": {1, unbounded}, "d": {0, 0}} {
		if e := elements[xsd.QName{Local: name}]; e.low != want[0] || e.high != want[1] {
			t.Errorf("%s is there %d to %d times, want %v", name, e.low, e.high, want)
		}
	}
}

// TestAttachmentSchemas describes attachments, with and without a choice of media types.
func TestAttachmentSchemas(t *testing.T) {
	for _, c := range []struct {
		of   codec.JSONMember
		want string
	}{
		{codec.JSONMember{Form: codec.AttachedText}, "map[type:string]"},
		{codec.JSONMember{Form: codec.AttachedBytes, Media: true}, "map[oneOf:[map[contentEncoding:base64 type:string] map[additionalProperties:false " +
			"properties:map[#text:map[contentEncoding:base64 type:string] @mediaType:map[type:string]] required:[#text] type:object]]]"},
	} {
		if got := fmt.Sprint(attachmentSchema(&c.of)); got != c.want {
			t.Errorf("the schema of %+v is %s", c.of, got)
		}
	}
}
