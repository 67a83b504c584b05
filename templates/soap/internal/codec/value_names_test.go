package codec

import (
	"errors"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

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
	paper       struct{ Title string }
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
		Namespaces: []Namespace{{}, {URI: "urn:p"}},
		Types: []TypeRows{
			{Type: &typeOfPaper, Rows: []Row{{Name: "title", NS: 1, Kind: KindString, Occurs: Once}}},
			{Type: &typeOfOther, Rows: []Row{{Name: "title", NS: 1, Kind: KindString, Occurs: Once}}},
			{Type: &typeOfWaste, Rows: []Row{{Name: "title", NS: 1, Kind: KindString, Occurs: Once}}},
			{Type: &typeOfPaperColour},
		},
	}
)

func init() { Define(&paperTypes) }

func inPaper(local string) xsd.QName { return xsd.QName{Space: "urn:p", Local: local} }

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
