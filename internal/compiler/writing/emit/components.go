package emit

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// schemaType is the type of schema.Table.Schema in generated code.
const schemaType = "contractSchema"

// writeTable writes schema.go: the table of the package, and what only validation has to know.
//
//	var contractTypes = schema.Table{
//		Namespaces: contractNamespaces,
//		Target:     1,
//		Qualified:  true,
//		Schema:     contractSchema{},
//	}
//
//	func init() { schema.Define(&contractTypes) }
//
//	type contractSchema struct{}
//
//	func (contractSchema) Components() *schema.Components { return &contractComponents }
//
//	var contractComponents = schema.Components{
//		Structs:  []any{(*Stop)(nil), (*Line)(nil)},
//		Elements: []schema.Declaration{{Tag: "stop", Type: (*Stop)(nil)}},
//	}
func (e *emitter) writeTable(file *jen.File) {
	fields := fieldList{jen.Id("Namespaces").Op(":").Id("contractNamespaces")}
	if more := e.pkg.MoreNamespaces; len(more) > 0 {
		fields.add("More", jen.Index().Add(e.schema("Namespace")).Add(lines(namespaceRows(more)...)))
	}
	fields = append(fields, e.tagFields()...)
	fields.add("Schema", jen.Id(schemaType).Values())
	hasDocuments := e.described().Table.Source != nil
	if hasDocuments {
		fields.add("Source", jen.Id(schemaType).Values())
	}
	if list := e.imports(); list != nil {
		fields = append(fields, list)
	}
	file.Add(comment(e.typesVar() + " has what the struct tags of the package rely on: Target is the number of the namespace of types, " +
		"and of elements if Qualified is set, whose names have no number.")).
		Var().Id(e.typesVar()).Op("=").Add(e.schema("Table")).Add(lines(fields...))
	file.Line()
	file.Func().Id("init").Params().Add(inLine(e.schema("Define").Call(jen.Op("&").Id(e.typesVar()))))
	file.Line()
	file.Add(comment(schemaType + " has what the Go types do not say. Only validation calls its methods: the linker leaves them out of other programs.")).
		Type().Id(schemaType).Struct()
	file.Line()
	if hasDocuments {
		file.Func().Params(jen.Id(schemaType)).Id("Documents").Params().Op("*").Add(e.contract("DocumentSet")).Add(inLine(jen.Return(jen.Op("&").Id("contractDocuments"))))
		file.Line()
	}
	file.Func().Params(jen.Id(schemaType)).Id("Components").Params().Op("*").Add(e.schema("Components")).Add(inLine(jen.Return(jen.Op("&").Id("contractComponents"))))
	file.Line()
	file.Var().Id("contractComponents").Op("=").Add(e.schema("Components")).Add(lines(e.components()...))
	file.Line()
}

// components returns the fields of schema.Components.
func (e *emitter) components() []jen.Code {
	var c schema.Components
	table := e.described().Table
	for i := range table.Types {
		t := &table.Types[i]
		switch s := e.types.Origin(t.Type).Struct; {
		case t.Type.Simple:
			c.Simple = append(c.Simple, e.simpleType(t))
		case e.saysMore(t, s):
			c.Complex = append(c.Complex, e.complexType(t, s))
		case t.Type.Name != "" && s.Interface == "" && !isDerived(s):
			c.Structs = append(c.Structs, goType{e.structID(s)})
		}
	}
	for _, g := range table.GlobalElements() {
		c.Elements = append(c.Elements, e.declaration(&g))
	}
	for i := range table.Attributes {
		c.Attributes = append(c.Attributes, e.declaration(&schema.GlobalElement{Row: table.Attributes[i]}))
	}
	var fields fieldList
	v := reflect.ValueOf(c)
	for i := range v.NumField() {
		var items []jen.Code
		for j := range v.Field(i).Len() {
			items = append(items, e.elided(v.Field(i).Index(j).Interface()))
		}
		if len(items) > 0 {
			fields.add(v.Type().Field(i).Name, e.typeName(v.Field(i).Type()).Add(lines(items...)))
		}
	}
	return fields
}

// goType stands for a nil pointer to values of a Go type in what literal prints.
type goType struct{ of *jen.Statement }

// saysMore reports whether a struct does not say all that there is to say about its type.
func (e *emitter) saysMore(t *schema.TypeRows, s *ir.Struct) bool {
	x := e.complexType(t, s)
	x.Type = nil
	return s.Undeclared || !reflect.ValueOf(x).IsZero()
}

// complexType returns what a struct does not say about its type, or describes a type without a struct.
func (e *emitter) complexType(t *schema.TypeRows, s *ir.Struct) schema.ComplexType {
	m := t.Type.Details()
	x := schema.ComplexType{Base: e.typeRef(m.Base), By: m.By, Block: m.Block}
	var own []modelField
	if s.Undeclared {
		x.Name = e.typeTag(t.Type)
		if t.Type.Name == "" {
			x.Key = s.Name
		}
	} else {
		own = e.fieldsOf(s, t.Rows)
		x.Type, x.Content = goType{e.structID(s)}, contentOf(t.Rows, own)
	}
	for _, f := range own {
		if more := validation(f.row.More); more != (schema.More{}) {
			x.Details = append(x.Details, schema.Detail{Field: f.name, More: more})
		}
	}
	if t.Model != nil {
		x.Model, x.Fields = e.model(t.Model, own)
	}
	return x
}

// declared adds the name of the declared type, where the Go type does not have it.
func (t *tagged) declared(r *schema.Row) {
	if of := t.declaredName(r); of != "" {
		t.value("of", of)
	}
}

// rowType returns the Go type of a value of a row.
func (e *emitter) rowType(r *schema.Row) *jen.Statement {
	o := e.types.Origin(r.Of)
	switch {
	case o.Struct != nil && o.Struct.Undeclared, r.Kind == kind.Struct && r.Of == nil:
		return jen.Struct()
	case r.Kind == kind.Poly:
		return e.qualified(o.Struct.Package, o.Struct.Interface)
	case o.Struct != nil:
		return e.structID(o.Struct)
	case o.Simple != nil || o.List != nil:
		return e.simpleGoType(o)
	}
	return e.kindType(r.Kind)
}

// kindTypes are the Go types of kinds that package xsd declares, unless the type has the name of the kind.
var kindTypes = map[schema.Kind]string{
	kind.NonNegativeInteger: "Integer", kind.PositiveInteger: "Integer", kind.NonPositiveInteger: "Integer", kind.NegativeInteger: "Integer",
	kind.Notation: "QName", kind.AnySimpleText: "AnySimple", kind.TextOrName: "AnySimple",
}

// kindType returns the Go type of the values of a kind.
func (e *emitter) kindType(k schema.Kind) *jen.Statement {
	name := descriptor.KindName(k)
	switch {
	case k <= kind.ENTITY:
		return jen.String()
	case k <= kind.Float64:
		return jen.Id(strings.ToLower(name))
	case k == kind.Base64 || k == kind.Hex:
		return jen.Index().Byte()
	case k == kind.Reader:
		return jen.Qual("io", "Reader")
	case kindTypes[k] != "":
		name = kindTypes[k]
	}
	return e.xsd(name)
}

// declaration describes a global element or attribute.
func (e *emitter) declaration(g *schema.GlobalElement) schema.Declaration {
	r := &g.Row
	t := e.newTag()
	t.word(t.name(r.NS, r.Name, t.own.target))
	t.kind(r)
	if r.Nillable {
		t.word("nillable")
	}
	t.declared(r)
	t.more(r)
	x := schema.Declaration{Tag: t.String(), Abstract: g.Abstract, Message: g.Message, Mixed: g.Mixed, More: validation(r.More)}
	if r.Of == nil && r.Kind == kind.Struct {
		x.Model, x.Fields = e.model(g.Model, nil)
	} else {
		x.Type = goType{e.rowType(r)}
	}
	return x
}

// simpleType describes a simple type.
func (e *emitter) simpleType(t *schema.TypeRows) schema.SimpleType {
	o, m := e.types.Origin(t.Type), t.Type.Details()
	x := schema.SimpleType{Type: goType{e.simpleGoType(o)}, Base: e.typeRef(m.Base), Facets: m.Facets}
	tag := e.newTag()
	tag.word(tag.name(t.Type.NS, t.Type.Name, tag.own.target))
	if len(t.Rows) == 1 {
		tag.kind(&schema.Row{Kind: kind.List, Of: t.Type})
		tag.declared(&t.Rows[0])
		x.Items = validation(t.Rows[0].More).Facets
	} else {
		tag.kind(&schema.Row{Kind: t.Type.Kind})
	}
	x.Tag = tag.String()
	if t.Type.Name == "" {
		x.Key = e.keyOf(o)
	}
	for _, member := range m.Members {
		x.Members = append(x.Members, e.typeRef(member))
	}
	return x
}

// simpleGoType returns the Go type of the values of a simple type.
func (e *emitter) simpleGoType(o descriptor.Origin) *jen.Statement {
	switch {
	case o.List != nil:
		return e.scalarType(o.List)
	case o.Simple.Undeclared:
		return e.scalarType(o.Simple.Scalar)
	}
	return e.simpleID(o.Simple)
}

// typeRef refers to a type, or to an anonymous restriction of one.
func (e *emitter) typeRef(t *schema.Type) schema.TypeRef {
	if t == nil {
		return schema.TypeRef{}
	}
	m := t.Details()
	switch o := e.types.Origin(t); {
	case o != (descriptor.Origin{}):
		return schema.TypeRef{Name: e.reference(t)}
	case m.Base != nil:
		return schema.TypeRef{Name: e.reference(m.Base), Facets: m.Facets}
	}
	return schema.TypeRef{Name: "xs:" + kindWord(t.Kind), Facets: m.Facets}
}

// reference returns the name of a type in tags and components: "2:colour", "#_size"
func (e *emitter) reference(t *schema.Type) string {
	if t.Name == "" {
		return "#" + e.keyOf(e.types.Origin(t))
	}
	tag := e.newTag()
	return tag.name(t.NS, t.Name, tag.own.target)
}

// keyOf returns the key of a type without a name.
func (e *emitter) keyOf(o descriptor.Origin) string {
	switch {
	case o.Struct != nil:
		return o.Struct.Name
	case o.Simple != nil:
		return o.Simple.Name
	}
	return e.listName(o)
}

// listName returns the key of a list that has no declaration, by its items: listOfColour, xsdListOfToken.
func (e *emitter) listName(o descriptor.Origin) string {
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
	return name
}

// zeroOf returns a nil pointer to a type: (*Colour)(nil)
func zeroOf(typ *jen.Statement) *jen.Statement {
	return jen.Parens(jen.Op("*").Add(typ)).Call(jen.Nil())
}
