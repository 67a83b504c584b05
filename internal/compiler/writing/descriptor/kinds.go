package descriptor

import "example.com/quartet/templates/soap/schema"

// A kind has the name that its constant has after "Kind", which the plan has, too.
type kind struct {
	name    string
	builtin string // the type of XML Schema whose name values of the kind have in xsi:type
}

var kinds = [...]kind{
	schema.KindString:             {"String", "string"},
	schema.KindNormalizedString:   {"NormalizedString", "normalizedString"},
	schema.KindToken:              {"Token", "token"},
	schema.KindAnyURI:             {"AnyURI", "anyURI"},
	schema.KindLanguage:           {"Language", "language"},
	schema.KindName:               {"Name", "Name"},
	schema.KindNCName:             {"NCName", "NCName"},
	schema.KindNMTOKEN:            {"NMTOKEN", "NMTOKEN"},
	schema.KindID:                 {"ID", "ID"},
	schema.KindIDREF:              {"IDREF", "IDREF"},
	schema.KindENTITY:             {"ENTITY", "ENTITY"},
	schema.KindBool:               {"Bool", "boolean"},
	schema.KindInt8:               {"Int8", "byte"},
	schema.KindInt16:              {"Int16", "short"},
	schema.KindInt32:              {"Int32", "int"},
	schema.KindInt64:              {"Int64", "long"},
	schema.KindUint8:              {"Uint8", "unsignedByte"},
	schema.KindUint16:             {"Uint16", "unsignedShort"},
	schema.KindUint32:             {"Uint32", "unsignedInt"},
	schema.KindUint64:             {"Uint64", "unsignedLong"},
	schema.KindFloat32:            {"Float32", "float"},
	schema.KindFloat64:            {"Float64", "double"},
	schema.KindDateTime:           {"DateTime", "dateTime"},
	schema.KindDate:               {"Date", "date"},
	schema.KindTime:               {"Time", "time"},
	schema.KindDuration:           {"Duration", "duration"},
	schema.KindGYear:              {"GYear", "gYear"},
	schema.KindGYearMonth:         {"GYearMonth", "gYearMonth"},
	schema.KindGMonthDay:          {"GMonthDay", "gMonthDay"},
	schema.KindGDay:               {"GDay", "gDay"},
	schema.KindGMonth:             {"GMonth", "gMonth"},
	schema.KindDecimal:            {"Decimal", "decimal"},
	schema.KindInteger:            {"Integer", "integer"},
	schema.KindNonNegativeInteger: {"NonNegativeInteger", "nonNegativeInteger"},
	schema.KindPositiveInteger:    {"PositiveInteger", "positiveInteger"},
	schema.KindNonPositiveInteger: {"NonPositiveInteger", "nonPositiveInteger"},
	schema.KindNegativeInteger:    {"NegativeInteger", "negativeInteger"},
	schema.KindBase64:             {"Base64", "base64Binary"},
	schema.KindHex:                {"Hex", "hexBinary"},
	schema.KindQName:              {"QName", "QName"},
	schema.KindNotation:           {"Notation", "NOTATION"},
	schema.KindAnySimple:          {name: "AnySimple"},
	schema.KindAnySimpleText:      {name: "AnySimpleText"},
	schema.KindTextOrName:         {name: "TextOrName"},
	schema.KindAnyType:            {name: "AnyType"},
	schema.KindRawXML:             {name: "RawXML"},
	schema.KindList:               {name: "List"},
	schema.KindStruct:             {name: "Struct"},
	schema.KindPoly:               {name: "Poly"},
	schema.KindItems:              {name: "Items"},
	schema.KindMember:             {name: "Member"},
	schema.KindBase:               {name: "Base"},
	schema.KindBaseAttributes:     {name: "BaseAttributes"},
	schema.KindAnyAttributes:      {name: "AnyAttributes"},
	schema.KindText:               {name: "Text"},
	schema.KindIsNil:              {name: "IsNil"},
	schema.KindXSITypes:           {name: "XSITypes"},
	schema.KindSizes:              {name: "Sizes"},
	schema.KindMediaType:          {name: "MediaType"},
	schema.KindSequence:           {name: "Sequence"},
	schema.KindChoice:             {name: "Choice"},
	schema.KindAll:                {name: "All"},
	schema.KindEnd:                {name: "End"},
	schema.KindProhibited:         {name: "Prohibited"},
	schema.KindInherited:          {name: "Inherited"},
}

// KindName returns the name of a kind: Token for [schema.KindToken]. It is "" for
// [schema.KindNone].
func KindName(k schema.Kind) string { return kinds[k].name }

// kindOf returns the kind with a name.
func kindOf(name string) schema.Kind {
	for k := range kinds {
		if kinds[k].name == name {
			return schema.Kind(k)
		}
	}
	return schema.KindNone
}

// builtinName returns the name that the run-time has for the type of a kind; "" if
// values may have others.
func builtinName(name string) string { return kinds[kindOf(name)].builtin }

// BuiltinName returns the local name of the type of XML Schema whose values a kind has,
// "" if there is none.
func BuiltinName(k schema.Kind) string { return kinds[k].builtin }
