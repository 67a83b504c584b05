package emit

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// Packages for two namespaces. An order refers to a party of the other package.
var (
	commonPackage = &ir.Package{
		Name: "common", Path: "example.com/gen/common", Runtime: "example.com/soap", Doc: `the types of the namespace "urn:common".`,
		TargetNamespaces: []string{"urn:common"}, Namespaces: []ir.TableEntry{{}, commonEntry},
	}
	ordersPackage = &ir.Package{
		Name: "orders", Path: "example.com/gen/orders", Runtime: "example.com/soap", Doc: `the types of the namespace "urn:orders".`,
		TargetNamespaces: []string{"urn:orders"}, Target: "urn:orders", Qualified: true, Namespaces: []ir.TableEntry{{}, commonEntry, ordersEntry},
		Imports: []*ir.Package{commonPackage}, Aliases: []string{"common"},
		Structs: []*ir.Struct{{
			Name: "Order", Kind: "complex type", WSDLName: "order", Type: ir.Name{NS: ordersEntry.ID, Local: "order"},
			Base: &ir.Struct{Package: commonPackage, Name: "Record"},
			Fields: []*ir.Field{
				{Name: "By", Wire: ir.Name{NS: ordersEntry.ID, Local: "by"}, Struct: &ir.Struct{Package: commonPackage, Name: "Party", Interface: "PartyOrDerived"}, Poly: true},
				{Name: "Code", Wire: ir.Name{NS: commonEntry.ID, Local: "code"}, Scalar: textScalar},
			},
		}},
	}
	commonEntry = ir.TableEntry{Space: "urn:common", URI: "urn:common", Prefix: "common-1", ID: 1<<30 + 1, Const: "nsCommon"}
	ordersEntry = ir.TableEntry{Space: "urn:orders", URI: "urn:orders", Prefix: "orders-2", ID: 1<<30 + 2, Const: "nsOrders"}
)

// namespaceParts are parts of the files of the package orders.
var namespaceParts = []struct {
	name  string
	write func(*emitter)
	want  string
}{
	{
		name:  "package.go",
		write: (*emitter).writePackage,
		want: `
import (
	"example.com/soap"
	"example.com/soap/contract"
	"example.com/soap/schema"
)

// The numbers of namespaces, which are the same in all packages.
const (
	nsCommon = 1073741825
	nsOrders = 1073741826
)

// contractNamespaces are the namespaces of messages.
var contractNamespaces = []schema.Namespace{
	{},
	{URI: "urn:common", Prefix: "common-1", ID: nsCommon},
	{URI: "urn:orders", Prefix: "orders-2", ID: nsOrders},
}

// contractDocuments are the schemas of the package.
var contractDocuments = contract.DocumentSet{}

// contractSchema has the schemas in these documents. Only validation calls
// its method: the linker leaves it out of other programs.
type contractSchema struct{}

func (contractSchema) Documents() *contract.DocumentSet { return &contractDocuments }

// If this does not compile, the run-time that is imported is of another
// version of quartet. Run "go tool quartet generate" again for every package
// that imports it.
const _ = soap.Protocol6
`,
	},
	{
		name:  "types.go",
		write: (*emitter).writeTypes,
		want: `
import "example.com/gen/common"

// Order is a complex type.
type Order struct {
	_ struct{} ` + "`" + `soap:"order"` + "`" + `
	common.Record
	By   common.PartyOrDerived ` + "`" + `soap:"by,required"` + "`" + `
	Code string                ` + "`" + `soap:"common-1:code"` + "`" + `
}
`,
	},
	{
		name: "the tables of other packages",
		write: func(e *emitter) {
			e.declare("", "var table = %s{Imports: %s}", e.schema("Table"), e.imports())
		},
		want: `
import (
	"example.com/gen/common"
	"example.com/soap/schema"
)

var table = schema.Table{Imports: []*schema.Table{
	&common.QuartetTypes,
}}
`,
	},
}

// TestPackages renders what only packages for namespaces have.
func TestPackages(t *testing.T) {
	for _, test := range namespaceParts {
		t.Run(test.name, func(t *testing.T) {
			e := newEmitter(ordersPackage, descriptor.New(nil))
			e.service = ordersPackage
			got := rendered(t, e, func() { test.write(e) })
			if got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
