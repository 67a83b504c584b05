package codec

import (
	"errors"
	"strings"
	"testing"
)

func TestDecodeErrors(t *testing.T) {
	const open = `<s xmlns="http://realtime.rail.example/">`
	const rest = `<Time>2026-11-21T10:11:12</Time><Name>n</Name>`
	tests := []struct{ doc, want string }{
		{``, `line 1, column 1: no root element`},
		{`x`, `line 1, column 1: text outside the root element`},
		{"<!DOCTYPE s>\n<s/>", `line 1, column 1: a document type declaration (DTD) is not accepted`},
		{`<s/>`, `line 1, column 5 (s): the element Time is missing`},
		{open + rest + `</s>`, `line 1, column 88 (s): the element Late is missing`},
		{open + rest + "<Late>1</Late>\n<Late>1</Late></s>", `line 2, column 1 (s/Late): the element is given twice`},
		{open + rest + `<Late>1.5</Late></s>`, `line 1, column 88 (s/Late): "1.5" is not an xs:int`},
		{open + rest + `<Late>2147483648</Late></s>`, `line 1, column 88 (s/Late): "2147483648" is not an xs:int`},
		{open + rest + `<Late/></s>`, `line 1, column 88 (s/Late): "" is not an xs:int`},
		{open + `<Platform/><Platform><Number>x</Number></Platform></s>`, `line 1, column 63 (s/Platform[2]/Number): "x" is not an xs:int`},
		{open + `<Name>a</name></s>`, `line 1, column 49 (s): </name> where </Name> is expected`},
		{open + "<Name>\né\x01</Name></s>", `line 2, column 2 (s): the control character U+0001`},
		{open + "<Name>\xff</Name></s>", `line 1, column 48 (s): invalid UTF-8`},
		{open + "<Name>\uFFFE</Name></s>", `line 1, column 48 (s): the character U+FFFE is not allowed in XML`},
		{open + `<Name>]]></Name></s>`, `line 1, column 48 (s): ]]> in character data`},
		{open + `<Name>&nbsp;</Name></s>`, `line 1, column 48 (s): the reference &nbsp; is not defined`},
		{open + `<Name>&#0;</Name></s>`, `line 1, column 48 (s): the reference &#0; is not defined`},
		{open + `<Name a="1" a="2"/></s>`, `line 1, column 54 (s): the attribute a is given twice`},
		{open + `<Name a="<"/></s>`, `line 1, column 51 (s): < in the value of an attribute`},
		{open + `<p:Name/></s>`, `line 1, column 42 (s/Name): the prefix p is not declared`},
		{open + `<Name`, `line 1, column 47 (s): the document ends inside a start tag`},
		{open + `<Name>x`, `line 1, column 49 (s): the document ends inside an element`},
		{open + `<Name xmlns:p=""/></s>`, `line 1, column 48 (s): the prefix p is declared with an empty namespace`},
		{open + `<a:b:c xmlns:a="x"/></s>`, `line 1, column 43 (s): a:b:c is not a qualified name`},
		{open + `<x><!-- a -- b --></x></s>`, `line 1, column 52 (s/x): -- inside a comment`},
		{open + `<x><?xml version="1.0"?></x></s>`, `line 1, column 45 (s/x): an XML declaration that is not at the start of the document`},
		{`<?xml version="1.1"?><s/>`, `line 1, column 1: the XML declaration has no version that is understood`},
		{open + rest + `<Late>1</Late></s><s/>`, `line 1, column 106: a second root element`},
		{open + rest + `<Late>1</Late></s></s>`, `line 1, column 106: end tag without a start tag`},
		{open + rest + `<Late>1</Late></s>x`, `line 1, column 106: content after the root element`},
		{open + rest + `<Late xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/></s>`,
			`line 1, column 88 (s/Late): xsi:nil on an element that must have a value`},
		{open + `<Note xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">x</Note></s>`,
			`line 1, column 117 (s): an element with xsi:nil has content`},
		{open + strings.Repeat("<a>", 100), `line 1, column 231 (s` + strings.Repeat("/a", 64) + `): elements are nested deeper than 64 levels`},
	}
	for _, tt := range tests {
		_, err := decodeStation(tt.doc, Limits{})
		var de *DecodeError
		if !errors.As(err, &de) {
			t.Errorf("%q: got error %v", tt.doc, err)
		} else if de.Error() != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.doc, de, tt.want)
		}
	}
}

// TestLeaf reads elements that are as expected, and nothing of those that are not.
func TestLeaf(t *testing.T) {
	const long = "aNameThatIsLongerThanWhatIsComparedAtOnce"
	for content, want := range map[string]string{ // "-": nothing is read
		"<p:a>x</p:a>": "x", " \n\t<p:a>x y</p:a>": "x y", "<p:a></p:a>": "", "<p:a/>": "", "<p:a>é\n\t</p:a>": "é\n\t",
		"<p:a>x &amp; y</p:a>": "-", "<p:a>x<!-- --></p:a>": "-", "<p:a><![CDATA[x]]></p:a>": "-", "<p:a>\r\n</p:a>": "-", "<p:a>></p:a>": "-", "<p:a>\xff</p:a>": "-", "<p:a>\uffff</p:a>": "-", "<p:a>\x01</p:a>": "-",
		"<p:a b='1'>x</p:a>": "-", "<p:a >x</p:a>": "-", "<p:ab>x</p:ab>": "-", "<a>x</a>": "-", "<p:a>x</p:a >": "-", "<p:a>x</p:b>": "-", "<p:a /": "-", "text<p:a>x</p:a>": "-", "": "-",
		"<p:a><p:a/></p:a>": "-", "<!-- --><p:a>x</p:a>": "-", "<p:" + long + ">x</p:" + long + ">": "-",
	} {
		d := rooted(t, `<p:r xmlns:p="urn:p">`+content+`</p:r>`+strings.Repeat(" ", tagBytes), nil, Limits{})
		d.Open()
		start := d.Pos
		text, ok := d.Leaf(NewLeafTag("p:", "a"))
		switch {
		case ok != (want != "-") || ok && string(text) != want:
			t.Errorf("%q: %q, %v", content, text, ok)
		case !ok && d.Pos != start || ok && !strings.HasPrefix(string(d.Buf[d.Pos:]), "</p:r>") || d.Failed != nil:
			t.Errorf("%q: at %q, %v", content, d.Buf[d.Pos:], d.Failed)
		}
	}
	d := rooted(t, `<r><`+long+`>x</`+long+`><`+long+`/></r>`+strings.Repeat(" ", tagBytes), nil, Limits{})
	d.Open()
	for _, want := range []string{"x", ""} {
		if text, ok := d.Leaf(NewLeafTag("", long)); !ok || string(text) != want {
			t.Errorf("%q, %v", text, ok)
		}
	}
}

// TestTableURI finds namespaces by their numbers, in both lists of a table.
func TestTableURI(t *testing.T) {
	table := &Table{Namespaces: []Namespace{{}, {URI: "urn:a"}, {URI: "urn:b", ID: 7001}}, More: []Namespace{{URI: "urn:c"}, {URI: "urn:d", ID: 7002}}}
	for ns, want := range map[int32]string{0: "", 1: "urn:a", 2: "urn:b", 7001: "urn:b", 3: "urn:c", 4: "urn:d", 7002: "urn:d", 5: "", -1: "", 9999: ""} {
		if got := table.URI(ns); got != want {
			t.Errorf("%d: %q, want %q", ns, got, want)
		}
	}
	if all := moreTypes.Closure(); len(all) != 3 || all[0] != &moreTypes || all[2] != &thingTypes {
		t.Errorf("%d tables", len(all))
	}
}

// TestHiddenPrefixes: PrefixFor looks at few declarations that others hide.
func TestHiddenPrefixes(t *testing.T) {
	doc := func(hidden int) string {
		outer, inner := `<r xmlns:q="urn:a"`, `<s`
		for _, p := range []string{"b", "c", "d", "e", "f"}[:hidden] {
			outer, inner = outer+` xmlns:`+p+`="urn:a"`, inner+` xmlns:`+p+`="urn:b"`
		}
		return outer + ">" + inner + ">"
	}
	for hidden, want := range []bool{true, true, true, true, false} {
		d := rooted(t, doc(hidden), nil, Limits{})
		d.Open()
		d.Child()
		d.Open()
		if prefix, ok := d.PrefixFor("urn:a"); ok != want || ok && string(prefix) != "q" {
			t.Errorf("%d hidden: %q, %v", hidden, prefix, ok)
		}
	}
}

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
		{"declarations of siblings", `<a xmlns="u"><b xmlns:p="v"/><b xmlns:p="v"/></a>`, Limits{Attributes: 2}, (*Decoder).Skip, ""},
		{"declarations in a value", root + `<Name xmlns:p="u"><b xmlns:p="u"/></Name>` + "</s>", Limits{Attributes: 2}, list, "more than 2 namespace declarations in scope"},
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
