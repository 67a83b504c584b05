package compiler_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

func parse(t *testing.T, text string) *xmltree.Document {
	t.Helper()
	doc, diags := xmltree.Parse("a.xml", []byte(text), xmltree.Limits{})
	if doc == nil {
		t.Fatalf("rejected:\n%s", diags)
	}
	return doc
}

func TestPositions(t *testing.T) {
	doc := parse(t, "<?xml version=\"1.0\"?>\n<a xmlns=\"urn:a\"\n   b = 'x'>\n\t<c/><d>é<e f=\"1\"/></d>\n</a>\n")
	want := map[string]string{"a": "a.xml:2:1", "c": "a.xml:4:2", "d": "a.xml:4:6", "e": "a.xml:4:11"}
	for e := range doc.Root.All() {
		if got := e.Pos().String(); got != want[e.Name.Local] {
			t.Errorf("%s is at %s, want %s", e.Name.Local, got, want[e.Name.Local])
		}
		if text := string(doc.Text[e.Offset:e.End]); !strings.HasPrefix(text, "<"+e.Name.Local) || !strings.HasSuffix(text, ">") {
			t.Errorf("source of %s is %q", e.Name.Local, text)
		}
	}
	var attrs []string
	for a := range doc.AllAttrs() {
		attrs = append(attrs, a.Pos().String()+" "+a.RawName()+"="+string(doc.Text[a.ValueStart:a.ValueEnd]))
	}
	if got, want := strings.Join(attrs, "\n"), "a.xml:2:4 xmlns=urn:a\na.xml:3:4 b=x\na.xml:4:14 f=1"; got != want {
		t.Errorf("attributes\n%s\nwant\n%s", got, want)
	}
}

func TestNamespaces(t *testing.T) {
	doc := parse(t, `<a xmlns="urn:1" xmlns:p="urn:2"><p:b p:c="" c=""><d xmlns="" xmlns:p="urn:3"/></p:b></a>`)
	var got []string
	for e := range doc.Root.All() {
		got = append(got, e.Name.String())
	}
	if want := "{urn:1}a {urn:2}b d"; strings.Join(got, " ") != want {
		t.Errorf("elements %v, want %s", got, want)
	}
	b := doc.Root.Nodes[0].Element
	if b.AttrNS("urn:2", "c") == nil || b.Attr("c") == nil || b.AttrNS("urn:2", "c") == b.Attr("c") {
		t.Error("p:c and c are not distinguished")
	}
	d := b.Nodes[0].Element
	for value, want := range map[string]xmltree.QName{
		"x": {Local: "x"}, " p:x\n": {Space: "urn:3", Local: "x"}, "xml:lang": {Space: xmltree.XMLNamespace, Local: "lang"},
	} {
		if got, err := d.ResolveQName(value); err != nil || got != want {
			t.Errorf("%q is %v (%v), want %v", value, got, err, want)
		}
	}
	for _, value := range []string{"", "q:x", "p:", ":x", "p:x:y", "a b", "1x"} {
		if name, err := d.ResolveQName(value); err == nil {
			t.Errorf("%q is resolved to %v, want an error", value, name)
		}
	}
}

func TestValues(t *testing.T) {
	doc := parse(t, "<a b='x&#10;y\tz\r\nw&lt;&#x9;' c=\"'\"><![CDATA[<&]]>&amp;<d>in</d>\r\nout</a>")
	if got, _ := doc.Root.Value("b"); got != "x\ny z w<\t" {
		t.Errorf("b is %q", got)
	}
	if got, _ := doc.Root.Value("c"); got != "'" {
		t.Errorf("c is %q", got)
	}
	if got := doc.Root.Text(); got != "<&&in\nout" {
		t.Errorf("text is %q", got)
	}
	prose := parse(t, "<a>\n   One  line,\n\tanother.\n\n\n   <b>A paragraph.</b>\n</a>")
	if got := prose.Root.Prose(); got != "One line,\nanother.\n\nA paragraph." {
		t.Errorf("prose is %q", got)
	}
}

func TestParseErrors(t *testing.T) {
	deep := strings.Repeat("<a>", 300)
	for _, c := range []struct{ text, want string }{
		{"", "a.xml:1:1: not well-formed: the document has no root element [malformed]"},
		{"text", "a.xml:1:1: not well-formed: text outside the root element [malformed]"},
		{"<a></a> x", "a.xml:1:9: not well-formed: text outside the root element [malformed]"},
		{"<a/><![CDATA[ ]]>", "a.xml:1:5: not well-formed: text outside the root element [malformed]"},
		{"<a/><b/>", "a.xml:1:5: not well-formed: a second root element [malformed]"},
		{"<a>\n<b></a>", "a.xml:2:4: not well-formed: element \"b\" is ended by \"a\" [malformed]\n    a.xml:2:1: the element starts here"},
		{"<a>\n <b>", "a.xml:2:5: not well-formed: the document ends inside element \"b\" [malformed]\n    a.xml:2:2: the element starts here"},
		{"</a>", "a.xml:1:1: not well-formed: end tag \"a\" has no start tag [malformed]"},
		{"<a b='1' b='2'/>", "a.xml:1:10: not well-formed: duplicate attribute \"b\" [malformed]"},
		{"<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>", "a.xml:1:36: not well-formed: duplicate attribute \"q:b\" [malformed]"},
		{"<a b='1'c='2'/>", "a.xml:1:9: not well-formed: no white space before an attribute [malformed]"},
		{"<p:a/>", "a.xml:1:1: not well-formed: prefix \"p\" of element \"p:a\" is not declared [malformed]"},
		{"<a p:b=''/>", "a.xml:1:4: not well-formed: prefix \"p\" of attribute \"p:b\" is not declared [malformed]"},
		{"<a xmlns:p=''/>", "a.xml:1:4: not well-formed: prefix \"p\" is declared without a namespace [malformed]"},
		{"<a xmlns:xml='urn:x'/>", "a.xml:1:4: not well-formed: \"xmlns:xml\" cannot be declared as \"urn:x\" [malformed]"},
		{"<a:b:c/>", "a.xml:1:1: not well-formed: \"a:b:c\" is not a qualified name [malformed]"},
		{"<a>&x;</a>", "a.xml:1:4: not well-formed: the entity \"x\" is not declared [malformed]"},
		{"<a>\x01</a>", "a.xml:1:4: not well-formed: character U+0001 is not allowed [malformed]"},
		{"<!-- \x02 --><a/>", "a.xml:1:6: not well-formed: character U+0002 is not allowed [malformed]"},
		{"<a/><?xml version='1.0'?>", "a.xml:1:5: not well-formed: the XML declaration is not at the start of the document [malformed]"},
		{"<a/><!DOCTYPE a>", "a.xml:1:5: not well-formed: a document type declaration is allowed only once, before the root element [malformed]"},
		{"<a><!ELEMENT b></a>", "a.xml:1:4: not well-formed: unknown markup declaration [malformed]"},
		{"<a>\xff</a>", "a.xml:1:4: byte 0xFF is not valid UTF-8 [encoding]"},
		{"<?xml version='1.0' encoding='EBCDIC'?><a/>", "a.xml:1:31: encoding \"EBCDIC\" is not supported [encoding]"},
		{"<?xml version='1.0' encoding='UTF-16'?><a/>", "a.xml:1:31: the document declares encoding \"UTF-16\" but is not in UTF-16 [encoding]"},
		{"<?xml version='1.0' encoding='us-ascii'?><a>é</a>", "a.xml:1:45: byte 0xC3 is not valid US-ASCII [encoding]"},
		{"\xfe\xff\x00<\x00", "a.xml: the document is not valid UTF-16: odd number of bytes [encoding]"},
		{"\xfe\xff\xd8\x00\x00a", "a.xml: the document is not valid UTF-16: unpaired surrogate at byte 0 [encoding]"},
		{"\uFEFF<?xml version='1.0' encoding='iso-8859-1'?><a/>", "a.xml: the document declares encoding \"iso-8859-1\" but is in UTF-8 [encoding]"},
		{"\xfe\xff" + wide("<?xml version='1.0' encoding='utf-8'?><a/>"), "a.xml: the document declares encoding \"utf-8\" but is in UTF-16BE [encoding]"},
		{"\xfe\xff" + wide("<?xml version='1.0' encoding='utf-16le'?><a/>"), "a.xml: the document declares encoding \"utf-16le\" but is in UTF-16BE [encoding]"},
		{" <!-- --> <?xml version='1.0'?><a/>", "a.xml:1:11: not well-formed: the XML declaration is not at the start of the document [malformed]\n    hint: remove what precedes it, or use --lenient"},
		{"<?xml encoding='utf-8'?><a/>", "a.xml:1:6: not well-formed: the XML declaration has no version [malformed]"},
		{"<?xml version='1.1'?><a/>", "a.xml:1:16: not well-formed: version \"1.1\" of XML is not supported [malformed]"},
		{"<?xml version='1.0' encoding='windows-1252'?>\n<a>\x81", "a.xml:2:4: byte 0x81 is not valid windows-1252 [encoding]"},
		{"<?xml version='1.0' encoding='windows-1255'?>\n<a>\xf9\xd9", "a.xml:2:5: byte 0xD9 is not valid windows-1255 [encoding]"},
		{"<?xml version='1.0' encoding='Shift_JIS'?>\n<a>\x93\x8c\x81</a>", "a.xml:2:6: byte 0x81 is not valid Shift_JIS [encoding]"},
		{"<?xml version='1.0' encoding='ibm037'?><a/>", "a.xml: the document declares encoding \"ibm037\" but is not in that encoding [encoding]"},
		{"\uFEFF<?xml version='1.0' encoding='koi8-r'?><a/>", "a.xml: the document declares encoding \"koi8-r\" but is in UTF-8 [encoding]"},
		{"<?xml version='1.0' encoding='8bit'?><a/>", "a.xml:1:31: encoding \"8bit\" is not supported [encoding]"},
		{"<?xml version='1.0' encoding=''?><a/>", "a.xml:1:31: not well-formed: \"\" is not the name of an encoding [malformed]"},
		{"<?xml version='1.0' standalone='YES'?><a/>", "a.xml:1:33: not well-formed: standalone is \"YES\", not \"yes\" or \"no\" [malformed]"},
		{"<?xml version='1.0' standalone='no' encoding='utf-8'?><a/>", "a.xml:1:37: not well-formed: the XML declaration may contain only version, encoding and standalone, in this order [malformed]"},
		{"<?xml version='1.0'encoding='utf-8'?><a/>", "a.xml:1:20: not well-formed: the XML declaration may contain only version, encoding and standalone, in this order [malformed]"},
		{"<a><?p:q x?></a>", "a.xml:1:4: not well-formed: \"p:q\" is not a valid target of a processing instruction [malformed]"},
		{"<a><?p++?></a>", "a.xml:1:4: not well-formed: \"p++\" is not a valid target of a processing instruction [malformed]"},
		{"<a><?p x></a>", "a.xml:1:4: not well-formed: the document ends inside the construct that starts here [malformed]"},
		{"<!-- \uFFFF --><a/>", "a.xml:1:6: not well-formed: character U+FFFF is not allowed [malformed]"},
		{"<a>&#xD802;</a>", "a.xml:1:4: not well-formed: the character reference \"&#xD802;\" is not valid [malformed]"},
		{"<a>x & y</a>", "a.xml:1:6: not well-formed: \"&\" does not start a reference [malformed]"},
		{"<a>x]]>y</a>", "a.xml:1:5: not well-formed: \"]]>\" in text [malformed]"},
		{"<a><!-- -- --></a>", "a.xml:1:9: not well-formed: \"--\" inside a comment [malformed]"},
		{"<a><!--->", "a.xml:1:4: not well-formed: the document ends inside the construct that starts here [malformed]"},
		{"<a><![CDATA[]]</a>", "a.xml:1:4: not well-formed: the document ends inside the construct that starts here [malformed]"},
		{"<a b='<'/>", "a.xml:1:7: not well-formed: \"<\" in the value of attribute \"b\" [malformed]"},
		{"<a b=c/>", "a.xml:1:6: not well-formed: the value of attribute \"b\" is not in quotes [malformed]"},
		{"<a b/>", "a.xml:1:5: not well-formed: attribute \"b\" has no value [malformed]"},
		{"<a =''/>", "a.xml:1:4: not well-formed: expected the name of an attribute [malformed]"},
		{"<a :b=''/>", "a.xml:1:4: not well-formed: \":b\" is not a qualified name [malformed]"},
		{"<a / >", "a.xml:1:4: not well-formed: \"/\" inside a start tag [malformed]"},
		{"<a b='1", "a.xml:1:1: not well-formed: the document ends inside the construct that starts here [malformed]"},
		{"<a></a b>", "a.xml:1:8: not well-formed: the end tag \"a\" contains more than a name [malformed]"},
		{"< a/>", "a.xml:1:2: not well-formed: expected the name of an element after \"<\" [malformed]"},
		{deep, "a.xml:1:769: elements are nested more than 256 levels deep [too-large]"},
	} {
		doc, diags := xmltree.Parse("a.xml", []byte(c.text), xmltree.Limits{})
		if got := strings.TrimSuffix(diags.String(), "\n"); doc != nil || got != c.want {
			t.Errorf("%.60q: got\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
	if doc, diags := xmltree.Parse("a.xml", []byte("<a>12345</a>"), xmltree.Limits{Bytes: 8}); doc != nil || diags[0].ID != diag.TooLarge {
		t.Errorf("a document over the limit: %s", diags)
	}
}

// wide returns ASCII text in big-endian UTF-16.
func wide(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.Write([]byte{0, s[i]})
	}
	return b.String()
}

// TestFifthEdition reads names that editions of XML 1.0 before the fifth did not allow.
func TestFifthEdition(t *testing.T) {
	for _, name := range []string{"egg\u017F", "\U0001D032", "\U000EFFFF", "_\u0EC7", "_\u3006", "_\u309C", "\u309A"} {
		if doc := parse(t, "<?xml version='1.7'?><"+name+" xmlns:"+name+"='u' "+name+":b=''/>"); doc.Root.Name.Local != name {
			t.Errorf("%s is read as %s", name, doc.Root.Name)
		}
	}
}

// TestDeclaration reads version and encoding of the XML declaration as they are written.
func TestDeclaration(t *testing.T) {
	for _, c := range []struct{ raw, version, encoding string }{
		{"<a/>", "", ""},
		{"<?xml version='1.0'?><a/>", "1.0", ""},
		{"\uFEFF<?xml version='1.0' encoding='utf-8'?><a/>", "1.0", "utf-8"},
		{"<?xml version='1.2' encoding='ISO-8859-1'?><a>\xe9</a>", "1.2", "ISO-8859-1"},
	} {
		if doc := parse(t, c.raw); doc.Version != c.version || doc.Encoding != c.encoding {
			t.Errorf("%q: version %q, encoding %q", c.raw, doc.Version, doc.Encoding)
		}
	}
}

func TestEncodings(t *testing.T) {
	utf16 := func(s string, big bool) string {
		var b strings.Builder
		for _, r := range s {
			units := []rune{r}
			if r > 0xFFFF {
				r -= 0x10000
				units = []rune{0xD800 + r>>10, 0xDC00 + r&0x3FF}
			}
			for _, u := range units {
				if big {
					b.Write([]byte{byte(u >> 8), byte(u)})
				} else {
					b.Write([]byte{byte(u), byte(u >> 8)})
				}
			}
		}
		return b.String()
	}
	const text = `<?xml version="1.0" encoding="UTF-16"?><a>é€😀</a>`
	for name, c := range map[string]struct{ raw, want string }{
		"UTF-8":               {"<a>é€😀</a>", "é€😀"},
		"UTF-8 with mark":     {"\uFEFF<?xml version='1.0' encoding='utf-8'?><a>é€😀</a>", "é€😀"},
		"UTF-16 big":          {"\xFE\xFF" + utf16(text, true), "é€😀"},
		"UTF-16 little":       {"\xFF\xFE" + utf16(text, false), "é€😀"},
		"UTF-16 without mark": {utf16(text, false), "é€😀"},
		"latin 1":             {"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9\x85</a>", "é\u0085"},
		"windows":             {"<?xml version='1.0' encoding='Windows-1252'?><a>\xe9\x80</a>", "é€"},
		"windows-1250":        {"<?xml version='1.0' encoding='WINDOWS-1250'?><a>\xa3\xf3d\x9f</a>", "Łódź"},
		"with a hyphen":       {"<?xml version='1.0' encoding='cp-1252'?><a>\x80</a>", "€"},
		"windows-1251":        {"<?xml version='1.0' encoding='cp1251'?><a>\xcc\xee</a>", "Мо"},
		"windows-1255":        {"<?xml version='1.0' encoding='windows-1255'?><a>\xe7\xe9</a>", "חי"},
		"latin 2":             {"<?xml version='1.0' encoding='ISO-8859-2'?><a>\xf2</a>", "ň"},
		"latin 9":             {"<?xml version='1.0' encoding='ISO-8859-15'?><a>\xbc\xa4</a>", "Œ€"},
		"KOI8-R":              {"<?xml version='1.0' encoding='KOI8-R'?><a>\xf7\xcf</a>", "Во"},
		"GB2312":              {"<?xml version='1.0' encoding='gb2312'?><a>\xb1\xb1</a>", "北"},
		"GBK":                 {"<?xml version='1.0' encoding='GBK'?><a>\xb1\xb1</a>", "北"},
		"Shift_JIS":           {"<?xml version='1.0' encoding='Shift_JIS'?><a>\x93\x8c</a>", "東"},
		"EUC-JP":              {"<?xml version='1.0' encoding='EUC-JP'?><a>\xc5\xec</a>", "東"},
		"Big5":                {"<?xml version='1.0' encoding='Big5'?><a>\xaaF</a>", "東"},
		"ASCII":               {"<?xml version='1.0' encoding='US-ASCII'?><a>e</a>", "e"},
		"late declaration":    {" <!-- x --> <?xml version='1.0' encoding='latin1'?><a>\xe9</a>", "é"},
	} {
		t.Run(name, func(t *testing.T) {
			doc, diags := xmltree.Parse("a.xml", []byte(c.raw), xmltree.Limits{LateDeclaration: true})
			if doc == nil {
				t.Fatal(diags)
			}
			if got := doc.Root.Text(); got != c.want {
				t.Errorf("text is %q, want %q", got, c.want)
			}
			// Text can be served as it is.
			again, diags := xmltree.Parse("b.xml", doc.Text[doc.Start:], xmltree.Limits{})
			if again == nil || again.Root.Text() != c.want {
				t.Errorf("the kept text reads differently: %s", diags)
			}
		})
	}
	// The declaration is rewritten without moving what follows it.
	doc := parse(t, "<?xml version='1.0' encoding='ISO-8859-1'?><a/>")
	if got := doc.Root.Pos().Col; got != 44 {
		t.Errorf("the root is in column %d", got)
	}
}

// FuzzParse compares the tree with encoding/xml: an accepted document has the same
// elements, and every span covers the attribute.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"<a/>", "<a b='c' d=\"e\">f<g/>&amp;<!-- h --><?i j?></a>", "<a xmlns='u' xmlns:p='v'><p:b p:c='d'/></a>",
		"<?xml version='1.0' encoding='latin1'?><a b='\xe9'/>", "\xff\xfe<\x00a\x00/\x00>\x00", "<a b='x&#10;\ty'/>", "<!DOCTYPE a><a/>",
		"<?xml version='1.0' encoding='gbk'?><a b='\xb1\xb1'/>", " <?xml version='1.0'?><a/>", "<a><![CDATA[x]]></a>",
		"<!DOCTYPE a [<!ENTITY x 'y\"&lt;'><!ENTITY z \"&#39;<\"><!ENTITY % p ''>]><a b='&x;'>&x;&#10;<!-- &z; --></a>",
		"<!DOCTYPE a PUBLIC 'p' \"s\" [<!ATTLIST a b CDATA '>'><!NOTATION n SYSTEM 'x'><!-- ] --><?x ]?>] ><a>&amp;</a>",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		doc, diags := xmltree.Parse("f.xml", raw, xmltree.Limits{Depth: 50, Bytes: 1 << 16})
		if (doc == nil) != diags.HasErrors() {
			t.Fatalf("document %v with %s", doc != nil, diags)
		}
		if doc == nil {
			return
		}
		var got []string
		for e := range doc.Root.All() {
			got = append(got, e.RawName())
			if doc.Text[e.Offset] != '<' || doc.Text[e.End-1] != '>' {
				t.Errorf("source of %s is %q", e.RawName(), doc.Text[e.Offset:e.End])
			}
		}
		for a := range doc.AllAttrs() {
			if !strings.HasPrefix(string(doc.Text[a.Offset:]), a.RawName()) {
				t.Errorf("attribute %s is not at %d", a.RawName(), a.Offset)
			}
			quote := doc.Text[a.ValueEnd]
			if quote != doc.Text[a.ValueStart-1] || quote != '"' && quote != '\'' {
				t.Errorf("value of %s is not quoted", a.RawName())
			}
		}
		var want []string
		dec := xml.NewDecoder(strings.NewReader(string(doc.Text)))
		dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
		for {
			token, err := dec.RawToken()
			if err == io.EOF {
				break
			}
			if err != nil && strings.Contains(err.Error(), "invalid XML name") {
				return // it reads the fourth edition
			}
			if err != nil {
				t.Fatalf("accepted, but %v", err)
			}
			if start, ok := token.(xml.StartElement); ok {
				want = append(want, strings.TrimPrefix(start.Name.Space+":"+start.Name.Local, ":"))
			}
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("elements %v, want %v", got, want)
		}
	})
}

// TestCharsetReader reads text in other encodings, in pieces of one byte. A byte that is not valid is an error, and not U+FFFD.
func TestCharsetReader(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"windows-1251", "\xcf\xf0\xe8", "При"}, {"GBK", "\xc4\xe3", "你"}, {"Shift_JIS", "\x93\xfa", "日"}, {"KOI8-R", "\xf0", "П"},
		{"windows-1251", "a\x98", ""}, {"GBK", "a\xff", ""}, {"EUC-KR", "a\xff", ""}, {"iso-2022-kr", "a", ""}, {"nothing", "a", ""},
	} {
		r, err := xmltree.NewCharsetReader(c.name, iotest.OneByteReader(strings.NewReader(c.text)))
		var got []byte
		if err == nil {
			got, err = io.ReadAll(r)
		}
		if (err == nil) != (c.want != "") || err == nil && string(got) != c.want {
			t.Errorf("%s %q: %q, %v", c.name, c.text, got, err)
		}
	}
}
