package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// writeArray writes the codec of an array of SOAP encoding:
//
//	func (v *ArrayOfRow) decode(d *decoder) {
//		for d.EnterArray(); d.NextItem(); {
//			v.Items = append(v.Items, decodePtr(d, new(Row)))
//		}
//	}
//
//	func (v *ArrayOfRow) encode(e *encoder) {
//		e.OpenArray("tns:Row", len(v.Items))
//		for i := range v.Items {
//			encodeOrNil(e, "<item xsi:type=\"tns:Row\">", v.Items[i], "</item>", "<item xsi:nil=\"true\"/>")
//			e.Item()
//		}
//	}
//
// An array with several dimensions keeps their sizes:
//
//	func (v *Grid) decode(d *decoder) {
//		for v.Sizes = d.EnterMatrix(2); d.NextItem(); {
//			v.Items = append(v.Items, d.Int32())
//		}
//		d.LeaveMatrix(v.Sizes, len(v.Items))
//	}
//
//	func (v *Grid) encode(e *encoder) {
//		e.OpenMatrix("xsd:int", 2, v.Sizes, len(v.Items))
//		...
func (e *emitter) writeArray(file *jen.File, s *ir.Struct) {
	if s.Array.Rank > 1 {
		e.writeMatrix(file, s)
		return
	}
	f := s.Array.Item
	method(file, s, "decode").Params(jen.Id("d").Op("*").Add(e.local("Decoder"))).Block(
		jen.For(jen.Id("d").Dot("EnterArray").Call(), jen.Id("d").Dot("NextItem").Call(), jen.Empty()).Block(e.read(f)),
	)
	file.Line()
	method(file, s, "encode").Params(jen.Id("e").Op("*").Add(e.local("Encoder"))).BlockFunc(func(g *jen.Group) {
		g.Id("e").Dot("OpenArray").Call(text(s.Array.Type), jen.Len(field(f)))
		e.write(g, f)
	})
	file.Line()
}

func (e *emitter) writeMatrix(file *jen.File, s *ir.Struct) {
	f, sizes := s.Array.Item, jen.Id("v").Dot("Sizes")
	method(file, s, "decode").Params(jen.Id("d").Op("*").Add(e.local("Decoder"))).Block(
		jen.For(sizes.Clone().Op("=").Id("d").Dot("EnterMatrix").Call(jen.Lit(s.Array.Rank)), jen.Id("d").Dot("NextItem").Call(), jen.Empty()).Block(e.read(f)),
		jen.Id("d").Dot("LeaveMatrix").Call(sizes.Clone(), jen.Len(field(f))),
	)
	file.Line()
	method(file, s, "encode").Params(jen.Id("e").Op("*").Add(e.local("Encoder"))).BlockFunc(func(g *jen.Group) {
		g.Id("e").Dot("OpenMatrix").Call(text(s.Array.Type), jen.Lit(s.Array.Rank), sizes.Clone(), jen.Len(field(f)))
		e.write(g, f)
	})
	file.Line()
}

// arrayCodec returns the codec of a result that is an array of SOAP encoding:
//
//	&arrayOf[ArrayOfRow, *Row]{
//		Encode: (*ArrayOfRow).encode,
//		Decode: (*ArrayOfRow).decode,
//		Items:  func(v *ArrayOfRow) *[]*Row { return &v.Items },
//	}
func (e *emitter) arrayCodec(s *ir.Struct) *jen.Statement {
	items := jen.Func().Params(jen.Id("v").Op("*").Add(structID(s))).Op("*").Add(e.fieldType(s.Array.Item)).
		Block(jen.Return(jen.Op("&").Id("v").Dot(s.Array.Item.Name)))
	return jen.Op("&").Add(e.local("ArrayOf")).Types(structID(s), e.itemOf(s.Array.Item)).Add(lines(
		jen.Id("Encode").Op(":").Add(structMethod(s, "encode")),
		jen.Id("Decode").Op(":").Add(structMethod(s, "decode")),
		jen.Id("Items").Op(":").Add(items),
	))
}
