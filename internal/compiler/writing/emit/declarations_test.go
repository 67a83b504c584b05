package emit

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// Types for the plans below.
var (
	textScalar    = &ir.Scalar{Go: "string", Kind: "String"}
	intScalar     = &ir.Scalar{Go: "int32", Kind: "Int32"}
	bytesScalar   = &ir.Scalar{Go: "[]byte", HasNil: true, Kind: "Base64"}
	decimalScalar = &ir.Scalar{Go: "Decimal", Package: "xsd", Kind: "Decimal"}
	stationStruct = &ir.Struct{Name: "Station", Kind: "complex type", WSDLName: "station"}
)

// declarations are small plans with the Go that each becomes.
var declarations = []struct {
	name string
	pkg  ir.Package
	want string // of all declarations that the plan has, with their import
}{
	{
		name: "occurrence decides how a field holds its value",
		pkg: ir.Package{Structs: []*ir.Struct{{
			Name: "Record", Kind: "complex type", WSDLName: "record",
			Fields: []*ir.Field{
				{Name: "Once", Scalar: intScalar},
				{Name: "Optional", Scalar: intScalar, Occurs: ir.Optional},
				{Name: "Nillable", Scalar: intScalar, Nillable: true},
				{Name: "Both", Scalar: intScalar, Occurs: ir.Optional, Nillable: true},
				{Name: "Bytes", Scalar: bytesScalar, Occurs: ir.Optional},
				{Name: "List", Scalar: &ir.Scalar{Item: intScalar, HasNil: true}},
				{Name: "Many", Struct: stationStruct, Occurs: ir.Many},
				{Name: "ManyNillable", Struct: stationStruct, Occurs: ir.Many, Nillable: true},
			},
		}}},
		want: `
import "example.com/soap/xsd"

// Record is a complex type.
type Record struct {
	Once         int32
	Optional     *int32
	Nillable     *int32 ` + "`" + `soap:",nillable"` + "`" + `
	Both         xsd.Nillable[int32]
	Bytes        []byte
	List         []int32 ` + "`" + `soap:",list,required"` + "`" + `
	Many         []Station
	ManyNillable []*Station
}
`,
	},
	{
		name: "a derived type embeds its base, and attributes come before elements",
		pkg: ir.Package{Structs: []*ir.Struct{{
			Name: "Junction", Kind: "complex type", WSDLName: "junction", Doc: "A station with points.", Base: stationStruct,
			Attrs:    []*ir.Field{{Name: "ID", Scalar: textScalar, Doc: "Unique."}},
			Fields:   []*ir.Field{{Name: "Points", Scalar: intScalar}},
			AnyAttrs: &ir.Field{Name: "AnyAttrs", Doc: "Attributes that the contract leaves open."},
		}}},
		want: `
import "example.com/soap/xsd"

// Junction is a complex type. A station with points.
type Junction struct {
	Station
	// Unique.
	ID string ` + "`" + `soap:",attr"` + "`" + `
	// Attributes that the contract leaves open.
	AnyAttrs []xsd.Attr ` + "`" + `soap:",attr"` + "`" + `
	Points   int32
}
`,
	},
	{
		name: "a field that may hold a derived type is an interface",
		pkg: ir.Package{Structs: []*ir.Struct{{
			Name: "Line", Kind: "element", WSDLName: "line",
			Fields: []*ir.Field{
				{Name: "First", Struct: &ir.Struct{Name: "Station", Interface: "StationOrDerived"}, Poly: true, Occurs: ir.Optional},
				{Name: "Others", Struct: &ir.Struct{Name: "Station", Interface: "StationOrDerived"}, Poly: true, Occurs: ir.Many, Nillable: true},
			},
		}}},
		want: `
// Line is an element.
type Line struct {
	First  StationOrDerived
	Others []StationOrDerived ` + "`" + `soap:",nillable"` + "`" + `
}
`,
	},
	{
		name: "a base type has an interface for its derived types",
		pkg:  ir.Package{Structs: []*ir.Struct{{Name: "Animal", Kind: "complex type", WSDLName: "animal", Interface: "AnimalOrDerived", Getter: "AsAnimal", Abstract: true}}},
		want: `
// Animal is a complex type.
type Animal struct {
	_ struct{} ` + "`" + `soap:",abstract"` + "`" + `
}

// AnimalOrDerived is a value of a type that is derived from animal, which is
// abstract: a pointer to a struct that embeds Animal. nil means no value.
type AnimalOrDerived interface {
	// AsAnimal returns the value as far as it is of the type animal.
	AsAnimal() *Animal
}

// AsAnimal returns v.
func (v *Animal) AsAnimal() *Animal {
	return v
}
`,
	},
	{
		name: "a substitution group has a field for each member",
		pkg: ir.Package{Structs: []*ir.Struct{{
			Name: "ShapeGroup", Kind: "group", WSDLName: "shape",
			Fields: []*ir.Field{
				{Name: "Circle", Wire: ir.Name{Local: "circle"}, Struct: stationStruct, Occurs: ir.Optional},
				{Name: "Label", Wire: ir.Name{Local: "label"}, Scalar: textScalar, Occurs: ir.Optional, Nillable: true},
			},
		}}},
		want: `
import "example.com/soap/xsd"

// ShapeGroup holds the element shape or a member of its substitution group:
// one of its fields is set.
type ShapeGroup struct {
	Circle *Station             ` + "`" + `soap:"circle"` + "`" + `
	Label  xsd.Nillable[string] ` + "`" + `soap:"label"` + "`" + `
}
`,
	},
	{
		name: "an array of SOAP encoding has the sizes of its dimensions",
		pkg:  ir.Package{Namespaces: testNamespaces, Structs: []*ir.Struct{{Name: "Grid", Kind: "complex type", WSDLName: "grid", Array: matrix}}},
		want: `
// Grid is a complex type.
type Grid struct {
	// Sizes has the lengths of the 2 dimensions. Items are in row-major order:
	// the last index changes fastest.
	Sizes []int   ` + "`" + `soap:",sizes"` + "`" + `
	Items []int32 ` + "`" + `soap:"item,item=c:int 2"` + "`" + `
}
`,
	},
	{
		name: "attachments follow the elements",
		pkg: ir.Package{Structs: []*ir.Struct{{
			Name: "Upload", Kind: "message", WSDLName: "upload", Fields: []*ir.Field{{Name: "Title", Scalar: textScalar}},
			Attachments: []*ir.Attachment{{
				Part: "photo", Field: &ir.Field{Name: "Photo", Scalar: bytesScalar, Occurs: ir.Optional, Doc: "The attachment photo; nil if there is none."},
				Media: &ir.Field{Name: "PhotoMediaType", Scalar: textScalar},
			}},
		}}},
		want: `
// Upload is a message.
type Upload struct {
	Title string
	// The attachment photo; nil if there is none.
	Photo          []byte ` + "`" + `soap:"photo,part"` + "`" + `
	PhotoMediaType string ` + "`" + `soap:",media"` + "`" + `
}
`,
	},
	{
		name: "an enumeration is a defined type with constants",
		pkg: ir.Package{Simples: []*ir.Simple{{
			Name: "Colour", What: "simple type colour", WSDLName: "colour", Scalar: textScalar,
			Values: []ir.Value{{Name: "ColourRed", Text: "red", Doc: "Like fire."}, {Name: "ColourDarkBlue", Text: "dark blue"}},
		}}},
		want: `
// Colour is a simple type.
type Colour string

// The values of Colour.
const (
	// Like fire.
	ColourRed      Colour = "red"
	ColourDarkBlue Colour = "dark blue"
)
`,
	},
	{
		name: "a simple type with the values of a type in the run-time is an alias",
		pkg:  ir.Package{Simples: []*ir.Simple{{Name: "Price", What: "simple type price", WSDLName: "price", ValueDoc: "A value is at least 0.", Scalar: decimalScalar, Alias: true}}},
		want: `
import "example.com/soap/xsd"

// Price is a simple type.
//
// A value is at least 0.
type Price = xsd.Decimal
`,
	},
}

// TestDeclarations renders small plans that are written as values, so that what
// is emitted for one can be read beside it.
func TestDeclarations(t *testing.T) {
	for _, test := range declarations {
		t.Run(test.name, func(t *testing.T) {
			test.pkg.Name, test.pkg.Runtime = "rail", "example.com/soap"
			e := newEmitter(&test.pkg, descriptor.New(nil))
			got := rendered(t, e, func() {
				for _, s := range test.pkg.Structs {
					e.writeStruct(s)
					e.writeInterfaceType(s)
				}
				for _, s := range test.pkg.Simples {
					e.writeSimple(s)
				}
			})
			if got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// methods are results with the signature of a method that returns them.
var methods = []struct {
	name string
	op   ir.Operation
	want string
}{
	{"nothing", ir.Operation{}, "func(ctx context.Context) error"},
	{"a request", ir.Operation{Request: &ir.Struct{Name: "Find"}}, "func(ctx context.Context, req *Find) error"},
	{"a required scalar", ir.Operation{Result: &ir.Result{Kind: ir.OneResult, Must: true, Item: ir.Field{Scalar: intScalar}}}, "func(ctx context.Context) (int32, error)"},
	{"a scalar", ir.Operation{Result: &ir.Result{Kind: ir.OneResult, Item: ir.Field{Scalar: intScalar}}}, "func(ctx context.Context) (*int32, error)"},
	{"a struct", ir.Operation{Result: &ir.Result{Kind: ir.OneResult, Item: ir.Field{Struct: stationStruct}}}, "func(ctx context.Context) (*Station, error)"},
	{"a list", ir.Operation{Result: &ir.Result{Kind: ir.ListResult, Item: ir.Field{Struct: stationStruct}}}, "func(ctx context.Context) ([]Station, error)"},
	{"a list with nil items", ir.Operation{Result: &ir.Result{Kind: ir.ListResult, Item: ir.Field{Struct: stationStruct, Nillable: true}}}, "func(ctx context.Context) ([]*Station, error)"},
}

func TestSignatures(t *testing.T) {
	e := newEmitter(&ir.Package{Name: "rail", Runtime: "example.com/soap"}, descriptor.New(nil))
	for _, test := range methods {
		got := rendered(t, e, func() { e.declare("", "var f func%s", e.signature(&test.op, true)) })
		if _, got, _ = strings.Cut(strings.TrimSpace(got), "var f "); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// rendered returns formatted declarations with their imports, without the package
// clause.
func rendered(t *testing.T, e *emitter, write func()) string {
	t.Helper()
	files := e.render([]outputFile{{"x.go", write, false}})
	if err := format(files); err != nil {
		t.Fatal(err)
	}
	_, declarations, _ := strings.Cut(string(files[0].Data), "package "+e.pkg.Name+"\n")
	return strings.Trim(declarations, "\n") + "\n"
}

// matrix is an array of two dimensions.
var matrix = &ir.Array{
	Item: &ir.Field{Name: "Items", Wire: ir.Name{Local: "item"}, Occurs: ir.Many, Scalar: intScalar, Encoded: true},
	Rank: 2, ItemType: ir.Name{NS: 2, Local: "int"},
}
