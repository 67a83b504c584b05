package codec

import (
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

func declaration(prefix, uri string) xsd.Attr {
	return xsd.Attr{Name: xsd.QName{Space: xmlnsNamespace, Local: prefix}, Value: uri}
}

// TestWriteAnyType writes values of xs:anyType in a document whose names have the prefixes v and, in its root, no prefix.
func TestWriteAnyType(t *testing.T) {
	text := func(attrs ...xsd.Attr) xsd.AnyType { return xsd.AnyType{Attrs: attrs, Content: "c"} }
	value := xsd.Attr{Name: xsd.QName{Local: "a"}, Value: "p:x"}
	for _, c := range []struct {
		name  string
		value xsd.AnyType
		want  string // or an error
	}{
		{"nil", xsd.AnyType{Nil: true}, `<e xsi:nil="true"></e>`},
		{"nil with content (XML Schema part 1, 3.3.4)", xsd.AnyType{Nil: true, Content: "x"}, "e: an element that is nil has content"},
		{"prefix", text(declaration("p", "urn:p"), value), `<e xmlns:p="urn:p" a="p:x">c</e>`},
		{"the same declaration twice", text(declaration("p", "urn:p"), declaration("p", "urn:p")), `<e xmlns:p="urn:p">c</e>`},
		{"two declarations of a prefix", text(declaration("p", "urn:p"), declaration("o", "urn:o"), declaration("p", "urn:q")), "xmlns:p: the prefix is declared twice"},
		{"prefix of the table", text(declaration("v", "urn:v")), `<e>c</e>`},
		{"prefix of the table with another meaning", text(declaration("v", "urn:p"), xsd.Attr{Name: xsd.QName{Local: "a"}, Value: "v:x v:y w"}), `<e xmlns:q1="urn:p" a="q1:x q1:y w">c</e>`},
		{"two of them", text(declaration("v", "urn:p"), declaration("xsi", "urn:q"), xsd.Attr{Name: xsd.QName{Local: "a"}, Value: "v:x xsi:y"}), `<e xmlns:q1="urn:p" xmlns:q2="urn:q" a="q1:x q2:y">c</e>`},
		{"prefixes that the encoder makes", text(declaration("a1", "urn:p"), declaration("q", "urn:q"), declaration("q7", "urn:r"), declaration("soap", "urn:s")),
			`<e xmlns:q1="urn:p" xmlns:q2="urn:q" xmlns:q3="urn:r" xmlns:q4="urn:s">c</e>`},
		{"prefixes like those", text(declaration("a", "urn:p"), declaration("ab", "urn:q"), declaration("q1q", "urn:r"), declaration("b1", "urn:s")),
			`<e xmlns:a="urn:p" xmlns:ab="urn:q" xmlns:q1q="urn:r" xmlns:b1="urn:s">c</e>`},
		{"xml", text(declaration("xml", "urn:p")), "xmlns:xml: a prefix or a namespace that cannot be declared"},
		{"xmlns", text(declaration("xmlns", "urn:p")), "xmlns:xmlns: a prefix or a namespace that cannot be declared"},
		{"no name", text(declaration("1", "urn:p")), "xmlns:1: a prefix or a namespace that cannot be declared"},
		{"no namespace", text(declaration("p", "")), "xmlns:p: a prefix or a namespace that cannot be declared"},
		{"namespace of xml", text(declaration("p", XMLNamespace)), "xmlns:p: a prefix or a namespace that cannot be declared"},
		{"namespace of xmlns", text(declaration("p", xmlnsNamespace)), "xmlns:p: a prefix or a namespace that cannot be declared"},
		{"attribute twice", text(value, value), "a: the attribute is given twice"},
		{"name in content", xsd.AnyType{Type: xsd.QName{Space: xsd.Namespace, Local: "QName"}, Attrs: []xsd.Attr{declaration("v", "urn:p")}, Content: "v:x"},
			`<e xmlns:q="http://www.w3.org/2001/XMLSchema" xsi:type="q:QName" xmlns:q1="urn:p">q1:x</e>`},
		{"text that looks like a name", xsd.AnyType{Type: xsd.QName{Space: xsd.Namespace, Local: "string"}, Attrs: []xsd.Attr{declaration("v", "urn:p")}, Content: "v:x"},
			`<e xmlns:q="http://www.w3.org/2001/XMLSchema" xsi:type="q:string" xmlns:q1="urn:p">v:x</e>`},
		{"type of another namespace", xsd.AnyType{Type: xsd.QName{Space: "urn:v", Local: "t"}}, `<e xsi:type="v:t"></e>`},
		{"type without a name", xsd.AnyType{Type: xsd.QName{Space: "urn:v"}}, `xsi:type: "" is not the name of a type`},
		{"text in place of markup", xsd.AnyType{Content: "a&lt;<b/>\xc3\xa9"}, `<e>a&lt;<b/>é</e>`},
		{"markup that does not end", xsd.AnyType{Content: "<b>"}, "e: the content is not self-contained: </x> where </b> is expected"},
	} {
		e := NewEncoder([]Namespace{{}, {URI: "urn:v", Prefix: "v"}}, true)
		e.anyType("<e>", c.value, "</e>")
		got := string(e.Bytes())
		if e.Err() != nil {
			got = e.Err().Error()
		}
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		e.Release()
	}
}

// TestPrefixesOfNames: the prefix of a value that is a name is the one that it had, unless that has another meaning in
// the document; of two entries of the table for one namespace the first counts.
func TestPrefixesOfNames(t *testing.T) {
	table := []Namespace{{}, {URI: "urn:a", Prefix: "a"}, {URI: "urn:a", Prefix: "b"}, {URI: XMLNamespace, Prefix: "xml"}}
	for _, c := range []struct{ space, text, want string }{
		{"urn:a", "b:n", `<v>a:n</v>`},
		{"urn:p", "p:n", `<v xmlns:p="urn:p">p:n</v>`},
		{"urn:p", "n", `<v xmlns:q1="urn:p">q1:n</v>`},
		{"urn:p", "b:n", `<v xmlns:q1="urn:p">q1:n</v>`},
		{"urn:p", "q:n", `<v xmlns:q1="urn:p">q1:n</v>`},
		{"urn:p", "a1:n", `<v xmlns:q1="urn:p">q1:n</v>`},
		{"urn:p", "a:n", `<v xmlns:q1="urn:p">q1:n</v>`},
		{"urn:p", "1:n", `<v xmlns:q1="urn:p">q1:n</v>`},
		{XMLNamespace, "p:lang", `<v>xml:lang</v>`},
	} {
		e := NewEncoder(table, false)
		e.anySimple("<v>", xsd.AnySimple{Space: c.space, Text: c.text}, "</v>")
		if got := string(e.Bytes()); got != c.want || e.Err() != nil {
			t.Errorf("{%s}%s is written as %s, %v, want %s", c.space, c.text, got, e.Err(), c.want)
		}
		e.Release()
	}
	e := NewEncoder(table, true)
	defer e.Release()
	e.anyType("<v>", xsd.AnyType{Type: xsd.QName{Space: "urn:a", Local: "t"}, Attrs: []xsd.Attr{{Name: xsd.QName{Space: "urn:a", Local: "n"}, Value: "1"}}}, "</v>")
	if got, want := string(e.Bytes()), `<v xsi:type="a:t" a:n="1"></v>`; got != want || e.Err() != nil {
		t.Errorf("%s, %v, want %s", got, e.Err(), want)
	}
}

// TestNamesInText reads what may be a list of names, whose prefixes open content declares.
func TestNamesInText(t *testing.T) {
	long := strings.Repeat("p:x ", maxPrefixedNames)
	for text, want := range map[string]string{
		"p:x": "p", "p:x q:y p:z": "p q", "x": "", "p:x y": "p", "p:": "", ":x": "", "p:x:y": "", "p:x 1": "", "1:x": "",
		long: "p", long + "p:x": "", "p:" + strings.Repeat("x", maxPrefixedText-2): "p", "p:" + strings.Repeat("x", maxPrefixedText-1): "",
	} {
		if got := strings.Join(prefixesIn(text), " "); got != want {
			t.Errorf("%.20s: %q, want %q", text, got, want)
		}
	}
}
