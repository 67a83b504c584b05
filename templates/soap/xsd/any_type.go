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
	return AnyType{Content: escapeText(text)}
}

// String returns the content.
func (v AnyType) String() string { return v.Content }

// Equal reports whether types, attributes and contents are the same, with the
// attributes in one order.
func (v AnyType) Equal(other AnyType) bool {
	return v.Type == other.Type && slices.Equal(v.Attrs, other.Attrs) && v.Content == other.Content && v.Nil == other.Nil
}

func escapeText(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;").Replace(text)
}
