package codec

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// rowCases are documents that are written as they are read. What follows a bar
// are attributes of the root.
var rowCases = []struct {
	typ     *Type
	content string
}{
	{&typeOfAnimal, `<name>Rex</name>`},
	{&typeOfAnimal, `<name>Rex</name>| id="5"`},
	{&typeOfAnimal, `<name>Rex</name><friend><name>Tom</name><friend id="5"><name>Tim</name></friend></friend>`},
	{&typeOfAnimal, `<name>Rex</name><friend xsi:type="dog" id="x"><name>Tom</name><o:bark>wow</o:bark></friend>`},
	{&typeOfDog, `<name>Rex</name><o:bark>wow</o:bark>| id="five"`},
	{&typeOfLapDog, `<o:bark>wow</o:bark><name>Rex</name><friend><name>Tom</name></friend>| id="l"`},
	{&typeOfZoo, `<pet xsi:nil="true"/>`},
	{&typeOfZoo, `<pet><name>a</name></pet><many xsi:type="o:lap-dog" id="l"><o:bark>b</o:bark><name>c</name></many><many><name>d</name></many>` +
		`<nils xsi:nil="true"/><nils><name>e</name></nils><either xsi:nil="true"/><plain id="1"><name>f</name></plain>` +
		`<dogs id="g"><name>h</name></dogs><dogs id="i"><name>j</name></dogs>`},
	{&typeOfZoo, `<pet xsi:nil="true"/><either xsi:type="beast2"><name>a</name></either>`},
	{&typeOfOrder, `<number>5</number>`},
	{&typeOfOrder, `<number>5</number><remark>a</remark><line unit="kg">7</line><remark xsi:nil="true"/><data>AQID</data><data></data>` +
		`<circle3>1</circle3><remark></remark><circle unit="m">8</circle><square2><name>s</name></square2><side2>9</side2><o:x xmlns:o="urn:other" xmlns="urn:rows" a="b"/>` +
		`<total>19.90</total><e xmlns="urn:x"/><e xmlns="urn:x">2</e>| lang="en" o:a="b" o:c="d"`},
	{&typeOfLine, `7| unit="kg"`},
	{&typeOfText, ``},
	{&typeOfText, `a<b>c<b></b></b>d<o:x xmlns:o="urn:other" xmlns="urn:rows"/><x:y xmlns="urn:rows" xmlns:x="urn:x"/>e<o:x xmlns:o="urn:other" xmlns="urn:rows"/>&amp;`},
	{&typeOfLongText, `a<b>c</b>d<o:x xmlns:o="urn:other" xmlns="urn:rows"/><end>5</end>`},
	{&typeOfMore, `<must></must><nilUnits xsi:nil="true"/><one xsi:nil="true"/><size>large</size><level>7</level>`},
	{&typeOfMore, `<must>a b c</must><nilUnits>d</nilUnits><dates>2026-11-21 2026-11-22</dates><names>o:a b</names>` +
		`<one id="5"><text>t</text></one><many xsi:nil="true"/><many id="6" xsi:nil="true"></many><many><text></text></many><either id="7" xsi:nil="true"></either>` +
		`<size>small</size><level>-1</level><levels>2</levels><levels>3</levels><typed xsi:type="xsd:int">4</typed><empty></empty>| units="x y"`},
	{&typeOfMore, `<must></must><nilUnits xsi:nil="true"/><names xmlns:q1="urn:q">q1:a q1:b</names>` +
		`<one xsi:nil="true"/><size>large</size><level>7</level>`},
	{&typeOfMore, `<must></must><nilUnits></nilUnits><dates></dates><one></one><size>large</size><level>7</level>| units=""`},
	{&typeOfMore, `<must></must><nilUnits xsi:nil="true"/><one id="5" xsi:nil="true"></one><size>large</size><level>7</level>`},
	{&typeOfGrid, `<item xsi:type="xsd:int">1</item><item xsi:type="xsd:int">2</item>| xmlns:enc="` + SOAPEncoding11 + `" xsi:type="enc:Array" enc:arrayType="xsd:int[2,1]"`},
	{&typeOfRow, `<item xsi:nil="true"/><item xmlns:enc="` + SOAPEncoding11 + `" xsi:type="enc:Array" enc:arrayType="xsd:int[0,0]"></item>| xmlns:enc="` + SOAPEncoding11 + `" xsi:type="enc:Array" enc:arrayType="grid[2]"`},
}

// TestRowTypes reads and writes documents of each kind of type, into structs and
// into records.
func TestRowTypes(t *testing.T) {
	testTypes.Check()
	records := asRecords(&testTypes)
	for _, c := range rowCases {
		doc := rowDocument(c.content)
		var values []any
		for _, typ := range [...]*Type{c.typ, records[c.typ]} {
			v, err := decodeRowsOf(doc, typ)
			if err != nil {
				t.Errorf("%s: %v", doc, err)
				continue
			}
			values = append(values, plainValue(v))
			text, err := encodeRowsOf(v, typ)
			if strings.Contains(doc, "beast2") {
				continue // what is not known is passed over
			}
			if err != nil || sorted(text) != sorted(doc) {
				t.Errorf("record %v: %v\nread    %s\nwritten %s", typ.Zero == nil, err, doc, text)
			}
		}
		if len(values) == 2 && !reflect.DeepEqual(values[0], values[1]) {
			t.Errorf("%s is read as %v, as a record as %v", doc, values[0], values[1])
		}
	}
}

// sorted brings the attributes of the root into one order.
func sorted(doc string) string {
	start, rest, _ := strings.Cut(doc, ">")
	words := strings.Fields(start)
	slices.Sort(words[1:])
	return strings.Join(words, " ") + ">" + rest
}

// rowErrors are documents that no value can hold, with the error.
var rowErrors = []struct {
	typ           *Type
	content, want string
}{
	{&typeOfAnimal, ``, "(r): the element name is missing"},
	{&typeOfAnimal, `<name>a</name><name>b</name>`, "(r/name): the element is given twice"},
	{&typeOfAnimal, `<name>a</name>| id="x"`, `(r): the attribute id: "x" is not an xs:int`},
	{&typeOfAnimal, `<name xsi:nil="true"/>`, "(r/name): xsi:nil on an element that must have a value"},
	{&typeOfDog, `<name>a</name>`, "(r): the attribute id is missing"},
	{&typeOfZoo, ``, "(r): the element pet is missing"},
	{&typeOfZoo, `<pet xsi:nil="true"/><many xsi:type="zoo"/>`, "(r/many[1]): the type zoo is not derived from animal"},
	{&typeOfZoo, `<pet xsi:nil="true"/><many xsi:type="beast"/>`, "(r/many[1]): the type beast is abstract: xsi:type has to name one that is derived from it"},
	{&typeOfZoo, `<pet xsi:nil="true"/><many xsi:nil="true"/>`, "(r/many[1]): xsi:nil on an element that must have a value"},
	{&typeOfOrder, `<number>1</number><line>x</line>`, `(r/line[1]): "x" is not an xs:int`},
	{&typeOfOrder, `<number>1</number><circle>1</circle><side>2</side>`, "(r/side): another element of its substitution group is there already"},
	{&typeOfRow, `<item enc:position="[1]"/>| xmlns:enc="` + SOAPEncoding11 + `"`, "(r/item): an array whose items have positions"},
}

func TestRowErrors(t *testing.T) {
	records := asRecords(&testTypes)
	for _, c := range rowErrors {
		for _, typ := range [...]*Type{c.typ, records[c.typ]} {
			if _, err := decodeRowsOf(rowDocument(c.content), typ); err == nil || !strings.HasSuffix(err.Error(), c.want) {
				t.Errorf("%s: error %v, want ... %s", c.content, err, c.want)
			}
		}
	}
}

// TestRowEncodeErrors writes values that have no representation.
func TestRowEncodeErrors(t *testing.T) {
	for _, c := range []struct {
		typ  *Type
		v    any
		want string
	}{
		{&typeOfAnimal, &RowAnimal{Name: "\x01"}, "name: the character U+0001 at byte 0 cannot be written in XML"},
		{&typeOfAnimal, &RowAnimal{Name: strings.Repeat("a", 40) + "\xff"}, "name: invalid UTF-8 at byte 40"},
		{&typeOfZoo, &RowZoo{Many: []AnimalOrDerived{nil}}, "many: the element must have a value, which is nil"},
		{&typeOfZoo, &RowZoo{Many: []AnimalOrDerived{(*RowDog)(nil)}}, "many: the value is a nil pointer, or of a type without a name"},
		{&typeOfZoo, &RowZoo{Many: []AnimalOrDerived{new(RowBeast)}}, "many: the type beast is abstract: send one that is derived from it"},
		{&typeOfZoo, &RowZoo{Many: []AnimalOrDerived{&struct{ RowAnimal }{}}}, "many: the value is a nil pointer, or of a type without a name"},
		{&typeOfMore, &RowMore{Must: RowUnits{"a b"}}, "must: the item 1 of the list is empty or holds white space"},
		{&typeOfMore, &RowMore{Dates: []xsd.Date{{Year: 2026, Month: 2, Day: 30}}}, "dates: 2026-02-30 is not an xs:date"},
		{&typeOfOrder, &RowOrder{AnyAttrs: []xsd.Attr{{Name: xsd.QName{Local: "lang"}}}}, "lang: the attribute is declared: set its field"},
		{&typeOfOrder, &RowOrder{Any: "x"}, "RawXML: not a self-contained element: text outside the root element"},
	} {
		if _, err := encodeRowsOf(c.v, c.typ); err == nil || err.Error() != c.want {
			t.Errorf("%+v: error %v, want %s", c.v, err, c.want)
		}
	}
}

// TestRowMemory reads and writes while the garbage collector runs.
func TestRowMemory(t *testing.T) {
	stop := make(chan bool)
	done := make(chan bool)
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	defer func() { close(stop); <-done }()
	for range 2 {
		for _, c := range rowCases {
			doc := rowDocument(c.content)
			v, err := decodeRowsOf(doc, c.typ)
			must(t, err)
			runtime.GC()
			before, _ := encodeRowsOf(v, c.typ)
			other, _ := decodeRowsOf(doc, c.typ)
			if after, err := encodeRowsOf(other, c.typ); err != nil || before != after {
				t.Fatalf("%s, and then %s: %v", before, after, err)
			}
		}
	}
}

type TypedBase struct {
	Text     string
	Many     []*int32
	XSITypes xsd.ElementTypes
}

type typedValue struct {
	TypedBase
	More xsd.Nillable[string]
	Text *string // hides the field of the base
}

var (
	typeOfTypedBase  = Type{Name: "base", Zero: (*TypedBase)(nil)}
	typeOfTypedValue = Type{Name: "value", Zero: (*typedValue)(nil)}

	typedTypes = Table{
		Namespaces: []Namespace{{}, {URI: "urn:t"}},
		Types: []TypeRows{
			{Type: &typeOfTypedBase, Rows: []Row{
				{Name: "text", NS: 1, Kind: KindString, Occurs: Once},
				{Name: "many", NS: 1, Kind: KindInt32, Occurs: Many, Nillable: true},
				{Kind: KindXSITypes},
			}},
			{Type: &typeOfTypedValue, Rows: []Row{
				{Kind: KindBase, Of: &typeOfTypedBase},
				{Name: "more", NS: 1, Kind: KindString, Nillable: true},
				{Name: "other", NS: 1, Kind: KindString},
			}},
		},
		Elements: []Row{{Name: "root", NS: 1, Kind: KindString}},
	}
)

func init() { Define(&typedTypes) }

const typedNamespaces = ` xmlns="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`

func TestXSITypes(t *testing.T) {
	name := xsd.QName{Space: "urn:t", Local: "v"}
	for content, want := range map[string]xsd.ElementTypes{
		`<text>a</text>`: nil,
		`<text xsi:type="x">a</text><many>1</many><many xsi:type="x" xsi:nil="true"/><many xsi:type="y">3</many>`: {"Text": named("x"), "Many[1]": named("x"), "Many[2]": named("y")},
		`<text>a</text><more xsi:type="x" xsi:nil="true"/>`:                                                       {"More": named("x")},
		`<text xsi:type="x" a="1" b="&lt;">a</text><more xsi:type="y">b</more>`: {"More": named("y"), "Text": {
			Type: named("x").Type, Attrs: []xsd.Attr{{Name: xsd.QName{Local: "a"}, Value: "1"}, {Name: xsd.QName{Local: "b"}, Value: "<"}},
		}},
	} {
		var v typedValue
		if err := Unmarshal([]byte(`<v`+typedNamespaces+`>`+content+`</v>`), name, &v); err != nil || !reflect.DeepEqual(v.XSITypes, want) {
			t.Errorf("%s is read as %v (%v), want %v", content, v.XSITypes, err, want)
		}
		doc, err := Append(nil, name, &v)
		if err != nil || !strings.HasSuffix(string(doc), ">"+content+"</v>") {
			t.Errorf("%s is written as %s (%v)", content, doc, err)
		}
	}
}

func named(local string) xsd.ElementType {
	return xsd.ElementType{Type: xsd.QName{Space: "urn:t", Local: local}}
}

// TestHiddenXSIType keeps the types of two fields with one name apart.
func TestHiddenXSIType(t *testing.T) {
	name := xsd.QName{Space: "urn:t", Local: "v"}
	var v typedValue
	must(t, Unmarshal([]byte(`<v`+typedNamespaces+`><text xsi:type="x">a</text><other xsi:type="y">b</other></v>`), name, &v))
	doc, err := Append(nil, name, &v)
	if err != nil || !strings.HasSuffix(string(doc), `><text xsi:type="x">a</text><other>b</other></v>`) {
		t.Errorf("%s (%v)", doc, err)
	}
}

// TestXSITypesOfRoots reads documents whose root has a simple type.
func TestXSITypesOfRoots(t *testing.T) {
	for _, root := range []string{`>a</root>`, ` xsi:type="x">a</root>`} {
		r, err := typedTypes.ReadDocument([]byte(`<root` + typedNamespaces + root))
		must(t, err)
		doc, err := r.AppendDocument(nil)
		if err != nil || !strings.HasSuffix(string(doc), root) {
			t.Errorf("%s is written as %s (%v)", root, doc, err)
		}
	}
}

// TestXSITypesThatAreKept: xsi:type is kept where it says more than the row does: of lists, and of the declared type if
// the row has facets.
func TestXSITypesThatAreKept(t *testing.T) {
	list := &Type{Simple: true, Name: "days", NS: 1, Zero: (*[]int32)(nil)}
	typ := &Type{Name: "typed"}
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{
		{Type: list, Rows: []Row{{Kind: KindInt32, At: AtListItem}}},
		{Type: typ, Rows: []Row{
			{Name: "plain", NS: 1, Kind: KindInt32}, {Name: "facets", NS: 1, Kind: KindInt32, More: &More{Restricted: true}},
			{Name: "other", NS: 1, Kind: KindInt32}, {Name: "list", NS: 1, Kind: KindList, Of: list}, {Kind: KindXSITypes},
		}},
	}})
	for content, want := range map[string]string{
		`<plain xsi:type="xsd:int">1</plain>`:                `<plain>1</plain>`,
		`<facets xsi:type="xsd:int">1</facets>`:              `<facets xsi:type="xsd:int">1</facets>`,
		`<other xsi:type="xsd:short" a="b">1</other>`:        `<other xsi:type="xsd:short" a="b">1</other>`,
		`<other xsi:type="xsd:int" a="b">1</other>`:          `<other>1</other>`,
		`<other a="b">1</other>`:                             `<other>1</other>`,
		`<list xsi:type="more">1 2</list>`:                   `<list xsi:type="more">1 2</list>`,
		`<list xsi:type="days">1 2</list>`:                   `<list>1 2</list>`,
		`<plain>1</plain><facets xsi:nil="false">2</facets>`: `<plain>1</plain><facets>2</facets>`,
	} {
		v, err := decodeRowsOf(rowDocument(content), typ)
		if err != nil {
			t.Errorf("%s: %v", content, err)
			continue
		}
		if got, err := encodeRowsOf(v, typ); err != nil || got != rowDocument(want) {
			t.Errorf("%s is written as %s, %v, want %s", content, got, err, want)
		}
	}
}

// TestRowEmptyRecord writes records without values. A field that must have one is
// an error; nothing is written to the record.
func TestRowEmptyRecord(t *testing.T) {
	endless := &Type{NS: 1, Name: "endless"}
	define(endless, Row{Name: "next", NS: 1, Kind: KindStruct, Of: endless, Occurs: Once})
	optional := &Type{NS: 1, Name: "optional"}
	define(optional, Row{Name: "a", NS: 1, Kind: KindInt32}, Row{Name: "b", NS: 1, Kind: KindString, Occurs: Many}, Row{Name: "next", NS: 1, Kind: KindStruct, Of: optional})
	if text, err := encodeRowsOf(NewRecord(endless), endless); err == nil || err.Error() != "next: the element must have a value, which is nil" {
		t.Errorf("%s, error %v", text, err)
	}
	r := new(Record)
	if text, err := encodeRowsOf(r, optional); err != nil || text != rowDocument("") || r.slots != nil {
		t.Errorf("%s, error %v", text, err)
	}
	r = NewRecord(optional)
	*r.Field(2).(**Record) = NewRecord(optional)
	if text, err := encodeRowsOf(r, optional); err != nil || text != rowDocument("<next></next>") || r.slots[0] != nil {
		t.Errorf("%s, error %v", text, err)
	}
}

// TestRowPlansAtOnce makes the plans of types that many goroutines need at once.
func TestRowPlansAtOnce(t *testing.T) {
	for range 20 {
		types := asRecords(&testTypes)
		var group sync.WaitGroup
		for range 8 {
			group.Add(1)
			go func() {
				defer group.Done()
				for _, c := range rowCases {
					v, err := decodeRowsOf(rowDocument(c.content), types[c.typ])
					if err != nil {
						t.Error(err)
					} else if _, err := encodeRowsOf(v, types[c.typ]); err != nil {
						t.Error(err)
					}
				}
			}()
		}
		group.Wait()
	}
}
