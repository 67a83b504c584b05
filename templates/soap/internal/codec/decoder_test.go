package codec

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap/xsd"
)

func TestDecodeForms(t *testing.T) {
	want := station{
		Time:  xsd.DateTime{Time: time.Date(2026, 11, 21, 10, 11, 12, 345e6, time.UTC), NoZone: true},
		Name:  "Harbour & Quay",
		Alias: ptr(""),
		Late:  -3,
		Lines: []string{"A", "é世"},
		Platform: []platform{
			{Number: ptr(int32(1))},
			{Number: ptr(int32(2)), Side: ptr("left")},
		},
		Note: xsd.Nillable[string]{Nil: true},
	}
	forms := map[string]string{
		"compact": `<s xmlns="http://realtime.rail.example/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
			`<Time>2026-11-21T10:11:12.345</Time><Name>Harbour &amp; Quay</Name><Alias></Alias><Late>-3</Late>` +
			`<Line>A</Line><Line>é世</Line><Platform><Number>1</Number></Platform>` +
			`<Platform><Number>2</Number><Side>left</Side></Platform><Note xsi:nil="true"/></s>`,
		"indented": `<?xml version="1.0" encoding="utf-8" standalone='yes' ?>
<!-- a comment -->
<s xmlns="http://realtime.rail.example/">
  <Time> 2026-11-21T10:11:12.3450 </Time>
  <Name>Harbour <!-- x -->&#38; <![CDATA[Quay]]></Name>
  <Alias/>
  <Late>
    -3
  </Late>
  <Line>A</Line>
  <Line>&#xe9;&#19990;</Line>
  <Platform >
    <Number>1</Number >
  </Platform>
  <Platform>
    <Number>2</Number>
    <Side>left</Side>
  </Platform>
  <Note i:nil=" 1 " xmlns:i='http://www.w3.org/2001/XMLSchema-instance'></Note>
</s>
<?end of it?>
`,
		"prefixed": `<r:s xmlns:r="http://realtime.rail.example/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
			`<r:Time>2026-11-21T10:11:12.345</r:Time><r:Name>Harbour &amp; Quay</r:Name><r:Alias></r:Alias><r:Late>-3</r:Late>` +
			`<r:Line>A</r:Line><r:Line>é世</r:Line><r:Platform><r:Number>1</r:Number></r:Platform>` +
			`<r:Platform><r:Number>2</r:Number><r:Side>left</r:Side></r:Platform><r:Note xsi:nil="true"/></r:s>`,
		"shuffled, with unknown elements and mixed prefixes": `<r:s xmlns:r="http://realtime.rail.example/" xmlns="urn:other">` +
			`<unknown a='1'><Name>no</Name></unknown><Name>no</Name>` +
			`<r:Note xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>` +
			`<Late xmlns="http://realtime.rail.example/">-3</Late>` +
			`<r:Platform><Number xmlns="http://realtime.rail.example/">1</Number></r:Platform><r:Line>A</r:Line>` +
			`<Platform xmlns="http://realtime.rail.example/"><Side>left</Side><Number>2</Number></Platform><r:Line>é世</r:Line>` +
			`<r:Alias/><r:Name>Harbour &amp; Quay</r:Name><r:Time>2026-11-21T10:11:12.345</r:Time></r:s>`,
	}
	for name, doc := range forms {
		got, err := decodeStation(doc, Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, want)
		}
	}
}

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

// TestNamespacesInScope: declarations count for as long as they are in scope.
func TestNamespacesInScope(t *testing.T) {
	const rest = `<Time>2026-11-21T10:11:12</Time><Name>n</Name><Late>1</Late></s>`
	declarations := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ` xmlns:p%d="u"`, i)
		}
		return b.String()
	}
	tests := []struct{ content, want string }{
		{`<a` + declarations(3) + `/><a` + declarations(3) + `/>`, ""},
		{`<a` + declarations(1) + `><b` + declarations(1) + `><c` + declarations(1) + `/><c` + declarations(1) + `/></b></a>`, ""},
		{`<a` + declarations(2) + `><b` + declarations(2) + `/></a>`, "more than 4 namespace declarations in scope"},
		{`<Name` + declarations(2) + `><b` + declarations(2) + `/></Name>`, "more than 4 namespace declarations in scope"},
	}
	for _, tt := range tests {
		_, err := decodeStation(`<s xmlns="http://realtime.rail.example/">`+tt.content+rest, Limits{Attributes: 4})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.content, err, tt.want)
		}
	}
}

// TestReferences: XML sets no bound to leading zeros.
func TestReferences(t *testing.T) {
	tests := []struct{ text, want string }{
		{"&#65;&#x41;&#x61;", "AAa"},
		{"&#" + strings.Repeat("0", 1000) + "65;", "A"},
		{"&#x" + strings.Repeat("0", 1000) + "1F600;", "😀"},
		{"&lt;&gt;&amp;&quot;&apos;", `<>&"'`},
		{"&#13;&#10;&#9;", "\r\n\t"},
	}
	for _, tt := range tests {
		got, err := decodeStation(`<s xmlns="http://realtime.rail.example/"><Time>2026-11-21T10:11:12</Time><Name>`+tt.text+`</Name><Late>1</Late></s>`, Limits{})
		if err != nil || got.Name != tt.want {
			t.Errorf("%.40s: got %q, %v", tt.text, got.Name, err)
		}
	}
}
