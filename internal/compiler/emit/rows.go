package emit

import (
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// How the plan becomes rows:
//
//	ir.Struct, Base            KindBase first: the rows of the base come before the others, at the offset of the
//	                           embedded struct, and are not repeated. KindBaseAttributes if ReplacesBase. Its Any is
//	                           AnyAttribute, where that is not the base's
//	Struct.Attrs, AnyAttrs     At: AtAttribute; KindAnyAttributes with Any. An attribute that is inherited and
//	                           declared again is written once. One that is taken away: KindProhibited
//	Struct.Simple              At: AtContent
//	Struct.Mixed, Text         Type.Mixed; items with KindText
//	Struct.TypeVar, Abstract   Type.Name, which xsi:type may name, and Abstract. Type.Name is "" for what is anonymous
//	Struct.Array               KindSizes for several dimensions, then At: AtItem with More.Array. The functions are those
//	                           of package encoded: ArrayStyle
//	Struct.Attachments         At: AtAttachment, KindMediaType: codecs pass over them
//	Field.Struct, Poly         KindStruct; KindPoly, where the Go type is an interface of any name and methods
//	Field.Items, Group         KindItems, KindMember: Of is the type of an item, whose rows are the elements. One of its
//	                           fields is set
//	Field.Any                  KindRawXML with Any; any number of them beside each other
//	Field.Fallback, Encoded    More.Default; Typed, and More.Type where the type's name does not follow from Of or Kind
//	Field.Lax, Must            Lax; OnceOrMore
//	Simple, Scalar             Kind is the decoder's method (Scalar.Read). Of is the Type of a defined Go type, which is
//	                           Simple; facets and enumerated values belong there. A list is KindList, and its Type has
//	                           one row, AtListItem. A union is a string, or KindTextOrName
//	Package.Imports            Table.Imports. A decoder and an encoder have the table of the contract, which knows
//	                           the types of all packages; TypeRows of other packages need exported variables

// writeRows writes schema.go: for each Go type its description, a row for each field,
// and the table that joins both.
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
	var rows []jen.Code
	for _, s := range e.pkg.Structs {
		file.Add(e.structType(s))
		rows = append(rows, e.typeRows(e.typeVar(s.Package, s.Name), e.structRows(s)))
	}
	for _, s := range e.pkg.Simples {
		file.Add(e.simpleType(s))
		rows = append(rows, row(key("Type"), jen.Op("&").Add(e.typeVar(s.Package, s.Name)), key("Rows"), e.itemRows(s.Scalar)))
	}
	for _, l := range e.lists() {
		file.Var().Add(e.listVar(l)).Op("=").Add(e.schema("Type")).Add(row(
			key("Zero"), zeroOf(e.scalarType(l)), key("Simple"), jen.True()))
		rows = append(rows, row(key("Type"), jen.Op("&").Add(e.listVar(l)), key("Rows"), e.itemRows(l)))
	}
	file.Line()
	table := []jen.Code{
		jen.Id("Namespaces").Op(":").Id("contractNamespaces"),
		jen.Id("Schema").Op(":").Op("&").Id(e.schemaVar()),
	}
	if len(rows) > 0 {
		table = append(table, jen.Id("Types").Op(":").Index().Add(e.schema("TypeRows")).Add(lines(rows...)))
	}
	if list := e.imports("Table", "QuartetTypes"); list != nil {
		table = append(table, list)
	}
	file.Add(comment(e.typesVar() + " describes the Go types: row i of a type is for field i.")).
		Var().Id(e.typesVar()).Op("=").Add(e.schema("Table")).Add(lines(table...))
	file.Line()
	file.Func().Id("init").Params().Add(inLine(e.schema("Define").Call(jen.Op("&").Id(e.typesVar()))))
	file.Line()
}

// typeRows returns: {Type: &typeOfStop, Rows: []schema.Row{...}}
func (e *emitter) typeRows(typ *jen.Statement, rows []jen.Code) jen.Code {
	var list jen.Code
	if len(rows) > 0 {
		list = jen.Index().Add(e.schema("Row")).Add(lines(rows...))
	}
	return row(key("Type"), jen.Op("&").Add(typ), key("Rows"), list)
}

// structType returns: var typeOfStop = schema.Type{NS: 1, Name: "stop", Zero: (*Stop)(nil)}
func (e *emitter) structType(s *ir.Struct) *jen.Statement {
	return jen.Var().Add(e.typeVar(s.Package, s.Name)).Op("=").Add(e.schema("Type")).Add(row(
		key("NS"), e.namespace(s.Type.NS), key("Name"), str(s.Type.Local), key("Zero"), zero(s), key("Abstract"), flag(s.Abstract), key("Mixed"), flag(s.Mixed)))
}

// simpleType returns: var typeOfColour = schema.Type{NS: 1, Name: "colour", Zero: (*Colour)(nil), Simple: true, Kind: schema.KindToken}
func (e *emitter) simpleType(s *ir.Simple) *jen.Statement {
	var kind jen.Code
	if s.Scalar.Item == nil {
		kind = e.schema("Kind" + s.Scalar.Kind)
	}
	return jen.Var().Add(e.typeVar(s.Package, s.Name)).Op("=").Add(e.schema("Type")).Add(row(
		key("NS"), e.namespace(s.Type.NS), key("Name"), str(s.Type.Local), key("Zero"), zeroOf(simpleID(s)), key("Simple"), jen.True(), key("Kind"), kind))
}

// structRows returns the rows of a struct, in the order of its fields.
func (e *emitter) structRows(s *ir.Struct) []jen.Code {
	var rows []jen.Code
	add := func(r jen.Code) { rows = append(rows, r) }
	if s.Base != nil {
		add(e.baseRow(s))
	}
	for _, f := range s.Attrs {
		add(e.row(f, "AtAttribute"))
	}
	if f := s.AnyAttrs; f != nil {
		add(row(key("Go"), goName(f.Name, "AnyAttrs"), key("Kind"), e.schema("KindAnyAttributes"), key("Any"), e.wildcard(s.AnyAttribute)))
	}
	if f := s.Text; f != nil {
		add(row(key("Go"), goName(f.Name, "Text"), key("Kind"), e.schema("KindText")))
	}
	switch {
	case s.Array != nil:
		if s.Array.Rank > 1 {
			add(row(key("Kind"), e.schema("KindSizes")))
		}
		add(e.row(s.Array.Item, "AtItem", key("Array"), e.array(s.Array)))
	case s.Simple:
		for _, f := range s.Fields {
			add(e.row(f, "AtContent"))
		}
	case s.Content != nil:
		rows = append(rows, e.particleRows(s, s.Content, false)...)
	default:
		for _, f := range s.Fields {
			add(e.row(f, ""))
		}
	}
	for _, a := range s.Attachments {
		add(e.attachmentRow(a))
		if a.Media != nil {
			add(row(key("Go"), text(a.Media.Name), key("Kind"), e.schema("KindMediaType")))
		}
	}
	return rows
}

// baseRow returns: {Kind: schema.KindBase, Of: &typeOfAnimal}
func (e *emitter) baseRow(s *ir.Struct) jen.Code {
	kind := "KindBase"
	if s.ReplacesBase {
		kind = "KindBaseAttributes"
	}
	var any jen.Code
	if s.AnyAttrs == nil && s.AnyAttribute != nil && s.AnyAttribute != s.Base.AnyAttribute {
		any = e.wildcard(s.AnyAttribute)
	}
	return row(key("Kind"), e.schema(kind), key("Of"), e.typeOfStruct(s.Base), key("Any"), any)
}

// more returns: &schema.More{Default: "7"}. It returns nil if there is nothing in it.
func (e *emitter) more(pairs ...jen.Code) jen.Code {
	if !hasPair(pairs) {
		return nil
	}
	return jen.Op("&").Add(e.schema("More")).Add(row(pairs...))
}

// row returns the row of a field: {Name: "code", NS: 1, Kind: schema.KindString, Occurs: schema.Once}
func (e *emitter) row(f *ir.Field, place string, more ...jen.Code) jen.Code {
	var occurs jen.Code
	if o := occurrence(f); o != "" {
		occurs = e.schema(o)
	}
	return e.rowWith(f, place, occurs, more...)
}

// rowWith is row for a field that occurs as often as occurs says.
func (e *emitter) rowWith(f *ir.Field, place string, occurs jen.Code, more ...jen.Code) jen.Code {
	var at jen.Code
	if place != "" {
		at = e.schema(place)
	}
	name := f.Wire.Local
	var named jen.Code
	switch {
	case name != "":
		if !sameLetters(name, f.Name) {
			named = text(f.Name)
		}
	case f.Items != nil:
		named = goName(f.Name, "Items")
	case f.Any != nil:
		named = goName(f.Name, "Any")
	case place == "AtContent":
		named = goName(f.Name, "Value")
	default:
		named = text(f.Name)
	}
	var any jen.Code
	if f.Any != nil {
		any = e.wildcard(f.Any)
	}
	typed := isTyped(f)
	if typed {
		more = append(more, e.typeName(f)...)
	}
	more = append(more, key("Default"), str(f.Fallback))
	kind, of := e.kind(f)
	return row(key("Name"), str(name), key("Go"), named, key("NS"), e.namespace(f.Wire.NS), key("Kind"), e.schema(kind), key("Of"), of, key("Occurs"), occurs,
		key("At"), at, key("Nillable"), flag(f.Nillable), key("Lax"), flag(f.Lax), key("Typed"), flag(typed), key("Any"), any, key("More"), e.more(more...))
}

// hasPair reports whether [row] has anything to write for pairs.
func hasPair(pairs []jen.Code) bool {
	for i := 1; i < len(pairs); i += 2 {
		if pairs[i] != nil {
			return true
		}
	}
	return false
}

// occurrence returns the constant for how often a field occurs; "" for at most once,
// which is the zero value.
func occurrence(f *ir.Field) string {
	switch {
	case f.Occurs == ir.Many && f.Must:
		return "OnceOrMore"
	case f.Occurs == ir.Many:
		return "Many"
	case f.Occurs == ir.One:
		return "Once"
	}
	return ""
}

// array returns: &schema.Array{Style: encoded.Arrays{}, Rank: 1, NS: 1, Name: "row"}
func (e *emitter) array(a *ir.Array) jen.Code {
	return jen.Op("&").Add(e.schema("Array")).Add(row(key("Style"), e.encoded("Arrays").Values(), key("Rank"), jen.Lit(a.Rank),
		key("NS"), e.namespace(a.ItemType.NS), key("Name"), str(a.ItemType.Local), key("Brackets"), str(a.Brackets)))
}

// attachmentRow returns: {Name: "logo", Kind: schema.KindBase64, At: schema.AtAttachment}. An XML document has the name
// of its root, and beside it that of the part.
func (e *emitter) attachmentRow(a *ir.Attachment) jen.Code {
	f := *a.Field
	if a.Kind == ir.AttachedXML {
		return e.row(&f, "AtAttachment", key("Part"), str(a.Part))
	}
	f.Wire = ir.Name{Local: a.Part}
	return e.row(&f, "AtAttachment")
}

// zeroOf returns a nil pointer to a type: (*Colour)(nil)
func zeroOf(typ *jen.Statement) *jen.Statement {
	return jen.Parens(jen.Op("*").Add(typ)).Call(jen.Nil())
}

// goName returns the name of a field for its row, nil if it is the default.
func goName(name, usual string) jen.Code {
	if name == usual {
		return nil
	}
	return text(name)
}

// sameLetters reports whether two names have the same letters and digits but for case,
// as the run-time compares the name of a row with that of its field.
func sameLetters(a, b string) bool {
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToUpper(unicode.ToLower(r))
			}
			return -1
		}, s)
	}
	return letters(a) == letters(b)
}

// wildcard returns: &xsd.Wildcard{Not: true, NS: []int{1}}
func (e *emitter) wildcard(w *ir.Wildcard) *jen.Statement {
	var ns, uris jen.Code
	if len(w.NS) > 0 {
		ns = jen.Index().Int().ValuesFunc(func(g *jen.Group) {
			for _, i := range w.NS {
				if name := e.constOf(i); name != "" {
					g.Id(name)
					continue
				}
				g.Lit(i)
			}
		})
	}
	if len(w.URIs) > 0 {
		uris = jen.Index().String().ValuesFunc(func(g *jen.Group) {
			for _, uri := range w.URIs {
				g.Add(text(uri))
			}
		})
	}
	return jen.Op("&").Add(e.xsd("Wildcard")).Add(row(key("Not"), flag(w.Not), key("NS"), ns, key("URIs"), uris))
}
