package codec

import (
	"strings"
	"testing"
)

// TestConformance goes through the points of XML 1.0 (fifth edition) and
// Namespaces in XML 1.0 (third edition) that a reader without a DTD has to hold.
// A document stands around each text, which is the content of Name. A text with elements, which Name
// must not have, is read with Text.
func TestConformance(t *testing.T) {
	const refused = "\x00" // is the value of what must be refused
	tests := []struct{ point, text, want string }{
		{"XML 2.2 Char: tab, line feed", "a\tb\nc", "a\tb\nc"},
		{"XML 2.2 Char: control character", "a\x0Bb", refused},
		{"XML 2.2 Char: U+FFFF", "\uFFFF", refused},
		{"XML 2.2 Char: U+10FFFF", "\U0010FFFF", "\U0010FFFF"},
		{"XML 2.2 Char: surrogate in UTF-8", "\xED\xA0\x80", refused},
		{"XML 2.3 Name: fifth edition", "a<\U00010000/>b", "ab"},
		{"XML 2.3 Name: starts with a digit", "<1/>", refused},
		{"XML 2.3 Name: U+00D7", "<a\u00D7/>", refused},
		{"XML 2.4 CharData: ]]>", "a]]>b", refused},
		{"XML 2.4 CharData: ]]&gt; and >", "a]]&gt;b>]]", "a]]>b>]]"},
		{"XML 2.4 CharData: <", "a<b", refused},
		{"XML 2.4 CharData: &", "a & b", refused},
		{"XML 2.5 Comment", "a<!-- <x> & - -->b", "ab"},
		{"XML 2.5 Comment: -- inside", "<!-- a -- b -->", refused},
		{"XML 2.5 Comment: --->", "<!-- a --->", refused},
		{"XML 2.6 PI", "a<?p <x> & ?>b", "ab"},
		{"XML 2.6 PI: target xml", "<?Xml a?>", refused},
		{"XML 2.7 CDSect", "<![CDATA[<a>&amp;]]]]><![CDATA[>]]>", "<a>&amp;]]>"},
		{"XML 2.7 CDSect: does not end", "<![CDATA[a]]", refused},
		{"XML 2.8 XMLDecl: not at the start", `<?xml version="1.0"?>`, refused},
		{"XML 2.8 doctypedecl", "<!DOCTYPE a>", refused},
		{"XML 2.11 line ends", "a\r\nb\rc\n\rd\r\r\ne", "a\nb\nc\n\nd\n\ne"},
		{"XML 2.11 line ends in CDATA", "<![CDATA[a\r\nb\rc]]>", "a\nb\nc"},
		{"XML 2.11 line ends by reference", "a&#13;&#10;b", "a\r\nb"},
		{"XML 3.1 end tag: other name", "<a></b>", refused},
		{"XML 3.1 end tag: white space", "a<b></b \n>c", "ac"},
		{"XML 3.1 Unique Att Spec", `<a b="" b=""/>`, refused},
		{"XML 3.1 No < in Attribute Values", `<a b="<"/>`, refused},
		{"XML 3.1 white space between attributes", `<a b=""c=""/>`, refused},
		{"XML 4.1 CharRef", "&#65;&#x42;&#x1F600;", "AB\U0001F600"},
		{"XML 4.1 Legal Character: NUL", "&#0;", refused},
		{"XML 4.1 Legal Character: surrogate", "&#xD800;", refused},
		{"XML 4.1 Legal Character: beyond Unicode", "&#x110000;", refused},
		{"XML 4.1 CharRef: upper case X", "&#X41;", refused},
		{"XML 4.1 Entity Declared", "&nbsp;", refused},
		{"XML 4.6 predefined entities", "&lt;&gt;&amp;&quot;&apos;", `<>&"'`},
		{"Namespaces 3 reserved: xml elsewhere", `<a xmlns:xml="u"/>`, refused},
		{"Namespaces 3 reserved: xmlns", `<a xmlns:xmlns="u"/>`, refused},
		{"Namespaces 3 reserved: xml needs no declaration", `a<b xml:space="preserve"/>c`, "ac"},
		{"Namespaces 4 QName: two colons", `<p:a:b xmlns:p="u"/>`, refused},
		{"Namespaces 5 Prefix Declared", "<p:a/>", refused},
		{"Namespaces 5 Prefix Declared: out of scope", `<a xmlns:p="u"/><p:a/>`, refused},
		{"Namespaces 5 No Prefix Undeclaring", `<a xmlns:p=""/>`, refused},
		{"Namespaces 6.2 default namespace undeclared", `a<b xmlns=""/>c`, "ac"},
		{"Namespaces 6.3 Uniqueness of Attributes", `<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>`, refused},
		{"Namespaces 6.3: the default namespace is not for attributes", `a<b xmlns="u" xmlns:p="u" c="" p:c=""/>d`, "ad"},
		{"Namespaces 7 PI target with a colon", "<?a:b c?>", refused},
	}
	for _, tt := range tests {
		got, err := decodeStation(`<s xmlns="`+railNS+`"><Time>2026-11-21T10:11:12</Time><Name>`+tt.text+`</Name><Late>1</Late></s>`, Limits{})
		if err != nil && strings.HasSuffix(err.Error(), "an element inside a value that is text") {
			d := NewDecoder([]byte("<Name>"+tt.text+"</Name>"), noNamespaces, Limits{})
			d.Root()
			got.Name = d.Text()
			d.End()
			err = d.Err()
			d.Release()
		}
		if (tt.want == refused) != (err != nil) || err == nil && got.Name != tt.want {
			t.Errorf("%s: %q is read as %q, %v", tt.point, tt.text, got.Name, err)
		}
	}
}

// TestAttributeConformance: values of attributes (XML 1.0, sections 2.11 and
// 3.3.3), and what stands around the root element (sections 2.1 and 2.8).
func TestAttributeConformance(t *testing.T) {
	const rest = ` xmlns="` + railNS + `"><Time>2026-11-21T10:11:12</Time><Name>n</Name><Late>1</Late></s>`
	values := map[string]string{
		"a\tb\nc":           "a b c",
		"a\r\nb\rc":         "a b c",
		"&#9;&#10;&#13;":    "\t\n\r",
		" a  b ":            " a  b ", // of an undeclared type: CDATA
		"&lt;&amp;&quot;>'": `<&">'`,
	}
	for raw, want := range values {
		got, err := decodeStation(`<s id="`+raw+`"`+rest, Limits{})
		if err != nil || got.Id == nil || *got.Id != want {
			t.Errorf("%q: got %v, %v", raw, got.Id, err)
		}
	}
	documents := map[string]bool{
		`<?xml version="1.0"?>` + `<s` + rest:                                   true,
		`<?xml version='1.0' encoding='utf-8' standalone='no' ?>` + `<s` + rest: true,
		`<?xml version="1.1"?>` + `<s` + rest:                                   false,
		`<?xml encoding="utf-8"?>` + `<s` + rest:                                false,
		` <?xml version="1.0"?>` + `<s` + rest:                                  false,
		"<!-- a --><?b?>\n<s" + rest + "\n<!-- c --><?d?>\n":                    true,
		`<s` + rest + `<s` + rest:                                               false,
		`<s` + rest + `a`:                                                       false,
		`<![CDATA[]]><s` + rest:                                                 false,
		"":                                                                      false,
	}
	for doc, want := range documents {
		if _, err := decodeStation(doc, Limits{}); (err == nil) != want {
			t.Errorf("%q: %v", doc, err)
		}
	}
	if doc, err := ToUTF8([]byte("\xEF\xBB\xBF<a/>"), ""); string(doc) != "<a/>" || err != nil { // appendix F
		t.Errorf("a byte-order mark is read as %q, %v", doc, err)
	}
}
