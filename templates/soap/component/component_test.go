package component_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// TestComponents prints the component x of schemas for urn:t.
func TestComponents(t *testing.T) {
	for _, c := range []struct{ what, schema, want string }{
		{"an empty type", `<xs:complexType name="x"/>`, `(restricts xs:anyType)`},
		{"a sequence", `<xs:complexType name="x"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`,
			`(restricts xs:anyType [a:xs:int b:xs:anyType{0,-1}])`},
		{"forms", `<xs:complexType name="x"><xs:sequence><xs:element name="a" form="qualified"/><xs:element name=" u:b " form="unqualified"/><xs:element name="-"/><xs:element/></xs:sequence></xs:complexType>`,
			`(restricts xs:anyType [t:a:xs:anyType b:xs:anyType])`},
		{"choice and all", `<xs:complexType name="x"><xs:choice minOccurs="2" maxOccurs="+3"><xs:any/><xs:all><xs:element name="a" minOccurs="0" maxOccurs="0"/><xs:element name="b" minOccurs="x" maxOccurs="99999999999999999999"/></xs:all></xs:choice></xs:complexType>`,
			`(restricts xs:anyType [*|[b:xs:anyType{1,1073741824}]]{2,3})`},
		{"minOccurs over maxOccurs", `<xs:complexType name="x"><xs:sequence minOccurs="3" maxOccurs="2"><xs:any/></xs:sequence></xs:complexType>`, `(restricts xs:anyType [*]{3,3})`},
		{"empty groups", `<xs:complexType name="x"><xs:sequence/></xs:complexType>`, `(restricts xs:anyType)`},
		{"an empty choice", `<xs:complexType name="x"><xs:choice/></xs:complexType>`, `(restricts xs:anyType [])`},
		{"an empty optional choice", `<xs:complexType name="x"><xs:choice minOccurs="0"/></xs:complexType>`, `(restricts xs:anyType)`},
		{"mixed and abstract", `<xs:complexType name="x" mixed="true" abstract=" 1 " block="extension list"><xs:sequence><xs:any processContents="lax"/></xs:sequence></xs:complexType>`,
			`(abstract mixed block=2 restricts xs:anyType [*lax])`},
		{"an extension", `<xs:complexType name="b"><xs:sequence><xs:element name="a"/></xs:sequence><xs:attribute name="i" type="xs:ID" use="required"/></xs:complexType>
<xs:complexType name="x"><xs:complexContent><xs:extension base="t:b"><xs:choice><xs:element name="c"/></xs:choice><xs:attribute name="d" default="1"/></xs:extension></xs:complexContent></xs:complexType>`,
			`(extends t:b @i xs:ID! @d xs:anySimpleType=1 [[a:xs:anyType] [c:xs:anyType]])`},
		{"an extension of mixed content without more", `<xs:complexType name="b" mixed="1"><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType>
<xs:complexType name="x"><xs:complexContent><xs:extension base="t:b"/></xs:complexContent></xs:complexType>`, `(mixed extends t:b [a:xs:anyType])`},
		{"an extension of an empty type", `<xs:complexType name="b"/><xs:complexType name="x"><xs:complexContent mixed="true"><xs:extension base="t:b"><xs:sequence><xs:any/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
			`(mixed extends t:b [*])`},
		{"an extension of anyType", `<xs:complexType name="x"><xs:complexContent><xs:extension base="xs:anyType"><xs:sequence><xs:element name="a"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
			`(extends xs:anyType [a:xs:anyType])`},
		{"an extension of anyType without more", `<xs:complexType name="x"><xs:complexContent><xs:extension base="xs:anyType"/></xs:complexContent></xs:complexType>`,
			`(mixed extends xs:anyType @*lax [*lax{0,-1}])`},
		{"a restriction", `<xs:complexType name="b"><xs:sequence><xs:element name="a"/></xs:sequence><xs:attribute name="i"/><xs:attribute name="j" type="xs:int"/><xs:attribute name="k"/><xs:anyAttribute/></xs:complexType>
<xs:complexType name="x"><xs:complexContent><xs:restriction base="t:b"><xs:attribute name="k"/><xs:attribute name="i" use="prohibited"/><xs:attribute name="j" type="xs:int" use="required" fixed="7"/></xs:restriction></xs:complexContent></xs:complexType>`,
			`(restricts t:b @j xs:int!==7 @k xs:anySimpleType)`},
		{"complex content of a simple type", `<xs:complexType name="x"><xs:complexContent><xs:extension base="xs:int"><xs:sequence><xs:any/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
			`(extends xs:anyType [*])`},
		{"simple content", `<xs:complexType name="x"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="u"/></xs:extension></xs:simpleContent></xs:complexType>`,
			`(extends xs:int @u xs:anySimpleType text xs:int)`},
		{"an extension of simple content", `<xs:complexType name="b"><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType>
<xs:complexType name="x"><xs:complexContent><xs:extension base="t:b"><xs:attribute name="u"/></xs:extension></xs:complexContent></xs:complexType>`,
			`(extends t:b @u xs:anySimpleType text xs:int)`},
		{"an extension of simple content by elements", `<xs:complexType name="b"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="u"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="x"><xs:complexContent><xs:extension base="t:b"><xs:sequence><xs:any/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`, `(extends xs:anyType [*])`},
		{"a restriction of simple content", `<xs:complexType name="b"><xs:simpleContent><xs:extension base="xs:string"/></xs:simpleContent></xs:complexType>
<xs:complexType name="x"><xs:simpleContent><xs:restriction base="t:b"><xs:maxLength value="3"/></xs:restriction></xs:simpleContent></xs:complexType>`,
			`(restricts t:b text (restricts xs:string maxLength=3))`},
		{"a restriction of mixed content", `<xs:complexType name="b" mixed="true"><xs:sequence minOccurs="0"><xs:any/></xs:sequence></xs:complexType>
<xs:complexType name="x"><xs:simpleContent><xs:restriction base="t:b"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType><xs:minInclusive value=" 1 "/></xs:restriction></xs:simpleContent></xs:complexType>`,
			`(restricts t:b text (restricts (restricts xs:int) minInclusive=1))`},
		{"simple content of a type without any", `<xs:complexType name="b"><xs:sequence><xs:any/></xs:sequence></xs:complexType>
<xs:complexType name="x"><xs:simpleContent><xs:extension base="t:b"/></xs:simpleContent></xs:complexType>`, `(extends xs:anySimpleType text xs:anySimpleType)`},
		{"simple content of anyType", `<xs:complexType name="x"><xs:simpleContent><xs:extension base="xs:anyType"/></xs:simpleContent></xs:complexType>`, `(extends xs:anySimpleType text xs:anySimpleType)`},
		{"a restriction of simple content without a base", `<xs:complexType name="x"><xs:simpleContent><xs:restriction base="none:b"><xs:length value="1"/></xs:restriction></xs:simpleContent></xs:complexType>`, `(restricts xs:anyType text (restricts xs:anySimpleType any length=1))`},
		{"no step", `<xs:complexType name="x" mixed="true"><xs:complexContent/></xs:complexType>`, `(mixed restricts xs:anyType)`},
		{"facets", `<xs:simpleType name="x"><xs:restriction base="xs:decimal"><xs:totalDigits value="5"/><xs:fractionDigits value="2"/><xs:minExclusive value="1"/><xs:maxExclusive value="9"/><xs:whiteSpace value="collapse"/><xs:pattern value="a"/><xs:pattern value="b"/><xs:length/></xs:restriction></xs:simpleType>`,
			`(restricts xs:decimal whiteSpace=collapse totalDigits=5 fractionDigits=2 minExclusive=1 maxExclusive=9 pattern=[a b])`},
		{"more facets", `<xs:simpleType name="x"><xs:restriction base="xs:string"><xs:length value="5"/><xs:length value="6"/><xs:minLength value="2"/><xs:maxLength value="1"/><xs:minInclusive value="1"/><xs:maxInclusive value="9"/><xs:other value="1"/></xs:restriction></xs:simpleType>`,
			`(restricts xs:string length=5 minLength=2 maxLength=1 minInclusive=1 maxInclusive=9)`},
		{"names", `<xs:simpleType name="x"><xs:restriction base="xs:QName"><xs:enumeration value="t:a"/><xs:enumeration xmlns:t="urn:other" value="t:a"/><xs:enumeration value="b"/></xs:restriction></xs:simpleType>`,
			`(restricts xs:QName t:a{urn:t} t:a{urn:other} b)`},
		{"lists", `<xs:simpleType name="x"><xs:restriction><xs:simpleType><xs:list><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:list></xs:simpleType><xs:length value="2"/></xs:restriction></xs:simpleType>`,
			`(restricts (restricts xs:anySimpleType list of (restricts xs:int)) list of (restricts xs:int) length=2)`},
		{"a list of named items", `<xs:simpleType name="x"><xs:list itemType="xs:int"/></xs:simpleType>`, `(restricts xs:anySimpleType list of xs:int)`},
		{"unions", `<xs:simpleType name="x"><xs:union memberTypes="xs:int xs:NMTOKENS"><xs:simpleType><xs:list itemType="xs:ID"/></xs:simpleType></xs:union></xs:simpleType>`,
			`(restricts xs:anySimpleType union of xs:int xs:NMTOKENS (restricts xs:anySimpleType list of xs:ID))`},
		{"no derivation", `<xs:simpleType name="x"/>`, `(restricts xs:anySimpleType any)`},
		{"an element", `<xs:element name="x" type="xs:int" nillable="true" abstract="true" block="#all" default=" 5"/>`, `<xs:int nillable abstract block=7= 5>`},
		{"an element with a fixed value", `<xs:element name="x" fixed="t:a" default="b"><xs:simpleType><xs:restriction base="xs:QName"/></xs:simpleType></xs:element>`,
			`<(restricts xs:QName)==t:a{urn:t}>`},
		{"an attribute", `<xs:attribute name="x" type="xs:int" default="5"/>`, `@xs:int=5`},
		{"references", `<xs:element name="e"/><xs:attribute name="a" type="xs:int" fixed="5"/><xs:attribute name="b" default="1"/>
<xs:complexType name="x"><xs:sequence><xs:element ref="t:e" minOccurs="0"/></xs:sequence><xs:attribute ref="t:a" use="required"/><xs:attribute ref="t:b" fixed="2"/><xs:attribute ref="t:none"/><xs:attribute name="c" form="qualified"/></xs:complexType>`,
			`(restricts xs:anyType @t:a xs:int!==5 @t:b xs:anySimpleType==2 @t:c xs:anySimpleType [t:e{0,1}])`},
		{"groups", `<xs:group name="g"><xs:choice><xs:element name="a"/><xs:group ref="t:h"/></xs:choice></xs:group><xs:group name="h"><xs:sequence><xs:any/></xs:sequence></xs:group>
<xs:complexType name="x"><xs:sequence><xs:group ref="t:g" minOccurs="0"/><xs:group ref="t:h" maxOccurs="2"/><xs:group ref="t:none"/></xs:sequence></xs:complexType>`,
			`(restricts xs:anyType [[a:xs:anyType|[*]]{0,1} [*]{1,2}])`},
		{"a group as content", `<xs:group name="g"><xs:sequence/></xs:group><xs:complexType name="x"><xs:group ref="t:g"/></xs:complexType>`, `(restricts xs:anyType [])`},
		{"attribute groups", `<xs:attributeGroup name="g"><xs:attribute name="a" use="prohibited"/><xs:attribute name="b"/><xs:attributeGroup ref="t:h"/><xs:anyAttribute namespace="urn:a urn:b"/></xs:attributeGroup>
<xs:attributeGroup name="h"><xs:attribute name="c"/><xs:anyAttribute namespace="urn:b urn:c" processContents="skip"/></xs:attributeGroup>
<xs:complexType name="x"><xs:attribute name="b" type="xs:int"/><xs:attributeGroup ref="t:g"/><xs:attributeGroup ref="t:h"/><xs:anyAttribute processContents="lax"/><xs:anyAttribute namespace="##local"/></xs:complexType>`,
			`(restricts xs:anyType @b xs:int @c xs:anySimpleType @["urn:b"]lax)`},
		{"wildcards", `<xs:complexType name="x"><xs:sequence><xs:any namespace="##other"/><xs:any namespace="##local ##targetNamespace urn:a urn:a ##no"/><xs:any namespace=" ##any "/><xs:any namespace=""/></xs:sequence></xs:complexType>`,
			`(restricts xs:anyType [!["urn:t"] ["" "urn:t" "urn:a"] * []])`},
		{"substitution groups", `<xs:element name="h" type="xs:string" abstract="true"/><xs:element name="m" substitutionGroup="t:h"/><xs:element name="n" type="xs:token" substitutionGroup="t:m"/>
<xs:element name="o" type="xs:int" substitutionGroup="t:h"/><xs:complexType name="x"><xs:sequence><xs:element ref="t:h"/><xs:element ref="t:m"/><xs:element ref="t:n"/></xs:sequence></xs:complexType>`,
			`(restricts xs:anyType [t:h<t:m|t:n> t:m<t:m|t:n> t:n])`},
		{"the type of the head", `<xs:element name="h" type="xs:token"/><xs:element name="m" substitutionGroup="t:h"/><xs:element name="x" substitutionGroup="t:m"/>`, `<xs:token>`},
		{"blocked substitution", `<xs:element name="h" type="xs:string" block="substitution"/><xs:element name="m" substitutionGroup="t:h"/><xs:element name="r" type="xs:string" block="restriction"/>
<xs:element name="s" type="xs:token" substitutionGroup="t:r"/><xs:element name="q" substitutionGroup="t:r"/><xs:complexType name="x"><xs:sequence><xs:element ref="t:h"/><xs:element ref="t:r"/></xs:sequence></xs:complexType>`,
			`(restricts xs:anyType [t:h<t:h> t:r<t:r|t:q>])`},
		{"blocked by types", `<xs:complexType name="a" block="extension"/><xs:complexType name="b"><xs:complexContent><xs:extension base="t:a"/></xs:complexContent></xs:complexType>
<xs:complexType name="c"><xs:complexContent><xs:restriction base="t:a"/></xs:complexContent></xs:complexType><xs:element name="h" type="t:a"/><xs:element name="i" type="t:b" substitutionGroup="t:h"/>
<xs:element name="j" type="t:c" substitutionGroup="t:h"/><xs:complexType name="x"><xs:sequence><xs:element ref="t:h"/></xs:sequence></xs:complexType>`,
			`(restricts xs:anyType [t:h<t:h|t:j>])`},
		{"members of a union", `<xs:simpleType name="u"><xs:union memberTypes="xs:int t:v"/></xs:simpleType><xs:simpleType name="v"><xs:union memberTypes="xs:date"/></xs:simpleType><xs:element name="h" type="t:u"/>
<xs:element name="i" type="xs:byte" substitutionGroup="t:h"/><xs:element name="j" type="xs:date" substitutionGroup="t:h"/><xs:element name="k" type="xs:time" substitutionGroup="t:h"/>
<xs:complexType name="x"><xs:sequence><xs:element ref="t:h"/></xs:sequence></xs:complexType>`,
			`(restricts xs:anyType [t:h<t:h|t:i|t:j>])`},
		{"identity constraints", `<xs:element name="x"><xs:key name="k"><xs:selector xpath=" .// t:a / child::b | *"/><xs:field xpath="attribute::i"/><xs:field xpath="@t:*|."/></xs:key>
<xs:unique name="u"><xs:selector xpath="a"/></xs:unique><xs:keyref name="r" refer="t:k"><xs:selector xpath="none:a"/><xs:field xpath="foo::a"/></xs:keyref><xs:keyref name="s" refer="none:k"/><xs:unique name="v"><xs:selector xpath="a"/><xs:field xpath="@b"/></xs:unique></xs:element>`,
			`<xs:anyType {1 {urn:t}k  .//{urn:t}a/{}b|{*}* [@{}i @{urn:t}*|.]} {2 {urn:t}r {urn:t}k {}a [{}:a]} {0 {urn:t}v  {}a [@{}b]}>`},
		{"an anonymous type that extends the type around it", `<xs:complexType name="x"><xs:sequence><xs:element name="a" minOccurs="0"><xs:complexType><xs:complexContent><xs:extension base="t:x"><xs:attribute name="b"/></xs:extension></xs:complexContent></xs:complexType></xs:element></xs:sequence></xs:complexType>`,
			``},
		{"annotations and foreign elements", `<xs:annotation><xs:documentation><xs:element name="x" type="xs:int"/></xs:documentation></xs:annotation><o xmlns="urn:o"/><xs:notation name="n" public="p"/>
<xs:element name="x" o:p="q" xmlns:o="urn:o"><xs:annotation><xs:appinfo><xs:complexType/></xs:appinfo></xs:annotation><o:complexType/></xs:element>`, `<xs:anyType>`},
		{"a namespace of a draft", `<d:element xmlns:d="http://www.w3.org/1999/XMLSchema" name="x" type="d:int"/>`, `<xs:int>`},
		{"names that are not declared", `<xs:element name="x"><xs:complexType><xs:sequence><xs:element ref="u:known"/><xs:element ref="none:unknown"/><xs:element ref="u:unknown"/><xs:element name="a" type="int"/><xs:element name="b" type="u:unknown"/></xs:sequence><xs:attribute name="c" type="u:unknown"/></xs:complexType></xs:element><xs:element name="known"/>`,
			`<(restricts xs:anyType @c xs:anySimpleType [t:known u:unknown a:xs:int b:xs:anyType])>`},
		{"several components with the local name", `<xs:element name="x" type="u:a"/><xs:complexType name="a"/><xs:simpleType name="a"/>`, `<t:a>`},
		{"a complex type in place of a simple one", `<xs:complexType name="c"/><xs:attribute name="x" type="t:c"/>`, `@xs:anySimpleType`},
	} {
		set := read(t, "t.xsd", schemaOf(c.schema))
		if c.want == "" { // it has no end
			set.Type(name("x")).Definition()
		} else if got := printed(set, name("x")); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.what, got, c.want)
		}
		if err := set.Err(); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// TestDocuments reads schemas in several documents.
func TestDocuments(t *testing.T) {
	wsdl := func(content string) string {
		return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:w"><o xmlns="urn:o"/>` + content + `</definitions>`
	}
	const chameleon = `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" blockDefault="extension"><s:element name="x" type="y"/><s:complexType name="y"><s:sequence><s:element name="z"/></s:sequence></s:complexType></s:schema>`
	for _, c := range []struct {
		what  string
		texts []string
		want  string
	}{
		{"schemas in WSDL", []string{"a.wsdl", wsdl(`<types><xs:schema targetNamespace="urn:t"><xs:element name="x" type="t:y"/></xs:schema><other/><xs:schema targetNamespace="urn:t"><xs:simpleType name="y"><xs:restriction base="xs:int"/></xs:simpleType></xs:schema></types>`)}, `<t:y>`},
		{"an import in WSDL", []string{"a.wsdl", wsdl(`<import location="b.wsdl"/>`), "b.wsdl", wsdl(`<import location="c.xsd"/>`), "c.xsd", schemaOf(`<xs:element name="x" type="xs:int"/>`)}, `<xs:int>`},
		{"an import", []string{"a.xsd", schemaOf(`<xs:import namespace="urn:u" schemaLocation="b.xsd"/><xs:element name="x" type="u:y"/>`), "b.xsd", `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:u"><xs:complexType name="y"/></xs:schema>`}, `<u:y>`},
		{"a document that nothing refers to", []string{"a.wsdl", wsdl(""), "b.xsd", schemaOf(`<xs:element name="x"/>`)}, `<xs:anyType>`},
		{"a chameleon", []string{"a.xsd", schemaOf(`<xs:include schemaLocation=" b.xsd "/>`), "b.xsd", chameleon}, `<t:y block=2>`},
		{"the content of a chameleon", []string{"a.xsd", schemaOf(`<xs:include schemaLocation="b.xsd"/><xs:attribute name="x" type="t:no"/>`), "b.xsd", chameleon}, `<t:y block=2>@xs:anySimpleType`},
		{"documents that include each other", []string{"a.xsd", schemaOf(`<xs:include schemaLocation="b.xsd"/>`), "b.xsd", schemaOf(`<xs:include schemaLocation="a.xsd"/><xs:include schemaLocation="none.xsd"/><xs:element name="x"/>`)}, `<xs:anyType>`},
		{"the first of several", []string{"a.xsd", schemaOf(`<xs:include schemaLocation="b.xsd"/><xs:element name="x" type="xs:int"/>`), "b.xsd", schemaOf(`<xs:element name="x" type="xs:string"/>`)}, `<xs:int>`},
		{"a redefinition", []string{"a.xsd", schemaOf(`<xs:redefine schemaLocation="b.xsd"><xs:annotation/><xs:complexType name="x"><xs:complexContent><xs:extension base="t:x"><xs:sequence><xs:element name="b"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:redefine>`),
			"b.xsd", schemaOf(`<xs:complexType name="x"><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType>`)},
			`(extends (restricts xs:anyType [a:xs:anyType]) [[a:xs:anyType] [b:xs:anyType]])`},
		{"a redefinition of a redefinition", []string{"a.xsd", schemaOf(`<xs:redefine schemaLocation="b.xsd"><xs:simpleType name="x"><xs:restriction base="t:x"><xs:maxInclusive value="5"/></xs:restriction></xs:simpleType></xs:redefine>`),
			"b.xsd", schemaOf(`<xs:redefine schemaLocation="c.xsd"><xs:simpleType name="x"><xs:restriction base="t:x"><xs:maxInclusive value="6"/></xs:restriction></xs:simpleType></xs:redefine>`),
			"c.xsd", schemaOf(`<xs:simpleType name="x"><xs:restriction base="xs:int"/></xs:simpleType>`)},
			`(restricts (restricts (restricts xs:int) maxInclusive=6) maxInclusive=5)`},
		{"redefined groups", []string{"a.xsd", schemaOf(`<xs:redefine schemaLocation="b.xsd"><xs:group name="g"><xs:sequence><xs:group ref="t:g"/><xs:element name="b"/></xs:sequence></xs:group><xs:attributeGroup name="g"><xs:attributeGroup ref="t:g"/><xs:attribute name="d"/></xs:attributeGroup></xs:redefine><xs:complexType name="x"><xs:group ref="t:g"/><xs:attributeGroup ref="t:g"/></xs:complexType>`),
			"b.xsd", schemaOf(`<xs:group name="g"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group><xs:attributeGroup name="g"><xs:attribute name="c"/></xs:attributeGroup>`)},
			`(restricts xs:anyType @c xs:anySimpleType @d xs:anySimpleType [[a:xs:anyType] b:xs:anyType])`},
	} {
		set := read(t, c.texts...)
		if got := printed(set, name("x")); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.what, got, c.want)
		}
		if err := set.Err(); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	set := read(t, "a.xsd", schemaOf(`<xs:include schemaLocation="b.xsd"/>`), "b.xsd", chameleon)
	if got, want := printed(set, name("y")), `(block=2 restricts xs:anyType [t:z:xs:anyType block=2])`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestSeveralSets joins sets of documents, and leaves out other forms of a contract.
func TestSeveralSets(t *testing.T) {
	first := documents("a.xsd", schemaOf(`<xs:element name="x" type="u:y"/>`), "b.xsd", "not XML")
	first.Documents[1].Form = "flatWsdl"
	set, err := component.Read(first, documents("a.xsd", `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:u"><xs:simpleType name="y"/></xs:schema>`))
	must(t, err)
	if got := printed(set, name("x")); got != "<u:y>" {
		t.Error(got)
	}
}

// TestMessages reads the elements of messages that no schema declares.
func TestMessages(t *testing.T) {
	text := `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t"><xs:element name="e" type="xs:int"/></xs:schema></types>
<message name="in"><part name="a" type="xs:int"/><part name="b" element="t:e"/><part name="f" type="xs:base64Binary"/></message><message name="out"/><message name="h"><part name="h" type="xs:token"/><part name="both" type="xs:token" element="-"/></message>
<message name="in2"><part name="a" type="xs:date"/></message><message name="fault"><part name="d" type="xs:time"/></message>
<portType name="p"><operation name="x"><input name="one" message="t:in"/><output message="t:out"/><fault name="f" message="t:fault"/></operation>
<operation name="x"><input name="two" message="t:in2"/></operation><operation name="y"><input message="t:in2"/></operation></portType>
<binding name="b" type="t:p"><soap:binding style="rpc"/>
<operation name="x"><input name="one"><mime:multipartRelated><mime:part><soap:body namespace="urn:t" use="literal"/><soap:header message="t:h" part="h" use="literal" namespace="urn:t"/><soap:header message="t:h" part="both" use="literal" namespace="urn:t"/></mime:part><mime:part><mime:content part="f"/></mime:part></mime:multipartRelated></input><output><soap:body namespace="urn:t"/></output><fault name="f"><soap:fault name="f" use="literal" namespace="urn:t"/></fault><fault name="g"/></operation>
<operation name="x"><input name="two"><soap:body namespace="urn:t" parts="a"/></input></operation>
<operation name="y"><soap:operation style="document"/><input><soap:body namespace="urn:t"/></input></operation></binding>
<binding name="encoded" type="t:p"><soap:binding style="rpc"/><operation name="y"><input><soap:body use="encoded" namespace="urn:t"/><soap:header message="t:h" part="h" use="encoded" namespace="urn:e"/></input></operation></binding>
<binding name="broken" type="t:none"><soap:binding/></binding><binding name="other" type="t:p"/></definitions>`
	set := read(t, "a.wsdl", text)
	for local, want := range map[string]string{
		"x":         `<(restricts xs:anyType [a:xs:int nillable message&t:e]) message><(restricts xs:anyType [a:xs:date nillable message]) message>`,
		"xResponse": `<(restricts xs:anyType) message>`, "y": "", "both": "", "h": "<xs:token nillable message>", "d": "<xs:time nillable message>",
	} {
		if got := printed(set, name(local)); got != want {
			t.Errorf("%s: %s, want %s", local, got, want)
		}
	}
	if set.Messages(xsd.QName{Space: "urn:e", Local: "h"}) != nil || read(t, "a.xsd", schemaOf("")).Messages(name("x")) != nil {
		t.Error("there are elements of messages that are not literal, or of no message")
	}
}

// TestMessagesOverHTTP reads messages of an HTTP binding that are documents.
func TestMessagesOverHTTP(t *testing.T) {
	set := read(t, "a.wsdl", `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<message name="in"><part name="a" type="xs:int"/></message><message name="out"><part name="b" type="xs:date"/></message>
<portType name="p"><operation name="x"><input message="t:in"/><output message="t:out"/></operation><operation name="y"><input message="t:out"/></operation></portType>
<binding name="b" type="t:p"><h:binding verb="POST"/><operation name="x"><input><h:urlEncoded/></input><output/></operation><operation name="y"><input><m:mimeXml/></input></operation></binding></definitions>`)
	for local, want := range map[string]string{"a": "", "b": "<xs:date nillable message>", "x": ""} {
		if got := printed(set, xsd.QName{Local: local}); got != want {
			t.Errorf("%s: %s, want %s", local, got, want)
		}
	}
}

// TestInputs reads the parts of the input of operations with a name in all ports, or of the messages of all operations.
func TestInputs(t *testing.T) {
	set := read(t, "a.wsdl", `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t"><xs:element name="e" type="xs:int"/></xs:schema></types>
<message name="in"><part name="a" type="xs:int"/><part name="b" element="t:e"/></message><message name="in2"><part name="c" type="xs:date"/></message>
<portType name="q"><operation name="y"><input message="t:in2"/></operation><operation name="z"><output message="t:in2"/></operation></portType>
<portType name="p"><operation name="x"><input message="t:in"/></operation><operation name="x"><input message="t:in2"/></operation><operation name="n"><input message="t:none"/></operation></portType></definitions>`)
	for operation, want := range map[string]string{"x": "a b(e) | c", "": "a b(e) | c | c | c", "y": "c", "z": "", "n": ""} {
		var all []string
		for _, input := range set.Inputs(operation) {
			var parts []string
			for _, e := range input.Parts {
				text := e.Name.Local
				if e.Global {
					text = "b(" + text + ")"
				}
				parts = append(parts, text)
			}
			all = append(all, strings.Join(parts, " "))
		}
		if got := strings.Join(all, " | "); got != want {
			t.Errorf("inputs of %q: %s, want %s", operation, got, want)
		}
	}
}

// TestEncoded finds the types that messages with SOAP encoding may have values of.
func TestEncoded(t *testing.T) {
	set := read(t, "a.wsdl", `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t"><xs:complexType name="base"><xs:sequence><xs:element name="part" type="t:part"/></xs:sequence></xs:complexType><xs:complexType name="part"/>
<xs:complexType name="used"><xs:complexContent><xs:extension base="t:base"/></xs:complexContent></xs:complexType><xs:complexType name="derived"><xs:complexContent><xs:extension base="t:used"/></xs:complexContent></xs:complexType>
<xs:complexType name="head"/><xs:complexType name="detail"/><xs:complexType name="literal"/><xs:complexType name="other"/></xs:schema></types>
<message name="in"><part name="a" type="t:used"/></message><message name="out"><part name="a" type="t:literal"/></message><message name="h"><part name="h" type="t:head"/><part name="o" type="t:other"/></message><message name="f"><part name="f" type="t:detail"/></message>
<portType name="p"><operation name="x"><input message="t:in"/><output message="t:out"/><fault name="f" message="t:f"/></operation></portType>
<binding name="b" type="t:p"><soap:binding style="rpc"/><operation name="x"><input><soap:body use="encoded"/><soap:header message="t:h" part="h" use="encoded"/></input><output><soap:body use="literal"/></output><fault name="f"><soap:fault name="f" use="encoded"/></fault></operation></binding></definitions>`)
	encoded := set.Encoded()
	for local, want := range map[string]bool{"base": true, "part": true, "used": true, "derived": true, "head": true, "detail": true, "literal": false, "other": false} {
		if encoded[set.Type(name(local))] != want {
			t.Errorf("%s: %v", local, !want)
		}
	}
	if read(t, "a.xsd", schemaOf("")).Encoded() != nil {
		t.Error("a schema has messages with SOAP encoding")
	}
}

// TestEncoding reads the types of items of arrays.
func TestEncoding(t *testing.T) {
	const array = `<xs:complexType name="x"><xs:complexContent><xs:restriction base="e:Array">%s</xs:restriction></xs:complexContent></xs:complexType>`
	encoding := `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://schemas.xmlsoap.org/soap/encoding/"><xs:complexType name="Array"/><xs:attribute name="arrayType"/><xs:complexType name="int"/></xs:schema>`
	for content, want := range map[string]string{
		`<xs:attribute ref="e:arrayType" w:arrayType="xs:int[]"/>`:                               "xs:int",
		`<xs:attribute ref="e:arrayType" w:arrayType="xs:int[,]"/>`:                              "xs:int",
		`<xs:attribute ref="e:arrayType" w:arrayType="xs:int[][]"/>`:                             "xs:anyType",
		`<xs:attribute ref="e:arrayType" w:arrayType="xs:no[]"/>`:                                "xs:anyType",
		`<xs:sequence><xs:element name="i" type="xs:date" maxOccurs="unbounded"/></xs:sequence>`: "xs:date",
		`<xs:sequence><xs:any/></xs:sequence>`:                                                   "xs:anyType",
		`<xs:sequence><xs:element name="i"/><xs:element name="i"/></xs:sequence>`:                "xs:anyType",
		`<xs:attribute name="a" type="e:int"/><xs:attribute name="b" type="e:Array"/>`:           "xs:anyType",
	} {
		text := `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:w="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"><xs:import schemaLocation="e.xsd"/>`
		set := read(t, "a.xsd", text+fmt.Sprintf(array, content)+`</xs:schema>`, "e.xsd", encoding)
		d := set.Type(name("x")).Definition()
		if d.Items == nil || short(d.Items.Name) != want || d.Content != nil {
			t.Errorf("%s: items of %v and the content %v, want %s", content, d.Items, d.Content, want)
		}
		if len(d.Attributes) == 2 && (d.Attributes[0].Type.Name.Local != "int" || d.Attributes[1].Type.Name.Local != "anySimpleType") {
			t.Errorf("attributes of the types %v and %v", d.Attributes[0].Type.Name, d.Attributes[1].Type.Name)
		}
	}
}

// TestWildcards joins the wildcards of a type and its base, and intersects the wildcards of a type and of a group.
func TestWildcards(t *testing.T) {
	const none = ""
	for _, c := range []struct{ a, b, union, intersection string }{
		{"##any", "urn:a", "*", `["urn:a"]`},
		{"urn:a", "##any", "*", `["urn:a"]`},
		{"##any", "##other", "*", `!["urn:t"]`},
		{"urn:a ##local", "urn:b urn:a", `["urn:a" "" "urn:b"]`, `["urn:a"]`},
		{"##other", "##other", `!["urn:t"]`, `!["urn:t"]`},
		{"##other", "urn:a", `!["urn:t"]`, `["urn:a"]`},
		{"##other", "urn:a ##targetNamespace", `![""]`, `["urn:a"]`},
		{"urn:a ##local", "##other", "*", `["urn:a"]`},
		{"##other", "##targetNamespace ##local", "*", `[]`},
		{none, "urn:a", `["urn:a"]`, `["urn:a"]`},
		{"urn:a", none, `["urn:a"]`, `["urn:a"]`},
	} {
		wildcard := func(namespace string) string {
			if namespace == none {
				return ""
			}
			return `<xs:anyAttribute namespace="` + namespace + `"/>`
		}
		set := read(t, "t.xsd", schemaOf(`<xs:complexType name="b">`+wildcard(c.b)+`</xs:complexType><xs:attributeGroup name="g">`+wildcard(c.b)+`</xs:attributeGroup>
<xs:complexType name="u"><xs:complexContent><xs:extension base="t:b">`+wildcard(c.a)+`</xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="i"><xs:attributeGroup ref="t:g"/>`+wildcard(c.a)+`</xs:complexType>`))
		if got, want := printed(set, name("u")), "(extends t:b @"+c.union+")"; got != want {
			t.Errorf("the union of %q and %q is %s, want %s", c.a, c.b, got, want)
		}
		if got, want := printed(set, name("i")), "(restricts xs:anyType @"+c.intersection+")"; got != want {
			t.Errorf("the intersection of %q and %q is %s, want %s", c.a, c.b, got, want)
		}
	}
	// ##other without a target namespace excludes only names without a namespace.
	other := `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:u="urn:u" targetNamespace="urn:u"><xs:attributeGroup name="g"><xs:anyAttribute namespace="##other"/></xs:attributeGroup></xs:schema>`
	for attribute, want := range map[string]string{`namespace="##other"`: `!["urn:u"]`, `namespace="urn:a ##local"`: `["urn:a"]`} {
		set := read(t, "a.xsd", `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:u="urn:u"><xs:import namespace="urn:u" schemaLocation="b.xsd"/>
<xs:complexType name="x"><xs:attributeGroup ref="u:g"/><xs:anyAttribute `+attribute+`/></xs:complexType></xs:schema>`, "b.xsd", other)
		if got := printed(set, xsd.QName{Local: "x"}); got != "(restricts xs:anyType @"+want+")" {
			t.Errorf("%s: %s, want %s", attribute, got, want)
		}
	}
}

// TestSets reads sets of which the first that has schemas for a namespace counts, and schemas that no document has.
func TestSets(t *testing.T) {
	own := documents("own.xsd", schemaOf(`<xs:complexType name="x"><xs:attribute ref="xml:base"/><xs:attribute ref="e:mustUnderstand" xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"/><xs:attribute name="a" type="int"/></xs:complexType>
<xs:redefine schemaLocation="base.xsd"><xs:simpleType name="s"><xs:restriction base="t:s"><xs:length value="1"/></xs:restriction></xs:simpleType></xs:redefine>`),
		"base.xsd", schemaOf(`<xs:simpleType name="s"><xs:restriction base="xs:string"/></xs:simpleType>`))
	own.Documents[0].References = []contract.DocumentReference{{Location: "base.xsd", Document: "base.xsd"}}
	other := *own
	other.Documents = append(slices.Clone(own.Documents), documents("own.xsd", "", "more.xsd", "").Documents[1:]...)
	own.Files.(fstest.MapFS)["more.xsd"] = &fstest.MapFile{Data: []byte(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:more"><xs:element name="y" type="z:xs"/><xs:element name="e" type="int"/></xs:schema>`)}
	own.Lenient, other.Lenient = false, false
	own.WellKnown = []string{"http://www.w3.org/XML/1998/namespace", "urn:none"}
	other.WellKnown = []string{"http://www.w3.org/XML/1998/namespace", "urn:t"}
	set, err := component.Read(own, &other)
	must(t, err)
	more := func(local string) xsd.QName { return xsd.QName{Space: "urn:more", Local: local} }
	for name, want := range map[xsd.QName]string{
		name("x"): "(restricts xs:anyType @http://www.w3.org/XML/1998/namespace:base xs:anyURI @a xs:int)",
		name("s"): "(restricts (restricts xs:string) length=1)",
		more("y"): "<xs:anyType>",
		more("e"): "<xs:int>",
	} {
		if got := printed(set, name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
