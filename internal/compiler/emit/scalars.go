package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// Codec methods exist for Go's predeclared types and the types of the run-time.
// Values of defined types are converted; lists are read and written item by item.

// scalarType returns the Go type of a simple type.
func (e *emitter) scalarType(s *ir.Scalar) *jen.Statement {
	switch {
	case s.Type != nil:
		return simpleID(s.Type)
	case s.Item != nil:
		return jen.Index().Add(e.scalarType(s.Item))
	case s.Package != "":
		return e.below(s.Package, s.Go)
	}
	return jen.Id(s.Go)
}

// fromCodec converts from the type of the codec: Colour(v)
func fromCodec(s *ir.Scalar, v *jen.Statement) *jen.Statement {
	if !s.Converts() {
		return v
	}
	return simpleID(s.Type).Call(v)
}

// fromCodecPtr is fromCodec for a pointer: (*Colour)(v)
func fromCodecPtr(s *ir.Scalar, v *jen.Statement) *jen.Statement {
	if !s.Converts() {
		return v
	}
	return jen.Parens(jen.Op("*").Add(simpleID(s.Type))).Call(v)
}

// toCodec converts to the type of the codec: string(v)
func toCodec(s *ir.Scalar, v *jen.Statement) *jen.Statement {
	if !s.Converts() {
		return v
	}
	return jen.Id(s.Go).Call(v)
}

// toCodecPtr is toCodec for a pointer: (*string)(v)
func toCodecPtr(s *ir.Scalar, v *jen.Statement) *jen.Statement {
	if !s.Converts() {
		return v
	}
	return jen.Parens(jen.Op("*").Id(s.Go)).Call(v)
}

// readScalar returns an expression that reads a value: Colour(d.String())
func (e *emitter) readScalar(s *ir.Scalar, d *jen.Statement) *jen.Statement {
	if s.Item != nil {
		return e.schema("DecodeList").Types(e.scalarType(s)).Call(d, e.reader(s.Item))
	}
	return fromCodec(s, d.Dot(s.Read).Call())
}

// readOpt returns an expression that reads an optional value: d.OptString()
func (e *emitter) readOpt(s *ir.Scalar, d *jen.Statement) *jen.Statement {
	switch {
	case s.Item != nil:
		return e.schema("DecodeOptList").Types(e.scalarType(s)).Call(d, e.reader(s.Item))
	case s.HasNil:
		return fromCodec(s, d.Dot("Opt"+s.Read).Call())
	case s.Read == "String":
		return fromCodecPtr(s, d.Dot("OptString").Call())
	}
	return e.readPtr(s, d)
}

// readPtr returns an expression that reads a pointer to a value, which is nil for
// a nil element: (*Colour)(decodeOpt(d, (*decoder).Token))
func (e *emitter) readPtr(s *ir.Scalar, d *jen.Statement) *jen.Statement {
	return fromCodecPtr(s, e.schema("DecodeOpt").Call(d, e.codecReader(s)))
}

// readNillable returns an expression that reads an optional value that may be nil.
func (e *emitter) readNillable(s *ir.Scalar, d *jen.Statement) *jen.Statement {
	if s.Converts() {
		return e.xsd("NillableOf").Call(e.readPtr(s, d))
	}
	return e.schema("DecodeNillable").Call(d, e.codecReader(s))
}

// codecReader returns a function that reads a value of the type of the codec.
func (e *emitter) codecReader(s *ir.Scalar) *jen.Statement {
	if s.Item == nil {
		return e.codecMethod("Decoder", s.Read)
	}
	return e.reader(s)
}

// reader returns a function that reads a value: (*schema.Decoder).String
func (e *emitter) reader(s *ir.Scalar) *jen.Statement {
	if s.Item == nil && !s.Converts() {
		return e.codecMethod("Decoder", s.Read)
	}
	if s.Item == nil && s.Go == "string" {
		return e.schema("Decode" + s.Read).Types(e.scalarType(s))
	}
	return jen.Func().Params(jen.Id("d").Op("*").Add(e.schema("Decoder"))).Add(e.scalarType(s)).
		Block(jen.Return(e.readScalar(s, jen.Id("d"))))
}

// position is where a value is written: in an element or an attribute.
type position bool

const (
	inElement position = false
	inAttr    position = true
)

func (at position) method(s *ir.Scalar) string {
	if at == inAttr {
		return s.Attr
	}
	return s.Write
}

// writeScalar returns a call that writes a value: e.String("<a>", string(v), "</a>")
func (e *emitter) writeScalar(s *ir.Scalar, at position, open jen.Code, v *jen.Statement, end jen.Code) *jen.Statement {
	if s.Item != nil {
		return e.schema("EncodeList").Call(jen.Id("e"), open, v, end, e.writer(s.Item, at))
	}
	return jen.Id("e").Dot(at.method(s)).Call(open, toCodec(s, v), end)
}

// writeOpt returns a call that writes an optional value:
// e.OptString("<a>", v, "</a>")
func (e *emitter) writeOpt(s *ir.Scalar, at position, open jen.Code, v *jen.Statement, end jen.Code) *jen.Statement {
	switch method := at.method(s); {
	case s.Item != nil:
		return e.schema("EncodeOptList").Call(jen.Id("e"), open, v, end, e.writer(s.Item, at))
	case s.HasNil:
		return jen.Id("e").Dot("Opt"+method).Call(open, toCodec(s, v), end)
	case method == "String":
		return jen.Id("e").Dot("OptString").Call(open, toCodecPtr(s, v), end)
	}
	return e.schema("EncodeOpt").Call(jen.Id("e"), open, toCodecPtr(s, v), end, e.codecWriter(s, at))
}

// writePtr returns a call that writes a value that may be nil.
func (e *emitter) writePtr(s *ir.Scalar, open jen.Code, v *jen.Statement, end, null jen.Code) *jen.Statement {
	return e.schema("EncodeValueOrNil").Call(jen.Id("e"), open, toCodecPtr(s, v), end, null, e.codecWriter(s, inElement))
}

// writeNillable returns a call that writes an optional value that may be nil.
func (e *emitter) writeNillable(s *ir.Scalar, open jen.Code, v *jen.Statement, end, null jen.Code) *jen.Statement {
	if s.Converts() {
		v = e.xsd("Nillable").Types(jen.Id(s.Go)).Values(
			jen.Id("Value").Op(":").Add(toCodecPtr(s, v.Clone().Dot("Value"))), jen.Id("Nil").Op(":").Add(v.Clone().Dot("Nil")))
	}
	return e.schema("EncodeNillableValue").Call(jen.Id("e"), open, v, end, null, e.codecWriter(s, inElement))
}

// codecWriter returns a function that writes a value of the type of the codec.
func (e *emitter) codecWriter(s *ir.Scalar, at position) *jen.Statement {
	if s.Item == nil {
		return e.codecMethod("Encoder", at.method(s))
	}
	return e.writer(s, at)
}

// writer returns a function that writes a value: (*schema.Encoder).String
func (e *emitter) writer(s *ir.Scalar, at position) *jen.Statement {
	if s.Item == nil && !s.Converts() {
		return e.codecMethod("Encoder", at.method(s))
	}
	if s.Item == nil && s.Go == "string" {
		return e.schema("Encode" + at.method(s)).Types(e.scalarType(s))
	}
	params := jen.Params(jen.Id("e").Op("*").Add(e.schema("Encoder")), jen.Id("open").String(), jen.Id("v").Add(e.scalarType(s)), jen.Id("end").String())
	return jen.Func().Add(params).Block(e.writeScalar(s, at, jen.Id("open"), jen.Id("v"), jen.Id("end")))
}

// parameter returns: p.OptString("StationText", &v.StationText)
func (e *emitter) parameter(f *ir.Field) *jen.Statement {
	if f.Struct != nil {
		return e.arrayParameter(f)
	}
	p, name, v, s := jen.Id("p"), text(f.Wire.Local), jen.Op("&").Id("v").Dot(f.Name), f.Scalar
	nillable, optional := f.Nillable, f.Occurs == ir.Optional
	if s.Read == "String" && !nillable && f.Occurs != ir.Many && !s.Converts() {
		if optional {
			return p.Dot("OptString").Call(name, v)
		}
		return p.Dot("String").Call(name, v)
	}
	visit := "ParameterOf"
	switch {
	case f.Occurs == ir.Many:
		visit = "ManyParameterOf"
	case optional && nillable:
		visit = "NillableParameterOf"
	case nillable, optional && !s.HasNil:
		visit = "OptParameterOf"
	case optional:
		visit = "NilParameterOf"
	}
	return e.schema(visit).Call(p, name, v, e.reader(s), e.writer(s, inElement))
}

// arrayParameter returns:
//
//	schema.OptArrayParameterOf(p, "Codes", &v.Codes, func(a *ArrayOfString) *[]string { return &a.String }, (*schema.Decoder).String, (*schema.Encoder).String)
func (e *emitter) arrayParameter(f *ir.Field) *jen.Statement {
	item := f.Struct.OnlyList()
	visit := "ArrayParameterOf"
	switch {
	case f.Occurs == ir.Optional && f.Nillable:
		visit = "NillableArrayParameterOf"
	case f.Nillable, f.Occurs == ir.Optional:
		visit = "OptArrayParameterOf"
	}
	items := jen.Func().Params(jen.Id("a").Op("*").Add(structID(f.Struct))).Op("*").Add(e.fieldType(item)).
		Block(jen.Return(jen.Op("&").Id("a").Dot(item.Name)))
	return e.schema(visit).Call(jen.Id("p"), text(f.Wire.Local), jen.Op("&").Id("v").Dot(f.Name), items,
		e.reader(item.Scalar), e.writer(item.Scalar, inElement))
}
