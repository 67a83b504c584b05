package codec

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// guessed is a type with a list of records, whose fields are in a namespace or
// in none.
type guessed struct {
	list, record Shape
}

var (
	qualified = guessed{
		list:   Shape{fields: []shapeField{{name: "r", ns: 1, many: true}}},
		record: Shape{fields: []shapeField{{name: "A", ns: 1}, {name: "LongerThanAllWordsTogether", ns: 1}, {name: "C", ns: 1}}},
	}
	unqualified = guessed{
		list:   Shape{fields: []shapeField{{name: "r", many: true}}},
		record: Shape{fields: []shapeField{{name: "A"}, {name: "LongerThanAllWordsTogether"}, {name: "C"}}},
	}
	foreign = guessed{ // the record's fields are in another namespace than the record
		list:   Shape{fields: []shapeField{{name: "r", ns: 1, many: true}}},
		record: Shape{fields: []shapeField{{name: "A", ns: 2}, {name: "LongerThanAllWordsTogether", ns: 2}, {name: "C", ns: 2}}},
	}
	mixed = guessed{
		list:   Shape{fields: []shapeField{{name: "r", ns: 1, many: true}}},
		record: Shape{fields: []shapeField{{name: "A", ns: 1}, {name: "LongerThanAllWordsTogether", ns: 2}, {name: "C", ns: 1}}},
	}
)

var guessNamespaces = []Namespace{{}, {URI: "urn:one"}, {URI: "urn:two"}}

func (g *guessed) decode(doc string) (records [][3]string, err error) {
	d := NewDecoder([]byte(doc), guessNamespaces, Limits{})
	defer d.Release()
	if d.Root() {
		for d.Enter(&g.list); d.Next() >= 0; {
			var r [3]string
			d.Enter(&g.record)
			for i := d.Next(); i >= 0; i = d.Next() {
				r[i] = d.String()
			}
			records = append(records, r)
		}
	}
	d.End()
	return records, d.Err()
}

// TestGuesses: what is expected of prefixes and white space makes no difference
// to what is read, wherever they change.
func TestGuesses(t *testing.T) {
	tests := []struct {
		name  string
		types *guessed
		root  string // its start tag
		forms []string
	}{
		{"default namespace", &qualified, `<l xmlns="urn:one" xmlns:p="urn:one" xmlns:other="urn:two">`, []string{
			`<r><A>%s</A><LongerThanAllWordsTogether>%s</LongerThanAllWordsTogether><C>%s</C></r>`,
			`<p:r><p:A>%s</p:A><p:LongerThanAllWordsTogether>%s</p:LongerThanAllWordsTogether><p:C>%s</p:C></p:r>`,
			`<p:r><A>%s</A><p:LongerThanAllWordsTogether>%s</p:LongerThanAllWordsTogether><C>%s</C><other:A>x</other:A></p:r>`,
			`<p:r xmlns:q="urn:one"><q:A>%s</q:A><q:LongerThanAllWordsTogether>%s</q:LongerThanAllWordsTogether><q:C>%s</q:C></p:r>`,
			`<q:r xmlns:q="urn:one" xmlns:p="urn:two"><p:A>x</p:A><q:A>%s</q:A><q:LongerThanAllWordsTogether>%s</q:LongerThanAllWordsTogether><q:C>%s</q:C></q:r>`,
			`<q:r xmlns:q="urn:one" xmlns="urn:two"><A>x</A><q:A>%s</q:A><C>x</C><q:LongerThanAllWordsTogether>%s</q:LongerThanAllWordsTogether><q:C>%s</q:C></q:r>`,
		}},
		{"prefix", &qualified, `<ns1:l xmlns:ns1="urn:one" xmlns:ns2="urn:two" xmlns:a-prefix-of-some-length-that-is-not-kept="urn:one">`, []string{
			`<ns1:r><ns1:A>%s</ns1:A><ns1:LongerThanAllWordsTogether>%s</ns1:LongerThanAllWordsTogether><ns1:C>%s</ns1:C></ns1:r>`,
			`<r xmlns="urn:one"><A>%s</A><LongerThanAllWordsTogether>%s</LongerThanAllWordsTogether><C>%s</C></r>`,
			`<ns1:r><A>x</A><ns2:A>x</ns2:A><ns1:A>%s</ns1:A><ns1:LongerThanAllWordsTogether>%s</ns1:LongerThanAllWordsTogether><ns1:C>%s</ns1:C></ns1:r>`,
			`<ns1:r xmlns="urn:one"><A>%s</A><LongerThanAllWordsTogether>%s</LongerThanAllWordsTogether><C>%s</C></ns1:r>`,
			`<a-prefix-of-some-length-that-is-not-kept:r><ns1:A>%s</ns1:A><ns1:LongerThanAllWordsTogether>%s</ns1:LongerThanAllWordsTogether><ns1:C>%s</ns1:C></a-prefix-of-some-length-that-is-not-kept:r>`,
		}},
		{"no namespace", &unqualified, `<p:l xmlns:p="urn:one">`, []string{
			`<r><A>%s</A><LongerThanAllWordsTogether>%s</LongerThanAllWordsTogether><C>%s</C></r>`,
			`<r><A xmlns="">%s</A><A xmlns="urn:one">x</A><LongerThanAllWordsTogether>%s</LongerThanAllWordsTogether><C>%s</C></r>`,
			`<r><p:A>x</p:A><A>%s</A><LongerThanAllWordsTogether>%s</LongerThanAllWordsTogether><C>%s</C></r>`,
		}},
		{"no namespace in a default one", &unqualified, `<l xmlns="urn:one">`, []string{
			`<r xmlns=""><A>%s</A><LongerThanAllWordsTogether>%s</LongerThanAllWordsTogether><C>%s</C></r>`,
			`<s><A>x</A></s><r xmlns=""><A>%s</A><LongerThanAllWordsTogether>%s</LongerThanAllWordsTogether><C>%s</C></r>`,
			`<s/><r xmlns=""><A>%s</A><A xmlns="urn:one">x</A><LongerThanAllWordsTogether>%s</LongerThanAllWordsTogether><C>%s</C></r>`,
		}},
		{"another namespace", &foreign, `<l xmlns="urn:one" xmlns:b="urn:two" xmlns:a="urn:two">`, []string{
			`<r><a:A>%s</a:A><a:LongerThanAllWordsTogether>%s</a:LongerThanAllWordsTogether><a:C>%s</a:C></r>`,
			`<r><b:A>%s</b:A><b:LongerThanAllWordsTogether>%s</b:LongerThanAllWordsTogether><b:C>%s</b:C></r>`,
			`<r><A>x</A><a:A>%s</a:A><C>x</C><a:LongerThanAllWordsTogether>%s</a:LongerThanAllWordsTogether><a:C>%s</a:C></r>`,
			`<r xmlns:a="urn:one"><a:A>x</a:A><b:A>%s</b:A><b:LongerThanAllWordsTogether>%s</b:LongerThanAllWordsTogether><b:C>%s</b:C></r>`,
			`<a:r xmlns:a="urn:one" xmlns="urn:two"><A>%s</A><LongerThanAllWordsTogether>%s</LongerThanAllWordsTogether><C>%s</C></a:r>`,
		}},
		{"another namespace without a default one", &foreign, `<p:l xmlns:p="urn:one" xmlns:b="urn:two">`, []string{
			`<p:r><A>x</A><b:A>%s</b:A><C>x</C><b:LongerThanAllWordsTogether>%s</b:LongerThanAllWordsTogether><b:C>%s</b:C></p:r>`,
		}},
		{"two namespaces", &mixed, `<l xmlns="urn:one" xmlns:b="urn:two" xmlns:p="urn:one">`, []string{
			`<r><A>%s</A><b:LongerThanAllWordsTogether>%s</b:LongerThanAllWordsTogether><C>%s</C><LongerThanAllWordsTogether>x</LongerThanAllWordsTogether></r>`,
			`<p:r><p:A>%s</p:A><p:LongerThanAllWordsTogether>x</p:LongerThanAllWordsTogether><b:LongerThanAllWordsTogether>%s</b:LongerThanAllWordsTogether><p:C>%s</p:C></p:r>`,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			for range 200 {
				doc, want := guessDocument(rng, tt.root, tt.forms)
				got, err := tt.types.decode(doc)
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Fatalf("%s\ngot %q, %v\nwant %q", doc, got, err, want)
				}
			}
		})
	}
}

// guessDocument writes some records, most of them in the same form and with the
// same white space as the one before.
func guessDocument(rng *rand.Rand, root string, forms []string) (doc string, want [][3]string) {
	spaces := []string{"", "\n", "\n    ", "\r\n\t\t", " ", "\n" + strings.Repeat(" ", 22), "\n" + strings.Repeat(" ", 23), "\n" + strings.Repeat(" ", 40)}
	var b strings.Builder
	b.WriteString(root)
	form, space := rng.IntN(len(forms)), rng.IntN(len(spaces))
	for i := range rng.IntN(12) {
		if rng.IntN(3) == 0 {
			form = rng.IntN(len(forms))
		}
		if rng.IntN(4) == 0 {
			space = rng.IntN(len(spaces))
		}
		r := [3]string{fmt.Sprint("a", i), strings.Repeat("b", 1+rng.IntN(20)), "<c>"}
		text := fmt.Sprintf(forms[form], r[0], r[1], "&lt;c&gt;")
		text = strings.ReplaceAll("\x00"+text, "><", ">\x00<")
		text = strings.ReplaceAll(text, "\x00", spaces[space]) // between elements
		b.WriteString(text)
		want = append(want, r)
	}
	name, _, _ := strings.Cut(root[1:], " ")
	b.WriteString("</" + name + ">")
	return b.String(), want
}

// TestTagsOfDecoder asks for the name of a tag where there is none, and after an error.
func TestTagsOfDecoder(t *testing.T) {
	d := NewDecoder([]byte(`<p:a xmlns:p="urn:p">`), nil, Limits{})
	defer d.Release()
	for _, want := range [][2]string{{"", ""}, {"urn:p", "a"}, {"", ""}} {
		space, local := d.Tag()
		if space != want[0] || local != want[1] || d.Space() != want[0] || d.HasTag("urn:p", "a") != (want[1] != "") || d.HasTag("", "") {
			t.Errorf("{%s}%s, %s, want %v", space, local, d.Space(), want)
		}
		if want[1] != "" && (d.HasTag("urn:q", "a") || d.HasTag("urn:p", "b")) {
			t.Error("the tag has another name")
		}
		if want[1] == "" && d.Failed == nil {
			d.Root()
		} else {
			d.Fail("an error")
		}
	}
}

// TestResolveQName resolves names in text (XML Schema part 2, section 3.2.18).
func TestResolveQName(t *testing.T) {
	d := rooted(t, `<a xmlns="urn:d" xmlns:p="urn:p"/>`, nil, Limits{})
	for text, want := range map[string]xsd.QName{
		"a": {Space: "urn:d", Local: "a"}, " p:a\n": {Space: "urn:p", Local: "a"}, "xml:lang": {Space: XMLNamespace, Local: "lang"},
		"": {}, " ": {}, ":a": {}, "p:": {}, "q:a": {},
	} {
		space, local, ok := d.ResolveQName(text)
		if ok != (want.Local != "") || ok && (xsd.QName{Space: space, Local: local}) != want {
			t.Errorf("%q: {%s}%s, %v", text, space, local, ok)
		}
	}
}

// TestLongTags writes elements whose tags are just longer than what is copied at once, and just shorter.
func TestLongTags(t *testing.T) {
	for n := 27; n <= 34; n++ {
		name := strings.Repeat("n", n)
		for _, row := range []Row{
			{Kind: KindString}, {Kind: KindInt32}, {Kind: KindDateTime}, {Kind: KindBool}, {Kind: KindStruct, Of: &typeOfValueLong},
		} {
			for _, occurs := range []Occurs{Optional, Once, Many} {
				row.Name, row.NS, row.Occurs = name, 1, occurs
				content := map[Kind]string{KindString: "text", KindInt32: "5", KindDateTime: "2026-11-21T10:11:12Z", KindBool: "true", KindStruct: "<x>5</x>"}[row.Kind]
				doc := rowDocument("<" + name + ">" + content + "</" + name + ">")
				testRow(t, row, doc)
				typ := &Type{Zero: longStruct(row)}
				Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{{Type: typ, Rows: []Row{row}}}})
				v, err := decodeRowsOf(doc, typ)
				must(t, err)
				if got, err := encodeRowsOf(v, typ); err != nil || got != doc {
					t.Errorf("%s, %v, want %s", got, err, doc)
				}
			}
		}
	}
}

type valueLong struct{ X *int32 }

var typeOfValueLong = Type{NS: 1, Name: "long", Zero: (*valueLong)(nil)}

func init() {
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{{Type: &typeOfValueLong, Rows: []Row{{Name: "x", NS: 1, Kind: KindInt32}}}}})
}

// longStruct returns a nil pointer to a struct with a field F for a row.
func longStruct(row Row) any {
	record := define(&Type{}, row)
	return structOf(record.planOf().slots[0])
}

// readRoot reads the value of an element r with the text. The decoder is interrupted once the start tag has been read.
func readRoot[T any](text string, interrupt bool, read func(*Decoder) T) (T, error) {
	d := NewDecoder([]byte("<r>"+text+"</r>"), nil, Limits{})
	defer d.Release()
	d.Root()
	d.Interrupt = new(atomic.Bool)
	d.Interrupt.Store(interrupt)
	value := read(d)
	return value, d.Err()
}

// TestLongOctets: octets that are decoded in several pieces are those that were encoded, wherever white space is, and a decoder
// that is interrupted stops within them.
func TestLongOctets(t *testing.T) {
	octets := bytes.Repeat([]byte("0123456789\x00\xff"), 1<<18)
	encoded := base64.StdEncoding.EncodeToString(octets[1:])
	for name, c := range map[string]struct {
		text string
		read func(*Decoder) []byte
		want []byte // nil: an error
	}{
		"base64":                     {encoded, (*Decoder).base64, octets[1:]},
		"base64 in lines":            {"\n" + strings.ReplaceAll(encoded, "M", "M\n") + "\n", (*Decoder).base64, octets[1:]},
		"hex":                        {hex.EncodeToString(octets), (*Decoder).hex, octets},
		"padding at the end":         {strings.Repeat("AAAA", 1<<18) + "AA==", (*Decoder).base64, make([]byte, 3<<18+1)},
		"padding in the middle":      {strings.Repeat("AAAA", 1<<18-1) + "AA==" + "AAAA", (*Decoder).base64, nil},
		"a group that is incomplete": {strings.Repeat("AAAA", 1<<18) + "AAA", (*Decoder).base64, nil},
		"half of an octet":           {strings.Repeat("00", 1<<19) + "0", (*Decoder).hex, nil},
	} {
		got, err := readRoot(c.text, false, c.read)
		if (err == nil) != (c.want != nil) || !bytes.Equal(got, c.want) {
			t.Errorf("%s: %d bytes, want %d, %v", name, len(got), len(c.want), err)
		}
		if c.want == nil {
			continue
		}
		if got, err := readRoot(c.text, true, c.read); err != error(ErrInterrupted) || len(got) > 0 {
			t.Errorf("%s: interrupted: %d bytes, %v", name, len(got), err)
		}
	}
}

// TestTokens reads a document tag by tag.
func TestTokens(t *testing.T) {
	const doc = `<a xmlns="urn:x">one<!-- c --><p:b xmlns:p="urn:p"/><![CDATA[two]]>&amp;<c xmlns:xsi="` + XSINamespace + `" xsi:nil="true"></c>three</a>`
	d := NewDecoder([]byte(doc), []Namespace{{}}, Limits{})
	defer d.Release()
	var got []string
	note := func(format string, args ...any) { got = append(got, fmt.Sprintf(format, args...)) }
	if !d.Root() {
		t.Fatal(d.Err())
	}
	for d.Open(); d.Step(func() { note("%q", d.Piece()) }); {
		all, own := d.Scope()
		note("<%s> at %d in %d: nil %v, empty %v, %d of %d declarations", d.LocalName(), d.TagStart(), d.OpenStart(), d.IsNil(), d.IsEmptyTag(), len(own), len(all))
		d.Open()
		if d.Step(nil) || d.Depth() != 2 {
			t.Errorf("a child, or at depth %d", d.Depth())
		}
		d.Leave()
	}
	note("%q", d.Piece())
	d.Leave()
	d.End()
	want := []string{
		`"one"`, `<b> at 30 in 0: nil false, empty true, 1 of 2 declarations`,
		`"two&"`, fmt.Sprintf(`<c> at %d in 0: nil true, empty false, 1 of 2 declarations`, strings.Index(doc, "<c ")),
		`"three"`,
	}
	if d.Err() != nil || fmt.Sprint(got) != fmt.Sprint(want) || d.Depth() != 0 || d.OpenStart() != len(doc) {
		t.Errorf("%s, %v\nwant %s", got, d.Err(), want)
	}
}
