package descriptor

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// kindNames has the names of all kinds, in the order of the constants. A name is what the
// constant has after "Kind"; plans have the same names.
var kindNames = strings.Fields("None String NormalizedString Token AnyURI Language Name NCName NMTOKEN ID IDREF ENTITY Bool Int8 " +
	"Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float32 Float64 DateTime Date Time Duration GYear " +
	"GYearMonth GMonthDay GDay GMonth Decimal Integer NonNegativeInteger PositiveInteger " +
	"NonPositiveInteger NegativeInteger Base64 Hex QName Notation AnySimple AnySimpleText TextOrName Reader " +
	"AnyType RawXML List Struct Poly Items Member Base BaseAttributes AnyAttributes Text IsNil XSITypes " +
	"Sizes MediaType Inherited")

// kindOf returns the kind with a name, and 0 if there is none.
func kindOf(name string) schema.Kind { return schema.Kind(max(slices.Index(kindNames, name), 0)) }

// builtinName returns the name that the run-time has for the type of a kind; "" if
// values may have others.
func builtinName(name string) string { return BuiltinName(kindOf(name)) }

// BuiltinName returns the local name of the type of XML Schema whose values a kind has,
// "" if there is none.
func BuiltinName(k schema.Kind) string {
	if k >= kind.AnySimple && k != kind.Reader {
		return ""
	}
	return k.TypeName()
}
