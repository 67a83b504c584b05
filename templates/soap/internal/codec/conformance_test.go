package codec

import (
	"strings"
	"testing"
)

// TestConformance goes through points of XML 1.0 (fifth edition) and
// Namespaces in XML 1.0 (third edition) that a reader without a DTD has to hold,
// besides the points in TestMalformed.
// A document stands around each text, which is the content of Name. A text with elements, which Name
// must not have, is read with Text.
func TestConformance(t *testing.T) {
	const refused = "\x00" // is the value of what must be refused
	tests := []struct{ point, text, want string }{
		{"XML 2.2 Char: tab, line feed", "a\tb\nc", "a\tb\nc"},
		{"XML 2.2 Char: U+10FFFF", "\U0010FFFF", "\U0010FFFF"},
		{"XML 2.2 Char: surrogate in UTF-8", "\xED\xA0\x80", refused},
		{"XML 2.3 Name: fifth edition", "a<\U00010000/>b", "ab"},
		{"XML 2.4 CharData: ]]&gt; and >", "a]]&gt;b>]]", "a]]>b>]]"},
		{"XML 2.4 CharData: <", "a<b", refused},
		{"XML 2.4 CharData: &", "a & b", refused},
		{"XML 2.5 Comment", "a<!-- <x> & - -->b", "ab"},
		{"XML 2.5 Comment: --->", "<!-- a --->", refused},
		{"XML 2.6 PI", "a<?p <x> & ?>b", "ab"},
		{"XML 2.6 PI: target xml", "<?Xml a?>", refused},
		{"XML 2.7 CDSect", "<![CDATA[<a>&amp;]]]]><![CDATA[>]]>", "<a>&amp;]]>"},
		{"XML 2.7 CDSect: does not end", "<![CDATA[a]]", refused},
		{"XML 2.11 line ends", "a\r\nb\rc\n\rd\r\r\ne", "a\nb\nc\n\nd\n\ne"},
		{"XML 2.11 line ends in CDATA", "<![CDATA[a\r\nb\rc]]>", "a\nb\nc"},
		{"XML 2.11 line ends by reference", "a&#13;&#10;b", "a\r\nb"},
		{"XML 3.1 end tag: white space", "a<b></b \n>c", "ac"},
		{"XML 3.1 white space between attributes", `<a b=""c=""/>`, refused},
		{"XML 4.1 CharRef", "&#65;&#x42;&#x1F600;", "AB\U0001F600"},
		{"XML 4.1 Legal Character: surrogate", "&#xD800;", refused},
		{"XML 4.1 CharRef: leading zeros", "&#" + strings.Repeat("0", 1000) + "65;", "A"},
		{"XML 4.1 CharRef: leading zeros", "&#x" + strings.Repeat("0", 1000) + "1F600;", "\U0001F600"},
		{"XML 4.1 CharRef: upper case X", "&#X41;", refused},
		{"XML 4.6 predefined entities", "&lt;&gt;&amp;&quot;&apos;", `<>&"'`},
		{"Namespaces 3 reserved: xml elsewhere", `<a xmlns:xml="u"/>`, refused},
		{"Namespaces 3 reserved: xmlns", `<a xmlns:xmlns="u"/>`, refused},
		{"Namespaces 3 reserved: xml needs no declaration", `a<b xml:space="preserve"/>c`, "ac"},
		{"Namespaces 5 Prefix Declared: out of scope", `<a xmlns:p="u"/><p:a/>`, refused},
		{"Namespaces 6.2 default namespace undeclared", `a<b xmlns=""/>c`, "ac"},
		{"Namespaces 6.3 Uniqueness of Attributes", `<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>`, refused},
		{"Namespaces 6.3: the default namespace is not for attributes", `a<b xmlns="u" xmlns:p="u" c="" p:c=""/>d`, "ad"},
	}
	for _, tt := range tests {
		got, err := decodeStation(`<s xmlns="`+railNS+`"><Time>2026-11-21T10:11:12</Time><Name>`+tt.text+`</Name><Late>1</Late></s>`, Limits{})
		if err != nil && strings.HasSuffix(err.Error(), "an element inside a value that is text") {
			d := rooted(t, "<Name>"+tt.text+"</Name>", noNamespaces, Limits{})
			got.Name = d.Text()
			d.End()
			err = d.Err()
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
		` <?xml version="1.0"?>` + `<s` + rest:                                  false,
		"<!-- a --><?b?>\n<s" + rest + "\n<!-- c --><?d?>\n":                    true,
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

// readAll reads a document without types.
func readAll(doc string, limits Limits) (*Decoder, error) {
	d := NewDecoder([]byte(doc), nil, limits)
	defer d.Release()
	if d.Root() {
		d.Skip()
	}
	d.End()
	return d, d.Err()
}

// TestMalformed reads documents at the boundary of what the rules of XML 1.0 (fifth edition) and Namespaces in XML 1.0
// (third edition) allow. Without an error, want is empty.
func TestMalformed(t *testing.T) {
	for _, c := range []struct{ rule, doc, want string }{
		{"XML 2.8 VersionNum", `<?xml version="1.9"?><a/>`, ""},
		{"XML 2.8 VersionNum", `<?xml version="1."?><a/>`, "line 1, column 1: the XML declaration has no version that is understood"},
		{"XML 2.8 VersionNum", `<?xml version="1.:"?><a/>`, "line 1, column 1: the XML declaration has no version that is understood"},
		{"XML 2.8 XMLDecl", `<?xml`, "line 1, column 1: an XML declaration that is not at the start of the document"},
		{"XML 2.8 XMLDecl", `<?xml-stylesheet href="a"?><a/>`, ""},
		{"XML 2.8 XMLDecl", `<?xml version="1.0"`, "line 1, column 1: the XML declaration does not end"},
		{"XML 2.8 XMLDecl", `<?xml version="1.0" a="b"?><a/>`, "line 1, column 1: the XML declaration is malformed"},
		{"XML 2.9 SDDecl", `<?xml version="1.0" standalone="Yes"?><a/>`, "line 1, column 1: standalone in the XML declaration is neither yes nor no"},
		{"XML 4.3.3 EncName", `<?xml version="1.0" encoding="azAZ09._-"?><a/>`, ""},
		{"XML 4.3.3 EncName", `<?xml version="1.0" encoding="Z"?><a/>`, ""},
		{"XML 4.3.3 EncName", `<?xml version="1.0" encoding=""?><a/>`, "line 1, column 1: the XML declaration names no valid encoding"},
		{"XML 4.3.3 EncName", `<?xml version="1.0" encoding="1a"?><a/>`, "line 1, column 1: the XML declaration names no valid encoding"},
		{"XML 4.3.3 EncName", `<?xml version="1.0" encoding="a:"?><a/>`, "line 1, column 1: the XML declaration names no valid encoding"},
		{"XML 4.3.3 EncName", `<?xml version="1.0" encoding="a/"?><a/>`, "line 1, column 1: the XML declaration names no valid encoding"},
		{"XML 4.3.3 EncName", `<?xml version="1.0" encoding="a{"?><a/>`, "line 1, column 1: the XML declaration names no valid encoding"},
		{"XML 2.8 prolog", " \n<!-- a --><?b?>", "line 2, column 16: no root element"},
		{"XML 2.8 prolog", `</a>`, "line 1, column 1: end tag without a start tag"},
		{"XML 2.2 Char in a comment", "<!--\t\n\r \x7f\u0080--><a/>", ""},
		{"XML 2.2 Char in a comment", "<!-- \x1f --><a/>", "line 1, column 6: the control character U+001F"},
		{"XML 2.2 Char in a comment", "<!-- \x80 --><a/>", "line 1, column 6: invalid UTF-8"},
		{"XML 2.2 Char in a comment", "<!-- \xff --><a/>", "line 1, column 6: invalid UTF-8"},
		{"XML 2.2 Char in a processing instruction", "<a><?b \x01?></a>", "line 1, column 8 (a): the control character U+0001"},
		{"XML 2.2 Char in a CDATA section", "<a><![CDATA[\x01]]></a>", "line 1, column 13 (a): the control character U+0001"},
		{"XML 2.2 Char in an attribute", "<a b='\x80'/>", "line 1, column 7: invalid UTF-8"},
		{"XML 2.2 Char in an attribute", "<a b='\xff'/>", "line 1, column 7: invalid UTF-8"},
		{"XML 2.2 Char in an attribute", "<a b='\x1f'/>", "line 1, column 7: the control character U+001F"},
		{"XML 2.2 Char in an attribute", "<a b='\x7f '/>", ""},
		{"XML 2.5 Comment", "<a><!--", "line 1, column 4 (a): a comment does not end"},
		{"XML 2.5 Comment", "<a><!-- --", "line 1, column 9 (a): -- inside a comment"},
		{"XML 2.6 PI", "<a><? b?></a>", "line 1, column 4 (a): a processing instruction without a target"},
		{"XML 2.6 PI", "<a><??></a>", "line 1, column 4 (a): a processing instruction without a target"},
		{"XML 2.6 PI", "<a><?b+?></a>", "line 1, column 7 (a): no white space after a processing instruction's target"},
		{"XML 2.6 PI", "<a><?b ?", "line 1, column 4 (a): a processing instruction does not end"},
		{"Namespaces 7 PI", "<a><?:b ?></a>", "line 1, column 4 (a): a processing instruction's target holds a colon"},
		{"XML 2.7 CDSect", "<a><![CDATA[", "line 1, column 4 (a): a CDATA section does not end"},
		{"XML 2.8 doctypedecl", "<a><!x></a>", "line 1, column 4 (a): a declaration (<!) inside the root element"},
		{"XML 2.3 Name", "<", "line 1, column 2: the document ends inside a tag"},
		{"XML 2.3 Name", "<a><-/></a>", "line 1, column 5 (a): a character that cannot start the name of an element"},
		{"XML 2.3 Name", "<a -=''/>", "line 1, column 4: a character that cannot start the name of an attribute"},
		{"XML 2.3 Name", "<\u00b7/>", "line 1, column 2: a character that cannot start the name of an element"},
		{"XML 2.3 Name", "<a\u00b7-.9\ufffd/>", ""},
		{"XML 2.3 Name", "<a\xff/>", "line 1, column 3: no white space before an attribute"},
		{"XML 2.3 Name", "<a\u00d7/>", "line 1, column 3: no white space before an attribute"},
		{"Namespaces 4 QName", "<:a/>", "line 1, column 2: :a is not a qualified name"},
		{"Namespaces 4 QName", "<a:/>", "line 1, column 2: a: is not a qualified name"},
		{"Namespaces 4 QName", "<a::b/>", "line 1, column 2: a::b is not a qualified name"},
		{"Namespaces 4 QName", "<a xmlns:b='u' b:-='c'/>", "line 1, column 16: b:- is not a qualified name"},
		{"Namespaces 4 QName", "<a xmlns:b='u' b:c='d'/>", ""},
		{"XML 3.1 Attribute", "<a \tb\n=\r\n'c' />", ""},
		{"XML 3.1 Attribute", "<a b  =  \"c\"/>", ""},
		{"XML 3.1 Attribute", "<a b>", "line 1, column 5: no = after the attribute b"},
		{"XML 3.1 Attribute", "<a b", "line 1, column 5: no = after the attribute b"},
		{"XML 3.1 Attribute", "<a b = ", "line 1, column 8: the value of the attribute b is not quoted"},
		{"XML 3.1 Attribute", "<a b=c>", "line 1, column 6: the value of the attribute b is not quoted"},
		{"XML 3.1 Attribute", "<a b='c", "line 1, column 8: the document ends inside the value of an attribute"},
		{"XML 3.1 Attribute", "<a b='c&amp;", "line 1, column 13: the document ends inside the value of an attribute"},
		{"XML 3.1 Attribute", "<a b='c\r", "line 1, column 9: the document ends inside the value of an attribute"},
		{"XML 3.1 Attribute", "<a b='&c", "line 1, column 7: & that does not begin a reference"},
		{"XML 3.1 STag", "<a /", "line 1, column 4: / inside a start tag"},
		{"XML 3.1 STag", "<a /b>", "line 1, column 4: / inside a start tag"},
		{"XML 3.1 STag", "<a ", "line 1, column 4: the document ends inside a start tag"},
		{"XML 3.1 ETag", "<a></>", "line 1, column 4 (a): an end tag without a name"},
		{"XML 3.1 ETag", "<a></", "line 1, column 6 (a): the document ends inside an end tag"},
		{"XML 3.1 ETag", "<a></a", "line 1, column 7 (a): the document ends inside an end tag"},
		{"XML 3.1 ETag", "<a></a \n", "line 2, column 1 (a): the document ends inside an end tag"},
		{"XML 3.1 ETag", "<a></a b>", "line 1, column 4 (a): </a> where </a> is expected"},
		{"XML 3.1 ETag", "<a></ab>", "line 1, column 4 (a): </ab> where </a> is expected"},
		{"XML 3.1 content", "<a><", "line 1, column 4 (a): the document ends inside an element"},
		{"XML 2.1 document", "<a/><!", "line 1, column 5: content after the root element"},
		{"XML 2.1 document", "<a/><a/>", "line 1, column 5: a second root element"},
		{"XML 2.1 document", "<a/></a>", "line 1, column 5: end tag without a start tag"},
		{"XML 2.2 Char", "<a>\n\u00e9\ufffe</a>", "line 2, column 2 (a): the character U+FFFE is not allowed in XML"},
		{"XML 2.4 CharData", "<a>]]></a>", "line 1, column 4 (a): ]]> in character data"},
		{"XML 2.8 doctypedecl", "<!DOCTYPE a>\n<a/>", "line 1, column 1: a document type declaration (DTD) is not accepted"},
		{"XML 3.1 STag", "<a b='' b=''/>", "line 1, column 9: the attribute b is given twice"},
		{"XML 3.1 Attribute", "<a b='<'/>", "line 1, column 7: < in the value of an attribute"},
		{"XML 4.1 EntityRef", "<a>&nbsp;</a>", "line 1, column 4 (a): the reference &nbsp; is not defined"},
		{"Namespaces 5 prefixes", "<a xmlns:p=''/>", "line 1, column 4: the prefix p is declared with an empty namespace"},
		{"XML 4.1 CharRef", "<a>&#;</a>", "line 1, column 4 (a): the reference &#; is not defined"},
		{"XML 4.1 CharRef", "<a>&#x;</a>", "line 1, column 4 (a): the reference &#x; is not defined"},
		{"XML 4.1 CharRef: a hexadecimal digit in a decimal number", "<a>&#6a;</a>", "line 1, column 4 (a): the reference &#6a; is not defined"},
		{"XML 4.1 CharRef: a hexadecimal digit in a decimal number", "<a>&#F;</a>", "line 1, column 4 (a): the reference &#F; is not defined"},
		{"XML 4.1 CharRef: no digit", "<a>&#x6g;</a>", "line 1, column 4 (a): the reference &#x6g; is not defined"},
		{"XML 4.1 CharRef: no digit", "<a>&#x6`;</a>", "line 1, column 4 (a): the reference &#x6`; is not defined"},
		{"XML 4.1 CharRef: no digit", "<a>&#6:;</a>", "line 1, column 4 (a): the reference &#6:; is not defined"},
		{"XML 4.1 CharRef: no digit", "<a>&#6/;</a>", "line 1, column 4 (a): the reference &#6/; is not defined"},
		{"XML 4.1 Legal Character", "<a>&#x1F;</a>", "line 1, column 4 (a): the reference &#x1F; is not defined"},
		{"XML 4.1 Legal Character", "<a>&#x20;&#xD7FF;&#xE000;&#xFFFD;&#x10000;&#x10FFFF;&#1114111;</a>", ""},
		{"XML 4.1 Legal Character", "<a>&#xFFFE;</a>", "line 1, column 4 (a): the reference &#xFFFE; is not defined"},
		{"XML 4.1 Legal Character", "<a>&#1114112;</a>", "line 1, column 4 (a): the reference &#1114112; is not defined"},
		{"XML 4.1 EntityRef", "<a>&amp </a>", "line 1, column 4 (a): & that does not begin a reference"},
		{"XML 4.1 EntityRef", "<a>&amp", "line 1, column 4 (a): & that does not begin a reference"},
		{"Namespaces 5 prefixes", "<a xmlns:b='c' b:d=''><b:e/></a>", ""},
		{"Namespaces 5 prefixes", "<a c:b=''/>", "line 1, column 4: the prefix c is not declared"},
		{"Namespaces 3 reserved", "<a xmlns:b='http://www.w3.org/XML/1998/namespace'/>", "line 1, column 4: the prefix xml and its namespace go together only"},
		{"Namespaces 3 reserved", "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>", ""},
		{"Namespaces 3 reserved", "<a xmlns:b='http://www.w3.org/2000/xmlns/'/>", "line 1, column 4: the prefix xmlns and its namespace cannot be declared"},
		{"Namespaces 6.3 uniqueness", "<a xmlns='u' xmlns='v'/>", "line 1, column 14: a namespace prefix is declared twice in one tag"},
		{"Structures 2.6.2 xsi:nil", "<a xmlns:i='" + XSINamespace + "' i:nil='TRUE'/>", "line 1, column 56: the value of xsi:nil is not a boolean"},
	} {
		_, err := readAll(c.doc, Limits{})
		if got := message(err); got != c.want {
			t.Errorf("%s: %q:\n got %s\nwant %s", c.rule, c.doc, got, c.want)
		}
	}
}

// message returns the text of an error, "" for none.
func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestEncodingErrors tells where a document is not in its encoding.
func TestEncodingErrors(t *testing.T) {
	_, err := ToUTF8([]byte("\xfe\xff\x00<\x00a\x00\n\x00>\x00\xe9\xdc\x00"), "")
	if got := message(err); !strings.HasPrefix(got, "line 2, column 3: ") {
		t.Errorf("%s is not in line 2, column 3", got)
	}
}

// TestCutDocuments: no part of a document that ends early is a document.
func TestCutDocuments(t *testing.T) {
	const doc = `<s xmlns="` + railNS + `" id="a&amp;b">
	<Time>2026-11-21T10:11:12</Time><Name a="b">n<!-- c --><![CDATA[d]]></Name><Late>1</Late><Line>a</Line >
	<Line xmlns:p="u"/><Platform><Number>5</Number><p:Side xmlns:p="` + railNS + `">left</p:Side></Platform></s>`
	long := Shape{fields: []shapeField{{name: "aNameThatIsLongerThanWhatIsComparedAtOnce"}}}
	const named = `<r><aNameThatIsLongerThanWhatIsComparedAtOnce>text that is longer than what is compared at once</aNameThatIsLongerThanWhatIsComparedAtOnce> <aNameThatIsLongerThanWhatIsComparedAtOnce/></r>`
	for whole, read := range map[string]func(*Decoder){
		doc: func(d *Decoder) { DecodeRows(d, &typeOfStation, new(station)) },
		named: func(d *Decoder) {
			for d.Enter(&Shape{fields: []shapeField{{name: long.fields[0].name, many: true}}}); d.Next() >= 0; {
				_ = d.String()
			}
		},
		strings.ReplaceAll(named, " ", ""): func(d *Decoder) {
			tag := NewLeafTag("", long.fields[0].name)
			d.Open()
			for ok := true; ok; {
				_, ok = d.Leaf(tag)
			}
			for d.Child() {
				d.Skip()
			}
		},
	} {
		for n := range len(whole) + 1 {
			d := NewDecoder([]byte(whole[:n]), railNamespaces, Limits{})
			if d.Root() {
				read(d)
			}
			d.End()
			if (d.Err() == nil) != (n == len(whole)) {
				t.Errorf("%s: %v", whole[:n], d.Err())
			}
			d.Release()
		}
	}
}
