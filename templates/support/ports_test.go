package support

import (
	"context"
	"strings"
	"testing"
)

// A contract whose ports are at different places, whose only SOAP is 1.2, with
// an operation without a request element and an HTTP operation at the port's
// own path.
var scatteredContract = ContractInfo{
	Service:    "Scattered",
	Namespaces: []Namespace{{}, {URI: depotNS, Prefix: "soap"}},
	Ports: []PortInfo{
		{Name: "A", Binding: SOAP12, Address: "https://a.example/soap"},
		{Name: "B", Binding: HTTPGet, Address: "https://a.example"},
	},
}

var opPing = Operation{
	Name: "ping", Wires: []Wire{
		{Bindings: []Binding{SOAP12}, Out: []ElementName{{1, "pong"}}},
		{Bindings: []Binding{HTTPGet}, Path: "", Out: []ElementName{{1, "pong"}}},
	},
	Result: ScalarOf[int32]{(*Encoder).Int32, (*Decoder).Int32},
	Must:   true,
}

func TestScatteredPorts(t *testing.T) {
	h := NewHandler(&scatteredContract, nil, []ServiceMethod{Serve(&opPing, func(context.Context, StructValue) (any, error) { return int32(7), nil })}, nil)
	const pong = `<soap:pong xmlns:soap="` + depotNS + `">7</soap:pong>`
	if w := ask(h, "POST", "/soap", "application/soap+xml", envelope(SOAP12, "")); w.Body.String() != xmlProlog+`<soap:Envelope xmlns:soap="`+soap12Namespace+`"><soap:Body>`+pong+`</soap:Body></soap:Envelope>` {
		t.Errorf("empty Body: %d %s", w.Code, w.Body)
	}
	if w := ask(h, "GET", "/", "", ""); w.Body.String() != xmlProlog+pong {
		t.Errorf("operation at the port's path: %d %s", w.Code, w.Body)
	}
	w := ask(h, "POST", "/soap", "text/xml", envelope(SOAP11, ""))
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
	for _, b := range []Binding{SOAP12, HTTPGet} {
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
		"element":   ask(h, "POST", depotPath, "text/xml", envelope(SOAP11, `<x xmlns="`+long+`"/>`)).Body,
		"root":      ask(h, "POST", depotPath, "text/xml", `<x xmlns="`+long+`"/>`).Body,
		"action":    ask(h, "POST", depotPath, "text/xml", envelope(SOAP11, element("count", "")), "SOAPAction", long).Body,
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
