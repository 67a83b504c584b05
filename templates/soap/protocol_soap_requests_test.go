package soap

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// TestNullAsEmptyBody: where the only element of a request is not a wrapper, .NET leaves it out for a null argument. Then the
// action decides.
func TestNullAsEmptyBody(t *testing.T) {
	bare := func(name, action, element string) method {
		op := contract.Operation{Name: name, Request: (*getStop)(nil), Result: intResult, Wires: sharedWire(name)}
		op.Wires[0].Action, op.Wires[0].In.Local = action, element
		return methodOf(&op, func(_ context.Context, req any) (any, error) {
			if req := req.(*getStop); req != nil {
				return nil, fmt.Errorf("%s is called with %v", name, req)
			}
			return int32(len(name)), nil
		})
	}
	h := serveMethods(&depotContract, &depotDocuments, []method{
		bare("ask", "urn:ask", "question"), bare("order", "urn:order", "thing"), bare("wrapped", "urn:wrapped", "wrapped"),
		bare("one", "urn:same", "a"), bare("other", "urn:same", "b"),
	}, nil)
	shared := serveMethods(&depotContract, &depotDocuments, []method{bare("keep", "urn:keep", "stop"), bare("remove", "urn:remove", "stop")}, nil)
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} { // several operations have the element
		w := ask(shared, "POST", depotPath, envelopeType(b)+`; action="urn:old"`, envelope(b, element("stop", "<Code/>")), "SOAPAction", "urn:old")
		if want := `no operation has the action "urn:old"; want one of "urn:keep" of keep, "urn:remove" of remove`; w.Code == 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s", b, w.Code, w.Body)
		}
	}
	for action, want := range map[string]string{
		"urn:ask": ">3<", "urn:x#order": ">5<",
		"": "the Body is empty", "urn:unknown": "the Body is empty", "urn:wrapped": "the Body is empty", "urn:same": "the Body is empty",
	} {
		for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
			w := ask(h, "POST", depotPath, envelopeType(b)+`; action="`+action+`"`, envelope(b, ""), "SOAPAction", action)
			if (w.Code == 200) != (want[0] == '>') || !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s, action %q: %d %s", b, action, w.Code, w.Body)
			}
		}
	}
}

// TestRepeatedHeaders: which of two was meant, nobody can tell.
func TestRepeatedHeaders(t *testing.T) {
	h := newDepotHandler(echo())
	for _, test := range []struct {
		binding contract.Binding
		name    string
		status  int
	}{
		{contract.SOAP11, "Content-Type", 400},
		{contract.SOAP12, "Content-Type", 400},
		{contract.HTTPPost, "Content-Type", 400},
		{contract.SOAP11, "SOAPAction", 400},
		{contract.SOAP12, "SOAPAction", 200}, // is none of SOAP 1.2
		{contract.HTTPPost, "SOAPAction", 200},
	} {
		target, body := depotPath+"/count", ""
		mediaType := formMediaType
		if test.binding.IsSOAP() {
			target, mediaType, body = depotPath, contentType(test.binding), envelope(test.binding, element("count", ""))
		}
		r := httptest.NewRequest("POST", target, strings.NewReader(body))
		r.Header.Set("Content-Type", mediaType)
		r.Header.Add(test.name, r.Header.Get(test.name))
		r.Header.Add(test.name, r.Header.Get(test.name))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if test.status == 400 {
			checkText(t, w, 400, "the header "+test.name+" is given more than once")
		} else if w.Code != test.status {
			t.Errorf("%s, %s: %d %s", test.binding, test.name, w.Code, w.Body)
		}
	}
}

// deferredWire is that of two operations with the same element: only the actions of
// WS-Addressing differ.
func deferredWire(action string) []contract.Wire {
	return []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
		More:     &contract.WireMore{Addressed: action},
		In:       schema.ElementName{NS: 1, Local: "ack"},
		Out:      []schema.ElementName{{NS: 1, Local: "ackResponse"}, {NS: 1, Local: "ackResult"}},
	}}
}

var (
	opAsked = contract.Operation{Name: "asked", Wires: deferredWire("urn:asked"), Result: intResult, ResultRequired: true}
	opTold  = contract.Operation{Name: "told", Wires: deferredWire("urn:told"), Result: intResult, ResultRequired: true}

	opOwn = contract.Operation{Name: "own", Wires: deferredWire(depotNS + "own"), Result: intResult, ResultRequired: true}

	opProcedure = contract.Operation{
		Name: "procedure", Request: &typeOfGetStop, Wires: []contract.Wire{{
			Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
			RPC:      true,
			In:       schema.ElementName{NS: 1, Local: "procedure"},
			Out:      []schema.ElementName{{NS: 1, Local: "procedureResponse"}},
		}},
	}
)

func newProcedureHandler(opts ...HandlerOption) http.Handler {
	result := func(n int32) func(context.Context, any) (any, error) {
		return func(context.Context, any) (any, error) { return n, nil }
	}
	return serveMethods(&depotContract, &depotDocuments, []method{
		methodOf(&opAsked, result(1)), methodOf(&opTold, result(2)), methodOf(&opOwn, result(3)),
		methodOf(&opProcedure, func(context.Context, any) (any, error) { return nil, nil }),
		methodOf(&opNoted, func(context.Context, any) (any, error) { return nil, nil }),
	}, opts)
}

var faultCodes = regexp.MustCompile(`<soap:Code><soap:Value>([^<]*)</soap:Value>` +
	`(?:<soap:Subcode><soap:Value xmlns:q="([^"]*)">q:([^<]*)<)?`)

// codesOf returns the code of a fault of SOAP 1.2 and its subcode with its namespace, "" if there is no fault.
func codesOf(w *httptest.ResponseRecorder) string {
	if codes := faultCodes.FindStringSubmatch(w.Body.String()); codes != nil {
		return strings.TrimSpace(strings.Join(codes[1:], " "))
	}
	return ""
}

func TestProcedureFaults(t *testing.T) {
	h := newProcedureHandler()
	rpc := "soap:Sender http://www.w3.org/2003/05/soap-rpc "
	for _, test := range []struct{ content, want string }{
		{element("noSuch", ""), rpc + "ProcedureNotPresent"},
		{element("procedure", ""), rpc + "BadArguments"},
		{element("procedure", "<Code>a</Code><NumMins>x</NumMins>"), rpc + "BadArguments"},
		{element("procedure", "<code>a</code>"), rpc + "BadArguments"},
		{element("procedure", "<Code>a</Code><Code>b</Code>"), rpc + "BadArguments"},
		{`<procedure xmlns="` + depotNS + `" s:encodingStyle="urn:other"><Code>a</Code></procedure>`, "soap:DataEncodingUnknown"},
		{`<procedure xmlns="` + depotNS + `" s:encodingStyle=" http://www.w3.org/2003/05/soap-encoding "><Code>a</Code></procedure>`, ""},
		{`<procedure xmlns="` + depotNS + `" s:encodingStyle="` + noEncoding + `"><Code>a</Code></procedure>`, ""},
		{element("procedure", "<Code>a</Code>"), ""},
		{element("ack", "<x>") + "<", "soap:Sender"},
	} {
		w := ask(h, "POST", depotPath, soap12MediaType, envelope(contract.SOAP12, test.content))
		if test.want == "" && w.Code != 200 || codesOf(w) != test.want {
			t.Errorf("%s: %s, want %s", test.content, w.Body, test.want)
		}
		// SOAP 1.1 has one code only, and no subcodes.
		w = ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, test.content))
		if code, _ := faultOf(t, w); w.Code != 200 && code != "soap:Client" || (w.Code == 200) != (test.want == "" || strings.Contains(test.want, "Unknown")) {
			t.Errorf("%s: SOAP 1.1: %d %s", test.content, w.Code, w.Body)
		}
	}
	// Where there are no procedures, there is no such subcode.
	w := askOperation(newDepotHandler(echo()), contract.SOAP12, "noSuch", "")
	if got := codesOf(w); got != "soap:Sender" {
		t.Error(got)
	}
	w = askNoted(h, contract.SOAP12, `<d:note s:encodingStyle="urn:other">a</d:note>`)
	if codesOf(w) != "soap:DataEncodingUnknown" {
		t.Errorf("a header block: %s", w.Body)
	}
	w = ask(h, "POST", depotPath, soap12MediaType, headed(contract.SOAP12, `<d:note s:encodingStyle="urn:other">a</d:note>`, ""))
	if codesOf(w) != "soap:DataEncodingUnknown" {
		t.Errorf("a header block and an empty Body: %s", w.Body)
	}
	if w := askNoted(h, contract.SOAP12, `<d:note s:role="urn:other" s:encodingStyle="urn:other">a</d:note>`); w.Code != 200 {
		t.Errorf("a header block for another role: %s", w.Body)
	}
}

// TestAddressedOperations: where bodies are alike, the action of WS-Addressing decides.
func TestAddressedOperations(t *testing.T) {
	h := newProcedureHandler()
	const now, before = "http://www.w3.org/2005/08/addressing", "http://schemas.xmlsoap.org/ws/2004/08/addressing"
	block := func(space, attributes, action string) string {
		return `<a:Action xmlns:a="` + space + `" ` + attributes + `>` + action + `</a:Action>`
	}
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		for _, test := range []struct{ header, soapAction, want string }{
			{block(now, "", "urn:asked"), "", "1"},
			{block(now, "", "urn:told"), "", "2"},
			{block(now, `s:mustUnderstand="1"`, " urn:told\n"), "", "2"},
			{block(before, "", "urn:told"), "", "2"},
			{block(now, "", "urn:told"), "urn:told", "2"},
			{"", "urn:told", "2"},
			{"", "", "1"},
			{block(now, "", "urn:none"), "", "1"},
			{block("urn:x", "", "urn:told"), "", "1"},
			{block(now, `s:role="urn:x" s:actor="urn:x"`, "urn:told"), "", "1"},
			{block(now, "", "urn:told") + block(before, "", "urn:told"), "", "2"},
		} {
			mediaType, headers := envelopeType(b), []string{"SOAPAction", test.soapAction}
			if b == contract.SOAP12 && test.soapAction != "" {
				mediaType, headers = mediaType+`; action="`+test.soapAction+`"`, nil
			}
			w := ask(h, "POST", depotPath, mediaType, headed(b, test.header, element("ack", "")), headers...)
			if w.Code != 200 || !strings.Contains(w.Body.String(), "Result>"+test.want+"<") {
				t.Errorf("%s, %+v: %d %s", b, test, w.Code, w.Body)
			}
		}
	}
	// One header has one action, whose text is the same for every reader.
	for _, header := range []string{block(now, "", "urn:asked") + block(before, "", "urn:told"), block(now, "", "urn:<z/>told")} {
		w := ask(h, "POST", depotPath, "text/xml", headed(contract.SOAP11, header, element("ack", "")))
		if code, _ := faultOf(t, w); code != "soap:Client" {
			t.Errorf("%s: %d %s", header, w.Code, w.Body)
		}
	}
	// An action that starts with a namespace of the contract is replaced with it.
	renamed := newProcedureHandler(WithNamespace(depotNS, "urn:other:"))
	request := strings.ReplaceAll(headed(contract.SOAP11, block(now, "", depotNS+"own"), element("ack", "")), depotNS, "urn:other:")
	if w := ask(renamed, "POST", depotPath, "text/xml", request); w.Code != 200 || !strings.Contains(w.Body.String(), "Result>3<") {
		t.Errorf("in another namespace: %d %s", w.Code, w.Body)
	}
	// A handler without such operations does not understand the header block.
	w := askNoted(newNotedHandler(), contract.SOAP12, block(now, `s:mustUnderstand="1"`, "urn:told"))
	if code, _ := faultOf(t, w); code != "soap:MustUnderstand" {
		t.Errorf("%s", w.Body)
	}
}

// TestStrict: only a strict handler refuses what is not known, but each refuses an element that was meant as a parameter.
func TestStrict(t *testing.T) {
	lenient, strict := newDepotHandler(echo()), newDepotHandler(echo(), WithStrict())
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		const content = "<Code>a</Code><Other/>"
		if w := askOperation(lenient, b, "getStop", content); w.Code != 200 {
			t.Errorf("%s: %s", b, w.Body)
		}
		if w := askOperation(strict, b, "getStop", content); !strings.Contains(w.Body.String(), "getStop/Other): the element is not known here") {
			t.Errorf("%s: %s", b, w.Body)
		}
		for _, h := range []http.Handler{lenient, strict} {
			w := askOperation(h, b, "getStops_WithKind", "<kind>A</kind>")
			if _, reason := faultOf(t, w); !strings.Contains(reason, `the parameter "kind" is not known; its name is "Kind"`) {
				t.Errorf("%s: %s", b, w.Body)
			}
		}
	}
	for _, element := range []string{element("count", "<a/>"), element("count", "x"), `<count a="b" xmlns="` + depotNS + `"/>`} {
		if code, _ := faultOf(t, ask(strict, "POST", depotPath, "text/xml", envelope(contract.SOAP11, element))); code != "soap:Client" {
			t.Errorf("%s: %s", element, code)
		}
	}
	address := startDepot(t, echo())
	for _, b := range allBindings {
		if got, err := dialDepot(t, address, b, WithStrict()).GetStop(t.Context(), &getStop{Code: "x"}); err != nil || got.Name != "x" {
			t.Errorf("%s: %v, %v", b, got, err)
		}
	}
}
