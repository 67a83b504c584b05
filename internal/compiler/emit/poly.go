package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// writeInterfaceType writes:
//
//	// BaseAnimal is an *Animal or a value of a type that is derived from it.
//	type BaseAnimal interface {
//		// GetAnimal returns the value as far as it is of the type animal.
//		GetAnimal() *Animal
//
//		QuartetSchemaType() *schema.SchemaType
//	}
//
//	func (v *Animal) GetAnimal() *Animal { return v }
func (e *emitter) writeInterfaceType(file *jen.File, s *ir.Struct) {
	if s.Interface == "" {
		return
	}
	doc := s.Interface + " is a value of the type " + s.WSDLName + " or of one that is derived from it: a pointer to " + s.Name + " or to a struct that embeds it. nil is no value."
	if s.Abstract {
		doc = s.Interface + " is a value of a type that is derived from " + s.WSDLName + ", which is abstract: a pointer to a struct that embeds " + s.Name + ". nil is no value."
	}
	getter := s.Getter + " returns the value as far as it is of the type " + s.WSDLName + "."
	file.Add(comment(doc)).Type().Id(s.Interface).Interface(
		comment(getter).Id(s.Getter).Params().Op("*").Id(s.Name),
		jen.Line().Id("QuartetSchemaType").Params().Op("*").Add(e.schema("SchemaType")),
	)
	file.Line()
	file.Add(comment(s.Getter + " returns v.")).Func().Params(jen.Id("v").Op("*").Id(s.Name)).Id(s.Getter).Params().Op("*").Id(s.Name).
		Block(jen.Return(jen.Id("v")))
	file.Line()
}

// writeTypeTable writes:
//
//	var contractTypes = schema.TypeTable{Types: []*schema.SchemaType{&typeOfAnimal, &typeOfDog}}
func (e *emitter) writeTypeTable(file *jen.File) {
	types := e.pkg.Identified()
	if len(types) == 0 && e.pkg.Path == "" {
		return
	}
	var rows []jen.Code
	for _, s := range types {
		rows = append(rows, jen.Op("&").Id(s.TypeVar))
	}
	table := jen.Id("Types").Op(":").Index().Op("*").Add(e.schema("SchemaType")).Add(lines(rows...))
	if e.pkg.Path != "" {
		e.writeLinkedTable(file, table)
		return
	}
	file.Add(comment("contractTypes are the types that xsi:type may name.")).
		Var().Id("contractTypes").Op("=").Add(e.schema("TypeTable")).Values(table)
	file.Line()
}

// writeSchemaType writes:
//
//	var typeOfDog = schema.SchemaType{NS: 1, Name: "dog", Base: &typeOfAnimal, Zero: (*Dog)(nil)}
//
//	func (v *Dog) QuartetSchemaType() *schema.SchemaType {
//		if v == nil {
//			return nil
//		}
//		return &typeOfDog
//	}
func (e *emitter) writeSchemaType(file *jen.File, s *ir.Struct) {
	value := jen.Op("*").Add(e.schema("SchemaType"))
	if s.Anonymous() {
		method(file, s, "QuartetSchemaType").Params().Add(value).Block(jen.Return(jen.Nil()))
		file.Line()
	}
	if s.TypeVar == "" {
		return
	}
	var base, create jen.Code
	if s.Base != nil {
		base = e.typeOf(s.Base)
	}
	if !s.Abstract {
		create = zero(s)
	}
	file.Var().Id(s.TypeVar).Op("=").Add(e.schema("SchemaType")).Add(row(
		key("NS"), e.namespace(s.Type.NS), key("Name"), str(s.Type.Local), key("Attrs"), flag(s.HasAttrs()), key("Base"), base, key("Zero"), create, key("Schema"), e.schemaOfType()))
	file.Line()
	method(file, s, "QuartetSchemaType").Params().Add(value).Block(
		jen.If(jen.Id("v").Op("==").Nil()).Block(jen.Return(jen.Nil())),
		jen.Return(jen.Op("&").Id(s.TypeVar)),
	)
	file.Line()
}

// writeInterfaceCodec writes:
//
//	func decodeBaseAnimal(d *schema.Decoder) BaseAnimal {
//		v, _ := schema.DecodePoly(d, &contractTypes, &typeOfAnimal).(BaseAnimal)
//		return v
//	}
//
//	func encodeBaseAnimal(e *schema.Encoder, open string, v BaseAnimal, end string) {
//		schema.EncodePoly(e, open, v, end, &typeOfAnimal)
//	}
func (e *emitter) writeInterfaceCodec(file *jen.File, s *ir.Struct) {
	if s.Interface == "" {
		return
	}
	typ := jen.Op("&").Id(s.TypeVar)
	file.Func().Add(e.interfaceFunc("decode", s)).Params(jen.Id("d").Op("*").Add(e.schema("Decoder"))).Id(s.Interface).Block(
		jen.List(jen.Id("v"), jen.Id("_")).Op(":=").Add(e.schema("DecodePoly")).Call(jen.Id("d"), e.typesOfDecoder(), typ).Assert(jen.Id(s.Interface)),
		jen.Return(jen.Id("v")),
	)
	file.Line()
	file.Func().Add(e.interfaceFunc("encode", s)).Params(jen.Id("e").Op("*").Add(e.schema("Encoder")), jen.Id("open").String(), jen.Id("v").Id(s.Interface), jen.Id("end").String()).Block(
		e.schema("EncodePoly").Call(jen.Id("e"), jen.Id("open"), jen.Id("v"), jen.Id("end"), typ.Clone()),
	)
	file.Line()
}

// readPoly returns the new value of a field with an interface type:
// decodeBaseAnimal(d)
func (e *emitter) readPoly(f *ir.Field) *jen.Statement {
	d, read := jen.Id("d"), e.interfaceFunc("decode", f.Struct)
	nilable := func() *jen.Statement { return e.schema("DecodeNilable").Call(d, read) }
	switch {
	case f.Occurs == ir.Many && f.Nillable:
		return jen.Append(field(f), nilable())
	case f.Occurs == ir.Many:
		return jen.Append(field(f), read.Call(d))
	case f.Occurs == ir.Optional && f.Nillable:
		return e.schema("DecodeNillable").Call(d, read)
	case f.Occurs == ir.Optional || f.Nillable:
		return nilable()
	}
	return read.Call(d)
}

// writePoly returns the statement that encodes a value of an interface type:
// encodeBaseAnimal(e, "<pet>", v.Pet, "</pet>")
func (e *emitter) writePoly(f *ir.Field, v *jen.Statement) *jen.Statement {
	to, open, end, null := jen.Id("e"), text(f.Open), text(f.Close), text(f.Null)
	write := e.interfaceFunc("encode", f.Struct)
	call := write.Clone().Call(to, open, v, end)
	switch {
	case f.Occurs == ir.Optional && f.Nillable:
		return e.schema("EncodeNillableValue").Call(to, open, v, end, null, write)
	case f.Nillable:
		return jen.If(v.Clone().Op("!=").Nil()).Block(call).Else().Block(jen.Id("e").Dot("Raw").Call(null))
	case f.Occurs == ir.Optional:
		return jen.If(v.Clone().Op("!=").Nil()).Block(call)
	}
	return call
}
