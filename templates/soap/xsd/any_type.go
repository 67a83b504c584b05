package xsd

import (
	"strings"
)

// AnyType is an element of the type xs:anyType: attributes, and text and
// elements in any order.
type AnyType struct {
	// Type is the type that xsi:type names, the zero name if there is none.
	Type QName

	// Attrs are the attributes, but for those of XML Schema itself.
	Attrs []Attr

	// Content is the markup of the content. It stands alone: the elements in it
	// declare the namespaces that they use. What is sent has to be such markup;
	// text in it is escaped.
	Content string
}

// NewText returns an element with text for its content, without a type.
func NewText(text string) AnyType {
	return AnyType{Content: escapeText(text)}
}

func escapeText(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;").Replace(text)
}
