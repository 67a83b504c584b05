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

func isGroup(r *schema.Row) bool {
	switch r.Kind {
	case kind.Sequence, kind.Choice, kind.All, kind.End:
		return true
	}
	return false
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
		if r := &rows[i]; !isGroup(r) && r.Kind != kind.Inherited {
			fields = append(fields, modelField{names[len(fields)], r})
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

// validation returns what only validation has to know of a field.
func validation(m *schema.More) schema.More {
	if m == nil {
		return schema.More{}
	}
	return schema.More{Block: m.Block, Facets: m.Facets, Constraints: m.Constraints}
}

// isElement reports whether a row is a particle of a content model.
func isElement(r *schema.Row) bool { return r.At == schema.AtElement && r.Kind <= kind.Member }

// contentOf returns the content model of a struct, "" if its Go types say what it is.
func contentOf(rows []schema.Row, fields []modelField) string {
	plain := true
	var elements []schema.Row
	for i := range rows {
		if r := &rows[i]; isGroup(r) || isElement(r) {
			plain = plain && !isGroup(r) && (r.More == nil || r.More.Min == 0 && r.More.Max == 0)
			elements = append(elements, *r)
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

// contentText returns a content model with the names of rows that are not groups.
func contentText(rows []schema.Row, names []string) string {
	var b strings.Builder
	separators, sizes := []string{" "}, []int{0}
	for i := range rows {
		r := &rows[i]
		last := len(separators) - 1
		if r.Kind == kind.End {
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
		case kind.Sequence:
			separators, sizes = append(separators, " "), append(sizes, 0)
		case kind.Choice:
			separators, sizes = append(separators, " | "), append(sizes, 0)
		case kind.All:
			separators, sizes = append(separators, " & "), append(sizes, 0)
		default:
			b.WriteString(names[0])
			names = names[1:]
			if isElement(r) && r.Kind != kind.Items {
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
		case kind.End:
			depth++
		case kind.Sequence, kind.Choice, kind.All:
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

// model returns the model of a type: all attributes and elements as its schema has them. Those for which no field in own
// stands are listed.
func (e *emitter) model(rows []schema.Row, own []modelField) (text string, fields []schema.Field) {
	taken := map[string]bool{"base": true, "EMPTY": true}
	for _, f := range own {
		taken[f.name] = true
	}
	var made []modelField
	var names []string
	for i := range rows {
		switch r := &rows[i]; {
		case r.Kind == kind.Base:
			names = append(names, "base")
		case !isGroup(r):
			f := fieldFor(r, own)
			if f == nil {
				f = fieldFor(r, made)
			}
			if f == nil {
				made = append(made, modelField{modelName(r.Name, taken), r})
				f = &made[len(made)-1]
			}
			names = append(names, f.name)
		}
	}
	switch {
	case len(rows) == 0 && len(own) > 0:
		text = "EMPTY"
	case len(made) < len(rows) || contentOf(rows, made) != "" || slices.ContainsFunc(made, hasThreeStates):
		text = contentText(rows, names)
		for i := range made {
			made[i].row = onceOptional(made[i].row)
		}
	}
	for _, f := range made {
		if f.name == f.row.Name {
			f.name = ""
		}
		fields = append(fields, schema.Field{Name: f.name, Tag: e.modelTag(f.row), Type: goType{e.modelType(f.row)}, More: validation(f.row.More)})
	}
	return text, fields
}

func fieldFor(r *schema.Row, fields []modelField) *modelField {
	i := slices.IndexFunc(fields, func(f modelField) bool { return sameField(f.row, r) })
	if i < 0 {
		return nil
	}
	return &fields[i]
}

// hasThreeStates reports whether an element may be absent or nil, which only the content model says if it is not a field.
func hasThreeStates(f modelField) bool {
	return isElement(f.row) && f.row.Occurs == schema.Optional && f.row.Nillable
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
	a.Min, a.Max, a.Type, a.TypeNS, a.Array = 0, 0, "", 0, nil
	b.Min, b.Max, b.Type, b.TypeNS, b.Array = 0, 0, "", 0, nil
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
	case r.Kind == kind.AnyAttributes:
		return jen.Index().Add(e.xsd("Attr"))
	case isMany(r) && r.Nillable && r.Kind != kind.Poly:
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
	if r.Nillable && (!isMany(r) || r.Kind == kind.Poly) {
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
