package schema

import (
	"bytes"
	"testing"
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
