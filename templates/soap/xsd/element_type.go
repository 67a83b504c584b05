package xsd

import "slices"

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
