package descriptor

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// What only validation has to know: types below are hand-made.
var (
	fixedCode  = "x"
	codeFacets = &schema.Facets{MaxLength: "3", Patterns: []string{"[a-z]+"}}
	codeValue  = &ir.Scalar{Go: "string", Kind: "Token", Facets: codeFacets}
	number     = &ir.Scalar{Go: "Integer", Package: "xsd", Kind: "Integer"}
	lengthType = &ir.Simple{Name: "Length", Type: ir.Name{NS: 1, Local: "length"}, Scalar: &ir.Scalar{Go: "int32", Kind: "Int32"}, Base: number, Facets: &schema.Facets{MinInclusive: "0", Base: &schema.Facets{TotalDigits: "4"}}}
	length     = &ir.Scalar{Go: "int32", Kind: "Int32", Type: lengthType}
	sizeType   = &ir.Simple{Name: "Size", Undeclared: true, Scalar: &ir.Scalar{Go: "string", Kind: "String"}, Members: []*ir.Scalar{intScalar, length, codeValue, {Item: intScalar}}}
	shortType  = &ir.Simple{Name: "Short", Scalar: &ir.Scalar{Go: "int32", Kind: "Int32"}, Base: length, Facets: &schema.Facets{MaxInclusive: "9"}}
	codesType  = &ir.Simple{Name: "Codes", Scalar: &ir.Scalar{Item: codeValue}, Facets: &schema.Facets{Length: "2"}}
	aFew       = &ir.Simple{Name: "AFew", Scalar: &ir.Scalar{Item: codeValue}, Base: &ir.Scalar{Type: codesType, Item: codeValue}, Facets: &schema.Facets{Enumeration: []string{"a b"}}}
	onlyOnce   = &ir.Simple{Name: "OnlyOnce", Scalar: &ir.Scalar{Go: "string", Kind: "Token"}, Base: &ir.Scalar{Go: "string", Kind: "Token"}, Facets: &schema.Facets{}}

	part = func(name string, minimum, maximum int, s *ir.Scalar) *ir.Particle {
		return &ir.Particle{Min: minimum, Max: maximum, Field: &ir.Field{Wire: ir.Name{NS: 1, Local: name}, Scalar: s}}
	}
)

// facts are packages with all that their tables have but the rows of fields.
var facts = []struct {
	name string
	pkg  ir.Package
	want string
}{
	{
		"derivation",
		ir.Package{Structs: []*ir.Struct{
			{Name: "Dog", Base: animal, By: schema.Extension, Block: schema.Restriction | schema.Extension},
			{Name: "Cat", DerivedFrom: animal, By: schema.Restriction},
			{Name: "Metres", DerivedText: length},
			{Name: "Count", DerivedText: number},
			{Name: "Codes", DerivedText: &ir.Scalar{Item: intScalar}},
		}},
		`
Dog {More: {By: Extension, Block: Restriction|Extension}}
  {Kind: KindBase, Of: Animal}
Cat {More: {Base: Animal, By: Restriction}}
Metres {More: {Base: Length}}
Count {More: {Base: {Simple: true, Kind: KindInteger}}}
Codes {More: {Base: []Int32}}
[]Int32 {Simple: true}
  {Kind: KindInt32, At: AtListItem}
`,
	},
	{
		"simple types",
		ir.Package{Simples: []*ir.Simple{lengthType, sizeType, shortType, codesType, aFew, onlyOnce}},
		`
Length {Name: "length", NS: 1, Simple: true, Kind: KindInt32, More: {Base: {Simple: true, Kind: KindInteger}, Facets: {MinInclusive: "0", Base: {TotalDigits: "4"}}}}
Size {Simple: true, Kind: KindString, More: {Members: {{Simple: true, Kind: KindInt32}, Length, {Simple: true, Kind: KindToken, More: {Facets: {MaxLength: "3", Patterns: {"[a-z]+"}}}}, []Int32}}}
Short {Simple: true, Kind: KindInt32, More: {Base: Length, Facets: {MaxInclusive: "9"}}}
Codes {Simple: true, More: {Facets: {Length: "2"}}}
  {Kind: KindToken, At: AtListItem, More: {Facets: {MaxLength: "3", Patterns: {"[a-z]+"}}}}
AFew {Simple: true, More: {Base: Codes, Facets: {Enumeration: {"a b"}}}}
  {Kind: KindToken, At: AtListItem, More: {Facets: {MaxLength: "3", Patterns: {"[a-z]+"}}}}
OnlyOnce {Simple: true, Kind: KindToken, More: {Facets: {}}}
[]Int32 {Simple: true}
  {Kind: KindInt32, At: AtListItem}
`,
	},
	{
		"fields: facets, fixed values, and lists of items with other facets",
		ir.Package{Structs: []*ir.Struct{{Name: "Order", Fields: []*ir.Field{
			{Name: "Code", Wire: ir.Name{Local: "code"}, Scalar: codeValue, Fallback: "x", Fixed: &fixedCode, Block: schema.Substitution},
			{Name: "A", Wire: ir.Name{Local: "a"}, Scalar: &ir.Scalar{Item: codeValue}},
			{Name: "B", Wire: ir.Name{Local: "b"}, Scalar: &ir.Scalar{Item: &ir.Scalar{Go: "string", Kind: "Token"}}},
			{Name: "C", Wire: ir.Name{Local: "c"}, Scalar: &ir.Scalar{Item: codeValue}},
			{Name: "Any", Any: &ir.Wildcard{Wildcard: xsd.Wildcard{Process: xsd.Lax}}, Scalar: &ir.Scalar{Kind: "RawXML"}, Occurs: ir.Optional},
		}}}},
		`
Order {}
  {Name: "code", Kind: KindToken, Occurs: Once, More: {Default: "x", Facets: {MaxLength: "3", Patterns: {"[a-z]+"}}, Fixed: "x", IsFixed: true, Block: Substitution}}
  {Name: "a", Kind: KindList, Occurs: Once, Of: []Token}
  {Name: "b", Kind: KindList, Occurs: Once, Of: []Token#1}
  {Name: "c", Kind: KindList, Occurs: Once, Of: []Token}
  {Kind: KindRawXML, More: {Any: {Process: Lax}}}
[]Token {Simple: true}
  {Kind: KindToken, At: AtListItem, More: {Facets: {MaxLength: "3", Patterns: {"[a-z]+"}}}}
[]Token#1 {Simple: true}
  {Kind: KindToken, At: AtListItem}
`,
	},
	{
		"models: no names in Go, and exact numbers",
		ir.Package{Structs: []*ir.Struct{
			{Name: "Log", Undeclared: true, Mixed: true, DerivedFrom: animal, Model: &ir.Model{
				Base:         animal,
				Attrs:        []*ir.Field{{Name: "ID", Wire: ir.Name{Local: "key"}, Scalar: codeValue, Occurs: ir.Optional}},
				AnyAttribute: &ir.Wildcard{Wildcard: xsd.Wildcard{Process: xsd.Skip}},
				Content: []*ir.Particle{
					part("a", 1, 1, intScalar), part("b", 0, 1, intScalar), part("c", 0, -1, intScalar), part("d", 1, -1, intScalar), part("e", 2, 5, intScalar),
					{Min: 0, Max: 3, Group: ir.Choice, Particles: []*ir.Particle{part("f", 1, 1, intScalar), {Min: 1, Max: 1, Group: ir.All}}},
				},
			}},
			{Name: "Metres", Model: &ir.Model{Value: &ir.Field{Scalar: length}}},
			{Name: "Nothing", Model: &ir.Model{}},
		}},
		`
Log {Mixed: true, More: {Base: Animal}}
  model
  {Kind: KindBase, Of: Animal}
  {Name: "key", Kind: KindToken, At: AtAttribute, More: {Facets: {MaxLength: "3", Patterns: {"[a-z]+"}}}}
  {Kind: KindAnyAttributes, More: {Any: {Process: Skip}}}
  {Name: "a", NS: 1, Kind: KindInt32, Occurs: Once}
  {Name: "b", NS: 1, Kind: KindInt32}
  {Name: "c", NS: 1, Kind: KindInt32, Occurs: Many}
  {Name: "d", NS: 1, Kind: KindInt32, Occurs: OnceOrMore}
  {Name: "e", NS: 1, Kind: KindInt32, Occurs: OnceOrMore, More: {Min: 2, Max: 5}}
  {Kind: KindChoice, Occurs: Many, More: {Max: 3}}
  {Name: "f", NS: 1, Kind: KindInt32, Occurs: Once}
  {Kind: KindAll, Occurs: Once}
  {Kind: KindEnd}
  {Kind: KindEnd}
Metres {}
  model
  {Kind: KindInt32, Occurs: Once, At: AtContent, Of: Length}
Nothing {}
  model
`,
	},
	{
		"global declarations",
		ir.Package{
			Namespaces:     []ir.TableEntry{{}, {URI: "urn:a", Prefix: "a"}},
			MoreNamespaces: []ir.TableEntry{{URI: "urn:b"}},
			GlobalElements: []*ir.GlobalElement{
				{Field: &ir.Field{Name: "Stop", Wire: ir.Name{NS: 1, Local: "stop"}, Struct: stationStruct, Nillable: true, Fallback: "x", Block: schema.Extension}, Abstract: true},
				{Field: &ir.Field{Wire: ir.Name{NS: 2, Local: "stopResponse"}}, Message: true, Mixed: true, Model: &ir.Model{Content: []*ir.Particle{part("a", 1, 1, intScalar)}}},
				{Field: &ir.Field{Wire: ir.Name{Local: "empty"}}, Model: &ir.Model{}},
			},
			GlobalAttributes: []*ir.Field{{Name: "Code", Wire: ir.Name{NS: 2, Local: "code"}, Scalar: codeValue}},
		},
		`
more {URI: "urn:b"}
element {Row: {Name: "stop", NS: 1, Kind: KindStruct, Nillable: true, Of: Station, More: {Default: "x", Block: Extension}}, Abstract: true}
element {Row: {Name: "stopResponse", NS: 2, Kind: KindStruct}, Message: true, Model: {{Name: "a", NS: 1, Kind: KindInt32, Occurs: Once}}, Mixed: true}
element {Row: {Name: "empty", Kind: KindStruct}, Model: {}}
attribute {Name: "code", NS: 2, Kind: KindToken, At: AtAttribute, More: {Facets: {MaxLength: "3", Patterns: {"[a-z]+"}}}}
`,
	},
}

// TestFacts describes what only validation has to know.
func TestFacts(t *testing.T) {
	for _, test := range facts {
		t.Run(test.name, func(t *testing.T) {
			if got := New(nil).Package(&test.pkg).text(); got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("got\n%swant%s", got, test.want)
			}
		})
	}
}

// text writes what a table has, a line for each thing.
func (p *Package) text() string {
	var b strings.Builder
	for _, t := range p.Table.Types {
		b.WriteString(p.show(t.Type) + " " + p.literal(t.Type) + "\n" + p.indented(t.Rows))
		if t.Model != nil {
			b.WriteString("  model\n" + p.indented(t.Model))
		}
	}
	for _, ns := range p.Table.More {
		b.WriteString("more " + p.show(ns) + "\n")
	}
	for _, g := range p.Table.GlobalElements() {
		b.WriteString("element " + p.show(g) + "\n")
	}
	for _, r := range p.Table.Attributes {
		b.WriteString("attribute " + p.show(r) + "\n")
	}
	return b.String()
}

// TestValueHasNoFacts describes the value of a message.
func TestValueHasNoFacts(t *testing.T) {
	p := New(nil).Package(&ir.Package{})
	item := ir.Field{Wire: ir.Name{NS: 1, Local: "code"}, Scalar: codeValue, Fixed: &fixedCode, Occurs: ir.Many, Encoded: true, Type: ir.Name{NS: 2, Local: "string", Space: xsd.Namespace}}
	for _, test := range []struct {
		result *ir.Result
		want   string
	}{
		{&ir.Result{Kind: ir.ListResult, Item: item}, `{Name: "code", NS: 1, Kind: KindToken, Occurs: Many, Typed: true, More: {Type: "string", TypeNS: 2}}`},
		{&ir.Result{Kind: ir.OneResult, Item: item, Must: true}, `{Kind: KindToken, Occurs: Once}`},
		{&ir.Result{Kind: ir.OneResult, Item: ir.Field{Struct: shapes}}, `{Kind: KindMember, Of: ShapeGroup}`},
		{&ir.Result{Kind: ir.ListResult, Array: matrix}, `{Name: "item", Kind: KindInt32, Occurs: Many, At: AtItem, Typed: true, More: {Array: {Rank: 2, NS: 2, Name: "int"}}}`},
	} {
		if got := p.show(p.Value(test.result)); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
