package codec

import (
	"strings"
	"testing"
)

// TestTagsThatAreAlmostExpected: what is compared at once does not hide the rest.
func TestTagsThatAreAlmostExpected(t *testing.T) {
	const (
		space = `                        `
		name  = "aNameOfTwentyFourBytesOr" // as long as what is compared at once, with < and >
		rest  = `<Time>2026-11-21T10:11:12</Time><Name>n</Name><Late>1</Late>`
		root  = `<s xmlns="` + railNS + `">`
	)
	long := &Shape{fields: []shapeField{{name: name + "A"}, {name: name + "B"}}}
	read := func(d *Decoder) (text string) {
		d.Enter(long)
		for i := d.Next(); i >= 0; i = d.Next() {
			text += string(rune('0'+i)) + d.String()
		}
		return text
	}
	for _, c := range []struct{ doc, want string }{
		{`<r><` + name + `A>x</` + name + `A><` + name + `B>y</` + name + `B></r>` + space, "0x1y"},
		{`<r><` + name + `B>y</` + name + `B><` + name + `A>x</` + name + `A></r>` + space, "1y0x"},
		{`<r><` + name + `C>x</` + name + `C></r>` + space, ""},
		{`<r><` + name + `A>x</` + name + `B></r>` + space, "</" + name + "B> where </" + name + "A> is expected"},
		{`<r><` + name + `A>x</` + name + `A><` + name + `A>y</` + name + `A></r>` + space, "the element is given twice"},
	} {
		d := NewDecoder([]byte(c.doc), noNamespaces, Limits{})
		d.Root()
		got := read(d)
		if d.Failed != nil {
			got = d.Failed.Message
		}
		if got != c.want {
			t.Errorf("%s is read as %s, want %s", c.doc, got, c.want)
		}
		d.Release()
	}
	for _, c := range []struct{ content, want string }{
		{rest + `x/s>` + space, "the document ends inside an element"},
		{`<Name a="1">x</Name/></s>`, "</Name> where </Name> is expected"},
		{`<Name a="1">x&/Name></s>`, "& that does not begin a reference"},
		{`<Name a="1">x<!Name></s>`, "a declaration (<!) inside the root element"},
		{`<Name a="1">x/<aName></s>`, "an element inside a value that is text"},
		{`<Name a="1">x</Named></s>`, "</Named> where </Name> is expected"},
		{rest + `<Line/><Line/><Platform><Number>x</Number></Platform></s>`, `"x" is not an xs:int`},
	} {
		_, err := decodeStation(root+c.content, Limits{})
		if got := message(err); !strings.HasSuffix(got, ": "+c.want) {
			t.Errorf("%s: %s, want %s", c.content, got, c.want)
		}
	}
	_, err := decodeStation(root+rest+`<Line/><Line/><Platform><Number>x</Number></Platform></s>`, Limits{})
	if got := message(err); !strings.Contains(got, "(s/Platform[1]/Number)") {
		t.Errorf("%s: not in the first platform", got)
	}
	s, err := decodeStation(root+rest+`<Platform/><Number>5</Number><Platform><Number>6</Number></Platform></s>`, Limits{})
	if err != nil || len(s.Platform) != 2 || s.Platform[0].Number != nil || *s.Platform[1].Number != 6 {
		t.Errorf("%+v, %v", s.Platform, err)
	}
}
