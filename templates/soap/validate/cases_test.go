package validate

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/schema"
)

// of declares the root element with a simple type; restricted the same with facets.
func of(base string) string { return `<xs:element name="r" type="` + base + `"/>` }

func restricted(base, facets string) string {
	return `<xs:element name="r"><xs:simpleType><xs:restriction base="` + base + `">` + facets + `</xs:restriction></xs:simpleType></xs:element>`
}

func content(model string) string {
	return `<xs:element name="r"><xs:complexType>` + model + `</xs:complexType></xs:element>`
}

var usualCases = []schemaCase{
	{"boolean", of("xs:boolean"), "+<r>true</r>\n+<r> 0 </r>\n-<r>TRUE</r>\n-<r/>\n-<r><a/></r>\n-<r a='1'>1</r>\n+<r xsi:type='xs:boolean'>1</r>\n-<r xsi:type='xs:int'>1</r>\n-<r xsi:nil='true'/>"},
	{"int", of("xs:int"), "+<r>-2147483648</r>\n+<r>+007</r>\n-<r>2147483648</r>\n-<r>1.0</r>\n-<r>1 2</r>\n+<r xsi:type='xs:short'>1</r>\n-<r xsi:type='xs:short'>40000</r>\n-<r xsi:type='xs:long'>1</r>\n+<r><!-- a -->1<?b c?>2</r>\n+<r><![CDATA[1]]></r>"},
	{"decimal", restricted("xs:decimal", `<xs:totalDigits value="4"/><xs:fractionDigits value="2"/><xs:minExclusive value="-10.5"/><xs:maxInclusive value="99"/>`),
		"+<r>1.50</r>\n+<r>99.00</r>\n+<r>.5</r>\n+<r>5.</r>\n-<r>.</r>\n-<r>99.01</r>\n-<r>-10.50</r>\n+<r>-10.49</r>\n-<r>1.234</r>\n+<r>00000001.2000</r>\n-<r>1e2</r>\n-<r>12345</r>"},
	{"float", restricted("xs:float", `<xs:minInclusive value="0"/><xs:maxExclusive value="INF"/>`), "+<r>1e2</r>\n+<r>0</r>\n+<r>-0</r>\n-<r>INF</r>\n-<r>-1</r>\n-<r>+INF</r>\n-<r>0x1p3</r>\n-<r>1,5</r>"},
	{"double", of("xs:double"), "+<r>NaN</r>\n+<r>-INF</r>\n+<r>1.E5</r>\n+<r>.5e-3</r>\n-<r>e5</r>\n-<r>infinity</r>"},
	{"string lengths", restricted("xs:string", `<xs:minLength value="2"/><xs:maxLength value="3"/>`), "+<r>éé</r>\n+<r>   </r>\n-<r>a</r>\n-<r>aaaa</r>\n+<r>a\u00a0b</r>"},
	{"token", restricted("xs:token", `<xs:length value="3"/>`), "+<r>  a  b  </r>\n-<r>abcd</r>"},
	{"normalizedString", restricted("xs:normalizedString", `<xs:enumeration value="a b"/>`), "+<r>a\tb</r>\n-<r> a b</r>"},
	{"binary", restricted("xs:hexBinary", `<xs:length value="2"/>`), "+<r>0aFF</r>\n-<r>0a</r>\n-<r>0a1</r>\n-<r>0g00</r>"},
	{"base64", restricted("xs:base64Binary", `<xs:maxLength value="3"/>`), "+<r>QUJD</r>\n+<r>QU JD</r>\n+<r>QQ==</r>\n-<r>QQ=</r>\n-<r>QUJDRA==</r>\n-<r>QR==</r>\n-<r>%</r>\n+<r/>"},
	{"pattern", restricted("xs:string", `<xs:pattern value="[A-Z]{2}\d+"/><xs:pattern value="x|&#10;"/>`), "+<r>AB1</r>\n+<r>x</r>\n-<r>AB</r>\n-<r> AB1</r>\n-<r>xx</r>"},
	{"patterns of two steps", `<xs:simpleType name="a"><xs:restriction base="xs:string"><xs:pattern value="[a-c]*"/></xs:restriction></xs:simpleType>` + restricted("t:a", `<xs:pattern value="[b-d]*"/>`),
		"+<r>bc</r>\n-<r>ab</r>\n-<r>cd</r>"},
	{"enumeration by value", restricted("xs:decimal", `<xs:enumeration value="1.50"/><xs:enumeration value="2"/>`), "+<r>1.5</r>\n+<r>02.0</r>\n-<r>3</r>"},
	{"names", of("xs:NCName"), "+<r>a-1.b_</r>\n+<r> a </r>\n-<r>1a</r>\n-<r>a:b</r>\n-<r/>\n-<r>a b</r>"},
	{"Name", of("xs:Name"), "+<r>a:b</r>\n-<r>-a</r>"},
	{"NMTOKEN", of("xs:NMTOKEN"), "+<r>-1</r>\n-<r>a b</r>"},
	{"language", of("xs:language"), "+<r>en-GB</r>\n-<r>englishlanguage</r>"},
	{"NMTOKENS", restricted("xs:NMTOKENS", `<xs:maxLength value="2"/>`), "+<r>a b</r>\n-<r/>\n-<r>a b c</r>"},
	{"QName", of("xs:QName"), "+<r>t:a</r>\n+<r>a</r>\n-<r>v:a</r>\n-<r>t:</r>\n-<r>a b</r>"},
	{"QName enumeration", restricted("xs:QName", `<xs:enumeration value="t:a"/>`), "+<r>t:a</r>\n+<r>a</r>\n+<x:r xmlns:x='urn:t'>x:a</x:r>\n-<r>u:a</r>\n-<r>t:b</r>"},
	{"anyURI", of("xs:anyURI"), "+<r>http://a/b?c#d</r>\n+<r/>\n+<r>../a</r>"},
	{"dateTime", restricted("xs:dateTime", `<xs:minInclusive value="2000-01-01T12:00:00Z"/><xs:maxExclusive value="2001-01-01T00:00:00Z"/>`),
		"+<r>2000-01-01T12:00:00Z</r>\n+<r>2000-01-01T13:00:00+01:00</r>\n-<r>2000-01-01T11:59:59.999Z</r>\n+<r>2000-01-02T12:00:00</r>\n-<r>2000-01-01T12:00:00</r>\n-<r>2000-13-01T12:00:00Z</r>\n-<r>2000-02-30T12:00:00Z</r>\n+<r>2000-02-29T24:00:00Z</r>\n-<r>2000-06-01</r>\n-<r>2000-06-01T25:00:00Z</r>\n-<r>2000-06-01T12:00:60Z</r>\n-<r>2000-06-01T12:00:00+15:00</r>"},
	{"date", restricted("xs:date", `<xs:enumeration value="2000-01-01"/><xs:enumeration value="2000-01-02Z"/>`), "+<r>2000-01-01</r>\n-<r>2000-01-01Z</r>\n+<r>2000-01-02+00:00</r>\n-<r>2000-1-1</r>"},
	{"time", restricted("xs:time", `<xs:maxInclusive value="12:00:00"/>`), "+<r>12:00:00</r>\n+<r>00:00:00.5</r>\n-<r>12:00:00.1</r>\n-<r>12:00</r>"},
	{"parts of dates", `<xs:element name="r"><xs:complexType><xs:choice maxOccurs="unbounded"><xs:element name="ym" type="xs:gYearMonth"/><xs:element name="y" type="xs:gYear"/><xs:element name="md" type="xs:gMonthDay"/><xs:element name="d" type="xs:gDay"/><xs:element name="m" type="xs:gMonth"/></xs:choice></xs:complexType></xs:element>`,
		"+<r><ym>2000-12</ym><y>-0001</y><y>12000Z</y><md>--02-29</md><d>---31+01:00</d><m>--12</m></r>\n-<r><ym>2000-13</ym></r>\n-<r><y>00</y></r>\n-<r><y>0000</y></r>\n-<r><md>--02-30</md></r>\n-<r><d>---32</d></r>\n-<r><m>--13</m></r>\n-<r><m>12</m></r>"},
	{"duration", restricted("xs:duration", `<xs:minInclusive value="P1M"/><xs:maxExclusive value="P1Y"/>`),
		"+<r>P1M</r>\n-<r>P31D</r>\n+<r>P32D</r>\n-<r>P30D</r>\n-<r>P28D</r>\n-<r>P12M</r>\n+<r>P364D</r>\n-<r>P365D</r>\n+<r>P11M27DT23H59M59.5S</r>\n-<r>P</r>\n-<r>PT</r>\n-<r>P1MT</r>\n-<r>1M</r>\n-<r>P1.5M</r>\n-<r>P1S</r>\n-<r>-P2M</r>\n-<r>PT1.S</r>"},
	{"duration enumeration", restricted("xs:duration", `<xs:enumeration value="P1D"/>`), "+<r>PT24H</r>\n-<r>P1M</r>"},
	{"list", `<xs:simpleType name="l"><xs:list itemType="xs:int"/></xs:simpleType>` + restricted("t:l", `<xs:minLength value="1"/><xs:maxLength value="3"/>`), "+<r>1 2</r>\n+<r>&#9;1&#10;</r>\n-<r/>\n-<r>1 2 3 4</r>\n-<r>1 a</r>"},
	{"list enumeration", `<xs:simpleType name="l"><xs:list itemType="xs:int"/></xs:simpleType>` + restricted("t:l", `<xs:enumeration value="1 2"/>`), "+<r>01  2</r>\n-<r>2 1</r>"},
	{"list pattern", `<xs:simpleType name="l"><xs:list itemType="xs:string"/></xs:simpleType>` + restricted("t:l", `<xs:pattern value="a( b)*"/>`), "+<r> a  b b</r>\n-<r>b</r>"},
	{"union", `<xs:simpleType name="u"><xs:union memberTypes="xs:int xs:boolean"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="none"/></xs:restriction></xs:simpleType></xs:union></xs:simpleType>` + of("t:u"), "+<r>12</r>\n+<r>true</r>\n+<r>none</r>\n-<r>other</r>\n+<r xsi:type='xs:int'>1</r>\n-<r xsi:type='xs:string'>1</r>"},
	{"union enumeration", `<xs:simpleType name="u"><xs:union memberTypes="xs:int xs:string"/></xs:simpleType>` + restricted("t:u", `<xs:enumeration value="1"/><xs:enumeration value="a"/>`), "+<r>1</r>\n+<r>01</r>\n+<r>a</r>\n-<r>2</r>"},
	{"list of unions", `<xs:simpleType name="u"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType><xs:simpleType name="l"><xs:list itemType="t:u"/></xs:simpleType>` + of("t:l"), "+<r>1 true</r>\n-<r>1 x</r>\n+<r/>"},
	{"fixed and default", `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="f" type="xs:decimal" fixed="1.0" minOccurs="0"/><xs:element name="d" type="xs:int" default="5" minOccurs="0"/></xs:sequence><xs:attribute name="a" type="xs:int" fixed="7"/></xs:complexType></xs:element>`,
		"+<r a='7'><f>1.0</f><d/></r>\n+<r a='07'><f>1.0</f></r>\n+<r><f>1</f></r>\n+<r><f/><d>6</d></r>\n-<r><f>2</f></r>\n-<r a='8'/>\n-<r><d>x</d></r>"},

	{"sequence", content(`<xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" minOccurs="0"/><xs:element name="c" type="xs:int" minOccurs="2" maxOccurs="3"/></xs:sequence>`),
		"+<r><a>1</a><b>1</b><c>1</c><c>1</c></r>\n+<r> <a>1</a> <c>1</c> <c>1</c> <c>1</c> </r>\n-<r><a>1</a><c>1</c></r>\n-<r><a>1</a><c>1</c><c>1</c><c>1</c><c>1</c></r>\n-<r><b>1</b><c>1</c><c>1</c></r>\n-<r><a>1</a>text<c>1</c><c>1</c></r>\n-<r><a>1</a><c>1</c><c>1</c><x/></r>\n-<r/>\n-<r><a xmlns=''>1</a><c>1</c><c>1</c></r>"},
	{"choice", content(`<xs:choice><xs:element name="a"/><xs:sequence><xs:element name="b"/><xs:element name="c"/></xs:sequence></xs:choice>`), "+<r><a/></r>\n+<r><b/><c/></r>\n-<r><b/></r>\n-<r><a/><b/></r>\n-<r/>"},
	{"all", content(`<xs:all><xs:element name="a" minOccurs="0"/><xs:element name="b"/><xs:element name="c"/></xs:all>`), "+<r><c/><b/></r>\n+<r><b/><a/><c/></r>\n-<r><b/><b/><c/></r>\n-<r><a/><b/></r>\n-<r/>"},
	{"optional all", content(`<xs:all minOccurs="0"><xs:element name="a"/><xs:element name="b"/></xs:all>`), "+<r/>\n+<r><b/><a/></r>\n-<r><b/></r>"},
	{"repeated sequence", content(`<xs:sequence minOccurs="2" maxOccurs="3"><xs:element name="a"/><xs:element name="b" minOccurs="0"/></xs:sequence>`), "+<r><a/><a/></r>\n+<r><a/><b/><a/><b/><a/></r>\n-<r><a/><b/></r>\n-<r><a/><b/><b/><a/></r>\n-<r><a/><a/><a/><a/></r>"},
	{"repeated choice", content(`<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="a"/><xs:element name="b" maxOccurs="2"/></xs:choice>`), "+<r/>\n+<r><b/><a/><b/><b/><b/><a/></r>\n-<r><c/></r>"},
	{"nested", content(`<xs:sequence><xs:choice maxOccurs="2"><xs:sequence><xs:element name="a"/><xs:choice minOccurs="0"><xs:element name="b"/><xs:element name="c"/></xs:choice></xs:sequence><xs:element name="d"/></xs:choice><xs:element name="e" minOccurs="0"/></xs:sequence>`),
		"+<r><a/><c/><d/><e/></r>\n+<r><a/><a/><b/></r>\n-<r><a/><b/><c/></r>\n-<r><e/></r>\n-<r><d/><d/><d/></r>\n+<r><d/></r>"},
	{"large counts", content(`<xs:sequence><xs:element name="a" minOccurs="3" maxOccurs="100000"/></xs:sequence>`), "+<r><a/><a/><a/></r>\n-<r><a/><a/></r>"},
	{"groups", `<xs:group name="g"><xs:choice><xs:element name="a"/><xs:element name="b"/></xs:choice></xs:group>` + content(`<xs:sequence><xs:group ref="t:g" maxOccurs="2"/><xs:element name="c"/><xs:group ref="t:g" minOccurs="0"/></xs:sequence>`), "+<r><a/><b/><c/><a/></r>\n+<r><a/><c/></r>\n-<r><c/></r>\n-<r><a/><c/><a/><a/></r>"},
	{"empty", content(``), "+<r/>\n-<r> </r>\n+<r><!-- --></r>\n-<r>a</r>\n-<r><a/></r>"},
	{"mixed", `<xs:element name="r"><xs:complexType mixed="true"><xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`, "+<r>x<a/>y</r>\n+<r>x</r>\n-<r>x<b/></r>\n-<r><a/><a/></r>"},
	{"simple content", `<xs:complexType name="p"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="u" type="xs:NCName" use="required"/></xs:extension></xs:simpleContent></xs:complexType><xs:element name="r"><xs:complexType><xs:simpleContent><xs:restriction base="t:p"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleContent></xs:complexType></xs:element>`,
		"+<r u='a'>9</r>\n-<r>9</r>\n-<r u='a'>10</r>\n-<r u='1'>9</r>\n-<r u='a'><a/></r>"},
	{"attributes", content(`<xs:attribute name="a" type="xs:int" use="required"/><xs:attribute name="b" type="xs:boolean"/><xs:attribute name="c" form="qualified"/>`), "+<r a='1'/>\n+<r a=' 1 '/>\n+<r a='1' b='true'/>\n+<r a='1' t:c=''/>\n-<r/>\n-<r a='x'/>\n-<r a='1' c=''/>\n-<r a='1' d=''/>\n+<r a='1' xsi:schemaLocation='urn:t t.xsd'/>"},
	{"prohibited attributes", `<xs:complexType name="b"><xs:attribute name="a"/><xs:attribute name="b"/></xs:complexType><xs:complexType name="d"><xs:complexContent><xs:restriction base="t:b"><xs:attribute name="a" use="prohibited"/></xs:restriction></xs:complexContent></xs:complexType>` + of("t:d"), "+<r b=''/>\n-<r a=''/>"},
	{"attribute wildcards", `<xs:attribute name="g" type="xs:int"/>` + content(`<xs:anyAttribute namespace="##other" processContents="lax"/>`) + `<xs:element name="s"><xs:complexType><xs:anyAttribute/></xs:complexType></xs:element><xs:element name="l"><xs:complexType><xs:anyAttribute namespace="##targetNamespace" processContents="lax"/></xs:complexType></xs:element>`,
		"+<r u:a=''/>\n-<r t:g='1'/>\n-<r a=''/>\n+<s t:g='1'/>\n-<s t:g='x'/>\n-<s u:a=''/>\n+<l t:h=''/>\n-<l t:g='x'/>\n-<l u:a=''/>"},
	{"wildcards", `<xs:element name="g" type="xs:int"/>` + content(`<xs:sequence><xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="2"/><xs:element name="a" minOccurs="0"/></xs:sequence>`) +
		`<xs:element name="s"><xs:complexType><xs:sequence><xs:any/></xs:sequence></xs:complexType></xs:element><xs:element name="k"><xs:complexType><xs:sequence><xs:any processContents="skip" namespace="##local urn:u"/></xs:sequence></xs:complexType></xs:element>`,
		"+<r><u:x/><u:y><g>1</g></u:y><a/></r>\n-<r><u:x/><u:x/><u:x/></r>\n-<r><u:x><g>x</g></u:x></r>\n-<r><g>1</g></r>\n+<s><g>1</g></s>\n-<s><g>x</g></s>\n-<s><u:x/></s>\n+<k><u:x><g>x</g></u:x></k>\n+<k><x xmlns=''/></k>\n-<k><g>1</g></k>\n+<s><u:x xsi:type='xs:int'>1</u:x></s>\n-<s><u:x xsi:type='xs:int'>x</u:x></s>"},
	{"substitution groups", `<xs:complexType name="h"><xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence></xs:complexType><xs:complexType name="e"><xs:complexContent><xs:extension base="t:h"><xs:sequence><xs:element name="b"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>` +
		`<xs:element name="head" type="t:h" abstract="true"/><xs:element name="one" substitutionGroup="t:head"/><xs:element name="two" type="t:e" substitutionGroup="t:one"/><xs:element name="three" type="t:h" substitutionGroup="t:head" block="substitution"/><xs:element name="four" type="t:h" substitutionGroup="t:three"/>` +
		content(`<xs:sequence><xs:element ref="t:head" maxOccurs="unbounded"/></xs:sequence>`) + `<xs:element name="s"><xs:complexType><xs:sequence><xs:element ref="t:three"/></xs:sequence></xs:complexType></xs:element>`,
		"+<r><one/><two><a/><b/></two></r>\n-<r><head/></r>\n-<r><two/></r>\n+<r><three/></r>\n-<s><four/></s>\n+<s><three/></s>\n-<head/>"},
	{"xsi:type", `<xs:complexType name="a" abstract="true"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence><xs:attribute name="p"/></xs:complexType><xs:complexType name="b"><xs:complexContent><xs:extension base="t:a"><xs:sequence><xs:element name="y" type="xs:int" minOccurs="0"/></xs:sequence><xs:attribute name="q" use="required"/></xs:extension></xs:complexContent></xs:complexType>` +
		`<xs:complexType name="c"><xs:complexContent><xs:restriction base="t:b"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType><xs:complexType name="z"/>` + of("t:a") + `<xs:element name="s" type="t:b" block="restriction"/>`,
		"-<r><x>1</x></r>\n+<r xsi:type='t:b' q=''><x>1</x><y>2</y></r>\n+<r xsi:type='c' q='' p=''><x>1</x></r>\n-<r xsi:type='c' q=''><x>1</x><y>1</y></r>\n-<r xsi:type='z'/>\n-<r xsi:type='t:none'><x>1</x></r>\n-<r xsi:type='b'><x>1</x></r>\n+<s q=''><x>1</x></s>\n-<s xsi:type='c' q=''><x>1</x></s>\n-<r xsi:type='a'><x>1</x></r>"},
	{"blocked types", `<xs:complexType name="a" block="extension"><xs:sequence/></xs:complexType><xs:complexType name="b"><xs:complexContent><xs:extension base="t:a"/></xs:complexContent></xs:complexType>` + of("t:a"), "+<r/>\n-<r xsi:type='b'/>"},
	{"nil", `<xs:element name="r" nillable="true"><xs:complexType><xs:sequence><xs:element name="a"/></xs:sequence><xs:attribute name="b" use="required"/></xs:complexType></xs:element><xs:element name="s" type="xs:int"/>`,
		"+<r b='' xsi:nil='true'/>\n+<r b='' xsi:nil='1'></r>\n-<r xsi:nil='true'/>\n-<r b='' xsi:nil='true'><a/></r>\n-<r b='' xsi:nil='false'/>\n+<r b='' xsi:nil='false'><a/></r>\n-<s xsi:nil='true'/>"},
	{"anyType", of("xs:anyType") + `<xs:element name="g" type="xs:int"/><xs:element name="s"><xs:complexType><xs:sequence><xs:element name="x"/></xs:sequence></xs:complexType></xs:element>`, "+<r a='1'>x<u:y b=''/><g>1</g></r>\n-<r><g>x</g></r>\n+<r xsi:type='xs:int'>1</r>\n-<r xsi:type='xs:int'>x</r>\n+<s><x><g>1</g></x></s>\n-<s><x><g>a</g></x></s>"},
	{"recursion", `<xs:complexType name="n"><xs:sequence><xs:element name="n" type="t:n" minOccurs="0" maxOccurs="2"/></xs:sequence></xs:complexType>` + of("t:n"), "+<r><n><n/><n/></n><n/></r>\n-<r><n><n/><n/><n/></n></r>"},
	{"extension of all", `<xs:complexType name="a"><xs:all><xs:element name="x"/><xs:element name="y"/></xs:all></xs:complexType><xs:complexType name="b"><xs:complexContent><xs:extension base="t:a"><xs:attribute name="z"/></xs:extension></xs:complexContent></xs:complexType>` + of("t:b"), "+<r z=''><y/><x/></r>\n-<r><y/></r>"},
}

var schemaCases = slices.Concat(usualCases, edgeCases, identityCases)

// choiceOf declares a root with any number of elements in any order, given as names and types.
func choiceOf(elements ...string) string {
	var b strings.Builder
	for i := 0; i < len(elements); i += 2 {
		b.WriteString(`<xs:element name="` + elements[i] + `" type="` + elements[i+1] + `"/>`)
	}
	return content(`<xs:choice minOccurs="0" maxOccurs="unbounded">` + b.String() + `</xs:choice>`)
}

func simpleType(name, definition string) string {
	return `<xs:simpleType name="` + name + `">` + definition + `</xs:simpleType>`
}

func restriction(base, facets string) string {
	return `<xs:restriction base="` + base + `">` + facets + `</xs:restriction>`
}

// edgeCases have documents on both sides of a bound of a rule.
var edgeCases = []schemaCase{
	// Part 2, sections 3.2.7 and 3.2.8.
	{"the end of the day", of("xs:dateTime"), "+<r>2000-01-01T24:00:00</r>\n+<r>2000-01-01T24:00:00.0Z</r>\n-<r>2000-01-01T24:00:00.5Z</r>\n-<r>2000-01-01T24:00:01</r>\n-<r>2000-01-01T24:01:00</r>\n-<r>2000-01-01T12:00:00x01:00</r>\n+<r>2000-01-01T12:00:00-01:00</r>\n+<r>2000-01-01T12:00:00+14:00</r>\n-<r>2000-01-01T12:00:00-14:01</r>\n-<r>2000-01-01T-1:00:00</r>"},
	{"the order of times", restricted("xs:time", `<xs:minExclusive value="12:29:30"/><xs:maxInclusive value="12:30:15.89"/>`), "+<r>12:30:15</r>\n+<r>12:29:59</r>\n-<r>12:30:16</r>\n-<r>12:31:00</r>\n-<r>13:00:00</r>\n-<r>12:29:30</r>\n-<r>12:29:29</r>\n+<r>12:30:15.8</r>\n+<r>12:30:15.890</r>\n-<r>12:30:15.899</r>\n-<r>12:30:15.9</r>"},
	{"a moment of any zone after one of UTC", restricted("xs:dateTime", `<xs:minInclusive value="2000-01-01T12:00:00Z"/>`), "+<r>2000-01-02T02:00:01</r>\n-<r>2000-01-02T02:00:00</r>\n-<r>2000-01-02T01:30:00</r>\n-<r>2000-01-01T23:00:00</r>"},
	{"a moment of any zone before one of UTC", restricted("xs:dateTime", `<xs:maxInclusive value="2000-01-01T12:00:00Z"/>`), "+<r>1999-12-31T21:59:59</r>\n-<r>1999-12-31T22:00:00</r>\n-<r>1999-12-31T22:30:00</r>"},
	{"a moment of UTC after one of any zone", restricted("xs:dateTime", `<xs:minExclusive value="2000-01-01T12:00:00"/>`), "+<r>2000-01-02T02:00:01Z</r>\n-<r>2000-01-02T02:00:00Z</r>\n-<r>2000-01-02T01:30:00Z</r>"},
	// Part 2, section 3.2.6.
	{"no duration at all", restricted("xs:duration", `<xs:enumeration value="P0D"/><xs:enumeration value="P1M"/><xs:enumeration value="PT1S"/><xs:enumeration value="PT0.5S"/>`), "+<r>-P0D</r>\n+<r>-PT0.0S</r>\n+<r>PT0.50S</r>\n-<r>-P1M</r>\n-<r>-PT1S</r>\n-<r>-PT0.5S</r>"},
	{"months until a day of a leap year", restricted("xs:duration", `<xs:maxExclusive value="P428D"/>`), "+<r>P13M</r>\n+<r>P427D</r>\n-<r>P14M</r>\n-<r>P428D</r>"},
	{"fractions of durations", restricted("xs:duration", `<xs:minExclusive value="-PT0.5S"/><xs:maxExclusive value="PT0.5S"/>`), "+<r>PT0S</r>\n+<r>-PT0.4S</r>\n+<r>PT0.4S</r>\n-<r>-PT0.5S</r>\n-<r>-PT0.6S</r>\n-<r>PT0.5S</r>"},
	{"negative fractions of durations", restricted("xs:duration", `<xs:maxExclusive value="-PT0.5S"/>`), "+<r>-PT0.6S</r>\n-<r>-PT0.5S</r>\n-<r>-PT0.4S</r>\n-<r>PT0.6S</r>\n+<r>-PT1S</r>"},
	// Part 2, section 4.3.
	{"one bound of lengths", simpleType("min", restriction("xs:string", `<xs:minLength value="2"/>`)) + simpleType("max", restriction("xs:string", `<xs:maxLength value="0"/>`)) + choiceOf("min", "t:min", "max", "t:max"),
		"+<r><min>ab</min><max/></r>\n-<r><min>a</min></r>\n-<r><max>a</max></r>"},
	{"white space of tokens", restricted("xs:token", `<xs:length value="4"/>`), "+<r>a  bc</r>\n-<r>a  b</r>\n+<r>a&#9;bc</r>"},
	{"lengths of lists", simpleType("ints", `<xs:list itemType="xs:int"/>`) + simpleType("two", restriction("t:ints", `<xs:length value="2"/>`)) + simpleType("min", restriction("t:ints", `<xs:minLength value="2"/>`)) + simpleType("max", restriction("t:ints", `<xs:maxLength value="2"/>`)) + choiceOf("two", "t:two", "min", "t:min", "max", "t:max"),
		"+<r><two>11 12</two><min>1 2 3</min><max>111 222</max><max/></r>\n-<r><two>11</two></r>\n-<r><min>11</min></r>\n-<r><max>1 2 3</max></r>"},
	{"one limit of digits", simpleType("total", restriction("xs:decimal", `<xs:totalDigits value="3"/>`)) + simpleType("fraction", restriction("xs:decimal", `<xs:fractionDigits value="1"/>`)) + simpleType("whole", restriction("xs:decimal", `<xs:fractionDigits value="0"/>`)) + choiceOf("total", "t:total", "fraction", "t:fraction", "whole", "t:whole"),
		"+<r><total>1.23</total><total>0.123</total><total>-12.30</total><fraction>12345.60</fraction><whole>1.0</whole></r>\n-<r><total>12.34</total></r>\n-<r><total>1234</total></r>\n-<r><total>0.1234</total></r>\n-<r><fraction>1.23</fraction></r>\n-<r><whole>1.5</whole></r>"},
	{"one bound of decimals", simpleType("min", restriction("xs:decimal", `<xs:minInclusive value="0"/>`)) + simpleType("max", restriction("xs:decimal", `<xs:maxInclusive value="5"/>`)) + choiceOf("min", "t:min", "max", "t:max"),
		"+<r><min>0</min><min>0.5</min><min>-0.0</min><max>5</max><max>5.0</max><max>4.5</max><max>-5.5</max></r>\n-<r><min>-0.5</min></r>\n-<r><max>5.5</max></r>"},
	{"bounds of floats", simpleType("max", restriction("xs:float", `<xs:minInclusive value="-1"/><xs:maxInclusive value="5"/>`)) + simpleType("nan", restriction("xs:float", `<xs:minInclusive value="NaN"/>`)) + simpleType("one", restriction("xs:float", `<xs:enumeration value="1.25"/>`)) + choiceOf("max", "t:max", "nan", "t:nan", "one", "t:one"),
		"+<r><max>5</max><max>-1</max><max>5.0e0</max><one>125e-2</one></r>\n-<r><max>5.1</max></r>\n-<r><max>NaN</max></r>\n-<r><max>-INF</max></r>\n+<r><nan>NaN</nan></r>\n-<r><nan>1</nan></r>\n-<r><one>1.3</one></r>"},
	{"facets of three steps", simpleType("short", restriction("xs:string", `<xs:maxLength value="2"/>`)) + simpleType("same", restriction("t:short", "")) + simpleType("again", restriction("t:same", "")) + simpleType("upper", restriction("t:again", `<xs:pattern value="[A-Z]*"/>`)) + of("t:upper"),
		"+<r>AB</r>\n-<r>ABC</r>\n-<r>ab</r>"},
	{"many values", restricted("xs:string", `<xs:enumeration value="a"/><xs:enumeration value="b"/><xs:enumeration value="c"/><xs:enumeration value="d"/><xs:enumeration value="e"/><xs:enumeration value="f"/><xs:enumeration value="g"/><xs:enumeration value="h"/><xs:enumeration value="i"/><xs:enumeration value="j"/>`), "+<r>j</r>\n-<r>k</r>"},
	{"a union of one", simpleType("one", `<xs:union memberTypes="xs:int"/>`) + simpleType("two", `<xs:union memberTypes="xs:int xs:date"/>`) + choiceOf("one", "t:one", "two", "t:two"), "+<r><one>1</one><two>1</two></r>\n-<r><one>x</one></r>\n-<r><two>x</two></r>"},

	// Part 1, section 3.4.4, clause 5.
	{"IDs that a wildcard allows", `<xs:attribute name="id" type="xs:ID"/><xs:attribute name="id2" type="xs:ID"/><xs:attribute name="n" type="xs:int"/>` + content(`<xs:attribute name="plain" type="xs:int"/><xs:anyAttribute/>`) + `<xs:element name="own"><xs:complexType><xs:attribute name="key" type="xs:ID"/><xs:anyAttribute/></xs:complexType></xs:element>`,
		"+<r t:id='a' plain='1' t:n='2'/>\n-<r t:id='a' t:id2='b'/>\n+<own key='a' t:n='1'/>\n-<own t:id='a'/>"},
	// Part 1, section 3.3.4, clauses 2.4 and 5.
	{"the fixed value of mixed content", `<xs:element name="r" fixed="x"><xs:complexType mixed="true"><xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence></xs:complexType></xs:element><xs:element name="d" default="x"><xs:complexType mixed="true"><xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`,
		"+<r/>\n+<r>x</r>\n-<r>y</r>\n-<r>x<a/></r>\n+<d/>\n+<d>y<a/></d>"},
	{"the default of a longer type", simpleType("short", restriction("xs:string", `<xs:maxLength value="2"/>`)) + `<xs:element name="r" type="xs:string" default="long"/>`, "+<r/>\n+<r xsi:type='t:short'>a</r>\n-<r xsi:type='t:short'/>"},
	{"values that are the default or fixed", content(`<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="d" type="xs:int" default="5"/><xs:element name="f" type="xs:int" fixed="7"/></xs:choice>`),
		"+<r><d/><d>1</d><f/><f>7</f></r>\n-<r><d>1</d><d>x</d></r>\n-<r><f>7</f><f>8</f></r>\n+<r><d/></r>"},
	{"a complex type in place of a simple one", `<xs:complexType name="price"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="unit" use="required"/></xs:extension></xs:simpleContent></xs:complexType><xs:complexType name="text" mixed="true"/>` + of("xs:int") + `<xs:element name="d" type="xs:decimal"/>`,
		"+<r xsi:type='t:price' unit='p'>9</r>\n-<r xsi:type='t:price'>9</r>\n-<r xsi:type='t:price' unit='p'>x</r>\n-<r xsi:type='t:text'>9</r>\n+<d xsi:type='t:price' unit='p'>9</d>"},
	{"unknown types in wildcards", content(`<xs:sequence><xs:any namespace="urn:u" processContents="strict"/></xs:sequence>`) + `<xs:element name="l"><xs:complexType><xs:sequence><xs:any namespace="urn:u" processContents="lax"/></xs:sequence></xs:complexType></xs:element>`,
		"-<r><u:x xsi:type='t:none'/></r>\n-<r><u:x/></r>\n+<l><u:x xsi:type='t:none'/></l>\n+<l><u:x/></l>"},
	{"one wildcard after the other", content(`<xs:sequence><xs:any namespace="urn:u" processContents="skip"/><xs:any namespace="urn:u" processContents="strict" minOccurs="0"/></xs:sequence>`), "+<r><u:x/></r>\n-<r><u:x/><u:x/></r>\n-<r/>"},
	{"one element after the other", content(`<xs:sequence><xs:element name="a" type="xs:int" fixed="1"/><xs:element name="b" type="xs:int"/><xs:element name="a" type="xs:int"/></xs:sequence>`), "+<r><a>1</a><b>1</b><a>2</a></r>\n-<r><a>2</a><b>1</b><a>2</a></r>"},
	{"elements after one that is not allowed", content(`<xs:sequence><xs:element name="a" type="xs:int" maxOccurs="unbounded"/></xs:sequence>`), "-<r><a>1</a><x/><a>2</a><a>x</a></r>\n+<r><a>1</a></r>"},
	{"what may come", content(`<xs:choice><xs:element name="a"/><xs:element name="b"/><xs:element name="c"/><xs:element name="d"/><xs:element name="e"/><xs:element name="f"/><xs:element name="g"/></xs:choice>`), "-<r/>\n-<r><x/></r>\n+<r><g/></r>"},

	// Part 1, section 3.11.4: the values of a key are compared one by one.
	{"keys of two fields", `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="e" maxOccurs="unbounded"><xs:complexType><xs:attribute name="x"/><xs:attribute name="y"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
		<xs:unique name="k"><xs:selector xpath="t:e"/><xs:field xpath="@x"/><xs:field xpath="@y"/></xs:unique></xs:element>`,
		"+<r><e x='a' y='bc'/><e x='ab' y='c'/></r>\n+<r><e x='p' y='qbr'/><e x='pbq' y='r'/></r>\n+<r><e x='a' y='b'/><e x='b' y='a'/><e x='a'/><e x='a'/><e/></r>\n-<r><e x='a' y='bc'/><e x='a' y='bc'/></r>"},
	{"keys with default values", `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="e" maxOccurs="unbounded"><xs:complexType><xs:attribute name="x" type="xs:int" default="1"/><xs:attribute name="y"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
		<xs:key name="k"><xs:selector xpath="t:e"/><xs:field xpath="@x"/></xs:key></xs:element>`,
		"+<r><e/><e x='2'/></r>\n-<r><e/><e x='1'/></r>\n-<r><e/><e/></r>"},
	{"keys of elements without a type", `<xs:attribute name="x" type="xs:int"/><xs:element name="r"><xs:complexType><xs:sequence><xs:any processContents="lax" maxOccurs="unbounded"/></xs:sequence><xs:anyAttribute/></xs:complexType>
		<xs:key name="k"><xs:selector xpath="*"/><xs:field xpath="@t:x"/></xs:key></xs:element>`,
		"+<r><u:a t:x='1'/><u:a t:x='2'/></r>\n-<r><u:a t:x='1'/><u:a t:x='01'/></r>\n-<r><u:a/></r>"},
	{"references to the keys of an inner element", `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="in" maxOccurs="2"><xs:complexType><xs:sequence><xs:element name="e" maxOccurs="unbounded"><xs:complexType><xs:attribute name="x"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
		<xs:key name="k"><xs:selector xpath="t:e"/><xs:field xpath="@x"/></xs:key></xs:element><xs:element name="f"><xs:complexType><xs:attribute name="x"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
		<xs:keyref name="ref" refer="t:k"><xs:selector xpath="t:f"/><xs:field xpath="@x"/></xs:keyref></xs:element>`,
		"+<r><in><e x='a'/></in><f x='a'/></r>\n+<r><in><e x='a'/></in><in><e x='b'/></in><f x='a'/></r>\n-<r><in><e x='a'/></in><f x='b'/></r>\n-<r><in><e x='a'/><e x='a'/></in><f x='a'/></r>"},
	{"references in lists and unions", simpleType("refs", `<xs:list itemType="xs:IDREF"/>`) + simpleType("ref", `<xs:union memberTypes="xs:IDREF"/>`) + simpleType("either", `<xs:union memberTypes="xs:int xs:IDREF"/>`) + simpleType("short", restriction("t:either", `<xs:pattern value=".{1,3}"/>`)) +
		content(`<xs:sequence><xs:element name="e" maxOccurs="unbounded"><xs:complexType><xs:attribute name="id" type="xs:ID"/><xs:attribute name="refs" type="t:refs"/><xs:attribute name="ref" type="t:ref"/><xs:attribute name="either" type="t:either"/><xs:attribute name="short" type="t:short"/></xs:complexType></xs:element></xs:sequence>`),
		"+<r><e id='a'/><e refs='a b' ref='a' either='b' short='a'/><e id='b' either='1'/></r>\n-<r><e refs='a b'/><e refs='c'/><e id='b'/></r>\n-<r><e ref='a'/></r>\n-<r><e either='a'/></r>\n-<r><e short='a'/></r>\n-<r><e short='abcd'/></r>"},
}

var update = flag.Bool("update", false, "rewrite the expected problems")

// problemList has the problems of the documents of cases, which are in a file: a line with the name of each case, and a
// line for each document that is not valid.
type problemList struct {
	path string
	want map[string]string // by case
	got  strings.Builder
}

func readProblems(t *testing.T, name string) *problemList {
	t.Helper()
	p := &problemList{path: filepath.Join("testdata", name+".problems"), want: make(map[string]string)}
	text, err := os.ReadFile(p.path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n"+string(text), "\n# ")[1:] {
		name, lines, _ := strings.Cut(part, "\n")
		p.want[name] = strings.TrimSpace(lines)
	}
	return p
}

// validate validates the documents of a case, as in a schemaCase, and compares their problems.
func (p *problemList) validate(t *testing.T, name, docs string, types *schema.Table) {
	t.Helper()
	texts, valid := (&schemaCase{docs: docs}).documents()
	var lines []string
	for i, doc := range texts {
		err := verdict(types, doc)
		if (err == nil) != valid[i] {
			t.Errorf("%s\n%v", doc, err)
		}
		if err != nil {
			lines = append(lines, err.Error())
		}
	}
	got := strings.Join(lines, "\n")
	p.got.WriteString("# " + name + "\n" + got + "\n")
	if want := p.want[name]; got != want && !*update {
		t.Errorf("the problems are\n%s\nwant\n%s", got, want)
	}
}

// update writes the problems if that is asked for.
func (p *problemList) update(t *testing.T) {
	if !*update {
		return
	}
	if err := os.WriteFile(p.path, []byte(p.got.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// FuzzValidate: no document makes the validator panic, or take long; what it reads is well-formed if it says nothing
// else.
func FuzzValidate(f *testing.F) {
	var tables []*schema.Table
	for i := range schemaCases {
		c := &schemaCases[i]
		tables = append(tables, schemaTable(c.schema))
		docs, _ := c.documents()
		for _, doc := range docs {
			f.Add(i, []byte(doc))
		}
	}
	f.Fuzz(func(t *testing.T, i int, doc []byte) {
		if i < 0 || i >= len(tables) {
			return
		}
		c := checkerOf(tables[i])
		first := c.Message(t.Context(), bytes.Clone(doc), &soap.Comparison{})
		second := c.Message(t.Context(), doc, &soap.Comparison{})
		if (first == nil) != (second == nil) || first != nil && first.Error() != second.Error() {
			t.Errorf("%v, and then %v", first, second)
		}
	})
}
