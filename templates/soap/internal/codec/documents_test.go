package codec

import (
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

var (
	typeOfDocBase    = Type{NS: 1, Name: "base"}
	typeOfDocDerived = Type{NS: 1, Name: "derived"}
	typeOfDocSingle  = Type{NS: 1, Name: "single"}

	docTypes = Table{
		Namespaces: []Namespace{{}, {URI: "urn:t"}},
		More:       []Namespace{{URI: "urn:more"}, {URI: "urn:other"}},
		Types: []TypeRows{
			{Type: &typeOfDocBase, Rows: []Row{{Name: "a", NS: 1, Kind: KindInt32}}},
			{Type: &typeOfDocDerived, Rows: []Row{{Kind: KindBase, Of: &typeOfDocBase}, {Name: "b", NS: 1, Kind: KindInt32}}},
			{Type: &typeOfDocSingle, Rows: []Row{{Name: "a", NS: 1, Kind: KindInt32}}},
		},
		Elements: []Row{
			{Name: "text", NS: 1, Kind: KindString},
			{Name: "preset", NS: 1, Kind: KindInt32, More: &More{Default: "7"}},
			{Name: "fixed", NS: 1, Kind: KindInt32, More: &More{Fixed: "007", IsFixed: true}},
			{Name: "base", NS: 1, Kind: KindStruct, Of: &typeOfDocBase},
			{Name: "nillable", NS: 1, Kind: KindStruct, Of: &typeOfDocBase, Nillable: true},
			{Name: "single", NS: 1, Kind: KindStruct, Of: &typeOfDocSingle},
			{Name: "more", NS: 3, Kind: KindString},
		},
	}
)

func init() { Define(&docTypes) }

// TestReadDocument reads documents whose root is not known before, and writes what it has read.
func TestReadDocument(t *testing.T) {
	const scope = ` xmlns="urn:t" xmlns:xsi="` + XSINamespace + `"`
	for _, c := range []struct{ doc, want string }{ // the document, without its prolog and its namespaces, or an error
		{`<text` + scope + `>a</text>`, `<text>a</text>`},
		{`<preset` + scope + `/>`, `<preset>7</preset>`},
		{`<fixed` + scope + `/>`, `<fixed>007</fixed>`},
		{`<fixed` + scope + `>7</fixed>`, `<fixed>007</fixed>`},
		{`<base` + scope + `><a>1</a></base>`, `<base><a>1</a></base>`},
		{`<base` + scope + ` xsi:type="derived"><a>1</a><b>2</b></base>`, `<base xsi:type="derived"><a>1</a><b>2</b></base>`},
		{`<base` + scope + ` xsi:type="single"/>`, "line 1, column 1 (base): the type single is not derived from base"},
		{`<nillable` + scope + ` xsi:nil="true"/>`, `<nillable xsi:nil="true"/>`},
		{`<single` + scope + `><a>1</a></single>`, `<single><a>1</a></single>`},
		{`<single` + scope + `><b>1</b></single>`, "line 1, column 77 (single/b): the element is not known here"},
		{`<more xmlns="urn:other">a</more>`, `<e1:more xmlns:e1="urn:other">a</e1:more>`},
		{`<more xmlns="urn:more">a</more>`, "line 1, column 1 (more): the schema declares no element of that name"},
		{`<text>a</text>`, "line 1, column 1 (text): the schema declares no element of that name"},
		{`<x` + scope + ` xsi:type="derived"><y/></x>`, `<x xsi:type="derived"><y/></x>`},
		{`<text` + scope + ` xsi:nil="true"/>`, "line 1, column 1 (text): xsi:nil on an element that must have a value"},
		{`<text` + scope + `>a</text>b`, "line 1, column 83: content after the root element"},
		{`x`, "line 1, column 1: text outside the root element"},
	} {
		r, err := docTypes.ReadDocument([]byte(c.doc))
		got := message(err)
		if err == nil {
			doc, err := r.AppendDocument([]byte("before "))
			if err != nil {
				t.Errorf("%s: %v", c.doc, err)
			}
			got = strings.TrimPrefix(string(doc), "before "+XMLProlog)
			got = strings.NewReplacer(` xmlns="urn:t"`, "", ` xmlns:xsi="`+XSINamespace+`"`, "").Replace(got)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.doc, got, c.want)
		}
	}
	r, err := docTypes.ReadDocument([]byte(`<text xmlns="urn:t">a</text>`))
	if err != nil {
		t.Fatal(err)
	}
	*r.Field(0).(*string) = "\x01"
	if doc, err := r.AppendDocument([]byte("before")); err == nil || string(doc) != "before" {
		t.Errorf("%s, %v", doc, err)
	}
}

// TestRootsOfDocuments writes roots in namespaces that the table has, or has without a prefix, or does not have.
func TestRootsOfDocuments(t *testing.T) {
	text := &Type{Name: "text"}
	array := &Type{Name: "array"}
	Define(&Table{
		Namespaces: []Namespace{{}, {URI: "urn:a", Prefix: "e1"}, {URI: "urn:b"}, {URI: "urn:c", Prefix: "e2"}},
		Types: []TypeRows{
			{Type: text, Rows: []Row{{Name: "t", NS: 2, Kind: KindString}}},
			{Type: array, Rows: []Row{{Name: "item", Kind: KindInt32, Occurs: Many, At: AtItem, More: &More{Array: &Array{Style: testArrays{}, Rank: 1, NS: 1, Name: "int"}}}}},
		},
	})
	value := func(s string) *Record {
		r := NewRecord(text)
		*r.Field(0).(**string) = &s
		return r
	}
	for _, c := range []struct {
		space, text, want string
	}{
		{"urn:b", "a", `<r xmlns="urn:b"><t>a</t></r>`},
		{"urn:a", "a", `<e1:r xmlns:e1="urn:a" xmlns="urn:b"><t>a</t></e1:r>`},
		{"urn:d", "a", `<e3:r xmlns="urn:b" xmlns:e3="urn:d"><t>a</t></e3:r>`},
		{"urn:b", "a xsi:type b", `<r xmlns="urn:b"><t>a xsi:type b</t></r>`},
		{"", "a", "r: the element has no namespace, and the names in it without a prefix have the namespace urn:b"},
	} {
		doc, err := Append(nil, xsd.QName{Space: c.space, Local: "r"}, value(c.text))
		if got := string(doc) + message(err); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	doc, err := Append(nil, xsd.QName{Space: "urn:a", Local: "r"}, NewRecord(array))
	if err != nil || !strings.Contains(string(doc), ` xmlns:xsi="`+XSINamespace+`"`) {
		t.Errorf("%s, %v", doc, err)
	}
}

// TestElementsOfMoreNamespaces reads and writes elements in a namespace that no message uses, and nil ones.
func TestElementsOfMoreNamespaces(t *testing.T) {
	doc, err := stationElement.Marshal(&station{Name: "n"})
	if err != nil || !strings.HasPrefix(string(doc), `<e1:station xmlns="`+railNS+`" xmlns:e1="urn:more"`) {
		t.Errorf("%s, %v", doc, err)
	}
	if v, err := stationElement.Unmarshal(doc); err != nil || v.Name != "n" {
		t.Errorf("%+v, %v", v, err)
	}
	if doc, err = stationElement.Marshal(nil); err != nil || !strings.Contains(string(doc), ` xsi:nil="true"`) {
		t.Errorf("%s, %v", doc, err)
	}
	loose := Element[*paper]{&ElementInfo{Name: ElementName{1, "p"}, Table: &ElementTable{Namespaces: paperTypes.Namespaces, XSI: true},
		Value: &Value{Zero: (**paper)(nil), Row: Row{Kind: KindStruct, Of: &typeOfPaper}}}}
	v, err := loose.Unmarshal([]byte(`<p xmlns="urn:p" xmlns:i="` + XSINamespace + `"><title>t</title><note i:nil="1"/><loose i:type="t">x</loose></p>`))
	if err != nil || v.Title != "t" || !v.Note.Nil || v.Loose == nil || v.Loose.Type != inPaper("t") || v.Loose.Content != "x" {
		t.Errorf("%+v, %v", v, err)
	}
	nils := define(&Type{Name: "nils"}, Row{Name: "any", NS: 1, Kind: KindAnyType, Nillable: true}, Row{Name: "poly", NS: 1, Kind: KindPoly, Of: &typeOfNilBase, Nillable: true})
	r, err := decodeRowsOf(rowDocument(`<any xsi:nil="true"/><poly xsi:nil="true"/>`), nils)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := encodeRowsOf(r, nils); err != nil || text != rowDocument(`<any xsi:nil="true"/><poly xsi:nil="true"/>`) {
		t.Errorf("%s, %v", text, err)
	}
}

var typeOfNilBase = Type{NS: 1, Name: "nilBase"}

func init() {
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{{Type: &typeOfNilBase, Rows: []Row{{Name: "x", NS: 1, Kind: KindInt32}}}}})
}
