package jsonhttp_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

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
