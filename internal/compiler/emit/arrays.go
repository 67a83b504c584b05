package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// writeArray writes the codec of an array of SOAP encoding:
//
//	func (v *ArrayOfRow) QuartetDecode(d *schema.Decoder) {
//		for d.EnterArray(); d.NextItem(); {
//			v.Items = append(v.Items, schema.DecodePtr(d, new(Row)))
//		}
//	}
//
//	func (v *ArrayOfRow) QuartetEncode(e *schema.Encoder) {
//		e.OpenArray("tns:Row", len(v.Items))
//		for i := range v.Items {
//			encodeOrNil(e, "<item xsi:type=\"tns:Row\">", v.Items[i], "</item>", "<item xsi:nil=\"true\"/>")
//			e.Item()
//		}
//	}
//
// An array with several dimensions keeps their sizes:
//
//	func (v *Grid) QuartetDecode(d *schema.Decoder) {
//		for v.Sizes = d.EnterMatrix(2); d.NextItem(); {
//			v.Items = append(v.Items, d.Int32())
//		}
//		d.LeaveMatrix(v.Sizes, len(v.Items))
//	}
//
//	func (v *Grid) QuartetEncode(e *schema.Encoder) {
//		e.OpenMatrix("xsd:int", 2, v.Sizes, len(v.Items))
//		...
func (e *emitter) writeArray(file *jen.File, s *ir.Struct) {
	if s.Array.Rank > 1 {
		e.writeMatrix(file, s)
		return
	}
	f := s.Array.Item
	method(file, s, "QuartetDecode").Params(jen.Id("d").Op("*").Add(e.schema("Decoder"))).Block(
		jen.For(jen.Id("d").Dot("EnterArray").Call(), jen.Id("d").Dot("NextItem").Call(), jen.Empty()).Block(e.read(f)),
	)
	file.Line()
	method(file, s, "QuartetEncode").Params(jen.Id("e").Op("*").Add(e.schema("Encoder"))).BlockFunc(func(g *jen.Group) {
		g.Id("e").Dot("OpenArray").Call(text(s.Array.Type), jen.Len(field(f)))
		e.write(g, f)
	})
	file.Line()
}

func (e *emitter) writeMatrix(file *jen.File, s *ir.Struct) {
	f, sizes := s.Array.Item, jen.Id("v").Dot("Sizes")
	method(file, s, "QuartetDecode").Params(jen.Id("d").Op("*").Add(e.schema("Decoder"))).Block(
		jen.For(sizes.Clone().Op("=").Id("d").Dot("EnterMatrix").Call(jen.Lit(s.Array.Rank)), jen.Id("d").Dot("NextItem").Call(), jen.Empty()).Block(e.read(f)),
		jen.Id("d").Dot("LeaveMatrix").Call(sizes.Clone(), jen.Len(field(f))),
	)
	file.Line()
	method(file, s, "QuartetEncode").Params(jen.Id("e").Op("*").Add(e.schema("Encoder"))).BlockFunc(func(g *jen.Group) {
		g.Id("e").Dot("OpenMatrix").Call(text(s.Array.Type), jen.Lit(s.Array.Rank), sizes.Clone(), jen.Len(field(f)))
		e.write(g, f)
	})
	file.Line()
}

// arrayCodec returns the codec of a result that is an array of SOAP encoding:
//
//	&schema.ArrayOf[ArrayOfRow, *Row]{
//		Encode: (*ArrayOfRow).QuartetEncode,
//		Decode: (*ArrayOfRow).QuartetDecode,
//		Items:  func(v *ArrayOfRow) *[]*Row { return &v.Items },
//	}
func (e *emitter) arrayCodec(s *ir.Struct) *jen.Statement {
	items := jen.Func().Params(jen.Id("v").Op("*").Add(structID(s))).Op("*").Add(e.fieldType(s.Array.Item)).
		Block(jen.Return(jen.Op("&").Id("v").Dot(s.Array.Item.Name)))
	return jen.Op("&").Add(e.schema("ArrayOf")).Types(structID(s), e.itemOf(s.Array.Item)).Add(lines(
		jen.Id("Encode").Op(":").Add(structMethod(s, "QuartetEncode")),
		jen.Id("Decode").Op(":").Add(structMethod(s, "QuartetDecode")),
		jen.Id("Items").Op(":").Add(items),
	))
}
