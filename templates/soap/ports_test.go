package soap

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// A contract whose ports are at different places, whose only SOAP is 1.2, with
// an operation without a request element and an HTTP operation at the port's
// own path.
var scatteredContract = contract.Contract{
	Service:    "Scattered",
	Namespaces: []schema.Namespace{{}, {URI: depotNS, Prefix: "soap"}},
	Ports: []contract.Port{
		{Name: "A", Binding: contract.SOAP12, Address: "https://a.example/soap"},
		{Name: "B", Binding: contract.HTTPGet, Address: "https://a.example"},
	},
}

var opPing = contract.Operation{
	Name: "ping", Wires: []contract.Wire{
		{Bindings: []contract.Binding{contract.SOAP12}, Out: []schema.ElementName{{NS: 1, Local: "pong"}}},
		{Bindings: []contract.Binding{contract.HTTPGet}, Path: "", Out: []schema.ElementName{{NS: 1, Local: "pong"}}},
	},
	Result:         intResult,
	ResultRequired: true,
}

func TestScatteredPorts(t *testing.T) {
	h := serveMethods(&scatteredContract, nil, []method{methodOf(&opPing, func(context.Context, any) (any, error) { return int32(7), nil })}, nil)
	const pong = `<soap:pong xmlns:soap="` + depotNS + `">7</soap:pong>`
	if w := ask(h, "POST", "/soap", "application/soap+xml", envelope(contract.SOAP12, "")); w.Body.String() != codec.XMLProlog+`<soap:Envelope xmlns:soap="`+SOAP12Namespace+`"><soap:Body>`+pong+`</soap:Body></soap:Envelope>` {
		t.Errorf("empty Body: %d %s", w.Code, w.Body)
	}
	if w := ask(h, "GET", "/", "", ""); w.Body.String() != codec.XMLProlog+pong {
		t.Errorf("operation at the port's path: %d %s", w.Code, w.Body)
	}
	w := ask(h, "POST", "/soap", "text/xml", envelope(contract.SOAP12, ""))
	checkText(t, w, 415, "use application/soap+xml")
	if got := w.Header().Get("Accept-Post"); got != "application/soap+xml" {
		t.Errorf("Accept-Post: %s", got)
	}
	w = ask(h, "POST", "/", formMediaType, "")
	checkText(t, w, 405, "GET, HEAD")
	if got := w.Header().Get("Allow"); got != "GET, HEAD" {
		t.Errorf("Allow: %s", got)
	}
	if w := ask(h, "GET", "/soap?wsdl", "", ""); w.Code != 200 || strings.Contains(w.Body.String(), "?wsdl") {
		t.Errorf("no documents: the page, without a link: %d %s", w.Code, w.Body)
	}
	for _, b := range []contract.Binding{contract.SOAP12, contract.HTTPGet} {
		c, err := NewCaller(&scatteredContract, "", b, []ClientOption{WithHTTPClient(serverOf(h))})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Invoke[int32](context.Background(), c, &opPing, nil); err != nil || got != 7 {
			t.Errorf("%s: %v, %v", b, got, err)
		}
	}
}

func TestAnswersStayShort(t *testing.T) {
	h := newDepotHandler(echo())
	long := strings.Repeat("é", 50_000)
	for name, w := range map[string]interface{ Len() int }{
		"element":   ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, `<x xmlns="`+long+`"/>`)).Body,
		"root":      ask(h, "POST", depotPath, "text/xml", `<x xmlns="`+long+`"/>`).Body,
		"action":    ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, element("count", "")), "SOAPAction", long+"#getStops").Body,
		"media":     ask(h, "POST", depotPath, long, "").Body,
		"charset":   ask(h, "POST", depotPath, "text/xml; charset="+long, "").Body,
		"operation": ask(h, "GET", depotPath+"/"+strings.Repeat("x", 50_000), "", "").Body,
		"document":  ask(h, "GET", depotPath+"?wsdl="+strings.Repeat("x", 50_000), "", "").Body,
		"parameter": ask(h, "POST", depotPath+"/getStop", formMediaType, "Code=%00"+long).Body,
		"value":     ask(h, "POST", depotPath+"/getStop", formMediaType, "Code=a&NumMins="+long).Body,
	} {
		if w.Len() > 3000 {
			t.Errorf("%s: %d bytes", name, w.Len())
		}
	}
}

// TestOrderOfParameters sends parameters in the order of the contract, which need
// not be that of the request's fields.
func TestOrderOfParameters(t *testing.T) {
	h := newDepotHandler(echo())
	for want, order := range map[string][]string{"Code=a&NumMins=1": nil, "NumMins=1&Code=a": {"NumMins", "Code"}} {
		op := opGetStop
		op.Order = order
		query := ""
		c, err := NewCaller(&depotContract, "", contract.HTTPGet, []ClientOption{WithHTTPClient(doerFunc(func(r *http.Request) (*http.Response, error) {
			query = r.URL.RawQuery
			return serverOf(h).Do(r)
		}))})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Invoke[*stop](t.Context(), c, &op, &getStop{Code: "a", NumMins: Ptr(int32(1))})
		if err != nil || got.Name != "a" || query != want {
			t.Errorf("%s, want %s: %v, %v", query, want, got, err)
		}
	}
}
