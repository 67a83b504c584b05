package codec

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

var nameTable = []Namespace{{}, {URI: "urn:t", Prefix: "tns"}, {URI: "urn:o", Prefix: "ns1"}}

// namesCase is a type of the attribute a and of the element v of a record.
type namesCase struct {
	name string
	typ  *Type
}

func newNamesCase(name string, kind Kind, list bool) namesCase {
	attr := Row{Name: "a", Kind: kind, At: AtAttribute}
	table := &Table{Namespaces: nameTable}
	if list {
		items := &Type{Simple: true}
		table.Types = append(table.Types, TypeRows{Type: items, Rows: []Row{{Kind: kind, At: AtListItem}}})
		attr.Kind, attr.Of = KindList, items
	}
	element := attr
	element.Name, element.At = "v", AtElement
	typ := new(Type)
	table.Types = append(table.Types, TypeRows{Type: typ, Rows: []Row{attr, element}})
	Define(table)
	return namesCase{name, typ}
}

var namesCases = []namesCase{
	newNamesCase("QName", KindQName, false),
	newNamesCase("AnySimple", KindAnySimple, false),
	newNamesCase("TextOrName", KindTextOrName, false),
	newNamesCase("QNames", KindQName, true),
	newNamesCase("texts or names", KindTextOrName, true),
	newNamesCase("strings", KindString, true),
	newNamesCase("tokens", KindToken, true),
	newNamesCase("decimals", KindDecimal, true),
	newNamesCase("times", KindTime, true),
	newNamesCase("numbers", KindInt64, true),
}

// read reads a document whose root has an attribute a, and in it an element v.
func (c namesCase) read(doc string) (*Record, error) {
	d := NewDecoder([]byte(doc), nameTable, Limits{Items: 1000})
	defer d.Release()
	v := NewRecord(c.typ)
	if d.Root() {
		DecodeRows(d, c.typ, v)
	}
	d.End()
	return v, d.Err()
}

func (c namesCase) write(v *Record) (string, error) {
	e := NewEncoder(nameTable, true)
	defer e.Release()
	e.Open(ElementName{Local: "r"}, true)
	EncodeRows(e, c.typ, v)
	e.Raw("</r>")
	return string(e.Bytes()), e.Err()
}

// namesIn returns what is in a field of a record: T, []T or nil.
func namesIn(v *Record, field int) any {
	f := reflect.ValueOf(v.Field(field)).Elem()
	switch {
	case f.IsNil():
		return nil
	case f.Kind() == reflect.Pointer:
		f = f.Elem()
	}
	return f.Interface()
}

// FuzzNamesAndLists reads any text as an attribute and as an element, of each
// type whose values have parts: what is accepted comes back after it has been
// written.
func FuzzNamesAndLists(f *testing.F) {
	for kind := range namesCases {
		for _, text := range []string{"t:a", "p:a", "a", " a\tb ", "p:a o:b p:c", "xml:lang", "1.50 2", "12:00:00Z 24:00:00", "&#13;", "x:undeclared", "{urn:t}a", "&lt;&amp;&quot;"} {
			f.Add(uint8(kind), "urn:p", text)
		}
		f.Add(uint8(kind), "a&amp;b'&#9;", "p:a p:a")
	}
	f.Fuzz(func(t *testing.T, kind uint8, uri, text string) {
		if strings.ContainsAny(uri+text, `"`) {
			return // the end of the attribute
		}
		c := namesCases[int(kind)%len(namesCases)]
		doc := fmt.Sprintf(`<r xmlns:t="urn:t" xmlns:o="urn:o" xmlns:p="%s" a="%s"><v xmlns:q="urn:q" xmlns:xsi="%s" xmlns:xs="%s" xsi:type="xs:QName">%s</v></r>`, uri, text, XSINamespace, xsd.Namespace, text)
		v, err := c.read(doc)
		if err != nil {
			return
		}
		written, err := c.write(v)
		if err != nil {
			t.Fatalf("%s: %s: %v", c.name, doc, err)
		}
		again, err := c.read(written)
		attr, element, attr2, element2 := namesIn(v, 0), namesIn(v, 1), namesIn(again, 0), namesIn(again, 1)
		if err != nil || !sameValues(attr, attr2) || !sameValues(element, element2) {
			t.Fatalf("%s: %s\nis written as %s\n%#v becomes %#v\n%#v becomes %#v\n%v", c.name, doc, written, attr, attr2, element, element2, err)
		}
	})
}

// sameValues compares values; the prefix of a text that is a name does not
// count.
func sameValues(a, b any) bool {
	switch a := a.(type) {
	case xsd.AnySimple:
		b, ok := b.(xsd.AnySimple)
		if !ok || a.Space == "" {
			return a.Equal(b)
		}
		return a.QName() == b.QName() && a.Type == b.Type
	case []xsd.AnySimple:
		b, ok := b.([]xsd.AnySimple)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !sameValues(a[i], b[i]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a, b)
}

// TestNameWithoutNamespace cannot be written where it would get one.
func TestNameWithoutNamespace(t *testing.T) {
	e := encoder(t, []Namespace{{}, {URI: "urn:t"}}, false)
	e.qName("<v>", xsd.QName{Local: "n"}, "</v>")
	if e.Err() == nil {
		t.Errorf("%s", e.Bytes())
	}
}

// The prefix xml is bound in every document and needs no declaration.
func TestPrefixXMLIsNotDeclared(t *testing.T) {
	e := encoder(t, []Namespace{{}, {URI: "urn:a", Prefix: "a"}, {URI: XMLNamespace, Prefix: "xml"}}, false)
	e.Open(ElementName{NS: 1, Local: "r"}, true)
	if got, want := string(e.Bytes()), `<a:r xmlns:a="urn:a"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

type (
	paper struct {
		Title string
		Note  xsd.Nillable[string]
		Loose *xsd.AnyType
	}
	paperOther  struct{ Title string }
	paperWaste  struct{ Title string }
	paperColour string
)

var (
	typeOfPaper       = Type{NS: 1, Name: "paper", Zero: (*paper)(nil)}
	typeOfOther       = Type{NS: 1, Name: "other", Zero: (*paperOther)(nil)}
	typeOfWaste       = Type{NS: 1, Name: "waste", Zero: (*paperWaste)(nil), Abstract: true}
	typeOfPaperColour = Type{Zero: (*paperColour)(nil), Simple: true}

	paperTypes = Table{
		Namespaces: []Namespace{{}, {URI: "urn:p"}, {URI: "urn:q", Prefix: "e1"}},
		Types: []TypeRows{
			{Type: &typeOfPaper, Rows: []Row{
				{Name: "title", NS: 1, Kind: KindString, Occurs: Once},
				{Name: "note", NS: 1, Kind: KindString, Nillable: true},
				{Name: "loose", NS: 1, Kind: KindAnyType},
			}},
			{Type: &typeOfOther, Rows: []Row{{Name: "title", NS: 1, Kind: KindString, Occurs: Once}}},
			{Type: &typeOfWaste, Rows: []Row{{Name: "title", NS: 1, Kind: KindString, Occurs: Once}}},
			{Type: &typeOfPaperColour},
		},
	}
)

func init() { Define(&paperTypes) }

func inPaper(local string) xsd.QName { return xsd.QName{Space: "urn:p", Local: local} }

func TestAppend(t *testing.T) {
	for _, c := range []struct {
		name  xsd.QName
		value *paper
		want  string
	}{
		{inPaper("a"), &paper{Title: "x & y"}, `<a xmlns="urn:p"><title>x &amp; y</title></a>`},
		{xsd.QName{Space: "urn:q", Local: "a"}, &paper{}, `<e1:a xmlns="urn:p" xmlns:e1="urn:q"><title></title></e1:a>`},
		{xsd.QName{Space: "urn:r&", Local: "a"}, &paper{}, `<e2:a xmlns="urn:p" xmlns:e2="urn:r&amp;"><title></title></e2:a>`},
		{inPaper("a"), &paper{Note: xsd.Nillable[string]{Nil: true}}, `<a xmlns="urn:p" xmlns:xsi="` + XSINamespace + `"><title></title><note xsi:nil="true"/></a>`},
		{inPaper("a"), &paper{Loose: &xsd.AnyType{Type: inPaper("t"), Content: "c"}},
			`<a xmlns="urn:p" xmlns:xsi="` + XSINamespace + `"><title></title><loose xsi:type="t">c</loose></a>`},
	} {
		doc, err := Append([]byte("<!-- -->"), c.name, c.value)
		if err != nil || string(doc) != "<!-- -->"+c.want {
			t.Errorf("%s, %v\nwant %s", doc, err, c.want)
		}
		back := paper{Title: "before"}
		if err := Unmarshal(doc, c.name, &back); err != nil || !reflect.DeepEqual(&back, c.value) {
			t.Errorf("%s is read as %+v, %v", doc, back, err)
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	for _, c := range []struct {
		name  xsd.QName
		value any
		want  string
	}{
		{inPaper("a"), nil, "a: the value is a <nil>, not a pointer to a struct that was generated"},
		{inPaper("a"), paper{}, "a: the value is a codec.paper, not a pointer"},
		{inPaper("a"), (*Record)(nil), "a: the value is a *codec.Record, not"},
		{inPaper("a"), ptr("x"), "a: the value is a *string, not"},
		{inPaper("a"), ptr(paperColour("x")), "a: the value is a *codec.paperColour, not"},
		{inPaper("a"), (*paper)(nil), "a: the element must have a value, which is nil"},
		{inPaper(""), &paper{}, `"" is not the name of an element`},
		{inPaper("a b"), &paper{}, `"a b" is not the name of an element`},
		{xsd.QName{Local: "a"}, &paper{}, "a: the element has no namespace, and the names in it without a prefix have the namespace urn:p"},
		{xsd.QName{Space: XMLNamespace, Local: "a"}, &paper{}, "a: no element can have the namespace"},
		{inPaper("a"), &paperWaste{}, "a: the type waste is abstract"},
		{inPaper("a"), &paper{Title: "\x00"}, "title: the character U+0000 at byte 0 cannot be written in XML"},
	} {
		doc, err := Append([]byte("before"), c.name, c.value)
		var unwritable *EncodeError
		if string(doc) != "before" || !errors.As(err, &unwritable) || !strings.HasPrefix(err.Error(), c.want) && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %v; want %s", doc, err, c.want)
		}
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	const begin = `<a xmlns="urn:p" xmlns:xsi="` + XSINamespace + `" `
	for _, c := range []struct{ doc, want string }{
		{``, "no root element"},
		{`<b xmlns="urn:p"/>`, "the element {urn:p}a is expected here"},
		{`<a/>`, "the element {urn:p}a is expected here"},
		{begin + `/>`, "title"},
		{begin + `><title/></a><a/>`, "second root"},
		{begin + `xsi:nil="true"/>`, "xsi:nil on an element that must have a value"},
		{begin + `xsi:type="other"><title/></a>`, "the type other is not derived from paper"},
		{`<!DOCTYPE a>` + begin + `/>`, "DTD"},
	} {
		v := paper{Title: "before"}
		err := Unmarshal([]byte(c.doc), inPaper("a"), &v)
		var bad *DecodeError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) || v.Title != "before" {
			t.Errorf("%s: %+v, %v; want %s", c.doc, v, err, c.want)
		}
	}
	if err := Unmarshal([]byte(begin+`xsi:type="paper"><title>x</title></a>`), inPaper("a"), &paper{}); err != nil {
		t.Error(err)
	}
	if err := Unmarshal([]byte(begin+`><title>x</title></a>`), inPaper("a"), &paperWaste{}); err == nil || !strings.Contains(err.Error(), "abstract") {
		t.Error(err)
	}
	if err := Unmarshal([]byte(`<?xml version="1.0" encoding="EBCDIC"?><a/>`), inPaper("a"), &paper{}); err == nil || !strings.Contains(err.Error(), "EBCDIC") {
		t.Error(err)
	}
	for _, v := range []any{nil, paper{}, (*paper)(nil), ptr(1)} {
		if err := Unmarshal([]byte(begin+`><title/></a>`), inPaper("a"), v); err == nil {
			t.Errorf("no error for a %T", v)
		}
	}
}
