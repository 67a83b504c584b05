package plan

import "example.com/quartet/internal/xsd"

func plain(goType, method string) *Scalar {
	return &Scalar{Go: goType, Read: method, Write: method, Attr: method}
}

func text(read string) *Scalar {
	return &Scalar{Go: "string", Read: read, Write: "String", Attr: "AttrString"}
}

// support is a type of the run-time support.
func support(name string) *Scalar {
	return &Scalar{Go: name, Support: true, Read: name, Write: name, Attr: name}
}

// integer is the type without bounds, or with one, that the decoder looks at.
func integer(read string) *Scalar {
	return &Scalar{Go: "Integer", Support: true, Read: read, Write: "Integer", Attr: "Integer"}
}

// scalars maps the built-in types to Go. Types whose values Go's own types
// would lose or cannot hold are types of the run-time support.
var scalars = map[string]*Scalar{
	"string":        text("String"),
	"anyURI":        text("Token"),
	"boolean":       plain("bool", "Bool"),
	"byte":          plain("int8", "Int8"),
	"short":         plain("int16", "Int16"),
	"int":           plain("int32", "Int32"),
	"long":          plain("int64", "Int64"),
	"unsignedByte":  plain("uint8", "Uint8"),
	"unsignedShort": plain("uint16", "Uint16"),
	"unsignedInt":   plain("uint32", "Uint32"),
	"unsignedLong":  plain("uint64", "Uint64"),
	"float":         plain("float32", "Float32"),
	"double":        plain("float64", "Float64"),
	"dateTime":      support("DateTime"),
	"date":          support("Date"),
	"time":          support("Time"),
	"gYear":         support("GYear"),
	"gYearMonth":    support("GYearMonth"),
	"gMonthDay":     support("GMonthDay"),
	"gDay":          support("GDay"),
	"gMonth":        support("GMonth"),
	"duration":      support("Duration"),
	"decimal":       support("Decimal"),
	"integer":       support("Integer"),

	"nonNegativeInteger": integer("NonNegativeInteger"),
	"positiveInteger":    integer("PositiveInteger"),
	"nonPositiveInteger": integer("NonPositiveInteger"),
	"negativeInteger":    integer("NegativeInteger"),

	"base64Binary": {Go: "[]byte", HasNil: true, Read: "Base64", Write: "Base64", Attr: "Base64"},
	"hexBinary":    {Go: "[]byte", HasNil: true, Read: "Hex", Write: "Hex", Attr: "Hex"},
}

// whiteSpace gives the strings of each kind their way to be read (XML Schema
// part 2, section 4.3.6).
var whiteSpace = map[string]*Scalar{
	"preserve": text("String"),
	"replace":  text("NormalizedString"),
	"collapse": text("Token"),
}

// scalarOf returns the Go type for a simple type, nil if there is none.
func scalarOf(t *xsd.SimpleType) *Scalar {
	if t.Variety != xsd.Atomic || t.Primitive == nil {
		return nil
	}
	if t.Primitive.Name.Local == "string" {
		return whiteSpace[t.Whitespace()]
	}
	for ; t != nil; t = t.Base {
		if s := scalars[t.Name.Local]; s != nil && t.Builtin {
			return s
		}
	}
	return nil
}

// constrains reports whether a type that is not built in restricts its values
// in a way that the codec does not check.
func constrains(t *xsd.SimpleType) bool {
	for ; t != nil && !t.Builtin; t = t.Base {
		for _, f := range t.Facets {
			if f.Kind != xsd.WhiteSpace {
				return true
			}
		}
	}
	return false
}
