package emit

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// writeTypes writes types.go: the Go types of the contract, and the variables for its
// headers and elements.
func (e *emitter) writeTypes() {
	for _, s := range e.pkg.Structs {
		e.writeStruct(s)
		e.writeInterfaceType(s)
	}
	for _, s := range e.pkg.Simples {
		e.writeSimple(s)
	}
	for _, f := range e.pkg.Faults {
		e.writeFault(f)
	}
	for _, h := range e.pkg.Headers {
		e.writeHeader(h)
	}
	if len(e.pkg.Elements) > 0 {
		e.writeElements()
	}
}

// declaresTypes reports whether types.go has any declaration.
func (e *emitter) declaresTypes() bool {
	return len(e.pkg.Elements)+len(e.pkg.Structs)+len(e.pkg.Simples) > 0
}

// writeStruct writes the struct of a type. The struct of a derived type starts with the embedded struct of its base.
func (e *emitter) writeStruct(s *ir.Struct) {
	doc := isA(s.Name, s.Kind, s.WSDLName)
	if s.IsRequest && s.Kind != "complex type" && s.Package == nil { // what is a request depends on the contract
		doc = isA(s.Name, "request", s.WSDLName)
	}
	switch s.Kind {
	case "group":
		doc = s.Name + " holds the element " + s.WSDLName + " or a member of its substitution group: one of its fields is set."
	case "item":
		doc = s.Name + " is one piece of the content of " + s.WSDLName + ": one of its fields is set."
	}
	doc = introduced(doc, s.Doc)
	if e.isOnlyResult(s) {
		doc += "\n\nMethods return the slice in it. The struct is for XML documents outside of messages, which schema.Append and schema.Unmarshal write and read."
	}
	var lines []string
	tags := e.fieldTags(s)
	write := func(doc, name, typ string) {
		lines = append(lines, comment(doc)+name+" "+typ+" "+tags[0])
		tags = tags[1:]
	}
	field := func(f *ir.Field) { write(f.Doc, f.Name, e.goTypes().Field(f)) }
	if tag := e.typeTag(e.described.Struct(s)); tag != "" {
		lines = append(lines, "_ struct{} "+tagLiteral(tag))
	}
	if s.Base != nil {
		write("", "", e.goTypes().Struct(s.Base))
	}
	for _, f := range s.Attrs {
		field(f)
	}
	if f := s.AnyAttrs; f != nil {
		write(f.Doc, f.Name, "[]"+e.below("xsd", "Attr"))
	}
	if f := s.IsNil; f != nil {
		write(f.Doc, f.Name, "bool")
	}
	if f := s.Text; f != nil {
		write(f.Doc, f.Name, "string")
	}
	if s.Array != nil && s.Array.Rank > 1 {
		write("Sizes has the lengths of the "+strconv.Itoa(s.Array.Rank)+" dimensions. Items are in row-major order: the last index changes fastest.",
			"Sizes", "[]int")
	}
	for _, f := range s.Elements() {
		field(f)
	}
	if f := s.XSITypes; f != nil {
		write(f.Doc, f.Name, e.below("xsd", "ElementTypes"))
	}
	for _, a := range s.Attachments {
		field(a.Field)
		if a.Media != nil {
			field(a.Media)
		}
	}
	e.declare(doc, "type %s %s", s.Name, body("struct", lines))
}

// writeInterfaceType writes the interface for a type and the types that are derived from it.
func (e *emitter) writeInterfaceType(s *ir.Struct) {
	if s.Interface == "" {
		return
	}
	doc := s.Interface + " is a value of the type " + s.WSDLName + " or of one that is derived from it: a pointer to " + s.Name + " or to a struct that embeds it. nil means no value."
	if s.Abstract {
		doc = s.Interface + " is a value of a type that is derived from " + s.WSDLName + ", which is abstract: a pointer to a struct that embeds " + s.Name + ". nil means no value."
	}
	getter := comment(s.Getter + " returns the value as far as it is of the type " + s.WSDLName + ".")
	e.declare(doc, "type %s interface {\n%s%s() *%s\n}", s.Interface, getter, s.Getter, s.Name)
	e.declare(s.Getter+" returns v.", "func (v *%[1]s) %[2]s() *%[1]s {\nreturn v\n}", s.Name, s.Getter)
}

// writeSimple writes the type for a simple type, and constants for the values of an enumeration.
func (e *emitter) writeSimple(s *ir.Simple) {
	alias := ""
	if s.Alias {
		alias = "= "
	}
	doc := s.Name + " is the " + s.What + "."
	if s.WSDLName != "" {
		doc = isA(s.Name, "simple type", s.WSDLName)
	}
	doc = documented(documented(doc, s.Doc), s.ValueDoc)
	e.declare(doc, "type %s %s%s", s.Name, alias, e.goTypes().Scalar(s.Scalar))
	var defs []string
	for _, v := range s.Values {
		value := v.Text
		if s.Scalar.Go == "string" {
			value = text(v.Text)
		}
		defs = append(defs, comment(v.Doc)+v.Name+" "+s.Name+" = "+value)
	}
	if defs != nil {
		e.declare("The values of "+s.Name+".", "const (\n%s\n)", strings.Join(defs, "\n"))
	}
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

// introduced is documented for a first sentence, which is in the paragraph of the documentation if that is the only one. One that
// tools look for at the start of a paragraph stays there.
func introduced(sentence, doc string) string {
	if doc == "" || strings.Contains(doc, "\n\n") || !unicode.IsLetter([]rune(doc)[0]) || strings.HasPrefix(doc, "Deprecated:") {
		return documented(sentence, doc)
	}
	return sentence + " " + doc
}

// documented returns a sentence, followed by the contract's documentation in
// separate paragraphs. Either may be empty.
func documented(sentence, doc string) string {
	if doc == "" || sentence == "" {
		return sentence + doc
	}
	return sentence + "\n\n" + doc
}
