package emit

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// rail is a service with an operation that returns a list, one that returns a value,
// and one that returns nothing.
var rail = &ir.Service{
	Name: "Rail", Seq: "RailSeq", Unimplemented: "UnimplementedRail", Client: "Client", NewClient: "NewClient", NewHandler: "NewHandler",
	WithStreams: "WithStreams", Contract: "contractOfRail", OperationList: "operationsOfRail", WSDLName: "rail", Doc: "Trains and stations.",
	Operations: []*ir.Operation{
		{
			Name: "Find", Var: "opFind", OverloadName: "find", Doc: "Finds stations.", Request: &ir.Struct{Name: "Search"}, Result: stations,
			Seq: "FindSeq", Faults: []*ir.Fault{busy},
			Wires: []*ir.Wire{{Wire: contract.Wire{Bindings: []contract.Binding{contract.SOAP11}}, In: ir.Name{NS: 1, Local: "search"}, Headers: []*ir.Header{session}}},
		},
		{Name: "Price", Var: "opPrice", OverloadName: "price", Result: price},
		{Name: "Close", Var: "opClose", OverloadName: "close"},
	},
}

var session = &ir.Header{Name: "HeaderSession", Wire: ir.Name{NS: 1, Local: "session"}, Value: oneStation}

// serviceParts are the parts of service.go for the service rail.
var serviceParts = []struct {
	name  string
	write func(*emitter, *ir.Service)
	want  string
}{
	{
		name:  "the interface has a method for each operation",
		write: (*emitter).writeInterface,
		want: `
import (
	"context"

	"example.com/soap/xsd"
)

// Rail is a service. Trains and stations.
//
// Implement it once, and NewHandler serves it over every binding of the
// contract. A *Client is a Rail, too.
type Rail interface {
	// Finds stations.
	//
	// Its request is nil if a client sends an empty Body.
	//
	// Its faults: *Busy.
	//
	// Its headers: HeaderSession.
	Find(ctx context.Context, req *Search) ([]Station, error)
	Price(ctx context.Context) (xsd.Decimal, error)
	Close(ctx context.Context) error
}
`,
	},
	{
		name:  "a second interface streams lists",
		write: (*emitter).writeSeq,
		want: `
import (
	"context"
	"iter"
)

// RailSeq lists the streaming methods. Each is the method of Rail with the
// name before Seq, item by item. A *Client is a RailSeq, and WithStreams
// makes a handler use one. To implement some of them, embed
// UnimplementedRail, whose methods return nil.
type RailSeq interface {
	FindSeq(ctx context.Context, req *Search) iter.Seq2[Station, error]
}
`,
	},
	{
		name:  "the handler calls the service",
		write: (*emitter).writeNewHandler,
		want: `
import (
	"context"
	"net/http"

	"example.com/soap"
	"example.com/soap/contract"
)

// NewHandler serves the service over the bindings of the contract, at the
// paths of their addresses unless an option says otherwise, and serves the
// contract at ?wsdl. The handler may be used by many goroutines at once, and
// calls the service from many. The service must not be nil. If an option
// cannot be used, the handler logs why and answers every request with status
// 500.
func NewHandler(service Rail, opts ...soap.HandlerOption) http.Handler {
	call := func(ctx context.Context, op *contract.Operation, req any) (any, error) {
		switch op.Name {
		case "find":
			return service.Find(ctx, req.(*Search))
		case "price":
			return service.Price(ctx)
		case "close":
			return nil, service.Close(ctx)
		}
		return nil, soap.ErrNotOffered
	}
	return soap.NewHandler(contractOfRail.With(operationsOfRail...), nil, call, opts)
}

// WithStreams makes NewHandler send lists item by item, as the methods of
// streams yield them; see [soap.WithStreams]. If a method returns nil, the
// handler calls the method of Rail.
func WithStreams(streams RailSeq) soap.HandlerOption {
	return soap.WithStreams(&contractOfRail, func(ctx context.Context, op *contract.Operation, req any) soap.Sequence {
		switch op.Name {
		case "find":
			return soap.Items(streams.FindSeq(ctx, req.(*Search)))
		}
		return nil
	})
}
`,
	},
	{
		name:  "each method of the client is one call",
		write: (*emitter).writeClient,
		want: `
import (
	"context"
	"iter"

	"example.com/soap"
	"example.com/soap/xsd"
)

// Client calls the service over one binding. It is a Rail. It may be used by
// many goroutines at once.
//
// The methods of RailSeq return a list item by item. Each loop over a
// sequence makes a call, and leaving the loop ends it. An error comes last.
type Client struct {
	caller *soap.Caller
}

var _ Rail = (*Client)(nil)
var _ RailSeq = (*Client)(nil)

// NewClient returns a client for the port at address, or at the contract's
// address for the binding if address is empty. It fails if the contract has
// no port with the binding, or if the address or an option cannot be used. It
// does not connect. Options are in package soap; validate.WithValidation
// compares with the schema.
func NewClient(address string, binding soap.Binding, opts ...soap.ClientOption) (*Client, error) {
	caller, err := soap.NewCaller(&contractOfRail, address, binding, opts)
	if err != nil {
		return nil, err
	}
	return &Client{caller}, nil
}

// Find implements Rail.
func (c *Client) Find(ctx context.Context, req *Search) ([]Station, error) {
	return soap.Invoke[[]Station](ctx, c.caller, &opFind, req)
}

// FindSeq is Find, item by item.
func (c *Client) FindSeq(ctx context.Context, req *Search) iter.Seq2[Station, error] {
	return soap.InvokeSeq[Station](ctx, c.caller, &opFind, req)
}

// Price implements Rail.
func (c *Client) Price(ctx context.Context) (xsd.Decimal, error) {
	return soap.Invoke[xsd.Decimal](ctx, c.caller, &opPrice, nil)
}

// Close implements Rail.
func (c *Client) Close(ctx context.Context) error {
	_, err := c.caller.Do(ctx, &opClose, nil)
	return err
}
`,
	},
	{
		name:  "what an implementation can embed",
		write: (*emitter).writeUnimplemented,
		want: `
import (
	"context"
	"iter"

	"example.com/soap"
	"example.com/soap/xsd"
)

// UnimplementedRail is a Rail whose operations all return
// [soap.ErrNotOffered]. An implementation that embeds it keeps compiling when
// the contract grows. The methods of RailSeq return nil.
type UnimplementedRail struct{}

// Find returns [soap.ErrNotOffered].
func (UnimplementedRail) Find(context.Context, *Search) ([]Station, error) {
	return nil, soap.ErrNotOffered
}

// Price returns [soap.ErrNotOffered].
func (UnimplementedRail) Price(context.Context) (result xsd.Decimal, err error) {
	return result, soap.ErrNotOffered
}

// Close returns [soap.ErrNotOffered].
func (UnimplementedRail) Close(context.Context) error { return soap.ErrNotOffered }

// FindSeq returns nil.
func (UnimplementedRail) FindSeq(context.Context, *Search) iter.Seq2[Station, error] { return nil }
`,
	},
}

// TestServices renders the parts of service.go.
func TestServices(t *testing.T) {
	for _, test := range serviceParts {
		t.Run(test.name, func(t *testing.T) {
			e := newEmitter(&ir.Package{Name: "rail", Runtime: "example.com/soap"}, descriptor.New(nil))
			got := rendered(t, e, func() { test.write(e, rail) })
			if got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestDocuments renders the documents that a handler serves.
func TestDocuments(t *testing.T) {
	e := newEmitter(&ir.Package{
		Services: []*ir.Service{{}},
		Name:     "rail", Runtime: "example.com/soap", Namespaces: []ir.TableEntry{{}, {URI: "urn:new", Space: "urn:old"}},
		Documents: []ir.Document{
			{File: "rail.wsdl", References: []contract.DocumentReference{{Location: "types.xsd", Document: "types.xsd"}}},
			{Name: "types.xsd", Schema: true, File: "types.xsd"},
		},
	}, descriptor.New(nil))
	const want = `import (
	"embed"

	"example.com/soap/contract"
)

//go:embed rail.wsdl types.xsd
var contractFiles embed.FS

// contractDocuments are the documents of the contract.
var contractDocuments = contract.DocumentSet{
	Files: &contractFiles,
	Documents: []contract.Document{
		{
			File: "rail.wsdl",
			References: []contract.DocumentReference{
				{Location: "types.xsd", Document: "types.xsd"},
			},
		},
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
`
	if got := rendered(t, e, e.writeDocuments); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
