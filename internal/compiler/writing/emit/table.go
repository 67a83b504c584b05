package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/templates/soap/schema"
)

// schemaType is the type of schema.Table.Source in generated code.
const schemaType = "contractSchema"

// writeTable writes schema.go: the table of the package.
//
//	var contractTypes = schema.Table{
//		Namespaces: contractNamespaces,
//		Target:     1,
//		Qualified:  true,
//		Source:     contractSchema{},
//	}
//
//	func init() { schema.Define(&contractTypes) }
func (e *emitter) writeTable(file *jen.File) {
	fields := fieldList{jen.Id("Namespaces").Op(":").Id("contractNamespaces")}
	if more := e.pkg.MoreNamespaces; len(more) > 0 {
		fields.add("More", jen.Index().Add(e.schema("Namespace")).Add(lines(namespaceRows(more)...)))
	}
	fields = append(fields, e.tagFields()...)
	fields.add("Source", jen.Id(schemaType).Values())
	if list := e.imports(); list != nil {
		fields = append(fields, list)
	}
	file.Add(comment(e.typesVar() + " has what the struct tags of the package rely on: Target is the number of the namespace of types, " +
		"and of elements if Qualified is set, whose names have no number.")).
		Var().Id(e.typesVar()).Op("=").Add(e.schema("Table")).Add(lines(fields...))
	file.Line()
	file.Func().Id("init").Params().Add(inLine(e.schema("Define").Call(jen.Op("&").Id(e.typesVar()))))
	file.Line()
}

// reference returns the name of a simple type in tags: "2:colour"
func (e *emitter) reference(t *schema.Type) string {
	tag := e.newTag()
	return tag.name(t.NS, t.Name, tag.own.target)
}

// zeroOf returns a nil pointer to a type: (*Colour)(nil)
func zeroOf(typ *jen.Statement) *jen.Statement {
	return jen.Parens(jen.Op("*").Add(typ)).Call(jen.Nil())
}
