package codec

import (
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

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

// A Record has the type that it was made with.
func TestAppendRecord(t *testing.T) {
	r := NewRecord(&typeOfValueNone)
	*r.Field(0).(*int32) = 5
	name := xsd.QName{Space: "urn:v", Local: "r"}
	doc, err := Append(nil, name, r)
	if err != nil || string(doc) != `<v:r xmlns:v="urn:v"><v:n>5</v:n></v:r>` {
		t.Fatalf("%s, %v", doc, err)
	}
	back := NewRecord(&typeOfValueNone)
	if err := Unmarshal(doc, name, back); err != nil || *back.Field(0).(*int32) != 5 {
		t.Errorf("%v", err)
	}
	if doc, err = Append(nil, xsd.QName{Local: "r"}, r); err != nil || string(doc) != `<r xmlns:v="urn:v"><v:n>5</v:n></r>` {
		t.Errorf("%s, %v", doc, err)
	}
}

// Goroutines write to buffers of their own.
func TestAppendConcurrently(t *testing.T) {
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			var doc []byte
			for range 100 {
				var err error
				if doc, err = Append(doc[:0], inPaper("a"), &paper{Title: "x"}); err != nil {
					t.Error(err)
				}
				var back paper
				if err := Unmarshal(doc, inPaper("a"), &back); err != nil || back.Title != "x" {
					t.Errorf("%+v, %v", back, err)
				}
			}
		}()
	}
	all.Wait()
}

func TestAppendAllocations(t *testing.T) {
	v := &paper{Title: "x"}
	doc := make([]byte, 0, 1000)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := Append(doc, inPaper("a"), v); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkAppend writes a long text in an element whose type may use xsi.
func BenchmarkAppend(b *testing.B) {
	v := &paper{Title: strings.Repeat("Some words of a text. ", 1000)}
	doc := make([]byte, 0, 64<<10)
	b.SetBytes(int64(len(v.Title)))
	for range b.N {
		if _, err := Append(doc, inPaper("a"), v); err != nil {
			b.Fatal(err)
		}
	}
}
