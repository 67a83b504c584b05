package validate

import (
	"slices"
	"strings"
)

var schemaCases = slices.Concat(usualCases, edgeCases)

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
	// Part 2, sections 3.2.7 and 3.2.8. xmllint compares a moment of any zone like one of UTC.
	{"the end of the day", of("xs:dateTime"), "+<r>2000-01-01T24:00:00</r>\n+<r>2000-01-01T24:00:00.0Z</r>\n-<r>2000-01-01T24:00:00.5Z</r>\n-<r>2000-01-01T24:00:01</r>\n-<r>2000-01-01T24:01:00</r>\n-<r>2000-01-01T12:00:00x01:00</r>\n+<r>2000-01-01T12:00:00-01:00</r>\n+<r>2000-01-01T12:00:00+14:00</r>\n-<r>2000-01-01T12:00:00-14:01</r>\n-<r>2000-01-01T-1:00:00</r>"},
	{"the order of times", restricted("xs:time", `<xs:minExclusive value="12:29:30"/><xs:maxInclusive value="12:30:15.89"/>`), "+<r>12:30:15</r>\n+<r>12:29:59</r>\n-<r>12:30:16</r>\n-<r>12:31:00</r>\n-<r>13:00:00</r>\n-<r>12:29:30</r>\n-<r>12:29:29</r>\n+<r>12:30:15.8</r>\n+<r>12:30:15.890</r>\n-<r>12:30:15.899</r>\n-<r>12:30:15.9</r>"},
	{"a moment of any zone after one of UTC", restricted("xs:dateTime", `<xs:minInclusive value="2000-01-01T12:00:00Z"/>`), "+<r>2000-01-02T02:00:01</r>\n-<r>2000-01-02T02:00:00</r><!--differs-->\n-<r>2000-01-02T01:30:00</r><!--differs-->\n-<r>2000-01-01T23:00:00</r><!--differs-->"},
	{"a moment of any zone before one of UTC", restricted("xs:dateTime", `<xs:maxInclusive value="2000-01-01T12:00:00Z"/>`), "+<r>1999-12-31T21:59:59</r>\n-<r>1999-12-31T22:00:00</r><!--differs-->\n-<r>1999-12-31T22:30:00</r><!--differs-->"},
	{"a moment of UTC after one of any zone", restricted("xs:dateTime", `<xs:minExclusive value="2000-01-01T12:00:00"/>`), "+<r>2000-01-02T02:00:01Z</r>\n-<r>2000-01-02T02:00:00Z</r><!--differs-->\n-<r>2000-01-02T01:30:00Z</r><!--differs-->"},
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
		"+<r t:id='a' plain='1' t:n='2'/>\n-<r t:id='a' t:id2='b'/><!--differs-->\n+<own key='a' t:n='1'/>\n-<own t:id='a'/><!--differs-->"},
	// Part 1, section 3.3.4, clauses 2.4 and 5.
	{"the fixed value of mixed content", `<xs:element name="r" fixed="x"><xs:complexType mixed="true"><xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence></xs:complexType></xs:element><xs:element name="d" default="x"><xs:complexType mixed="true"><xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`,
		"+<r/>\n+<r>x</r>\n-<r>y</r>\n-<r>x<a/></r><!--differs-->\n+<d/>\n+<d>y<a/></d>"},
	{"the default of a longer type", simpleType("short", restriction("xs:string", `<xs:maxLength value="2"/>`)) + `<xs:element name="r" type="xs:string" default="long"/>`, "+<r/>\n+<r xsi:type='t:short'>a</r>\n-<r xsi:type='t:short'/>"},
	{"values that are the default or fixed", content(`<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="d" type="xs:int" default="5"/><xs:element name="f" type="xs:int" fixed="7"/></xs:choice>`),
		"+<r><d/><d>1</d><f/><f>7</f></r>\n-<r><d>1</d><d>x</d></r>\n-<r><f>7</f><f>8</f></r>\n+<r><d/></r>"},
	{"a complex type in place of a simple one", `<xs:complexType name="price"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="unit" use="required"/></xs:extension></xs:simpleContent></xs:complexType><xs:complexType name="text" mixed="true"/>` + of("xs:int") + `<xs:element name="d" type="xs:decimal"/>`,
		"+<r xsi:type='t:price' unit='p'>9</r>\n-<r xsi:type='t:price'>9</r>\n-<r xsi:type='t:price' unit='p'>x</r>\n-<r xsi:type='t:text'>9</r>\n+<d xsi:type='t:price' unit='p'>9</d>"},
	{"unknown types in wildcards", content(`<xs:sequence><xs:any namespace="urn:u" processContents="strict"/></xs:sequence>`) + `<xs:element name="l"><xs:complexType><xs:sequence><xs:any namespace="urn:u" processContents="lax"/></xs:sequence></xs:complexType></xs:element>`,
		"-<r><u:x xsi:type='t:none'/></r>\n-<r><u:x/></r>\n+<l><u:x xsi:type='t:none'/></l><!--differs-->\n+<l><u:x/></l>"},
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
		"+<r><u:a t:x='1'/><u:a t:x='2'/></r>\n-<r><u:a t:x='1'/><u:a t:x='01'/></r><!--differs-->\n-<r><u:a/></r>"},
	{"references to the keys of an inner element", `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="in" maxOccurs="2"><xs:complexType><xs:sequence><xs:element name="e" maxOccurs="unbounded"><xs:complexType><xs:attribute name="x"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
		<xs:key name="k"><xs:selector xpath="t:e"/><xs:field xpath="@x"/></xs:key></xs:element><xs:element name="f"><xs:complexType><xs:attribute name="x"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
		<xs:keyref name="ref" refer="t:k"><xs:selector xpath="t:f"/><xs:field xpath="@x"/></xs:keyref></xs:element>`,
		"+<r><in><e x='a'/></in><f x='a'/></r>\n+<r><in><e x='a'/></in><in><e x='b'/></in><f x='a'/></r>\n-<r><in><e x='a'/></in><f x='b'/></r>\n-<r><in><e x='a'/><e x='a'/></in><f x='a'/></r>"},
	{"references in lists and unions", simpleType("refs", `<xs:list itemType="xs:IDREF"/>`) + simpleType("ref", `<xs:union memberTypes="xs:IDREF"/>`) + simpleType("either", `<xs:union memberTypes="xs:int xs:IDREF"/>`) + simpleType("short", restriction("t:either", `<xs:pattern value=".{1,3}"/>`)) +
		content(`<xs:sequence><xs:element name="e" maxOccurs="unbounded"><xs:complexType><xs:attribute name="id" type="xs:ID"/><xs:attribute name="refs" type="t:refs"/><xs:attribute name="ref" type="t:ref"/><xs:attribute name="either" type="t:either"/><xs:attribute name="short" type="t:short"/></xs:complexType></xs:element></xs:sequence>`),
		"+<r><e id='a'/><e refs='a b' ref='a' either='b' short='a'/><e id='b' either='1'/></r>\n-<r><e refs='a b'/><e refs='c'/><e id='b'/></r><!--differs-->\n-<r><e ref='a'/></r><!--differs-->\n-<r><e either='a'/></r><!--differs-->\n-<r><e short='a'/></r><!--differs-->\n-<r><e short='abcd'/></r>"},
}
