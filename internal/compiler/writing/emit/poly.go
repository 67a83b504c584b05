package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// writeInterfaceType writes:
//
//	// BaseAnimal is an *Animal or a value of a type that is derived from it.
//	type BaseAnimal interface {
//		// GetAnimal returns the value as far as it is of the type animal.
//		GetAnimal() *Animal
//	}
//
//	func (v *Animal) GetAnimal() *Animal { return v }
func (e *emitter) writeInterfaceType(file *jen.File, s *ir.Struct) {
	if s.Interface == "" {
		return
	}
	doc := s.Interface + " is a value of the type " + s.WSDLName + " or of one that is derived from it: a pointer to " + s.Name + " or to a struct that embeds it. nil means no value."
	if s.Abstract {
		doc = s.Interface + " is a value of a type that is derived from " + s.WSDLName + ", which is abstract: a pointer to a struct that embeds " + s.Name + ". nil means no value."
	}
	getter := s.Getter + " returns the value as far as it is of the type " + s.WSDLName + "."
	file.Add(comment(doc)).Type().Id(s.Interface).Interface(
		comment(getter).Id(s.Getter).Params().Op("*").Id(s.Name),
	)
	file.Line()
	file.Add(comment(s.Getter + " returns v.")).Func().Params(jen.Id("v").Op("*").Id(s.Name)).Id(s.Getter).Params().Op("*").Id(s.Name).
		Block(jen.Return(jen.Id("v")))
	file.Line()
}
