package codec

import (
	"strings"
	"testing"
)

// TestDecoderLimits reads documents that reach a limit, and that exceed it by one.
func TestDecoderLimits(t *testing.T) {
	const root = `<s xmlns="` + railNS + `">`
	const fields = `<Time>2026-11-21T10:11:12</Time><Name>n</Name><Late>1</Late>`
	text := func(d *Decoder) { DecodeRows(d, &typeOfText, new(RowText)) }
	list := func(d *Decoder) { DecodeRows(d, &typeOfStation, new(station)) }
	units := func(d *Decoder) { DecodeRows(d, &typeOfMore, new(RowMore)) }
	for _, c := range []struct {
		name, doc string
		limits    Limits
		read      func(*Decoder)
		want      string
	}{
		{"attributes", `<a b="" c=""/>`, Limits{Attributes: 2}, (*Decoder).Skip, ""},
		{"attributes", `<a b="" c="" d=""/>`, Limits{Attributes: 2}, (*Decoder).Skip, "more than 2 attributes"},
		{"attributes and declarations", `<a xmlns="u" b=""><c d="" e=""/></a>`, Limits{Attributes: 2}, (*Decoder).Skip, ""},
		{"attributes and declarations", `<a xmlns="u" xmlns:p="u" b=""/>`, Limits{Attributes: 2}, (*Decoder).Skip, "more than 2 attributes"},
		{"declarations in scope", `<a xmlns="u" xmlns:p="u"><b xmlns:p="v"/></a>`, Limits{Attributes: 2}, (*Decoder).Skip, "more than 2 namespace declarations in scope"},
		{"names", `<abcd efgh=""/>`, Limits{NameLength: 4}, (*Decoder).Skip, ""},
		{"names", `<abcde/>`, Limits{NameLength: 4}, (*Decoder).Skip, "a name of more than 4 bytes"},
		{"names", `<a abcde=""/>`, Limits{NameLength: 4}, (*Decoder).Skip, "a name of more than 4 bytes"},
		{"depth", `<a><b><c/></b></a>`, Limits{Depth: 3}, (*Decoder).Skip, ""},
		{"depth", `<a><b><c><d/></c></b></a>`, Limits{Depth: 3}, (*Decoder).Skip, "elements are nested deeper than 3 levels"},
		{"items", root + fields + strings.Repeat("<Line/>", 3) + "</s>", Limits{Items: 3}, list, ""},
		{"items", root + fields + strings.Repeat("<Line/>", 4) + "</s>", Limits{Items: 3}, list, "more than 3 items"},
		{"items of two lists", root + fields + "<Line/><Line/><Platform/><Platform/></s>", Limits{Items: 3}, list, "more than 3 items"},
		{"pieces of text", rowDocument("a<b/>"), Limits{Items: 2}, text, ""},
		{"pieces of text", rowDocument("a<b/>b"), Limits{Items: 2}, text, "more than 2 items"},
		{"words", rowDocument("<must>a b</must><nilUnits/><size/><level/>"), Limits{Items: 2}, units, ""},
		{"words", rowDocument("<must>a b c</must><nilUnits/><size/><level/>"), Limits{Items: 2}, units, "more than 2 items"},
	} {
		d := NewDecoder([]byte(c.doc), railNamespaces, c.limits)
		if strings.Contains(c.doc, rowNS) {
			d.ns = rowNamespaces
		}
		if d.Root() {
			c.read(d)
		}
		d.End()
		if got := message(d.Err()); (c.want == "") != (got == "") || !strings.HasSuffix(got, ": "+c.want) && got != "" {
			t.Errorf("%s: %s: %s, want %s", c.name, c.doc, got, c.want)
		}
		d.Release()
	}
	array := NewDecoder([]byte("<a><b/><b/><b/></a>"), nil, Limits{Items: 2})
	defer array.Release()
	array.Root()
	array.Open()
	n := 0
	for array.Child() && array.CountItem() {
		array.Skip()
		n++
	}
	if got, want := message(array.Err()), "line 1, column 12 (a/b): more than 2 items"; n != 2 || got != want {
		t.Errorf("%d items of an array, %s, want %s", n, got, want)
	}
}
