package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/plan"
)

// Structs that embed others, or are embedded, share code: each reads and writes
// what it adds, and leaves the rest to the one that it embeds. The rows of the
// latter come first in the shape, so that their numbers are the same there.

// writeDerived writes the codec of such a struct. One that adds nothing has
// that of the struct that it embeds.
func (e *emitter) writeDerived(file *jen.File, s *plan.Struct) {
	if s.AddsNothing() {
		return
	}
	e.writeShape(file, s)
	e.writeDerivedDecode(file, s)
	e.writeDecodeAttr(file, s)
	e.writeDecodeField(file, s)
	e.writeDerivedEncode(file, s)
}

// method starts a method of a struct's pointer: func (v *Dog) decode
func method(file *jen.File, s *plan.Struct, name string) *jen.Statement {
	return file.Func().Params(jen.Id("v").Op("*").Id(s.Name)).Id(name)
}

// writeDerivedDecode writes:
//
//	func (v *Dog) decode(d *decoder) {
//		for i := d.NextAttr(&shapeDog); i >= 0; i = d.NextAttr(&shapeDog) {
//			v.decodeAttr(d, i)
//		}
//		for i := d.Start(&shapeDog); i >= 0; i = d.Next() {
//			v.decodeField(d, i)
//		}
//	}
func (e *emitter) writeDerivedDecode(file *jen.File, s *plan.Struct) {
	d, i := jen.Id("d"), jen.Id("i")
	shape := func() *jen.Statement { return jen.Op("&").Id(s.Shape) }
	method(file, s, "decode").Params(jen.Id("d").Op("*").Add(e.local("Decoder"))).BlockFunc(func(g *jen.Group) {
		if s.HasAttrs() {
			g.For(jen.Id("i").Op(":=").Id("d").Dot("NextAttr").Call(shape()), jen.Id("i").Op(">=").Lit(0), jen.Id("i").Op("=").Id("d").Dot("NextAttr").Call(shape())).
				Block(jen.Id("v").Dot("decodeAttr").Call(d, i))
		}
		switch {
		case s.Simple:
			g.Id("v").Dot("decodeField").Call(d, jen.Lit(0))
		case len(s.Rows()) == 0:
			g.Id("d").Dot("Skip").Call()
		default:
			g.For(jen.Id("i").Op(":=").Id("d").Dot("Start").Call(shape()), jen.Id("i").Op(">=").Lit(0), jen.Id("i").Op("=").Id("d").Dot("Next").Call()).
				Block(jen.Id("v").Dot("decodeField").Call(d, i))
		}
	})
	file.Line()
}

// writeDecodeAttr writes:
//
//	func (v *Dog) decodeAttr(d *decoder, i int) {
//		switch i {
//		case 1:
//			v.Number = d.Int32()
//		default:
//			v.Animal.decodeAttr(d, i)
//		}
//	}
func (e *emitter) writeDecodeAttr(file *jen.File, s *plan.Struct) {
	if len(s.Attrs) == 0 {
		return
	}
	inherited := 0
	if s.Base != nil {
		inherited = len(s.Base.AttrRows())
	}
	e.writeCases(file, s, "decodeAttr", inherited, s.Attrs)
}

// writeDecodeField writes the same for elements, or for the text of simple
// content.
func (e *emitter) writeDecodeField(file *jen.File, s *plan.Struct) {
	if len(s.Fields) > 0 {
		e.writeCases(file, s, "decodeField", s.FirstRow(), s.Fields)
	}
}

func (e *emitter) writeCases(file *jen.File, s *plan.Struct, name string, inherited int, fields []*plan.Field) {
	method(file, s, name).Params(jen.Id("d").Op("*").Add(e.local("Decoder")), jen.Id("i").Int()).Block(
		jen.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
			for i, f := range fields {
				g.Case(jen.Lit(inherited + i)).Block(e.read(f))
			}
			if inherited > 0 {
				g.Default().Block(jen.Id("v").Dot(s.Base.Name).Dot(name).Call(jen.Id("d"), jen.Id("i")))
			}
		}),
	)
	file.Line()
}

// writeDerivedEncode writes:
//
//	func (v *Dog) encode(e *encoder) {
//		v.encodeAttrs(e)
//		e.Raw(">")
//		v.encodeFields(e)
//	}
//
//	func (v *Dog) encodeFields(e *encoder) {
//		v.Animal.encodeFields(e)
//		e.OptString("<bark>", v.Bark, "</bark>")
//	}
func (e *emitter) writeDerivedEncode(file *jen.File, s *plan.Struct) {
	params := func() *jen.Statement { return jen.Params(jen.Id("e").Op("*").Add(e.local("Encoder"))) }
	method(file, s, "encode").Add(params()).BlockFunc(func(g *jen.Group) {
		if s.HasAttrs() {
			g.Id("v").Dot("encodeAttrs").Call(jen.Id("e"))
			g.Id("e").Dot("Raw").Call(jen.Lit(">"))
		}
		if s.HasContent() {
			g.Id("v").Dot("encodeFields").Call(jen.Id("e"))
		}
	})
	file.Line()
	if len(s.Attrs) > 0 {
		method(file, s, "encodeAttrs").Add(params()).BlockFunc(func(g *jen.Group) {
			if s.Base != nil && s.Base.HasAttrs() {
				g.Id("v").Dot(s.Base.Name).Dot("encodeAttrs").Call(jen.Id("e"))
			}
			for _, f := range s.Attrs {
				e.writeAttr(g, f)
			}
		})
		file.Line()
	}
	if len(s.Fields) > 0 {
		method(file, s, "encodeFields").Add(params()).BlockFunc(func(g *jen.Group) {
			if s.Base != nil && s.Base.HasContent() {
				g.Id("v").Dot(s.Base.Name).Dot("encodeFields").Call(jen.Id("e"))
			}
			for _, f := range s.Fields {
				e.write(g, f)
			}
		})
		file.Line()
	}
}
