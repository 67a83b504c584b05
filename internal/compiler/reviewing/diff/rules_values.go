package diff

// withAttribute returns an example with attributes of the type book.
func withAttribute(old, new string) Example {
	return inside(`<xs:complexType name="book"><xs:sequence>`+title+`</xs:sequence>`, old, new, `</xs:complexType>`)
}

// attributeRules are about attributes.
func attributeRules() []Rule {
	return []Rule{
		{"attribute-added-required", "a required attribute is new", "",
			withAttribute(``, `<xs:attribute name="isbn" type="xs:string" use="required"/>`)},
		{"attribute-added-optional", "an optional attribute is new", "",
			withAttribute(``, `<xs:attribute name="isbn" type="xs:string"/>`)},
		{"attribute-removed-required", "a required attribute is removed", "",
			withAttribute(`<xs:attribute name="isbn" type="xs:string" use="required"/>`, ``)},
		{"attribute-removed-optional", "an optional attribute is removed", "",
			withAttribute(`<xs:attribute name="isbn" type="xs:string"/>`, ``)},
		{"attribute-renamed", "the name of an attribute differs in case", "Any other name is a removed and an added attribute.",
			withAttribute(`<xs:attribute name="isbn" type="xs:string"/>`, `<xs:attribute name="ISBN" type="xs:string"/>`)},
		{"attribute-form", "an attribute is in a different namespace", "",
			withAttribute(`<xs:attribute name="isbn" type="xs:string"/>`, `<xs:attribute name="isbn" type="xs:string" form="qualified"/>`)},
		{"attribute-required", "an optional attribute became required", "",
			withAttribute(`<xs:attribute name="isbn" type="xs:string"/>`, `<xs:attribute name="isbn" type="xs:string" use="required"/>`)},
		{"attribute-optional", "a required attribute became optional", "",
			withAttribute(`<xs:attribute name="isbn" type="xs:string" use="required"/>`, `<xs:attribute name="isbn" type="xs:string"/>`)},
		{"attribute-default", "the default value of an attribute is different", "An absent attribute stays absent when it is read. A program that fills in defaults takes it for another value than the program with the other version that sent it.",
			withAttribute(`<xs:attribute name="lang" type="xs:string" default="en"/>`, `<xs:attribute name="lang" type="xs:string" default="de"/>`)},
		{"attribute-fixed", "the fixed value of an attribute is different", "Only a reader that checks messages compares values with it.",
			withAttribute(`<xs:attribute name="lang" type="xs:string"/>`, `<xs:attribute name="lang" type="xs:string" fixed="en"/>`)},
		{"any-attribute-added", "other attributes are allowed (xs:anyAttribute)", "",
			withAttribute(``, `<xs:anyAttribute namespace="##other" processContents="lax"/>`)},
		{"any-attribute-removed", "other attributes are no longer allowed", "",
			withAttribute(`<xs:anyAttribute namespace="##other" processContents="lax"/>`, ``)},
		{"any-attribute-changed", "the other attributes that are allowed differ", "A reader ignores attributes of namespaces that it does not allow.",
			withAttribute(`<xs:anyAttribute namespace="##other" processContents="lax"/>`, `<xs:anyAttribute namespace="##other" processContents="strict"/>`)},
	}
}

// valueRules are about simple types.
func valueRules() []Rule {
	of := func(base, facets string) string {
		return `<xs:restriction base="` + base + `">` + facets + `</xs:restriction>`
	}
	text := func(facets string) string { return of("xs:string", facets) }
	return []Rule{
		{"type-widened", "a type allows new values, and all values that it allowed before", "A Go type that cannot hold a value refuses it.",
			book(`<xs:element name="pages" type="xs:int"/>`, `<xs:element name="pages" type="xs:long"/>`)},
		{"type-narrowed", "a type no longer allows some values, and allows no new ones", "",
			book(`<xs:element name="pages" type="xs:long"/>`, `<xs:element name="pages" type="xs:int"/>`)},
		{"type-changed", "a type allows different values", "",
			book(`<xs:element name="published" type="xs:date"/>`, `<xs:element name="published" type="xs:gYear"/>`)},
		{"enumeration-added", "an enumeration has a new value", "Readers keep values that are not listed, so programs have to expect them.",
			codes(text(`<xs:enumeration value="A"/><xs:enumeration value="B"/>`), text(`<xs:enumeration value="A"/><xs:enumeration value="B"/><xs:enumeration value="C"/>`))},
		{"enumeration-removed", "a value of an enumeration is removed", "The constant for it is removed, too.",
			codes(text(`<xs:enumeration value="A"/><xs:enumeration value="B"/>`), text(`<xs:enumeration value="A"/>`))},
		{"enumeration-new", "only listed values are allowed", "",
			codes(text(``), text(`<xs:enumeration value="A"/><xs:enumeration value="B"/>`))},
		{"enumeration-gone", "values other than those listed are allowed", "",
			codes(text(`<xs:enumeration value="A"/><xs:enumeration value="B"/>`), text(``))},
		{"pattern-changed", "the pattern of values is different", "",
			codes(text(`<xs:pattern value="[A-Z]+"/>`), text(`<xs:pattern value="[A-Z]{3}"/>`))},
		{"length-narrowed", "fewer lengths of values are allowed", "", codes(text(`<xs:maxLength value="8"/>`), text(`<xs:maxLength value="4"/>`))},
		{"length-widened", "more lengths of values are allowed", "", codes(text(`<xs:maxLength value="4"/>`), text(`<xs:maxLength value="8"/>`))},
		{"length-changed", "different lengths of values are allowed", "", codes(text(`<xs:length value="4"/>`), text(`<xs:length value="8"/>`))},
		{"range-narrowed", "the range of values is smaller", "", codes(of("xs:int", `<xs:maxInclusive value="90"/>`), of("xs:int", `<xs:maxInclusive value="60"/>`))},
		{"range-widened", "the range of values is larger", "", codes(of("xs:int", `<xs:maxInclusive value="60"/>`), of("xs:int", `<xs:maxInclusive value="90"/>`))},
		{"range-changed", "the range of values is different", "",
			codes(of("xs:int", `<xs:minInclusive value="1"/><xs:maxInclusive value="60"/>`), of("xs:int", `<xs:minInclusive value="5"/><xs:maxInclusive value="90"/>`))},
		{"digits-narrowed", "values have fewer digits", "", codes(of("xs:integer", `<xs:totalDigits value="6"/>`), of("xs:integer", `<xs:totalDigits value="1"/>`))},
		{"digits-widened", "values have more digits", "", codes(of("xs:integer", `<xs:totalDigits value="1"/>`), of("xs:integer", `<xs:totalDigits value="6"/>`))},
		{"digits-changed", "values have more digits in total and fewer after the point, or vice versa", "",
			codes(of("xs:decimal", `<xs:totalDigits value="9"/><xs:fractionDigits value="2"/>`), of("xs:decimal", `<xs:totalDigits value="8"/><xs:fractionDigits value="3"/>`))},
		{"whitespace-changed", "white space in values is normalized differently", "", codes(text(`<xs:whiteSpace value="preserve"/>`), text(`<xs:whiteSpace value="collapse"/>`))},
		{"union-member-added", "a union has a new member type", "Values of unions are strings in Go.",
			codes(`<xs:union memberTypes="xs:int xs:date"/>`, `<xs:union memberTypes="xs:int xs:date xs:boolean"/>`)},
		{"union-member-removed", "a member type of a union is removed", "",
			codes(`<xs:union memberTypes="xs:int xs:date xs:boolean"/>`, `<xs:union memberTypes="xs:int xs:date"/>`)},
		{"documentation", "the documentation of a component differs", "White space is ignored.",
			book(title, `<xs:element name="title" type="xs:string"><xs:annotation><xs:documentation>As on the cover.</xs:documentation></xs:annotation></xs:element>`)},
	}
}
