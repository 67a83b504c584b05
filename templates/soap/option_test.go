package soap

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

func TestNamespaceOverride(t *testing.T) {
	const other = "https://rail.example/service?a=1&b=2"
	override := WithNamespace(depotNS, other)
	address := startDepot(t, echo(), override)
	for _, b := range allBindings {
		c := dialDepot(t, address, b, override)
		if got, err := c.GetStop(context.Background(), &getStop{Code: "x"}); err != nil || got.Name != "x" {
			t.Errorf("%s: %v, %v", b, got, err)
		}
		if _, err := dialDepot(t, address, b).GetStop(context.Background(), &getStop{Code: "x"}); err == nil {
			t.Errorf("%s: a client of the contract's namespace understands the other", b)
		}
	}
	h := newDepotHandler(echo(), override)
	request := `<getStops xmlns="` + strings.ReplaceAll(other, "&", "&amp;") + `"/>`
	w := ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, request), "SOAPAction", `"`+other+`getStops"`)
	if w.Code != 200 || !strings.Contains(w.Body.String(), `xmlns="https://rail.example/service?a=1&amp;b=2"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, request), "SOAPAction", other+"count"); w.Code != 500 {
		t.Errorf("soapAction of another operation: %d %s", w.Code, w.Body)
	}
	for _, query := range []string{"?wsdl", "?xsd=depot.xsd"} {
		if w := ask(h, "GET", depotPath+query, "", ""); !strings.Contains(w.Body.String(), `targetNamespace="https://rail.example/service?a=1&amp;b=2"`) || strings.Contains(w.Body.String(), depotNS) {
			t.Errorf("%s: %s", query, w.Body)
		}
	}
	if w := ask(newDepotHandler(echo()), "GET", depotPath+"?wsdl", "", ""); !strings.Contains(w.Body.String(), depotNS) {
		t.Errorf("one handler's option changed another's contract: %s", w.Body)
	}
}

func TestMistakesInOptions(t *testing.T) {
	for name, opt := range map[string]HandlerOption{
		"unknown namespace": WithNamespace("urn:unknown", "urn:x"),
		"empty namespace":   WithNamespace(depotNS, ""),
		"unsendable":        WithNamespace(depotNS, "\x00"),
		"relative path":     WithPath("depot"),
	} {
		var log bytes.Buffer
		h := newDepotHandler(echo(), opt, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		if !strings.Contains(log.String(), "misconfigured") {
			t.Errorf("%s: logged %q", name, log.String())
		}
		checkText(t, ask(h, "GET", depotPath, "", ""), 500, "misconfigured")
		if both, ok := opt.(ClientOption); ok {
			if _, err := newDepotClient("", contract.SOAP11, both); err == nil {
				t.Errorf("%s: no error from the client", name)
			}
		}
	}
	newDepotHandler(echo(), nil, WithLogger(nil))
	if _, err := newDepotClient("", contract.SOAP11, nil, WithHTTPClient(nil)); err != nil {
		t.Error(err)
	}
}

func TestPath(t *testing.T) {
	for path, operation := range map[string]string{"/": "/count", "/a b/c": "/a b/c/count", "/x/": "/x/count"} {
		h := newDepotHandler(echo(), WithPath(path))
		escape := strings.NewReplacer(" ", "%20").Replace
		if w := ask(h, "GET", escape(operation), "", ""); w.Code != 200 {
			t.Errorf("%s: %d %s", operation, w.Code, w.Body)
		}
		if w := ask(h, "POST", escape(path), "text/xml", envelope(contract.SOAP11, element("count", ""))); w.Code != 200 {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		if w := ask(h, "GET", escape(path)+"?wsdl", "", ""); !strings.Contains(w.Body.String(), `address location="http://example.com`+escape(path)+`"`) {
			t.Errorf("%s: %s", path, w.Body)
		}
		if w := ask(h, "GET", depotPath, "", ""); w.Code != 404 {
			t.Errorf("%s: the contract's path still answers", path)
		}
	}
}

// TestASMXErrors compares errors with those that another implementation of this kind
// of service was recorded to send.
func TestASMXErrors(t *testing.T) {
	service := echo()
	service.getStop = func(_ context.Context, req *getStop) (*stop, error) {
		switch req.Code {
		case "boom":
			return nil, &Fault{Reason: "boom"}
		case "secret":
			return nil, errors.New("secret")
		}
		return nil, &Fault{Code: FaultClient, Reason: "no such stop", Detail: "<why/>"}
	}
	quiet := WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil)))
	h := newDepotHandler(service, WithASMX(), quiet)
	server := "<faultcode>soap:Server</faultcode><faultstring>Server was unable to process request. ---&gt; "
	soap11, soap12 := "text/xml; charset=utf-8", "application/soap+xml; charset=utf-8"
	for _, test := range []struct {
		name, method, target, mediaType, body, action string
		status                                        int
		replyType, reply                              string // = for the whole body
	}{
		{"unknown operation", "GET", depotPath + "/noSuch", "", "", "", 500, "text/plain; charset=utf-8", "=noSuch Web Service method name is not valid.\n"},
		{"unknown operation", "POST", depotPath + "/noSuch", formMediaType, "", "", 500, "text/plain; charset=utf-8", "=noSuch Web Service method name is not valid.\n"},
		{"omitted parameter", "GET", depotPath + "/getStops_WithKind", "", "", "", 500, "text/plain; charset=utf-8", "=Missing parameter: Kind.\n"},
		{"wrong case", "GET", depotPath + "/getStops_WithKind?kind=A", "", "", "", 200, soap11, "<Name>A</Name>"},
		{"wrong case", "POST", depotPath + "/getStops_WithKind", formMediaType, "KIND=A&other=B", "", 200, soap11, "<Name>A</Name>"},
		{"wrong case, twice", "GET", depotPath + "/getStops_WithKind?kind=A&Kind=B", "", "", "", 500, "text/plain; charset=utf-8", "given twice"},
		{"fault", "GET", depotPath + "/getStop?Code=boom&NumMins=1", "", "", "", 500, "text/plain; charset=utf-8", "=boom\n"},
		{"client fault", "POST", depotPath + "/getStop", formMediaType, "Code=x&NumMins=1", "", 500, "text/plain; charset=utf-8", "=no such stop\n"},
		{"wrong value", "GET", depotPath + "/getStop?Code=x&NumMins=x", "", "", "", 500, "text/plain; charset=utf-8", `NumMins`},
		{"malformed", "POST", depotPath, soap11, "<soap:Envelope", "", 400, soap11, "="},
		{"document type", "POST", depotPath, soap11, "<!DOCTYPE a>" + envelope(contract.SOAP11, ""), "", 400, soap11, "="},
		{"envelope of SOAP 1.1", "POST", depotPath, soap12, envelope(contract.SOAP11, element("count", "")), "", 415, soap11, "="},
		{"fault", "POST", depotPath, soap11, envelope(contract.SOAP11, element("getStop", "<Code>boom</Code>")), "", 500, soap11, "<soap:Fault>" + server + "boom</faultstring><detail></detail></soap:Fault>"},
		{"error", "POST", depotPath, soap11, envelope(contract.SOAP11, element("getStop", "<Code>secret</Code>")), "", 500, soap11, server + "The server could not process the request.</faultstring>"},
		{"client fault", "POST", depotPath, soap11, envelope(contract.SOAP11, element("getStop", "<Code>x</Code>")), "", 500, soap11, "soap:Client</faultcode><faultstring>no such stop</faultstring><detail><why/></detail>"},
		{"fault", "POST", depotPath, soap12, envelope(contract.SOAP12, element("getStop", "<Code>boom</Code>")), "", 500, soap12, `<soap:Value>soap:Receiver</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">Server was unable to process request. ---&gt; boom</soap:Text></soap:Reason><soap:Detail></soap:Detail>`},
		{"client fault", "POST", depotPath, soap12, envelope(contract.SOAP12, element("getStop", "<Code>x</Code>")), "", 500, soap12, "soap:Sender"},
		{"unknown element", "POST", depotPath, soap12, envelope(contract.SOAP12, element("noSuch", "")), "", 500, soap12, `soap:Sender</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">Unable to handle request without a valid action parameter. Please supply a valid soap action.</soap:Text></soap:Reason><soap:Detail></soap:Detail>`},
		{"unknown action", "POST", depotPath, soap11, envelope(contract.SOAP11, element("count", "")), depotNS + "noSuch", 500, soap11, "<faultcode>soap:Client</faultcode><faultstring>Server did not recognize the value of HTTP Header SOAPAction: " + depotNS + "noSuch.</faultstring><detail></detail>"},
		{"no action", "POST", depotPath, soap11, envelope(contract.SOAP11, element("count", "")), "", 200, soap11, "42"},
		{"other path", "GET", "/", "", "", "", 404, "text/plain; charset=utf-8", "nothing is served"},
	} {
		var w *httptest.ResponseRecorder
		if test.action != "" {
			w = ask(h, test.method, test.target, test.mediaType, test.body, "SOAPAction", test.action)
		} else {
			w = ask(h, test.method, test.target, test.mediaType, test.body)
		}
		want, whole := strings.CutPrefix(test.reply, "=")
		if w.Code != test.status || w.Header().Get("Content-Type") != test.replyType || whole && w.Body.String() != want || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s %s: %d %s %s\nwant %d %s %s", test.name, test.mediaType, w.Code, w.Header().Get("Content-Type"), w.Body, test.status, test.replyType, want)
		}
	}
}

// TestNamespacesAreReplacedAtOnce: the order of the options does not matter.
func TestNamespacesAreReplacedAtOnce(t *testing.T) {
	info := &contract.Contract{Namespaces: []schema.Namespace{{}, {URI: "urn:a"}, {URI: "urn:b"}, {URI: "urn:c"}}}
	for _, test := range []struct {
		pairs string // FROM=TO
		want  string // the table, or what the error says
	}{
		{"", "a b c"},
		{"a=x", "x b c"},
		{"a=b b=a", "b a c"},
		{"a=b b=x", "b x c"},
		{"a=b b=c c=a", "b c a"},
		{"a=a", "a b c"},
		{"a=b", `"urn:a" and "urn:b" would both become "urn:b"`},
		{"a=x b=x", `"urn:a" and "urn:b" would both become "urn:x"`},
		{"a=x a=y", `"urn:a" is replaced twice`},
		{"a=x x=y", `the contract has no namespace "urn:x"`},
	} {
		pairs := strings.Fields(test.pairs)
		for range 2 {
			var replaced [][2]string
			for _, pair := range pairs {
				from, to, _ := strings.Cut(pair, "=")
				replaced = append(replaced, [2]string{"urn:" + from, "urn:" + to})
			}
			c, err := newContract(info, &config{namespaces: replaced})
			var table []string
			for _, ns := range c.ns[1:] {
				table = append(table, strings.TrimPrefix(ns.URI, "urn:"))
			}
			got := strings.Join(table, " ")
			if err != nil {
				got = err.Error()
			}
			if got != test.want && (err == nil || !strings.Contains(got, test.want)) {
				t.Errorf("%q: %s, want %s", pairs, got, test.want)
			}
			slices.Reverse(pairs)
		}
	}
}

// TestActions follows WS-Addressing 1.0 Metadata, section 4.4.
func TestActions(t *testing.T) {
	refused := &contract.Fault{Element: schema.ElementName{NS: 1, Local: "refused"}}
	for name, test := range map[string]struct {
		portType              string
		op                    contract.Operation
		action                string
		more                  contract.WireMore
		request, reply, fault string
		others                []string
	}{
		"defaults":    {portType: "http://a/P", op: contract.Operation{Name: "o"}, request: "http://to/P/oRequest", reply: "http://to/P/oResponse", fault: "http://to/P/o/Fault/refused"},
		"URN":         {portType: "urn:a:P", op: contract.Operation{Name: "o"}, request: "urn:a:P:oRequest", reply: "urn:a:P:oResponse", fault: "urn:a:P:o:Fault:refused"},
		"one-way":     {portType: "http://b/P", op: contract.Operation{Name: "o", OneWay: true}, request: "http://b/P/o", fault: "http://b/P/o/Fault/refused"},
		"overload":    {portType: "http://b/P", op: contract.Operation{Name: "o2", OverloadOf: "o"}, request: "http://b/P/o2", others: []string{"http://b/P/o2Request"}, reply: "http://b/P/o2Response", fault: "http://b/P/o/Fault/refused"},
		"soapAction":  {portType: "http://b/P", op: contract.Operation{Name: "o"}, action: "s", request: "s", others: []string{"http://b/P/oRequest"}, reply: "http://b/P/oResponse", fault: "http://b/P/o/Fault/refused"},
		"no PortType": {op: contract.Operation{Name: "o"}},
		"names": {portType: "http://b/P", op: contract.Operation{Name: "o"},
			more:    contract.WireMore{Actions: &contract.Actions{Input: "i", Output: "r", Faults: []contract.FaultAction{{Element: "refused", Name: "f"}}}},
			request: "http://b/P/i", reply: "http://b/P/r", fault: "http://b/P/o/Fault/f"},
		"declared": {portType: "http://b/P", op: contract.Operation{Name: "o"}, action: "s",
			more:    contract.WireMore{Addressed: "http://a/1", Actions: &contract.Actions{Reply: "http://a/2", Faults: []contract.FaultAction{{Element: "refused", Action: "http://a/3"}}}},
			request: "http://to/1", others: []string{"s", "http://b/P/oRequest"}, reply: "http://to/2", fault: "http://to/3"},
	} {
		info := &contract.Contract{PortType: test.portType, Namespaces: []schema.Namespace{{}, {URI: "http://a"}}}
		bound, err := newContract(info, &config{namespaces: [][2]string{{"http://a", "http://to"}}})
		must(t, err)
		test.op.Faults = []*contract.Fault{refused}
		call := &Call{by: bound, op: &test.op, wire: &contract.Wire{Action: test.action, More: &test.more}}
		got := call.Actions()
		if got.Request != test.request || got.Reply != test.reply || !slices.Equal(got.Others, test.others) || got.Declared != (name == "declared") {
			t.Errorf("%s: %+v", name, got)
		}
		if fault := call.FaultAction(xsd.QName{Space: "http://to", Local: "refused"}); fault != test.fault {
			t.Errorf("%s: fault %s, want %s", name, fault, test.fault)
		}
		if call.FaultAction(xsd.QName{Local: "other"}) != "" || new(Call).FaultAction(xsd.QName{}) != "" || new(Call).Actions().Request != "" {
			t.Errorf("%s: an unknown fault or operation has an action", name)
		}
	}
}
