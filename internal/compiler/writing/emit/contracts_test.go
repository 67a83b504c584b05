package emit

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// Results for the plans below.
var (
	oneStation = &ir.Result{Kind: ir.OneResult, Item: ir.Field{Struct: stationStruct}}
	stations   = &ir.Result{Kind: ir.ListResult, Item: ir.Field{
		Struct: stationStruct, Occurs: ir.Many, Wire: ir.Name{NS: 1, Local: "station"}}}
	numbers = &ir.Result{Kind: ir.ListResult, Item: ir.Field{
		Scalar: intScalar, Occurs: ir.Many, Wire: ir.Name{Local: "n"}}}
	price = &ir.Result{Kind: ir.OneResult, Must: true, Item: ir.Field{Scalar: decimalScalar}}
	busy  = &ir.Fault{Name: "Busy", Var: "faultBusy", WSDLName: "busy", Wire: ir.Name{NS: 1, Local: "busy"}, Detail: price}
)

// tables are small plans with the tables of the run-time that each becomes.
var tables = []struct {
	name  string
	pkg   ir.Package
	write func(*emitter)
	want  string // with the imports that it needs
}{
	{
		name: "the ports of a service",
		pkg: ir.Package{Services: []*ir.Service{{
			Contract: "contractOfRail", NewClient: "NewClient", WSDLName: "rail", Doc: "Trains.",
			Ports: []contract.Port{{Name: "RailSoap", Binding: contract.SOAP11, Address: "http://rail.example/soap"}, {Name: "RailGet", Binding: contract.HTTPGet}},
		}}},
		write: func(e *emitter) { e.writeContract(e.pkg.Services[0], nil) },
		want: `
import "example.com/soap/contract"

// contractOfRail describes the service for handlers and clients.
var contractOfRail = contract.Contract{
	Service:    "rail",
	Doc:        "Trains.",
	NewClient:  "rail.NewClient",
	Namespaces: contractNamespaces,
	Types:      &contractTypes,
	Ports: []contract.Port{
		{Name: "RailSoap", Binding: contract.SOAP11, Address: "http://rail.example/soap"},
		{Name: "RailGet", Binding: contract.HTTPGet},
	},
}
`,
	},
	{
		name: "optional packages come in with what needs them",
		pkg: ir.Package{Multipart: true, Nil: true, Services: []*ir.Service{{
			Contract: "contractOfRail", NewClient: "NewClient", WSDLName: "rail", Operations: []*ir.Operation{{Var: "opFind", Wires: []*ir.Wire{{Wire: contract.Wire{Encoded: true}}}}},
		}}},
		write: func(e *emitter) { e.writeContract(e.pkg.Services[0], nil) },
		want: `
import (
	"example.com/soap/contract"
	"example.com/soap/encoded"
	"example.com/soap/multipart"
)

// contractOfRail describes the service for handlers and clients.
var contractOfRail = contract.Contract{
	Service:          "rail",
	NewClient:        "rail.NewClient",
	Namespaces:       contractNamespaces,
	Types:            &contractTypes,
	XSI:              true,
	Multipart:        multipart.Related{},
	InlineReferences: encoded.InlineReferences,
}
`,
	},
	{
		name: "an operation with a list of structs as result",
		pkg: ir.Package{Namespaces: testNamespaces, Services: []*ir.Service{{OperationList: "operationsOfRail", Operations: []*ir.Operation{{
			Name: "Find", Var: "opFind", OverloadName: "find", Doc: "Finds stations.", Request: stationStruct, Result: stations,
			Seq:   "FindSeq",
			Wires: []*ir.Wire{{Wire: contract.Wire{Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, Action: "urn:find"}, In: ir.Name{NS: 1, Local: "find"}, Out: []ir.Name{{NS: 1, Local: "findResponse"}}}},
		}}}}},
		write: func(e *emitter) {
			_, short := e.described.Shorten(e.pkg.Services[0])
			e.writeOperation(e.pkg.Services[0].Operations[0], short[0])
			e.writeOperationList(e.pkg.Services[0], short)
		},
		want: `
import (
	"example.com/soap/contract"
	"example.com/soap/schema"
)

var opFind = contract.Operation{
	Name: "find", Method: "Find",
	Doc:     "Finds stations.",
	Request: (*Station)(nil),
	Result:  &schema.Value{Zero: (*[]Station)(nil), Tag: "b:station"},
	Wires: []contract.Wire{
		{
			Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
			Action:   "urn:find",
			In:       schema.ElementName{NS: 1, Local: "find"},
			Out:      []schema.ElementName{{NS: 1, Local: "findResponse"}},
		},
	},
}

// operationsOfRail are the operations. The types Operation and Wire of
// package contract describe the fields.
var operationsOfRail = []*contract.Operation{
	&opFind,
}
`,
	},
	{
		name: "an operation whose result must not be nil",
		write: func(e *emitter) {
			result := *oneStation
			result.Must = true
			op := &ir.Operation{Var: "opGet", OverloadName: "get", Result: &result}
			e.writeOperation(op, e.described.Operation(op))
		},
		want: `
import (
	"example.com/soap/contract"
	"example.com/soap/schema"
)

var opGet = contract.Operation{
	Name:           "get",
	Result:         &schema.Value{Zero: (*Station)(nil)},
	ResultRequired: true,
}
`,
	},
	{
		name: "a fault is an error with a detail",
		pkg:  ir.Package{Faults: []*ir.Fault{busy}},
		write: func(e *emitter) {
			e.writeFault(busy)
			e.writeFaultTable(busy)
		},
		want: `
import (
	"example.com/soap"
	"example.com/soap/contract"
	"example.com/soap/schema"
	"example.com/soap/xsd"
)

// Busy is a fault.
//
// A service returns a *Busy to send it, and a client when it has received it;
// errors.As finds it there.
type Busy struct {
	soap.Fault
	Detail xsd.Decimal
}

// As finds the fault for errors.As.
func (f *Busy) As(target any) bool {
	return soap.ErrorAs(target, &f.Fault, &faultBusy, f.Detail, contractNamespaces)
}

var faultBusy = contract.Fault{
	Element: schema.ElementName{NS: 1, Local: "busy"},
	Error:   (*Busy)(nil),
	Detail:  &schema.Value{Zero: (*xsd.Decimal)(nil)},
}
`,
	},
	{
		name: "a header fault has its detail in the header",
		write: func(e *emitter) {
			e.writeFault(&ir.Fault{Name: "Expired", Var: "faultExpired", WSDLName: "expired", Doc: "Log in.", Detail: oneStation, Header: true})
		},
		want: `
import "example.com/soap"

// Expired is a fault.
//
// Log in.
//
// A service returns a *Expired to send it, and a client when it has received
// it; errors.As finds it there. Detail is in the header of the message.
type Expired struct {
	soap.Fault
	Detail *Station
}

// As finds the fault for errors.As.
func (f *Expired) As(target any) bool {
	return soap.ErrorAs(target, &f.Fault, &faultExpired, f.Detail, nil)
}
`,
	},
	{
		name: "a header is a variable",
		pkg:  ir.Package{Headers: []*ir.Header{{Name: "HeaderSession", Wire: ir.Name{NS: 1, Local: "session"}, Value: oneStation, Encoded: true}}},
		write: func(e *emitter) {
			e.writeHeader(e.pkg.Headers[0])
			e.writeHeaderTable(e.pkg.Headers[0])
		},
		want: `
import (
	"example.com/soap"
	"example.com/soap/schema"
)

// HeaderSession is the SOAP header session.
var HeaderSession soap.Header[*Station] = declaredHeaderSession

var declaredHeaderSession = soap.Header[*Station]{Element: schema.ElementName{NS: 1, Local: "session"}, Value: &schema.Value{Zero: (**Station)(nil)}, Encoded: true}
`,
	},
	{
		name:  "an element is a variable, and all share a table",
		pkg:   ir.Package{Elements: []*ir.Element{{Name: "ElementNumbers", Wire: ir.Name{Local: "numbers"}, Nillable: true, Value: numbers}}},
		write: (*emitter).writeElements,
		want: `
import "example.com/soap/schema"

// ElementNumbers reads and writes documents whose root is the element
// numbers.
var ElementNumbers schema.Element[[]int32] = declaredElementNumbers

var declaredElementNumbers = schema.Element[[]int32]{Info: &schema.ElementInfo{Name: schema.ElementName{Local: "numbers"}, Table: &contractElements, Value: &schema.Value{Zero: (*[]int32)(nil), Tag: "n", Table: &contractTypes}, Nillable: true}}

// contractElements is what all elements have in common.
var contractElements = schema.ElementTable{
	Namespaces: contractNamespaces,
	Types:      &contractTypes,
}
`,
	},
	{
		name:  "a constant that only a run-time of the same protocol has",
		write: (*emitter).writeProtocol,
		want: `
import "example.com/soap"

// If this does not compile, the run-time that is imported is of another
// version of quartet. Run "go tool quartet generate" again for every package
// that imports it.
const _ = soap.Protocol6
`,
	},
}

// TestTables renders the tables by which generated code tells the run-time what it
// has to know of the contract.
func TestTables(t *testing.T) {
	for _, test := range tables {
		t.Run(test.name, func(t *testing.T) {
			test.pkg.Name, test.pkg.Runtime = "rail", "example.com/soap"
			e := newEmitter(&test.pkg, descriptor.New(nil))
			got := rendered(t, e, func() { test.write(e) })
			if got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
