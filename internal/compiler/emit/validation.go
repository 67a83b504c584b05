package emit

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
)

// writeValidation writes validation.go: the schema text, and which types it has that have no name.
//
//	var contractSchema = schema.Schema{
//		Namespaces: contractNamespaces,
//		Entries: []schema.Entry{
//			{Type: &typeOfFind, Path: "element tns:find"},
//		},
//		Text: `
//	ns tns "urn:orders"
//	...`,
//	}
func (e *emitter) writeValidation(file *jen.File) {
	content := "\n" + strings.Join(e.pkg.Schema, "\n") + "\n"
	file.Add(comment(e.schemaVar() + " is what the schemas of the contract say about messages, one definition after the other: " +
		"attributes begin with @, those that must be there end with !; a sequence has commas, a choice |, an all &; ?, *, + and {n,m} say how often.")).
		Var().Id(e.schemaVar()).Op("=").Add(e.schema("Schema")).Add(lines(slices.Concat(e.schemaImports(),
		[]jen.Code{jen.Id("Namespaces").Op(":").Id("contractNamespaces")},
		e.entries(),
		[]jen.Code{jen.Id("Text").Op(":").Add(text(content))},
	)...))
	file.Line()
}

// entries returns: Entries: []schema.Entry{{Type: &typeOfFind, Path: "element tns:find"}}
func (e *emitter) entries() []jen.Code {
	var list []jen.Code
	add := func(typ *jen.Statement, path string) {
		if path != "" {
			list = append(list, row(key("Type"), jen.Op("&").Add(typ), key("Path"), text(path)))
		}
	}
	for _, s := range e.pkg.Structs {
		add(e.typeVar(s.Package, s.Name), s.Entry)
	}
	for _, s := range e.pkg.Simples {
		add(e.typeVar(s.Package, s.Name), s.Entry)
	}
	if list == nil {
		return nil
	}
	return []jen.Code{jen.Id("Entries").Op(":").Index().Add(e.schema("Entry")).Add(lines(list...))}
}
