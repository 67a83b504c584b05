package page

import "testing"

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
