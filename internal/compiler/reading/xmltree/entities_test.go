package xmltree

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
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
  <!ENTITY quoted 'say "&ns;"&#10;&#38;amp;'>
  <!ENTITY part "<c k='&ns;'>&#60;d/></c>">
  <!ENTITY lt "&#38;#60;">
  <!ENTITY image SYSTEM "i.png" NDATA n>
  <!ENTITY % outside SYSTEM "o.ent">
  <!ENTITY % inside "<!ENTITY late 'in time'>">
  %inside; %outside;
]>
<a xmlns="&ns;" x="1&quoted;2" y='&quoted;'><b>&part;&late; &lt;</b>
  <e/></a>`)
	if got, want := doc.Root.Name.String(), "{urn:x}a"; got != want {
		t.Errorf("the root is %s, want %s", got, want)
	}
	if got, _ := doc.Root.Value("x"); got != `1say "urn:x" &2` {
		t.Errorf("x is %q", got)
	}
	if got := doc.Root.Text(); got != "in time <\n  " {
		t.Errorf("text is %q", got)
	}
	var positions []string
	for e := range doc.Root.All() {
		positions = append(positions, e.RawName()+" "+strings.TrimPrefix(e.Pos().String(), "a.xml:"))
	}
	if got, want := strings.Join(positions, ", "), "a 18:1, b 18:45, c 18:48, d 18:48, e 19:3"; got != want {
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
	var many, laughs strings.Builder
	for i := range maxEntities + 1 {
		fmt.Fprintf(&many, "<!ENTITY e%d ''>", i)
	}
	laughs.WriteString("<!ENTITY l0 'ha'>")
	for i := range 12 {
		fmt.Fprintf(&laughs, "<!ENTITY l%d '%s'>", i+1, strings.Repeat(fmt.Sprintf("&l%d;", i), 10))
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
		{with("<!ENTITY x '&#0;'>", "<a/>"), "a.xml:1:14: not well-formed: the entity \"x\" contains the invalid character reference \"#0\" [malformed]"},
		{with("<!ENTITY % p 'y'><!ENTITY x '%p;'>", "<a/>"), "a.xml:1:31: not well-formed: the entity \"x\" refers to a parameter entity [malformed]"},
		{with("% p;", "<a/>"), "a.xml:1:14: not well-formed: '%' is not followed by the name of a parameter entity [malformed]"},
		{with("<!ENTITY % p '%p;'>%p;", "<a/>"), "a.xml:1:14: not well-formed: the entity \"p\" refers to a parameter entity [malformed]"},
		{with("<!ENTITY % p '&#37;p;'>%p;", "<a/>"), "a.xml:1:37: not well-formed: the entity \"p\" contains itself [malformed]\n    a.xml:1:14: declared here"},
		{with("<!ENTITY x '&y;'><!ENTITY y '&x;'>", "<a>&x;</a>"), "a.xml:2:4: not well-formed: the entity \"x\" contains itself [malformed]\n    a.xml:1:14: declared here"},
		{with("<!ENTITY x '&x;'>", "<a b='&x;'/>"), "a.xml:2:7: not well-formed: the entity \"x\" contains itself [malformed]\n    a.xml:1:14: declared here"},
		{with("<!ENTITY x SYSTEM 'file:///etc/passwd'>", "<a>\n &x;</a>"), "a.xml:3:2: the entity \"x\" is external; external entities are not read [dtd]\n    a.xml:1:14: declared here"},
		{with("", "<a>&x;</a>"), "a.xml:2:4: not well-formed: the entity \"x\" is not declared [malformed]"},
		{"<!DOCTYPE a SYSTEM 'a.dtd'><a>&x;</a>", "a.xml:1:31: not well-formed: the entity \"x\" is not declared [malformed]\n    hint: external declarations are not read; declare the entity in the document itself"},
		{with("<!ENTITY x '<b>'>", "<a>&x;</b></a>"), "a.xml:2:4: not well-formed: the text of an entity must be balanced: a tag or section that starts in it must end in it [malformed]"},
		{with("<!ENTITY x '</a>'>", "<a>&x;"), "a.xml:2:4: not well-formed: the text of an entity must be balanced: a tag or section that starts in it must end in it [malformed]"},
		{with("<!ENTITY x '<!--'>", "<a>&x;--></a>"), "a.xml:2:4: not well-formed: the text of an entity must be balanced: a tag or section that starts in it must end in it [malformed]"},
		{with("<!ENTITY x '<'>", "<a>&x;b/></a>"), "a.xml:2:4: not well-formed: the text of an entity must be balanced: a tag or section that starts in it must end in it [malformed]"},
		{with("<!ENTITY x '<'>", "<a b='&x;'/>"), "a.xml:2:7: not well-formed: the text of an entity in an attribute value contains '<' [malformed]"},
		{with("<!ENTITY x '&#38;'>", "<a>\n&x;</a>"), "a.xml:3:1: not well-formed: \"&\" does not start a reference [malformed]"},
		{with(many.String(), "<a/>"), "a.xml:1:16904: the document declares more than 1000 entities [too-large]"},
		{with(laughs.String(), "<a>&l12;</a>"), "a.xml:2:4: the entities of the document expand to more than 1048576 bytes [too-large]"},
		{with(laughs.String(), "<a b='&l12;'/>"), "a.xml:2:7: the entities of the document expand to more than 1048576 bytes [too-large]"},
		{with("<!ENTITY x '"+strings.Repeat("y", maxEntityLiteral+1)+"'>", "<a/>"), "a.xml:1:14: the entity \"x\" is larger than 65536 bytes [too-large]"},
	} {
		doc, diags := Parse("a.xml", []byte(c.text), Limits{})
		if got := strings.TrimSuffix(diags.String(), "\n"); doc != nil || got != c.want {
			t.Errorf("%.80q: got\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
	var deep strings.Builder
	for i := range 20 {
		fmt.Fprintf(&deep, "<!ENTITY d%d '&d%d;'>", i, i+1)
	}
	if doc, diags := Parse("a.xml", []byte(with(deep.String(), "<a>&d0;</a>")), Limits{}); doc != nil || diags[0].ID != diag.TooLarge {
		t.Errorf("entities nested deeply: %s", diags)
	}
}
