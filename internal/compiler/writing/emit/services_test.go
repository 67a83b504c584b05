package emit

import (
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// rail is a service with an operation that returns a list, one that returns a value,
// and one that returns nothing.
var rail = &ir.Service{
	Name: "Rail", Seq: "RailSeq", Unimplemented: "UnimplementedRail", Client: "Client", NewClient: "NewClient", NewHandler: "NewHandler",
	Contract: "contractOfRail", WSDLName: "rail", Doc: "Trains and stations.",
	Operations: []*ir.Operation{
		{
			Name: "Find", Var: "opFind", OverloadName: "find", Doc: "Finds stations.", Request: &ir.Struct{Name: "Search"}, Result: stations,
			Seq: "FindSeq", SeqInterface: "opFindSeq", Faults: []*ir.Fault{busy},
			Wires: []*ir.Wire{{Bindings: []ir.Binding{ir.SOAP11}, Headers: []*ir.Header{session}}},
		},
		{Name: "Price", Var: "opPrice", OverloadName: "price", Result: price},
		{Name: "Close", Var: "opClose", OverloadName: "close"},
	},
}

var session = &ir.Header{Name: "HeaderSession", Wire: ir.Name{NS: 1, Local: "session"}, Value: oneStation}

// serviceParts are the parts of service.go for the service rail.
var serviceParts = []struct {
	name  string
	write func(*emitter, *jen.File, *ir.Service)
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

// Rail is the service rail.
//
// Trains and stations.
//
// Implement it once, and NewHandler serves it over every binding of the
// contract. A *Client is a Rail, too.
type Rail interface {
	// Finds stations.
	//
	// Its faults: *Busy.
	//
	// Its headers: HeaderSession.
	Find(ctx context.Context, req *Search) ([]Station, error)
	// Price is the operation price.
	Price(ctx context.Context) (xsd.Decimal, error)
	// Close is the operation close.
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

// RailSeq lists the streaming methods that a service may implement in
// addition to Rail, all or some of them. Each is the method of Rail with the
// name before Seq, item by item. NewHandler then sends the items as the
// sequence yields them, so that the whole list is never in memory, unless an
// option needs it: validate.WithValidation, or interceptors without
// soap.WithStreaming. A *Client is a RailSeq.
//
// If a method returns a nil sequence, the handler calls the method of Rail
// instead. An error ends the list. Up to the first 32 KiB of the response
// nothing has been sent, and the client gets a fault; later the handler
// closes the connection. The context is cancelled when the client
// disconnects.
//
// NewHandler ignores the streaming methods of a type that embeds a *Client,
// because they would bypass the type's other methods. Use a field with a name
// for the client, or embed it as a Rail.
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
	"iter"
	"net/http"

	"example.com/soap"
)

// NewHandler serves the service over the bindings of the contract, at the
// paths of their addresses unless an option says otherwise, and serves the
// contract at ?wsdl. The handler may be used by many goroutines at once, and
// calls the service from many. The service must not be nil. If an option
// cannot be used, the handler logs why and answers every request with status
// 500.
func NewHandler(service Rail, opts ...soap.HandlerOption) http.Handler {
	// A type such as opFindSeq, in contract.go, has one method of RailSeq, which
	// the service need not have.
	return soap.NewHandler(&contractOfRail, nil, []soap.ServiceMethod{
		soap.ServeList(&opFind, service, func(ctx context.Context, req any) (any, error) {
			return service.Find(ctx, req.(*Search))
		}, func(s opFindSeq, ctx context.Context, req any) iter.Seq2[Station, error] {
			return s.FindSeq(ctx, req.(*Search))
		}),
		soap.Serve(&opPrice, func(ctx context.Context, req any) (any, error) {
			return service.Price(ctx)
		}),
		soap.Serve(&opClose, func(ctx context.Context, req any) (any, error) {
			return nil, service.Close(ctx)
		}),
	}, opts)
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
// The methods of RailSeq return a list item by item as they arrive. Each loop
// over a sequence makes a call; leaving the loop ends the transfer. An error
// comes last, after the items before it.
type Client struct {
	caller *soap.Caller
}

var _ Rail = (*Client)(nil)
var _ RailSeq = (*Client)(nil)

// NewClient returns a client for the port at address, or at the contract's
// address for the binding if address is empty. It fails if the contract has
// no port with the binding, or if the address or an option cannot be used. It
// does not connect. Options are in package soap, and validate.WithValidation,
// in a package below it, compares messages with the schema.
func NewClient(address string, binding soap.Binding, opts ...soap.ClientOption) (*Client, error) {
	caller, err := soap.NewCaller(&contractOfRail, address, binding, opts)
	if err != nil {
		return nil, err
	}
	return &Client{caller}, nil
}

// Find calls the operation find.
func (c *Client) Find(ctx context.Context, req *Search) ([]Station, error) {
	return soap.Invoke[[]Station](ctx, c.caller, &opFind, req)
}

func (c *Client) FindSeq(ctx context.Context, req *Search) iter.Seq2[Station, error] {
	return soap.InvokeSeq[Station](ctx, c.caller, &opFind, req)
}

// Price calls the operation price.
func (c *Client) Price(ctx context.Context) (xsd.Decimal, error) {
	return soap.Invoke[xsd.Decimal](ctx, c.caller, &opPrice, nil)
}

// Close calls the operation close.
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

	"example.com/soap"
	"example.com/soap/xsd"
)

// UnimplementedRail is a Rail whose operations all return
// [soap.ErrNotOffered]. An implementation that embeds it keeps compiling when
// the contract grows.
type UnimplementedRail struct{}

// Find returns [soap.ErrNotOffered].
func (UnimplementedRail) Find(context.Context, *Search) ([]Station, error) {
	return nil, soap.ErrNotOffered
}

// Price returns [soap.ErrNotOffered].
func (UnimplementedRail) Price(context.Context) (xsd.Decimal, error) {
	var zero xsd.Decimal
	return zero, soap.ErrNotOffered
}

// Close returns [soap.ErrNotOffered].
func (UnimplementedRail) Close(context.Context) error {
	return soap.ErrNotOffered
}
`,
	},
}

// TestServices renders the parts of service.go.
func TestServices(t *testing.T) {
	for _, test := range serviceParts {
		t.Run(test.name, func(t *testing.T) {
			e := &emitter{pkg: &ir.Package{Name: "rail", Runtime: "example.com/soap"}}
			got := rendered(t, e, func(file *jen.File) { test.write(e, file, rail) })
			if got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestDocuments renders the documents that a handler serves.
func TestDocuments(t *testing.T) {
	e := &emitter{pkg: &ir.Package{
		Name: "rail", Runtime: "example.com/soap", Namespaces: []ir.TableEntry{{}, {URI: "urn:new", Space: "urn:old"}},
		Documents: []ir.Document{
			{File: "rail.wsdl", References: []ir.DocumentReference{{Location: "types.xsd", Document: "types.xsd"}}},
			{Name: "types.xsd", Schema: true, File: "types.xsd"},
		},
	}}
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
		{File: "rail.wsdl", References: []contract.DocumentReference{
			{Location: "types.xsd", Document: "types.xsd"},
		}},
		{Name: "types.xsd", Schema: true, File: "types.xsd"},
	},
	Replaced: []contract.ReplacedNamespace{
		{From: "urn:old", NS: 1},
	},
}
`
	if got := rendered(t, e, e.writeDocuments); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
