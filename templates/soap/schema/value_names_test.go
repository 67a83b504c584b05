package schema

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

var nameTable = []Namespace{{}, {URI: "urn:t", Prefix: "tns"}, {URI: "urn:o", Prefix: "ns1"}}

// valueCodec reads a value of an element or attribute, and writes it.
type valueCodec struct {
	name string
	read func(d *Decoder) any
	put  func(e *Encoder, open string, v any, close string)
	attr func(e *Encoder, open string, v any, close string)
}

func codecOf[T any](name string, read func(*Decoder) T, put, attr func(*Encoder, string, T, string)) valueCodec {
	return valueCodec{
		name: name,
		read: func(d *Decoder) any { return read(d) },
		put:  func(e *Encoder, open string, v any, close string) { put(e, open, v.(T), close) },
		attr: func(e *Encoder, open string, v any, close string) { attr(e, open, v.(T), close) },
	}
}

func listCodecOf[T any](name string, read func(*Decoder) T, put, attr func(*Encoder, string, T, string)) valueCodec {
	writer := func(item func(*Encoder, string, T, string)) func(*Encoder, string, []T, string) {
		return func(e *Encoder, open string, v []T, close string) { EncodeList(e, open, v, close, item) }
	}
	return codecOf(name, func(d *Decoder) []T { return DecodeList[[]T](d, read) }, writer(put), writer(attr))
}

var valueCodecs = []valueCodec{
	codecOf("QName", (*Decoder).QName, (*Encoder).QName, (*Encoder).QName),
	codecOf("AnySimple", (*Decoder).AnySimple, (*Encoder).AnySimple, (*Encoder).AttrAnySimple),
	codecOf("TextOrName", (*Decoder).TextOrName, (*Encoder).AnySimpleText, (*Encoder).AttrAnySimple),
	listCodecOf("QNames", (*Decoder).QName, (*Encoder).QName, (*Encoder).QName),
	listCodecOf("texts or names", (*Decoder).TextOrName, (*Encoder).AnySimpleText, (*Encoder).AttrAnySimple),
	listCodecOf("strings", (*Decoder).String, (*Encoder).String, (*Encoder).AttrString),
	listCodecOf("tokens", (*Decoder).Token, (*Encoder).String, (*Encoder).AttrString),
	listCodecOf("decimals", (*Decoder).Decimal, (*Encoder).Decimal, (*Encoder).Decimal),
	listCodecOf("times", (*Decoder).Time, (*Encoder).Time, (*Encoder).Time),
	listCodecOf("numbers", (*Decoder).Int64, (*Encoder).Int64, (*Encoder).Int64),
}

// readBoth reads a document whose root has an attribute a, and in it an element v.
func (c valueCodec) readBoth(doc string) (attr, element any, err error) {
	d := NewDecoder([]byte(doc), nameTable, Limits{Items: 1000})
	defer d.Release()
	d.Root()
	shape := &Shape{Attrs: []Field{{Name: "a"}}, Fields: []Field{{Name: "v"}}}
	for i := d.NextAttr(shape); i >= 0; i = d.NextAttr(shape) {
		attr = c.read(d)
	}
	d.Enter(shape)
	for d.Next() == 0 {
		element = c.read(d)
	}
	d.End()
	return attr, element, d.Err()
}

func (c valueCodec) writeBoth(attr, element any) (string, error) {
	e := NewEncoder(nameTable, true)
	defer e.Release()
	e.Open(ElementName{Local: "r"}, true)
	if attr != nil {
		c.attr(e, ` a="`, attr, `"`)
	}
	e.Raw(">")
	if element != nil {
		c.put(e, "<v>", element, "</v>")
	}
	e.Raw("</r>")
	return string(e.Bytes()), e.Err()
}

// FuzzNamesAndLists reads any text as an attribute and as an element, of each
// type whose values have parts: what is accepted comes back after it has been
// written.
func FuzzNamesAndLists(f *testing.F) {
	for kind := range valueCodecs {
		for _, text := range []string{"t:a", "p:a", "a", " a\tb ", "p:a o:b p:c", "xml:lang", "1.50 2", "12:00:00Z 24:00:00", "&#13;", "x:undeclared", "{urn:t}a", "&lt;&amp;&quot;"} {
			f.Add(uint8(kind), "urn:p", text)
		}
		f.Add(uint8(kind), "a&amp;b'&#9;", "p:a p:a")
	}
	f.Fuzz(func(t *testing.T, kind uint8, uri, text string) {
		if strings.ContainsAny(uri+text, `"`) {
			return // the end of the attribute
		}
		c := valueCodecs[int(kind)%len(valueCodecs)]
		doc := fmt.Sprintf(`<r xmlns:t="urn:t" xmlns:o="urn:o" xmlns:p="%s" a="%s"><v xmlns:q="urn:q" xmlns:xsi="%s" xmlns:xs="%s" xsi:type="xs:QName">%s</v></r>`, uri, text, XSINamespace, xsd.SchemaNamespace, text)
		attr, element, err := c.readBoth(doc)
		if err != nil {
			return
		}
		written, err := c.writeBoth(attr, element)
		if err != nil {
			t.Fatalf("%s: %s: %v", c.name, doc, err)
		}
		attr2, element2, err := c.readBoth(written)
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
			return a == b
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

// TestManyNamesOfOneNamespace writes many names of namespaces that the table
// does not have: each is declared once.
func TestManyNamesOfOneNamespace(t *testing.T) {
	e := NewEncoder(nameTable, false)
	defer e.Release()
	names := make([]xsd.QName, 1000)
	for i := range names {
		names[i] = xsd.QName{Space: fmt.Sprintf("urn:%d", i%3), Local: "n"}
	}
	EncodeList(e, "<v>", names, "</v>", (*Encoder).QName)
	if text := string(e.Bytes()); e.Err() != nil || strings.Count(text, "xmlns:") != 3 || !strings.HasPrefix(text, `<v xmlns:q1="urn:0" xmlns:q2="urn:1" xmlns:q3="urn:2">q1:n q2:n q3:n q1:n`) {
		t.Errorf("%.200s, %v", text, e.Err())
	}
}

// TestNameWithoutNamespace cannot be written where it would get one.
func TestNameWithoutNamespace(t *testing.T) {
	e := NewEncoder([]Namespace{{}, {URI: "urn:t"}}, false)
	defer e.Release()
	e.QName("<v>", xsd.QName{Local: "n"}, "</v>")
	if e.Err() == nil {
		t.Errorf("%s", e.Bytes())
	}
}

// TestItemsAreCounted bounds what one list takes.
func TestItemsAreCounted(t *testing.T) {
	read := func(items int) error {
		d := NewDecoder([]byte("<v>"+strings.Repeat("1 ", items)+"</v>"), nameTable, Limits{Items: 10})
		defer d.Release()
		d.Root()
		DecodeList[[]int64](d, (*Decoder).Int64)
		return d.Err()
	}
	if err := read(10); err != nil {
		t.Error(err)
	}
	if err := read(11); err == nil || !strings.Contains(err.Error(), "more than 10 items") {
		t.Error(err)
	}
}
