package soap

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
)

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

func TestASMXParameters(t *testing.T) {
	h := newDepotHandler(echo(), WithASMX())
	for _, w := range []*httptest.ResponseRecorder{
		ask(h, "GET", depotPath+"/getStops_WithKind?kind=A", "", ""),
		ask(h, "POST", depotPath+"/getStops_WithKind", formMediaType, "KIND=A&other=B"),
	} {
		if w.Code != 200 || !strings.Contains(w.Body.String(), "<Name>A</Name>") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	checkText(t, ask(h, "GET", depotPath+"/getStops_WithKind?kind=A&Kind=B", "", ""), 500, "given twice")
	given, err := asmxParameters(nil, []string{"a"})
	if err == nil || given != nil {
		t.Error(given, err)
	}
}
