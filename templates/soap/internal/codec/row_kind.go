package codec

import (
	"math"
	"reflect"
	"slices"
	"strconv"

	"example.com/quartet/templates/soap/xsd"
)

// Kind says what a row describes, and how its value is read and written.
type Kind uint8

// The simple types of XML Schema. The Go type of a value is the one that the
// comment names or, if the row has Of, a type whose underlying type that is.
const (
	KindNone               Kind = iota
	KindString                  // string, as it is
	KindNormalizedString        // string, each tab and line end read as a space
	KindToken                   // string, read with white space collapsed
	KindAnyURI                  // string: xs:anyURI
	KindLanguage                // string: xs:language
	KindName                    // string: xs:Name
	KindNCName                  // string: xs:NCName
	KindNMTOKEN                 // string: xs:NMTOKEN
	KindID                      // string: xs:ID
	KindIDREF                   // string: xs:IDREF
	KindENTITY                  // string: xs:ENTITY
	KindBool                    // bool
	KindInt8                    // int8: xs:byte
	KindInt16                   // int16: xs:short
	KindInt32                   // int32: xs:int
	KindInt64                   // int64: xs:long
	KindUint8                   // uint8: xs:unsignedByte
	KindUint16                  // uint16: xs:unsignedShort
	KindUint32                  // uint32: xs:unsignedInt
	KindUint64                  // uint64: xs:unsignedLong
	KindFloat32                 // float32: xs:float
	KindFloat64                 // float64: xs:double
	KindDateTime                // DateTime
	KindDate                    // Date
	KindTime                    // Time
	KindDuration                // Duration
	KindGYear                   // GYear
	KindGYearMonth              // GYearMonth
	KindGMonthDay               // GMonthDay
	KindGDay                    // GDay
	KindGMonth                  // GMonth
	KindDecimal                 // Decimal
	KindInteger                 // Integer
	KindNonNegativeInteger      // Integer
	KindPositiveInteger         // Integer
	KindNonPositiveInteger      // Integer
	KindNegativeInteger         // Integer
	KindBase64                  // []byte; nil is absent
	KindHex                     // []byte; nil is absent
	KindQName                   // QName
	KindNotation                // QName: xs:NOTATION
	KindAnySimple               // AnySimple, with its xsi:type
	KindAnySimpleText           // AnySimple, where xsi:type is not the type of the text
	KindTextOrName              // AnySimple: a union some of whose members are names
	KindReader                  // io.Reader: an xs:base64Binary; nil is absent
	KindAnyType                 // AnyType
	KindRawXML                  // RawXML: what a wildcard allows, or an element as it is; "" is absent

	lastScalar = KindRawXML
)

// Other values and fields.
const (
	KindList   Kind = iota + lastScalar + 1 // a slice, the Go type of Of, whose only row describes the items
	KindStruct                              // the Go type of Of
	KindPoly                                // an interface that the Go types of Of and of all types derived from it implement
	KindItems                               // []T, where T is the Go type of Of: the elements of a repeated group, one in each item, in their order
	KindMember                              // *T or []T, where T is the Go type of Of: one element of a substitution group, whose members are the rows of Of

	KindBase           // the first field, embedded: the rows of Of come first; Any replaces the wildcard for its attributes
	KindBaseAttributes // the same for attributes only: the elements of Of are not used
	KindAnyAttributes  // []Attr: what a wildcard for attributes allows
	KindText           // string: the text between elements, in an item of mixed content
	KindIsNil          // bool: the element is nil, which keeps its attributes
	KindXSITypes       // xsd.ElementTypes: the types that xsi:type names in elements of simple types
	KindSizes          // []int: the sizes of an array of SOAP encoding with several dimensions
	KindMediaType      // string: the media type of an attachment

	KindInherited // without a field: an inherited element; if there are any, they give the order of all
)

func (k Kind) inherits() bool { return k == KindBase || k == KindBaseAttributes }

// composite reports whether a field of the kind holds elements of several names.
func (k Kind) composite() bool { return k == KindItems || k == KindMember }

// Array is the array that an item belongs to.
type Array struct {
	Style    ArrayStyle
	Rank     int    // number of dimensions
	NS       int32  // namespace of the type of the items
	Name     string // its local name
	Brackets string // brackets after the name, if the items are arrays
}

// ArrayStyle reads and writes arrays of SOAP encoding (SOAP 1.1, section 5.4.2).
type ArrayStyle interface {
	Enter(d *Decoder, rank int) (sizes []int)
	Next(d *Decoder) bool
	Leave(d *Decoder, rank int, sizes []int, n int)
	Open(e *Encoder, item string, rank int, sizes []int, n int)
}

// scalar reads and writes the values of a simple type.
type scalar struct {
	name   string // name of the type in XML Schema
	typ    reflect.Type
	hasNil bool // the Go type has a nil, which is a value that is absent
	read   func(*Decoder, pointer)
	readTo func(*Decoder) pointer // a new value
	write  func(*Encoder, string, pointer, string)
	attr   func(*Encoder, string, pointer, string)
}

func newScalar[T any](name string, read func(*Decoder) T, write, attr func(*Encoder, string, T, string)) scalar {
	return scalar{
		name: name,
		typ:  reflect.TypeFor[T](),
		read: func(d *Decoder, p pointer) { *at[T](p) = read(d) },
		readTo: func(d *Decoder) pointer {
			v := read(d)
			return pointerTo(&v)
		},
		write: func(e *Encoder, open string, p pointer, end string) { write(e, open, *at[T](p), end) },
		attr:  func(e *Encoder, open string, p pointer, end string) { attr(e, open, *at[T](p), end) },
	}
}

func textScalar(name string, read func(*Decoder) string) scalar {
	return newScalar(name, read, (*Encoder).String, (*Encoder).AttrString)
}

func plainScalar[T any](name string, read func(*Decoder) T, write func(*Encoder, string, T, string)) scalar {
	return newScalar(name, read, write, write)
}

// signedScalar is a type of integers from low to high.
func signedScalar[T int8 | int16 | int32 | int64](name string, low, high int64) scalar {
	typ := "xs:" + name
	return plainScalar(name,
		func(d *Decoder) T { return T(d.integer(typ, low, high)) },
		func(e *Encoder, open string, v T, end string) {
			e.Buf = append(strconv.AppendInt(append(e.Buf, open...), int64(v), 10), end...)
		})
}

// unsignedScalar is a type of integers from 0 to high.
func unsignedScalar[T uint8 | uint16 | uint32 | uint64](name string, high uint64) scalar {
	typ := "xs:" + name
	return plainScalar(name,
		func(d *Decoder) T { return T(d.unsigned(typ, high)) },
		func(e *Encoder, open string, v T, end string) {
			e.Buf = append(strconv.AppendUint(append(e.Buf, open...), uint64(v), 10), end...)
		})
}

// floatScalar is a type of floating-point numbers.
func floatScalar[T float32 | float64](name string, bits int) scalar {
	typ := "xs:" + name
	return plainScalar(name,
		func(d *Decoder) T { return T(d.float(typ, bits)) },
		func(e *Encoder, open string, v T, end string) { e.float(open, float64(v), bits, end) })
}

func withNil(s scalar) scalar {
	s.hasNil = true
	return s
}

// scalars are the simple types of XML Schema by kind.
var scalars = [...]scalar{
	KindString:             textScalar("string", (*Decoder).String),
	KindNormalizedString:   textScalar("normalizedString", (*Decoder).normalizedString),
	KindToken:              textScalar("token", (*Decoder).token),
	KindAnyURI:             textScalar("anyURI", (*Decoder).token),
	KindLanguage:           textScalar("language", (*Decoder).token),
	KindName:               textScalar("Name", (*Decoder).token),
	KindNCName:             textScalar("NCName", (*Decoder).token),
	KindNMTOKEN:            textScalar("NMTOKEN", (*Decoder).token),
	KindID:                 textScalar("ID", (*Decoder).token),
	KindIDREF:              textScalar("IDREF", (*Decoder).token),
	KindENTITY:             textScalar("ENTITY", (*Decoder).token),
	KindBool:               plainScalar("boolean", (*Decoder).bool, (*Encoder).bool),
	KindInt8:               signedScalar[int8]("byte", math.MinInt8, math.MaxInt8),
	KindInt16:              signedScalar[int16]("short", math.MinInt16, math.MaxInt16),
	KindInt32:              signedScalar[int32]("int", math.MinInt32, math.MaxInt32),
	KindInt64:              signedScalar[int64]("long", math.MinInt64, math.MaxInt64),
	KindUint8:              unsignedScalar[uint8]("unsignedByte", math.MaxUint8),
	KindUint16:             unsignedScalar[uint16]("unsignedShort", math.MaxUint16),
	KindUint32:             unsignedScalar[uint32]("unsignedInt", math.MaxUint32),
	KindUint64:             unsignedScalar[uint64]("unsignedLong", math.MaxUint64),
	KindFloat32:            floatScalar[float32]("float", 32),
	KindFloat64:            floatScalar[float64]("double", 64),
	KindDateTime:           plainScalar("dateTime", (*Decoder).dateTime, (*Encoder).dateTime),
	KindDate:               xsdScalar[xsd.Date]("date"),
	KindTime:               xsdScalar[xsd.Time]("time"),
	KindDuration:           xsdScalar[xsd.Duration]("duration"),
	KindGYear:              xsdScalar[xsd.GYear]("gYear"),
	KindGYearMonth:         xsdScalar[xsd.GYearMonth]("gYearMonth"),
	KindGMonthDay:          xsdScalar[xsd.GMonthDay]("gMonthDay"),
	KindGDay:               xsdScalar[xsd.GDay]("gDay"),
	KindGMonth:             xsdScalar[xsd.GMonth]("gMonth"),
	KindDecimal:            plainScalar("decimal", (*Decoder).decimal, putValue[xsd.Decimal]),
	KindInteger:            integerScalar("integer", -1, 1),
	KindNonNegativeInteger: integerScalar("nonNegativeInteger", 0, 1),
	KindPositiveInteger:    integerScalar("positiveInteger", 1, 1),
	KindNonPositiveInteger: integerScalar("nonPositiveInteger", -1, 0),
	KindNegativeInteger:    integerScalar("negativeInteger", -1, -1),
	KindBase64:             withNil(newScalar("base64Binary", (*Decoder).base64, (*Encoder).base64, (*Encoder).attrBase64)),
	KindHex:                withNil(plainScalar("hexBinary", (*Decoder).hex, (*Encoder).hex)),
	KindQName:              plainScalar("QName", (*Decoder).qName, (*Encoder).qName),
	KindNotation:           plainScalar("NOTATION", (*Decoder).qName, (*Encoder).qName),
	KindAnySimple:          newScalar("anySimpleType", (*Decoder).anySimple, (*Encoder).anySimple, (*Encoder).attrAnySimple),
	KindAnySimpleText:      newScalar("anySimpleType", (*Decoder).anySimpleText, (*Encoder).anySimpleText, (*Encoder).attrAnySimple),
	KindTextOrName:         newScalar("anySimpleType", (*Decoder).textOrName, (*Encoder).anySimpleText, (*Encoder).attrAnySimple),
	KindReader:             withNil(newScalar("base64Binary", (*Decoder).reader, (*Encoder).reader, (*Encoder).reader)),
	KindAnyType:            plainScalar("anyType", (*Decoder).anyType, (*Encoder).anyType),
	KindRawXML:             withNil(plainScalar("anyType", (*Decoder).RawXML, (*Encoder).RawXML)),
}

// IsNumber reports whether values of the kind are numbers.
func (k Kind) IsNumber() bool {
	return KindInt8 <= k && k <= KindFloat64 || KindDecimal <= k && k <= KindNegativeInteger
}

// What is declared below is for implementations of ArrayStyle.

// CountItem counts an item of an array, which the current element is. It reports
// false, with an error, if there are more than the limits allow.
func (d *Decoder) CountItem() bool {
	if d.items++; d.items > d.lim.Items {
		d.FailTag("more than %d items", d.lim.Items)
		return false
	}
	return d.Interrupt == nil || !d.Interrupted()
}

// CheckSizes reports whether an array of rank dimensions with the sizes has n
// items. If not, it records an error in the element or member with that name;
// without a name, in the element whose start tag has been written last.
func (e *Encoder) CheckSizes(name string, rank int, sizes []int, n int) bool {
	if len(sizes) == rank && MatrixSize(sizes, n) == n {
		return true
	}
	e.fail(name, "an array of %d dimensions, with %d items and the sizes %v", rank, n, sizes)
	return false
}

// MatrixSize returns the product of sizes if it is n, and else another number.
func MatrixSize(sizes []int, n int) int {
	if len(sizes) > 0 && slices.Min(sizes) == 0 {
		return 0
	}
	total := 1
	for _, size := range sizes {
		if size < 0 || size > n || total > n {
			return -1
		}
		total *= size
	}
	return total
}
