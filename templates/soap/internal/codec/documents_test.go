package codec

import (
	"errors"
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
	must(t, err)
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

// TestEncodeDocument writes elements one inside the other, with and without a value in the innermost.
func TestEncodeDocument(t *testing.T) {
	path := []ElementName{{1, "outer"}, {0, "inner"}, {0, "leaf"}}
	five := ElementValue{Type: &Value{Zero: (*int32)(nil), Row: Row{Kind: KindInt32, Occurs: Once}}, Value: int32(5)}
	absent := ElementValue{Type: five.Type, Absent: true}
	const root, xsi = `<v:outer xmlns:v="urn:v"`, ` xmlns:xsi="` + XSINamespace + `"`
	result := func(name string) string {
		return `<rpc:result xmlns:rpc="` + RPCNamespace + `">` + name + `</rpc:result>`
	}
	rpc := func(e *Encoder) { e.Encoded, e.SOAP12, e.Returns = true, true, true }
	const style = ` soap:encodingStyle="` + SOAPEncoding12 + `"`
	for _, c := range []struct {
		name  string
		path  []ElementName
		value ElementValue
		null  bool
		set   func(*Encoder)
		want  string
	}{
		{"a value", path, five, false, nil, root + `><inner><leaf>5</leaf></inner></v:outer>`},
		{"of one element", path[:1], five, false, nil, root + `>5</v:outer>`},
		{"no element", nil, five, false, nil, ``},
		{"no value", path[:2], ElementValue{}, false, nil, root + `><inner></inner></v:outer>`},
		{"absent", path, absent, false, nil, root + `><inner></inner></v:outer>`},
		{"absent, nil", path, absent, true, nil, root + xsi + `><inner><leaf xsi:nil="true"></leaf></inner></v:outer>`},
		{"absent root", path[:1], absent, false, nil, root + xsi + ` xsi:nil="true"></v:outer>`},
		{"the type of a result", path[:2], five, false, func(e *Encoder) { e.OutType = ` xsi:type="v:t"` }, root + `><inner xsi:type="v:t">5</inner></v:outer>`},
		{"SOAP 1.2, part 2, section 4.2.1", path[:2], five, false, rpc, root + style + `>` + result("inner") + `<inner>5</inner></v:outer>`},
		{"no result", path[:2], absent, false, rpc, root + style + `></v:outer>`},
		{"another parameter", path[:2], five, false, func(e *Encoder) { rpc(e); e.Returns = false }, root + style + `><inner>5</inner></v:outer>`},
		{"SOAP 1.1", path[:2], five, false, func(e *Encoder) { rpc(e); e.SOAP12 = false }, strings.Replace(root+style, SOAPEncoding12, SOAPEncoding11, 1) + `><inner>5</inner></v:outer>`},
		{"literal", path[:2], five, false, func(e *Encoder) { rpc(e); e.Encoded = false }, root + `><inner>5</inner></v:outer>`},
		{"a qualified result", []ElementName{{1, "outer"}, {1, "inner"}}, five, false, rpc, root + style + `><v:inner>5</v:inner></v:outer>`},
	} {
		e := encoder(t, valueNamespaces, false)
		if c.set != nil {
			c.set(e)
		}
		if EncodeDocument(e, c.path, c.value, c.null); string(e.Bytes()) != c.want || e.Err() != nil {
			t.Errorf("%s: %s, %v\nwant %s", c.name, e.Bytes(), e.Err(), c.want)
		}
	}
}

// TestDecodePath reads the innermost of elements one inside the other.
func TestDecodePath(t *testing.T) {
	path := []ElementName{{0, "a"}, {0, "b"}, {0, "c"}}
	for _, c := range []struct {
		doc    string
		n      int
		must   bool
		strict bool
		want   string // the value, or an error
	}{
		{`<a><b><c>x</c></b></a>`, 3, true, true, "x"},
		{`<a>x</a>`, 1, true, true, "x"},
		{`<a><o/><b><o/><c>x</c><o/></b></a>`, 3, true, false, "x"},
		{`<a><o/><b><c>x</c></b></a>`, 3, true, true, "line 1, column 4 (a/o): the element is not known here"},
		{`<a><b><c>x</c><c/></b></a>`, 3, true, false, "line 1, column 15 (a/b/c): the element is given twice"},
		{`<a><b/></a>`, 3, true, false, "line 1, column 8 (a): the element c is missing"},
		{`<a><b/></a>`, 3, false, false, ""},
		{`<a><b><return/></b></a>`, 3, false, false, `line 1, column 20 (a): the element c is missing; "return" is in its place`},
		{`<a><return><c>x</c></return></a>`, 2, false, false, `line 1, column 33: the element b is missing; "return" is in its place`},
		{`<a><return/><b>x</b></a>`, 2, false, false, "x"},
		{`<a><r:result xmlns:r="` + RPCNamespace + `">b</r:result></a>`, 2, false, false, ""},
		{`<a/>`, 3, false, false, ""},
		{`<a/>`, 2, true, false, "line 1, column 5: the element b is missing"},
		{`<o/>`, 2, true, false, "line 1, column 1 (o): the element a is expected here"},
	} {
		d := NewDecoder([]byte(c.doc), noNamespaces, Limits{})
		d.Strict = c.strict
		d.Root()
		got := ""
		DecodePath(d, path[:c.n], c.must, func(d *Decoder) { got += d.String() })
		if d.End(); d.Err() != nil {
			got = message(d.Err())
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.doc, got, c.want)
		}
		d.Release()
	}
}

// TestMatchElement finds an element, or a member of its substitution group, which takes precedence if it has members.
func TestMatchElement(t *testing.T) {
	name, members := ElementName{0, "a"}, []ElementName{{0, "b"}, {0, "c"}}
	for _, c := range []struct {
		tag     string
		members []ElementName
		want    Match
	}{
		{"a", nil, MatchExact}, {"b", nil, MatchNone}, {"a", members, MatchNone}, {"b", members, MatchMember}, {"c", members, MatchMember}, {"d", members, MatchNone},
	} {
		d := rooted(t, "<"+c.tag+"/>", noNamespaces, Limits{})
		if got := MatchElement(d, name, c.members); got != c.want {
			t.Errorf("%s in %v: %d, want %d", c.tag, c.members, got, c.want)
		}
	}
}

// TestMemberDocuments writes one element that stands alone, or nothing.
func TestMemberDocuments(t *testing.T) {
	const prolog = XMLProlog
	for content, want := range map[string]string{
		"": "", "<v:a/>": prolog + `<v:a xmlns:v="urn:v"/>`, "<v:a>b</v:a>": prolog + `<v:a xmlns:v="urn:v">b</v:a>`, `<v:a c="d">b</v:a>`: prolog + `<v:a xmlns:v="urn:v" c="d">b</v:a>`,
		"<a/><b/>": "b: more than one element of a substitution group is set",
	} {
		e := encoder(t, valueNamespaces, false)
		EncodeContent(e, func(e *Encoder) { e.Raw(">" + content) })
		got := string(e.Bytes())
		if e.Err() != nil {
			got = e.Err().Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", content, got, want)
		}
	}
	e := encoder(t, valueNamespaces, false)
	WriteMember(e, func() { e.String("<a>", "\x01", "</a>") })
	if got := message(e.Err()); got != "a: the character U+0001 at byte 0 cannot be written in XML" || strings.Contains(string(e.Bytes()), "xmlns") {
		t.Errorf("%s, %s", got, e.Bytes())
	}
	if doc, err := WrapText("a<b"); string(doc) != "<r>a&lt;b</r>" || err != nil {
		t.Errorf("%s, %v", doc, err)
	}
	if _, err := WrapText("\x01"); err == nil {
		t.Error("no error")
	}
}

// pieces is a sink that fails at the piece with a number.
type pieces struct {
	all   []string
	fails int
}

func (p *pieces) Take(piece []byte) error {
	if len(p.all) == p.fails {
		return errors.New("closed")
	}
	p.all = append(p.all, string(piece))
	return nil
}

// TestStreamOfItems gives out what has been written at the end of the item that reaches the limit, and nothing after an
// error.
func TestStreamOfItems(t *testing.T) {
	list := &Value{Zero: (*[]string)(nil), Row: Row{Name: "i", Kind: KindString, Occurs: Many}}
	structs := &Value{Zero: (**RowZoo)(nil), Row: Row{Kind: KindStruct, Of: &typeOfZoo}}
	for _, c := range []struct {
		items []string
		limit int
		fails int
		want  string
		err   string
	}{
		{[]string{"a", "b", "c"}, 16, -1, `<r><i>a</i><i>b</i>|`, ""}, // 3 bytes, and 8 for each item
		{[]string{"a", "b", "c"}, 11, -1, `<r><i>a</i>|<i>b</i><i>c</i>|`, ""},
		{[]string{"a", "b", "c"}, 12, -1, `<r><i>a</i><i>b</i>|`, ""},
		{[]string{"a", "b", "c"}, 1, 1, `<r><i>a</i>|`, "closed"},
		{[]string{"a", "\x01", "c"}, 1, -1, `<r><i>a</i>|`, "i: the character U+0001 at byte 0 cannot be written in XML"},
	} {
		e, sink := NewEncoder(noNamespaces, false), &pieces{fails: c.fails}
		e.Stream(c.limit, sink)
		e.Raw("<r")
		list.Put(e, c.items)
		got := strings.Join(append(sink.all, ""), "|")
		if got != c.want || message(e.Err()) != c.err {
			t.Errorf("%q by %d: %s, %v, want %s", c.items, c.limit, got, e.Err(), c.want)
		}
		e.Abort(errors.New("aborted"))
		if want := map[bool]string{true: "aborted", false: c.err}[c.err == ""]; message(e.Err()) != want {
			t.Errorf("%v, want %s", e.Err(), want)
		}
		e.Release()
	}
	e, sink := NewEncoder(rowNamespaces, true), &pieces{fails: -1}
	defer e.Release()
	e.Stream(1, sink)
	e.Raw("<r")
	structs.Put(e, &RowZoo{Dogs: []RowDog{{Id: "a"}, {Id: "b"}}})
	if e.Raw("</r>"); len(sink.all) != 2 || string(e.Bytes()) != "</r>" || !strings.HasSuffix(sink.all[0], `<dogs id="a"><name></name></dogs>`) {
		t.Errorf("%q, and %s, %v", sink.all, e.Bytes(), e.Err())
	}
}
