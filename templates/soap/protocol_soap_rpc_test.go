package soap

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

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

// codesOf returns the code of a fault of SOAP 1.2 and its subcode with its namespace.
func codesOf(t *testing.T, w *httptest.ResponseRecorder) string {
	var doc struct {
		Code struct {
			Value   string
			Subcode struct {
				Value struct {
					Text string `xml:",chardata"`
					Q    string `xml:"q,attr"`
				}
			}
		} `xml:"Body>Fault>Code"`
	}
	text := strings.ReplaceAll(w.Body.String(), "xmlns:q=", "q=")
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	sub := doc.Code.Subcode.Value
	return strings.TrimSuffix(doc.Code.Value+" "+sub.Q+" "+strings.TrimPrefix(sub.Text, "q:"), "  ")
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
		if test.want == "" && w.Code != 200 || codesOf(t, w) != test.want {
			t.Errorf("%s: %s, want %s", test.content, w.Body, test.want)
		}
		// SOAP 1.1 has one code only, and no subcodes.
		w = ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, test.content))
		if code, _ := faultOf(t, w); w.Code != 200 && code != "soap:Client" || (w.Code == 200) != (test.want == "" || strings.Contains(test.want, "Unknown")) {
			t.Errorf("%s: SOAP 1.1: %d %s", test.content, w.Code, w.Body)
		}
	}
	// Where there are no procedures, there is no such subcode.
	if got := codesOf(t, ask(newDepotHandler(echo()), "POST", depotPath, soap12MediaType, envelope(contract.SOAP12, element("noSuch", "")))); got != "soap:Sender" {
		t.Error(got)
	}
	w := askNoted(h, contract.SOAP12, `<d:note s:encodingStyle="urn:other">a</d:note>`)
	if codesOf(t, w) != "soap:DataEncodingUnknown" {
		t.Errorf("a header block: %s", w.Body)
	}
	w = ask(h, "POST", depotPath, soap12MediaType, headed(contract.SOAP12, `<d:note s:encodingStyle="urn:other">a</d:note>`, ""))
	if codesOf(t, w) != "soap:DataEncodingUnknown" {
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
