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
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
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
	must(t, err)
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

// node has values of all kinds that are hard to bound.
type node struct {
	Text    *string
	Integer *xsd.Integer
	Decimal *xsd.Decimal
	Double  *float64
	Kid     *node
	List    []string
	Any     []xsd.RawXML
}

var (
	typeOfNode = schema.Type{NS: 1, Name: "node", Zero: (*node)(nil)}
	nodeTypes  = schema.Table{Namespaces: depotNamespaces, Types: []schema.TypeRows{{Type: &typeOfNode, Rows: []schema.Row{
		{Name: "text", NS: 1, Kind: codec.KindString}, {Name: "integer", NS: 1, Kind: codec.KindInteger}, {Name: "decimal", NS: 1, Kind: codec.KindDecimal},
		{Name: "double", NS: 1, Kind: codec.KindFloat64}, {Name: "kid", NS: 1, Kind: codec.KindStruct, Of: &typeOfNode},
		{Name: "list", NS: 1, Kind: codec.KindString, Occurs: schema.Many}, {Kind: codec.KindRawXML, Occurs: schema.Many, More: &schema.More{Any: &xsd.Wildcard{}}},
	}}}}
)

func init() { codec.Define(&nodeTypes) }

// TestLimitHostileJSON: what is wrong with a request is an error at its place, and costs little.
func TestLimitHostileJSON(t *testing.T) {
	const boundBytes, boundTime = 500 << 20, 20 * time.Second
	info := contract.Contract{Service: "Nodes", Namespaces: depotNamespaces, Types: &nodeTypes, Ports: depotContract.Ports}
	calls := 0
	h := soap.NewHandler(info.With(operation("put", &typeOfNode, nil)), nil, func(context.Context, *contract.Operation, any) (any, error) { calls++; return nil, nil },
		[]soap.HandlerOption{jsonhttp.WithJSON(), soap.WithLogger(slog.New(slog.DiscardHandler))})
	const size = 9 << 20
	many := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for _, c := range []struct{ name, body, want string }{
		{"depth", many(`{"kid":`), "objects are nested deeper than 64 levels"},
		{"depth of what is passed over", `{"kid":{"x":` + many("["), "(request.kid.x): the member is not known"},
		{"depth before a type", `{"kid":{"x":` + many("[") + `,"@xsi:type":"node"}}`, "request.kid"},
		{"items", `{"list":[` + many(`"",`) + `""]}`, "items"},
		{"markup in markup", `{"#any":["` + many("<a>") + `"]}`, "the markup: elements are nested deeper than 64 levels"},
		{"many pieces of markup", `{"#any":[` + strings.Repeat(`"<a/>",`, 400_000) + `""]}`, "(request.#any[400000]): the markup: "},
		{"a DTD in markup", `{"#any":["<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"]}`, "the markup: "},
		{"two documents in markup", `{"#any":["<a/><b/>"]}`, "the markup: "},
		{"attributes", `{"#any":["<a ` + many(`a='' `) + `/>"]}`, "the markup: "},
		{"members", `{` + many(`"x":1,`) + `"y":1}`, "(request.x): the member is not known"},
		{"duplicate members", `{` + many(`"text":"",`) + `"text":""}`, "(request.text): the member is given twice"},
		{"a long name", `{"` + many("x") + `":1}`, "the member is not known"},
		{"a long text that ends", `{"text":"` + many("x"), "the JSON ends inside a string"},
		{"a long integer", `{"integer":` + many("1") + `}`, ""},
		{"a long decimal", `{"decimal":0.` + many("1") + `}`, ""},
		{"a long decimal in a string", `{"decimal":"0.` + many("1") + `x"}`, "is not an xs:decimal"},
		{"an exponent in an integer", `{"integer":1e999999999}`, `"1e999999999" is not an xs:integer`},
		{"an exponent in a decimal", `{"decimal":1E-999999999}`, `"1E-999999999" is not an xs:decimal`},
		{"an exponent in a double, which is INF", `{"double":1e999999999}`, ""},
		{"an integer with a fraction", `{"integer":1.0}`, `"1.0" is not an xs:integer`},
		{"half of a surrogate pair", `{"text":"\ud800"}`, "half of a surrogate pair"},
		{"the other half", `{"text":"\udc00\ud800"}`, "half of a surrogate pair"},
		{"a surrogate in UTF-8", "{\"text\":\"\xed\xa0\x80\"}", "invalid UTF-8 in a string"},
		{"UTF-8 that is longer than needed", "{\"text\":\"\xc0\x80\"}", "invalid UTF-8 in a string"},
		{"invalid UTF-8", "{\"text\":\"\xff\"}", "invalid UTF-8 in a string"},
		{"NUL", `{"text":"\u0000"}`, "the character U+0000, which XML cannot carry"},
		{"a raw NUL", "{\"text\":\"\x00\"}", "the control character U+0000 in a string"},
		{"NUL between members", "{\x00\"text\":\"\"}", "(request)"},
		{"a byte order mark", "\ufeff{}", "an object is expected"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "an object is expected"},
		{"white space", many(" "), "the JSON ends where an object is expected"},
		{"data after the value", "{}" + many("{}"), "data after the JSON value"},
	} {
		called := calls
		var w *httptest.ResponseRecorder
		allocated, took := cost.Of(func() { w = ask(h, "POST", "/depot/put", "application/json", c.body) })
		t.Logf("limit: JSON, %s | %d MiB allocated in all, %v | %d MiB, %v, status %d", c.name, boundBytes>>20, boundTime, allocated>>20, took.Round(time.Millisecond), w.Code)
		answer := strings.ReplaceAll(answerOf(w), `\"`, `"`)
		if allocated > boundBytes || took > boundTime || len(answer) > 1<<12 || !strings.Contains(answer, c.want) || (w.Code == http.StatusOK) != (c.want == "") || (calls == called) != (c.want != "") {
			t.Errorf("%s: %d MiB, %v, %d calls, %.1000s", c.name, allocated>>20, took, calls-called, answer)
		}
	}
}

// must ends a test of which a preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
