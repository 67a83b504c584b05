package soap

import (
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// openItem holds what openShape has.
type openItem struct {
	text string
	any  xsd.RawXML
	typ  *xsd.AnyType
}

var openShape = schema.Shape{
	Fields: []schema.Field{
		{Name: "known", NS: 1, Many: true},
		{NS: xsd.NoName, Many: true, Any: &xsd.Wildcard{Not: true, NS: []int{1}}},
		{NS: xsd.NoName, Many: true, Any: &xsd.Wildcard{NS: []int{0}, URIs: []string{"urn:u"}}},
	},
	AnyAttr: &xsd.Wildcard{},
}

var openNamespaces = []schema.Namespace{{}, {URI: "urn:t"}}

func (v *openItem) decodeField(d *schema.Decoder, i int) {
	switch i {
	case 0:
		v.typ = Ptr(d.AnyType())
	case 1, 2:
		v.any = d.RawXML()
	case schema.TextRow:
		v.text = d.Chars()
	}
}

// joined returns items with text next to text as one: an unknown element between
// them is left out.
func joined(items []openItem) []openItem {
	var all []openItem
	for _, item := range items {
		if n := len(all); n > 0 && item.text != "" && all[n-1].text != "" {
			all[n-1].text += item.text
			continue
		}
		all = append(all, item)
	}
	return all
}

func decodeOpen(d *schema.Decoder) (attrs []xsd.Attr, items []openItem) {
	for i := d.NextAttr(&openShape); i >= 0; i = d.NextAttr(&openShape) {
		attrs = d.AppendAttr(attrs)
	}
	for i := d.StartMixed(&openShape); i >= 0; i = d.NextMixed() {
		items = schema.DecodeInto(d, items, i, (*openItem).decodeField)
	}
	return attrs, items
}

func encodeOpen(e *schema.Encoder, attrs []xsd.Attr, items []openItem) {
	e.Open(schema.ElementName{NS: 1, Local: "root"}, true)
	e.AnyAttrs(attrs, openShape.Attrs)
	e.Raw(">")
	for i := range items {
		e.Text(items[i].text)
		e.OptRawXML("", items[i].any, "")
		if t := items[i].typ; t != nil {
			e.AnyType("<known>", *t, "</known>")
		}
	}
	e.Close(schema.ElementName{NS: 1, Local: "root"})
}

// FuzzOpenContent decodes any document as mixed content that is open, and
// encodes what came out. That is a document again, and the same comes out of it.
func FuzzOpenContent(f *testing.F) {
	for _, seed := range []string{
		`<root xmlns="urn:t">a<known/>b</root>`,
		`<t:root xmlns:t="urn:t" xmlns:o="urn:o" o:a="&lt;" b="c">a<!-- b --><![CDATA[c]]><o:x t:y="o:z">o:p</o:x><x/><?p?>&#13;</t:root>`,
		`<root xmlns="urn:t" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><known xsi:type="s:QName">s:a</known><known xsi:type="known" b="c"><d xmlns=""/>é</known></root>`,
		`<root xmlns="urn:t"><u:a xmlns:u="urn:u" xmlns=""><b/></u:a></root>`,
		`<root xmlns="urn:t" xmlns:a1="urn:u" xmlns:xsi="urn:i" a="a1:x" a1:b="xsi:y a1:z xml:lang" c="a1: x" d="p:q"/>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		d := schema.NewDecoder(doc, openNamespaces, schema.Limits{})
		defer d.Release()
		if !d.Root() {
			return
		}
		attrs, items := decodeOpen(d)
		d.End()
		if d.Failed != nil {
			return
		}
		e := schema.NewEncoder(openNamespaces, true)
		defer e.Release()
		encodeOpen(e, attrs, items)
		if e.Err() != nil {
			t.Skip(e.Err()) // a type without a namespace, for example
		}
		again := schema.NewDecoder(e.Bytes(), openNamespaces, schema.MarkupLimits)
		defer again.Release()
		again.Root()
		attrs2, items2 := decodeOpen(again)
		again.End()
		if again.Failed != nil {
			t.Fatalf("%v in %s", again.Failed, e.Bytes())
		}
		attrs, attrs2 = expanded(attrs), expanded(attrs2)
		items, items2 = joined(items), joined(items2)
		if len(attrs) != len(attrs2) || len(items) != len(items2) {
			t.Fatalf("%d attributes and %d items come back as %d and %d: %s", len(attrs), len(items), len(attrs2), len(items2), e.Bytes())
		}
		for i := range attrs {
			if attrs[i].Name != attrs2[i].Name || attrs[i].Value != attrs2[i].Value && attrs[i].Value != "" {
				t.Errorf("%v comes back as %v", attrs[i], attrs2[i])
			}
		}
		for i := range items {
			a, b := items[i], items2[i]
			if a.text != b.text || schema.RawXMLName(a.any) != schema.RawXMLName(b.any) || schema.RawXMLText(a.any) != schema.RawXMLText(b.any) || (a.typ == nil) != (b.typ == nil) {
				t.Errorf("%+v comes back as %+v", a, b)
			}
			if a.typ != nil && (a.typ.Type != b.typ.Type || schema.AnyTypeText(*a.typ) != schema.AnyTypeText(*b.typ)) {
				t.Errorf("%+v comes back as %+v", *a.typ, *b.typ)
			}
		}
	})
}

// expanded returns attributes with the namespaces of the names in their values in
// place of prefixes, and without the declarations. A value with a prefix that
// nobody has declared is left out: one may mean something in what is encoded.
func expanded(attrs []xsd.Attr) []xsd.Attr {
	var plain []xsd.Attr
	for _, a := range attrs {
		if a.Name.Space == schema.XmlnsNamespace {
			continue
		}
		for _, prefix := range xsd.PrefixesIn(a.Value) {
			i := slices.IndexFunc(attrs, func(b xsd.Attr) bool { return b.Name == xsd.QName{Space: schema.XmlnsNamespace, Local: prefix} })
			if i < 0 {
				a.Value = ""
				break
			}
			for _, space := range []string{" ", "\t", "\r", "\n"} {
				a.Value = strings.ReplaceAll(space+a.Value, space+prefix+":", space+"{"+attrs[i].Value+"}")[1:]
			}
		}
		plain = append(plain, a)
	}
	return plain
}

// FuzzRawXML sends any text as an element, or as content. It is an element, or
// the content of one, or an error.
func FuzzRawXML(f *testing.F) {
	for _, seed := range []string{`<a/>`, `<a xmlns="urn:a">b</a>`, `</x><x>`, `a<b/>c&amp;`, `<a></a><!-- b -->`, `<?xml version="1.0"?><a/>`, `<a`, `]]>`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, send := range []func(*schema.Encoder){
			func(e *schema.Encoder) { e.RawXML("<root xmlns='urn:t'>", xsd.RawXML(text), "</root>") },
			func(e *schema.Encoder) { e.AnyType("<root xmlns='urn:t'>", xsd.AnyType{Content: text}, "</root>") },
		} {
			e := schema.NewEncoder(openNamespaces, false)
			send(e)
			if e.Err() == nil {
				d := schema.NewDecoder(e.Bytes(), openNamespaces, schema.MarkupLimits)
				if d.Root() {
					d.Skip()
				}
				if d.End(); d.Failed != nil {
					t.Errorf("%q is sent as %q: %v", text, e.Bytes(), d.Failed)
				}
				d.Release()
			}
			e.Release()
		}
	})
}
