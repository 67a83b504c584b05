package codec

import (
	"strings"
	"testing"
)

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
