package emit

import (
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// Types for the rows below.
var (
	colour      = &ir.Simple{Name: "Colour", Type: ir.Name{NS: 1, Local: "colour"}, Scalar: textScalar}
	colourValue = &ir.Scalar{Go: "string", Kind: "Token", Type: colour}
	animal      = &ir.Struct{Name: "Animal", Type: ir.Name{NS: 1, Local: "animal"}, Interface: "BaseAnimal", AnyAttribute: &ir.Wildcard{}}
	shapes      = &ir.Struct{Name: "ShapeGroup", Kind: "group"}
	items       = &ir.Struct{Name: "OrderItem", Kind: "item"}
	bus         = &ir.Field{Name: "Bus", Wire: ir.Name{Local: "bus"}, Scalar: intScalar, Occurs: ir.Optional}
	halt        = &ir.Field{Name: "Stop", Wire: ir.Name{Local: "stop"}, Scalar: intScalar, Occurs: ir.Many}
	tram        = &ir.Field{Name: "Tram", Wire: ir.Name{Local: "tram"}, Scalar: intScalar, Occurs: ir.Many}
	xsdName     = func(local string) ir.Name { return ir.Name{NS: 2, Local: local, Space: xsdNamespace} }
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
{Name: "once", NS: 1, Kind: schema.KindInt32, Occurs: schema.Once},
{Name: "optional", NS: 1, Kind: schema.KindInt32, Nillable: true},
{Name: "many", Kind: schema.KindStruct, Of: &typeOfStation, Occurs: schema.Many},
{Name: "more", Kind: schema.KindStruct, Of: &typeOfStation, Occurs: schema.OnceOrMore},
`,
	},
	{
		"the name in Go is there if it has other letters",
		&ir.Struct{Attrs: []*ir.Field{{Name: "StopID", Wire: ir.Name{Local: "stop_id"}, Scalar: textScalar}, {Name: "TypeAttr", Wire: ir.Name{Local: "type"}, Scalar: textScalar, Occurs: ir.Optional}}},
		`
{Name: "stop_id", Kind: schema.KindString, Occurs: schema.Once, At: schema.AtAttribute},
{Name: "type", Go: "TypeAttr", Kind: schema.KindString, At: schema.AtAttribute},
`,
	},
	{
		"a base, whose wildcard for attributes is replaced, and simple content",
		&ir.Struct{Base: animal, AnyAttribute: &ir.Wildcard{Not: true, NS: []int{1}}, Simple: true, Fields: []*ir.Field{{Name: "Value", Scalar: colourValue}}},
		`
{Kind: schema.KindBase, Of: &typeOfAnimal, Any: &xsd.Wildcard{Not: true, NS: []int{1}}},
{Kind: schema.KindToken, Of: &typeOfColour, Occurs: schema.Once, At: schema.AtContent},
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
{Kind: schema.KindBaseAttributes, Of: &typeOfAnimal},
{Kind: schema.KindItems, Of: &typeOfOrderItem, Occurs: schema.Many},
{Go: "Shape", Kind: schema.KindMember, Of: &typeOfShapeGroup},
{Name: "pet", Kind: schema.KindPoly, Of: &typeOfAnimal, Occurs: schema.Once},
{Go: "Any2", Kind: schema.KindRawXML, Any: &xsd.Wildcard{}},
`,
	},
	{
		"groups: a row before and one behind what they hold",
		&ir.Struct{Fields: []*ir.Field{bus, halt, tram}, Content: []*ir.Particle{
			{Min: 1, Max: 1, Group: ir.Choice, Particles: []*ir.Particle{
				{Min: 1, Max: 1, Field: bus},
				{Min: 0, Max: 1, Group: ir.Sequence, Particles: []*ir.Particle{{Min: 2, Max: 5, Field: halt}}},
			}},
			{Min: 0, Max: -1, Field: tram},
		}},
		`
{Kind: schema.KindChoice, Occurs: schema.Once},
{Name: "bus", Kind: schema.KindInt32, Occurs: schema.Once},
{Kind: schema.KindSequence},
{Name: "stop", Kind: schema.KindInt32, Occurs: schema.OnceOrMore, More: &schema.More{Min: 2, Max: 5}},
{Kind: schema.KindEnd},
{Kind: schema.KindEnd},
{Name: "tram", Kind: schema.KindInt32, Occurs: schema.Many},
`,
	},
	{
		"a repeated group: an item holds one element of it",
		&ir.Struct{Kind: "item", Fields: []*ir.Field{bus, tram}, Content: []*ir.Particle{
			{Min: 0, Max: -1, Group: ir.Sequence, Particles: []*ir.Particle{{Min: 1, Max: 1, Field: bus}, {Min: 1, Max: -1, Field: tram}}},
		}},
		`
{Kind: schema.KindSequence, Occurs: schema.Many},
{Name: "bus", Kind: schema.KindInt32, Occurs: schema.Once},
{Name: "tram", Kind: schema.KindInt32, More: &schema.More{Min: 1, Max: -1}},
{Kind: schema.KindEnd},
`,
	},
	{
		"open attributes, and text between elements",
		&ir.Struct{AnyAttrs: &ir.Field{Name: "AnyAttrs"}, AnyAttribute: &ir.Wildcard{URIs: []string{"urn:other"}}, Text: &ir.Field{Name: "TextContent"}},
		`
{Kind: schema.KindAnyAttributes, Any: &xsd.Wildcard{URIs: []string{"urn:other"}}},
{Go: "TextContent", Kind: schema.KindText},
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
{Name: "codes", Kind: schema.KindList, Of: &xsdListOfInt32},
{Name: "colours", Kind: schema.KindList, Of: &listOfColour, Occurs: schema.Once},
{Name: "n", Kind: schema.KindInt32, Occurs: schema.Once, More: &schema.More{Default: "7"}},
`,
	},
	{
		"SOAP encoding: the row names a type that its kind does not",
		&ir.Struct{Fields: []*ir.Field{
			{Name: "Uri", Wire: ir.Name{Local: "uri"}, Scalar: &ir.Scalar{Go: "string", Kind: "Token"}, Encoded: true, Type: xsdName("anyURI"), Nillable: true, Lax: true},
			{Name: "Lines", Wire: ir.Name{Local: "lines"}, Struct: matrix, Encoded: true, Type: ir.Name{NS: 1, Local: "lines"}, Occurs: ir.Optional},
		}},
		`
{Name: "uri", Kind: schema.KindToken, Occurs: schema.Once, Nillable: true, Lax: true, Typed: true, More: &schema.More{Type: "anyURI", TypeNS: 2}},
{Name: "lines", Kind: schema.KindStruct, Of: &typeOfLines},
`,
	},
	{
		"SOAP encoding: an array of two dimensions", matrix,
		`
{Kind: schema.KindSizes},
{Name: "item", Go: "Items", Kind: schema.KindInt32, Occurs: schema.Many, At: schema.AtItem, Typed: true, More: &schema.More{Array: &schema.Array{Style: encoded.Arrays{}, Rank: 2, NS: 2, Name: "int"}}},
`,
	},
	{
		"attachments",
		&ir.Struct{Attachments: []*ir.Attachment{
			{Part: "logo", Field: &ir.Field{Name: "Logo", Scalar: bytesScalar, Occurs: ir.Optional}, Media: &ir.Field{Name: "LogoMediaType"}},
			{Part: "order", Kind: ir.AttachedXML, Field: &ir.Field{Name: "Order", Wire: ir.Name{NS: 1, Local: "purchaseOrder"}, Struct: stationStruct, Occurs: ir.Optional}},
		}},
		`
{Name: "logo", Kind: schema.KindBase64, At: schema.AtAttachment},
{Go: "LogoMediaType", Kind: schema.KindMediaType},
{Name: "purchaseOrder", Go: "Order", NS: 1, Kind: schema.KindStruct, Of: &typeOfStation, At: schema.AtAttachment, More: &schema.More{Part: "order"}},
`,
	},
}

// TestStructRows renders the rows of structs, one for each field.
func TestStructRows(t *testing.T) {
	for _, test := range structs {
		t.Run(test.name, func(t *testing.T) {
			e := &emitter{pkg: &ir.Package{Name: "rail", Runtime: "example.com/soap"}}
			text := rendered(t, e, func(file *jen.File) {
				file.Var().Id("rows").Op("=").Index().Add(e.schema("Row")).Add(lines(e.structRows(test.s)...))
			})
			_, text, _ = strings.Cut(text, "[]schema.Row{\n")
			got := strings.ReplaceAll(strings.TrimSuffix(text, "}\n"), "\t", "")
			if got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("got\n%swant%s", got, test.want)
			}
		})
	}
}

// TestRowsTable renders all that a package has of its types.
func TestRowsTable(t *testing.T) {
	e := &emitter{pkg: &ir.Package{
		Name: "rail", Runtime: "example.com/soap",
		Structs: []*ir.Struct{{
			Name: "Log", Type: ir.Name{NS: 1, Local: "log"}, Abstract: true, Mixed: true,
			Attrs: []*ir.Field{{Name: "Codes", Wire: ir.Name{Local: "codes"}, Scalar: &ir.Scalar{Item: intScalar, HasNil: true}, Occurs: ir.Optional}},
		}},
		Simples: []*ir.Simple{colour, {Name: "Colours", Scalar: &ir.Scalar{Item: colourValue, HasNil: true}}},
	}}
	const want = `import "example.com/soap/schema"

var typeOfLog = schema.Type{NS: 1, Name: "log", Zero: (*Log)(nil), Abstract: true, Mixed: true}
var typeOfColour = schema.Type{NS: 1, Name: "colour", Zero: (*Colour)(nil), Simple: true, Kind: schema.KindString}
var typeOfColours = schema.Type{Zero: (*Colours)(nil), Simple: true}
var xsdListOfInt32 = schema.Type{Zero: (*[]int32)(nil), Simple: true}

// contractTypes describes the Go types: row i of a type is for field i.
var contractTypes = schema.Table{
	Namespaces: contractNamespaces,
	Schema:     &contractSchema,
	Types: []schema.TypeRows{
		{Type: &typeOfLog, Rows: []schema.Row{
			{Name: "codes", Kind: schema.KindList, Of: &xsdListOfInt32, At: schema.AtAttribute},
		}},
		{Type: &typeOfColour},
		{Type: &typeOfColours, Rows: []schema.Row{{Kind: schema.KindToken, Of: &typeOfColour, At: schema.AtListItem}}},
		{Type: &xsdListOfInt32, Rows: []schema.Row{{Kind: schema.KindInt32, At: schema.AtListItem}}},
	},
}

func init() { schema.Define(&contractTypes) }
`
	if got := rendered(t, e, e.writeRows); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
