package codec

import (
	"bytes"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

var stationElement = Element[*station]{&ElementInfo{
	Name:     ElementName{2, "station"},
	Table:    &ElementTable{Namespaces: railNamespaces, More: []Namespace{{URI: "urn:more", Prefix: "e1"}}, XSI: true},
	Value:    &Value{Zero: (**station)(nil), Row: Row{Kind: KindStruct, Of: &typeOfStation}},
	Nillable: true,
}}

// FuzzSchemaElement: whatever is read can be written, and is the same again.
func FuzzSchemaElement(f *testing.F) {
	f.Add([]byte(`<station xmlns="urn:more" xmlns:r="` + railNS + `" id="1"><r:Time>2026-11-21T10:00:00Z</r:Time><r:Name>a &amp; b</r:Name><r:Late>1</r:Late></station>`))
	f.Add([]byte(`<s:station xmlns:s="urn:more" xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:nil="true"/>`))
	f.Add([]byte(`<?xml version="1.0" encoding="UTF-16"?><station/>`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		before := bytes.Clone(doc)
		value, err := stationElement.Unmarshal(doc)
		if !bytes.Equal(doc, before) {
			t.Fatal("the document has changed")
		}
		if err != nil {
			if value != nil {
				t.Fatalf("a value with the error %v", err)
			}
			return
		}
		written, err := stationElement.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		again, err := stationElement.Unmarshal(written)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		twice, err := stationElement.Marshal(again)
		if err != nil || !bytes.Equal(written, twice) {
			t.Fatalf("%s becomes %s, %v", written, twice, err)
		}
	})
}

// TestElementCheck: the first use of an element whose description does not fit panics, and so does each later one.
func TestElementCheck(t *testing.T) {
	element := func(v *Value) *ElementInfo {
		return &ElementInfo{Name: ElementName{2, "station"}, Table: stationElement.Info.Table, Value: v}
	}
	another := Element[*RowNil]{element(&Value{Zero: (**station)(nil), Row: Row{Kind: KindStruct, Of: &typeOfStation}})}
	wrong := Element[*station]{element(&Value{Zero: (**station)(nil), Row: Row{Kind: KindStruct, Of: &typeOfNil}})}
	doc := []byte(`<r:station xmlns:r="` + railNS + `"/>`)
	for range 2 {
		for want, use := range map[string]func(){
			"schema: element station of *codec.RowNil: Zero is a **codec.station, not a **codec.RowNil": func() { another.Unmarshal(doc) },
			"the value is a *codec.station, not a pointer":                                              func() { wrong.Marshal(&station{}) },
			"station, not a pointer of codec.RowNil":                                                    func() { AppendElement(nil, wrong, &station{}) },
		} {
			if got := panicOf(use); !strings.Contains(got, want) {
				t.Errorf("the panic is %q, want %q", got, want)
			}
		}
	}
}

// TestNilElement: a nil root with attributes is a value with a field for that, one without them is a nil pointer.
func TestNilElement(t *testing.T) {
	table := &ElementTable{Namespaces: rowNamespaces, XSI: true}
	element := Element[*RowNil]{&ElementInfo{
		Name: ElementName{1, "nil"}, Table: table, Nillable: true,
		Value: &Value{Zero: (**RowNil)(nil), Row: Row{Kind: KindStruct, Of: &typeOfNil}},
	}}
	const start = `<nil xmlns="urn:rows" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`
	v, err := element.Unmarshal([]byte(start + ` id="5" xsi:nil="true"/>`))
	if err != nil || v == nil || !v.Nil || *v.Id != 5 {
		t.Errorf("got %+v, %v", v, err)
	}
	text, err := element.Marshal(v)
	if again, wrong := element.Unmarshal(text); err != nil || wrong != nil || !again.Nil || *again.Id != 5 {
		t.Errorf("%s, %v, is read as %+v, %v", text, err, again, wrong)
	}
	if v, err := element.Unmarshal([]byte(start + ` xsi:nil="true"/>`)); err != nil || v != nil {
		t.Errorf("got %+v, %v, want nil", v, err)
	}
	element.Info.Nillable = false
	if v, err := element.Unmarshal([]byte(start + ` id="5" xsi:nil="true"/>`)); err == nil {
		t.Errorf("got %+v of an element that must have a value", v)
	}
	any := Element[*xsd.AnyType]{&ElementInfo{
		Name: ElementName{1, "nil"}, Table: table, Nillable: true,
		Value: &Value{Zero: (**xsd.AnyType)(nil), Row: Row{Kind: KindAnyType}},
	}}
	if v, err := any.Unmarshal([]byte(start + ` xsi:type="t" xsi:nil="true"/>`)); err != nil || v == nil || !v.Nil || v.Type.Local != "t" {
		t.Errorf("got %+v, %v", v, err)
	}
}

// TestNilInPlaceOfValue: an element that must have a value is not nil, also where its type has a field for that.
func TestNilInPlaceOfValue(t *testing.T) {
	typ := &Type{Name: "holder"}
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{{Type: typ, Rows: []Row{
		{Name: "one", NS: 1, Kind: KindStruct, Of: &typeOfNilRecord, Occurs: Once},
	}}, {Type: &typeOfNilRecord, Rows: rowsOfNil}}})
	doc := `<r xmlns="urn:rows" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><one id="1" xsi:nil="true"/></r>`
	if err := Unmarshal([]byte(doc), xsd.QName{Space: rowNS, Local: "r"}, NewRecord(typ)); err == nil {
		t.Error("no error")
	}
}

var typeOfNilRecord = Type{Name: "nil-record"}
