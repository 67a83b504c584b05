package codec

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/xsd"
)

// TestReadAnySimple reads values of xs:anySimpleType, which may be names.
func TestReadAnySimple(t *testing.T) {
	const scope = ` xmlns="urn:d" xmlns:p="urn:p" xmlns:xs="` + xsd.Namespace + `" xmlns:xsi="` + XSINamespace + `"`
	inXSD := func(local string) xsd.QName { return xsd.QName{Space: xsd.Namespace, Local: local} }
	for _, c := range []struct {
		kind          Kind
		tag, text     string
		want          xsd.AnySimple
		wantAttrs, no string // the names of the attributes; an error
	}{
		{KindAnySimple, "", "p:a", xsd.AnySimple{Text: "p:a"}, "", ""},
		{KindAnySimple, ` xsi:type="xs:int"`, " 5 ", xsd.AnySimple{Text: " 5 ", Type: inXSD("int")}, "", ""},
		{KindAnySimple, ` xsi:type=" xs:string " b="1" p:c="2"`, "p:a", xsd.AnySimple{Text: "p:a", Type: inXSD("string")}, "b c", ""},
		{KindAnySimple, ` b="1"`, "a", xsd.AnySimple{Text: "a"}, "", ""},
		{KindAnySimple, ` xsi:type="xs:QName"`, " p:a ", xsd.AnySimple{Text: " p:a ", Space: "urn:p", Type: inXSD("QName")}, "", ""},
		{KindAnySimple, ` xsi:type="xs:QName"`, "a", xsd.AnySimple{Text: "a", Space: "urn:d", Type: inXSD("QName")}, "", ""},
		{KindAnySimple, ` xsi:type="xs:NOTATION"`, "p:a", xsd.AnySimple{Text: "p:a", Space: "urn:p", Type: inXSD("NOTATION")}, "", ""},
		{KindAnySimple, ` xsi:type="p:QName"`, "p:a", xsd.AnySimple{Text: "p:a", Type: xsd.QName{Space: "urn:p", Local: "QName"}}, "", ""},
		{KindAnySimple, ` xsi:type="xs:QName"`, "q:a", xsd.AnySimple{}, "", `"q:a" is not an xs:QName: the prefix q is not declared`},
		{KindAnySimple, ` xsi:type="xs:QName"`, "a b", xsd.AnySimple{}, "", `"a b" is not an xs:QName`},
		{KindAnySimple, ` xsi:type="q:a"`, "a", xsd.AnySimple{}, "", `xsi:type: "q:a" is not an xs:QName`},
		{KindAnySimpleText, ` xsi:type="xs:QName"`, "p:a", xsd.AnySimple{Text: "p:a"}, "", ""},
		{KindTextOrName, "", "p:a", xsd.AnySimple{Text: "p:a", Space: "urn:p"}, "", ""},
		{KindTextOrName, "", "a", xsd.AnySimple{Text: "a"}, "", ""},
		{KindTextOrName, "", "q:a", xsd.AnySimple{Text: "q:a"}, "", ""},
		{KindTextOrName, "", ":a", xsd.AnySimple{Text: ":a"}, "", ""},
		{KindTextOrName, ` xmlns:q="urn:q"`, "q:a", xsd.AnySimple{Text: "q:a", Space: "urn:q"}, "", ""},
	} {
		d := rooted(t, `<v`+scope+`><e`+c.tag+`>`+c.text+`</e></v>`, noNamespaces, Limits{})
		d.Open()
		d.Child()
		got := *at[xsd.AnySimple](scalars[c.kind].readTo(d))
		if len(c.no) > 0 || d.Err() != nil {
			if c.no == "" || !strings.HasSuffix(message(d.Err()), "(v/e): "+c.no) {
				t.Errorf("%s %q: %v, want %s", c.tag, c.text, d.Err(), c.no)
			}
			continue
		}
		attrs := ""
		for _, a := range got.Attrs {
			attrs += " " + a.Name.Local
		}
		if got.Attrs = nil; !reflect.DeepEqual(got, c.want) || strings.TrimSpace(attrs) != c.wantAttrs {
			t.Errorf("%s %q: %+v and%s, want %+v and %s", c.tag, c.text, got, attrs, c.want, c.wantAttrs)
		}
	}
	// The xsi:type of an element does not apply to its attributes.
	typ := define(&Type{}, Row{Name: "a", Kind: KindAnySimple, At: AtAttribute, Occurs: Once})
	v, err := decodeRowsOf(rowDocument(`| a="o:x" xsi:type="xsd:QName"`), typ)
	if err != nil || fmt.Sprint(plainValue(v)) != fmt.Sprint([]any{xsd.AnySimple{Text: "o:x"}}) {
		t.Errorf("%+v, %v", plainValue(v), err)
	}
	// A text without a document is in Clark's notation.
	for text, want := range map[string]xsd.AnySimple{"{urn:p}a": {Text: "a", Space: "urn:p"}, "a": {Text: "a"}, "{urn:p": {Text: "{urn:p"}} {
		var got xsd.AnySimple
		if err := readLexical("n", text, func(d *Decoder) { got = d.textOrName() }); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %+v, %v", text, got, err)
		}
	}
}

// TestReadAnyType reads values of xs:anyType. What is in them declares the namespaces that it takes from around it.
func TestReadAnyType(t *testing.T) {
	const scope = ` xmlns:p="urn:p" xmlns:\u00c0="urn:a" xmlns:xs="` + xsd.Namespace + `" xmlns:xsi="` + XSINamespace + `"`
	for _, c := range []struct{ element, want string }{ // type, attributes and content
		{`<e>a<!-- b --><c/></e>`, "{} [] a<!-- b --><c/>"},
		{`<e a="1" p:b="2">c</e>`, "{} [a=1 {urn:p}b=2] c"},
		{`<e a="p:b q:c"/>`, "{} [a=p:b q:c {http://www.w3.org/2000/xmlns/}p=urn:p] "},
		{`<e a="p:b p:c" d="p:e"/>`, "{} [a=p:b p:c {http://www.w3.org/2000/xmlns/}p=urn:p d=p:e] "},
		{`<e xsi:type="p:t" xsi:schemaLocation="a b">p:c</e>`, "{urn:p}t [] p:c"},
		{`<e xsi:type="xs:QName">p:c</e>`, "{" + xsd.Namespace + "}QName [{http://www.w3.org/2000/xmlns/}p=urn:p] p:c"},
		{`<e xsi:type="xs:QName"> p:c</e>`, "{" + xsd.Namespace + "}QName [{http://www.w3.org/2000/xmlns/}p=urn:p]  p:c"},
		{`<e xsi:type="xs:QName" a="p:b">p:c</e>`, "{" + xsd.Namespace + "}QName [a=p:b {http://www.w3.org/2000/xmlns/}p=urn:p] p:c"},
		{`<e xsi:type="xs:QName" xmlns:p="urn:p2">p:c</e>`, "{" + xsd.Namespace + "}QName [{http://www.w3.org/2000/xmlns/}p=urn:p2] p:c"},
		{`<e xsi:type="xs:QName">c</e>`, "{" + xsd.Namespace + "}QName [] c"},
		{`<e xsi:type="xs:string">p:c</e>`, "{" + xsd.Namespace + "}string [] p:c"},
		{`<e><p:c p:d=""/></e>`, `{} [] <p:c xmlns:p="urn:p" p:d=""/>`},
		{"<e><\u00c0:c>d</\u00c0:c></e>", "{} [] <\u00c0:c xmlns:\u00c0=\"urn:a\">d</\u00c0:c>"},
		{`<e><c xmlns:p="u">p:d</c></e>`, `{} [] <c xmlns:p="u">p:d</c>`},
		{`<e><c>p:d, xs:e</c>f</e>`, `{} [] <c xmlns:xs="` + xsd.Namespace + `" xmlns:p="urn:p">p:d, xs:e</c>f`},
		{`<e xsi:nil="true"/>`, "xsi:nil on an element that must have a value"},
		{`<e xsi:type="q:t"/>`, "the value of xsi:type is not a qualified name whose prefix is declared"},
	} {
		d := rooted(t, `<v`+strings.ReplaceAll(scope, `\u00c0`, "\u00c0")+`>`+c.element+`</v>`, noNamespaces, Limits{})
		d.Open()
		d.Child()
		v := d.anyType()
		var attrs []string
		for _, a := range v.Attrs {
			name := a.Name.Local
			if a.Name.Space != "" {
				name = a.Name.String()
			}
			attrs = append(attrs, name+"="+a.Value)
		}
		typ := "{}"
		if v.Type != (xsd.QName{}) {
			typ = v.Type.String()
		}
		got := fmt.Sprintf("%s %s %s", typ, attrs, v.Content)
		if d.Failed != nil {
			got = d.Failed.Message
		}
		if got != c.want {
			t.Errorf("%s is read as %s, want %s", c.element, got, c.want)
		}
	}
}

// TestFaultCodes reads names whose prefixes may be undeclared, or declared by their own element.
func TestFaultCodes(t *testing.T) {
	for element, want := range map[string]xsd.QName{
		`<c>s:Client</c>`:                     {Space: "urn:s", Local: "Client"},
		`<c xmlns:s="urn:o"> s:Client </c>`:   {Space: "urn:o", Local: "Client"},
		`<c>other:Client</c>`:                 {Local: "Client"},
		`<c>a:b:Client</c>`:                   {Local: "Client"},
		`<c>Client</c>`:                       {Local: "Client"},
		`<c xmlns="urn:d">Client.Input</c>`:   {Space: "urn:d", Local: "Client.Input"},
		`<c xmlns="urn:d"> other:Client </c>`: {Local: "Client"},
	} {
		d := rooted(t, `<f xmlns:s="urn:s">`+element+`</f>`, nil, Limits{})
		d.Open()
		d.Child()
		if got := d.FaultCode(); got != want || d.Err() != nil {
			t.Errorf("%s is read as %s, %v, want %s", element, got, d.Err(), want)
		}
	}
}

// TestGrowthOfOpenContent: the declarations that elements take from around them may make open content grow to about 32
// times the document, and no more.
func TestGrowthOfOpenContent(t *testing.T) {
	for n, want := range map[int]string{20: "", 60: "namespaces make open content grow by more than"} {
		doc := `<r` + declarations(1, 1<<17) + `>` + strings.Repeat(`<p0:a/>`, n) + `</r>`
		for _, read := range []func(*Decoder){func(d *Decoder) { d.anyType() }, readRawXML} {
			d := rooted(t, doc, nil, Limits{})
			if read(d); !strings.Contains(message(d.Err()), want) || want == "" && d.Err() != nil {
				t.Errorf("%d elements: %v", n, d.Err())
			}
		}
	}
}

// readRawXML reads each child of the root as it is.
func readRawXML(d *Decoder) {
	for d.Open(); d.Child(); {
		d.RawXML()
	}
}

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
		e := encoder(t, []Namespace{{}, {URI: "urn:v", Prefix: "v"}}, true)
		e.anyType("<e>", c.value, "</e>")
		got := string(e.Bytes())
		if e.Err() != nil {
			got = e.Err().Error()
		}
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
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
		e := encoder(t, table, false)
		e.anySimple("<v>", xsd.AnySimple{Space: c.space, Text: c.text}, "</v>")
		if got := string(e.Bytes()); got != c.want || e.Err() != nil {
			t.Errorf("{%s}%s is written as %s, %v, want %s", c.space, c.text, got, e.Err(), c.want)
		}
	}
	e := encoder(t, table, true)
	e.anyType("<v>", xsd.AnyType{Type: xsd.QName{Space: "urn:a", Local: "t"}, Attrs: []xsd.Attr{{Name: xsd.QName{Space: "urn:a", Local: "n"}, Value: "1"}}}, "</v>")
	if got, want := string(e.Bytes()), `<v xsi:type="a:t" a:n="1"></v>`; got != want || e.Err() != nil {
		t.Errorf("%s, %v, want %s", got, e.Err(), want)
	}
	typed := encoder(t, table, true)
	typed.anySimple("<v>", xsd.AnySimple{Type: xsd.QName{Space: "urn:a", Local: "t"}, Text: "5"}, "</v>")
	if got, want := string(typed.Bytes()), `<v xsi:type="a:t">5</v>`; got != want || typed.Err() != nil {
		t.Errorf("%s, %v, want %s", got, typed.Err(), want)
	}
}

// TestPartsOfMarkup reads names and texts of open content.
func TestPartsOfMarkup(t *testing.T) {
	for markup, want := range map[xsd.RawXML]string{
		`<p:a xmlns:p="urn:p">b &amp; <c>d</c></p:a>`: "{urn:p}a: b & ", `<a/>`: "a: ", "b": ": ", "": ": ",
	} {
		if got := RawXMLName(markup).String() + ": " + RawXMLText(markup); got != want {
			t.Errorf("%s: %q, want %q", markup, got, want)
		}
	}
	if got := AnyTypeText(xsd.AnyType{Content: "b<c/> &lt;"}); got != "b <" {
		t.Errorf("%q", got)
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

// declarations returns n declarations of namespaces whose names have so many
// bytes and some.
func declarations(n, size int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ` xmlns:p%d="urn:%d:%s"`, i, i, strings.Repeat("u", size))
	}
	return b.String()
}

// Open content declares the namespaces that it takes from around it in each of
// its elements: that does not make a small message a large one.
func TestOpenContentBelowManyDeclarations(t *testing.T) {
	many, long := declarations(250, 0), declarations(1, 1<<17)
	for name, c := range map[string]struct{ doc, want string }{
		"many declarations": {`<r` + many + `>` + strings.Repeat(`<a/>`, 10000) + `</r>`, ""},
		"long namespace":    {`<r` + long + `>` + strings.Repeat(`<p0:a/>`, 20000) + `</r>`, "namespaces make open content grow by more than"},
		"of an attribute":   {`<r` + long + `>` + strings.Repeat(`<a p0:a=""/>`, 20000) + `</r>`, "namespaces make open content grow by more than"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, read := range []func(*Decoder){func(d *Decoder) { d.anyType() }, readRawXML} {
				cost.Bounded(t, len(c.doc), func() {
					d := NewDecoder([]byte(c.doc), nil, Limits{})
					defer d.Release()
					d.Root()
					read(d)
					if got := fmt.Sprint(d.Err()); c.want == "" && d.Err() != nil || !strings.Contains(got, c.want) {
						t.Error(got)
					}
				})
			}
		})
	}
}

// Attributes share the name of their namespace.
func TestOpenAttributesOfLongNamespace(t *testing.T) {
	doc := `<r` + declarations(1, 1<<17) + `>` + strings.Repeat(`<a p0:a=""/>`, 20000) + `</r>`
	cost.Bounded(t, len(doc), func() {
		d := NewDecoder([]byte(doc), nil, Limits{})
		defer d.Release()
		d.Root()
		d.Open()
		var kept []xsd.Attr
		for d.Child() {
			kept = d.appendAttribute(kept, &d.Attrs[0])
			d.Skip()
		}
		if d.Err() != nil || len(kept) != 20000 {
			t.Errorf("%d attributes, %v", len(kept), d.Err())
		}
	})
}
