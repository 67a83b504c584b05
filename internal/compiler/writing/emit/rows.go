package emit

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/schema"
)

// writeRows writes schema.go: for each type its description, a row for each field, and
// the table that joins both. Package describe makes them.
//
//	var typeOfStop = schema.Type{NS: 1, Name: "stop", Zero: (*Stop)(nil)}
//
//	var contractTypes = schema.Table{
//		Namespaces: contractNamespaces,
//		Types: []schema.TypeRows{
//			{Type: &typeOfStop, Rows: []schema.Row{
//				{Name: "code", NS: 1, Kind: schema.KindString, Occurs: schema.Once},
//			}},
//		},
//	}
//
//	func init() { schema.Define(&contractTypes) }
//
// Descriptions and rows are apart because types may refer to each other, which would be
// an initialization cycle.
func (e *emitter) writeRows(file *jen.File) {
	table := e.described().Table
	var rows []jen.Code
	for i := range table.Types {
		t := &table.Types[i]
		file.Var().Add(e.variable(t.Type)).Op("=").Add(e.schema("Type")).Add(e.typeLiteral(t.Type))
		rows = append(rows, row(key("Type"), e.of(t.Type), key("Rows"), e.rowsOf(t), key("Model"), e.model(t.Model)))
	}
	file.Line()
	fields := []jen.Code{jen.Id("Namespaces").Op(":").Id("contractNamespaces")}
	add := func(name string, value *jen.Statement) { fields = append(fields, jen.Id(name).Op(":").Add(value)) }
	if more := e.pkg.MoreNamespaces; len(more) > 0 {
		add("More", jen.Index().Add(e.schema("Namespace")).Add(lines(namespaceRows(more)...)))
	}
	if len(rows) > 0 {
		add("Types", jen.Index().Add(e.schema("TypeRows")).Add(lines(rows...)))
	}
	fields = append(fields, e.tagFields()...)
	elements := table.GlobalElements()
	add("Elements", jen.Id(elementsType).Values())
	if len(table.Attributes) > 0 {
		add("Attributes", e.rows(table.Attributes))
	}
	if list := e.imports(); list != nil {
		fields = append(fields, list)
	}
	file.Add(comment(e.typesVar() + " describes the Go types: row i of a type is for field i. A row is an element unless At says something else, and one without Occurs is optional; " +
		"NS is the number of a namespace in contractNamespaces, and a name without NS has none; " +
		"Of describes the type of the value, unless it is one of XML Schema's. Types without a name are those of elements, which globalElements lists, with a Model if nothing in Go is of their type.")).
		Var().Id(e.typesVar()).Op("=").Add(e.schema("Table")).Add(lines(fields...))
	file.Line()
	e.writeGlobalElements(file, elements)
	file.Func().Id("init").Params().Add(inLine(e.schema("Define").Call(jen.Op("&").Id(e.typesVar()))))
	file.Line()
}

// described returns the descriptions of the types of the package.
func (e *emitter) described() *descriptor.Package {
	if e.types == nil {
		e.types = descriptor.New(encoded.Arrays{})
	}
	return e.types.Package(e.pkg)
}

// rowsOf returns the rows of a type: []schema.Row{...}, on one line if there is only
// that of the items of a list.
func (e *emitter) rowsOf(t *schema.TypeRows) jen.Code {
	switch {
	case len(t.Rows) == 0:
		return nil
	case t.Type.Simple:
		return jen.Index().Add(e.schema("Row")).Values(e.row(&t.Rows[0]))
	}
	return e.rows(t.Rows)
}

// rows returns []schema.Row{...} with each row on a line.
func (e *emitter) rows(rows []schema.Row) *jen.Statement {
	return jen.Index().Add(e.schema("Row")).Add(lines(e.rowList(rows)...))
}

func (e *emitter) rowList(rows []schema.Row) []jen.Code {
	var list []jen.Code
	for i := range rows {
		list = append(list, e.row(&rows[i]))
	}
	return list
}

// model returns the rows of a model, which may be empty; nil if there is no model.
func (e *emitter) model(rows []schema.Row) jen.Code {
	switch {
	case rows == nil:
		return nil
	case len(rows) == 0:
		return jen.Index().Add(e.schema("Row")).Values()
	}
	return e.rows(rows)
}

// elementsType is the type of schema.Table.Elements in generated code.
const elementsType = "globalElements"

// writeGlobalElements writes:
//
//	type globalElements struct{}
//
//	func (globalElements) GlobalElements() []schema.GlobalElement { return contractGlobals }
//
//	var contractGlobals = []schema.GlobalElement{
//		{Row: schema.Row{Name: "stop", NS: 1, Kind: schema.KindStruct, Of: &typeOfStop}},
//	}
func (e *emitter) writeGlobalElements(file *jen.File, elements []schema.GlobalElement) {
	list := func() *jen.Statement { return jen.Index().Add(e.schema("GlobalElement")) }
	file.Add(comment(elementsType + " has the global elements. Only validation calls its method: the linker leaves them out of other programs.")).
		Type().Id(elementsType).Struct()
	file.Line()
	file.Func().Params(jen.Id(elementsType)).Id("GlobalElements").Params().Add(list()).Add(inLine(jen.Return(jen.Id("contractGlobals"))))
	file.Line()
	file.Var().Id("contractGlobals").Op("=").Add(list()).Add(lines(e.elementRows(elements)...))
	file.Line()
}

// elementRows returns: {Row: schema.Row{Name: "stop", NS: 1, Kind: schema.KindStruct, Of: &typeOfStop}}
func (e *emitter) elementRows(elements []schema.GlobalElement) []jen.Code {
	var list []jen.Code
	for i := range elements {
		g := &elements[i]
		list = append(list, row(key("Row"), e.schema("Row").Add(e.row(&g.Row)), key("Abstract"), flag(g.Abstract), key("Message"), flag(g.Message),
			key("Model"), e.model(g.Model), key("Mixed"), flag(g.Mixed)))
	}
	return list
}

// typeLiteral returns: {NS: 1, Name: "colour", Zero: (*Colour)(nil), Simple: true, Kind: schema.KindToken}
func (e *emitter) typeLiteral(t *schema.Type) *jen.Statement {
	return row(key("NS"), e.namespace(int(t.NS)), key("Name"), str(t.Name), key("Zero"), e.zero(t), key("Abstract"), flag(t.Abstract), key("Mixed"), flag(t.Mixed),
		key("Simple"), flag(t.Simple), key("Kind"), e.kind(t.Kind), key("More"), e.typeMore(t.More))
}

// typeMore returns: &schema.TypeMore{Facets: &schema.Facets{MaxLength: "3"}}
func (e *emitter) typeMore(m *schema.TypeMore) jen.Code {
	if m == nil {
		return nil
	}
	return jen.Op("&").Add(e.schema("TypeMore")).Add(row(key("Base"), e.of(m.Base), key("By"), e.derivations(m.By), key("Block"), e.derivations(m.Block),
		key("Facets"), e.facets(m.Facets), key("Members"), e.members(m.Members)))
}

// zero returns a nil pointer to the Go type of the values: (*Stop)(nil). It is nil if
// there is none.
func (e *emitter) zero(t *schema.Type) jen.Code {
	switch o := e.types.Origin(t); {
	case o.Struct != nil && !o.Struct.Undeclared:
		return zeroOf(e.structID(o.Struct))
	case o.Simple != nil && !o.Simple.Undeclared:
		return zeroOf(e.simpleID(o.Simple))
	case o.Simple != nil:
		return zeroOf(e.scalarType(o.Simple.Scalar))
	case o.List != nil:
		return zeroOf(e.scalarType(o.List))
	}
	return nil
}

// zeroOf returns a nil pointer to a type: (*Colour)(nil)
func zeroOf(typ *jen.Statement) *jen.Statement {
	return jen.Parens(jen.Op("*").Add(typ)).Call(jen.Nil())
}

// of returns a pointer to a description: &typeOfAnimal, &types.QuartetTypeOfAnimal. One
// that has no variable is a literal. It is nil for nil.
func (e *emitter) of(t *schema.Type) jen.Code {
	if t == nil {
		return nil
	}
	if name := e.variable(t); name != nil {
		return jen.Op("&").Add(name)
	}
	return jen.Op("&").Add(e.schema("Type")).Add(e.typeLiteral(t))
}

// variable returns the variable of a description, nil if it has none.
func (e *emitter) variable(t *schema.Type) *jen.Statement {
	switch o := e.types.Origin(t); {
	case o.Struct != nil:
		return e.typeVar(o.Struct.Package, o.Struct.Name)
	case o.Simple != nil:
		return e.typeVar(o.Simple.Package, o.Simple.Name)
	case o.List != nil:
		return e.listVar(o)
	}
	return nil
}

// typeVar returns: typeOfAnimal. In a package for namespaces it is exported.
func (e *emitter) typeVar(pkg *ir.Package, name string) *jen.Statement {
	if pkg == nil {
		return jen.Id("typeOf" + name)
	}
	return e.qualified(pkg, "QuartetTypeOf"+name)
}

// listVar returns the variable for a list that has no declaration, by its items:
// listOfColour, xsdListOfToken.
func (e *emitter) listVar(o descriptor.Origin) *jen.Statement {
	item, name := o.List.Item, ""
	switch {
	case item.Type == nil:
		name = "xsdListOf" + item.Kind
	case item.Type.Package == nil || item.Type.Package == e.pkg:
		name = "listOf" + item.Type.Name
	default:
		name = "listOf_" + e.pkg.Alias(item.Type.Package) + "_" + item.Type.Name
	}
	if o.Number > 0 {
		name += "_" + strconv.Itoa(o.Number+1)
	}
	return jen.Id(name)
}
