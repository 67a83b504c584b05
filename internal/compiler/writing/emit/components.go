package emit

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
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
	if list := e.imports(); list != nil {
		fields = append(fields, list)
	}
	file.Add(comment(e.typesVar() + " has what the struct tags of the package rely on: Target is the number of the namespace of types, " +
		"and of elements if Qualified is set, whose names have no number.")).
		Var().Id(e.typesVar()).Op("=").Add(e.schema("Table")).Add(lines(fields...))
	file.Line()
	file.Func().Id("init").Params().Add(inLine(e.schema("Define").Call(jen.Op("&").Id(e.typesVar()))))
	file.Line()
	file.Add(comment(schemaType + " has what the Go types do not say. Only validation calls its method: the linker leaves it out of other programs.")).
		Type().Id(schemaType).Struct()
	file.Line()
	file.Func().Params(jen.Id(schemaType)).Id("Components").Params().Op("*").Add(e.schema("Components")).Add(inLine(jen.Return(jen.Op("&").Id("contractComponents"))))
	file.Line()
	file.Var().Id("contractComponents").Op("=").Add(e.schema("Components")).Add(lines(e.components()...))
	file.Line()
}

// components returns the fields of schema.Components.
func (e *emitter) components() []jen.Code {
	var structs, complexTypes, simpleTypes, elements, attributes []jen.Code
	table := e.described().Table
	for i := range table.Types {
		t := &table.Types[i]
		switch o := e.types.Origin(t.Type); {
		case t.Type.Simple:
			simpleTypes = append(simpleTypes, e.simpleType(t))
		default:
			literal := e.complexType(t, o.Struct)
			switch {
			case literal != nil:
				complexTypes = append(complexTypes, literal)
			case t.Type.Name != "" && o.Struct.Interface == "" && !isDerived(o.Struct):
				structs = append(structs, zeroOf(e.structID(o.Struct)))
			}
		}
	}
	for _, g := range table.GlobalElements() {
		elements = append(elements, e.declaration(&g))
	}
	for i := range table.Attributes {
		attributes = append(attributes, e.declaration(&schema.GlobalElement{Row: table.Attributes[i]}))
	}
	var fields fieldList
	list := func(name string, typ *jen.Statement, items []jen.Code) {
		if len(items) > 0 {
			fields.add(name, jen.Index().Add(typ).Add(lines(items...)))
		}
	}
	list("Structs", jen.Any(), structs)
	list("Complex", e.schema("ComplexType"), complexTypes)
	list("Simple", e.schema("SimpleType"), simpleTypes)
	list("Elements", e.schema("Declaration"), elements)
	list("Attributes", e.schema("Declaration"), attributes)
	return fields
}

// typeTag returns the tag of the name of a type.
func (e *emitter) typeTag(t *schema.Type) *tagged {
	tag := e.newTag()
	tag.word(tag.name(t.NS, t.Name, tag.own.target))
	if t.Abstract {
		tag.word("abstract")
	}
	if t.Mixed {
		tag.word("mixed")
	}
	return tag
}

// complexType returns what a struct does not say about its type, nil if it says all.
func (e *emitter) complexType(t *schema.TypeRows, s *ir.Struct) jen.Code {
	m := t.Type.Details()
	var x fieldList
	if !s.Undeclared {
		x.add("Type", zeroOf(e.structID(s)))
	} else if tag := e.typeTag(t.Type).String(); tag != "" {
		x.add("Name", text(tag))
	}
	if s.Undeclared && t.Type.Name == "" {
		x.add("Key", text(s.Name))
	}
	own := len(x)
	x.add("Base", e.typeRef(m.Base))
	x.add("By", e.derivations(m.By))
	x.add("Block", e.derivations(m.Block))
	var fields []modelField
	if !s.Undeclared {
		fields = e.fieldsOf(s, t.Rows)
		x.add("Content", str(contentOf(t.Rows, fields)))
	}
	var details []jen.Code
	for i := range fields {
		if literal := e.detail(&fields[i]); literal != nil {
			details = append(details, literal)
		}
	}
	if t.Model != nil {
		e.addModel(&x, t.Model, fields)
	}
	if len(details) > 0 {
		x.add("Details", jen.Index().Add(e.schema("Detail")).Add(lines(details...)))
	}
	if len(x) == own && !s.Undeclared {
		return nil
	}
	return jen.Values(x...)
}

// modelField is a field of a struct that a content model names.
type modelField struct {
	name string
	row  *schema.Row
}

// fieldsOf returns the fields of a struct with their rows.
func (e *emitter) fieldsOf(s *ir.Struct, rows []schema.Row) []modelField {
	names := fieldNames(s)
	var fields []modelField
	for i := range rows {
		switch rows[i].Kind {
		case schema.KindSequence, schema.KindChoice, schema.KindAll, schema.KindEnd, schema.KindInherited:
		default:
			fields = append(fields, modelField{names[len(fields)], &rows[i]})
		}
	}
	return fields
}

// fieldNames returns the names of the fields of a struct, in the order of its rows.
func fieldNames(s *ir.Struct) []string {
	var names []string
	add := func(f *ir.Field) {
		if f != nil {
			names = append(names, f.Name)
		}
	}
	if s.Base != nil {
		names = append(names, s.Base.Name)
	}
	for _, f := range s.Attrs {
		add(f)
	}
	add(s.AnyAttrs)
	add(s.IsNil)
	add(s.Text)
	if s.Array != nil && s.Array.Rank > 1 {
		names = append(names, "Sizes")
	}
	for _, f := range s.Elements() {
		add(f)
	}
	add(s.XSITypes)
	for _, a := range s.Attachments {
		add(a.Field)
		add(a.Media)
	}
	return names
}

// detail returns what only validation has to know of a field, nil if that is nothing.
func (e *emitter) detail(f *modelField) jen.Code {
	more := e.validation(f.row.More)
	if more == nil {
		return nil
	}
	return row(key("Field"), text(f.name), key("More"), more)
}

// validation returns: schema.More{Facets: &schema.Facets{MaxLength: "3"}}
func (e *emitter) validation(m *schema.More) jen.Code {
	if m == nil || m.Facets == nil && m.Block == 0 && m.Constraints == nil {
		return nil
	}
	return e.schema("More").Add(row(key("Block"), e.derivations(m.Block), key("Facets"), e.facets(m.Facets), key("Constraints"), e.constraints(m.Constraints)))
}

// isElement reports whether a row is a particle of a content model.
func isElement(r *schema.Row) bool { return r.At == schema.AtElement && r.Kind <= schema.KindMember }

// contentOf returns the content model of a struct, "" if its Go types say what it is.
func contentOf(rows []schema.Row, fields []modelField) string {
	plain := true
	var elements []schema.Row
	for i := range rows {
		switch r := &rows[i]; r.Kind {
		case schema.KindSequence, schema.KindChoice, schema.KindAll, schema.KindEnd:
			plain = false
			elements = append(elements, *r)
		default:
			if isElement(r) {
				plain = plain && (r.More == nil || r.More.Min == 0 && r.More.Max == 0)
				elements = append(elements, *r)
			}
		}
	}
	if plain {
		return ""
	}
	var names []string
	for _, f := range fields {
		if isElement(f.row) {
			names = append(names, f.name)
		}
	}
	return contentText(elements, names)
}

// contentText returns a content model with the names of rows that are no groups.
func contentText(rows []schema.Row, names []string) string {
	var b strings.Builder
	separators, sizes := []string{" "}, []int{0}
	for i := range rows {
		r := &rows[i]
		last := len(separators) - 1
		if r.Kind == schema.KindEnd {
			if sizes[last] < 2 {
				b.WriteString(strings.TrimRight(separators[last], " "))
			}
			b.WriteString(")" + suffixOf(openingOf(rows, i)))
			separators, sizes = separators[:last], sizes[:last]
			continue
		}
		if sizes[last] > 0 {
			b.WriteString(separators[last])
		}
		sizes[last]++
		switch r.Kind {
		case schema.KindSequence:
			separators, sizes = append(separators, " "), append(sizes, 0)
		case schema.KindChoice:
			separators, sizes = append(separators, " | "), append(sizes, 0)
		case schema.KindAll:
			separators, sizes = append(separators, " & "), append(sizes, 0)
		default:
			b.WriteString(names[0])
			names = names[1:]
			if isElement(r) && r.Kind != schema.KindItems {
				b.WriteString(suffixOf(r))
			}
			continue
		}
		b.WriteString("(")
	}
	return b.String()
}

// openingOf returns the row that begins the group which the row at end ends.
func openingOf(rows []schema.Row, end int) *schema.Row {
	depth := 0
	for i := end; ; i-- {
		switch rows[i].Kind {
		case schema.KindEnd:
			depth++
		case schema.KindSequence, schema.KindChoice, schema.KindAll:
			if depth--; depth == 0 {
				return &rows[i]
			}
		}
	}
}

// suffixOf says how often a particle is there: ? or {2,5}
func suffixOf(r *schema.Row) string {
	low, high := 0, 1
	switch {
	case r.More != nil && (r.More.Min != 0 || r.More.Max != 0):
		low, high = r.More.Min, r.More.Max
	case r.Occurs == schema.Once:
		low = 1
	case r.Occurs == schema.Many:
		high = -1
	case r.Occurs == schema.OnceOrMore:
		low, high = 1, -1
	}
	switch {
	case low == 1 && high == 1:
		return ""
	case low == 0 && high == 1:
		return "?"
	case low == 0 && high == -1:
		return "*"
	case low == 1 && high == -1:
		return "+"
	case high == -1:
		return "{" + strconv.Itoa(low) + ",}"
	}
	return "{" + strconv.Itoa(low) + "," + strconv.Itoa(high) + "}"
}

// addModel adds a model to a literal: all attributes and elements of a type as its schema has them. Those for which no field
// in own stands are listed.
func (e *emitter) addModel(x *fieldList, rows []schema.Row, own []modelField) {
	taken := map[string]bool{"base": true, "EMPTY": true}
	for _, f := range own {
		taken[f.name] = true
	}
	var made []modelField
	var names []string
	for i := range rows {
		r := &rows[i]
		switch r.Kind {
		case schema.KindSequence, schema.KindChoice, schema.KindAll, schema.KindEnd:
			continue
		case schema.KindBase:
			names = append(names, "base")
			continue
		}
		if j := slices.IndexFunc(own, func(f modelField) bool { return sameField(f.row, r) }); j >= 0 {
			names = append(names, own[j].name)
			continue
		}
		j := slices.IndexFunc(made, func(f modelField) bool { return sameField(f.row, r) })
		if j < 0 {
			made, j = append(made, modelField{modelName(r.Name, taken), r}), len(made)
		}
		names = append(names, made[j].name)
	}
	switch {
	case len(rows) == 0 && len(own) > 0:
		x.add("Model", text("EMPTY"))
	case len(made) < len(rows) || contentOf(rows, made) != "" || slices.ContainsFunc(made, hasThreeStates):
		x.add("Model", text(contentText(rows, names)))
		for i := range made {
			made[i].row = onceOptional(made[i].row)
		}
	}
	if len(made) > 0 {
		x.add("Fields", e.modelFields(made))
	}
}

// hasThreeStates reports whether an element may be absent or nil, which only the content model says of what is no field.
func hasThreeStates(f modelField) bool {
	return isElement(f.row) && f.row.Occurs == schema.Optional && f.row.Nillable
}

// modelFields returns: []schema.Field{{Tag: "code", Type: (**string)(nil)}}
func (e *emitter) modelFields(fields []modelField) jen.Code {
	var list []jen.Code
	for _, f := range fields {
		name := f.name
		if name == f.row.Name {
			name = ""
		}
		list = append(list, row(key("Name"), str(name), key("Tag"), text(e.modelTag(f.row)), key("Type"), zeroOf(e.modelType(f.row)), key("More"), e.validation(f.row.More)))
	}
	typ := jen.Index().Add(e.schema("Field"))
	if len(list) == 1 {
		return typ.Values(list...)
	}
	return typ.Add(lines(list...))
}

// onceOptional returns an element whose number of occurrences a content model says.
func onceOptional(r *schema.Row) *schema.Row {
	if !isElement(r) || isMany(r) {
		return r
	}
	changed := *r
	changed.Occurs = schema.Optional
	return &changed
}

func isMany(r *schema.Row) bool { return r.Occurs == schema.Many || r.Occurs == schema.OnceOrMore }

// sameField reports whether a field may stand for a row of a model, which says how often an element is there.
func sameField(f, r *schema.Row) bool {
	x, y := *f, *r
	if isElement(r) {
		if isMany(f) != isMany(r) || r.More != nil && r.More.Max != 0 && (r.More.Max != 1) != isMany(f) {
			return false
		}
		x.Occurs, y.Occurs = 0, 0
	}
	var a, b schema.More
	if x.More != nil {
		a = *x.More
	}
	if y.More != nil {
		b = *y.More
	}
	a.Go, a.Min, a.Max, a.Type, a.TypeNS, a.Array = "", 0, 0, "", 0, nil
	b.Go, b.Min, b.Max, b.Type, b.TypeNS, b.Array = "", 0, 0, "", 0, nil
	x.More, y.More, x.Lax, y.Lax, x.Typed, y.Typed = nil, nil, false, false, false, false
	return x == y && reflect.DeepEqual(a, b)
}

// modelName returns a name for what only a model has.
func modelName(local string, taken map[string]bool) string {
	base := cmp.Or(local, "any")
	name := base
	for n := 2; taken[name]; n++ {
		name = base + strconv.Itoa(n)
	}
	taken[name] = true
	return name
}

// modelType returns the Go type of such a field: *T, []T or []*T.
func (e *emitter) modelType(r *schema.Row) *jen.Statement {
	switch {
	case r.Kind == schema.KindAnyAttributes:
		return jen.Index().Add(e.xsd("Attr"))
	case isMany(r) && r.Nillable && r.Kind != schema.KindPoly:
		return jen.Index().Op("*").Add(e.rowType(r))
	case isMany(r):
		return jen.Index().Add(e.rowType(r))
	}
	return jen.Op("*").Add(e.rowType(r))
}

func (e *emitter) modelTag(r *schema.Row) string {
	t := e.newTag()
	own := 0
	if r.At == schema.AtElement {
		own = t.own.elements()
	}
	t.word(t.name(r.NS, r.Name, own))
	t.place(r)
	t.kind(r)
	switch {
	case r.Occurs == schema.OnceOrMore, r.Occurs == schema.Once && !r.Nillable:
		t.word("required")
	}
	if r.Nillable && (!isMany(r) || r.Kind == schema.KindPoly) {
		t.word("nillable")
	}
	if t.own.encoded && r.At == schema.AtElement {
		t.word("strict")
		t.word("untyped")
	}
	t.declared(r)
	t.more(r)
	return t.String()
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
	case o.Struct != nil && o.Struct.Undeclared, r.Kind == schema.KindStruct && r.Of == nil:
		return jen.Struct()
	case r.Kind == schema.KindPoly:
		return e.qualified(o.Struct.Package, o.Struct.Interface)
	case o.Struct != nil:
		return e.structID(o.Struct)
	case o.Simple != nil && !o.Simple.Undeclared:
		return e.simpleID(o.Simple)
	case o.Simple != nil:
		return e.scalarType(o.Simple.Scalar)
	case o.List != nil:
		return e.scalarType(o.List)
	}
	return e.kindType(r.Kind)
}

// kindTypes are the Go types of kinds that package xsd declares, unless the type has the name of the kind.
var kindTypes = map[schema.Kind]string{
	schema.KindNonNegativeInteger: "Integer", schema.KindPositiveInteger: "Integer", schema.KindNonPositiveInteger: "Integer", schema.KindNegativeInteger: "Integer",
	schema.KindNotation: "QName", schema.KindAnySimpleText: "AnySimple", schema.KindTextOrName: "AnySimple",
}

// kindType returns the Go type of the values of a kind.
func (e *emitter) kindType(k schema.Kind) *jen.Statement {
	name := descriptor.KindName(k)
	switch {
	case k <= schema.KindENTITY:
		return jen.String()
	case k <= schema.KindFloat64:
		return jen.Id(strings.ToLower(name))
	case k == schema.KindBase64 || k == schema.KindHex:
		return jen.Index().Byte()
	case kindTypes[k] != "":
		name = kindTypes[k]
	}
	return e.xsd(name)
}

// declaration returns: {Tag: "stop", Type: (*Stop)(nil)}
func (e *emitter) declaration(g *schema.GlobalElement) jen.Code {
	r := &g.Row
	t := e.newTag()
	t.word(t.name(r.NS, r.Name, t.own.target))
	t.kind(r)
	if r.Nillable {
		t.word("nillable")
	}
	t.declared(r)
	t.more(r)
	var x fieldList
	x.add("Tag", text(t.String()))
	if r.Of == nil && r.Kind == schema.KindStruct {
		e.addModel(&x, g.Model, nil)
	} else {
		x.add("Type", zeroOf(e.rowType(r)))
	}
	x.add("Abstract", flag(g.Abstract))
	x.add("Message", flag(g.Message))
	x.add("Mixed", flag(g.Mixed))
	x.add("More", e.validation(r.More))
	return jen.Values(x...)
}

// simpleType returns: {Type: (*Colour)(nil), Tag: "colour,type=token", Facets: &schema.Facets{...}}
func (e *emitter) simpleType(t *schema.TypeRows) jen.Code {
	o := e.types.Origin(t.Type)
	m := t.Type.Details()
	tag := e.newTag()
	tag.word(tag.name(t.Type.NS, t.Type.Name, tag.own.target))
	var x fieldList
	x.add("Type", e.zero(t.Type))
	var items *schema.Facets
	if len(t.Rows) == 1 {
		r := &schema.Row{Kind: schema.KindList, Of: t.Type, At: schema.AtListItem}
		tag.kind(r)
		tag.declared(&t.Rows[0])
		if t.Rows[0].More != nil {
			items = t.Rows[0].More.Facets
		}
	} else {
		tag.kind(&schema.Row{Kind: t.Type.Kind})
	}
	if s := tag.String(); s != "" {
		x.add("Tag", text(s))
	}
	if t.Type.Name == "" {
		x.add("Key", text(e.keyOf(o)))
	}
	x.add("Base", e.typeRef(m.Base))
	x.add("Facets", e.facets(m.Facets))
	if len(m.Members) > 0 {
		var members []jen.Code
		for _, member := range m.Members {
			members = append(members, e.typeRefFields(member))
		}
		list := jen.Index().Add(e.schema("TypeRef"))
		if len(members) > 3 {
			x.add("Members", list.Add(lines(members...)))
		} else {
			x.add("Members", list.Values(members...))
		}
	}
	x.add("Items", e.facets(items))
	return jen.Values(x...)
}

// typeRef returns: schema.TypeRef{Name: "colour"}
func (e *emitter) typeRef(t *schema.Type) jen.Code {
	if t == nil {
		return nil
	}
	return e.schema("TypeRef").Add(e.typeRefFields(t))
}

func (e *emitter) typeRefFields(t *schema.Type) *jen.Statement {
	m := t.Details()
	if o := e.types.Origin(t); o.Struct != nil || o.Simple != nil || o.List != nil {
		return row(key("Name"), text(e.reference(t)))
	}
	name := "xs:" + kindWord(t.Kind)
	if m.Base != nil {
		name = e.reference(m.Base)
	}
	return row(key("Name"), text(name), key("Facets"), e.facets(m.Facets))
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
