package suite_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/suite"
	"example.com/quartet/templates/soap/validate"
)

// lossCase is a schema with documents: what is in them is in what is written again.
type lossCase struct {
	name, schema, docs string
}

const namespaces = ` xmlns="urn:t" xmlns:t="urn:t" xmlns:u="urn:u" xmlns:v="urn:v" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`

var lossCases = []lossCase{
	{"prohibited attribute that an extension requires", `
<xs:complexType name="One"><xs:attribute name="a"/></xs:complexType>
<xs:complexType name="Two"><xs:complexContent><xs:restriction base="t:One"><xs:attribute name="a" use="prohibited"/></xs:restriction></xs:complexContent></xs:complexType>
<xs:complexType name="Three"><xs:complexContent><xs:extension base="t:Two"><xs:attribute name="a" use="required"/></xs:extension></xs:complexContent></xs:complexType>
<xs:element name="r" type="t:Three"/>`, `
<r a="v"/>`},
	{"attributes of nil elements", `
<xs:complexType name="T"><xs:sequence><xs:element name="x" minOccurs="0"/></xs:sequence><xs:attribute name="a"/></xs:complexType>
<xs:complexType name="D"><xs:complexContent><xs:extension base="t:T"><xs:attribute name="d"/></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="S"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="a"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="Open"><xs:sequence><xs:element name="x"/></xs:sequence><xs:anyAttribute processContents="lax"/></xs:complexType>
<xs:element name="r" nillable="true"><xs:complexType><xs:sequence>
 <xs:element name="one" type="t:S" nillable="true"/>
 <xs:element name="optional" type="t:S" nillable="true" minOccurs="0"/>
 <xs:element name="many" type="t:S" nillable="true" minOccurs="0" maxOccurs="unbounded"/>
 <xs:element name="poly" type="t:T" nillable="true" minOccurs="0" maxOccurs="2"/>
 <xs:element name="open" type="t:Open" nillable="true" minOccurs="0"/>
 <xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="c" type="t:S" nillable="true"/><xs:element name="d" type="t:T" nillable="true"/></xs:choice>
</xs:sequence><xs:attribute name="a"/></xs:complexType></xs:element>`, `
<r xsi:nil="true" a="v"/>
<r xsi:nil="true"/>
<r><one xsi:nil="true" a="1"/><optional xsi:nil="true" a="2"/><many xsi:nil="true" a="3"/><many>3</many><many xsi:nil="true"/><many a="4">4</many></r>
<r a="x"><one xsi:nil="true"/><optional xsi:nil="true"/><poly xsi:nil="true" a="3"/><poly xsi:type="D" xsi:nil="true" d="3"/><open xsi:nil="true" t:z="1"/><c xsi:nil="true" a="9"/><d xsi:nil="true" a="8"/><c>8</c></r>`},
	{"all restricted to another order", `
<xs:complexType name="B"><xs:all><xs:element name="x"/><xs:element name="y"/></xs:all></xs:complexType>
<xs:complexType name="D"><xs:complexContent><xs:restriction base="t:B"><xs:sequence><xs:element name="y"/><xs:element name="x"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>
<xs:element name="b" type="t:B"/><xs:element name="r" type="t:D"/>`, `
<r><y>1</y><x>2</x></r>
<b xsi:type="D"><y>1</y><x>2</x></b>`},
	{"patterns on the lexical form", `
<xs:simpleType name="bit"><xs:restriction base="xs:boolean"><xs:pattern value="1|0"/></xs:restriction></xs:simpleType>
<xs:simpleType name="two"><xs:restriction base="xs:int"><xs:pattern value="\d\d"/></xs:restriction></xs:simpleType>
<xs:simpleType name="small"><xs:restriction base="t:two"><xs:maxInclusive value="50"/></xs:restriction></xs:simpleType>
<xs:simpleType name="price"><xs:restriction base="xs:decimal"><xs:pattern value="\+?\d+\.\d\d"/></xs:restriction></xs:simpleType>
<xs:simpleType name="real"><xs:restriction base="xs:double"><xs:pattern value="\d\.\d{4}E\d"/></xs:restriction></xs:simpleType>
<xs:simpleType name="years"><xs:restriction base="xs:duration"><xs:pattern value="P\d+Y\d+M"/></xs:restriction></xs:simpleType>
<xs:simpleType name="utc"><xs:restriction base="xs:dateTime"><xs:pattern value=".*\+00:00"/></xs:restriction></xs:simpleType>
<xs:simpleType name="id"><xs:restriction base="xs:nonNegativeInteger"><xs:pattern value="0\d{3}"/></xs:restriction></xs:simpleType>
<xs:simpleType name="hex"><xs:restriction base="xs:hexBinary"><xs:pattern value="[0-9a-f]+"/></xs:restriction></xs:simpleType>
<xs:simpleType name="b64"><xs:restriction base="xs:base64Binary"><xs:pattern value=".*\s.*"/></xs:restriction></xs:simpleType>
<xs:simpleType name="list"><xs:list itemType="t:two"/></xs:simpleType>
<xs:element name="r"><xs:complexType><xs:choice maxOccurs="unbounded">
 <xs:element name="bit" type="t:bit"/><xs:element name="two" type="t:two"/><xs:element name="small" type="t:small"/><xs:element name="price" type="t:price"/><xs:element name="real" type="t:real"/>
 <xs:element name="years" type="t:years"/><xs:element name="utc" type="t:utc"/><xs:element name="id" type="t:id"/><xs:element name="hex" type="t:hex"/><xs:element name="b64" type="t:b64"/><xs:element name="list" type="t:list"/>
 <xs:element name="anon"><xs:simpleType><xs:restriction base="xs:int"><xs:pattern value="\d{3}"/></xs:restriction></xs:simpleType></xs:element>
</xs:choice><xs:attribute name="two" type="t:two"/></xs:complexType></xs:element>`, `
<r two="01"><bit>1</bit><bit>0</bit><two>07</two><small>07</small><price>5.50</price><real>1.5000E2</real><years>P1Y0M</years><utc>2026-11-21T10:00:00+00:00</utc><id>0012</id><hex>0a</hex><b64>AAAA AAAA</b64><list>01 12</list><anon>007</anon></r>`},
	{"types of simple values", `
<xs:simpleType name="code"><xs:restriction base="xs:string"/></xs:simpleType>
<xs:simpleType name="short"><xs:restriction base="t:code"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>
<xs:complexType name="with"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="a"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:element name="r"><xs:complexType><xs:sequence>
<xs:element name="simple" type="xs:anySimpleType" minOccurs="0"/><xs:element name="any" nillable="true" minOccurs="0" maxOccurs="3"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="q" type="xs:anySimpleType"/><xs:element name="n" nillable="true"/>`, `
<r><simple xsi:type="with" a="1">x</simple></r>
<q xsi:type="with" a="1">x</q>
<n xsi:nil="true" xsi:type="xs:int"/>
<n xsi:nil="true" xsi:type="with" a="1"/>
<r><any xsi:nil="true" xsi:type="xs:int"/><any xsi:nil="true" a="1"/><any xsi:nil="true"/></r>`},
	{"xsi:type of elements of simple types", `
<xs:simpleType name="code"><xs:restriction base="xs:string"/></xs:simpleType>
<xs:simpleType name="short"><xs:restriction base="t:code"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>
<xs:complexType name="with"><xs:simpleContent><xs:extension base="t:code"><xs:attribute name="a"/><xs:attribute name="name" type="xs:QName"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:simpleType name="codes"><xs:list itemType="t:code"/></xs:simpleType>
<xs:simpleType name="two"><xs:restriction base="t:codes"><xs:length value="2"/></xs:restriction></xs:simpleType>
<xs:simpleType name="either"><xs:union memberTypes="xs:int t:code"/></xs:simpleType>
<xs:simpleType name="name"><xs:restriction base="xs:QName"/></xs:simpleType>
<xs:simpleType name="names"><xs:list itemType="xs:QName"/></xs:simpleType>
<xs:simpleType name="named"><xs:restriction base="t:names"><xs:length value="1"/></xs:restriction></xs:simpleType>
<xs:complexType name="base"><xs:sequence><xs:element name="c" type="t:code" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="derived"><xs:complexContent><xs:extension base="t:base"><xs:sequence><xs:element name="d" type="t:code"/><xs:element name="c" type="t:code" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:element name="r"><xs:complexType><xs:sequence>
 <xs:element name="s" type="xs:string"/><xs:element name="i" type="xs:integer" minOccurs="0"/><xs:element name="c" type="t:code" nillable="true" minOccurs="0" maxOccurs="unbounded"/>
 <xs:element name="n" type="t:code" nillable="true" minOccurs="0"/><xs:element name="m" type="t:code" nillable="true" minOccurs="0"/><xs:element name="l" type="t:codes" minOccurs="0"/><xs:element name="u" type="t:either" minOccurs="0" maxOccurs="2"/>
 <xs:element name="q" type="xs:QName" minOccurs="0"/><xs:element name="qs" type="t:names" minOccurs="0"/>
 <xs:element name="p" type="t:code" default="abcd" minOccurs="0"/><xs:element name="b" type="t:base" minOccurs="0"/>
 <xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="x" type="xs:int"/><xs:element name="y" type="t:code"/></xs:choice>
</xs:sequence></xs:complexType></xs:element>
<xs:element name="mixed"><xs:complexType mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="x" type="xs:int"/><xs:element name="y" type="t:code"/></xs:choice></xs:complexType></xs:element>
<xs:element name="top" type="t:code"/><xs:element name="head" type="xs:string"/><xs:element name="member" type="t:code" substitutionGroup="t:head"/>
<xs:element name="group"><xs:complexType><xs:sequence><xs:element ref="t:head" maxOccurs="2"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="nil" type="t:code" nillable="true"/>`, `
<r><s xsi:type="short">abc</s></r>
<r><s xsi:type="with" a="1" name="u:x">abc</s><i xsi:type="xs:byte">5</i><c>1</c><c xsi:type="short">2</c><c xsi:nil="true" xsi:type="short"/><c xsi:type="with" a="&lt;">3</c></r>
<r><s/><n xsi:nil="true" xsi:type="short"/></r>
<r><s xsi:type="xs:token"/><n xsi:type="short">n</n><m xsi:type="short">m</m><l xsi:type="two">a b</l><u xsi:type="xs:int">5</u><u xsi:type="code">5</u><q xsi:type="name">xml:x</q><qs xsi:type="named">xml:x</qs></r>
<r><s/><b xsi:type="derived"><c xsi:type="short">1</c><d xsi:type="with" a="1">2</d></b><x xsi:type="xs:short">1</x><y xsi:type="short">2</y><x>3</x><y>4</y></r>
<mixed>a<x xsi:type="xs:short">1</x>b<y xsi:type="short">2</y></mixed>
<group><member xsi:type="short">1</member><head xsi:type="xs:token">2</head></group>
<nil xsi:nil="true" xsi:type="short"/>
<top xsi:type="short">abc</top>`},
	{"xsi:type beside another namespace", `
<xs:simpleType name="code"><xs:restriction base="xs:string"/></xs:simpleType>
<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="s" type="xs:string" maxOccurs="2"/></xs:sequence></xs:complexType></xs:element>`, `
<r><s xmlns:w="urn:t" xsi:type="w:code">1</s><s>2</s></r>`},
	{"anyType with a fixed value", `
<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="f" fixed="v"/><xs:element name="d" default="w" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`, `
<r><f>v</f><d><a>b</a></d></r>
<r><f/><d/></r>`},
	{"mixed content with two wildcards", `
<xs:element name="r"><xs:complexType mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded">
<xs:any namespace="urn:u" processContents="skip"/><xs:any namespace="urn:v" processContents="skip"/></xs:choice></xs:complexType></xs:element>`, `
<r>x<u:Title>t</u:Title>y</r>
<r>x<v:Title>t</v:Title>y<u:a/>z</r>`},
	{"wildcard beside an element", `
<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="e" type="xs:string"/><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="s"><xs:complexType><xs:sequence><xs:any processContents="skip"/><xs:element name="e" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="o"><xs:complexType><xs:sequence><xs:element name="e" type="xs:string"/><xs:any processContents="skip" minOccurs="0"/><xs:element name="f" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`, `
<r><e>1</e><e>2</e></r>
<r><e>1</e><e>2</e><f/><e>3</e></r>
<s><e>1</e><e>2</e></s>
<s><f/><e>2</e></s>
<o><e>1</e><e>2</e><f>3</f></o>`},
	{"restriction that repeats an element", `
<xs:complexType name="B"><xs:sequence><xs:element name="e" type="xs:string" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
<xs:complexType name="D"><xs:complexContent><xs:restriction base="t:B"><xs:sequence><xs:element name="e" type="xs:string"/><xs:element name="e" type="xs:string" minOccurs="0"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>
<xs:complexType name="C"><xs:choice maxOccurs="unbounded"><xs:element name="e" type="xs:string"/><xs:element name="f" type="xs:string"/></xs:choice></xs:complexType>
<xs:complexType name="E"><xs:complexContent><xs:restriction base="t:C"><xs:sequence><xs:element name="e" type="xs:string"/><xs:element name="f" type="xs:string"/><xs:element name="e" type="xs:string"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>
<xs:complexType name="W"><xs:sequence><xs:any namespace="##any" processContents="lax" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
<xs:complexType name="V"><xs:complexContent><xs:restriction base="t:W"><xs:sequence><xs:element name="e" type="xs:string"/><xs:element name="f" type="xs:string"/><xs:element name="e" type="xs:string"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>
<xs:element name="d" type="t:D"/><xs:element name="e" type="t:E"/><xs:element name="v" type="t:V"/>`, `
<d><e>1</e><e>2</e></d>
<e><e>1</e><f>2</f><e>3</e></e>
<v><e>1</e><f>2</f><e>3</e></v>`},
}

func TestLoss(t *testing.T) {
	for _, c := range lossCases {
		t.Run(c.name, func(t *testing.T) {
			table := suite.Describe(modelOf(t, c.schema))
			known, err := validate.ComponentsOf(table)
			if err != nil {
				t.Fatal(err)
			}
			for doc := range strings.Lines(c.docs) {
				if doc = strings.TrimSpace(doc); doc == "" {
					continue
				}
				end := strings.IndexAny(doc, " />")
				if err := checkSample(table, known.Set, []byte(doc[:end]+namespaces+doc[end:])); err != nil {
					t.Errorf("%v\n%s", err, doc)
				}
			}
		})
	}
}

// TestFixedForm checks that the values of numbers are written as the schema writes them.
func TestFixedForm(t *testing.T) {
	table := suite.Describe(modelOf(t, `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="f" type="xs:double" fixed=" 1.0e-2 " maxOccurs="2"/></xs:sequence>
		<xs:attribute name="a" type="xs:int" fixed="007"/><xs:attribute name="b" type="xs:boolean" fixed="1"/></xs:complexType></xs:element>`))
	v := validateBoth(table, []byte(`<t:r xmlns:t="urn:t" a="7" b="true"><t:f>0.01</t:f><t:f/></t:r>`))
	if want := ` a="007" b="1"><f>1.0e-2</f><f>1.0e-2</f></r>`; !v.valueValid() || !strings.HasSuffix(string(v.Written), want) {
		t.Errorf("%v, %v: got %s, want %s", v.Decode, v.Value, v.Written, want)
	}
}

// TestPrefixes checks that a name in a union keeps its prefix, unless that has another meaning.
func TestPrefixes(t *testing.T) {
	table := suite.Describe(modelOf(t, `<xs:simpleType name="U"><xs:union memberTypes="xs:QName xs:int"/></xs:simpleType>
		<xs:element name="r"><xs:complexType><xs:simpleContent><xs:extension base="t:U"><xs:attribute name="a" type="t:U"/><xs:attribute name="b" type="t:U"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>`))
	for doc, want := range map[string]string{
		`<t:r xmlns:t="urn:t" xmlns:p="urn:p" a="p:x" b="7">p:y</t:r>`:               ` xmlns:p="urn:p" a="p:x" b="7" xmlns:q1="urn:p">q1:y</e1:r>`,
		`<t:r xmlns:t="urn:t" xmlns:p="urn:p" b="7">p:y</t:r>`:                       ` b="7" xmlns:p="urn:p">p:y</e1:r>`,
		`<t:r xmlns:t="urn:t" xmlns:q1="urn:p" xmlns:e1="urn:n" b="q1:a">e1:y</t:r>`: ` xmlns:q1="urn:p" b="q1:a" xmlns:q2="urn:n">q2:y</e1:r>`,
	} {
		v := validateBoth(table, []byte(doc))
		if !v.valueValid() || !strings.HasSuffix(string(v.Written), want) {
			t.Errorf("%v, %v: got %s, want %s", v.Decode, v.Value, v.Written, want)
		}
	}
}
