package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
	"example.com/quartet/internal/compiler/testing/golden"
)

// element and typed return declarations of elements, with the type xs:string for the first.
func element(name string, attributes ...string) string {
	return typed(name, "xs:string", attributes...)
}

func typed(name, of string, attributes ...string) string {
	return fmt.Sprintf(`<xs:element name="%s" type="%s" %s/>`, name, of, strings.Join(attributes, " "))
}

func group(compositor string, particles ...string) string {
	return "<xs:" + compositor + ">" + strings.Join(particles, "") + "</xs:" + strings.Fields(compositor)[0] + ">"
}

// bookOf returns the type that a request and a result have, with a sequence.
func bookOf(particles ...string) string {
	return `<xs:complexType name="book">` + group("sequence", particles...) + `</xs:complexType>`
}

// codeOf returns a simple type, and an element with it. rest is what follows xs:restriction.
func codeOf(base string, facets ...string) string {
	return `<xs:simpleType name="code"><xs:restriction base="` + base + `">` + strings.Join(facets, "") + `</xs:restriction></xs:simpleType>` + bookOf(typed("code", "t:code"))
}

func facet(kind, value string) string { return `<xs:` + kind + ` value="` + value + `"/>` }

func values(all string) (facets string) {
	for _, v := range strings.Fields(all) {
		facets += facet("enumeration", v)
	}
	return facets
}

func mixedBook(names ...string) string {
	var elements []string
	for _, name := range names {
		elements = append(elements, element(name))
	}
	return strings.Replace(bookOf(elements...), `name="book"`, `name="book" mixed="true"`, 1)
}

func unionOf(facets string) string {
	return `<xs:simpleType name="code"><xs:union memberTypes="xs:int"><xs:simpleType><xs:restriction base="xs:string">` + facets + `</xs:restriction></xs:simpleType></xs:union></xs:simpleType>` + bookOf(typed("code", "t:code"))
}

func textOf(base string) string {
	return `<xs:complexType name="book"><xs:simpleContent><xs:extension base="` + base + `"><xs:attribute name="id"/></xs:extension></xs:simpleContent></xs:complexType>`
}

// keyed returns a type that has an element with a key, in which names have a prefix.
func keyed(prefix string) string {
	return bookOf(`<xs:element name="all"><xs:complexType>`+group("sequence", typed("item", "t:other", `maxOccurs="9"`))+`</xs:complexType><xs:key name="k"><xs:selector xpath="`+
		prefix+`:item"/><xs:field xpath="`+prefix+`:a"/></xs:key></xs:element>`) + `<xs:complexType name="other">` + group("sequence", element("a")) + `</xs:complexType>`
}

// twice has a type that lists a value twice, with other documentation.
var twice = codeOf("xs:string", documented("a", "first"), documented("a", "second"))

func documented(value, text string) string {
	return `<xs:enumeration value="` + value + `"><xs:annotation><xs:documentation>` + text + `</xs:documentation></xs:annotation></xs:enumeration>`
}

func derived(extension string) string {
	return bookOf(element("a")) + `<xs:complexType name="other"><xs:sequence>` + element("a") + `</xs:sequence></xs:complexType><xs:complexType name="novel"><xs:complexContent>` + extension + `</xs:complexContent></xs:complexType>`
}

// attributed returns a type with attributes of other namespaces, and of those that own adds.
func attributed(own string) string {
	return `<xs:complexType name="base"><xs:anyAttribute namespace="##other"/></xs:complexType>` +
		`<xs:complexType name="book"><xs:complexContent><xs:extension base="t:base">` + own + `</xs:extension></xs:complexContent></xs:complexType>`
}

// base returns a type, which novel extends.
func base(attributes string) string { return `<xs:complexType name="base" ` + attributes + `/>` }

const novel = `<xs:complexType name="novel"><xs:complexContent><xs:extension base="t:base"/></xs:complexContent></xs:complexType>`

const money = `<xs:simpleType name="money"><xs:restriction base="xs:decimal"/></xs:simpleType>`

// other returns a second simple type like the type in codeOf, and an element with it.
func other(facets string) string {
	return `<xs:simpleType name="other"><xs:restriction base="xs:string">` + facets + `</xs:restriction></xs:simpleType>` + typed("other", "t:other")
}

func decimals(schema string) string {
	return strings.ReplaceAll(schema, `base="xs:string"`, `base="xs:decimal"`)
}

// changes are pairs of schemas whose findings are in testdata/changes.txt: the bounds of the rules, and what is not a
// difference.
var changes = []struct{ name, old, new string }{
	{"an element between two others has another name", bookOf(element("a"), typed("b", "xs:int"), element("c")), bookOf(element("a"), typed("x", "xs:int"), element("c"))},
	{"the first element has another name", bookOf(typed("a", "xs:int"), element("b")), bookOf(typed("x", "xs:int"), element("b"))},
	{"an element and its successor have other names", bookOf(element("a"), typed("b", "xs:int"), element("c")), bookOf(element("a"), typed("x", "xs:int"), element("y"))},
	{"an element and its predecessor have other names", bookOf(element("a"), typed("b", "xs:int"), element("c")), bookOf(element("x"), typed("y", "xs:int"), element("c"))},
	{"the last element has another name, and its predecessor moved", bookOf(element("a"), typed("c", "xs:int"), typed("b", "xs:int")), bookOf(typed("c", "xs:int"), element("a"), typed("x", "xs:int"))},
	{"the last element is replaced by the first", bookOf(element("a"), typed("b", "xs:int")), bookOf(typed("x", "xs:int"), element("a"))},
	{"another name and another type", bookOf(element("a"), typed("b", "xs:int")), bookOf(element("a"), typed("x", "xs:long"))},
	{"another name and occurrence", bookOf(element("a"), element("b")), bookOf(element("a"), element("x", `minOccurs="0"`))},
	{"another name and more elements", bookOf(element("a"), element("b", `maxOccurs="2"`)), bookOf(element("a"), element("x", `maxOccurs="3"`))},
	{"another name in a choice", bookOf(element("a"), group("choice", element("b"), typed("c", "xs:int"))), bookOf(element("a"), group("choice", element("b"), typed("x", "xs:int")))},
	{"another name outside of a choice", bookOf(element("a"), group("choice", element("b", `minOccurs="0"`), typed("c", "xs:int"))), bookOf(element("a"), element("x", `minOccurs="0"`))},
	{"another name of an anonymous type", bookOf(`<xs:element name="a"><xs:complexType/></xs:element>`), bookOf(`<xs:element name="x"><xs:complexType/></xs:element>`)},
	{"another case, type and place", bookOf(element("a"), element("b"), element("c")), bookOf(typed("C", "xs:int"), element("a"), element("b"))},
	{"two elements of a name become one", bookOf(element("a"), element("b"), element("a")), bookOf(element("a"), element("b"))},
	{"two repeated elements of a name, one of them more often", bookOf(element("a", `maxOccurs="2"`), element("b"), element("a", `minOccurs="2" maxOccurs="3"`)), bookOf(element("a", `maxOccurs="2"`), element("b"), element("a", `minOccurs="2" maxOccurs="4"`))},
	{"two elements of a name, the first of them without a maximum", bookOf(element("a", `maxOccurs="unbounded"`), element("b"), element("a")), bookOf(element("a", `maxOccurs="4"`), element("b"), element("a"))},
	{"two elements of a name, the second of them without a maximum", bookOf(element("a"), element("b"), element("a", `maxOccurs="unbounded"`)), bookOf(element("a"), element("b"), element("a", `maxOccurs="4"`))},
	{"an element in two alternatives, the second of them larger", bookOf(group("choice", element("a", `maxOccurs="3"`), group("sequence", element("b"), element("a", `maxOccurs="4"`)))), bookOf(group("choice", element("a", `maxOccurs="3"`), group("sequence", element("b"), element("a", `maxOccurs="5"`))))},
	{"an element in two alternatives, the first of them larger", bookOf(group("choice", element("a", `maxOccurs="5"`), group("sequence", element("b"), element("a", `maxOccurs="3"`)))), bookOf(group("choice", element("a", `maxOccurs="4"`), group("sequence", element("b"), element("a", `maxOccurs="3"`))))},
	{"an element in two alternatives, one of them without a maximum", bookOf(group("choice", element("a"), group("sequence", element("b"), element("a", `maxOccurs="unbounded"`)))), bookOf(group("choice", element("a"), group("sequence", element("b"), element("a", `maxOccurs="9"`))))},
	{"the first alternative has no maximum", bookOf(group("choice", element("a", `maxOccurs="unbounded"`), group("sequence", element("b"), element("a")))), bookOf(group("choice", element("a", `maxOccurs="9"`), group("sequence", element("b"), element("a"))))},
	{"a choice of one", bookOf(group("choice", element("a"))), bookOf(element("a"))},
	{"a repeated group of a repeated element", bookOf(group(`sequence minOccurs="2" maxOccurs="3"`, element("a", `minOccurs="2" maxOccurs="5"`))), bookOf(element("a", `minOccurs="4" maxOccurs="15"`))},
	{"a group without a maximum", bookOf(group(`sequence maxOccurs="unbounded"`, element("a"))), bookOf(element("a", `maxOccurs="unbounded"`))},
	{"the last becomes the first", bookOf(element("a"), element("b"), element("c"), element("d")), bookOf(element("d"), element("a"), element("b"), element("c"))},
	{"the first becomes the last", bookOf(element("a"), element("b"), element("c"), element("d")), bookOf(element("b"), element("c"), element("d"), element("a"))},
	{"the opposite order", bookOf(element("a"), typed("b", "xs:int"), typed("c", "xs:date")), bookOf(typed("c", "xs:date"), typed("b", "xs:int"), element("a"))},
	{"another order where any is allowed", `<xs:complexType name="book">` + group("all", element("a"), element("b")) + `</xs:complexType>`, `<xs:complexType name="book">` + group("all", element("b"), element("a")) + `</xs:complexType>`},
	{"a sequence instead of any order", `<xs:complexType name="book">` + group("all", element("a"), element("b")) + `</xs:complexType>`, bookOf(element("b"), element("a"))},
	{"the opposite order of alternatives", bookOf(group("choice", element("a"), element("b"))), bookOf(group("choice", element("b"), element("a")))},
	{"groups in groups", bookOf(group("sequence", element("a"), group("sequence", element("b"))), group("sequence")), bookOf(element("a"), element("b"))},
	{"an alternative that is nothing", bookOf(group("choice", element("a"), element("b"), group("sequence"))), bookOf(group("choice", element("a"), element("b")))},
	{"an optional choice of groups", bookOf(group(`choice minOccurs="0"`, group("sequence", element("a"), element("b")), element("c"))), bookOf(group("choice", group(`sequence minOccurs="0"`, element("a"), element("b")), element("c")))},
	{"a key with another prefix and white space", keyed("t"), strings.Replace(strings.Replace(keyed("x"), "<xs:key", `<xs:key xmlns:x="urn:t"`, 1), "x:item", " x:item ", 1)},
	{"a key of another namespace", keyed("t"), strings.Replace(keyed("x"), "<xs:key", `<xs:key xmlns:x="urn:v2"`, 1)},
	{"#all and what it stands for", `<xs:complexType name="book" block="#all" final="#all"/>`, `<xs:complexType name="book" block="restriction extension" final="extension restriction"/>`},
	{"a choice in a choice", bookOf(group("choice", element("x"), group("sequence", group("choice", element("a"), element("b")), element("c")))), bookOf(group("choice", element("x"), group("sequence", group("choice", element("a"), element("b")), element("c"))))},
	{"a value that is listed twice", twice, twice},
	{"no elements", bookOf(element("a")), `<xs:complexType name="book"/>`},
	{"at least two", bookOf(element("a", `minOccurs="1" maxOccurs="3"`)), bookOf(element("a", `minOccurs="2" maxOccurs="3"`))},
	{"exactly two", bookOf(element("a", `minOccurs="1" maxOccurs="2"`)), bookOf(element("a", `minOccurs="2" maxOccurs="2"`))},
	{"optional, and repeated", bookOf(element("a")), bookOf(element("a", `minOccurs="0" maxOccurs="unbounded"`))},
	{"a limit of a repeated element", bookOf(element("a", `maxOccurs="unbounded"`)), bookOf(element("a", `maxOccurs="9"`))},
	{"a higher limit", bookOf(element("a", `maxOccurs="8"`)), bookOf(element("a", `maxOccurs="9"`))},
	{"not allowed any longer", bookOf(element("a"), element("b", `minOccurs="0"`)), bookOf(element("a"), element("b", `minOccurs="0" maxOccurs="0"`))},
	{"a wildcard of another namespace", bookOf(element("a"), `<xs:any namespace="urn:b urn:a"/>`), bookOf(element("a"), `<xs:any namespace="urn:a urn:c"/>`)},
	{"a wildcard of the same namespaces", bookOf(element("a"), `<xs:any namespace="urn:b urn:a"/>`), bookOf(element("a"), `<xs:any namespace="urn:a urn:b"/>`)},
	{"a wildcard that occurs more often", bookOf(element("a"), `<xs:any namespace="##other"/>`), bookOf(element("a"), `<xs:any namespace="##other" maxOccurs="2"/>`)},
	{"attributes of the target namespace are not allowed any longer", attributed(`<xs:anyAttribute namespace="##targetNamespace"/>`), attributed("")},
	{"an element that a wildcard takes", bookOf(element("a"), `<xs:any namespace="##any" minOccurs="0"/>`), bookOf(element("a"), `<xs:element name="b" type="xs:string" form="unqualified" minOccurs="0"/>`, `<xs:any namespace="##any" minOccurs="0"/>`)},
	{"an element that a wildcard takes no longer", bookOf(element("a"), element("b"), `<xs:any namespace="##any" minOccurs="0"/>`), bookOf(element("a"), `<xs:any namespace="##any" minOccurs="0"/>`)},
	{"a fixed value instead of a default", bookOf(element("a", `default="x"`)), bookOf(element("a", `fixed="x"`))},
	{"another fixed value", bookOf(element("a", `fixed="x"`)), bookOf(element("a", `fixed="y"`))},
	{"no fixed value", bookOf(element("a", `fixed="x"`)), bookOf(element("a"))},

	{"numbers are compared as such", codeOf("xs:int", facet("maxInclusive", "9")), codeOf("xs:int", facet("maxInclusive", "10"))},
	{"the same number", codeOf("xs:decimal", facet("maxInclusive", "1.0"), facet("minInclusive", "0")), codeOf("xs:decimal", facet("maxInclusive", "1"), facet("minInclusive", "+0"))},
	{"dates", codeOf("xs:date", facet("minInclusive", "2024-01-01")), codeOf("xs:date", facet("minInclusive", "2023-12-31"))},
	{"an exclusive bound", codeOf("xs:int", facet("maxExclusive", "10"), facet("minExclusive", "1")), codeOf("xs:int", facet("maxExclusive", "9"), facet("minExclusive", "0"))},
	{"a smaller minimum, and a larger maximum", codeOf("xs:string", facet("minLength", "3"), facet("maxLength", "4")), codeOf("xs:string", facet("minLength", "2"), facet("maxLength", "5"))},
	{"a larger minimum", codeOf("xs:string", facet("minLength", "2")), codeOf("xs:string", facet("minLength", "3"))},
	{"a bound that is gone", codeOf("xs:string", facet("minLength", "2")), codeOf("xs:string")},
	{"another length", codeOf("xs:string", facet("length", "2")), codeOf("xs:string", facet("length", "3"))},
	{"fewer digits", codeOf("xs:decimal", facet("totalDigits", "9"), facet("fractionDigits", "2")), codeOf("xs:decimal", facet("totalDigits", "8"), facet("fractionDigits", "1"))},
	{"patterns in another order", codeOf("xs:string", facet("pattern", "a"), facet("pattern", "b")), codeOf("xs:string", facet("pattern", "b"), facet("pattern", "a"))},
	{"a new pattern", codeOf("xs:string"), codeOf("xs:string", facet("pattern", "a"))},
	{"a pattern that is gone", codeOf("xs:string", facet("pattern", "a")), codeOf("xs:string")},
	{"eight new values", codeOf("xs:string", values("a")), codeOf("xs:string", values("a b c d e f g h i"))},
	{"nine new values, and one that is removed", codeOf("xs:string", values("a")), codeOf("xs:string", values("b c d e f g h i j"))},
	{"an anonymous member of a union", unionOf(facet("maxLength", "3")), unionOf(facet("maxLength", "4"))},
	{"an anonymous member of a union has digits", unionOf(facet("pattern", "a") + facet("maxLength", "3")), unionOf(facet("pattern", "b") + facet("maxLength", "3"))},
	{"an anonymous member of a union has values", unionOf(values("a b")), unionOf(values("b c"))},
	{"the same anonymous member of a union", unionOf(values("a b") + facet("pattern", "a")), unionOf(values("b a") + facet("pattern", "a"))},
	{"the items of a list", bookOf(`<xs:element name="a"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:element>`), bookOf(`<xs:element name="a"><xs:simpleType><xs:list itemType="xs:long"/></xs:simpleType></xs:element>`)},
	{"a list instead of an item", bookOf(typed("a", "xs:int")), bookOf(`<xs:element name="a"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:element>`)},
	{"an anonymous union", bookOf(typed("a", "xs:int")), bookOf(`<xs:element name="a"><xs:simpleType><xs:union memberTypes="xs:int xs:date"/></xs:simpleType></xs:element>`)},
	{"an anonymous restriction", bookOf(typed("a", "xs:int")), bookOf(`<xs:element name="a"><xs:simpleType><xs:restriction base="xs:byte"/></xs:simpleType></xs:element>`)},
	{"a complex type instead of a simple one", bookOf(typed("a", "xs:int")), bookOf(`<xs:element name="a"><xs:complexType/></xs:element>`)},
	{"the text of a complex type", textOf("xs:int"), textOf("xs:long")},
	{"a type is no longer derived from another", derived(`<xs:extension base="t:book"/>`), derived(`<xs:extension base="t:other"/>`)},
	{"an optional element may be repeated", bookOf(element("a", `minOccurs="0"`)), bookOf(element("a", `minOccurs="0" maxOccurs="2"`))},
	{"an extension is blocked where there is none", bookOf(element("a")), bookOf(element("a", `block="extension"`))},
	{"restriction is blocked where there is none any longer", bookOf(typed("a", "xs:decimal")) + money, bookOf(typed("a", "xs:decimal", `block="restriction"`))},
	{"restriction is blocked where there was none", bookOf(typed("a", "xs:decimal")), bookOf(typed("a", "xs:decimal", `block="restriction"`)) + money},
	{"restriction is blocked", bookOf(typed("a", "xs:decimal")) + money, bookOf(typed("a", "xs:decimal", `block="restriction"`)) + money},
	{"substitution is blocked", element("item") + element("film", `substitutionGroup="t:item"`) + bookOf(`<xs:element ref="t:item"/>`), element("item", `block="substitution"`) + element("film", `substitutionGroup="t:item"`) + bookOf(`<xs:element ref="t:item"/>`)},
	{"substitution is blocked where there is none", element("item") + bookOf(`<xs:element ref="t:item"/>`), element("item", `block="substitution"`) + bookOf(`<xs:element ref="t:item"/>`)},
	{"mixed content has two elements", bookOf(element("a"), element("b")), mixedBook("a", "b")},
	{"mixed content has six elements", bookOf(element("a"), element("b"), element("c"), element("d"), element("e"), element("f")), mixedBook("a", "b", "c", "d", "e", "f")},
	{"mixed content has eight elements", bookOf(element("a"), element("b"), element("c"), element("d"), element("e"), element("f"), element("g"), element("h")), mixedBook("a", "b", "c", "d", "e", "f", "g", "h")},
	{"the digits of an anonymous member of a union", decimals(unionOf(facet("fractionDigits", "2"))), decimals(unionOf(facet("fractionDigits", "3")))},
	{"substitution is blocked where there is none any longer", element("item") + element("film", `substitutionGroup="t:item"`) + bookOf(`<xs:element ref="t:item"/>`), element("item", `block="substitution"`) + bookOf(`<xs:element ref="t:item"/>`)},
	{"substitution is blocked where there was none", element("item") + bookOf(`<xs:element ref="t:item"/>`), element("item", `block="substitution"`) + element("film", `substitutionGroup="t:item"`) + bookOf(`<xs:element ref="t:item"/>`)},
	{"extensions of a type are blocked", base("") + novel + bookOf(typed("a", "t:base")), base(`block="extension"`) + novel + bookOf(typed("a", "t:base"))},
	{"extensions of a type are blocked where there are none any longer", base("") + novel + bookOf(typed("a", "t:base")), base(`block="extension"`) + bookOf(typed("a", "t:base"))},
	{"extensions of a type are blocked where there were none", base("") + bookOf(typed("a", "t:base")), base(`block="extension"`) + novel + bookOf(typed("a", "t:base"))},
	{"extensions of an element's type are blocked", base("") + novel + bookOf(typed("a", "t:base")), base("") + novel + bookOf(typed("a", "t:base", `block="extension"`))},
	{"extensions of an element's type are blocked where there are none any longer", base("") + novel + bookOf(typed("a", "t:base")), base("") + bookOf(typed("a", "t:base", `block="extension"`))},
	{"extensions of an element's type are blocked where there were none", base("") + bookOf(typed("a", "t:base")), base("") + novel + bookOf(typed("a", "t:base", `block="extension"`))},
	{"values of two types are removed", codeOf("xs:string", values("a b")) + other(values("c d")), codeOf("xs:string", values("b")) + other(values("d"))},
	{"an element with the same name in Go is removed", bookOf(element("x-a"), element("xA")), bookOf(element("xA"))},
	{"values in another order", codeOf("xs:string", values("a b")), codeOf("xs:string", values("b a"))},
}

// edits are the same for contracts: pieces of a contract in testdata that are replaced.
var edits = []struct {
	name, contract string
	pieces         [][2]string
}{
	{"the use of a result", "rpc", [][2]string{{`<soap:body use="literal" namespace="urn:out"/>`, `<soap:body use="encoded" namespace="urn:out" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>`}}},
	{"another name in style rpc", "rpc", [][2]string{{`name="drop"><wsdl:input`, `name="delete"><wsdl:input`}, {`name="drop"><soap`, `name="delete"><soap`}}},
	{"another name and action in style rpc", "rpc", [][2]string{{`name="drop"><wsdl:input`, `name="delete"><wsdl:input`}, {`name="drop"><soap:operation soapAction="urn:t/drop"`, `name="delete"><soap:operation soapAction="urn:t/delete"`}}},
	{"an empty action", "rpc", [][2]string{{`soapAction="urn:t/put"`, `soapAction=""`}}},
	{"actions with nothing in common", "rpc", [][2]string{{`soapAction="urn:t/put"`, `soapAction="a"`}, {`soapAction="urn:t/drop"`, `soapAction="b"`}}},
	{"a part in another case", "rpc", [][2]string{{`<wsdl:part name="pages"`, `<wsdl:part name="Pages"`}}},
	{"the only part has another name and type", "rpc", [][2]string{{`name="putResponse"><wsdl:part name="id" type="xs:int"/>`, `name="putResponse"><wsdl:part name="key" type="xs:string"/>`}}},
	{"parts have other names and types", "rpc", [][2]string{{`<wsdl:part name="title" type="xs:string"/><wsdl:part name="pages" type="xs:int"/>`, `<wsdl:part name="a" type="xs:int"/><wsdl:part name="b" type="xs:date"/>`}}},
	{"operations in another order", "rpc", [][2]string{{`<wsdl:operation name="put"><wsdl:input message="t:put"/><wsdl:output message="t:putResponse"/></wsdl:operation>`, ``}, {`<wsdl:portType name="books">`, `<wsdl:portType name="books"><wsdl:operation name="put"><wsdl:input message="t:put"/><wsdl:output message="t:putResponse"/></wsdl:operation>`}}},
	{"a one-way operation", "rpc", [][2]string{{`<wsdl:input message="t:drop"/><wsdl:output message="t:putResponse"/>`, `<wsdl:input message="t:drop"/>`}, {`<wsdl:input><soap:body use="literal" namespace="urn:in"/></wsdl:input>
      <wsdl:output><soap:body use="literal" namespace="urn:in"/></wsdl:output>`, `<wsdl:input><soap:body use="literal" namespace="urn:in"/></wsdl:input>`}}},
	{"an overload of another element", "overloads", [][2]string{{`<wsdl:part name="body" element="t:title"/>`, `<wsdl:part name="body" element="t:found"/>`}}},
	{"the first overload is removed", "overloads", [][2]string{{`<wsdl:operation name="find"><wsdl:input name="byTitle" message="t:byTitle"/><wsdl:output message="t:found"/></wsdl:operation>`, ``},
		{`<wsdl:operation name="find"><soap:operation soapAction=""/><wsdl:input name="byTitle"><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`, ``}}},
	{"both overloads have other names", "overloads", [][2]string{{`name="byTitle" message`, `name="one" message`}, {`name="byTitle"><soap`, `name="one"><soap`}, {`name="byAuthor" message`, `name="two" message`}, {`name="byAuthor"><soap`, `name="two"><soap`}}},
	{"an action of SOAP 1.2 that no operation has", "books", [][2]string{{`<soap12:operation soapAction="urn:t/put"/>`, `<soap12:operation soapAction="urn:t/other"/>`}}},
	{"an action of SOAP 1.2 that another operation has", "books", [][2]string{{`<soap12:operation soapAction="urn:t/put"/>`, `<soap12:operation soapAction="urn:t/get"/>`}, {`name="get"><soap12:operation soapAction="urn:t/get"/>`, `name="get"><soap12:operation soapAction="urn:t/put"/>`}}},
	{"another port with the same protocol and path", "books", [][2]string{{`<wsdl:port name="Soap12" binding="t:soap12"><soap12:address location="http://host.example/books"/></wsdl:port>`, `<wsdl:port name="Soap12" binding="t:soap12"><soap12:address location="http://host.example/books"/></wsdl:port><wsdl:port name="Again" binding="t:soap12"><soap12:address location="https://other.example/books"/></wsdl:port>`}}},
	{"another port with another path", "books", [][2]string{{`<wsdl:port name="Soap12" binding="t:soap12"><soap12:address location="http://host.example/books"/></wsdl:port>`, `<wsdl:port name="Soap12" binding="t:soap12"><soap12:address location="http://host.example/books"/></wsdl:port><wsdl:port name="Again" binding="t:soap12"><soap12:address location="http://host.example/again"/></wsdl:port>`}}},
	{"ports have each other's bindings", "books", [][2]string{{`name="Soap" binding="t:soap"><soap:`, `name="Soap" binding="t:soap12"><soap12:`}, {`name="Soap12" binding="t:soap12"><soap12:`, `name="Soap12" binding="t:soap"><soap:`}}},
	{"an address without a path", "books", [][2]string{{`<wsdl:port name="Get" binding="t:get"><http:address location="http://host.example/books"/>`, `<wsdl:port name="Get" binding="t:get"><http:address location="http://host.example"/>`}}},
	{"an address with the path of the root", "rpc", [][2]string{{`<soap:address location="http://host.example/books"/>`, `<soap:address location="http://host.example/"/>`}}},
	{"an address that is not a URL", "rpc", [][2]string{{`<soap:address location="http://host.example/books"/>`, `<soap:address location="http://host.example/%zz"/>`}}},
	{"a service and its ports have other names", "rpc", [][2]string{{`<wsdl:service name="Books"><wsdl:port name="Soap"`, `<wsdl:service name="Library"><wsdl:port name="P"`}}},
	{"another service instead of the only one, and a second one", "rpc", [][2]string{{`<wsdl:service name="Books">`, `<wsdl:service name="More"><wsdl:port name="P" binding="t:soap"><soap:address location="http://host.example/more"/></wsdl:port></wsdl:service><wsdl:service name="Library">`}}},
	{"no service", "rpc", [][2]string{{`<wsdl:service name="Books"><wsdl:port name="Soap" binding="t:soap"><soap:address location="http://host.example/books"/></wsdl:port></wsdl:service>`, ``}, {`soapAction="urn:t/put"`, `soapAction="urn:t/put2"`}}},
	{"a fault has another name", "books", [][2]string{{`<wsdl:fault name="unknown" message="t:unknown"/>`, `<wsdl:fault name="absent" message="t:unknown"/>`}}},
	{"the type of a fault's detail", "books", [][2]string{{`<xs:element name="unknown" type="xs:string"/>`, `<xs:element name="unknown" type="xs:int"/>`}}},
	{"the type of a header", "books", [][2]string{{`      <xs:element name="login" type="xs:string"/>
      <xs:element name="unknown"`, `      <xs:element name="login" type="xs:int"/>
      <xs:element name="unknown"`}}},
	{"the element of a header", "books", [][2]string{{`<wsdl:part name="login" element="t:login"/>`, `<wsdl:part name="login" element="t:missing"/>`}}},
	{"a form becomes a document", "books", [][2]string{{`<mime:content type="application/x-www-form-urlencoded"/>`, `<mime:content type="text/plain"/>`}}},
	{"a result becomes text", "books", [][2]string{{`location="/find"/><wsdl:input><http:urlEncoded/></wsdl:input><wsdl:output><mime:mimeXml part="body"/>`, `location="/find"/><wsdl:input><http:urlEncoded/></wsdl:input><wsdl:output><mime:content type="text/plain"/>`}}},
	{"the type of a parameter", "books", [][2]string{{`<wsdl:part name="year" type="xs:string"/>`, `<wsdl:part name="year" type="xs:int"/>`}}},
	{"another parameter", "books", [][2]string{{`<wsdl:part name="year" type="xs:string"/>`, `<wsdl:part name="month" type="xs:string"/>`}}},
	{"another element of a result over HTTP", "books", [][2]string{{`<wsdl:part name="body" element="t:found"/>`, `<wsdl:part name="body" element="t:missing"/>`}}},
	{"another namespace of a schema without a contract", "documents", [][2]string{{`xmlns="urn:t" targetNamespace="urn:t"`, `xmlns="urn:t2" targetNamespace="urn:t2"`}}},
	{"two namespaces become one", "books", [][2]string{{`xmlns:v="urn:v2" targetNamespace="urn:t"`, `xmlns:v="urn:one" targetNamespace="urn:t"`}, {`<xs:schema targetNamespace="urn:v2"`, `<xs:schema targetNamespace="urn:one"`}}},
	{"another name over HTTP", "books", [][2]string{{`<wsdl:operation name="find"><wsdl:input`, `<wsdl:operation name="seek"><wsdl:input`}, {`name="find"><http:operation location="/find"`, `name="seek"><http:operation location="/find"`}, {`name="find"><http:operation location="/post/find"`, `name="seek"><http:operation location="/post/find"`}}},
	{"another name and location over HTTP", "books", [][2]string{{`<wsdl:operation name="find"><wsdl:input`, `<wsdl:operation name="seek"><wsdl:input`}, {`name="find"><http:operation location="/find"`, `name="seek"><http:operation location="/seek"`}, {`name="find"><http:operation location="/post/find"`, `name="seek"><http:operation location="/post/seek"`}}},
	{"an overload is removed, and the other has another element", "overloads", [][2]string{{`<wsdl:operation name="find"><wsdl:input name="byTitle" message="t:byTitle"/><wsdl:output message="t:found"/></wsdl:operation>`, ``},
		{`<wsdl:operation name="find"><soap:operation soapAction=""/><wsdl:input name="byTitle"><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`, ``},
		{`<wsdl:part name="body" element="t:author"/>`, `<wsdl:part name="body" element="t:found"/>`}}},
	{"a port and its binding have other names", "rpc", [][2]string{{`<wsdl:binding name="soap"`, `<wsdl:binding name="b"`}, {`<wsdl:port name="Soap" binding="t:soap">`, `<wsdl:port name="P" binding="t:b">`}}},
	{"a binding has another name", "rpc", [][2]string{{`<wsdl:binding name="soap"`, `<wsdl:binding name="b"`}, {`binding="t:soap">`, `binding="t:b">`}}},
	{"the documentation of an operation", "rpc", [][2]string{{`name="drop"><wsdl:input`, `name="drop"><wsdl:documentation>x</wsdl:documentation><wsdl:input`}}},
	{"the documentation of an input", "rpc", [][2]string{{`<wsdl:input message="t:drop"/>`, `<wsdl:input message="t:drop"><wsdl:documentation>x</wsdl:documentation></wsdl:input>`}}},
	{"a nillable root", "books", [][2]string{{`      <xs:element name="found" type="xs:string"/>
`, `      <xs:element name="found" type="xs:string" nillable="true"/>
`}}},
}

// TestChanges compares the findings of changes with testdata/changes.txt.
func TestChanges(t *testing.T) {
	const name = "testdata/changes.txt"
	var got strings.Builder
	compare := func(change string, e examples.Example) {
		old, new := examples.Versions(t, e)
		found := diff.Compare(examples.Contract(t, old), examples.Contract(t, new))
		checkMirrored(t, found, diff.Compare(examples.Contract(t, new), examples.Contract(t, old)))
		fmt.Fprintf(&got, "== %s\n", change)
		if len(found) > 0 {
			got.WriteString(diff.Text(found))
		}
	}
	for _, c := range changes {
		compare(c.name, examples.Example{Frame: "schema", Old: c.old, New: c.new})
	}
	for _, c := range edits {
		compare(c.name, examples.Example{Frame: c.contract, Old: c.pieces[0][0], New: c.pieces[0][1], Also: c.pieces[1:]})
	}
	golden.File(t, name, *update, got.String())
}
