package jsonhttp_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/schema"
)

// A service over SOAP 1.1 only, with a list, a record, a number, an operation without a result, one without an answer, and a
// fault with a detail.

const depotNS = "http://depot.example/"

type (
	stop struct {
		ID   *int32
		Name string
		Long *int64
	}
	find struct{ Text *string }

	lostStop struct {
		soap.Fault
		Detail *stop
	}
)

func (e *lostStop) As(target any) bool { return soap.ErrorAs(target, &e.Fault, &lost, e.Detail, nil) }

var (
	typeOfStop = schema.Type{NS: 1, Name: "stop", Zero: (*stop)(nil)}
	typeOfFind = schema.Type{Zero: (*find)(nil)}

	depotNamespaces = []schema.Namespace{{}, {URI: depotNS}}
	depotTypes      = schema.Table{Namespaces: depotNamespaces, Source: depotSource{}, Types: []schema.TypeRows{
		{Type: &typeOfStop, Rows: []schema.Row{
			{Name: "id", Kind: codec.KindInt32, At: schema.AtAttribute},
			{Name: "name", NS: 1, Kind: codec.KindString, Occurs: schema.Once},
			{Name: "long", NS: 1, Kind: codec.KindInt64},
		}},
		{Type: &typeOfFind, Rows: []schema.Row{{Name: "text", NS: 1, Kind: codec.KindString}}},
	}}

	lost = contract.Fault{Element: schema.ElementName{NS: 1, Local: "lost"}, Error: (*lostStop)(nil),
		Detail: &schema.Value{Zero: (**stop)(nil), Row: schema.Row{Kind: codec.KindStruct, Of: &typeOfStop}}}

	opFind = operation("find", &typeOfFind, &schema.Value{Zero: (*[]stop)(nil), Row: schema.Row{Name: "stop", NS: 1, Kind: codec.KindStruct, Occurs: schema.Many, Of: &typeOfStop}})
	opOne  = operation("one", &typeOfFind, &schema.Value{Zero: (**stop)(nil), Row: schema.Row{Kind: codec.KindStruct, Of: &typeOfStop}})
	opSize = operation("size", nil, &schema.Value{Zero: (*int32)(nil), Row: schema.Row{Kind: codec.KindInt32, Occurs: schema.Once}})
	opWipe = operation("wipe", nil, nil)
	opTell = &contract.Operation{Name: "tell", OneWay: true, Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11}, In: schema.ElementName{NS: 1, Local: "tell"},
	}}}
)

func init() { codec.Define(&depotTypes) }

// depotSource has the schema of the depot.
type depotSource struct{}

func (depotSource) Documents() *contract.DocumentSet {
	return &contract.DocumentSet{Documents: []contract.Document{{File: "depot.xsd"}}, Files: fstest.MapFS{"depot.xsd": {Data: []byte(
		`<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:t="` + depotNS + `" targetNamespace="` + depotNS + `" elementFormDefault="qualified">
		<complexType name="stop"><sequence><element name="name" type="string"/><element name="long" type="long" minOccurs="0"/></sequence><attribute name="id" type="int"/></complexType>
		<element name="find"><complexType><sequence><element name="text" type="string" minOccurs="0"/></sequence></complexType></element></schema>`)}}}
}

func operation(name string, request *schema.Type, result *schema.Value) *contract.Operation {
	op := &contract.Operation{Name: name, Result: result, Faults: []*contract.Fault{&lost}, Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11}, In: schema.ElementName{NS: 1, Local: name},
		Out: []schema.ElementName{{NS: 1, Local: name + "Response"}, {NS: 1, Local: "result"}},
	}}}
	if request != nil {
		op.Request = request
	}
	return op
}

var depotContract = contract.Contract{
	Service: "Depot", Namespaces: depotNamespaces, Types: &depotTypes,
	Ports: []contract.Port{{Name: "Depot", Binding: contract.SOAP11, Address: "http://localhost/depot"}},
}

// serve returns a handler whose operations call answers.
func serve(call func(context.Context, *contract.Operation, any) (any, error), opts ...soap.HandlerOption) http.Handler {
	opts = append([]soap.HandlerOption{jsonhttp.WithJSON(), soap.WithLogger(slog.New(slog.DiscardHandler))}, opts...)
	return soap.NewHandler(depotContract.With(opFind, opOne, opSize, opWipe, opTell), &contract.DocumentSet{}, call, opts)
}

// dial returns a caller of a handler.
func dial(t *testing.T, h http.Handler, opts ...soap.ClientOption) *soap.Caller {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c, err := soap.NewCaller(&depotContract, server.URL+"/depot", jsonhttp.Binding, append([]soap.ClientOption{jsonhttp.WithJSON()}, opts...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ask sends a request with headers, in pairs.
func ask(h http.Handler, method, path, mediaType, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if mediaType != "" {
		r.Header.Set("Content-Type", mediaType)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// answerOf returns the status, the media type and the body of an answer.
func answerOf(w *httptest.ResponseRecorder) string {
	body, _ := io.ReadAll(w.Body)
	return strings.TrimSpace(http.StatusText(w.Code) + " " + w.Header().Get("Content-Type") + " " + string(body))
}

func ptr[T any](v T) *T { return &v }
