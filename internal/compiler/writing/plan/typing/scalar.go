package typing

import (
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

func plain(goType, kind string) *ir.Scalar {
	return &ir.Scalar{Go: goType, Kind: kind}
}

func text(kind string) *ir.Scalar {
	return &ir.Scalar{Go: "string", Kind: kind}
}

// xsdScalar returns a type of the run-time's package xsd.
func xsdScalar(name string) *ir.Scalar {
	return &ir.Scalar{Go: name, Package: "xsd", Kind: name}
}

// integer returns the type Integer with a bound that the decoder checks.
func integer(kind string) *ir.Scalar {
	return &ir.Scalar{Go: "Integer", Package: "xsd", Kind: kind}
}

// anySimple returns the type for text that may be a qualified name.
func anySimple(kind string) *ir.Scalar {
	return &ir.Scalar{Go: "AnySimple", Package: "xsd", Kind: kind}
}

// scalars maps the built-in types to Go types, except lists, and strings whose kind
// follows from their white space. If Go's
// own types cannot represent all values, the Go type is one of the run-time's
// package xsd.
var scalars = map[string]*ir.Scalar{
	"anyURI":        text("AnyURI"),
	"language":      text("Language"),
	"Name":          text("Name"),
	"NCName":        text("NCName"),
	"NMTOKEN":       text("NMTOKEN"),
	"ID":            text("ID"),
	"IDREF":         text("IDREF"),
	"ENTITY":        text("ENTITY"),
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
	"dateTime":      xsdScalar("DateTime"),
	"date":          xsdScalar("Date"),
	"time":          xsdScalar("Time"),
	"gYear":         xsdScalar("GYear"),
	"gYearMonth":    xsdScalar("GYearMonth"),
	"gMonthDay":     xsdScalar("GMonthDay"),
	"gDay":          xsdScalar("GDay"),
	"gMonth":        xsdScalar("GMonth"),
	"duration":      xsdScalar("Duration"),
	"decimal":       xsdScalar("Decimal"),
	"integer":       xsdScalar("Integer"),
	"QName":         xsdScalar("QName"),
	"NOTATION":      {Go: "QName", Package: "xsd", Kind: "Notation"},
	"anySimpleType": anySimple("AnySimple"),
	"base64Binary":  {Go: "[]byte", HasNil: true, Kind: "Base64"},
	"hexBinary":     {Go: "[]byte", HasNil: true, Kind: "Hex"},

	"nonNegativeInteger": integer("NonNegativeInteger"),
	"positiveInteger":    integer("PositiveInteger"),
	"nonPositiveInteger": integer("NonPositiveInteger"),
	"negativeInteger":    integer("NegativeInteger"),
}

// WhiteSpace maps the values of the WhiteSpace facet to the types for strings (XML
// Schema part 2, section 4.3.6).
var WhiteSpace = map[string]*ir.Scalar{
	"preserve": text("String"),
	"replace":  text("NormalizedString"),
	"collapse": text("Token"),
}

// textOrName is the type for unions that have qualified names and other types as
// members.
var textOrName = anySimple("TextOrName")

// asText returns the type for simple content. There xsi:type names the
// complex type, not the type of the text.
func asText(s *ir.Scalar) *ir.Scalar {
	if s.Kind != "AnySimple" {
		return s
	}
	text := *s
	text.Kind = "AnySimpleText"
	return &text
}

// builtinScalar returns the Go type for the built-in type that an atomic type, or
// anySimpleType, is derived from.
func builtinScalar(t *xsd.SimpleType) *ir.Scalar {
	for b := t; b != nil; b = b.Base {
		if s := scalars[b.Name.Local]; s != nil && b.Builtin && b != xsd.AnySimpleType {
			return s
		}
	}
	if t.Primitive == nil || t.Primitive.Name.Local != "string" {
		return scalars["anySimpleType"]
	}
	if s := WhiteSpace[t.Whitespace()]; s != nil {
		return s
	}
	return WhiteSpace["preserve"]
}

// unionScalar returns the Go type for a union: a string with the lexical form,
// which determines the member type; or a type with namespaces if qualified names
// are among the members.
func unionScalar(t *xsd.SimpleType) *ir.Scalar {
	members := make(map[*xsd.SimpleType]bool)
	collectMembers(t, members)
	var names, others, spaces bool
	for m := range members {
		if m.Variety == xsd.Union {
			continue
		}
		if holdsNames(m) {
			names = true
		} else {
			others = true
		}
		spaces = spaces || m.Variety != xsd.List && m.Whitespace() != "collapse"
	}
	switch {
	case names && !others:
		return scalars["QName"]
	case names:
		return textOrName
	case spaces:
		return WhiteSpace["preserve"]
	}
	return WhiteSpace["collapse"]
}

// collectMembers collects the members of a union, including the members of nested
// unions.
func collectMembers(t *xsd.SimpleType, members map[*xsd.SimpleType]bool) {
	for _, m := range t.Members {
		if !members[m] {
			members[m] = true
			collectMembers(m, members)
		}
	}
}

func holdsNames(t *xsd.SimpleType) bool {
	return t.Primitive != nil && (t.Primitive.Name.Local == "QName" || t.Primitive.Name.Local == "NOTATION")
}

// HoldsNames reports whether values of a type may be qualified names, or have some as items.
func HoldsNames(t *xsd.SimpleType) bool {
	switch t.Variety {
	case xsd.List:
		return HoldsNames(t.Item)
	case xsd.Union:
		members := make(map[*xsd.SimpleType]bool)
		collectMembers(t, members)
		for m := range members {
			if m.Variety != xsd.Union && HoldsNames(m) {
				return true
			}
		}
		return false
	}
	return holdsNames(t)
}

// SameForm reports whether two types have the same underlying Go type.
func SameForm(s *ir.Scalar, other *ir.Scalar) bool {
	if s.Item != nil || other.Item != nil {
		return s.Item != nil && other.Item != nil && SameForm(s.Item, other.Item)
	}
	return s.Go == other.Go
}
