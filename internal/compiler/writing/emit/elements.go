package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/schema"
)

// writeElements writes a variable for each global element of the contract, and their
// common table.
//
//	var ElementOrder schema.Element[*Order] = declaredElementOrder
//
//	var declaredElementOrder = schema.Element[*Order]{Info: &schema.ElementInfo{
//		Name: schema.ElementName{NS: 1, Local: "order"}, Table: &contractElements,
//		Value: &schema.Value{Zero: (**Order)(nil)},
//	}}
func (e *emitter) writeElements(file *jen.File) {
	for _, root := range e.pkg.Elements {
		doc := documented(root.Name+" reads and writes documents whose root is the element "+root.Wire.Local+".", root.Doc)
		file.Add(comment(doc)).Var().Id(root.Name).Add(e.schema("Element")).Types(e.resultType(root.Value)).Op("=").Id("declared" + root.Name)
		file.Line()
	}
	for _, root := range e.pkg.Elements {
		info := row(key("Name"), e.literal(schema.ElementName{NS: root.Wire.NS, Local: root.Wire.Local}), key("Table"), jen.Op("&").Id("contractElements"),
			key("Value"), e.value(root.Value), key("Nillable"), flag(root.Nillable))
		file.Var().Id("declared" + root.Name).Op("=").Add(e.schema("Element")).Types(e.resultType(root.Value)).Values(
			jen.Id("Info").Op(":").Op("&").Add(e.schema("ElementInfo")).Add(info),
		)
		file.Line()
	}
	e.writeElementTable(file)
}

// writeElementTable writes:
//
//	var contractElements = schema.ElementTable{
//		Namespaces: contractNamespaces,
//		More: []schema.Namespace{{URI: "urn:more", Prefix: "e1"}},
//		Types: &contractTypes,
//	}
func (e *emitter) writeElementTable(file *jen.File) {
	rows := []jen.Code{jen.Id("Namespaces").Op(":").Id("contractNamespaces")}
	if more := e.pkg.ElementNamespaces; len(more) > 0 {
		rows = append(rows, jen.Id("More").Op(":").Index().Add(e.schema("Namespace")).Add(lines(namespaceRows(more)...)))
	}
	if e.pkg.Nil || e.pkg.ElementXSI {
		rows = append(rows, jen.Id("XSI").Op(":").True())
	}
	rows = append(rows, jen.Id("Types").Op(":").Op("&").Id(e.typesVar()))
	file.Add(comment("contractElements is what all elements have in common.")).
		Var().Id("contractElements").Op("=").Add(e.schema("ElementTable")).Add(lines(rows...))
	file.Line()
}

// namespaceRows returns: {URI: "urn:t", Prefix: "ns1"}
func namespaceRows(table []ir.TableEntry) []jen.Code {
	var rows []jen.Code
	for _, ns := range table {
		rows = append(rows, row(key("URI"), str(ns.URI), key("Prefix"), str(ns.Prefix), key("ID"), namespaceID(ns)))
	}
	return rows
}
