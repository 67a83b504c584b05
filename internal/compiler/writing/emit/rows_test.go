package emit

import (
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Types for the rows below.
var (
	colour      = &ir.Simple{Name: "Colour", Type: ir.Name{NS: 1, Local: "colour"}, Scalar: textScalar}
	colourValue = &ir.Scalar{Go: "string", Kind: "Token", Type: colour}
	sizeType    = &ir.Simple{Name: "Size", Undeclared: true, Scalar: &ir.Scalar{Go: "AnySimple", Package: "xsd", Kind: "TextOrName"}, Members: []*ir.Scalar{intScalar, colourValue, {Go: "string", Kind: "Token", Facets: &schema.Facets{MaxLength: "3"}}}}
	shortField  = &ir.Field{Name: "Short", Wire: ir.Name{NS: 1, Local: "short"}, Scalar: &ir.Scalar{Go: "int32", Kind: "Int32", Facets: &schema.Facets{MaxInclusive: "9"}}}
)

// literals are rows as Go source.
var literals = []struct {
	name string
	row  schema.Row
	want string
}{
	{"an element", schema.Row{Name: "once", NS: 1, Kind: schema.KindInt32, Occurs: schema.Once}, `{Name: "once", NS: 1, Kind: schema.KindInt32, Occurs: schema.Once}`},
	{"flags", schema.Row{Name: "a", Kind: schema.KindString, Occurs: schema.Many, Nillable: true, Lax: true, Typed: true}, `{Name: "a", Kind: schema.KindString, Occurs: schema.Many, Nillable: true, Lax: true, Typed: true}`},
	{"a name in Go", schema.Row{Name: "type", Kind: schema.KindString, At: schema.AtAttribute, More: &schema.More{Go: "TypeAttr"}}, `{Name: "type", Kind: schema.KindString, At: schema.AtAttribute, More: &schema.More{Go: "TypeAttr"}}`},
	{"content", schema.Row{Kind: schema.KindToken, Occurs: schema.Once, At: schema.AtContent}, `{Kind: schema.KindToken, Occurs: schema.Once, At: schema.AtContent}`},
	{"a group", schema.Row{Kind: schema.KindChoice, Occurs: schema.OnceOrMore}, `{Kind: schema.KindChoice, Occurs: schema.OnceOrMore}`},
	{"a group in any order", schema.Row{Kind: schema.KindAll, Occurs: schema.Once}, `{Kind: schema.KindAll, Occurs: schema.Once}`},
	{"the end of a group", schema.Row{Kind: schema.KindEnd}, `{Kind: schema.KindEnd}`},
	{"a wildcard of all names", schema.Row{Kind: schema.KindRawXML, More: &schema.More{Any: &xsd.Wildcard{}}}, `{Kind: schema.KindRawXML, More: &schema.More{Any: &xsd.Wildcard{}}}`},
	{"a wildcard", schema.Row{Kind: schema.KindAnyAttributes, More: &schema.More{Any: &xsd.Wildcard{Not: true, NS: []int{1, 3}, URIs: []string{"urn:other"}, Process: xsd.Lax}}}, `{Kind: schema.KindAnyAttributes, More: &schema.More{Any: &xsd.Wildcard{Not: true, NS: []int{1, 3}, URIs: []string{"urn:other"}, Process: xsd.Lax}}}`},
	{"numbers", schema.Row{Name: "a", Kind: schema.KindInt32, Occurs: schema.Many, More: &schema.More{Max: 3}}, `{Name: "a", Kind: schema.KindInt32, Occurs: schema.Many, More: &schema.More{Max: 3}}`},
	{"a type for xsi:type", schema.Row{Name: "a", Kind: schema.KindToken, Typed: true, More: &schema.More{Default: "x", Type: "anyURI", TypeNS: 2}}, `{Name: "a", Kind: schema.KindToken, Typed: true, More: &schema.More{Default: "x", Type: "anyURI", TypeNS: 2}}`},
	{
		"an array", schema.Row{Name: "item", Kind: schema.KindInt32, At: schema.AtItem, More: &schema.More{Array: &schema.Array{Style: encoded.Arrays{}, Rank: 2, NS: 2, Name: "int", Brackets: "[]"}}},
		`{Name: "item", Kind: schema.KindInt32, At: schema.AtItem, More: &schema.More{Array: &schema.Array{Style: encoded.Arrays{}, Rank: 2, NS: 2, Name: "int", Brackets: "[]"}}}`,
	},
	{"an attachment", schema.Row{Name: "order", Kind: schema.KindStruct, At: schema.AtAttachment, More: &schema.More{Part: "p"}}, `{Name: "order", Kind: schema.KindStruct, At: schema.AtAttachment, More: &schema.More{Part: "p"}}`},
	{
		"a fixed value", schema.Row{Name: "a", Kind: schema.KindToken, More: &schema.More{Default: "x", Fixed: "x", IsFixed: true, Block: schema.Restriction | schema.Substitution}},
		`{Name: "a", Kind: schema.KindToken, More: &schema.More{Default: "x", Fixed: "x", IsFixed: true, Block: schema.Restriction | schema.Substitution}}`,
	},
	{
		"a key", schema.Row{Name: "a", More: &schema.More{Constraints: &schema.Constraints{{Kind: schema.ConstraintKey, Name: "{urn:t}k", Selector: ".//{urn:t}b", Fields: []string{"@{}id"}}}}},
		`{Name: "a", More: &schema.More{Constraints: &schema.Constraints{{Kind: schema.ConstraintKey, Name: "{urn:t}k", Selector: ".//{urn:t}b", Fields: []string{"@{}id"}}}}}`,
	},
	{
		"facets", schema.Row{Kind: schema.KindToken, At: schema.AtListItem, More: &schema.More{Facets: &schema.Facets{
			WhiteSpace: "collapse", Length: "1", MinLength: "2", MaxLength: "3", TotalDigits: "4", FractionDigits: "5",
			Patterns: []string{`\d`}, Enumeration: []string{"", "b", "c"}, Base: &schema.Facets{MinInclusive: "6", MinExclusive: "7", MaxInclusive: "8", MaxExclusive: "9"},
		}}},
		"{Kind: schema.KindToken, At: schema.AtListItem, More: &schema.More{Facets: &schema.Facets{WhiteSpace: \"collapse\", " +
			"Length: \"1\", MinLength: \"2\", MaxLength: \"3\", TotalDigits: \"4\", FractionDigits: \"5\", Patterns: []string{`\\d`}, Enumeration: []string{\"\", \"b\", \"c\"}, " +
			"Base: &schema.Facets{MinInclusive: \"6\", MinExclusive: \"7\", MaxInclusive: \"8\", MaxExclusive: \"9\"}}}}",
	},
	{
		"many values", schema.Row{Name: "a", Kind: schema.KindToken, More: &schema.More{Facets: &schema.Facets{Enumeration: []string{"a", "b", "c", "d"}}}},
		`{Name: "a", Kind: schema.KindToken, More: &schema.More{Facets: &schema.Facets{Enumeration: []string{"a", "b", "c", "d"}}}}`,
	},
}

// TestRowLiterals renders rows.
func TestRowLiterals(t *testing.T) {
	for _, test := range literals {
		t.Run(test.name, func(t *testing.T) {
			e := &emitter{pkg: &ir.Package{Name: "rail", Runtime: "example.com/soap"}}
			e.described()
			text := rendered(t, e, func(file *jen.File) {
				file.Var().Id("row").Op("=").Add(e.schema("Row")).Add(e.row(&test.row))
			})
			_, text, _ = strings.Cut(text, "var row = schema.Row")
			if got := strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\t", ""); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
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

// contractTypes describes the Go types: row i of a type is for field i. A row
// is an element unless At says something else, and one without Occurs is
// optional; NS is the number of a namespace in contractNamespaces, and a name
// without NS has none; Of describes the type of the value, unless it is one
// of XML Schema's. Types without a name are those of elements, which
// globalElements lists, with a Model if nothing in Go is of their type.
var contractTypes = schema.Table{
	Namespaces: contractNamespaces,
	Types: []schema.TypeRows{
		{Type: &typeOfLog, Rows: []schema.Row{
			{Name: "codes", Kind: schema.KindList, At: schema.AtAttribute, Of: &xsdListOfInt32},
		}},
		{Type: &typeOfColour},
		{Type: &typeOfColours, Rows: []schema.Row{{Kind: schema.KindToken, At: schema.AtListItem, Of: &typeOfColour}}},
		{Type: &xsdListOfInt32, Rows: []schema.Row{{Kind: schema.KindInt32, At: schema.AtListItem}}},
	},
	Target:   1,
	Elements: globalElements{},
}

// globalElements has the global elements. Only validation calls its method:
// the linker leaves them out of other programs.
type globalElements struct{}

func (globalElements) GlobalElements() []schema.GlobalElement { return contractGlobals }

var contractGlobals = []schema.GlobalElement{}

func init() { schema.Define(&contractTypes) }
`
	if got := rendered(t, e, e.writeRows); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestFactsTable renders what only validation has to know.
func TestFactsTable(t *testing.T) {
	old := &ir.Struct{Name: "Old", Type: ir.Name{NS: 2, Local: "old"}, Undeclared: true, DerivedFrom: stationStruct, By: schema.Restriction, Model: &ir.Model{}}
	e := &emitter{pkg: &ir.Package{
		Name: "rail", Runtime: "example.com/soap", MoreNamespaces: []ir.TableEntry{{URI: "urn:more"}},
		Structs: []*ir.Struct{stationStruct, old, {
			Name: "Log", Kind: "complex type", WSDLName: "log", Fields: []*ir.Field{{Name: "Size", Wire: ir.Name{NS: 1, Local: "size"}, Scalar: &ir.Scalar{Go: "AnySimple", Package: "xsd", Kind: "TextOrName", Type: sizeType}}},
			Model: &ir.Model{Base: old, Content: []*ir.Particle{{Min: 1, Max: 1, Field: shortField}}},
		}},
		Simples: []*ir.Simple{sizeType},
		GlobalElements: []*ir.GlobalElement{
			{Field: &ir.Field{Wire: ir.Name{NS: 1, Local: "log"}, Struct: stationStruct, Nillable: true}, Abstract: true},
			{Field: &ir.Field{Wire: ir.Name{NS: 1, Local: "logResponse"}}, Message: true, Model: &ir.Model{Content: []*ir.Particle{{Min: 1, Max: 1, Field: shortField}}}, Mixed: true},
		},
		GlobalAttributes: []*ir.Field{{Wire: ir.Name{NS: 2, Local: "short"}, Scalar: intScalar}},
	}}
	const want = `import (
	"example.com/soap/schema"
	"example.com/soap/xsd"
)

var typeOfStation = schema.Type{Zero: (*Station)(nil)}
var typeOfOld = schema.Type{NS: 2, Name: "old", More: &schema.TypeMore{Base: &typeOfStation, By: schema.Restriction}}
var typeOfLog = schema.Type{Zero: (*Log)(nil)}
var typeOfSize = schema.Type{Zero: (*xsd.AnySimple)(nil), Simple: true, Kind: schema.KindTextOrName, More: &schema.TypeMore{Members: []*schema.Type{
	{Simple: true, Kind: schema.KindInt32},
	&typeOfColour,
	{Simple: true, Kind: schema.KindToken, More: &schema.TypeMore{Facets: &schema.Facets{MaxLength: "3"}}},
}}}

// contractTypes describes the Go types: row i of a type is for field i. A row
// is an element unless At says something else, and one without Occurs is
// optional; NS is the number of a namespace in contractNamespaces, and a name
// without NS has none; Of describes the type of the value, unless it is one
// of XML Schema's. Types without a name are those of elements, which
// globalElements lists, with a Model if nothing in Go is of their type.
var contractTypes = schema.Table{
	Namespaces: contractNamespaces,
	More: []schema.Namespace{
		{URI: "urn:more"},
	},
	Types: []schema.TypeRows{
		{Type: &typeOfStation},
		{Type: &typeOfOld, Model: []schema.Row{}},
		{Type: &typeOfLog, Rows: []schema.Row{
			{Name: "size", NS: 1, Kind: schema.KindTextOrName, Occurs: schema.Once, Of: &typeOfSize},
		}, Model: []schema.Row{
			{Kind: schema.KindBase, Of: &typeOfOld},
			{Name: "short", NS: 1, Kind: schema.KindInt32, Occurs: schema.Once, More: &schema.More{Facets: &schema.Facets{MaxInclusive: "9"}}},
		}},
		{Type: &typeOfSize},
	},
	Target:   2,
	Elements: globalElements{},
	Attributes: []schema.Row{
		{Name: "short", NS: 2, Kind: schema.KindInt32, At: schema.AtAttribute},
	},
}

// globalElements has the global elements. Only validation calls its method:
// the linker leaves them out of other programs.
type globalElements struct{}

func (globalElements) GlobalElements() []schema.GlobalElement { return contractGlobals }

var contractGlobals = []schema.GlobalElement{
	{Row: schema.Row{Name: "log", NS: 1, Kind: schema.KindStruct, Nillable: true, Of: &typeOfStation}, Abstract: true},
	{Row: schema.Row{Name: "logResponse", NS: 1, Kind: schema.KindStruct}, Message: true, Model: []schema.Row{
		{Name: "short", NS: 1, Kind: schema.KindInt32, Occurs: schema.Once, More: &schema.More{Facets: &schema.Facets{MaxInclusive: "9"}}},
	}, Mixed: true},
}

func init() { schema.Define(&contractTypes) }
`
	if got := rendered(t, e, e.writeRows); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	const types = `import "example.com/soap/xsd"

// Station is the complex type station.
type Station struct{}

// Log is the complex type log.
type Log struct {
	Size xsd.AnySimple ` + "`" + `soap:"1:size,type=textOrName"` + "`" + `
}
`
	if got := rendered(t, e, e.writeTypes); got != types {
		t.Errorf("got\n%s\nwant\n%s", got, types)
	}
}
