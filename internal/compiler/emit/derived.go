package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// The codec of a struct that embeds another one handles its own fields and calls
// functions of the embedded struct for the others. The rows of the embedded struct
// come first in the shape, so that they have the same indices in both shapes. The
// functions are not methods, as the methods of an embedded struct are promoted and
// compiled for every struct that embeds it, and contracts have thousands of these.

// writeDerived writes the codec of a struct that embeds another one, is embedded,
// or has composite fields. A struct that adds nothing to its base has no codec of
// its own: the methods are promoted.
func (e *emitter) writeDerived(file *jen.File, s *ir.Struct) {
	if s.AddsNothing() {
		return
	}
	e.writeShape(file, s)
	attrs, fields := e.attrCases(s), e.fieldCases(s)
	e.writeDerivedDecode(file, s, attrs, fields)
	if s.Extended {
		e.writeCases(file, s, decodeAttr, attrs)
		e.writeCases(file, s, decodeField, fields)
	}
	e.writeDerivedEncode(file, s)
}

// sharedFunc is the name prefix of a function that structs call for the struct that
// they embed.
type sharedFunc string

const (
	decodeAttr   sharedFunc = "decodeAttrOf"
	decodeField  sharedFunc = "decodeFieldOf"
	encodeAttrs  sharedFunc = "encodeAttrsOf"
	encodeFields sharedFunc = "encodeFieldsOf"
)

// has reports whether there is such a function for a struct.
func (fn sharedFunc) has(s *ir.Struct) bool {
	switch fn {
	case decodeAttr, encodeAttrs:
		return len(s.Attrs) > 0 || s.AnyAttrs != nil
	case decodeField:
		return len(s.Fields) > 0 || s.Text != nil
	}
	return len(s.Fields) > 0
}

// callShared returns the call of the function for s, or if there is none, for the
// nearest base: decodeFieldOfAnimal(&v.Animal, d, i). If inherited is set, it
// starts with the base of s.
func (e *emitter) callShared(fn sharedFunc, s *ir.Struct, inherited bool, args ...jen.Code) *jen.Statement {
	path := jen.Id("v")
	if inherited || !fn.has(s) {
		path = jen.Op("&").Id("v")
	}
	if inherited {
		s = s.Base
		path.Dot(s.Name)
	}
	for !fn.has(s) {
		s = s.Base
		path.Dot(s.Name)
	}
	return e.sharedFuncID(fn, s).Call(append([]jen.Code{path}, args...)...)
}

// sharedFuncID returns the name of the function for s, qualified in packages other
// than that of s.
func (e *emitter) sharedFuncID(fn sharedFunc, s *ir.Struct) *jen.Statement {
	return qualified(s.Package, e.internalName(string(fn))+s.Name)
}

// method starts a method of a struct's pointer: func (v *Dog) decode
func method(file *jen.File, s *ir.Struct, name string) *jen.Statement {
	return file.Func().Params(jen.Id("v").Op("*").Id(s.Name)).Id(name)
}

// writeDerivedDecode writes, for a struct that others embed:
//
//	func (v *Dog) QuartetDecode(d *schema.Decoder) {
//		for i := d.NextAttr(&shapeDog); i >= 0; i = d.NextAttr(&shapeDog) {
//			decodeAttrOfDog(v, d, i)
//		}
//		for i := d.Start(&shapeDog); i >= 0; i = d.Next() {
//			decodeFieldOfDog(v, d, i)
//		}
//	}
//
// For other structs the loops contain the switch statements of these functions.
func (e *emitter) writeDerivedDecode(file *jen.File, s *ir.Struct, attrs, fields *jen.Statement) {
	method(file, s, "QuartetDecode").Params(jen.Id("d").Op("*").Add(e.schema("Decoder"))).BlockFunc(func(g *jen.Group) {
		if s.HasAttrs() {
			e.writeLoop(g, s, "NextAttr", "NextAttr", attrs, decodeAttr)
		}
		switch {
		case s.Simple && !s.Extended && len(s.Fields) > 0:
			g.Add(e.read(s.Fields[0]))
		case s.Simple:
			g.Add(e.callShared(decodeField, s, false, jen.Id("d"), jen.Lit(0)))
		case s.Mixed:
			e.writeLoop(g, s, "StartMixed", "NextMixed", fields, decodeField)
		case len(s.Rows()) == 0:
			g.Id("d").Dot("Skip").Call()
		default:
			e.writeLoop(g, s, "Start", "Next", fields, decodeField)
		}
	})
	file.Line()
}

// writeLoop writes:
//
//	for i := d.Start(&shapeDog); i >= 0; i = d.Next() {
//		decodeFieldOfDog(v, d, i)
//	}
func (e *emitter) writeLoop(g *jen.Group, s *ir.Struct, first, next string, cases *jen.Statement, fn sharedFunc) {
	body := cases
	if s.Extended || cases == nil {
		body = e.callShared(fn, s, false, jen.Id("d"), jen.Id("i"))
	}
	shape := jen.Op("&").Id(s.Shape)
	again := jen.Id("d").Dot(next).Call()
	if first == next {
		again = jen.Id("d").Dot(next).Call(shape.Clone())
	}
	g.For(jen.Id("i").Op(":=").Id("d").Dot(first).Call(shape), jen.Id("i").Op(">=").Lit(0), jen.Id("i").Op("=").Add(again)).Block(body)
}

// attrCases returns the statement that reads an attribute, with a case for each
// row and a call for the rows of the base. It returns nil if all rows are those of
// the base.
//
//	switch i {
//	case 1:
//		v.Number = d.Int32()
//	default:
//		decodeAttrOfAnimal(&v.Animal, d, i)
//	}
func (e *emitter) attrCases(s *ir.Struct) *jen.Statement {
	if len(s.Attrs) == 0 && s.AnyAttrs == nil {
		return nil
	}
	inherited, delegate := 0, false
	if s.Base != nil {
		inherited, delegate = len(s.Base.AttrRows()), s.Base.HasAttrs()
	}
	return e.cases(s, decodeAttr, delegate, func(g *jen.Group) {
		for i, f := range s.Attrs {
			g.Case(jen.Lit(inherited + i)).Block(e.read(f))
		}
		if f := s.AnyAttrs; f != nil {
			g.Case(e.xsd("AnyAttr")).Block(field(f).Op("=").Id("d").Dot("AppendAttr").Call(field(f)))
		}
	})
}

// fieldCases is like attrCases for elements, simple content and text between
// elements.
func (e *emitter) fieldCases(s *ir.Struct) *jen.Statement {
	if len(s.Fields) == 0 && s.Text == nil {
		return nil
	}
	first := s.FirstRow()
	return e.cases(s, decodeField, first > 0, func(g *jen.Group) {
		row := first
		for _, f := range s.Fields {
			// Items have no rows if all of their elements are abstract and have no substitutes.
			if rows := e.rows(f, row); len(rows) > 0 {
				g.Case(rows...).Block(e.readRow(f, row))
			}
			row += len(f.Rows())
		}
		if f := s.Text; f != nil {
			g.Case(e.schema("TextRow")).Block(field(f).Op("=").Id("d").Dot("Chars").Call())
		}
	})
}

// rows returns the cases of a field, whose rows start with first: 3, 4, 5
func (e *emitter) rows(f *ir.Field, first int) []jen.Code {
	var cases []jen.Code
	for i := range f.Rows() {
		cases = append(cases, jen.Lit(first+i))
	}
	if f.Items != nil && f.Items.Text != nil {
		cases = append(cases, e.schema("TextRow"))
	}
	return cases
}

// readRow returns the statement that reads row i of a field, whose rows start with
// first.
func (e *emitter) readRow(f *ir.Field, first int) *jen.Statement {
	into, decode := f.Items, "DecodeInto"
	if f.Group != nil {
		into = f.Group
		if f.Occurs != ir.Many {
			decode = "DecodeMember"
		}
	}
	if into == nil {
		return e.read(f)
	}
	i := jen.Id("i")
	if first > 0 {
		i.Op("-").Lit(first)
	}
	return field(f).Op("=").Add(e.schema(decode)).Call(jen.Id("d"), field(f), i, e.sharedFuncID(decodeField, into))
}

func (e *emitter) cases(s *ir.Struct, fn sharedFunc, delegate bool, cases func(g *jen.Group)) *jen.Statement {
	return jen.Switch(jen.Id("i")).BlockFunc(func(g *jen.Group) {
		cases(g)
		if delegate {
			g.Default().Block(e.callShared(fn, s, true, jen.Id("d"), jen.Id("i")))
		}
	})
}

// writeCases writes a function with the cases of attrCases or fieldCases:
//
//	func decodeFieldOfAnimal(v *Animal, d *schema.Decoder, i int) {
//		switch i {
//		case 0:
//			v.Name = d.String()
//		}
//	}
func (e *emitter) writeCases(file *jen.File, s *ir.Struct, fn sharedFunc, cases *jen.Statement) {
	if cases == nil {
		return
	}
	e.function(file, s, fn).Params(receiver(s), jen.Id("d").Op("*").Add(e.schema("Decoder")), jen.Id("i").Int()).Block(cases)
	file.Line()
}

// writeItem writes the codec of an item:
//
//	func decodeFieldOfOrderItem(v *OrderItem, d *schema.Decoder, i int) {
//		switch i {
//		case 0:
//			v.Remark = d.OptString()
//		}
//	}
//
//	func (v *OrderItem) QuartetEncode(e *schema.Encoder) {
//		e.OptString("<remark>", v.Remark, "</remark>")
//	}
func (e *emitter) writeItem(file *jen.File, s *ir.Struct) {
	e.writeCases(file, s, decodeField, e.fieldCases(s))
	method(file, s, "QuartetEncode").Params(jen.Id("e").Op("*").Add(e.schema("Encoder"))).BlockFunc(func(g *jen.Group) {
		if s.Text != nil {
			g.Id("e").Dot("Text").Call(field(s.Text))
		}
		for _, f := range s.Fields {
			e.write(g, f)
		}
	})
	file.Line()
}

// wildcard returns: &xsd.Wildcard{Not: true, NS: []int{1}}
func (e *emitter) wildcard(w *ir.Wildcard) *jen.Statement {
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
	return jen.Op("&").Add(e.xsd("Wildcard")).Add(row(key("Not"), flag(w.Not), key("NS"), ns, key("URIs"), uris))
}

// writeDerivedEncode writes, for a struct that others embed:
//
//	func (v *Animal) QuartetEncode(e *schema.Encoder) {
//		encodeAttrsOfAnimal(v, e)
//		e.Raw(">")
//		encodeFieldsOfAnimal(v, e)
//	}
//
//	func encodeFieldsOfAnimal(v *Animal, e *schema.Encoder) {
//		e.String("<name>", v.Name, "</name>")
//	}
//
// For other structs the method encode contains all of it:
//
//	func (v *Dog) QuartetEncode(e *schema.Encoder) {
//		encodeAttrsOfAnimal(&v.Animal, e)
//		e.Raw(">")
//		encodeFieldsOfAnimal(&v.Animal, e)
//		e.OptString("<bark>", v.Bark, "</bark>")
//	}
func (e *emitter) writeDerivedEncode(file *jen.File, s *ir.Struct) {
	method(file, s, "QuartetEncode").Params(e.toEncoder()).BlockFunc(func(g *jen.Group) {
		if s.HasAttrs() {
			e.encodeShared(g, s, encodeAttrs, e.writeAttrs)
			g.Id("e").Dot("Raw").Call(jen.Lit(">"))
		}
		if s.HasContent() {
			e.encodeShared(g, s, encodeFields, e.writeFields)
		}
	})
	file.Line()
	if !s.Extended {
		return
	}
	if encodeAttrs.has(s) {
		e.function(file, s, encodeAttrs).Params(receiver(s), e.toEncoder()).BlockFunc(func(g *jen.Group) { e.writeAttrs(g, s) })
		file.Line()
	}
	if encodeFields.has(s) {
		e.function(file, s, encodeFields).Params(receiver(s), e.toEncoder()).BlockFunc(func(g *jen.Group) { e.writeFields(g, s) })
		file.Line()
	}
}

// toEncoder returns: e *schema.Encoder
func (e *emitter) toEncoder() *jen.Statement { return jen.Id("e").Op("*").Add(e.schema("Encoder")) }

// function starts a shared function: func decodeFieldOfAnimal
func (e *emitter) function(file *jen.File, s *ir.Struct, fn sharedFunc) *jen.Statement {
	return file.Func().Id(e.internalName(string(fn)) + s.Name)
}

// receiver returns: v *Animal
func receiver(s *ir.Struct) *jen.Statement { return jen.Id("v").Op("*").Id(s.Name) }

// encodeShared writes the call of a shared function, or its statements if s has no
// such function.
func (e *emitter) encodeShared(g *jen.Group, s *ir.Struct, fn sharedFunc, write func(*jen.Group, *ir.Struct)) {
	if s.Extended {
		g.Add(e.callShared(fn, s, false, jen.Id("e")))
		return
	}
	write(g, s)
}

func (e *emitter) writeAttrs(g *jen.Group, s *ir.Struct) {
	if s.Base != nil && s.Base.HasAttrs() {
		g.Add(e.callShared(encodeAttrs, s, true, jen.Id("e")))
	}
	for _, f := range s.Attrs {
		e.writeAttr(g, f)
	}
	if f := s.AnyAttrs; f != nil {
		g.Id("e").Dot("AnyAttrs").Call(field(f), jen.Id(s.Shape).Dot("Attrs"))
	}
}

func (e *emitter) writeFields(g *jen.Group, s *ir.Struct) {
	if s.Base != nil && !s.ReplacesBase && s.Base.HasContent() {
		g.Add(e.callShared(encodeFields, s, true, jen.Id("e")))
	}
	for _, f := range s.Fields {
		e.write(g, f)
	}
}
