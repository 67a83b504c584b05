package codec

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

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
		d := NewDecoder([]byte(`<v`+scope+`><e`+c.tag+`>`+c.text+`</e></v>`), noNamespaces, Limits{})
		d.Root()
		d.Open()
		d.Child()
		got := *at[xsd.AnySimple](scalars[c.kind].readTo(d))
		if len(c.no) > 0 || d.Err() != nil {
			if c.no == "" || !strings.HasSuffix(message(d.Err()), "(v/e): "+c.no) {
				t.Errorf("%s %q: %v, want %s", c.tag, c.text, d.Err(), c.no)
			}
			d.Release()
			continue
		}
		attrs := ""
		for _, a := range got.Attrs {
			attrs += " " + a.Name.Local
		}
		if got.Attrs = nil; !reflect.DeepEqual(got, c.want) || strings.TrimSpace(attrs) != c.wantAttrs {
			t.Errorf("%s %q: %+v and%s, want %+v and %s", c.tag, c.text, got, attrs, c.want, c.wantAttrs)
		}
		d.Release()
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
		d := NewDecoder([]byte(`<v`+strings.ReplaceAll(scope, `\u00c0`, "\u00c0")+`>`+c.element+`</v>`), noNamespaces, Limits{})
		d.Root()
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
		d.Release()
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
		d := NewDecoder([]byte(`<f xmlns:s="urn:s">`+element+`</f>`), nil, Limits{})
		d.Root()
		d.Open()
		d.Child()
		if got := d.FaultCode(); got != want || d.Err() != nil {
			t.Errorf("%s is read as %s, %v, want %s", element, got, d.Err(), want)
		}
		d.Release()
	}
}

// TestGrowthOfOpenContent: the declarations that elements take from around them may make open content grow to about 32
// times the document, and no more.
func TestGrowthOfOpenContent(t *testing.T) {
	for n, want := range map[int]string{20: "", 60: "namespaces make open content grow by more than"} {
		doc := `<r` + declarations(1, 1<<17) + `>` + strings.Repeat(`<p0:a/>`, n) + `</r>`
		for _, read := range []func(*Decoder){func(d *Decoder) { d.anyType() }, func(d *Decoder) {
			for d.Open(); d.Child(); {
				d.RawXML()
			}
		}} {
			d := NewDecoder([]byte(doc), nil, Limits{})
			d.Root()
			if read(d); !strings.Contains(message(d.Err()), want) || want == "" && d.Err() != nil {
				t.Errorf("%d elements: %v", n, d.Err())
			}
			d.Release()
		}
	}
}
