package codec

import (
	"bytes"
	"encoding/xml"
	"reflect"
	"strings"
	"testing"
)

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
	e := NewEncoder(railNamespaces, true)
	defer e.Release()
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

// TestRowStandardLibrary reads what encoding/xml writes, and the other way.
func TestRowStandardLibrary(t *testing.T) {
	type platform struct {
		Number *int32
		Side   *string
	}
	type simple struct {
		XMLName  xml.Name `xml:"http://realtime.rail.example/ s"`
		Id       *string  `xml:"id,attr"`
		Time     string
		Name     string
		Alias    *string
		Late     int32
		Line     []string
		Platform []platform
	}
	want := simple{Id: ptr("<1>"), Time: "2026-11-21T10:11:12Z", Name: "a\tb\n<&>\"'é世", Alias: ptr(""), Late: -7, Line: []string{"", "b", strings.Repeat("long ", 20)},
		Platform: []platform{{Number: ptr(int32(1)), Side: ptr("left")}, {}}}
	doc, err := xml.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	v, _, errs := decodeStations(string(doc), true)
	if errs[0] != nil {
		t.Fatalf("reading %s: %v", doc, errs[0])
	}
	text := encodeStation(t, &typeOfStation, &v)
	var got simple
	if err := xml.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("reading %s: %v", text, err)
	}
	got.XMLName, want.XMLName = xml.Name{}, xml.Name{}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s is read as %+v, want %+v", text, got, want)
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
