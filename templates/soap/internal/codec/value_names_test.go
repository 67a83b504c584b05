package codec

import (
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

var (
	typeOfNameList   = Type{Simple: true, Zero: (*[]xsd.QName)(nil)}
	typeOfNumberList = Type{Simple: true, Zero: (*[]int64)(nil)}
	listOfNames      = Value{Zero: (*[]xsd.QName)(nil), Row: Row{Kind: KindList, Occurs: Once, Of: &typeOfNameList}}
	listOfNumbers    = Value{Zero: (*[]int64)(nil), Row: Row{Kind: KindList, Occurs: Once, Of: &typeOfNumberList}}
)

func init() {
	Define(&Table{Namespaces: nameTable, Types: []TypeRows{
		{Type: &typeOfNameList, Rows: []Row{{Kind: KindQName, At: AtListItem}}},
		{Type: &typeOfNumberList, Rows: []Row{{Kind: KindInt64, At: AtListItem}}},
	}})
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
	e.Raw("<v")
	listOfNames.Put(e, names)
	e.Raw("</v>")
	if text := string(e.Bytes()); e.Err() != nil || strings.Count(text, "xmlns:") != 3 || !strings.HasPrefix(text, `<v xmlns:q1="urn:0" xmlns:q2="urn:1" xmlns:q3="urn:2">q1:n q2:n q3:n q1:n`) {
		t.Errorf("%.200s, %v", text, e.Err())
	}
}

// TestNameWithoutNamespace cannot be written where it would get one.
func TestNameWithoutNamespace(t *testing.T) {
	e := NewEncoder([]Namespace{{}, {URI: "urn:t"}}, false)
	defer e.Release()
	e.qName("<v>", xsd.QName{Local: "n"}, "</v>")
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
		listOfNumbers.Take(d)
		return d.Err()
	}
	if err := read(10); err != nil {
		t.Error(err)
	}
	if err := read(11); err == nil || !strings.Contains(err.Error(), "more than 10 items") {
		t.Error(err)
	}
}

// The prefix xml is bound in every document and needs no declaration.
func TestPrefixXMLIsNotDeclared(t *testing.T) {
	e := NewEncoder([]Namespace{{}, {URI: "urn:a", Prefix: "a"}, {URI: XMLNamespace, Prefix: "xml"}}, false)
	defer e.Release()
	e.Open(ElementName{NS: 1, Local: "r"}, true)
	if got, want := string(e.Bytes()), `<a:r xmlns:a="urn:a"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
