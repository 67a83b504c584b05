package codec

import (
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

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

type typedRequest struct {
	Text     string
	Many     []int32
	List     typedList
	XSITypes xsd.ElementTypes
}

type typedList struct {
	Item     []int32
	XSITypes xsd.ElementTypes
}

var (
	typeOfTypedRequest = Type{Name: "request", Zero: (*typedRequest)(nil)}
	typeOfTypedList    = Type{Name: "list", Zero: (*typedList)(nil)}
	typeOfTypedBase    = Type{Name: "base", Zero: (*TypedBase)(nil)}
	typeOfTypedValue   = Type{Name: "value", Zero: (*typedValue)(nil)}

	typedTypes = Table{
		Namespaces: []Namespace{{}, {URI: "urn:t"}},
		Types: []TypeRows{
			{Type: &typeOfTypedBase, Rows: []Row{
				{Name: "text", NS: 1, Kind: KindString, Occurs: Once},
				{Name: "many", NS: 1, Kind: KindInt32, Occurs: Many, Nillable: true},
				{Kind: KindXSITypes},
			}},
			{Type: &typeOfTypedList, Rows: []Row{{Name: "item", NS: 1, Kind: KindInt32, Occurs: Many}, {Kind: KindXSITypes}}},
			{Type: &typeOfTypedRequest, Rows: []Row{
				{Name: "text", NS: 1, Kind: KindString, Occurs: Once},
				{Name: "many", NS: 1, Kind: KindInt32, Occurs: Many},
				{Name: "list", NS: 1, Kind: KindStruct, Occurs: Once, Of: &typeOfTypedList},
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
	if err := Unmarshal([]byte(`<v`+typedNamespaces+`><text xsi:type="x">a</text><other xsi:type="y">b</other></v>`), name, &v); err != nil {
		t.Fatal(err)
	}
	doc, err := Append(nil, name, &v)
	if err != nil || !strings.HasSuffix(string(doc), `><text xsi:type="x">a</text><other>b</other></v>`) {
		t.Errorf("%s (%v)", doc, err)
	}
}

// TestXSITypesOfRoots reads documents whose root has a simple type.
func TestXSITypesOfRoots(t *testing.T) {
	for _, root := range []string{`>a</root>`, ` xsi:type="x">a</root>`} {
		r, err := typedTypes.ReadDocument([]byte(`<root` + typedNamespaces + root))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := r.AppendDocument(nil)
		if err != nil || !strings.HasSuffix(string(doc), root) {
			t.Errorf("%s is written as %s (%v)", root, doc, err)
		}
	}
}

// TestXSITypesAndParameters writes and reads parameters, which have no types.
func TestXSITypesAndParameters(t *testing.T) {
	value := typedRequest{Text: "a", Many: []int32{1, 2}, List: typedList{Item: []int32{3, 4}}}
	w := WriteParameters()
	VisitParameters(w, &typeOfTypedRequest, &value)
	if got, want := parametersText(w), "text=a&many=1&many=2&list=3&list=4"; got != want || w.Err() != nil {
		t.Errorf("%s (%v), want %s", got, w.Err(), want)
	}
	var again typedRequest
	r := ReadParameters(w.Written())
	if VisitParameters(r, &typeOfTypedRequest, &again); r.Finish() != nil || !reflect.DeepEqual(again, value) {
		t.Errorf("%+v (%v), want %+v", again, r.Finish(), value)
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
