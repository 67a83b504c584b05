package emit

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// writeTypes writes types.go: the Go types of the contract, and the variables for its
// headers and elements.
func (e *emitter) writeTypes(file *jen.File) {
	for _, s := range e.pkg.Structs {
		e.writeStruct(file, s)
		e.writeInterfaceType(file, s)
	}
	for _, s := range e.pkg.Simples {
		e.writeSimple(file, s)
		writeValues(file, s)
	}
	for _, f := range e.pkg.Faults {
		e.writeFault(file, f)
	}
	for _, h := range e.pkg.Headers {
		e.writeHeader(file, h)
	}
	if len(e.pkg.Elements) > 0 {
		e.writeElements(file)
	}
}

// declaresTypes reports whether types.go has any declaration.
func (e *emitter) declaresTypes() bool {
	return len(e.pkg.Elements)+len(e.pkg.Structs)+len(e.pkg.Simples) > 0
}

// writeStruct writes:
//
//	// ObjStation is the complex type objStation.
//	//
//	// A station and where it is.
//	type ObjStation struct {
//		// Name of the station.
//		StationDesc *string
//	}
//
// The struct of a derived type starts with the embedded struct of its base.
func (e *emitter) writeStruct(file *jen.File, s *ir.Struct) {
	doc := s.Name + " is the " + s.Kind + " " + s.WSDLName + "."
	switch s.Kind {
	case "group":
		doc = s.Name + " holds the element " + s.WSDLName + " or a member of its substitution group: one of its fields is set."
	case "item":
		doc = s.Name + " is one piece of the content of " + s.WSDLName + ": one of its fields is set."
	}
	doc = documented(doc, s.Doc)
	if e.isOnlyResult(s) {
		doc += "\n\nMethods return the slice in it. The struct is for XML documents outside of messages, which schema.Append and schema.Unmarshal write and read."
	}
	tags := e.fieldTags(s)
	file.Add(comment(doc).Type().Id(s.Name).StructFunc(func(g *jen.Group) {
		write := func(field *jen.Statement) {
			g.Add(field.Add(tags[0]))
			tags = tags[1:]
		}
		if tag := e.typeTag(e.described().Struct(s)); tag != "" {
			g.Id("_").Struct().Add(tagLiteral(tag))
		}
		if s.Base != nil {
			write(e.structID(s.Base))
		}
		for _, f := range s.Attrs {
			write(e.field(f))
		}
		if f := s.AnyAttrs; f != nil {
			write(comment(f.Doc).Id(f.Name).Index().Add(e.xsd("Attr")))
		}
		if f := s.IsNil; f != nil {
			write(comment(f.Doc).Id(f.Name).Bool())
		}
		if f := s.Text; f != nil {
			write(comment(f.Doc).Id(f.Name).String())
		}
		if s.Array != nil && s.Array.Rank > 1 {
			write(comment("Sizes has the lengths of the " + strconv.Itoa(s.Array.Rank) + " dimensions. Items are in row-major order: the last index changes fastest.").
				Id("Sizes").Index().Int())
		}
		for _, f := range s.Elements() {
			write(e.field(f))
		}
		if f := s.XSITypes; f != nil {
			write(comment(f.Doc).Id(f.Name).Add(e.xsd("ElementTypes")))
		}
		for _, a := range s.Attachments {
			write(e.field(a.Field))
			if a.Media != nil {
				write(e.field(a.Media))
			}
		}
	}))
	file.Line()
}

// isOnlyResult reports whether a struct is a list that operations return, and nothing in
// the package refers to it: methods return its slice.
func (e *emitter) isOnlyResult(s *ir.Struct) bool {
	elements := s.Elements()
	if len(elements) != 1 || len(s.Attrs) > 0 || s.AnyAttrs != nil || s.Text != nil || e.isInSignature(s) || !slices.ContainsFunc(e.pkg.Services, func(service *ir.Service) bool { return returnsItems(service, elements[0]) }) {
		return false
	}
	return !slices.ContainsFunc(e.pkg.Structs, func(other *ir.Struct) bool {
		return other.Base == s || slices.ContainsFunc(other.Fields, func(f *ir.Field) bool { return f.Struct == s })
	})
}

// isInSignature reports whether a struct is a request, a result, the detail of a fault, or
// the value of a header or an element.
func (e *emitter) isInSignature(s *ir.Struct) bool {
	is := func(r *ir.Result) bool { return r != nil && r.Item.Struct == s }
	return slices.ContainsFunc(e.pkg.Services, func(service *ir.Service) bool {
		return slices.ContainsFunc(service.Operations, func(op *ir.Operation) bool { return op.Request == s || is(op.Result) })
	}) ||
		slices.ContainsFunc(e.pkg.Faults, func(f *ir.Fault) bool { return is(f.Detail) }) ||
		slices.ContainsFunc(e.pkg.Headers, func(h *ir.Header) bool { return is(h.Value) }) ||
		slices.ContainsFunc(e.pkg.Elements, func(x *ir.Element) bool { return is(x.Value) })
}

// returnsItems reports whether an operation returns a list of an element.
func returnsItems(s *ir.Service, item *ir.Field) bool {
	return slices.ContainsFunc(s.Operations, func(op *ir.Operation) bool {
		return op.IsList() && op.Result.Item.Struct == item.Struct && op.Result.Item.Wire == item.Wire
	})
}

// documented returns a sentence, followed by the contract's documentation in
// separate paragraphs.
func documented(sentence, doc string) string {
	if doc == "" {
		return sentence
	}
	return sentence + "\n\n" + doc
}

// field returns a field without its tag.
func (e *emitter) field(f *ir.Field) *jen.Statement {
	s := jen.Null()
	if f.Doc != "" {
		s = comment(f.Doc)
	}
	return s.Id(f.Name).Add(e.fieldType(f))
}

// fieldType returns: T, *T, xsd.Nillable[T], []T or []*T.
func (e *emitter) fieldType(f *ir.Field) *jen.Statement { return e.inForm(f.Form(), f) }

// inForm returns: T, *T, xsd.Nillable[T], []T or []*T.
func (e *emitter) inForm(form ir.Form, f *ir.Field) *jen.Statement {
	switch form {
	case ir.AsPointer:
		return jen.Op("*").Add(e.valueType(f))
	case ir.AsNillable:
		return e.xsd("Nillable").Types(e.valueType(f))
	case ir.AsSlice, ir.AsPointers:
		return jen.Index().Add(e.itemIn(form, f))
	}
	return e.valueType(f)
}

// itemIn returns the type of the items of a slice: T or *T.
func (e *emitter) itemIn(form ir.Form, f *ir.Field) *jen.Statement {
	if form == ir.AsPointers {
		return jen.Op("*").Add(e.valueType(f))
	}
	return e.valueType(f)
}

// valueType returns the type of one occurrence.
func (e *emitter) valueType(f *ir.Field) *jen.Statement {
	switch {
	case f.Group != nil:
		return e.structID(f.Group)
	case f.Items != nil:
		return e.structID(f.Items)
	case f.Poly:
		return e.qualified(f.Struct.Package, f.Struct.Interface)
	case f.Struct != nil:
		return e.structID(f.Struct)
	}
	return e.scalarType(f.Scalar)
}

// scalarType returns the Go type of a simple type.
func (e *emitter) scalarType(s *ir.Scalar) *jen.Statement {
	switch {
	case s.Type != nil:
		return e.simpleID(s.Type)
	case s.Item != nil:
		return jen.Index().Add(e.scalarType(s.Item))
	case s.Kind == "Reader":
		return jen.Qual("io", "Reader")
	case s.Package != "":
		return e.below(s.Package, s.Go)
	}
	return jen.Id(s.Go)
}
