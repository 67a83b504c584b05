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
	method(file, s, "decode").Params(jen.Id("d").Op("*").Add(e.local("Decoder"))).BlockFunc(func(g *jen.Group) {
		if s.HasAttrs() {
			e.writeLoop(g, s, "NextAttr", "NextAttr", e.own("decodeAttr"))
		}
		switch {
		case s.Simple:
			g.Id("v").Dot(e.own("decodeField")).Call(jen.Id("d"), jen.Lit(0))
		case s.Mixed:
			e.writeLoop(g, s, "StartMixed", "NextMixed", e.own("decodeField"))
		case len(s.Rows()) == 0:
			g.Id("d").Dot("Skip").Call()
		default:
			e.writeLoop(g, s, "Start", "Next", e.own("decodeField"))
		}
	})
	file.Line()
}

// writeLoop writes:
//
//	for i := d.Start(&shapeDog); i >= 0; i = d.Next() {
//		v.decodeField(d, i)
//	}
func (e *emitter) writeLoop(g *jen.Group, s *plan.Struct, first, next, decode string) {
	shape := jen.Op("&").Id(s.Shape)
	again := jen.Id("d").Dot(next).Call()
	if first == next {
		again = jen.Id("d").Dot(next).Call(shape.Clone())
	}
	g.For(jen.Id("i").Op(":=").Id("d").Dot(first).Call(shape), jen.Id("i").Op(">=").Lit(0), jen.Id("i").Op("=").Add(again)).
		Block(jen.Id("v").Dot(decode).Call(jen.Id("d"), jen.Id("i")))
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
	if len(s.Attrs) == 0 && s.AnyAttrs == nil {
		return
	}
	inherited, delegate := 0, false
	if s.Base != nil {
		inherited, delegate = len(s.Base.AttrRows()), s.Base.HasAttrs()
	}
	e.writeCases(file, s, e.own("decodeAttr"), delegate, func(g *jen.Group) {
		for i, f := range s.Attrs {
			g.Case(jen.Lit(inherited + i)).Block(e.read(f))
		}
		if f := s.AnyAttrs; f != nil {
			g.Case(e.local("AnyAttr")).Block(field(f).Op("=").Id("d").Dot("AppendAttr").Call(field(f)))
		}
	})
}

// writeDecodeField writes the same for elements, or for the text of simple
// content, or for text between elements.
func (e *emitter) writeDecodeField(file *jen.File, s *plan.Struct) {
	if len(s.Fields) == 0 && s.Text == nil {
		return
	}
	first := s.FirstRow()
	e.writeCases(file, s, e.own("decodeField"), first > 0, func(g *jen.Group) {
		row := first
		for _, f := range s.Fields {
			// Items have no rows where all elements in them are abstract and have no substitute.
			if rows := e.rows(s, f, row); len(rows) > 0 {
				g.Case(rows...).Block(e.readRow(f, row))
			}
			row += len(f.Rows())
		}
		if f := s.Text; f != nil {
			g.Case(e.local("TextRow")).Block(field(f).Op("=").Id("d").Dot("Chars").Call())
		}
	})
}

// rows returns the cases of a field whose first row is given: 3, 4, 5
func (e *emitter) rows(s *plan.Struct, f *plan.Field, first int) []jen.Code {
	var cases []jen.Code
	for i := range f.Rows() {
		cases = append(cases, jen.Lit(first+i))
	}
	if f.Items != nil && f.Items.Text != nil {
		cases = append(cases, e.local("TextRow"))
	}
	return cases
}

// readRow returns the statement that reads row i of a field, whose first row is
// given.
func (e *emitter) readRow(f *plan.Field, first int) *jen.Statement {
	into, several := f.Items, "DecodeInto"
	if f.Group != nil {
		into = f.Group
		if f.Occurs != plan.Many {
			several = "DecodeMember"
		}
	}
	if into == nil {
		return e.read(f)
	}
	i := jen.Id("i")
	if first > 0 {
		i.Op("-").Lit(first)
	}
	return field(f).Op("=").Add(e.local(several)).Call(jen.Id("d"), field(f), i, structMethod(into, e.own("decodeField")))
}

// writeCases writes a method that reads an attribute or element by its row;
// what is none of the cases is left to the struct that s embeds.
func (e *emitter) writeCases(file *jen.File, s *plan.Struct, name string, delegate bool, cases func(g *jen.Group)) {
	method(file, s, name).Params(jen.Id("d").Op("*").Add(e.local("Decoder")), jen.Id("i").Int()).Block(
		jen.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
			cases(g)
			if delegate {
				g.Default().Block(jen.Id("v").Dot(s.Base.Name).Dot(name).Call(jen.Id("d"), jen.Id("i")))
			}
		}),
	)
	file.Line()
}

// writeItem writes the codec of an item:
//
//	func (v *OrderItem) decodeField(d *decoder, i int) {
//		switch i {
//		case 0:
//			v.Remark = d.OptString()
//		}
//	}
//
//	func (v *OrderItem) encode(e *encoder) {
//		e.OptString("<remark>", v.Remark, "</remark>")
//	}
func (e *emitter) writeItem(file *jen.File, s *plan.Struct) {
	e.writeDecodeField(file, s)
	method(file, s, "encode").Params(jen.Id("e").Op("*").Add(e.local("Encoder"))).BlockFunc(func(g *jen.Group) {
		if s.Text != nil {
			g.Id("e").Dot("Text").Call(field(s.Text))
		}
		for _, f := range s.Fields {
			e.write(g, f)
		}
	})
	file.Line()
}

// wildcard returns: &wildcard{Not: true, NS: []int{1}}
func (e *emitter) wildcard(w *plan.Wildcard) *jen.Statement {
	var ns, uris jen.Code
	if len(w.NS) > 0 {
		ns = jen.Index().Int().ValuesFunc(func(g *jen.Group) {
			for _, i := range w.NS {
				if name := e.constOf(i); name != "" {
					g.Id(name)
					continue
				}
				g.Lit(i)
			}
		})
	}
	if len(w.URIs) > 0 {
		uris = jen.Index().String().ValuesFunc(func(g *jen.Group) {
			for _, uri := range w.URIs {
				g.Add(text(uri))
			}
		})
	}
	return jen.Op("&").Add(e.local("Wildcard")).Add(row(key("Not"), flag(w.Not), key("NS"), ns, key("URIs"), uris))
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
			g.Id("v").Dot(e.own("encodeAttrs")).Call(jen.Id("e"))
			g.Id("e").Dot("Raw").Call(jen.Lit(">"))
		}
		if s.HasContent() {
			g.Id("v").Dot(e.own("encodeFields")).Call(jen.Id("e"))
		}
	})
	file.Line()
	if len(s.Attrs) > 0 || s.AnyAttrs != nil {
		method(file, s, e.own("encodeAttrs")).Add(params()).BlockFunc(func(g *jen.Group) {
			if s.Base != nil && s.Base.HasAttrs() {
				g.Id("v").Dot(s.Base.Name).Dot(e.own("encodeAttrs")).Call(jen.Id("e"))
			}
			for _, f := range s.Attrs {
				e.writeAttr(g, f)
			}
			if f := s.AnyAttrs; f != nil {
				g.Id("e").Dot("AnyAttrs").Call(field(f), jen.Id(s.Shape).Dot("Attrs"))
			}
		})
		file.Line()
	}
	if len(s.Fields) > 0 {
		method(file, s, e.own("encodeFields")).Add(params()).BlockFunc(func(g *jen.Group) {
			if s.Base != nil && !s.Whole && s.Base.HasContent() {
				g.Id("v").Dot(s.Base.Name).Dot(e.own("encodeFields")).Call(jen.Id("e"))
			}
			for _, f := range s.Fields {
				e.write(g, f)
			}
		})
		file.Line()
	}
}
