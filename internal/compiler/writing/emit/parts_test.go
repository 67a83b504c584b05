package emit

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// Types for the plans below.
var (
	textScalar    = &ir.Scalar{Go: "string", Kind: "String"}
	intScalar     = &ir.Scalar{Go: "int32", Kind: "Int32"}
	decimalScalar = &ir.Scalar{Go: "Decimal", Package: "xsd", Kind: "Decimal"}
	stationStruct = &ir.Struct{Name: "Station", Kind: "complex type", WSDLName: "station"}
	stations      = &ir.Result{Kind: ir.ListResult, Item: ir.Field{Struct: stationStruct, Occurs: ir.Many, Wire: ir.Name{NS: 1, Local: "station"}}}
)

// parts are plans with the declarations of the generated package that neither gen/realtime nor a golden case of the generator shows.
var parts = []struct {
	name  string
	pkg   ir.Package
	write func(*emitter)
	want  string
}{
	{
		name: "an array of SOAP encoding has the sizes of its dimensions",
		pkg: ir.Package{Namespaces: testNamespaces, Structs: []*ir.Struct{{Name: "Grid", Kind: "complex type", WSDLName: "grid", Array: &ir.Array{
			Item: &ir.Field{Name: "Items", Wire: ir.Name{Local: "item"}, Occurs: ir.Many, Scalar: intScalar, Encoded: true},
			Rank: 2, ItemType: ir.Name{NS: 2, Local: "int"},
		}}}},
		write: func(e *emitter) { e.writeStruct(e.pkg.Structs[0]) },
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
		name: "an enumeration is a defined type with constants",
		pkg: ir.Package{Simples: []*ir.Simple{{
			Name: "Colour", What: "simple type colour", WSDLName: "colour", Scalar: textScalar,
			Values: []ir.Value{{Name: "ColourRed", Text: "red", Doc: "Like fire."}, {Name: "ColourDarkBlue", Text: "dark blue"}},
		}}},
		write: func(e *emitter) { e.writeSimple(e.pkg.Simples[0]) },
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
		name: "the comment on a method says which requests are nil",
		pkg: ir.Package{Services: []*ir.Service{{
			Name: "Rail", NewHandler: "NewHandler", Client: "Client", WSDLName: "rail",
			Operations: []*ir.Operation{{
				Name: "Find", OverloadName: "find", Request: &ir.Struct{Name: "Search"}, Result: stations,
				Wires: []*ir.Wire{{Wire: contract.Wire{Bindings: []contract.Binding{contract.SOAP11}}, In: ir.Name{NS: 1, Local: "search"}}},
			}},
		}}},
		write: func(e *emitter) { e.writeInterface(e.pkg.Services[0]) },
		want: `
import "context"

// Rail is a service.
//
// Implement it once, and NewHandler serves it over every binding of the
// contract. A *Client is a Rail, too.
type Rail interface {
	// Its request is nil if a client sends an empty Body.
	Find(ctx context.Context, req *Search) ([]Station, error)
}
`,
	},
	{
		name: "documents have the namespaces that messages replace",
		pkg: ir.Package{
			Services: []*ir.Service{{}}, Namespaces: []ir.TableEntry{{}, {URI: "urn:new", Space: "urn:old"}},
			Documents: []ir.Document{{File: "rail.wsdl"}, {Name: "types.xsd", Schema: true, File: "types.xsd"}},
		},
		write: (*emitter).writeDocuments,
		want: `
import (
	"embed"

	"example.com/soap/contract"
)

//go:embed rail.wsdl types.xsd
var contractFiles embed.FS

// contractDocuments are the documents of the contract.
var contractDocuments = contract.DocumentSet{
	Files: &contractFiles,
	Documents: []contract.Document{
		{File: "rail.wsdl"},
		{Name: "types.xsd", Schema: true, File: "types.xsd"},
	},
	Replaced: []contract.ReplacedNamespace{
		{From: "urn:old", NS: 1},
	},
}

// contractSchema has the schemas in these documents. Only validation calls
// its method: the linker leaves it out of other programs.
type contractSchema struct{}

func (contractSchema) Documents() *contract.DocumentSet { return &contractDocuments }
`,
	},
}

// TestParts renders parts of plans that are written as values, so that a declaration can be read beside its plan.
func TestParts(t *testing.T) {
	for _, test := range parts {
		t.Run(test.name, func(t *testing.T) {
			test.pkg.Name, test.pkg.Runtime = "rail", "example.com/soap"
			e := newEmitter(&test.pkg, descriptor.New(nil))
			if got := rendered(t, e, func() { test.write(e) }); got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
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
