package validate

// builtinTypes are the built-in types (XML Schema part 2, section 3) as a schema text. \i and \c are those of XML 1.0,
// fifth edition.
const builtinTypes = `
type xs:anyType { mixed @<any lax> (<any lax>*) }
type xs:anySimpleType = xs:anyType
type xs:string = xs:anySimpleType
type xs:boolean = xs:anySimpleType whiteSpace "collapse"
type xs:decimal = xs:anySimpleType whiteSpace "collapse"
type xs:float = xs:anySimpleType whiteSpace "collapse"
type xs:double = xs:anySimpleType whiteSpace "collapse"
type xs:duration = xs:anySimpleType whiteSpace "collapse"
type xs:dateTime = xs:anySimpleType whiteSpace "collapse"
type xs:time = xs:anySimpleType whiteSpace "collapse"
type xs:date = xs:anySimpleType whiteSpace "collapse"
type xs:gYearMonth = xs:anySimpleType whiteSpace "collapse"
type xs:gYear = xs:anySimpleType whiteSpace "collapse"
type xs:gMonthDay = xs:anySimpleType whiteSpace "collapse"
type xs:gDay = xs:anySimpleType whiteSpace "collapse"
type xs:gMonth = xs:anySimpleType whiteSpace "collapse"
type xs:hexBinary = xs:anySimpleType whiteSpace "collapse"
type xs:base64Binary = xs:anySimpleType whiteSpace "collapse"
type xs:anyURI = xs:anySimpleType whiteSpace "collapse"
type xs:QName = xs:anySimpleType whiteSpace "collapse"
type xs:NOTATION = xs:anySimpleType whiteSpace "collapse"
type xs:normalizedString = xs:string whiteSpace "replace"
type xs:token = xs:normalizedString whiteSpace "collapse"
type xs:language = xs:token pattern "^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$"
type xs:NMTOKEN = xs:token
type xs:NMTOKENS = [list(xs:NMTOKEN)] minLength "1"
type xs:Name = xs:token
type xs:NCName = xs:Name
type xs:ID = xs:NCName
type xs:IDREF = xs:NCName
type xs:IDREFS = [list(xs:IDREF)] minLength "1"
type xs:ENTITY = xs:NCName
type xs:ENTITIES = [list(xs:ENTITY)] minLength "1"
type xs:integer = xs:decimal
type xs:nonPositiveInteger = xs:integer maxInclusive "0"
type xs:negativeInteger = xs:nonPositiveInteger maxInclusive "-1"
type xs:long = xs:integer minInclusive "-9223372036854775808" maxInclusive "9223372036854775807"
type xs:int = xs:long minInclusive "-2147483648" maxInclusive "2147483647"
type xs:short = xs:int minInclusive "-32768" maxInclusive "32767"
type xs:byte = xs:short minInclusive "-128" maxInclusive "127"
type xs:nonNegativeInteger = xs:integer minInclusive "0"
type xs:unsignedLong = xs:nonNegativeInteger maxInclusive "18446744073709551615"
type xs:unsignedInt = xs:unsignedLong maxInclusive "4294967295"
type xs:unsignedShort = xs:unsignedInt maxInclusive "65535"
type xs:unsignedByte = xs:unsignedShort maxInclusive "255"
type xs:positiveInteger = xs:nonNegativeInteger minInclusive "1"
`
