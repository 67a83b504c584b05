package page

import (
	"strings"
	"testing"
)

func TestIndented(t *testing.T) {
	for doc, want := range map[string]string{
		`<a/>`:                    "<a/>\n",
		`<a  b = 'c"' d="&lt;"/>`: "<a b='c\"' d=\"&lt;\"/>\n",
		"<?xml version=\"1.0\"?>\n<a:b><!-- x\n y --><c>1 &amp; 2</c><d></d>text<e><f/></e></a:b>": "<?xml version=\"1.0\"?>\n<a:b>\n  <!-- x\n  y -->\n  <c>1 &amp; 2</c>\n  <d/>\n  text\n  <e>\n    <f/>\n  </e>\n</a:b>\n",
		"<a>one\n  two</a>":           "<a>\n  one\n  two\n</a>\n",
		"<a><![CDATA[<x>]]></a>":      "<a><![CDATA[<x>]]></a>\n",
		"<a b='" + `>` + "'><c/></a>": "<a b=\">\">\n  <c/>\n</a>\n",
	} {
		if got := indented([]byte(doc)); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", doc, got, want)
		}
	}
	for _, broken := range []string{"<", "<a", "<a b", "<a b=", "<a b='", "</", "<!--", "<?", "<![CDATA[", "a", "<a/", "</a></b>"} {
		indented([]byte(broken)) // ends
	}
}

func TestDocumentation(t *testing.T) {
	d := &documentation{text: make(map[string]string)}
	d.read([]byte(`<w:types xmlns:w="urn:w" xmlns:s="http://www.w3.org/2001/XMLSchema"><w:part name="no"><w:documentation>none</w:documentation></w:part>
	<s:schema><s:complexType name="station"><s:annotation><s:documentation>The type.</s:documentation></s:annotation><s:sequence>
	<s:element name="code"><s:annotation><s:documentation>Code &lt;of&gt;
	  a station.</s:documentation><s:documentation><![CDATA[<b>]]></s:documentation></s:annotation></s:element></s:sequence>
	<s:attribute name="id"><s:annotation><s:documentation/></s:annotation></s:attribute></s:complexType></s:schema></w:types>`))
	if got := d.of("station", "code"); got != "Code <of> a station. <b>" || d.of("station", "id") != "" || d.of("", "no") != "" || d.of("station", "") != "" {
		t.Errorf("%q", d.text)
	}
	if strings.Contains(strings.Join([]string{d.of("types", "no"), d.of("part", "no")}, ""), "none") {
		t.Errorf("documentation of WSDL: %q", d.text)
	}
}
