package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// writeCodecs writes codec.go: for each struct the shape, which is the decoder's
// table, and the functions that read and write it.
func (e *emitter) writeCodecs(file *jen.File) {
	if e.pkg.Path == "" {
		e.writeTypeTable(file)
	}
	for _, s := range e.pkg.Structs {
		switch {
		case s.NoCodec:
			e.writeNoCodec(file, s)
		case s.Array != nil:
			e.writeArray(file, s)
		case s.Kind == "item" || s.Kind == "group":
			e.writeItem(file, s)
		case s.Plain():
			e.writeShape(file, s)
			e.writeDecode(file, s)
			e.writeEncode(file, s)
		default:
			e.writeDerived(file, s)
		}
		e.writeCreate(file, s)
		e.writeSchemaType(file, s)
		e.writeInterfaceCodec(file, s)
		e.writeAttachments(file, s)
		if len(s.Params) > 0 && s.Package == nil {
			e.writeParams(file, s)
		}
	}
	e.writeForeignParams(file)
}

// writeNoCodec writes the codec of a request that is only sent as parameters:
//
//	func (v *GetStop) QuartetDecode(d *schema.Decoder) {
//		d.Skip()
//	}
//
//	func (v *GetStop) QuartetEncode(e *schema.Encoder) {}
func (e *emitter) writeNoCodec(file *jen.File, s *ir.Struct) {
	method(file, s, "QuartetDecode").Params(jen.Id("d").Op("*").Add(e.schema("Decoder"))).Block(jen.Id("d").Dot("Skip").Call())
	file.Line()
	method(file, s, "QuartetEncode").Params(jen.Id("e").Op("*").Add(e.schema("Encoder"))).Block()
	file.Line()
}

// writeCreate writes:
//
//	func (*Stop) QuartetCreate() schema.StructValue {
//		return new(Stop)
//	}
func (e *emitter) writeCreate(file *jen.File, s *ir.Struct) {
	if !s.NeedsCreate {
		return
	}
	file.Func().Params(jen.Op("*").Id(s.Name)).Id("QuartetCreate").Params().Add(e.schema("StructValue")).Block(jen.Return(newStruct(s)))
	file.Line()
}

// writeShape writes:
//
//	var shapeObjStationData = schema.Shape{
//		Fields: []schema.Field{
//			{Name: "Servertime", NS: 1},
//			{Name: "Traincode", NS: 1},
//		},
//		Required: []int{0},
//	}
func (e *emitter) writeShape(file *jen.File, s *ir.Struct) {
	var pairs []jen.Code
	if rows := s.AttrRows(); len(rows) > 0 {
		pairs = append(pairs, jen.Id("Attrs").Op(":").Add(e.shapeFields(rows)))
	}
	if rows := s.Rows(); len(rows) > 0 {
		pairs = append(pairs, jen.Id("Fields").Op(":").Add(e.shapeFields(rows)))
	}
	if len(s.Required) > 0 {
		var indices []jen.Code
		for _, i := range s.Required {
			indices = append(indices, jen.Lit(i))
		}
		pairs = append(pairs, jen.Id("Required").Op(":").Index().Int().Values(indices...))
	}
	if s.AnyAttribute != nil {
		pairs = append(pairs, jen.Id("AnyAttr").Op(":").Add(e.wildcard(s.AnyAttribute)))
	}
	if len(pairs) == 0 {
		return // it is not used
	}
	file.Var().Id(s.Shape).Op("=").Add(e.schema("Shape")).Add(lines(pairs...))
	file.Line()
}

func (e *emitter) shapeFields(rows []ir.Row) *jen.Statement {
	var fields []jen.Code
	for _, r := range rows {
		if r.Any != nil {
			fields = append(fields, row(key("NS"), e.xsd("NoName"), key("Many"), flag(r.Many), key("Any"), e.wildcard(r.Any)))
			continue
		}
		fields = append(fields, row(key("Name"), str(r.Wire.Local), key("NS"), e.namespace(r.Wire.NS), key("Many"), flag(r.Many), key("Must"), flag(r.Must)))
	}
	return jen.Index().Add(e.schema("Field")).Add(lines(fields...))
}

// writeDecode writes:
//
//	func (v *ObjStationData) QuartetDecode(d *schema.Decoder) {
//		for d.Enter(&shapeObjStationData); ; {
//			switch d.Next() {
//			case 0:
//				v.Servertime = d.DateTime()
//			default:
//				return
//			}
//		}
//	}
func (e *emitter) writeDecode(file *jen.File, s *ir.Struct) {
	file.Func().Params(jen.Id("v").Op("*").Id(s.Name)).Id("QuartetDecode").Params(jen.Id("d").Op("*").Add(e.schema("Decoder"))).BlockFunc(func(g *jen.Group) {
		if len(s.Attrs) > 0 {
			e.writeDecodeAttrs(g, s)
		}
		switch {
		case s.Simple:
			g.Add(e.read(s.Fields[0]))
			return
		case len(s.Fields) == 0:
			g.Id("d").Dot("Skip").Call()
			return
		}
		g.For(jen.Id("d").Dot("Enter").Call(jen.Op("&").Id(s.Shape)), jen.Empty(), jen.Empty()).Block(
			jen.Switch(jen.Id("d").Dot("Next").Call()).BlockFunc(func(g *jen.Group) {
				for i, f := range s.Fields {
					g.Case(jen.Lit(i)).Block(e.read(f))
				}
				g.Default().Block(jen.Return())
			}),
		)
	})
	file.Line()
}

// writeDecodeAttrs writes:
//
//	for i := d.NextAttr(&shapeStop); i >= 0; i = d.NextAttr(&shapeStop) {
//		switch i {
//		case 0:
//			v.Number = d.Int32()
//		}
//	}
func (e *emitter) writeDecodeAttrs(g *jen.Group, s *ir.Struct) {
	next := jen.Id("d").Dot("NextAttr").Call(jen.Op("&").Id(s.Shape))
	g.For(jen.Id("i").Op(":=").Add(next), jen.Id("i").Op(">=").Lit(0), jen.Id("i").Op("=").Add(next.Clone())).Block(
		jen.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
			for i, f := range s.Attrs {
				g.Case(jen.Lit(i)).Block(e.read(f))
			}
		}),
	)
}

// read returns the statement that reads a field: v.Late = d.Int32(), or
//
//	if !d.Nil() {
//		v.Shares = new(SharesInfo)
//		v.Shares.QuartetDecode(d)
//	}
func (e *emitter) read(f *ir.Field) *jen.Statement {
	if f.Struct != nil && !f.Poly && f.Items == nil && f.Group == nil {
		decode := field(f).Dot("QuartetDecode").Call(jen.Id("d"))
		switch {
		case f.Occurs == ir.One && !f.Nillable:
			return decode
		case f.Occurs == ir.One, f.Occurs == ir.Optional && !f.Nillable:
			return jen.If(jen.Op("!").Id("d").Dot("Nil").Call()).Block(field(f).Op("=").Add(newStruct(f.Struct)), decode)
		}
	}
	return field(f).Op("=").Add(e.readValue(f))
}

// field returns: v.Late
func field(f *ir.Field) *jen.Statement { return jen.Id("v").Dot(f.Name) }

// readValue returns the new value of a field: d.Int32()
func (e *emitter) readValue(f *ir.Field) *jen.Statement {
	d := jen.Id("d")
	if f.Fallback != "" {
		d = d.Dot("Or").Call(text(f.Fallback))
	}
	if f.Poly {
		return e.readPoly(f)
	}
	if f.Struct != nil {
		decode := structMethod(f.Struct, "QuartetDecode")
		switch {
		case f.Occurs == ir.Many && f.Nillable:
			return jen.Append(field(f), e.schema("DecodePtr").Call(d, newStruct(f.Struct)))
		case f.Occurs == ir.Many:
			return e.schema("DecodeItem").Call(d, field(f), decode)
		}
		return e.schema("DecodeNillableStruct").Call(d, decode)
	}
	switch {
	case f.Occurs == ir.Many && f.Nillable:
		return jen.Append(field(f), e.readPtr(f.Scalar, d))
	case f.Occurs == ir.Many:
		return jen.Append(field(f), e.readScalar(f.Scalar, d))
	case f.Occurs == ir.Optional && f.Nillable:
		return e.readNillable(f.Scalar, d)
	case f.Nillable:
		return e.readPtr(f.Scalar, d)
	case f.Occurs == ir.Optional:
		return e.readOpt(f.Scalar, d)
	}
	return e.readScalar(f.Scalar, d)
}

// newStruct returns: new(Stop)
func newStruct(s *ir.Struct) *jen.Statement { return jen.New(structID(s)) }

// writeEncode writes:
//
//	func (v *ObjStationData) QuartetEncode(e *schema.Encoder) {
//		e.DateTime("<Servertime>", v.Servertime, "</Servertime>")
//	}
func (e *emitter) writeEncode(file *jen.File, s *ir.Struct) {
	file.Func().Params(jen.Id("v").Op("*").Id(s.Name)).Id("QuartetEncode").Params(jen.Id("e").Op("*").Add(e.schema("Encoder"))).BlockFunc(func(g *jen.Group) {
		for _, f := range s.Attrs {
			e.writeAttr(g, f)
		}
		if s.HasAttrs() {
			g.Id("e").Dot("Raw").Call(jen.Lit(">"))
		}
		for _, f := range s.Fields {
			e.write(g, f)
		}
	})
	file.Line()
}

func (e *emitter) writeAttr(g *jen.Group, f *ir.Field) {
	if f.Occurs == ir.One {
		g.Add(e.writeScalar(f.Scalar, inAttr, text(f.Open), field(f), text(f.Close)))
		return
	}
	g.Add(e.writeOpt(f.Scalar, inAttr, text(f.Open), field(f), text(f.Close)))
}

// write writes the statement that encodes a field, in a loop if it may occur more
// than once: e.Int32("<Late>", v.Late, "</Late>")
func (e *emitter) write(g *jen.Group, f *ir.Field) {
	if f.Occurs == ir.Many {
		item := e.writeOne(f, field(f).Index(jen.Id("i")))
		g.For(jen.Id("i").Op(":=").Range().Add(field(f))).Block(append(item, jen.Id("e").Dot("Item").Call())...)
		return
	}
	for _, s := range e.writeOne(f, field(f)) {
		g.Add(s)
	}
}

// writeOne returns the statements that encode one value v of a field.
func (e *emitter) writeOne(f *ir.Field, v *jen.Statement) []jen.Code {
	if f.Items != nil || f.Group != nil && f.Occurs == ir.Many {
		return single(v.Dot("QuartetEncode").Call(jen.Id("e")))
	}
	if f.Group != nil {
		return single(jen.If(v.Clone().Op("!=").Nil()).Block(v.Clone().Dot("QuartetEncode").Call(jen.Id("e"))))
	}
	to, open, end, null := jen.Id("e"), text(f.Open), text(f.Close), text(f.Null)
	optional := f.Occurs == ir.Optional
	if f.Poly {
		return single(e.writePoly(f, v))
	}
	if f.Struct != nil {
		encode := structMethod(f.Struct, "QuartetEncode")
		switch {
		case optional && f.Nillable:
			return single(e.schema("EncodeNillable").Call(to, open, v, end, null, encode))
		case f.Nillable:
			return single(jen.Id("e").Dot("StructOrNil").Call(v.Clone().Op("!=").Nil(), open, v, end, null))
		case optional:
			return single(jen.Id("e").Dot("OptStruct").Call(v.Clone().Op("!=").Nil(), open, v, end))
		}
		return []jen.Code{
			jen.Id("e").Dot("Raw").Call(open),
			v.Dot("QuartetEncode").Call(to),
			jen.Id("e").Dot("Raw").Call(end),
		}
	}
	switch {
	case optional && f.Nillable:
		return single(e.writeNillable(f.Scalar, open, v, end, null))
	case f.Nillable:
		return single(e.writePtr(f.Scalar, open, v, end, null))
	case optional:
		return single(e.writeOpt(f.Scalar, inElement, open, v, end))
	}
	return single(e.writeScalar(f.Scalar, inElement, open, v, end))
}

// single returns a list with one statement.
func single(s *jen.Statement) []jen.Code { return []jen.Code{s} }

// writeParams writes:
//
//	func (v *GetStationsFilterXML) QuartetParams(p *schema.Parameters) {
//		p.OptString("StationText", &v.StationText)
//	}
func (e *emitter) writeParams(file *jen.File, s *ir.Struct) {
	file.Func().Params(jen.Id("v").Op("*").Id(s.Name)).Id("QuartetParams").Params(jen.Id("p").Op("*").Add(e.schema("Parameters"))).BlockFunc(e.parameters(s))
	file.Line()
}

func (e *emitter) parameters(s *ir.Struct) func(*jen.Group) {
	return func(g *jen.Group) {
		for _, f := range s.Params {
			g.Add(e.parameter(f))
		}
	}
}
