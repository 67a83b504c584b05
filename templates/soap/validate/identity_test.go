package validate

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// keySchema has stops, lines that refer to them, and a region around them.
const keySchema = `<xs:element name="r"><xs:complexType><xs:choice maxOccurs="unbounded">
	<xs:element name="stop"><xs:complexType><xs:sequence><xs:element name="code" type="xs:decimal" minOccurs="0"/></xs:sequence><xs:attribute name="id" type="xs:ID"/></xs:complexType></xs:element>
	<xs:element name="area"><xs:complexType><xs:sequence><xs:element name="stop" maxOccurs="unbounded"><xs:complexType><xs:attribute name="no" type="xs:int"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
		<xs:key name="areaStop"><xs:selector xpath="t:stop"/><xs:field xpath="@no"/></xs:key></xs:element>
	<xs:element name="line"><xs:complexType><xs:attribute name="from" type="xs:integer"/><xs:attribute name="no" type="xs:int"/><xs:attribute name="at" type="xs:IDREFS"/></xs:complexType></xs:element>
	</xs:choice></xs:complexType>
	<xs:unique name="code"><xs:selector xpath=".//t:stop | child::t:none"/><xs:field xpath="t:code"/></xs:unique>
	<xs:keyref name="from" refer="t:code"><xs:selector xpath="./t:line"/><xs:field xpath="@from"/></xs:keyref>
	<xs:keyref name="no" refer="t:areaStop"><xs:selector xpath="*"/><xs:field xpath="attribute::no"/></xs:keyref>
</xs:element>`

// keyDocs: values are equal in the value space; the keys of an area can be referred to from outside, unless two areas
// have them.
const keyDocs = `
	+<r><stop><code>1</code></stop><stop><code>2</code></stop><stop/><stop/></r>
	-<r><stop><code>1</code></stop><stop><code>1.0</code></stop></r>
	+<r><line from="+01"/><line/><stop><code>1.00</code></stop></r>
	-<r><line from="2"/><stop><code>1.00</code></stop></r>
	+<r><area><stop no="1"/><stop no="2"/></area><area><stop no="1"/></area><line no="2"/></r>
	-<r><area><stop no="1"/><stop no="01"/></area></r>
	-<r><area><stop/></area></r>
	-<r><area><stop no="1"/></area><line no="3"/></r>
	-<r><area><stop no="1"/></area><area><stop no="1"/></area><line no="1"/></r>
	+<r><stop id="a"/><stop id=" b "/><line at="a b a"/></r>
	-<r><stop id="a"/><stop id="a"/></r>
	-<r><stop id="a"/><line at="a b"/></r><!--differs-->`

var identityCases = []schemaCase{
	{"keys", keySchema, keyDocs},
	{"key fields", `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="e" minOccurs="0" maxOccurs="9" type="t:e"/></xs:sequence></xs:complexType>
		<xs:key name="k"><xs:selector xpath="t:e"/><xs:field xpath="t:a"/><xs:field xpath="."/></xs:key></xs:element>
		<xs:complexType name="e" mixed="true"><xs:sequence><xs:element name="a" type="xs:int" maxOccurs="2"/></xs:sequence></xs:complexType>`,
		"+<r/>\n-<r><e><a>1</a></e></r>"},
	{"several nodes", `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" maxOccurs="2"/></xs:sequence></xs:complexType>
		<xs:unique name="k"><xs:selector xpath="."/><xs:field xpath="t:a"/></xs:unique></xs:element>`,
		"+<r><a>1</a></r>\n-<r><a>1</a><a>2</a></r>"},
	{"nillable field", `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" nillable="true"/></xs:sequence></xs:complexType>
		<xs:key name="k"><xs:selector xpath="."/><xs:field xpath="t:a"/></xs:key></xs:element>`,
		"-<r><a xsi:nil='true'/></r>\n-<r><a>1</a></r><!--differs-->"},
	{"nil with white space", `<xs:element name="r" nillable="true" type="xs:int"/>`, "+<r xsi:nil='true'></r>\n-<r xsi:nil='true'> </r>"},
	{"nil that is skipped", `<xs:element name="r"><xs:complexType><xs:sequence><xs:any processContents="skip"/></xs:sequence></xs:complexType></xs:element>`,
		"+<r><x xsi:nil='true'>y<z/></x></r>"},
	{"default and xsi:type", `<xs:element name="r" type="xs:int" default="40000"/>`, "+<r/>\n-<r xsi:type='xs:short'/>"},
	{"prohibited in a group", `<xs:complexType name="b"><xs:attribute name="a"/></xs:complexType><xs:attributeGroup name="g"><xs:attribute name="a" use="prohibited"/></xs:attributeGroup>
		<xs:element name="r"><xs:complexType><xs:complexContent><xs:restriction base="t:b"><xs:attributeGroup ref="t:g"/></xs:restriction></xs:complexContent></xs:complexType></xs:element>`,
		"+<r a='1'/>"},
}

// TestIdentity validates documents with identity constraints, and others whose validity depends on more than one element.
func TestIdentity(t *testing.T) {
	for _, c := range identityCases {
		t.Run(c.name, func(t *testing.T) {
			types := schemaTable(c.schema)
			docs, valid := c.documents()
			for i, doc := range docs {
				if err := verdict(types, doc); (err == nil) != valid[i] {
					t.Errorf("%s\n%v", doc, err)
				}
			}
		})
		t.Run(c.name+"/xmllint", func(t *testing.T) {
			docs, valid := c.documents()
			for i, other := range xmllint(t, c.schema, append(docs, "<none/>")) {
				if i < len(valid) && other != valid[i] && !strings.Contains(docs[i], "<!--differs-->") {
					t.Errorf("xmllint says %v of\n%s", other, docs[i])
				}
			}
		})
	}
}

// TestRenamedKeys: an option of a handler or client has replaced the namespace of a message.
func TestRenamedKeys(t *testing.T) {
	c := checkerOf(schemaTable(boxSchema))
	for doc, valid := range map[string]bool{
		`<box xmlns="urn:new"><stop no="1"/><line no="1"/></box>`:            true,
		`<box xmlns="urn:new"><stop no="1"/><stop no="1"/></box>`:            false,
		`<box xmlns="urn:new"><stop no="1"/><line no="2"/></box>`:            false,
		`<box xmlns="urn:new"><box><stop no="2"/></box><line no="2"/></box>`: true,
	} {
		if err := c.Message(t.Context(), []byte(doc), &soap.Comparison{Renamed: map[string]string{"urn:new": "urn:t"}}); (err == nil) != valid {
			t.Errorf("%s: %v", doc, err)
		}
	}
}

// TestIDPath: a reference without an ID is reported where it is.
func TestIDPath(t *testing.T) {
	for doc, want := range map[string]string{
		`<r xmlns="urn:t"><stop id="a"/><line at="a b"/></r>`:                             `/r/line[1] (line 1, column 32): no element has the ID "b"`,
		`<r xmlns="urn:t"><line at="a"/><line at="b c"/><stop id="a"/><stop id="b"/></r>`: `/r/line[2] (line 1, column 32): no element has the ID "c"`,
		`<r xmlns="urn:t"><line at="a b"/><line at="c"/></r>`:                             `no element has the ID "b"; /r/line[2] (line 1, column 34): no element has the ID "c"`,
	} {
		if err := verdict(schemaTable(keySchema), doc); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// boxSchema has boxes in boxes: stops are unique in their box, and lines refer to stops of their box or of boxes in it.
const boxSchema = `<xs:complexType name="No"><xs:attribute name="no" type="xs:int"/></xs:complexType>
<xs:element name="box"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
	<xs:element name="stop" type="t:No"/><xs:element name="line" type="t:No"/><xs:element ref="t:box"/></xs:choice></xs:complexType>
	<xs:unique name="stop"><xs:selector xpath="t:stop"/><xs:field xpath="@no"/></xs:unique>
	<xs:keyref name="line" refer="t:stop"><xs:selector xpath=".//t:line"/><xs:field xpath="@no"/></xs:keyref></xs:element>`

// box is what boxSchema describes, and a simple validator of it.
type box struct {
	stops, lines []int
	boxes        []*box
}

// boxOf makes boxes of bytes, and the document with them.
func boxOf(code []byte) (*box, string) {
	root := new(box)
	open := []*box{root}
	var doc strings.Builder
	doc.WriteString(`<box xmlns="urn:t">`)
	for _, c := range code {
		b, no := open[len(open)-1], int(c>>2)%8
		switch c % 4 {
		case 0:
			b.stops = append(b.stops, no)
			fmt.Fprintf(&doc, `<stop no="%0*d"/>`, 1+int(c>>7), no)
		case 1:
			b.lines = append(b.lines, no)
			fmt.Fprintf(&doc, `<line no="%d"/>`, no)
		case 2:
			if len(open) < 20 {
				inner := new(box)
				b.boxes, open = append(b.boxes, inner), append(open, inner)
				doc.WriteString(`<box>`)
			}
		case 3:
			if len(open) > 1 {
				open = open[:len(open)-1]
				doc.WriteString(`</box>`)
			}
		}
	}
	doc.WriteString(strings.Repeat(`</box>`, len(open)))
	return root, doc.String()
}

// validate returns the stops that lines of boxes around b can refer to, and all lines in b.
func (b *box) validate() (stops map[int]bool, lines []int, valid bool) {
	stops, valid = make(map[int]bool), true
	several := make(map[int]bool)
	lines = append(lines, b.lines...)
	for _, inner := range b.boxes {
		below, refs, ok := inner.validate()
		valid, lines = valid && ok, append(lines, refs...)
		for no := range below {
			several[no] = stops[no] || several[no]
			stops[no] = true
		}
	}
	for no := range several {
		if several[no] {
			delete(stops, no)
		}
	}
	own := make(map[int]bool)
	for _, no := range b.stops {
		valid = valid && !own[no]
		own[no], stops[no] = true, true
	}
	for _, no := range lines {
		valid = valid && stops[no]
	}
	return stops, lines, valid
}

// FuzzKeys compares identity constraints with a simple validator.
func FuzzKeys(f *testing.F) {
	table := schemaTable(boxSchema)
	for _, seed := range []string{"", "\x00\x01", "\x02\x00\x03\x01", "\x02\x00\x03\x02\x00\x03\x01", "\x00\x02\x00\x03\x02\x00\x03\x01", "\x02\x02\x00\x03\x02\x00\x03\x03\x02\x00\x03\x01", "\x00\x80"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		if len(code) > 300 {
			return
		}
		root, doc := boxOf(code)
		_, _, valid := root.validate()
		err := Document(table, []byte(doc))
		if err != nil && strings.Contains(err.Error(), "more than 32 steps for each byte") { // it is bounded; see TestKeyGrowth
			return
		}
		if (err == nil) != valid {
			t.Errorf("%s\nvalid is %v, got %v", doc, valid, err)
		}
	})
}

// TestKeyGrowth: the work for identity constraints is in proportion to the document.
func TestKeyGrowth(t *testing.T) {
	table := schemaTable(boxSchema)
	for name, part := range map[string]func(i int) string{
		"stops and lines": func(i int) string { return fmt.Sprintf(`<stop no="%d"/><line no="%d"/>`, i+1e6, i+1e6) },
		"boxes":           func(i int) string { return fmt.Sprintf(`<box><stop no="%d"/></box><line no="%d"/>`, i+1e6, i+1e6) },
		"boxes in boxes":  func(i int) string { return fmt.Sprintf(`<box><box><box><stop no="%d"/></box></box></box>`, i+1e6) },
	} {
		t.Run(name, func(t *testing.T) {
			small, large := keyWork(t, table, part, 500), keyWork(t, table, part, 1000)
			if small == 0 || large > small*21/10 {
				t.Errorf("%d steps for 500 parts, %d for 1000", small, large)
			}
		})
	}
}

// keyWork returns how many steps the constraints of a document with n parts take.
func keyWork(t *testing.T, table *schema.Table, part func(i int) string, n int) (work int64) {
	t.Helper()
	var doc strings.Builder
	doc.WriteString(`<box xmlns="urn:t">`)
	for i := range n {
		doc.WriteString(part(i))
	}
	doc.WriteString(`</box>`)
	err := validateDocument(t.Context(), checkerOf(table).(schemaChecker).model, codec.NewDecoder([]byte(doc.String()), nil, schema.Limits{}), func(v *validation) {
		v.root()
		work = v.work
	})
	if err != nil {
		t.Fatal(err)
	}
	return work
}

// TestKeyLimit: elements that are in the tables of many elements around them are an error that names the limit. Few are not.
func TestKeyLimit(t *testing.T) {
	table := schemaTable(`<xs:element name="e"><xs:complexType><xs:sequence><xs:element ref="t:e" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:attribute name="a"/></xs:complexType>
		<xs:unique name="u"><xs:selector xpath=".//t:e"/><xs:field xpath="@a"/></xs:unique></xs:element>`)
	for depth, valid := range map[int]bool{3: true, 60: false} {
		var doc strings.Builder
		doc.WriteString(strings.Repeat(`<e>`, depth))
		for i := range 5000 {
			fmt.Fprintf(&doc, `<e a="%d"/>`, i)
		}
		doc.WriteString(strings.Repeat(`</e>`, depth))
		err := verdict(table, strings.Replace(doc.String(), "<e>", `<e xmlns="urn:t">`, 1))
		var invalid *Error
		if (err == nil) != valid || err != nil && !errors.As(err, &invalid) || err != nil && !strings.Contains(err.Error(), "more than 32 steps for each byte") {
			t.Errorf("%d elements around others: %v", depth, err)
		}
	}
}

// TestLimitValidationMemory: what validation keeps of a document counts, and a document of which too much would be kept is
// not valid.
func TestLimitValidationMemory(t *testing.T) {
	const limit = 4 << 20
	c := checkerOf(schemaTable(keySchema))
	var ids, stops strings.Builder
	for i := range 100_000 {
		ids.WriteString(" i" + string(rune('a'+i%26)) + strings.Repeat("x", i%7))
		stops.WriteString(`<line at="y"/>`)
	}
	for name, content := range map[string]string{"references in one element": `<line at="` + ids.String() + `"/>`, "references": stops.String()} {
		doc := []byte(`<r xmlns="urn:t">` + content + `</r>`)
		var reserved int64
		memory := func(d *schema.Decoder) {
			d.LimitMemory(limit, func(n int64) error { reserved += n; return nil })
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := c.Message(t.Context(), doc, &soap.Comparison{Memory: memory})
		runtime.ReadMemStats(&after)
		var invalid *Error
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), "take more than 4194304 bytes of memory") {
			t.Errorf("%s: %v", name, err)
		}
		taken := after.TotalAlloc - before.TotalAlloc
		if taken > 10*limit || reserved > limit || reserved < limit/2 {
			t.Errorf("%s: %d bytes, of which %d were reserved", name, taken, reserved)
		}
		t.Logf("limit: validation of %s, Memory: %d MiB | %d MiB allocated in all | %d MiB", name, limit>>20, 10*limit>>20, taken>>20)
		busy := errors.New("busy")
		if err := c.Message(t.Context(), doc, &soap.Comparison{Memory: func(d *schema.Decoder) { d.LimitMemory(limit, func(int64) error { return busy }) }}); !errors.Is(err, busy) {
			t.Errorf("%s: without memory: %v", name, err)
		}
	}
}
