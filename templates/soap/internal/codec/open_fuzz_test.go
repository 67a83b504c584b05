package codec

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// openRoot is of a type with mixed content that is open.
type openRoot struct {
	AnyAttrs []xsd.Attr
	Items    []openItem
}

type openItem struct {
	Known *xsd.AnyType
	Any   xsd.RawXML
	Mine  xsd.RawXML
	Text  string
}

var openNamespaces = []Namespace{{}, {URI: "urn:t"}}

var (
	typeOfOpenRoot = Type{NS: 1, Name: "root", Zero: (*openRoot)(nil), Mixed: true}
	typeOfOpenItem = Type{NS: 1, Zero: (*openItem)(nil)}
)

func init() {
	Define(&Table{Namespaces: openNamespaces, Types: []TypeRows{
		{Type: &typeOfOpenRoot, Rows: []Row{
			{Kind: KindAnyAttributes, More: &More{Any: &xsd.Wildcard{}}},
			{Kind: KindItems, Of: &typeOfOpenItem},
		}},
		{Type: &typeOfOpenItem, Rows: []Row{
			{Name: "known", NS: 1, Kind: KindAnyType},
			{Kind: KindRawXML, More: &More{Any: &xsd.Wildcard{Not: true, NS: []int{1}}}},
			{Kind: KindRawXML, More: &More{Any: &xsd.Wildcard{NS: []int{0}, URIs: []string{"urn:u"}}}},
			{Kind: KindText},
		}},
	}})
}

// any returns the element that a wildcard of the item allows. Which wildcard that
// is may change: both allow those of one namespace.
func (v *openItem) any() xsd.RawXML { return v.Any + v.Mine }

// joined returns items with text next to text as one: an unknown element between
// them is left out.
func joined(items []openItem) []openItem {
	var all []openItem
	for _, item := range items {
		if n := len(all); n > 0 && item.Text != "" && all[n-1].Text != "" {
			all[n-1].Text += item.Text
			continue
		}
		all = append(all, item)
	}
	return all
}

func decodeOpen(d *Decoder) (v openRoot) {
	DecodeRows(d, &typeOfOpenRoot, &v)
	return v
}

func encodeOpen(e *Encoder, v *openRoot) {
	e.Open(ElementName{NS: 1, Local: "root"}, true)
	EncodeRows(e, &typeOfOpenRoot, v)
	e.Close(ElementName{NS: 1, Local: "root"})
}

// FuzzOpenContent decodes any document as mixed content that is open, and
// encodes what came out. That is a document again, and the same comes out of it.
func FuzzOpenContent(f *testing.F) {
	for _, seed := range []string{
		`<root xmlns="urn:t">a<known/>b</root>`,
		`<t:root xmlns:t="urn:t" xmlns:o="urn:o" o:a="&lt;" b="c">a<!-- b --><![CDATA[c]]><o:x t:y="o:z">o:p</o:x><x/><?p?>&#13;</t:root>`,
		`<root xmlns="urn:t" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><known xsi:type="s:QName">s:a</known><known xsi:type="known" b="c"><d xmlns=""/>é</known></root>`,
		`<root xmlns="urn:t"><u:a xmlns:u="urn:u" xmlns=""><b/></u:a></root>`,
		`<root xmlns="urn:t" xmlns:a1="urn:u" xmlns:xsi="urn:i" a="a1:x" a1:b="xsi:y a1:z xml:lang" c="a1: x" d="p:q"/>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		d := NewDecoder(doc, openNamespaces, Limits{})
		defer d.Release()
		if !d.Root() {
			return
		}
		v := decodeOpen(d)
		d.End()
		if d.Failed != nil {
			return
		}
		e := NewEncoder(openNamespaces, true)
		defer e.Release()
		encodeOpen(e, &v)
		if e.Err() != nil {
			t.Skip(e.Err()) // a type without a namespace, for example
		}
		again := NewDecoder(e.Bytes(), openNamespaces, markupLimits)
		defer again.Release()
		again.Root()
		v2 := decodeOpen(again)
		again.End()
		if again.Failed != nil {
			t.Fatalf("%v in %s", again.Failed, e.Bytes())
		}
		attrs, attrs2 := expanded(v.AnyAttrs), expanded(v2.AnyAttrs)
		items, items2 := joined(v.Items), joined(v2.Items)
		if len(attrs) != len(attrs2) || len(items) != len(items2) {
			t.Fatalf("%d attributes and %d items come back as %d and %d: %s", len(attrs), len(items), len(attrs2), len(items2), e.Bytes())
		}
		for i := range attrs {
			if attrs[i].Name != attrs2[i].Name || attrs[i].Value != attrs2[i].Value && attrs[i].Value != "" {
				t.Errorf("%v comes back as %v", attrs[i], attrs2[i])
			}
		}
		for i := range items {
			a, b := items[i], items2[i]
			if a.Text != b.Text || RawXMLName(a.any()) != RawXMLName(b.any()) || RawXMLText(a.any()) != RawXMLText(b.any()) || (a.Known == nil) != (b.Known == nil) {
				t.Errorf("%+v comes back as %+v", a, b)
			}
			if a.Known != nil && (a.Known.Type != b.Known.Type || AnyTypeText(*a.Known) != AnyTypeText(*b.Known)) {
				t.Errorf("%+v comes back as %+v", *a.Known, *b.Known)
			}
		}
	})
}

// expanded returns attributes with the namespaces of the names in their values in
// place of prefixes, and without the declarations. A value with a prefix that
// nobody has declared is left out: one may mean something in what is encoded.
func expanded(attrs []xsd.Attr) []xsd.Attr {
	var plain []xsd.Attr
	for _, a := range attrs {
		if a.Name.Space == xmlnsNamespace {
			continue
		}
		for _, prefix := range prefixesIn(a.Value) {
			i := slices.IndexFunc(attrs, func(b xsd.Attr) bool { return b.Name == xsd.QName{Space: xmlnsNamespace, Local: prefix} })
			if i < 0 {
				a.Value = ""
				break
			}
			for _, space := range []string{" ", "\t", "\r", "\n"} {
				a.Value = strings.ReplaceAll(space+a.Value, space+prefix+":", space+"{"+attrs[i].Value+"}")[1:]
			}
		}
		plain = append(plain, a)
	}
	return plain
}

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
