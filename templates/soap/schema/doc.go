// Package schema describes the types of a contract, and reads and writes documents of them. It is for generated code, for
// programs that use generated code, and for programs that make descriptions. Its types are aliases of types in
// package soap/internal/codec, whose documentation has their fields and methods.
//
// Programs use [Append] and [Unmarshal], [MarshalJSON] and [UnmarshalJSON], [AppendElement] and [NameOfElement] with a variable ElementX,
// [RawXMLName], [RawXMLText] and [AnyTypeText] of wildcards, and [Limits]. The other names are for
// generated code, for optional packages, and for contracts that are described at run time.
//
// # Struct tags
//
// The tag of a field says what the field is in XML, as far as its Go type does not:
//
//	type Animal struct {
//		_  struct{} `soap:"animal"` // the name of the type; an anonymous type has no such field
//		ID *string  `soap:"id,attr"`
//	}
//
//	type Dog struct {
//		_      struct{} `soap:"dog"`
//		Animal          // the base, whose fields come first
//		Bark   []string `soap:"bark,required"`
//		Owner  *string  `soap:"m:owner"`
//		Size   *string  `soap:"size,type=token"`
//	}
//
// A tag begins with the name of the element or attribute, which may have a prefix of the table of the package, as in m:owner;
// :owner has no namespace. The name of a type without a prefix is in the target namespace of the package, the name of an
// element there or, as the table says, in none, and the name of an attribute in none. A T is there once, a *T or a type that
// has a nil may be absent, a []T is there any number of times. If the table has NilAsAbsent, an element that may be absent may
// also be nil in a message, and is read as absent.
// Words follow; a backslash takes the meaning of a comma, a blank or a colon away:
//
//   - abstract, mixed: in the tag of a type: it is abstract; there may be text between the elements
//   - attr: an attribute; with any, the attributes that a wildcard allows
//   - text: the text of the element, which has no elements in it
//   - required: there is a value, or at least one item, where the Go type does not say it
//   - nillable: the element may be nil (xsi:nil) and not absent, or items of an interface type may be nil
//   - type=token: the type of XML Schema that says how values are written; without it, the usual one of the Go type; text and
//     textOrName are xs:anySimpleType for values that are texts, or texts and names
//   - list: the value is a list, whose items blanks separate; type is that of the items
//   - default=7: the value of an element that is empty
//   - fixed=7: the only value; with the word default, also that of an empty element
//   - any=not m: lax: the namespaces that a wildcard allows, or with not, does not allow: prefixes, URIs, ##targetNamespace and
//     ##local; then processContents if it is lax or skip
//   - items, member: a struct for one element of a group that is repeated, or of a substitution group: one of its fields is set
//   - chars: the text between elements, in an item of mixed content
//   - nil: the element is nil and has attributes
//   - xsi: the types that xsi:type names in elements of simple types
//   - of=m:colour: the declared simple type, where the Go type is not one that is declared for it; of=m:colour restricted if the
//     declaration restricts it, and of if it restricts a built-in type, where xsi:type is kept
//   - part, media: an attachment, part=logo if it is a document with this element; the media type of the one before
//   - item=m:row 2: the items of an array of SOAP encoding with their type, and the number of dimensions
//   - array=m:tags: the field holds the items of such an array, which has this type and one dimension; nil: there is no array
//   - sizes: the sizes of the dimensions of such an array
//   - typed: the start tag has xsi:type
//   - lax: the element may be absent although there is a value in Go
//   - attributes, order=b a: of the embedded base: only its attributes count; the order of its elements in an xs:all
package schema
