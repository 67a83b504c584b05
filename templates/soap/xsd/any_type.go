package xsd

import (
	"slices"
	"strings"
)

// AnyType is an element of the type xs:anyType: attributes, and text and
// elements in any order.
type AnyType struct {
	// Type is the type that xsi:type names, the zero name if there is none.
	Type QName

	// Attrs are the attributes, except the attributes of XML Schema instances.
	Attrs []Attr

	// Content is the content as markup, with declarations of the namespaces
	// that its elements use. Text in it is escaped.
	Content string

	// Nil says that the element is nil (xsi:nil) and has a type or attributes. One without
	// them is a nil pointer instead.
	Nil bool `json:",omitempty"`
}

// NewText returns an element whose content is text, without a type.
func NewText(text string) AnyType {
	return AnyType{Content: strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;").Replace(text)}
}

// String returns the content.
func (v AnyType) String() string { return v.Content }

// Equal reports whether types, attributes and contents are the same, with the
// attributes in one order.
func (v AnyType) Equal(other AnyType) bool {
	return v.Type == other.Type && slices.Equal(v.Attrs, other.Attrs) && v.Content == other.Content && v.Nil == other.Nil
}

// RawXML is an element as well-formed markup, with declarations of all
// namespaces that it uses. Markup from a message is unchanged, with comments
// and white space, and the namespace declarations that its content needs are
// added. "" means no element.
//
// The functions RawXMLName and RawXMLText of package schema return its name and
// its text. For an element of the contract, the methods of schema.Element
// convert between markup and values: Unmarshal([]byte(x)), and RawXML(doc) of
// the document that Marshal returns.
type RawXML string

// ElementType is what xsi:type says of an element that the schema declares with a simple type.
type ElementType struct {
	// Type is the name in xsi:type: a type that is derived from the declared one, or a
	// member of a union.
	Type QName

	// Attrs are the attributes of an element whose xsi:type names a complex type.
	Attrs []Attr `json:",omitempty"`
}

// ElementTypes has the types that xsi:type names in elements of a struct, by the names of
// the fields: "Price", or "Price[2]" for the third item of a slice. Most elements have no
// xsi:type and are not in it. The encoder writes what is in it as long as the element is
// there, also if its value has changed; package validate compares the value with that type.
type ElementTypes map[string]ElementType

// Equal reports whether types and attributes are the same.
func (t ElementType) Equal(other ElementType) bool {
	return t.Type == other.Type && slices.Equal(t.Attrs, other.Attrs)
}
