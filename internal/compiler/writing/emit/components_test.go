package emit

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Types for the tests below.
var (
	colour      = &ir.Simple{Name: "Colour", Type: ir.Name{NS: 1, Local: "colour"}, Scalar: textScalar}
	colourValue = &ir.Scalar{Go: "string", Kind: "Token", Type: colour}
	sizeType    = &ir.Simple{Name: "Size", Undeclared: true, Scalar: &ir.Scalar{Go: "AnySimple", Package: "xsd", Kind: "TextOrName"}, Members: []*ir.Scalar{intScalar, colourValue, {Go: "string", Kind: "Token", Facets: &schema.Facets{MaxLength: "3"}}}}
	shortField  = &ir.Field{Name: "Short", Wire: ir.Name{NS: 1, Local: "short"}, Scalar: &ir.Scalar{Go: "int32", Kind: "Int32", Facets: &schema.Facets{MaxInclusive: "9"}}}
)

// tags are rows with the tags of their fields.
var tags = []struct {
	name string
	row  schema.Row
	want string
}{
	{"an element", schema.Row{Name: "once", NS: 1, Kind: kind.Int32, Occurs: schema.Once}, "1:once"},
	{"flags", schema.Row{Name: "a", Kind: kind.String, Occurs: schema.OnceOrMore, Nillable: true, Lax: true, Typed: true}, "a,required,lax,typed"},
	{"one that may be nil", schema.Row{Name: "a", Kind: kind.String, Occurs: schema.Once, Nillable: true}, "a,nillable"},
	{"an attribute", schema.Row{Name: "type", Kind: kind.Token, At: schema.AtAttribute}, "type,attr,type=token"},
	{"content", schema.Row{Kind: kind.Token, Occurs: schema.Once, At: schema.AtContent}, ",text,type=token"},
	{"bytes", schema.Row{Name: "a", Kind: kind.Hex, Occurs: schema.Once}, "a,type=hexBinary,required"},
	{"many small numbers", schema.Row{Name: "a", Kind: kind.Uint8, Occurs: schema.Many}, "a,type=unsignedByte"},
	{"values with names", schema.Row{Name: "a", Kind: kind.TextOrName}, "a,type=textOrName"},
	{"a wildcard of all names", schema.Row{Kind: kind.RawXML, More: &schema.More{Any: &xsd.Wildcard{}}}, ",any"},
	{"a wildcard", schema.Row{Kind: kind.AnyAttributes, More: &schema.More{Any: &xsd.Wildcard{Not: true, NS: []int{1, 3}, URIs: []string{"urn:other", "lax", "7"}, Process: xsd.Lax}}},
		`,attr,any=lax not 1 3 urn\:other \lax \7`},
	{"a type for xsi:type", schema.Row{Name: "a", Kind: kind.Token, Typed: true, More: &schema.More{Type: "anyURI", TypeNS: 2, Default: "x"}}, "a,type=token,typed,of=2:anyURI,default=x"},
	{"an array", schema.Row{Name: "item", Kind: kind.Int32, At: schema.AtItem, More: &schema.More{Array: &schema.Array{Rank: 2, NS: 2, Name: "int", Brackets: "[,]"}}}, `item,item=2:int[\,] 2`},
	{"an attachment", schema.Row{Name: "logo", Kind: kind.Base64, At: schema.AtAttachment}, "logo,part"},
	{"a document", schema.Row{Name: "order", Kind: kind.Struct, At: schema.AtAttachment, More: &schema.More{Part: "p"}}, "order,part=p"},
	{"a fixed value", schema.Row{Name: "a", Kind: kind.String, More: &schema.More{Default: "x", Fixed: "x", IsFixed: true}}, "a,fixed=x,default"},
	{"no fixed value", schema.Row{Name: "a", Kind: kind.String, More: &schema.More{IsFixed: true}}, "a,fixed="},
	{"a value that has the characters of tags", schema.Row{Name: "a", Kind: kind.String, More: &schema.More{Default: "1,5 `\"\\"}}, "a,default=1\\,5 `\"\\\\"},
	{"a name that has them", schema.Row{Name: "1:a,b", Kind: kind.Base64, At: schema.AtAttachment}, `1\:a\,b,part`},
}

func TestTags(t *testing.T) {
	e := &emitter{pkg: &ir.Package{Name: "rail", Runtime: "example.com/soap"}}
	for _, test := range tags {
		field := jen.Id("F").String().Add(e.fieldTag(new(ir.Struct), &test.row, false))
		text := rendered(t, e, func(file *jen.File) { file.Type().Id("T").Struct(field) })
		var tag reflect.StructTag
		if _, literal, ok := strings.Cut(text, "F string "); ok {
			value, err := strconv.Unquote(strings.TrimSuffix(strings.TrimSpace(literal), "\n}"))
			if err != nil {
				t.Errorf("%s: %v\n%s", test.name, err, text)
			}
			tag = reflect.StructTag(value)
		}
		if got := tag.Get("soap"); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// details are what only validation has to know of a field, as Go source.
var details = []struct {
	name string
	more schema.More
	want string
}{
	{
		"a key", schema.More{Block: schema.Restriction | schema.Substitution, Constraints: &schema.Constraints{{Kind: schema.ConstraintKey, Name: "{urn:t}k", Selector: ".//{urn:t}b", Fields: []string{"@{}id"}}}},
		"{Block: schema.Restriction | schema.Substitution, Constraints: &schema.Constraints{{Kind: schema.ConstraintKey, Name: \"{urn:t}k\", Selector: \".//{urn:t}b\", Fields: []string{\"@{}id\"}}}}",
	},
	{
		"facets", schema.More{Facets: &schema.Facets{
			WhiteSpace: "collapse", Length: "1", MinLength: "2", MaxLength: "3", TotalDigits: "4", FractionDigits: "5",
			Patterns: []string{`\d`}, Enumeration: []string{"", "b", "c"}, Base: &schema.Facets{MinInclusive: "6", MinExclusive: "7", MaxInclusive: "8", MaxExclusive: "9"},
		}},
		"{Facets: &schema.Facets{WhiteSpace: \"collapse\", " +
			"Length: \"1\", MinLength: \"2\", MaxLength: \"3\", TotalDigits: \"4\", FractionDigits: \"5\", Patterns: []string{`\\d`}, Enumeration: []string{\"\", \"b\", \"c\"}, " +
			"Base: &schema.Facets{MinInclusive: \"6\", MinExclusive: \"7\", MaxInclusive: \"8\", MaxExclusive: \"9\"}}}",
	},
	{
		"many values", schema.More{Facets: &schema.Facets{Enumeration: []string{"a", "b", "c", "d"}}},
		"{Facets: &schema.Facets{Enumeration: []string{\"a\", \"b\", \"c\", \"d\"}}}",
	},
}

// TestDetails renders what only validation has to know of fields.
func TestDetails(t *testing.T) {
	for _, test := range details {
		t.Run(test.name, func(t *testing.T) {
			e := &emitter{pkg: &ir.Package{Name: "rail", Runtime: "example.com/soap"}}
			text := rendered(t, e, func(file *jen.File) {
				file.Var().Id("more").Op("=").Add(e.literal(validation(&test.more)))
			})
			_, text, _ = strings.Cut(text, "var more = schema.More")
			if got := strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\t", ""); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestTable renders the table of a package.
func TestTable(t *testing.T) {
	e := &emitter{pkg: &ir.Package{
		Name: "rail", Runtime: "example.com/soap",
		Structs: []*ir.Struct{{
			Name: "Log", Type: ir.Name{NS: 1, Local: "log"}, Abstract: true, Mixed: true,
			Attrs: []*ir.Field{{Name: "Codes", Wire: ir.Name{Local: "codes"}, Scalar: &ir.Scalar{Item: intScalar, HasNil: true}, Occurs: ir.Optional}},
		}},
		Simples: []*ir.Simple{colour, {Name: "Colours", Scalar: &ir.Scalar{Item: colourValue, HasNil: true}}},
	}}
	const want = `import "example.com/soap/schema"

// contractTypes has what the struct tags of the package rely on: Target is
// the number of the namespace of types, and of elements if Qualified is set,
// whose names have no number.
var contractTypes = schema.Table{
	Namespaces: contractNamespaces,
	Target:     1,
	Schema:     contractSchema{},
}

func init() { schema.Define(&contractTypes) }

// contractSchema has what the Go types do not say. Only validation calls its
// methods: the linker leaves them out of other programs.
type contractSchema struct{}

func (contractSchema) Components() *schema.Components { return &contractComponents }

var contractComponents = schema.Components{
	Structs: []any{
		(*Log)(nil),
	},
	Simple: []schema.SimpleType{
		{Type: (*Colour)(nil), Tag: "colour"},
		{Type: (*Colours)(nil), Tag: ",list,type=token", Key: "Colours"},
		{Type: (*[]int32)(nil), Tag: ",list", Key: "xsdListOfInt32"},
	},
}
`
	if got := rendered(t, e, e.writeTable); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestComponents renders what only validation has to know.
func TestComponents(t *testing.T) {
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

// contractTypes has what the struct tags of the package rely on: Target is
// the number of the namespace of types, and of elements if Qualified is set,
// whose names have no number.
var contractTypes = schema.Table{
	Namespaces: contractNamespaces,
	More: []schema.Namespace{
		{URI: "urn:more"},
	},
	Target: 2,
	Schema: contractSchema{},
}

func init() { schema.Define(&contractTypes) }

// contractSchema has what the Go types do not say. Only validation calls its
// methods: the linker leaves them out of other programs.
type contractSchema struct{}

func (contractSchema) Components() *schema.Components { return &contractComponents }

var contractComponents = schema.Components{
	Complex: []schema.ComplexType{
		{Name: "old", Base: schema.TypeRef{Name: "#Station"}, By: schema.Restriction},
		{Type: (*Log)(nil), Model: "base short", Fields: []schema.Field{{Tag: "1:short", Type: (**int32)(nil), More: schema.More{Facets: &schema.Facets{MaxInclusive: "9"}}}}},
	},
	Simple: []schema.SimpleType{
		{Type: (*xsd.AnySimple)(nil), Tag: ",type=textOrName", Key: "Size", Members: []schema.TypeRef{{Name: "xs:int"}, {Name: "1:colour"}, {Name: "xs:token", Facets: &schema.Facets{MaxLength: "3"}}}},
	},
	Elements: []schema.Declaration{
		{Tag: "1:log,nillable", Type: (*Station)(nil), Abstract: true},
		{Tag: "1:logResponse", Message: true, Mixed: true, Fields: []schema.Field{{Tag: "1:short,required", Type: (**int32)(nil), More: schema.More{Facets: &schema.Facets{MaxInclusive: "9"}}}}},
	},
	Attributes: []schema.Declaration{
		{Tag: "short", Type: (*int32)(nil)},
	},
}
`
	if got := rendered(t, e, e.writeTable); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	const types = `import "example.com/soap/xsd"

// Station is the complex type station.
type Station struct{}

// Log is the complex type log.
type Log struct {
	Size xsd.AnySimple ` + "`" + `soap:"1:size,type=textOrName,of=#Size"` + "`" + `
}
`
	if got := rendered(t, e, e.writeTypes); got != types {
		t.Errorf("got\n%s\nwant\n%s", got, types)
	}
}
