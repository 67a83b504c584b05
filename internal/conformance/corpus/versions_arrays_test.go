package corpus_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/diff/examples"
)

// TestArrays is TestBehaviour for the items of arrays of SOAP encoding, which wsdl:arrayType alone names, or an element as well, in
// encoded and in literal messages.
func TestArrays(t *testing.T) {
	const numbers = `<xs:complexType name="numbers"><xs:complexContent><xs:restriction base="enc:Array"><xs:attribute ref="enc:arrayType" wsdl:arrayType="xs:int[]"/></xs:restriction></xs:complexContent></xs:complexType>`
	standard, _ := examples.Versions(t, examples.Example{Frame: "rpc", Old: numbers, New: numbers})
	array := func(content, arrayType string) string {
		return strings.Replace(strings.Replace(numbers, "<xs:attribute", content+"<xs:attribute", 1), "xs:int[]", arrayType, 1)
	}
	book := func(pages string) string {
		return `<xs:complexType name="book"><xs:sequence><xs:element name="title" type="xs:string"/>` + pages + `</xs:sequence></xs:complexType>`
	}
	const (
		element = `<xs:sequence><xs:element name="item" type="t:book" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>`
		pages   = `<xs:element name="pages" type="xs:string"/>`
	)
	code := func(base string) string {
		return `<xs:simpleType name="code"><xs:restriction base="` + base + `"/></xs:simpleType>`
	}
	ints := func(declaration string) string { return strings.Replace(declaration, `"xs:string"/>`, `"xs:int"/>`, 1) }
	shelf := array("", "t:book[]") + book(`<xs:element name="more" type="t:more"/>`) + strings.Replace(array("", "t:deep[]"), "numbers", "more", 1)
	deep := `<xs:complexType name="deep"><xs:sequence>` + pages + `</xs:sequence></xs:complexType>`
	noType := func(content string) string {
		return strings.Replace(array(content, ""), `<xs:attribute ref="enc:arrayType" wsdl:arrayType=""/>`, "", 1)
	}
	for _, c := range []struct {
		name, old, new string
		more           bool // the findings may say more: samples of arrays of arrays are empty, and accessors of encoded structs may be absent
	}{
		{"an element of the item", array("", "t:book[]") + book(pages), array("", "t:book[]") + book(ints(pages)), false},
		{"an element of the item that is new", array("", "t:book[]") + book(""), array("", "t:book[]") + book(pages), true},
		{"the item, with an element", array(element, "t:book[]") + book(pages), array(element, "t:book[]") + book(ints(pages)), false},
		{"an item of two dimensions", array("", "t:book[,]") + book(pages), array("", "t:book[,]") + book(ints(pages)), false},
		{"an item of an array of arrays", array("", "t:book[][]") + book(pages), array("", "t:book[][]") + book(ints(pages)), true},
		{"an item of an item", shelf + deep, shelf + ints(deep), false},
		{"a simple item", array("", "t:code[]") + code("xs:string"), array("", "t:code[]") + code("xs:int"), false},
		{"a simple item of another type", array("", "t:code[]") + code("xs:string"), array("", "xs:int[]"), false},
		{"any item", array("", "t:book[]") + book(pages), noType("") + book(pages), true},
		{"an item that only an element declares", array(element, "t:book[]") + book(pages), noType(element) + book(pages), false},
		{"an item that only an element declares in both", noType(element) + book(pages), noType(element) + book(ints(pages)), false},
		{"an attribute of the item", array("", "t:book[]") + book(pages), array("", "t:book[]") +
			strings.Replace(book(pages), "</xs:complexType>", `<xs:attribute name="lang" type="xs:string" use="required"/></xs:complexType>`, 1), true},
	} {
		for _, use := range []string{"encoded", "literal"} {
			t.Run(c.name+"/"+use, func(t *testing.T) {
				t.Parallel()
				text := strings.ReplaceAll(standard, `use="encoded"`, `use="`+use+`"`)
				checkVerdict(t, strings.Replace(text, numbers, c.old, 1), strings.Replace(text, numbers, c.new, 1), !c.more)
			})
		}
	}
}
