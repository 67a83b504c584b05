package codec

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

var openNamespaces = []Namespace{{}, {URI: "urn:t"}}

// FuzzRawXML sends any text as an element, or as content. It is an element, or
// the content of one, or an error.
func FuzzRawXML(f *testing.F) {
	for _, seed := range []string{`<a/>`, `<a xmlns="urn:a">b</a>`, `</x><x>`, `a<b/>c&amp;`, `<a></a><!-- b -->`, `<?xml version="1.0"?><a/>`, `<a`, `]]>`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, send := range []func(*Encoder){
			func(e *Encoder) { e.RawXML("<root xmlns='urn:t'>", xsd.RawXML(text), "</root>") },
			func(e *Encoder) { e.anyType("<root xmlns='urn:t'>", xsd.AnyType{Content: text}, "</root>") },
		} {
			e := NewEncoder(openNamespaces, false)
			send(e)
			if e.Err() == nil {
				d := NewDecoder(e.Bytes(), openNamespaces, markupLimits)
				if d.Root() {
					d.Skip()
				}
				if d.End(); d.Failed != nil {
					t.Errorf("%q is sent as %q: %v", text, e.Bytes(), d.Failed)
				}
				d.Release()
			}
			e.Release()
		}
	})
}

// decodeStations reads a station into a struct and into a record.
func decodeStations(doc string, strict bool) (v station, record *Record, errs [2]error) {
	record = NewRecord(recordsOfRail[&typeOfStation])
	for i, read := range [...]func(*Decoder){
		func(d *Decoder) { DecodeRows(d, &typeOfStation, &v) },
		func(d *Decoder) { DecodeRows(d, record.Type(), record) },
	} {
		d := NewDecoder([]byte(doc), railNamespaces, Limits{})
		d.Strict = strict
		if d.Root() {
			read(d)
		}
		d.End()
		errs[i] = d.Err()
		d.Release()
	}
	return v, record, errs
}

// encodeStation writes a station, or a record of one.
func encodeStation(t *testing.T, typ *Type, v any) string {
	t.Helper()
	e := encoder(t, railNamespaces, true)
	e.Open(ElementName{1, "s"}, true)
	EncodeRows(e, typ, v)
	e.Close(ElementName{1, "s"})
	if e.Err() != nil {
		t.Fatal(e.Err())
	}
	return string(e.Bytes())
}

// sameStation compares what is read and written as a struct and as a record:
// values, errors with their places, and what is written, which is read as it was.
func sameStation(t *testing.T, doc string, strict bool) {
	t.Helper()
	v, record, errs := decodeStations(doc, strict)
	if !reflect.DeepEqual(errs[0], errs[1]) {
		t.Fatalf("%q: error %v, as a record %v", doc, errs[0], errs[1])
	}
	if errs[0] != nil {
		return
	}
	text, textRecord := encodeStation(t, &typeOfStation, &v), encodeStation(t, record.Type(), record)
	if text != textRecord {
		t.Fatalf("%s, as a record %s", text, textRecord)
	}
	again, _, errs := decodeStations(text, strict)
	if errs[0] != nil || !reflect.DeepEqual(again, v) {
		t.Fatalf("%s is read as %+v, want %+v, error %v", text, again, v, errs[0])
	}
}

// stationDocument is a document of the fixture.
const stationDocument = `<s xmlns="http://realtime.rail.example/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="x">
  <Time>2026-11-21T10:11:12.345</Time><Name>Harbour &amp; Quay</Name><Alias/>
  <Late>-3</Late><Line>A</Line><Line> B </Line><unknown/><Platform><Number>1</Number></Platform>
  <Platform><Number>2</Number><Side>left</Side></Platform><Note xsi:nil="true"/></s>`

// TestRowStation cuts a document off at each byte, and changes each.
func TestRowStation(t *testing.T) {
	for _, strict := range [...]bool{false, true} {
		for i := range len(stationDocument) {
			sameStation(t, stationDocument[:i], strict)
			for _, c := range []byte("<>/ x\"0&\x00") {
				doc := []byte(stationDocument)
				doc[i] = c
				sameStation(t, string(doc), strict)
			}
		}
		sameStation(t, stationDocument, strict)
		sameStation(t, strings.Replace(stationDocument, "<unknown/>", "", 1), strict)
	}
}

// FuzzRows reads arbitrary documents as each of the test types. What can be read
// can be written, and means the same: as a struct and as a record.
func FuzzRows(f *testing.F) {
	records := asRecords(&testTypes)
	for _, c := range rowCases {
		f.Add(byte(indexOf(c.typ)), []byte(rowDocument(c.content)))
	}
	for _, c := range rowErrors {
		f.Add(byte(indexOf(c.typ)), []byte(rowDocument(c.content)))
	}
	f.Add(byte(255), []byte(stationDocument))
	f.Fuzz(func(t *testing.T, number byte, doc []byte) {
		if number == 255 {
			sameStation(t, string(doc), false)
			sameStation(t, string(doc), true)
			return
		}
		types := testTypes.Types
		typ := types[int(number)%len(types)].Type
		if typ.Simple {
			return
		}
		v, err := decodeRowsOf(string(doc), typ)
		record, errRecord := decodeRowsOf(string(doc), records[typ])
		if !reflect.DeepEqual(err, errRecord) {
			t.Fatalf("error %v, as a record %v", err, errRecord)
		}
		lenient := sameLenient(t, string(doc), typ, records[typ], err != nil)
		if err != nil {
			return
		}
		text, err := encodeRowsOf(v, typ)
		if same, _ := encodeRowsOf(lenient, typ); same != text {
			t.Fatalf("%s\nis read leniently as %s", text, same)
		}
		textRecord, errRecord := encodeRowsOf(record, records[typ])
		if text != textRecord || !reflect.DeepEqual(err, errRecord) {
			t.Fatalf("%s, %v\nas a record %s, %v", text, err, textRecord, errRecord)
		}
		if err != nil {
			return // open content may use a prefix that cannot be declared
		}
		again, err := decodeRowsOf(text, typ)
		if err != nil {
			t.Fatalf("%s is written as %s: %v", doc, text, err)
		}
		second, err := encodeRowsOf(again, typ)
		if err != nil || second != text && !bytes.Contains(doc, []byte("xmlns")) {
			t.Fatalf("%s\nis written as %s, %v", text, second, err)
		}
	})
}

// sameLenient reads a document leniently: what is not valid is noted or an error, and nothing else is, the same as a struct and as
// a record.
func sameLenient(t *testing.T, doc string, typ, record *Type, invalid bool) any {
	t.Helper()
	var noted, notedRecord []LenientValue
	v, err := decodeLenient(doc, typ, &noted)
	if _, errRecord := decodeLenient(doc, record, &notedRecord); !reflect.DeepEqual(err, errRecord) || !reflect.DeepEqual(noted, notedRecord) {
		t.Fatalf("%v, %v, as a record %v, %v", noted, err, notedRecord, errRecord)
	}
	if !invalid && (err != nil || len(noted) > 0) || invalid && err == nil && len(noted) == 0 {
		t.Fatalf("%q, which is invalid: %v, is read leniently with %v and %v", doc, invalid, noted, err)
	}
	return v
}

func indexOf(t *Type) int {
	for i := range testTypes.Types {
		if testTypes.Types[i].Type == t {
			return i
		}
	}
	return 0
}
