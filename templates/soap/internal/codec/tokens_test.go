package codec

import (
	"fmt"
	"strings"
	"testing"
)

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
