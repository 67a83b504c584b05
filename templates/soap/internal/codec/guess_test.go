package codec

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
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
