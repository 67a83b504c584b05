package typing

import (
	"cmp"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/lexical"
)

func text(kind string) *ir.Scalar { return &ir.Scalar{Go: "string", Kind: kind} }

// anySimple returns the type for text that may be a qualified name.
func anySimple(kind string) *ir.Scalar {
	return &ir.Scalar{Go: "AnySimple", Package: "xsd", Kind: kind}
}

// scalars maps the built-in types to Go types, except lists, and strings whose kind
// follows from their white space. If Go's
// own types cannot represent all values, the Go type is one of the run-time's
// package xsd.
var scalars = func() map[string]*ir.Scalar {
	all := map[string]*ir.Scalar{
		"boolean":       {Go: "bool", Kind: "Bool"},
		"byte":          {Go: "int8", Kind: "Int8"},
		"short":         {Go: "int16", Kind: "Int16"},
		"int":           {Go: "int32", Kind: "Int32"},
		"long":          {Go: "int64", Kind: "Int64"},
		"unsignedByte":  {Go: "uint8", Kind: "Uint8"},
		"unsignedShort": {Go: "uint16", Kind: "Uint16"},
		"unsignedInt":   {Go: "uint32", Kind: "Uint32"},
		"unsignedLong":  {Go: "uint64", Kind: "Uint64"},
		"float":         {Go: "float32", Kind: "Float32"},
		"double":        {Go: "float64", Kind: "Float64"},
		"NOTATION":      {Go: "QName", Package: "xsd", Kind: "Notation"},
		"anySimpleType": anySimple("AnySimple"),
		"base64Binary":  {Go: "[]byte", HasNil: true, Kind: "Base64"},
		"hexBinary":     {Go: "[]byte", HasNil: true, Kind: "Hex"},
	}
	// The kinds of other types have their names. Those of the run-time's package xsd do, too, except for integers with a bound,
	// which the decoder checks.
	add := func(names, goType, pkg string) {
		for _, name := range strings.Fields(names) {
			kind := strings.ToUpper(name[:1]) + name[1:]
			all[name] = &ir.Scalar{Go: cmp.Or(goType, kind), Package: pkg, Kind: kind}
		}
	}
	add("anyURI language Name NCName NMTOKEN ID IDREF ENTITY", "string", "")
	add("dateTime date time gYear gYearMonth gMonthDay gDay gMonth duration decimal integer QName", "", "xsd")
	add("nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger", "Integer", "xsd")
	return all
}()

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
	return cmp.Or(WhiteSpace[t.Whitespace()], WhiteSpace["preserve"])
}

// unionScalar returns the Go type for a union: a string with the lexical form,
// which determines the member type; or a type with namespaces if qualified names
// are among the members.
func unionScalar(t *xsd.SimpleType) *ir.Scalar {
	switch {
	case t.MemberKinds.Has(xsd.QNameMember) && !t.MemberKinds.Has(xsd.OtherMember):
		return scalars["QName"]
	case t.MemberKinds.Has(xsd.QNameMember):
		return textOrName
	case t.MemberKinds.Has(xsd.PreservesSpaceMember):
		return WhiteSpace["preserve"]
	}
	return WhiteSpace["collapse"]
}

// SameForm reports whether two types have the same underlying Go type.
func SameForm(s *ir.Scalar, other *ir.Scalar) bool {
	if s.Item != nil || other.Item != nil {
		return s.Item != nil && other.Item != nil && SameForm(s.Item, other.Item)
	}
	return s.Go == other.Go
}

// lexicalForms has results of Keeps by type, as they are made from samples of patterns.
type lexicalForms map[*xsd.SimpleType]bool

// Scalar returns the Go type for an atomic type, or anySimpleType: a string with the
// lexical form if a pattern of the type, or of a type that it restricts, demands it.
func (l lexicalForms) Scalar(t *xsd.SimpleType) *ir.Scalar {
	if l.Keeps(t) {
		return WhiteSpace["collapse"]
	}
	return builtinScalar(t)
}

// Keeps reports whether values of a type have to keep their lexical form.
func (l lexicalForms) Keeps(t *xsd.SimpleType) bool {
	if t == nil || t.Builtin || t.Variety != xsd.Atomic {
		return false
	}
	known, ok := l[t]
	if !ok {
		known = l.Keeps(t.Base) || lexical.Constrains(t)
		l[t] = known
	}
	return known
}
