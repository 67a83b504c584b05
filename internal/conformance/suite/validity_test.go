package suite_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/conformance/suite"
	"example.com/quartet/templates/soap/validate"
)

// validityCase is a schema with documents that are valid (+) or not (-), also as values.
type validityCase struct{ name, schema, docs string }

var validityCases = []validityCase{
	{"empty roots with a default or fixed value", `
<xs:element name="int" type="xs:int" default="7"/>
<xs:element name="float" type="xs:float" fixed="1.0e-2"/>
<xs:element name="name" type="xs:QName" default="t:n"/>
<xs:element name="names" fixed="t:n u:m n"><xs:simpleType><xs:list itemType="xs:QName"/></xs:simpleType></xs:element>
<xs:complexType name="Sized"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="a" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="Small"><xs:simpleContent><xs:restriction base="t:Sized"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleContent></xs:complexType>
<xs:element name="sized" type="t:Sized" default="12"/>
<xs:element name="none" type="xs:int" nillable="true" default="3"/>
<xs:element name="mixed" default="text"><xs:complexType mixed="true"><xs:sequence><xs:element name="e" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`, `
+<int/>
+<int>8</int>
-<int>x</int>
+<float/>
+<float>0.01</float>
-<float>0.02</float>
+<name xmlns:z="urn:z">z:y</name>
-<name>zz:y</name>
+<names/>
+<names xmlns:z="urn:u">t:n z:m n</names>
-<names>t:n t:m n</names>
+<sized/>
+<sized a="1"/>
+<sized a="1">5</sized>
-<sized a="x"/>
-<sized xsi:type="Small"/>
+<sized xsi:type="Small" a="2">9</sized>
+<none xsi:nil="true"/>
+<none/>
+<mixed/>
+<mixed>t<e/></mixed>`},
	{"empty elements with a default or fixed value", `
<xs:complexType name="Sized"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="a" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:element name="r"><xs:complexType><xs:sequence>
<xs:element name="sized" type="t:Sized" default="12" minOccurs="0" maxOccurs="2"/>
<xs:element name="name" type="xs:QName" fixed="t:n" minOccurs="0"/>
<xs:element name="ints" default="1 2" minOccurs="0"><xs:simpleType><xs:restriction><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType><xs:minLength value="1"/></xs:restriction></xs:simpleType></xs:element>
</xs:sequence></xs:complexType></xs:element>`, `
+<r><sized/><sized a="1"/><name/><ints/></r>
+<r><sized>3</sized><name xmlns:z="urn:t">z:n</name><ints>3</ints></r>
-<r><name>u:n</name></r>
-<r><sized>x</sized></r>`},
	{"a fixed or enumerated name in a union or a list", `
<xs:simpleType name="Either"><xs:union memberTypes="xs:gMonth xs:QName xs:long"/></xs:simpleType>
<xs:simpleType name="Word"><xs:restriction base="xs:token"><xs:enumeration value="no"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Late"><xs:union memberTypes="t:Word xs:QName"/></xs:simpleType>
<xs:simpleType name="One"><xs:restriction base="t:Late"><xs:enumeration value="t:yes"/><xs:enumeration value="no"/></xs:restriction></xs:simpleType>
<xs:element name="either" type="t:Either" fixed="u:b"/>
<xs:element name="many" fixed="12 u:b t:b"><xs:simpleType><xs:list itemType="t:Either"/></xs:simpleType></xs:element>
<xs:element name="one" type="t:One"/>
<xs:element name="r"><xs:complexType><xs:attribute name="a" type="t:Either" fixed="u:b"/><xs:attribute name="b" type="t:Late" fixed="no"/></xs:complexType></xs:element>`, `
+<either xmlns:z="urn:u">z:b</either>
+<either/>
-<either>t:b</either>
-<either>--12</either>
+<many xmlns:z="urn:u">12 z:b t:b</many>
+<many/>
-<many>12 t:b t:b</many>
+<one xmlns:z="urn:t">z:yes</one>
+<one>no</one>
-<one>u:yes</one>
+<r xmlns:z="urn:u" a="z:b" b="no"/>
-<r a="t:b"/>
-<r b="u:no"/>`}, {"a choice of nothing", `
<xs:element name="never"><xs:complexType><xs:choice/></xs:complexType></xs:element>
<xs:element name="none"><xs:complexType><xs:choice minOccurs="0"/></xs:complexType></xs:element>
<xs:element name="after"><xs:complexType><xs:sequence><xs:element name="e"/><xs:choice/></xs:sequence></xs:complexType></xs:element>
<xs:element name="either"><xs:complexType><xs:choice><xs:element name="e"/><xs:choice/></xs:choice></xs:complexType></xs:element>`, `
-<never/>
-<never>x</never>
+<none/>
-<after><e/></after>
-<after/>
+<either><e/></either>
-<either/>`},
	{"a wildcard for no namespace", `
<xs:element name="a"><xs:complexType><xs:sequence><xs:any namespace="" minOccurs="0"/></xs:sequence><xs:anyAttribute namespace=""/></xs:complexType></xs:element>`, `
+<a/>
-<a><a/></a>
-<a t:b="c"/>`},
	{"IDs", `
<xs:element name="r"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="id" type="xs:ID"/><xs:element name="ref" type="xs:IDREF"/></xs:choice></xs:complexType></xs:element>
<xs:attribute name="a" type="xs:ID"/><xs:attribute name="b" type="xs:ID"/><xs:attribute name="c"/>
<xs:element name="wild"><xs:complexType><xs:anyAttribute/></xs:complexType></xs:element>
<xs:element name="both"><xs:complexType><xs:attribute name="d" type="xs:ID"/><xs:anyAttribute/></xs:complexType></xs:element>`, `
+<r><ref>a</ref><id>a</id><id>b</id><ref>b</ref></r>
-<r><id>a</id><id>a</id></r>
-<r><id>a</id><ref>b</ref></r>
+<wild t:a="a" t:c="a"/>
-<wild t:a="a" t:b="b"/>
+<both d="d" t:c="c"/>
-<both d="d" t:a="a"/>`},
	{"defaults of fields", `
<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="e" minOccurs="0" maxOccurs="9"><xs:complexType><xs:sequence><xs:element name="s" type="xs:string" default="d" minOccurs="0"/></xs:sequence><xs:attribute name="a" default="1"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
<xs:unique name="u"><xs:selector xpath="t:e"/><xs:field xpath="@a"/><xs:field xpath="t:s"/></xs:unique></xs:element>`, `
+<r><e/><e/></r>
+<r><e><s/></e><e a="2"><s/></e></r>
-<r><e><s/></e><e a="1"><s/></e></r>
-<r><e><s>d</s></e><e a="1"><s/></e></r>
-<r><e><s>x</s></e><e><s>x</s></e></r>`}, {"roots that are not declared", `
<xs:simpleType name="S"><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType>
<xs:complexType name="C"><xs:sequence><xs:element name="e" type="t:S"/></xs:sequence></xs:complexType>`, `
+<root xsi:type="S">9</root>
-<root xsi:type="S">10</root>
+<root xsi:type="C"><e>1</e></root>
-<root xsi:type="C"><e>10</e></root>
-<root xsi:type="D"/>
-<root/>`},
	{"nil fields", `
<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="e" maxOccurs="9"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" nillable="true"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType>
<xs:unique name="k"><xs:selector xpath="t:e"/><xs:field xpath="t:a"/></xs:unique></xs:element>`, `
+<r><e><a xsi:nil="true"/></e><e><a xsi:nil="true"/></e><e><a>1</a></e></r>
-<r><e><a>1</a></e><e><a>1</a></e></r>`},
	{"nil elements", `
<xs:element name="r" nillable="true" type="xs:int"/>
<xs:element name="d" type="xs:int" default="40000"/>
<xs:element name="skip"><xs:complexType><xs:sequence><xs:any processContents="skip"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="lax"><xs:complexType><xs:sequence><xs:any processContents="lax"/></xs:sequence></xs:complexType></xs:element>`, `
+<r xsi:nil="true"/>
-<r xsi:nil="true"> </r>
-<r xsi:nil="true">1</r>
+<d/>
-<d xsi:type="xs:short"/>
+<skip><x xsi:nil="true">y<z/></x></skip>
+<skip><r xsi:nil="true">y</r></skip>
-<lax><r xsi:nil="true">y</r></lax>`},
	{"xsi:type on members of a substitution group", `
<xs:complexType name="B"><xs:sequence><xs:element name="x" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="D"><xs:complexContent><xs:extension base="t:B"><xs:sequence><xs:element name="y" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="R"><xs:complexContent><xs:restriction base="t:B"/></xs:complexContent></xs:complexType>
<xs:element name="h" type="t:B"/>
<xs:element name="m" type="t:D" substitutionGroup="t:h"/>
<xs:element name="n" substitutionGroup="t:h"/>
<xs:element name="anonymous" substitutionGroup="t:h"><xs:complexType><xs:complexContent><xs:extension base="t:B"/></xs:complexContent></xs:complexType></xs:element>
<xs:element name="number" type="xs:decimal"/>
<xs:element name="whole" type="xs:integer" substitutionGroup="t:number"/>
<xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="t:h" minOccurs="0" maxOccurs="9"/><xs:element ref="t:number" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`, `
+<r><h xsi:type="B"/><h xsi:type="D"/><m xsi:type="D"/><n xsi:type="B"/><n xsi:type="R"/></r>
-<r><m xsi:type="B"/></r>
-<r><h/><m xsi:type="R"/></r>
-<m xsi:type="B"/>
+<r><anonymous/></r>
-<r><anonymous xsi:type="B"/></r>
+<r><whole xsi:type="xs:int">1</whole></r>
-<r><whole xsi:type="xs:decimal">1</whole></r>
-<whole xsi:type="xs:decimal">1</whole>`},
	{"what a type between a head element and a member blocks", `
<xs:complexType name="Base"/>
<xs:complexType name="Between" block="extension"><xs:complexContent><xs:restriction base="t:Base"/></xs:complexContent></xs:complexType>
<xs:complexType name="Longer"><xs:complexContent><xs:extension base="t:Between"/></xs:complexContent></xs:complexType>
<xs:element name="head" type="t:Base"/>
<xs:element name="between" type="t:Between" substitutionGroup="t:head"/>
<xs:element name="longer" type="t:Longer" substitutionGroup="t:head"/>
<xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="t:head"/></xs:sequence></xs:complexType></xs:element>`, `
+<r><between/></r>
-<r><longer/></r>
+<r><head xsi:type="Longer"/></r>
-<r><between xsi:type="Longer"/></r>`},
	{"attributes and types of instances", `
<xs:complexType name="A" abstract="true"/>
<xs:complexType name="B"><xs:complexContent><xs:extension base="t:A"/></xs:complexContent></xs:complexType>
<xs:element name="lax"><xs:complexType><xs:sequence><xs:any processContents="lax"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="name" type="xs:QName"/>
<xs:element name="none"><xs:complexType/></xs:element>`, `
+<lax><undeclared xsi:type="B"/></lax>
-<lax><undeclared xsi:type="A"/></lax>
+<none xsi:schemaLocation="urn:t t.xsd" xsi:noNamespaceSchemaLocation="u.xsd"/>
-<none xsi:location="t.xsd"/>
+<name>t:n</name>
-<name>:n</name>`},
	{"empty content", `
<xs:element name="none"><xs:complexType/></xs:element>
<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="e" nillable="true"><xs:complexType><xs:attribute name="a"/></xs:complexType></xs:element><xs:element ref="t:none"/></xs:sequence></xs:complexType></xs:element>`, `
+<none/>
+<none><!-- --></none>
-<none>x</none>
-<none><e/></none>
-<none b="b"/>
-<none xsi:type="other"/>
+<r><e a="a"/><none/></r>
+<r><e xsi:nil="true"/><none/></r>
-<r><e a="a">x</e><none/></r>
-<r><e a="a"><e/></e><none/></r>
-<r><e/><none>x</none></r>
-<r><e/><none b="b"/></r>`},
}

// TestValidity validates documents, and the values that they are decoded to.
func TestValidity(t *testing.T) {
	for _, c := range validityCases {
		t.Run(c.name, func(t *testing.T) {
			table := suite.Describe(modelOf(t, c.schema))
			for doc := range strings.Lines(c.docs) {
				if doc = strings.TrimSpace(doc); doc == "" {
					continue
				}
				end := 1 + strings.IndexAny(doc[1:], " />")
				text := []byte(doc[1:end] + namespaces + doc[end:])
				v := validateBoth(table, text)
				if record, err := table.ReadDocument(text); err == nil && (validate.Value(record) == nil) != (v.Value == nil) {
					t.Errorf("%s\nas a record: %v, want %v", doc, validate.Value(record), v.Value)
				}
				if (v.Document == nil) != (doc[0] == '+') || v.valueValid() != (doc[0] == '+') {
					t.Errorf("%s\ndocument: %v\ndecoded: %v\nvalue: %v\n%s", doc, v.Document, v.Decode, v.Value, v.Written)
				}
			}
		})
	}
}

// modelOf returns a schema for the namespace urn:t.
func modelOf(t *testing.T, schema string) *resolve.Model {
	t.Helper()
	folder := t.TempDir()
	text := `<xs:schema` + namespaces + ` targetNamespace="urn:t" elementFormDefault="qualified">` + schema + `</xs:schema>`
	if err := os.WriteFile(filepath.Join(folder, "t.xsd"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	model, diags, err := readSchema(folder, []string{"t.xsd"})
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	return model
}

// TestReplacedNamespaces checks that the names of identity constraints are in the namespace that replaces the schema's
// namespace.
func TestReplacedNamespaces(t *testing.T) {
	model := modelOf(t, `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="e" maxOccurs="9"><xs:complexType><xs:attribute name="a"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
		<xs:unique name="k"><xs:selector xpath="t:e"/><xs:field xpath="@a"/></xs:unique></xs:element>`)
	table := suite.Describe(model, plan.Namespace{Old: "urn:t", New: "urn:new"})
	for doc, valid := range map[string]bool{`<r xmlns="urn:new"><e a="1"/><e a="2"/></r>`: true, `<r xmlns="urn:new"><e a="1"/><e a="1"/></r>`: false} {
		if v := validateBoth(table, []byte(doc)); (v.Document == nil) != valid || v.valueValid() != valid {
			t.Errorf("%s: %v, %v, %v", doc, v.Document, v.Decode, v.Value)
		}
	}
}
