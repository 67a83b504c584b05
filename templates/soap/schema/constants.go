package schema

import "example.com/quartet/templates/soap/internal/codec"

// The content of an [Attachment], unless it is a document.
const (
	AttachedBytes = codec.AttachedBytes // the bytes of an xs:base64Binary or xs:hexBinary
	AttachedText  = codec.AttachedText  // the lexical form of a simple type
)

// XSINamespace is the namespace of xsi:type and xsi:nil.
const XSINamespace = codec.XSINamespace

// How often an element or attribute may be there; see [Occurs].
const (
	Optional   = codec.Optional   // 0..1
	Once       = codec.Once       // 1; inside a choice or an optional group the field is that of Optional
	Many       = codec.Many       // 0..n
	OnceOrMore = codec.OnceOrMore // 1..n
)

// Where the value of a field is; see [Place].
const (
	AtElement    = codec.AtElement
	AtAttribute  = codec.AtAttribute  // an attribute
	AtContent    = codec.AtContent    // simple content
	AtItem       = codec.AtItem       // an item of an array of SOAP encoding
	AtListItem   = codec.AtListItem   // an item of a list
	AtAttachment = codec.AtAttachment // a MIME part; codecs pass over it
)

// The kinds of rows with a field. Package codec has more of them, for other simple types.
const (
	KindString             = codec.KindString             // string, as it is
	KindNormalizedString   = codec.KindNormalizedString   // string, each tab and line end read as a space
	KindToken              = codec.KindToken              // string, read with white space collapsed
	KindENTITY             = codec.KindENTITY             // string: xs:ENTITY
	KindBool               = codec.KindBool               // bool
	KindInt32              = codec.KindInt32              // int32: xs:int
	KindUint8              = codec.KindUint8              // uint8: xs:unsignedByte
	KindFloat32            = codec.KindFloat32            // float32: xs:float
	KindFloat64            = codec.KindFloat64            // float64: xs:double
	KindNonNegativeInteger = codec.KindNonNegativeInteger // Integer
	KindPositiveInteger    = codec.KindPositiveInteger    // Integer
	KindNonPositiveInteger = codec.KindNonPositiveInteger // Integer
	KindNegativeInteger    = codec.KindNegativeInteger    // Integer
	KindBase64             = codec.KindBase64             // []byte; nil is absent
	KindHex                = codec.KindHex                // []byte; nil is absent
	KindQName              = codec.KindQName              // QName
	KindNotation           = codec.KindNotation           // QName: xs:NOTATION
	KindAnySimple          = codec.KindAnySimple          // AnySimple, with its xsi:type
	KindAnySimpleText      = codec.KindAnySimpleText      // AnySimple, where xsi:type is not that of the text
	KindTextOrName         = codec.KindTextOrName         // AnySimple: a union some of whose members are names
	KindAnyType            = codec.KindAnyType            // AnyType
	KindRawXML             = codec.KindRawXML             // RawXML: what a wildcard allows, or an element as it is; "" is absent
	KindList               = codec.KindList               // a slice, the Go type of Of, whose only row describes the items
	KindStruct             = codec.KindStruct             // the Go type of Of
	KindPoly               = codec.KindPoly               // an interface that the Go types of Of and of all types derived from it implement
	KindItems              = codec.KindItems              // []T, T that of Of: the elements of a repeated group, one in each item, in their order
	KindMember             = codec.KindMember             // *T or []T, T that of Of: one element of a substitution group, whose members are the rows of Of
	KindBase               = codec.KindBase               // the first field, embedded: the rows of Of come first; Any replaces the wildcard for its attributes
	KindBaseAttributes     = codec.KindBaseAttributes     // the same for attributes only: the elements of Of are not used
	KindAnyAttributes      = codec.KindAnyAttributes      // []Attr: what a wildcard for attributes allows
	KindText               = codec.KindText               // string: the text between elements, in an item of mixed content
	KindIsNil              = codec.KindIsNil              // bool: the element is nil, which keeps its attributes
	KindXSITypes           = codec.KindXSITypes           // xsd.ElementTypes: the types that xsi:type names in elements of simple types
	KindSizes              = codec.KindSizes              // []int: those of an array of SOAP encoding that has several dimensions
	KindMediaType          = codec.KindMediaType          // string: that of an attachment
)

// The kinds of rows without a field.
const (
	KindSequence   = codec.KindSequence   // begins a sequence; these three end with KindEnd
	KindChoice     = codec.KindChoice     // begins a choice
	KindAll        = codec.KindAll        // begins an xs:all
	KindEnd        = codec.KindEnd        // ends what was begun last
	KindProhibited = codec.KindProhibited // an inherited attribute that is not there
	KindInherited  = codec.KindInherited  // an inherited element: if there are any, they give the order of all
)

// How a type is derived; see [Derivations].
const (
	Restriction  = codec.Restriction
	Extension    = codec.Extension
	Substitution = codec.Substitution
)

// The kinds of identity constraints.
const (
	ConstraintUnique = codec.ConstraintUnique
	ConstraintKey    = codec.ConstraintKey
	ConstraintKeyRef = codec.ConstraintKeyRef
)
