package validate

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
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
	-<r><stop id="a"/><line at="a b"/></r>`

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
		"-<r><a xsi:nil='true'/></r>\n-<r><a>1</a></r>"},
	{"nil with white space", `<xs:element name="r" nillable="true" type="xs:int"/>`, "+<r xsi:nil='true'></r>\n-<r xsi:nil='true'> </r>"},
	{"nil that is skipped", `<xs:element name="r"><xs:complexType><xs:sequence><xs:any processContents="skip"/></xs:sequence></xs:complexType></xs:element>`,
		"+<r><x xsi:nil='true'>y<z/></x></r>"},
	{"default and xsi:type", `<xs:element name="r" type="xs:int" default="40000"/>`, "+<r/>\n-<r xsi:type='xs:short'/>"},
	{"prohibited in a group", `<xs:complexType name="b"><xs:attribute name="a"/></xs:complexType><xs:attributeGroup name="g"><xs:attribute name="a" use="prohibited"/></xs:attributeGroup>
		<xs:element name="r"><xs:complexType><xs:complexContent><xs:restriction base="t:b"><xs:attributeGroup ref="t:g"/></xs:restriction></xs:complexContent></xs:complexType></xs:element>`,
		"+<r a='1'/>"},
}

// TestRenamedKeys: an option of a handler or client has replaced the namespace of a message.
func TestRenamedKeys(t *testing.T) {
	c := checkerOf(schemaTable(boxSchema))
	for doc, valid := range map[string]bool{
		`<box xmlns="urn:new"><stop no="1"/><line no="1"/></box>`:                                     true,
		`<box xmlns="urn:new"><stop no="1"/><stop no="1"/></box>`:                                     false,
		`<box xmlns="urn:new"><stop no="1"/><line no="2"/></box>`:                                     false,
		`<box xmlns="urn:new"><box><stop no="2"/></box><line no="2"/></box>`:                          true,
		`<box xmlns="urn:new"><box><stop no="2"/><box><stop no="3"/></box></box><line no="3"/></box>`: true,
		`<box xmlns="urn:new"><box><box><stop no="2"/></box></box><line no="2"/></box>`:               true,
		`<box xmlns="urn:new"><box><stop no="2"/></box><box><stop no="2"/></box><line no="2"/></box>`: false,
	} {
		if err := c.Message(t.Context(), []byte(doc), &soap.Comparison{Renamed: map[string]string{"urn:new": "urn:t"}}); (err == nil) != valid {
			t.Errorf("%s: %v", doc, err)
		}
	}
}

// boxSchema has boxes in boxes: stops are unique in their box, and lines refer to stops of their box or of boxes in it.
const boxSchema = `<xs:complexType name="No"><xs:attribute name="no" type="xs:int"/></xs:complexType>
<xs:element name="box"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
	<xs:element name="stop" type="t:No"/><xs:element name="line" type="t:No"/><xs:element ref="t:box"/></xs:choice></xs:complexType>
	<xs:unique name="stop"><xs:selector xpath="t:stop"/><xs:field xpath="@no"/></xs:unique>
	<xs:keyref name="line" refer="t:stop"><xs:selector xpath=".//t:line"/><xs:field xpath="@no"/></xs:keyref></xs:element>`

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
