package descriptor

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/xsd"
)

// Types for the rows below.
var (
	textScalar    = &ir.Scalar{Go: "string", Kind: "String"}
	intScalar     = &ir.Scalar{Go: "int32", Kind: "Int32"}
	bytesScalar   = &ir.Scalar{Go: "[]byte", HasNil: true, Kind: "Base64"}
	stationStruct = &ir.Struct{Name: "Station"}

	colour      = &ir.Simple{Name: "Colour", Type: ir.Name{NS: 1, Local: "colour"}, Scalar: textScalar}
	colourValue = &ir.Scalar{Go: "string", Kind: "Token", Type: colour}
	animal      = &ir.Struct{Name: "Animal", Type: ir.Name{NS: 1, Local: "animal"}, Interface: "AnimalOrDerived", AnyAttribute: &ir.Wildcard{}}
	shapes      = &ir.Struct{Name: "ShapeGroup", Kind: "group"}
	items       = &ir.Struct{Name: "OrderItem", Kind: "item"}
	xsdName     = func(local string) ir.Name { return ir.Name{NS: 2, Local: local, Space: xsd.Namespace} }
	matrix      = &ir.Struct{Name: "Lines", Array: &ir.Array{
		Item: &ir.Field{Name: "Items", Wire: ir.Name{Local: "item"}, Occurs: ir.Many, Scalar: intScalar, Encoded: true, Type: xsdName("int")},
		Rank: 2, ItemType: xsdName("int"),
	}}
)

// structs are structs with the rows of their fields.
var structs = []struct {
	name string
	s    *ir.Struct
	want string
}{
	{
		"occurrence",
		&ir.Struct{Fields: []*ir.Field{
			{Name: "Once", Wire: ir.Name{NS: 1, Local: "once"}, Scalar: intScalar},
			{Name: "Optional", Wire: ir.Name{NS: 1, Local: "optional"}, Scalar: intScalar, Occurs: ir.Optional, Nillable: true},
			{Name: "Many", Wire: ir.Name{Local: "many"}, Struct: stationStruct, Occurs: ir.Many},
			{Name: "More", Wire: ir.Name{Local: "more"}, Struct: stationStruct, Occurs: ir.Many, Must: true},
		}},
		`
{Name: "once", NS: 1, Kind: KindInt32, Occurs: Once}
{Name: "optional", NS: 1, Kind: KindInt32, Nillable: true}
{Name: "many", Kind: KindStruct, Occurs: Many, Of: Station}
{Name: "more", Kind: KindStruct, Occurs: OnceOrMore, Of: Station}
`,
	},
	{
		"the name in Go is there if it has other letters",
		&ir.Struct{Attrs: []*ir.Field{{Name: "StopID", Wire: ir.Name{Local: "stop_id"}, Scalar: textScalar}, {Name: "TypeAttr", Wire: ir.Name{Local: "type"}, Scalar: textScalar, Occurs: ir.Optional}}},
		`
{Name: "stop_id", Kind: KindString, Occurs: Once, At: AtAttribute}
{Name: "type", Kind: KindString, At: AtAttribute}
`,
	},
	{
		"a base, whose wildcard for attributes is replaced, and simple content",
		&ir.Struct{Base: animal, AnyAttribute: &ir.Wildcard{Wildcard: xsd.Wildcard{Not: true, NS: []int{1}}}, Simple: true, Fields: []*ir.Field{{Name: "Value", Scalar: colourValue}}},
		`
{Kind: KindBase, Of: Animal, More: {Any: {Not: true, NS: {1}}}}
{Kind: KindToken, Occurs: Once, At: AtContent, Of: Colour}
`,
	},
	{
		"content of several elements",
		&ir.Struct{Base: animal, AnyAttribute: animal.AnyAttribute, ReplacesBase: true, Fields: []*ir.Field{
			{Name: "Items", Items: items, Occurs: ir.Many},
			{Name: "Shape", Group: shapes, Occurs: ir.Optional},
			{Name: "Pet", Wire: ir.Name{Local: "pet"}, Struct: animal, Poly: true},
			{Name: "Any2", Any: &ir.Wildcard{}, Scalar: &ir.Scalar{Go: "RawXML", Kind: "RawXML", HasNil: true}, Occurs: ir.Optional},
		}},
		`
{Kind: KindBaseAttributes, Of: Animal}
{Kind: KindItems, Occurs: Many, Of: OrderItem}
{Kind: KindMember, Of: ShapeGroup}
{Name: "pet", Kind: KindPoly, Occurs: Once, Of: Animal}
{Kind: KindRawXML, More: {Any: {}}}
`,
	},
	{
		"open attributes, and text between elements",
		&ir.Struct{AnyAttrs: &ir.Field{Name: "AnyAttrs"}, AnyAttribute: &ir.Wildcard{Wildcard: xsd.Wildcard{URIs: []string{"urn:other"}}}, Text: &ir.Field{Name: "TextContent"}},
		`
{Kind: KindAnyAttributes, More: {Any: {URIs: {"urn:other"}}}}
{Kind: KindText}
`,
	},
	{
		"lists and defaults",
		&ir.Struct{Fields: []*ir.Field{
			{Name: "Codes", Wire: ir.Name{Local: "codes"}, Scalar: &ir.Scalar{Item: intScalar, HasNil: true}, Occurs: ir.Optional},
			{Name: "Colours", Wire: ir.Name{Local: "colours"}, Scalar: &ir.Scalar{Item: colourValue, HasNil: true}},
			{Name: "N", Wire: ir.Name{Local: "n"}, Scalar: intScalar, Fallback: "7"},
		}},
		`
{Name: "codes", Kind: KindList, Of: []Int32}
{Name: "colours", Kind: KindList, Occurs: Once, Of: []Colour}
{Name: "n", Kind: KindInt32, Occurs: Once, More: {Default: "7"}}
`,
	},
	{
		"SOAP encoding: the row names a type that its kind does not",
		&ir.Struct{Fields: []*ir.Field{
			{Name: "Uri", Wire: ir.Name{Local: "uri"}, Scalar: &ir.Scalar{Go: "string", Kind: "Token"}, Encoded: true, Type: xsdName("anyURI"), Nillable: true, Lax: true},
			{Name: "Lines", Wire: ir.Name{Local: "lines"}, Struct: matrix, Encoded: true, Type: ir.Name{NS: 1, Local: "lines"}, Occurs: ir.Optional},
		}},
		`
{Name: "uri", Kind: KindToken, Occurs: Once, Nillable: true, Lax: true, Typed: true, More: {Type: "anyURI", TypeNS: 2}}
{Name: "lines", Kind: KindStruct, Of: Lines}
`,
	},
	{
		"SOAP encoding: an array of two dimensions", matrix,
		`
{Kind: KindSizes}
{Name: "item", Kind: KindInt32, Occurs: Many, At: AtItem, Typed: true, More: {Array: {Rank: 2, NS: 2, Name: "int"}}}
`,
	},
	{
		"attachments",
		&ir.Struct{Attachments: []*ir.Attachment{
			{Part: "logo", Field: &ir.Field{Name: "Logo", Scalar: bytesScalar, Occurs: ir.Optional}, Media: &ir.Field{Name: "LogoMediaType"}},
			{Part: "order", Kind: ir.AttachedXML, Field: &ir.Field{Name: "Order", Wire: ir.Name{NS: 1, Local: "purchaseOrder"}, Struct: stationStruct, Occurs: ir.Optional}},
		}},
		`
{Name: "logo", Kind: KindBase64, At: AtAttachment}
{Kind: KindMediaType}
{Name: "purchaseOrder", NS: 1, Kind: KindStruct, At: AtAttachment, Of: Station, More: {Part: "order"}}
`,
	},
}

// TestStructRows describes structs by rows, one for each field.
func TestStructRows(t *testing.T) {
	for _, test := range structs {
		t.Run(test.name, func(t *testing.T) {
			p := New(nil).Package(&ir.Package{})
			if got := p.lines(p.StructRows(test.s)); got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("got\n%swant%s", got, test.want)
			}
		})
	}
}
