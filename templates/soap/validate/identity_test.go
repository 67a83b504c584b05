package validate

import (
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
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
	} {
		if err := verdict(schemaTable(keySchema), doc); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
