package compiler_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/xmltree"
)

// TestEntities checks that the document type declaration is removed, that
// entities are expanded, and that positions are those in the file.
func TestEntities(t *testing.T) {
	doc := parse(t, `<?xml version="1.0"?>
<!DOCTYPE a PUBLIC "-//X//DTD [>" 'a.dtd' [
  <!-- ]> &ns; -->
  <?skip ]>?>
  <!ELEMENT a (b | c)* >
  <!ATTLIST a x CDATA "a > b" >
  <!NOTATION n SYSTEM "n">
  <!ENTITY ns "urn:x">
  <!ENTITY ns 'urn:later'>
  <!ENTITY quoted 'say "urn:x"&#10;&amp;'>
  <!ENTITY markup "<c/>">
  <!ENTITY more "&quoted;">
  <!ENTITY lt "&#38;#60;">
  <!ENTITY image SYSTEM "i.png" NDATA n>
  <!ENTITY % outside SYSTEM "o.ent">
  <!ENTITY % inside "<!ENTITY late 'in time'>">
]>
<a xmlns="&ns;" x="1&quoted;2" y='&quoted;'><b>&quoted; &lt;<!-- &more; --><![CDATA[&more;]]><?p &more;?></b><c/>
  <e/></a>`)
	if got, want := doc.Root.Name.String(), "{urn:x}a"; got != want {
		t.Errorf("the root is %s, want %s", got, want)
	}
	if got, _ := doc.Root.Value("x"); got != "1say \"urn:x\"\n&2" {
		t.Errorf("x is %q", got)
	}
	var positions []string
	for e := range doc.Root.All() {
		if got := e.Text(); e.RawName() == "b" && got != "say \"urn:x\"\n& <&more;" {
			t.Errorf("text is %q", got)
		}
		positions = append(positions, e.RawName()+" "+strings.TrimPrefix(e.Pos().String(), "a.xml:"))
	}
	if got, want := strings.Join(positions, ", "), "a 18:1, b 18:45, c 18:110, e 19:3"; got != want {
		t.Errorf("positions %s, want %s", got, want)
	}
	if got := doc.Root.Attr("y").Pos().String(); got != "a.xml:18:32" {
		t.Errorf("y is at %s", got)
	}
	again := parse(t, string(doc.Text))
	if strings.Contains(string(doc.Text), "DOCTYPE") || again.Root.Text() != doc.Root.Text() {
		t.Errorf("the kept text is\n%s", doc.Text)
	}
}

func TestEntityErrors(t *testing.T) {
	with := func(declarations, body string) string {
		return "<!DOCTYPE a [" + declarations + "]>\n" + body
	}
	for _, c := range []struct{ text, want string }{
		{"<!DOCTYPE a", "a.xml:1:1: not well-formed: the document ends inside the construct that starts here [malformed]"},
		{"<!DOCTYPE a [", "a.xml:1:1: not well-formed: the document ends inside the construct that starts here [malformed]"},
		{"<!DOCTYPE a [<!ENTITY x 'y']><a/>", "a.xml:1:30: not well-formed: expected a markup declaration [malformed]"},
		{"<!DOCTYPE a []<a/>", "a.xml:1:15: not well-formed: the document type declaration does not end after its declarations [malformed]"},
		{"<!DOCTYPE <a/>", "a.xml:1:11: not well-formed: '<' in the document type declaration [malformed]"},
		{with("<!BOGUS x>", "<a/>"), "a.xml:1:14: not well-formed: expected a markup declaration [malformed]"},
		{with("<!ENTITY 1x 'y'>", "<a/>"), "a.xml:1:14: not well-formed: entity name \"1x\" is not valid [malformed]"},
		{with("<!ENTITY x y>", "<a/>"), "a.xml:1:14: not well-formed: the entity \"x\" is declared without a value [malformed]"},
		{with("<!ENTITY x SYSTEM 'file:///etc/passwd'>", "<a>\n &x;</a>"), "a.xml:3:2: the entity \"x\" is external; external entities are not read [dtd]\n    a.xml:1:14: declared here"},
		{with("<!ENTITY % p 'y'>\n%p;", "<a/>"), "a.xml:2:1: the document type declaration refers to a parameter entity, which is not supported [dtd]"},
		{with("<!ENTITY x '"+strings.Repeat("y", 1<<16)+"'>", "<a>"+strings.Repeat("&x;", 17)+"</a>"), "a.xml:2:52: the entities of the document expand to more than 1048576 bytes [too-large]"},
		{with("", "<a>&x;</a>"), "a.xml:2:4: not well-formed: the entity \"x\" is not declared [malformed]"},
		{"<!DOCTYPE a SYSTEM 'a.dtd'><a>&x;</a>", "a.xml:1:31: not well-formed: the entity \"x\" is not declared [malformed]\n    hint: external declarations are not read; declare the entity in the document itself"},
	} {
		doc, diags := xmltree.Parse("a.xml", []byte(c.text), xmltree.Limits{})
		if got := strings.TrimSuffix(diags.String(), "\n"); doc != nil || got != c.want {
			t.Errorf("%.80q: got\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
	for _, text := range []string{"<b>", "&y;", "&", "%p;", "50%", "&#0;", "&#60;b/>", "&#38;lt;"} {
		const want = "a.xml:2:7: the entity \"x\" has markup or references in its text, which is not supported [dtd]\n    a.xml:1:14: declared here"
		doc, diags := xmltree.Parse("a.xml", []byte(with("<!ENTITY x '"+text+"'>", "<a b='&x;'/>")), xmltree.Limits{})
		if got := strings.TrimSuffix(diags.String(), "\n"); doc != nil || got != want {
			t.Errorf("the text %s: got\n%s", text, got)
		}
	}
}
