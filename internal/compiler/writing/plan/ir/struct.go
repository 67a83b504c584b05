package ir

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/templates/soap/xsd"
)

// ValueField is the name of the field for the value of simple content, unless an
// attribute has it.
const ValueField = "Value"

// Struct is a Go struct.
type Struct struct {
	Package      *Package // a package for a namespace; nil: the service's package
	Name         string
	Kind         string // "complex type", "element", "message", "item" or "group"; used in documentation, too
	WSDLName     string // local name in the contract
	Doc          string
	Base         *Struct       // the embedded struct: its attributes and elements come first
	Attrs        []*Field      // its own attributes, without the attributes of Base
	Fields       []*Field      // its own child elements in order, or the value of simple content
	Attachments  []*Attachment // attachments of a message
	Simple       bool          // simple content: the value is the only field of this struct or of a Base
	Mixed        bool          // mixed content: items hold the text between elements
	Order        []*Field      // fields of Base in the order in which they are written; nil for the order of Base
	ReplacesBase bool          // Fields hold the elements of Base, too; the fields of Base are not used

	// Text is the field for text, if Kind is "item" and the content is mixed.
	Text *Field

	Type Name // zero for an anonymous type, and if its namespace is not in the table

	// Set if fields may hold values of derived types.
	Abstract  bool
	Interface string // the interface of this type and its derived types; "" if there are none
	Getter    string // the method of Interface that returns the struct of this type

	// AnyAttrs is the field for the attributes that AnyAttribute allows; nil if
	// there is no such field, or if it is in Base.
	AnyAttrs     *Field
	AnyAttribute *Wildcard

	// IsNil is the field that says that the element is nil; nil if there is no such
	// field, or if it is in Base.
	IsNil *Field

	// XSITypes is the field for the types that xsi:type names in elements of simple types;
	// nil if there is no such field, or if it is in Base.
	XSITypes *Field

	Params  []*Field // parameters of an HTTP binding, in order; nil if the struct is not the request of one
	NoCodec bool     // only sent as parameters of an HTTP binding, never as XML
	Array   *Array   // set if it is an array of SOAP encoding
	Encoded bool     // used with SOAP encoding

	IsRequest bool // true for a request of an operation
	Choices   bool // Doc lists the fields for the parts of an xs:choice

	Pos diag.Pos
}

// Field is a struct field for an element, an attribute, a wildcard or content.
type Field struct {
	Name     string
	Wire     Name
	Doc      string
	Occurs   Occurs
	Nillable bool
	Must     bool // Many, but at least once
	Struct   *Struct
	Scalar   *Scalar
	Poly     bool      // the Go type is the interface of Struct
	Group    *Struct   // for an element with a substitution group: the struct for its members
	Items    *Struct   // for a repeated group: the struct for an item, which holds one element of the group
	Any      *Wildcard // for a wildcard; Scalar is RawXML
	Type     Name      // in the schema; zero for an anonymous type
	Encoded  bool      // SOAP encoding: the start tag has xsi:type
	Lax      bool      // One, but may be absent

	Fixed    *string  // the only value that the schema allows
	Declared Declared // set if Struct keeps xsi:type of its elements, and the value is simple

	// Fallback is the default or fixed value, which an empty element has; "" if
	// there is none, or if the empty string is a value of the type.
	Fallback string

	Pos diag.Pos
}

// HasXSI reports whether the start tag of the element may have xsi:nil or xsi:type.
func (f *Field) HasXSI() bool {
	return f.Nillable || f.Encoded || f.Poly || f.Scalar != nil && f.Scalar.Kind == "AnyType"
}

// IsTyped reports whether the start tag of the element has xsi:type because it is encoded. Values of some types write it themselves.
func (f *Field) IsTyped() bool {
	writesItself := f.Poly || f.Struct != nil && f.Struct.Array != nil || f.Scalar != nil && f.Scalar.Go == "AnySimple"
	return f.Encoded && f.Type.Local != "" && !writesItself
}

// Declared is the declared type of an element, which xsi:type replaces.
type Declared struct {
	Name       Name // zero if it is built in
	Restricted bool // the element has an anonymous restriction of the type
}

// Occurs is how often an element or attribute may occur.
type Occurs int

const (
	One Occurs = iota // exactly once
	Optional
	Many
)

// Wildcard holds the namespaces that an xs:any or xs:anyAttribute allows. The zero
// value allows all.
type Wildcard struct {
	xsd.Wildcard

	Spaces []string // URIs of all namespaces, as written in the contract
}

// Array describes an array of SOAP encoding.
type Array struct {
	Item *Field
	Rank int // number of dimensions

	ItemType Name   // the type of the items; if these are arrays, of the innermost items
	Brackets string // the brackets after the type name, if the items are arrays
}

// Elements returns the fields that are elements.
func (s *Struct) Elements() []*Field {
	if s.Array != nil {
		return []*Field{s.Array.Item}
	}
	return s.Fields
}

// IsSubstitutionGroup reports whether the struct is for a substitution group.
func (s *Struct) IsSubstitutionGroup() bool { return s.Kind == "group" }

// AddsNothing reports whether a struct has nothing but its base.
func (s *Struct) AddsNothing() bool {
	return s.Base != nil && len(s.Attrs) == 0 && len(s.Fields) == 0 && s.IsNil == nil && s.XSITypes == nil && s.AnyAttribute == s.Base.AnyAttribute
}

// OnlyList returns the field of a struct that consists of one repeated element of
// a simple type; nil for any other struct.
func (s *Struct) OnlyList() *Field {
	if s.Base != nil || s.Simple || s.Mixed || len(s.Attrs) > 0 || s.AnyAttrs != nil || len(s.Fields) != 1 {
		return nil
	}
	f := s.Fields[0]
	if f.Occurs != Many || f.Nillable || f.Scalar == nil || f.Any != nil || f.Items != nil {
		return nil
	}
	return f
}
