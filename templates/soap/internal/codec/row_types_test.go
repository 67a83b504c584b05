package codec

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/xsd"
)

// The types below are written as the generator is going to write them: a struct,
// a Type and its rows.

// A base type, a type that extends it, and one that restricts the extension.

type RowAnimal struct {
	Id     *int32
	Name   string
	Friend AnimalOrDerived
}

// AnimalOrDerived is what xsi:type may name in the place of an animal.
type AnimalOrDerived interface{ asAnimal() *RowAnimal }

func (v *RowAnimal) asAnimal() *RowAnimal { return v }

var typeOfAnimal = Type{NS: 1, Name: "animal", Zero: (*RowAnimal)(nil)}

var rowsOfAnimal = []Row{
	{Name: "id", Kind: KindInt32, At: AtAttribute},
	{Name: "name", NS: 1, Kind: KindString, Occurs: Once},
	{Name: "friend", NS: 1, Kind: KindPoly, Of: &typeOfAnimal},
}

type RowDog struct {
	RowAnimal
	Id   string
	Bark *string
}

var typeOfDog = Type{NS: 1, Name: "dog", Zero: (*RowDog)(nil)}

var rowsOfDog = []Row{
	{Kind: KindBase, Of: &typeOfAnimal},
	{Name: "id", Kind: KindToken, Occurs: Once, At: AtAttribute},
	{Name: "bark", NS: 2, Kind: KindString},
}

type RowLapDog struct{ RowDog }

var typeOfLapDog = Type{NS: 2, Name: "lap-dog", Zero: (*RowLapDog)(nil)}

var rowsOfLapDog = []Row{
	{Kind: KindBase, Of: &typeOfDog},
	{Name: "bark", NS: 2, Kind: KindInherited},
	{Name: "name", NS: 1, Kind: KindInherited},
}

type RowBeast struct{ RowAnimal }

var typeOfBeast = Type{NS: 1, Name: "beast", Zero: (*RowBeast)(nil), Abstract: true}

var rowsOfBeast = []Row{{Kind: KindBase, Of: &typeOfAnimal}}

type RowZoo struct {
	Pet    AnimalOrDerived
	Many   []AnimalOrDerived
	Nils   []AnimalOrDerived
	Either xsd.Nillable[AnimalOrDerived]
	Plain  *RowAnimal
	Dogs   []RowDog
}

var typeOfZoo = Type{NS: 1, Name: "zoo", Zero: (*RowZoo)(nil)}

var rowsOfZoo = []Row{
	{Name: "pet", NS: 1, Kind: KindPoly, Of: &typeOfAnimal, Nillable: true, Occurs: Once},
	{Name: "many", NS: 1, Kind: KindPoly, Of: &typeOfAnimal, Occurs: Many},
	{Name: "nils", NS: 1, Kind: KindPoly, Of: &typeOfAnimal, Occurs: Many, Nillable: true},
	{Name: "either", NS: 1, Kind: KindPoly, Of: &typeOfAnimal, Nillable: true},
	{Name: "plain", NS: 1, Kind: KindStruct, Of: &typeOfAnimal},
	{Name: "dogs", NS: 1, Kind: KindStruct, Of: &typeOfDog, Occurs: Many},
}

// Repeated groups, substitution groups, mixed content and wildcards.

type RowOrder struct {
	Lang     *string
	AnyAttrs []xsd.Attr
	Number   int32
	Items    []RowOrderItem
	Shape    *RowShapeGroup
	Shapes   []RowShapeGroup
	Any      xsd.RawXML
	Total    *xsd.Decimal
	Any2     []xsd.RawXML
}

var typeOfOrder = Type{NS: 1, Name: "order", Zero: (*RowOrder)(nil)}

var rowsOfOrder = []Row{
	{Name: "lang", Kind: KindToken, At: AtAttribute},
	{Kind: KindAnyAttributes, More: &More{Any: &xsd.Wildcard{Not: true, NS: []int{1}}}},
	{Name: "number", NS: 1, Kind: KindInt32, Occurs: Once},
	{Kind: KindItems, Of: &typeOfOrderItem},
	{Name: "shape", Kind: KindMember, Of: &typeOfShapeGroup},
	{Name: "shapes", Kind: KindMember, Of: &typeOfShapeGroup2, Occurs: Many},
	{Kind: KindRawXML, More: &More{Any: &xsd.Wildcard{NS: []int{2}}}},
	{Name: "total", NS: 1, Kind: KindDecimal},
	{Kind: KindRawXML, Occurs: Many, More: &More{Any: &xsd.Wildcard{URIs: []string{"urn:x"}}}},
}

type RowOrderItem struct {
	Line   *RowLine
	Remark xsd.Nillable[string]
	Data   []byte
	Shape  *RowShapeGroup
}

var typeOfOrderItem = Type{Zero: (*RowOrderItem)(nil)}

var rowsOfOrderItem = []Row{
	{Name: "line", NS: 1, Kind: KindStruct, Of: &typeOfLine},
	{Name: "remark", NS: 1, Kind: KindString, Nillable: true},
	{Name: "data", NS: 1, Kind: KindBase64},
	{Name: "shape", Kind: KindMember, Of: &typeOfShapeGroup3},
}

type RowShapeGroup struct {
	Circle *RowLine
	Square AnimalOrDerived
	Side   *int32
}

// The members of a group have other names in each place, so that they do not
// compete for one element.
func shapeRows(suffix string) []Row {
	return []Row{
		{Name: "circle" + suffix, NS: 1, Kind: KindStruct, Of: &typeOfLine},
		{Name: "square" + suffix, NS: 1, Kind: KindPoly, Of: &typeOfAnimal},
		{Name: "side" + suffix, NS: 1, Kind: KindInt32},
	}
}

var (
	typeOfShapeGroup  = Type{Zero: (*RowShapeGroup)(nil)}
	typeOfShapeGroup2 = Type{Zero: (*RowShapeGroup)(nil)}
	typeOfShapeGroup3 = Type{Zero: (*RowShapeGroup)(nil)}
)

// RowLine has simple content.
type RowLine struct {
	Unit  *RowUnit
	Value int32
}

var typeOfLine = Type{NS: 1, Name: "line", Zero: (*RowLine)(nil)}

var rowsOfLine = []Row{
	{Name: "unit", Kind: KindString, Of: &typeOfUnit, At: AtAttribute},
	{Kind: KindInt32, Occurs: Once, At: AtContent},
}

// RowUnit is an enumeration, RowUnits a list.
type (
	RowUnit  string
	RowUnits []RowUnit
)

var (
	typeOfUnit  = Type{NS: 1, Name: "unit", Zero: (*RowUnit)(nil), Simple: true}
	typeOfUnits = Type{NS: 1, Name: "units", Zero: (*RowUnits)(nil), Simple: true}
)

var rowsOfUnits = []Row{{Kind: KindToken, Of: &typeOfUnit, At: AtListItem}}

type RowText struct{ Items []RowTextItem }

var typeOfText = Type{NS: 1, Name: "text", Zero: (*RowText)(nil), Mixed: true}

var rowsOfText = []Row{{Kind: KindItems, Of: &typeOfTextItem}}

type RowTextItem struct {
	Text string
	B    *RowText
	Any  xsd.RawXML
	Any2 xsd.RawXML
}

var typeOfTextItem = Type{Zero: (*RowTextItem)(nil)}

var rowsOfTextItem = []Row{
	{Kind: KindText},
	{Name: "b", NS: 1, Kind: KindStruct, Of: &typeOfText},
	{Kind: KindRawXML, More: &More{Any: &xsd.Wildcard{NS: []int{2}}}},
	{Kind: KindRawXML, More: &More{Any: &xsd.Wildcard{URIs: []string{"urn:x"}}}},
}

// RowLongText has the attributes of its base, of which there are none, and other
// elements.
type RowLongText struct {
	RowText
	Items2 []RowTextItem
	End    *int32
}

var typeOfLongText = Type{NS: 1, Name: "long-text", Zero: (*RowLongText)(nil), Mixed: true}

var rowsOfLongText = []Row{
	{Kind: KindBaseAttributes, Of: &typeOfText},
	{Kind: KindItems, Of: &typeOfTextItem},
	{Name: "end", NS: 1, Kind: KindInt32},
}

// Values that are nil and have attributes, lists, defaults, defined types.

type RowNil struct {
	Nil  bool
	Id   *int32
	Text *string
}

var typeOfNil = Type{NS: 1, Name: "nil", Zero: (*RowNil)(nil)}

var rowsOfNil = []Row{
	{Kind: KindIsNil},
	{Name: "id", Kind: KindInt32, At: AtAttribute},
	{Name: "text", NS: 1, Kind: KindString},
}

type RowMore struct {
	Units    RowUnits
	Must     RowUnits
	NilUnits *RowUnits
	Dates    []xsd.Date
	Names    []xsd.QName
	One      *RowNil
	Many     []*RowNil
	Either   xsd.Nillable[RowNil]
	Size     RowUnit
	Level    int32
	Levels   []int32
	Typed    *int32
	Empty    *RowEmpty
}

type RowEmpty struct{}

var (
	typeOfMore  = Type{NS: 1, Name: "more", Zero: (*RowMore)(nil)}
	typeOfEmpty = Type{NS: 1, Name: "empty", Zero: (*RowEmpty)(nil)}
	typeOfDates = Type{Zero: (*[]xsd.Date)(nil), Simple: true}
	typeOfNames = Type{Zero: (*[]xsd.QName)(nil), Simple: true}
)

var rowsOfMore = []Row{
	{Name: "units", Kind: KindList, Of: &typeOfUnits, At: AtAttribute},
	{Name: "must", NS: 1, Kind: KindList, Of: &typeOfUnits, Occurs: Once},
	{Name: "nilUnits", NS: 1, Kind: KindList, Of: &typeOfUnits, Occurs: Once, Nillable: true, Lax: true},
	{Name: "dates", NS: 1, Kind: KindList, Of: &typeOfDates},
	{Name: "names", NS: 1, Kind: KindList, Of: &typeOfNames},
	{Name: "one", NS: 1, Kind: KindStruct, Of: &typeOfNil, Occurs: Once, Nillable: true, Lax: true},
	{Name: "many", NS: 1, Kind: KindStruct, Of: &typeOfNil, Occurs: Many, Nillable: true},
	{Name: "either", NS: 1, Kind: KindStruct, Of: &typeOfNil, Nillable: true},
	{Name: "size", NS: 1, Kind: KindToken, Of: &typeOfUnit, Occurs: Once, More: &More{Default: "large"}},
	{Name: "level", NS: 1, Kind: KindInt32, Occurs: Once, More: &More{Default: "7"}},
	{Name: "levels", NS: 1, Kind: KindInt32, Occurs: Many, More: &More{Default: "7"}},
	{Name: "typed", NS: 1, Kind: KindInt32, Typed: true},
	{Name: "empty", NS: 1, Kind: KindStruct, Of: &typeOfEmpty},
}

// Arrays of SOAP encoding.

type RowGrid struct {
	Sizes []int
	Items []int32
}

type RowGrids struct{ Items []*RowGrid }

var (
	typeOfGrid = Type{NS: 1, Name: "grid", Zero: (*RowGrid)(nil)}
	typeOfRow  = Type{NS: 1, Name: "row", Zero: (*RowGrids)(nil)}
)

var rowsOfGrid = []Row{
	{Kind: KindSizes},
	{Name: "item", Kind: KindInt32, Typed: true, Occurs: Many, At: AtItem, More: &More{Array: &Array{Style: testArrays{}, Rank: 2, NS: 3, Name: "int"}}},
}

var rowsOfRow = []Row{
	{Name: "item", Kind: KindStruct, Of: &typeOfGrid, Nillable: true, Occurs: Many, At: AtItem, More: &More{Array: &Array{Style: testArrays{}, Rank: 1, NS: 1, Name: "grid"}}},
}

// testArrays read and write arrays as SOAP 1.1 has them, as far as the tests need
// it: package encoded is not for this one.
type testArrays struct{}

func (testArrays) Enter(d *Decoder, rank int) (sizes []int) {
	text, _ := d.Attr(SOAPEncoding11, "arrayType")
	_, text, _ = strings.Cut(strings.TrimSuffix(text, "]"), "[")
	for _, size := range strings.Split(text, ",") {
		if n, err := strconv.Atoi(size); err == nil && rank > 1 {
			sizes = append(sizes, n)
		}
	}
	if rank > 1 && len(sizes) != rank {
		d.FailTag("an array of %d dimensions instead of %d", len(sizes), rank)
	}
	d.Open()
	return sizes
}

func (testArrays) Next(d *Decoder) bool {
	if !d.Child() {
		return false
	}
	if _, ok := d.Attr(SOAPEncoding11, "position"); ok {
		d.FailTag("an array whose items have positions")
		return false
	}
	return d.CountItem()
}

func (testArrays) Leave(d *Decoder, rank int, sizes []int, n int) {
	if rank > 1 && MatrixSize(sizes, n) != n {
		d.Fail("an array with %d items that declares the sizes %d", n, sizes)
	}
}

func (testArrays) Open(e *Encoder, item string, rank int, sizes []int, n int) {
	text := strconv.Itoa(n)
	if rank > 1 {
		text = "0,0"
	}
	if len(sizes) > 1 {
		text = fmt.Sprintf("%d,%d", sizes[0], sizes[1])
	}
	e.Raw(` xmlns:enc="` + SOAPEncoding11 + `" xsi:type="enc:Array" enc:arrayType="` + item + "[" + text + `]">`)
}

var testTypes = Table{Namespaces: rowNamespaces, Types: []TypeRows{
	{Type: &typeOfAnimal, Rows: rowsOfAnimal},
	{Type: &typeOfDog, Rows: rowsOfDog},
	{Type: &typeOfLapDog, Rows: rowsOfLapDog},
	{Type: &typeOfBeast, Rows: rowsOfBeast},
	{Type: &typeOfZoo, Rows: rowsOfZoo},
	{Type: &typeOfOrder, Rows: rowsOfOrder},
	{Type: &typeOfOrderItem, Rows: rowsOfOrderItem},
	{Type: &typeOfShapeGroup, Rows: shapeRows("")},
	{Type: &typeOfShapeGroup2, Rows: shapeRows("2")},
	{Type: &typeOfShapeGroup3, Rows: shapeRows("3")},
	{Type: &typeOfLine, Rows: rowsOfLine},
	{Type: &typeOfUnit},
	{Type: &typeOfUnits, Rows: rowsOfUnits},
	{Type: &typeOfText, Rows: rowsOfText},
	{Type: &typeOfTextItem, Rows: rowsOfTextItem},
	{Type: &typeOfLongText, Rows: rowsOfLongText},
	{Type: &typeOfNil, Rows: rowsOfNil},
	{Type: &typeOfMore, Rows: rowsOfMore},
	{Type: &typeOfEmpty},
	{Type: &typeOfDates, Rows: []Row{{Kind: KindDate, At: AtListItem}}},
	{Type: &typeOfNames, Rows: []Row{{Kind: KindQName, At: AtListItem}}},
	{Type: &typeOfGrid, Rows: rowsOfGrid},
	{Type: &typeOfRow, Rows: rowsOfRow},
}}

func init() { Define(&testTypes) }

// asRecords returns a table with the same descriptions, whose values are records.
func asRecords(t *Table) map[*Type]*Type {
	records := make(map[*Type]*Type)
	for _, tr := range t.Types {
		c := &Type{NS: tr.Type.NS, Name: tr.Type.Name, Abstract: tr.Type.Abstract, Simple: tr.Type.Simple, Mixed: tr.Type.Mixed}
		if c.Simple && len(tr.Rows) == 0 {
			c.Zero = tr.Type.Zero
		}
		records[tr.Type] = c
	}
	table := &Table{Namespaces: t.Namespaces}
	for _, tr := range t.Types {
		rows := append([]Row(nil), tr.Rows...)
		for i := range rows {
			if rows[i].Of != nil {
				rows[i].Of = records[rows[i].Of]
			}
		}
		table.Types = append(table.Types, TypeRows{Type: records[tr.Type], Rows: rows})
	}
	Define(table)
	return records
}

// rowDocument returns a document of the namespace of the test types.
func rowDocument(content string) string {
	content, attrs, _ := strings.Cut(content, "|")
	return `<r xmlns="urn:rows" xmlns:o="urn:other" xmlns:xsd="` + xsd.Namespace + `" xmlns:xsi="` + XSINamespace + `"` + attrs + ">" + content + "</r>"
}
