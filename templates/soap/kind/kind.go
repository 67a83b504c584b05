// Package kind lists the kinds of rows: what a row describes, and how its value is read and written. It is for programs that
// describe types; generated code and programs that use it have struct tags instead.
package kind

import "example.com/quartet/templates/soap/internal/codec"

// The kinds of rows with a field. Package codec has more of them, for other simple types.
const (
	String             = codec.KindString             // string, as it is
	NormalizedString   = codec.KindNormalizedString   // string, each tab and line end read as a space
	Token              = codec.KindToken              // string, read with white space collapsed
	ENTITY             = codec.KindENTITY             // string: xs:ENTITY
	Bool               = codec.KindBool               // bool
	Int32              = codec.KindInt32              // int32: xs:int
	Uint8              = codec.KindUint8              // uint8: xs:unsignedByte
	Float32            = codec.KindFloat32            // float32: xs:float
	Float64            = codec.KindFloat64            // float64: xs:double
	NonNegativeInteger = codec.KindNonNegativeInteger // Integer
	PositiveInteger    = codec.KindPositiveInteger    // Integer
	NonPositiveInteger = codec.KindNonPositiveInteger // Integer
	NegativeInteger    = codec.KindNegativeInteger    // Integer
	Base64             = codec.KindBase64             // []byte; nil is absent
	Hex                = codec.KindHex                // []byte; nil is absent
	QName              = codec.KindQName              // QName
	Notation           = codec.KindNotation           // QName: xs:NOTATION
	AnySimple          = codec.KindAnySimple          // AnySimple, with its xsi:type
	AnySimpleText      = codec.KindAnySimpleText      // AnySimple, where xsi:type is not the type of the text
	TextOrName         = codec.KindTextOrName         // AnySimple: a union some of whose members are names
	Reader             = codec.KindReader             // io.Reader: an xs:base64Binary; nil is absent
	AnyType            = codec.KindAnyType            // AnyType
	RawXML             = codec.KindRawXML             // RawXML: what a wildcard allows, or an element as it is; "" is absent
	List               = codec.KindList               // a slice, the Go type of Of, whose only row describes the items
	Struct             = codec.KindStruct             // the Go type of Of
	Poly               = codec.KindPoly               // an interface that the Go types of Of and of all types derived from it implement
	Items              = codec.KindItems              // []T, where T is the Go type of Of: the elements of a repeated group, one in each item, in their order
	Member             = codec.KindMember             // *T or []T, where T is the Go type of Of: one element of a substitution group, whose members are the rows of Of
	Base               = codec.KindBase               // the first field, embedded: the rows of Of come first; Any replaces the wildcard for its attributes
	BaseAttributes     = codec.KindBaseAttributes     // the same for attributes only: the elements of Of are not used
	AnyAttributes      = codec.KindAnyAttributes      // []Attr: what a wildcard for attributes allows
	Text               = codec.KindText               // string: the text between elements, in an item of mixed content
	IsNil              = codec.KindIsNil              // bool: the element is nil, which keeps its attributes
	XSITypes           = codec.KindXSITypes           // xsd.ElementTypes: the types that xsi:type names in elements of simple types
	Sizes              = codec.KindSizes              // []int: the sizes of an array of SOAP encoding with several dimensions
	MediaType          = codec.KindMediaType          // string: the media type of an attachment
)

// Inherited is the kind of rows without a field: an inherited element; if there are any, they give the order of all.
const Inherited = codec.KindInherited
