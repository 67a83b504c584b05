package soap

import (
	"context"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// What follows is what the generator writes for a small service: an overload
// pair of lists, a record, a scalar, an operation without a result, and two
// operations that share an element and differ only by action.

type depot interface {
	GetStops(ctx context.Context) ([]stop, error)
	GetStopsWithKind(ctx context.Context, req *getStopsWithKind) ([]stop, error)
	GetStop(ctx context.Context, req *getStop) (*stop, error)
	Count(ctx context.Context) (int32, error)
	Reset(ctx context.Context) error
	First(ctx context.Context) (int32, error)
	Second(ctx context.Context) (int32, error)
}

type stop struct {
	Name string
	Code *string
	Late *int32
}

type getStopsWithKind struct{ Kind *string }

type getStop struct {
	Code    string
	NumMins *int32
}

var (
	typeOfStop             = schema.Type{NS: 1, Name: "stop", Zero: (*stop)(nil)}
	typeOfGetStopsWithKind = schema.Type{Zero: (*getStopsWithKind)(nil)}
	typeOfGetStop          = schema.Type{Zero: (*getStop)(nil)}
)

var depotNamespaces = []schema.Namespace{{}, {URI: depotNS}}

var depotTypes = schema.Table{
	Namespaces: depotNamespaces,
	Types: []schema.TypeRows{
		{Type: &typeOfStop, Rows: []schema.Row{
			{Name: "Name", NS: 1, Kind: codec.KindString, Occurs: schema.Once},
			{Name: "Code", NS: 1, Kind: codec.KindString},
			{Name: "Late", NS: 1, Kind: codec.KindInt32},
		}},
		{Type: &typeOfGetStopsWithKind, Rows: []schema.Row{
			{Name: "Kind", NS: 1, Kind: codec.KindString},
		}},
		{Type: &typeOfGetStop, Rows: []schema.Row{
			{Name: "Code", NS: 1, Kind: codec.KindString, Occurs: schema.Once},
			{Name: "NumMins", NS: 1, Kind: codec.KindInt32},
		}},
	},
}

func init() { codec.Define(&depotTypes) }

const depotNS = "http://depot.example/"

var depotContract = contract.Contract{
	Service:    "Depot",
	Doc:        "Stops <of> the depot.",
	Namespaces: depotNamespaces,
	Types:      &depotTypes,
	Ports: []contract.Port{
		{Name: "DepotSoap", Binding: contract.SOAP11, Address: "http://localhost:8080/depot/depot.asmx"},
		{Name: "DepotSoap12", Binding: contract.SOAP12, Address: "http://localhost:8080/depot/depot.asmx"},
		{Name: "DepotHttpGet", Binding: contract.HTTPGet, Address: "http://localhost:8080/depot/depot.asmx"},
		{Name: "DepotHttpPost", Binding: contract.HTTPPost, Address: "http://localhost:8080/depot/depot.asmx"},
	},
}

// noReferences has what looks like references of a contract, and is none.
const noReferences = `<!-- <import location="depot.xsd"/> --><a b = '>'><![CDATA[<address location="x">]]></a><?p <import location='depot.xsd'?>`

var depotDocuments = contract.DocumentSet{
	Files: fstest.MapFS{
		"depot.wsdl": {Data: []byte(`<definitions targetNamespace="` + depotNS + `">` + noReferences +
			`<import location="depot.xsd"/>` +
			`<service name="Depot"><port name="DepotSoap"><address location="http://localhost/"/></port></service></definitions>`)},
		"depot.xsd": {Data: []byte(`<schema targetNamespace="` + depotNS + `"/>`)},
		"depot.flat.wsdl": {Data: []byte(`<definitions targetNamespace="` + depotNS + `" name="flat">` +
			`<service name="Depot"><port name="DepotSoap"><address location="http://localhost/"/></port></service></definitions>`)},
		"depot.single.wsdl": {Data: []byte(`<definitions targetNamespace="` + depotNS + `" name="single"><service name="Depot"><port name="DepotSoap"><address location="http://localhost:8080/depot/depot.asmx"/></port></service></definitions>`)},
	},
	Documents: []contract.Document{
		{Name: "depot.wsdl", File: "depot.wsdl", References: []contract.DocumentReference{{Location: "depot.xsd", Document: "depot.xsd"}}},
		{Name: "depot.xsd", Schema: true, File: "depot.xsd"},
		{Form: "flatWsdl", File: "depot.flat.wsdl"},
		{Form: "singleWsdl", File: "depot.single.wsdl"},
	},
}

func depotWires(name, root string) []contract.Wire {
	return []contract.Wire{
		{
			Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
			Action:   depotNS + name,
			ActionNS: 1,
			In:       schema.ElementName{NS: 1, Local: name},
			Out:      []schema.ElementName{{NS: 1, Local: name + "Response"}, {NS: 1, Local: name + "Result"}},
		},
		{Bindings: []contract.Binding{contract.HTTPGet, contract.HTTPPost}, Path: "/" + name, Out: []schema.ElementName{{NS: 1, Local: root}}, OutNil: true},
	}
}

var (
	stopsResult = &schema.Value{Zero: (*[]stop)(nil), Row: schema.Row{Name: "stop", NS: 1, Kind: codec.KindStruct, Occurs: schema.Many, Of: &typeOfStop}}
	stopResult  = &schema.Value{Zero: (**stop)(nil), Row: schema.Row{Kind: codec.KindStruct, Of: &typeOfStop}}
	intResult   = &schema.Value{Zero: (*int32)(nil), Row: schema.Row{Kind: codec.KindInt32, Occurs: schema.Once}}
)

var opGetStops = contract.Operation{
	Name: "getStops", OverloadOf: "getStops", Doc: "All stops.", Wires: depotWires("getStops", "ArrayOfStop"),
	Result: stopsResult,
}

var opGetStopsWithKind = contract.Operation{
	Name: "getStops_WithKind", OverloadOf: "getStops", Params: []string{"Kind"}, Wires: depotWires("getStops_WithKind", "ArrayOfStop"),
	Request: &typeOfGetStopsWithKind,
	Result:  stopsResult,
}

var opGetStop = contract.Operation{
	Name: "getStop", Params: []string{"Code", "NumMins"}, Wires: depotWires("getStop", "stop"),
	Request: &typeOfGetStop,
	Result:  stopResult,
}

var opCount = contract.Operation{
	Name: "count", Wires: depotWires("count", "int"),
	Result:         intResult,
	ResultRequired: true,
}

var opReset = contract.Operation{
	Name: "reset", Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
		Action:   depotNS + "reset",
		In:       schema.ElementName{NS: 1, Local: "reset"},
		Out:      []schema.ElementName{{NS: 1, Local: "resetResponse"}},
	}},
}

func sharedWire(name string) []contract.Wire {
	return []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
		Action:   "urn:" + name,
		In:       schema.ElementName{NS: 1, Local: "shared"},
		Out:      []schema.ElementName{{NS: 1, Local: "sharedResponse"}, {NS: 1, Local: "sharedResult"}},
	}}
}

var opFirst = contract.Operation{
	Name: "first", Wires: sharedWire("first"),
	Result:         intResult,
	ResultRequired: true,
}

var opSecond = contract.Operation{
	Name: "second", Wires: sharedWire("second"),
	Result:         intResult,
	ResultRequired: true,
}

// method is an operation with a function that implements it.
type method struct {
	op   *contract.Operation
	call func(context.Context, any) (any, error)
}

func methodOf(op *contract.Operation, call func(context.Context, any) (any, error)) method {
	return method{op, call}
}

// serveMethods returns a handler for some operations of a contract.
func serveMethods(info *contract.Contract, documents *contract.DocumentSet, methods []method, opts []HandlerOption) http.Handler {
	var ops []*contract.Operation
	for _, m := range methods {
		ops = append(ops, m.op)
	}
	return NewHandler(info.With(ops...), documents, func(ctx context.Context, op *contract.Operation, req any) (any, error) {
		i := slices.IndexFunc(methods, func(m method) bool { return m.op.Name == op.Name })
		return methods[i].call(ctx, req)
	}, opts)
}

func newDepotHandler(service depot, opts ...HandlerOption) http.Handler {
	call := func(ctx context.Context, op *contract.Operation, req any) (any, error) {
		switch op.Name {
		case "getStops":
			return service.GetStops(ctx)
		case "getStops_WithKind":
			return service.GetStopsWithKind(ctx, req.(*getStopsWithKind))
		case "getStop":
			return service.GetStop(ctx, req.(*getStop))
		case "count":
			return service.Count(ctx)
		case "reset":
			return nil, service.Reset(ctx)
		case "first":
			return service.First(ctx)
		case "second":
			return service.Second(ctx)
		}
		return nil, ErrNotOffered
	}
	if streams, ok := service.(depotStreams); ok {
		opts = append(opts, withStreams(streams))
	}
	all := depotContract.With(&opGetStops, &opGetStopsWithKind, &opGetStop, &opCount, &opReset, &opFirst, &opSecond)
	return NewHandler(all, &depotDocuments, call, opts)
}

type depotStreams interface {
	GetStopsSeq(ctx context.Context) iter.Seq2[stop, error]
}

func withStreams(streams depotStreams) HandlerOption {
	return WithStreams(&depotContract, func(ctx context.Context, op *contract.Operation, req any) Sequence {
		switch op.Name {
		case "getStops":
			return Items(streams.GetStopsSeq(ctx))
		}
		return nil
	})
}

type depotClient struct{ c *Caller }

func newDepotClient(address string, b contract.Binding, opts ...ClientOption) (*depotClient, error) {
	c, err := NewCaller(&depotContract, address, b, opts)
	if err != nil {
		return nil, err
	}
	return &depotClient{c}, nil
}

func (c *depotClient) GetStops(ctx context.Context) ([]stop, error) {
	return Invoke[[]stop](ctx, c.c, &opGetStops, nil)
}

func (c *depotClient) GetStopsWithKind(ctx context.Context, req *getStopsWithKind) ([]stop, error) {
	return Invoke[[]stop](ctx, c.c, &opGetStopsWithKind, req)
}

func (c *depotClient) GetStop(ctx context.Context, req *getStop) (*stop, error) {
	return Invoke[*stop](ctx, c.c, &opGetStop, req)
}

func (c *depotClient) Count(ctx context.Context) (int32, error) {
	return Invoke[int32](ctx, c.c, &opCount, nil)
}

func (c *depotClient) Reset(ctx context.Context) error {
	_, err := c.c.Do(ctx, &opReset, nil)
	return err
}

func (c *depotClient) First(ctx context.Context) (int32, error) {
	return Invoke[int32](ctx, c.c, &opFirst, nil)
}

func (c *depotClient) Second(ctx context.Context) (int32, error) {
	return Invoke[int32](ctx, c.c, &opSecond, nil)
}

// depotFuncs is a service made of functions; the others are not offered.
type depotFuncs struct {
	getStops         func(context.Context) ([]stop, error)
	getStopsWithKind func(context.Context, *getStopsWithKind) ([]stop, error)
	getStop          func(context.Context, *getStop) (*stop, error)
}

func (f *depotFuncs) GetStops(ctx context.Context) ([]stop, error) {
	if f.getStops == nil {
		return nil, ErrNotOffered
	}
	return f.getStops(ctx)
}

func (f *depotFuncs) GetStopsWithKind(ctx context.Context, req *getStopsWithKind) ([]stop, error) {
	if f.getStopsWithKind == nil {
		return nil, ErrNotOffered
	}
	return f.getStopsWithKind(ctx, req)
}

func (f *depotFuncs) GetStop(ctx context.Context, req *getStop) (*stop, error) {
	if f.getStop == nil {
		return nil, ErrNotOffered
	}
	return f.getStop(ctx, req)
}

func (*depotFuncs) Count(context.Context) (int32, error)  { return 42, nil }
func (*depotFuncs) Reset(context.Context) error           { return nil }
func (*depotFuncs) First(context.Context) (int32, error)  { return 1, nil }
func (*depotFuncs) Second(context.Context) (int32, error) { return 2, nil }

var allBindings = []contract.Binding{contract.SOAP11, contract.SOAP12, contract.HTTPGet, contract.HTTPPost}

const depotPath = "/depot/depot.asmx"

// startDepot serves a depot on loopback and returns the address of its ports.
func startDepot(t testing.TB, service depot, opts ...HandlerOption) string {
	t.Helper()
	return startHandler(t, newDepotHandler(service, opts...))
}

func startHandler(t testing.TB, h http.Handler) string {
	t.Helper()
	return newServer(t, h).URL + depotPath
}

// newServer serves a handler on loopback until the test ends.
func newServer(t testing.TB, h http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server
}

// through makes a client send its requests through a transport.
func through(transport http.RoundTripper) ClientOption {
	return WithHTTPClient(&http.Client{Transport: transport})
}

func dialDepot(t testing.TB, address string, b contract.Binding, opts ...ClientOption) *depotClient {
	t.Helper()
	c, err := newDepotClient(address, b, opts...)
	must(t, err)
	return c
}

// ask sends one request to a handler without a network.
func ask(h http.Handler, method, target, contentType, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func envelope(b contract.Binding, content string) string {
	return `<s:Envelope xmlns:s="` + envelopeNamespace(b) + `"><s:Body>` + content + `</s:Body></s:Envelope>`
}

func element(name, content string) string {
	return "<" + name + ` xmlns="` + depotNS + `">` + content + "</" + name + ">"
}

// must ends a test of which a preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
