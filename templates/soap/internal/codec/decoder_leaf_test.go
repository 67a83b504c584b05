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
		d := NewDecoder([]byte(`<p:r xmlns:p="urn:p">`+content+`</p:r>`+strings.Repeat(" ", tagBytes)), nil, Limits{})
		d.Root()
		d.Open()
		start := d.Pos
		text, ok := d.Leaf(NewLeafTag("p:", "a"))
		switch {
		case ok != (want != "-") || ok && string(text) != want:
			t.Errorf("%q: %q, %v", content, text, ok)
		case !ok && d.Pos != start || ok && !strings.HasPrefix(string(d.Buf[d.Pos:]), "</p:r>") || d.Failed != nil:
			t.Errorf("%q: at %q, %v", content, d.Buf[d.Pos:], d.Failed)
		}
		d.Release()
	}
	d := NewDecoder([]byte(`<r><`+long+`>x</`+long+`><`+long+`/></r>`+strings.Repeat(" ", tagBytes)), nil, Limits{})
	defer d.Release()
	d.Root()
	d.Open()
	for _, want := range []string{"x", ""} {
		if text, ok := d.Leaf(NewLeafTag("", long)); !ok || string(text) != want {
			t.Errorf("%q, %v", text, ok)
		}
	}
}

// TestPrefixFor finds prefixes that are in scope and not declared again.
func TestPrefixFor(t *testing.T) {
	for _, c := range []struct {
		doc, uri, prefix string
		ok               bool
	}{
		{`<r xmlns="urn:a">`, "urn:a", "", true}, {`<r xmlns:p="urn:a">`, "urn:a", "p", true}, {`<r xmlns:p="urn:a">`, "", "", true}, {`<r xmlns:p="urn:a">`, "urn:b", "", false},
		{`<r xmlns="urn:a">`, "", "", false}, {`<r xmlns="urn:a"><s xmlns="">`, "", "", true}, {`<r xmlns:p="urn:a"><s xmlns:p="urn:b">`, "urn:a", "", false},
		{`<r xmlns:p="urn:a" xmlns:q="urn:a"><s xmlns:q="urn:b">`, "urn:a", "p", true},
	} {
		d := NewDecoder([]byte(c.doc), nil, Limits{})
		d.Root()
		d.Open()
		for d.Step(nil) {
			d.Open()
		}
		if prefix, ok := d.PrefixFor(c.uri); ok != c.ok || string(prefix) != c.prefix {
			t.Errorf("%s %s: %q, %v", c.doc, c.uri, prefix, ok)
		}
		d.Release()
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

// TestLeafLimits: a leaf is read neither below the deepest level nor where little follows.
func TestLeafLimits(t *testing.T) {
	for _, c := range []struct {
		doc, local string
		depth      int
		ok         bool
	}{
		{`<r><a>x</a></r>                        `, "a", 2, true},
		{`<r><a>x</a></r>                        `, "a", 1, false},
		{`<r><a>x</a></r>`, "a", 2, false},
		{`<r>   `, "a", 2, false},
		{`<r><a>a text that is longer than what is compared at once</a></r>`, "a", 2, false},
		{`<r><a>a text that is longer than what is compared at once`, "a", 2, false},
		{`<r><aNameOfTwentyFourBytesOrMore>x</aNameOfTwentyFourBytesOrLess></r>                        `, "aNameOfTwentyFourBytesOrMore", 2, false},
	} {
		d := NewDecoder([]byte(c.doc), nil, Limits{Depth: c.depth})
		d.Root()
		d.Open()
		if text, ok := d.Leaf(NewLeafTag("", c.local)); ok != c.ok || ok && string(text) != "x" {
			t.Errorf("%s: %q, %v", c.doc, text, ok)
		}
		d.Release()
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
		d := NewDecoder([]byte(doc(hidden)), nil, Limits{})
		d.Root()
		d.Open()
		d.Child()
		d.Open()
		if prefix, ok := d.PrefixFor("urn:a"); ok != want || ok && string(prefix) != "q" {
			t.Errorf("%d hidden: %q, %v", hidden, prefix, ok)
		}
		d.Release()
	}
}
