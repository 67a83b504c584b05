package diff

// schema returns an example with declarations of the schema.
func schema(old, new string) Example { return Example{Frame: "schema", Old: old, New: new} }

// inside returns an example in which both versions of a piece of the schema are between the same texts.
func inside(before, old, new, after string) Example {
	return schema(before+old+after, before+new+after)
}

// book returns an example with elements of the type book, which a request and a result use.
func book(old, new string) Example {
	return inside(`<xs:complexType name="book"><xs:sequence>`, old, new, `</xs:sequence></xs:complexType>`)
}

// codes returns an example with a simple type, which an element uses.
func codes(old, new string) Example {
	return inside(`<xs:simpleType name="code">`, old, new, `</xs:simpleType>
<xs:complexType name="book"><xs:sequence><xs:element name="code" type="t:code"/></xs:sequence></xs:complexType>`)
}

// shelf returns an example with a list of items that have an identity constraint.
func shelf(old, new string) Example {
	return inside(`<xs:complexType name="book"><xs:sequence><xs:element name="shelf">
<xs:complexType><xs:sequence><xs:element name="item" maxOccurs="unbounded"><xs:complexType><xs:sequence>
<xs:element name="title" type="xs:string"/><xs:element name="isbn" type="xs:string"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType>
`, old, new, `</xs:element></xs:sequence></xs:complexType>`)
}

// unique returns a constraint for a child of items.
func unique(field string) string {
	return `<xs:unique name="different"><xs:selector xpath="t:item"/><xs:field xpath="` + field + `"/></xs:unique>`
}

const (
	title    = `<xs:element name="title" type="xs:string"/>`
	bookType = `<xs:complexType name="book"><xs:sequence>` + title + `</xs:sequence></xs:complexType>`
	novel    = `
<xs:complexType name="novel"><xs:complexContent><xs:extension base="t:book"/></xs:complexContent></xs:complexType>`
	atlas = `
<xs:complexType name="atlas"><xs:complexContent><xs:extension base="t:book"><xs:sequence><xs:element name="maps" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`
	texts = `<xs:complexType name="text"><xs:simpleContent><xs:extension base="xs:string"/></xs:simpleContent></xs:complexType>
<xs:complexType name="note"><xs:simpleContent><xs:extension base="t:text"><xs:attribute name="by" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
`
	mixed = `<xs:complexType name="book" mixed="true"><xs:sequence>` + title + `</xs:sequence></xs:complexType>`
	item  = `<xs:element name="item" type="xs:string"/>`
	film  = `<xs:element name="film" type="xs:string" substitutionGroup="t:item"/>`
	game  = `<xs:element name="game" type="xs:string" substitutionGroup="t:item"/>`
	items = `
<xs:complexType name="book"><xs:sequence><xs:element ref="t:item"/></xs:sequence></xs:complexType>`
)

// contentRules are about the content of complex types.
func contentRules() []Rule {
	return []Rule{
		{"root-added", "a global element of a schema without a contract is new", "Programs that write such documents need the new version on both sides.",
			undo(inDocuments(returned, ""))},
		{"root-removed", "a global element of a schema without a contract is removed", "A reader of the new version refuses documents with this root.",
			inDocuments(returned, "")},
		{"element-added-required", "a required element is new", "A reader of the new version refuses a message without it. A reader of the old version ignores it.",
			book(title, title+`<xs:element name="pages" type="xs:int"/>`)},
		{"element-added-optional", "an optional element is new", "A reader of the old version ignores it; a strict one refuses it. A server refuses a request that has unknown elements and no parameter, and a client a response that has them and no result.",
			book(title, title+`<xs:element name="pages" type="xs:int" minOccurs="0"/>`)},
		{"element-removed-required", "a required element is removed", "A reader of the old version refuses a message without it.",
			book(title+`<xs:element name="pages" type="xs:int"/>`, title)},
		{"element-removed-optional", "an optional element is removed", "A reader of the new version ignores it. A server refuses a request that has unknown elements and no parameter, and a client a response that has them and no result.",
			book(title+`<xs:element name="pages" type="xs:int" minOccurs="0"/>`, title)},
		{"element-renamed", "an element has a different name, but the same place and type", "",
			book(title+`<xs:element name="pages" type="xs:int"/>`, title+`<xs:element name="length" type="xs:int"/>`)},
		{"element-form", "an element is in a different namespace: it became qualified or unqualified, or the schema's namespace changed", "",
			book(title, `<xs:element name="title" type="xs:string" form="unqualified"/>`)},
		{"element-moved", "an element is at a different place in a sequence", "Readers take elements in any order, unless they are strict.",
			book(title+`<xs:element name="pages" type="xs:int"/>`, `<xs:element name="pages" type="xs:int"/>`+title)},
		{"element-required", "an optional element became required", "",
			book(`<xs:element name="title" type="xs:string" minOccurs="0"/>`, title)},
		{"element-optional", "a required element became optional", "",
			book(title, `<xs:element name="title" type="xs:string" minOccurs="0"/>`)},
		{"element-repeated", "an element that occurs once may occur several times", "A reader of the old version refuses a second element.",
			book(title, `<xs:element name="title" type="xs:string" maxOccurs="unbounded"/>`)},
		{"element-single", "an element that may occur several times occurs at most once", "",
			book(`<xs:element name="title" type="xs:string" maxOccurs="unbounded"/>`, title)},
		{"element-occurs", "the bounds of a repeated element differ", "Only a reader that checks messages against the schema notices.",
			book(`<xs:element name="title" type="xs:string" maxOccurs="5"/>`, `<xs:element name="title" type="xs:string" maxOccurs="3"/>`)},
		{"element-nillable", "an element may be nil (xsi:nil)", "A reader takes an optional element that is nil as absent, unless it is strict.",
			book(title, `<xs:element name="title" type="xs:string" nillable="true"/>`)},
		{"element-not-nillable", "an element may no longer be nil", "",
			book(`<xs:element name="title" type="xs:string" nillable="true"/>`, title)},
		{"element-default", "the default value of an element is different", "An empty element stays empty when it is read. A program that fills in defaults takes it for another value than the program with the other version that sent it.",
			book(title, `<xs:element name="title" type="xs:string" default="untitled"/>`)},
		{"element-fixed", "the fixed value of an element is different", "Only a reader that checks messages compares values with it.",
			book(title, `<xs:element name="title" type="xs:string" fixed="untitled"/>`)},
		{"choice-alternative-added", "a choice has a new alternative", "",
			book(`<xs:choice><xs:element name="isbn" type="xs:string"/><xs:element name="issn" type="xs:string"/></xs:choice>`,
				`<xs:choice><xs:element name="isbn" type="xs:string"/><xs:element name="issn" type="xs:string"/><xs:element name="ean" type="xs:string"/></xs:choice>`)},
		{"choice-alternative-removed", "an alternative of a choice is removed", "",
			book(`<xs:choice><xs:element name="isbn" type="xs:string"/><xs:element name="issn" type="xs:string"/><xs:element name="ean" type="xs:string"/></xs:choice>`,
				`<xs:choice><xs:element name="isbn" type="xs:string"/><xs:element name="issn" type="xs:string"/></xs:choice>`)},
		{"choice-entered", "an element became one of several alternatives", "",
			book(`<xs:element name="isbn" type="xs:string"/><xs:element name="issn" type="xs:string" minOccurs="0"/>`,
				`<xs:choice><xs:element name="isbn" type="xs:string"/><xs:element name="issn" type="xs:string" minOccurs="0"/></xs:choice>`)},
		{"choice-left", "an element is no longer one of several alternatives", "",
			book(`<xs:choice><xs:element name="isbn" type="xs:string"/><xs:element name="issn" type="xs:string" minOccurs="0"/></xs:choice>`,
				`<xs:element name="isbn" type="xs:string"/><xs:element name="issn" type="xs:string" minOccurs="0"/>`)},
		{"content-model", "the same elements are grouped differently", "Only a reader that checks messages notices.",
			book(`<xs:element name="a" type="xs:string" minOccurs="0"/><xs:element name="b" type="xs:string" minOccurs="0"/>`,
				`<xs:sequence minOccurs="0"><xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:string"/></xs:sequence>`)},
		{"wildcard-added", "other elements are allowed (xs:any)", "",
			book(title, title+`<xs:any namespace="##other" minOccurs="0" processContents="lax"/>`)},
		{"wildcard-removed", "other elements are no longer allowed", "",
			book(title+`<xs:any namespace="##other" minOccurs="0" processContents="lax"/>`, title)},
		{"wildcard-changed", "the other elements that are allowed differ", "A reader ignores elements of namespaces that it does not allow. It refuses a message if it needs an element.",
			book(title+`<xs:any namespace="##other" minOccurs="0" processContents="lax"/>`, title+`<xs:any namespace="##other" minOccurs="0" processContents="strict"/>`)},
		{"substitution-added", "another element may replace an element", "", schema(item+film+items, item+film+game+items)},
		{"substitution-removed", "an element may no longer replace another one", "A reader ignores it, or refuses the message if no other element may replace a required one.",
			schema(item+film+game+items, item+film+items)},
		{"element-abstract", "an element became abstract, or is no longer abstract; only members of its substitution group occur in place of an abstract element", "",
			schema(item+film+items, `<xs:element name="item" type="xs:string" abstract="true"/>`+film+items)},
		{"constraint-added", "a key, keyref or unique constraint is new", "Only a reader that checks messages notices.",
			shelf(``, unique("t:title"))},
		{"constraint-removed", "a key, keyref or unique constraint is removed", "Only a reader that checks messages notices.",
			shelf(unique("t:title"), ``)},
		{"constraint-changed", "a key, keyref or unique constraint applies to other values, or is of another kind", "Only a reader that checks messages notices.",
			shelf(unique("t:isbn"), unique("t:title"))},
		{"array-type", "an array in SOAP encoding has items of a different type, or other dimensions", "Messages name the type of the items.",
			inRPC(`wsdl:arrayType="xs:int[]"`, `wsdl:arrayType="xs:string[]"`)},
		{"element-block", "other derived types or elements may replace an element", "",
			schema(texts+`<xs:complexType name="book"><xs:sequence><xs:element name="title" type="t:text"/></xs:sequence></xs:complexType>`,
				texts+`<xs:complexType name="book"><xs:sequence><xs:element name="title" type="t:text" block="extension"/></xs:sequence></xs:complexType>`)},
		{"type-abstract", "a type became abstract, or is no longer abstract; an element of an abstract type must name a derived type", "",
			schema(bookType+novel, `<xs:complexType name="book" abstract="true"><xs:sequence>`+title+`</xs:sequence></xs:complexType>`+novel)},
		{"derived-type-added", "a type that xsi:type may name is new", "A reader of the old version reads the declared type instead.",
			schema(bookType+novel, bookType+novel+atlas)},
		{"derived-type-removed", "a type that xsi:type may name is removed", "", schema(bookType+novel+atlas, bookType+novel)},
		{"base-type", "a type is derived from another type", "It matters where xsi:type names the type, and for the Go struct, which embeds the struct of the base type.",
			schema(`<xs:complexType name="item"><xs:sequence>`+title+`</xs:sequence></xs:complexType>
<xs:complexType name="book"><xs:complexContent><xs:extension base="t:item"/></xs:complexContent></xs:complexType>`,
				`<xs:complexType name="item"><xs:sequence>`+title+`</xs:sequence></xs:complexType>
`+bookType)},
		{"type-block", "other derived types may replace a type", "",
			schema(bookType+novel, `<xs:complexType name="book" block="extension"><xs:sequence>`+title+`</xs:sequence></xs:complexType>`+novel)},
		{"type-final", "other types may be derived from a type", "",
			schema(bookType, `<xs:complexType name="book" final="extension"><xs:sequence>`+title+`</xs:sequence></xs:complexType>`)},
		{"mixed-added", "there may be text between the elements", "", schema(bookType, mixed)},
		{"mixed-removed", "there may no longer be text between the elements", "", schema(mixed, bookType)},
		{"content-kind", "a type has text instead of elements, or elements instead of text", "",
			schema(bookType, `<xs:complexType name="book"><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType>`)},
		{"simple-content", "an element has text and attributes instead of text, or text instead of text and attributes", "",
			schema(bookType, `<xs:complexType name="title"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="lang" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="book"><xs:sequence><xs:element name="title" type="t:title"/></xs:sequence></xs:complexType>`)},
		{"type-any", "the type of an element became xs:anyType, or is no longer xs:anyType", "A reader of text refuses elements in it.",
			book(`<xs:element name="title" type="xs:int"/>`, `<xs:element name="title" type="xs:anyType"/>`)},
	}
}
