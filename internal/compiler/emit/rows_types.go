package emit

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// kind returns the constant for the kind of a field, and a pointer to the description
// of its type, nil if that is one of XML Schema's.
func (e *emitter) kind(f *ir.Field) (kind string, of jen.Code) {
	switch {
	case f.Group != nil:
		return "KindMember", e.typeOfStruct(f.Group)
	case f.Items != nil:
		return "KindItems", e.typeOfStruct(f.Items)
	case f.Poly:
		return "KindPoly", e.typeOfStruct(f.Struct)
	case f.Struct != nil:
		return "KindStruct", e.typeOfStruct(f.Struct)
	}
	return e.scalarKind(f.Scalar)
}

// scalarKind is kind for a simple type.
func (e *emitter) scalarKind(s *ir.Scalar) (kind string, of jen.Code) {
	switch {
	case s.Item != nil && s.Type == nil:
		return "KindList", jen.Op("&").Add(e.listVar(s))
	case s.Item != nil:
		return "KindList", jen.Op("&").Add(e.typeVar(s.Type.Package, s.Type.Name))
	case s.Type != nil:
		of = jen.Op("&").Add(e.typeVar(s.Type.Package, s.Type.Name))
	}
	return "Kind" + s.Kind, of
}

// itemRows returns the row for the items of a list, nil for other types:
// []schema.Row{{Kind: schema.KindToken, At: schema.AtListItem}}
func (e *emitter) itemRows(s *ir.Scalar) jen.Code {
	if s.Item == nil {
		return nil
	}
	kind, of := e.scalarKind(s.Item)
	return jen.Index().Add(e.schema("Row")).Values(row(key("Kind"), e.schema(kind), key("Of"), of, key("At"), e.schema("AtListItem")))
}

// isTyped reports whether the start tag of a field has xsi:type. Values of some types
// write it themselves.
func isTyped(f *ir.Field) bool {
	switch {
	case !f.Encoded || f.Type.Local == "":
		return false
	case f.Poly, f.Struct != nil && f.Struct.Array != nil, f.Scalar != nil && f.Scalar.Go == "AnySimple":
		return false
	}
	return true
}

// typeName returns the pairs for the name in xsi:type; none if the type of the row has
// that name.
func (e *emitter) typeName(f *ir.Field) []jen.Code {
	known := ir.Name{Space: xsdNamespace}
	switch {
	case f.Struct != nil:
		known = f.Struct.Type
	case f.Scalar.Type != nil:
		known = f.Scalar.Type.Type
	case f.Scalar.Item == nil:
		known.Local = builtinNames[f.Scalar.Kind]
	}
	if known.Local == f.Type.Local && known.Space == f.Type.Space {
		return nil
	}
	return []jen.Code{key("Type"), str(f.Type.Local), key("TypeNS"), e.namespace(f.Type.NS)}
}

const xsdNamespace = "http://www.w3.org/2001/XMLSchema"

// builtinNames are the names that the run-time has for kinds.
var builtinNames = map[string]string{
	"String": "string", "NormalizedString": "normalizedString", "Token": "token", "Bool": "boolean",
	"Int8": "byte", "Int16": "short", "Int32": "int", "Int64": "long",
	"Uint8": "unsignedByte", "Uint16": "unsignedShort", "Uint32": "unsignedInt", "Uint64": "unsignedLong",
	"Float32": "float", "Float64": "double", "DateTime": "dateTime", "Date": "date", "Time": "time", "Duration": "duration",
	"GYear": "gYear", "GYearMonth": "gYearMonth", "GMonthDay": "gMonthDay", "GDay": "gDay", "GMonth": "gMonth",
	"Decimal": "decimal", "Integer": "integer", "NonNegativeInteger": "nonNegativeInteger", "PositiveInteger": "positiveInteger",
	"NonPositiveInteger": "nonPositiveInteger", "NegativeInteger": "negativeInteger", "Base64": "base64Binary", "Hex": "hexBinary", "QName": "QName",
}

// typeOfStruct returns: &typeOfAnimal, or &types.QuartetTypeOfAnimal
func (e *emitter) typeOfStruct(s *ir.Struct) *jen.Statement {
	return jen.Op("&").Add(e.typeVar(s.Package, s.Name))
}

// typeVar returns: typeOfAnimal. In a package for namespaces it is exported.
func (e *emitter) typeVar(pkg *ir.Package, name string) *jen.Statement {
	if pkg == nil {
		return jen.Id("typeOf" + name)
	}
	return qualified(pkg, "QuartetTypeOf"+name)
}

// listVar returns the variable for a list that has no declaration, by its items:
// listOfColour, xsdListOfToken.
func (e *emitter) listVar(s *ir.Scalar) *jen.Statement {
	item := s.Item
	switch {
	case item.Type == nil:
		return jen.Id("xsdListOf" + item.Kind)
	case item.Type.Package == nil || item.Type.Package == e.pkg:
		return jen.Id("listOf" + item.Type.Name)
	}
	return jen.Id("listOf_" + e.pkg.Alias(item.Type.Package) + "_" + item.Type.Name)
}

// lists returns the lists without a declaration that the rows of the package have, each
// once.
func (e *emitter) lists() []*ir.Scalar {
	var all []*ir.Scalar
	seen := make(map[string]bool)
	add := func(s *ir.Scalar) {
		if s == nil || s.Item == nil || s.Type != nil {
			return
		}
		if name := e.listVar(s).GoString(); !seen[name] {
			seen[name] = true
			all = append(all, s)
		}
	}
	for _, s := range e.pkg.Structs {
		for _, f := range slices.Concat(s.Attrs, s.Elements()) {
			add(f.Scalar)
		}
		for _, a := range s.Attachments {
			add(a.Field.Scalar)
		}
	}
	return all
}
