package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// writeValidation writes validation.go: the schema text and the methods that validate
// values.
func (e *emitter) writeValidation(file *jen.File) {
	for _, s := range e.pkg.Structs {
		if s.Entry != "" {
			e.writeValidate(file, s)
		}
	}
	for _, s := range e.pkg.Simples {
		if s.Entry != "" {
			e.writeValidateSimple(file, s)
		}
	}
	e.writeSchemaText(file)
}

// writeValidateSimple writes:
//
//	// Validate compares with the schema; what that does not allow is a [*validate.Error].
//	func (v Colour) Validate() error { return validate.ValidateValue(v, &contractSchema, "type tns:Colour", &schema.Value{...}) }
//
// An alias cannot have a method, so there is a function for it.
func (e *emitter) writeValidateSimple(file *jen.File, s *ir.Simple) {
	call := e.validate("ValidateValue").Call(jen.Id("v"), jen.Op("&").Id(e.schemaVar()), text(s.Entry), e.simpleValue(s))
	if s.Alias {
		doc := s.Validator + " compares a value with what the schema says of the " + s.What + "; what that does not allow is a [*validate.Error]. " +
			s.Name + " is an alias, which cannot have a method for that."
		file.Add(comment(doc)).Func().Id(s.Validator).Params(jen.Id("v").Id(s.Name)).Error().Add(inLine(jen.Return(call)))
	} else {
		file.Add(validateComment()).Func().Params(jen.Id("v").Id(s.Name)).Id("Validate").Params().Error().Add(inLine(jen.Return(call)))
	}
	file.Line()
}

func validateComment() *jen.Statement {
	return comment("Validate compares with the schema; what that does not allow is a [*validate.Error].")
}

// writeValidate writes:
//
//	// Validate compares with the schema; what that does not allow is a [*validate.Error].
//	func (v *Order) Validate() error { return validate.ValidateStruct(v, v != nil, &contractSchema, "type tns:Order", &typeOfOrder) }
func (e *emitter) writeValidate(file *jen.File, s *ir.Struct) {
	call := e.validate("ValidateStruct").Call(jen.Id("v"), jen.Id("v").Op("!=").Nil(), jen.Op("&").Id(e.schemaVar()), text(s.Entry), e.typeOfStruct(s))
	file.Add(validateComment()).Func().Params(jen.Id("v").Op("*").Id(s.Name)).Id("Validate").Params().Error().Add(inLine(jen.Return(call)))
	file.Line()
}

// writeSchemaText writes:
//
//	var contractSchema = schema.Schema{
//		Namespaces: contractNamespaces,
//		Text: `
//	ns tns "urn:orders"
//	...`,
//	}
func (e *emitter) writeSchemaText(file *jen.File) {
	content := "\n" + strings.Join(e.pkg.Schema, "\n") + "\n"
	file.Add(comment(e.schemaVar() + " is what the schemas of the contract say about messages, one definition after the other: " +
		"attributes begin with @, those that must be there end with !; a sequence has commas, a choice |, an all &; ?, *, + and {n,m} say how often.")).
		Var().Id(e.schemaVar()).Op("=").Add(e.schema("Schema")).Add(lines(append(e.schemaImports(),
		jen.Id("Namespaces").Op(":").Id("contractNamespaces"),
		jen.Id("Text").Op(":").Add(text(content)),
	)...))
	file.Line()
}
