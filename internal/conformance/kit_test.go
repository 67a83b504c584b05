package conformance_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/gen/realtime/realtimetest"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/soaptest"
)

const pathOfKit = "/realtime/realtime.asmx"

// right returns a handler without a mistake. Its answers do not depend on the request.
func right() http.Handler {
	return sample.NewHandler(soap.ContractOf(realtime.NewHandler(&realtimetest.Fake{})), soap.WithLogger(slog.New(slog.DiscardHandler)))
}

// check returns what the tests say about a handler.
func check(handler http.Handler, opts ...soaptest.Option) []soaptest.Failure {
	server := httptest.NewServer(handler)
	defer server.Close()
	return soaptest.Check(soap.ContractOf(realtime.NewHandler(&realtimetest.Fake{})), server.URL+pathOfKit, opts...)
}

func TestRight(t *testing.T) {
	realtimetest.Run(t, right(), soaptest.WithResults())
	if failures := check(right(), soaptest.WithResults()); failures != nil {
		t.Error(failures)
	}
}

// replaced changes each response of a handler.
func replaced(next http.Handler, change func(r *http.Request, w *httptest.ResponseRecorder)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		change(r, answer)
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.Header().Del("Content-Length")
		w.WriteHeader(answer.Code)
		w.Write(answer.Body.Bytes())
	})
}

// text replaces text in each response of a handler.
func text(next http.Handler, pairs ...string) http.Handler {
	return replaced(next, func(_ *http.Request, w *httptest.ResponseRecorder) {
		w.Body = bytes.NewBufferString(strings.NewReplacer(pairs...).Replace(w.Body.String()))
	})
}

// refusing returns a handler that answers with a fault of the client's.
func refusing() http.Handler {
	return realtime.NewHandler(&realtimetest.Fake{GetAllStationsXMLFunc: func(context.Context) ([]realtime.ObjStation, error) {
		return nil, &soap.Fault{Code: soap.FaultClient, Reason: "no"}
	}}, soap.WithLogger(slog.New(slog.DiscardHandler)))
}

// TestWrong checks that each mistake is found, in the right case and by the right rule.
func TestWrong(t *testing.T) {
	status := func(next http.Handler, from, to int) http.Handler {
		return replaced(next, func(_ *http.Request, w *httptest.ResponseRecorder) {
			if w.Code == from {
				w.Code = to
			}
		})
	}
	for name, test := range map[string]struct {
		handler http.Handler
		at      string // the case that fails
		rule    string
	}{
		"fault of SOAP 1.1 with status 200": {status(refusing(), 500, 200), "SOAP 1.1/getAllStationsXML/answer", "SOAP 1.1, section 6.2"},
		"Sender with status 500":            {status(refusing(), 400, 500), "SOAP 1.2/getAllStationsXML/answer", "SOAP 1.2 part 2, section 7.5.2.2"},
		"result with status 500":            {status(right(), 200, 500), "SOAP 1.1/getAllStationsXML/answer", "SOAP 1.1, section 6.2"},
		"wrong media type": {replaced(right(), func(_ *http.Request, w *httptest.ResponseRecorder) {
			if strings.HasPrefix(w.Header().Get("Content-Type"), "application/soap+xml") {
				w.Header().Set("Content-Type", "text/xml")
			}
		}), "SOAP 1.2/getAllStationsXML/answer", "SOAP 1.2 part 2, section 7.1.4"},
		"text instead of XML": {replaced(right(), func(_ *http.Request, w *httptest.ResponseRecorder) {
			if w.Code == 200 {
				w.Header().Set("Content-Type", "text/plain")
			}
		}), "HTTP GET/getAllStationsXML/answer", "WSDL 1.1"},
		"wrong namespace":         {text(right(), "http://realtime.rail.example/", "http://rail.example/"), "SOAP 1.1/getAllStationsXML/answer", "WSDL 1.1, section 3"},
		"wrong name":              {text(right(), "ArrayOfObjStation", "ArrayOfStation"), "HTTP POST/getAllStationsXML/answer", "WSDL 1.1, section 4"},
		"missing element":         {text(right(), "<Servertime>2026-11-21T08:15:00Z</Servertime>", ""), "SOAP 1.2/getStationDataByNameXML/answer", "WSDL 1.1, section 3"},
		"value of another type":   {text(right(), "2026-11-21T08:15:00Z", "today"), "HTTP GET/getStationDataByNameXML/answer", "WSDL 1.1, section 4"},
		"element that is unknown": {text(right(), "<StationDesc>", "<Name>x</Name><StationDesc>"), "SOAP 1.1/getAllStationsXML/answer", "WSDL 1.1, section 3"},
		"malformed answer":        {text(right(), "</soap:Envelope>", "</soap:Envelop>"), "SOAP 1.1/getAllStationsXML/answer", "WSDL 1.1, section 3"},
		"no envelope":             {text(right(), "<soap:Envelope", "<soap:Letter", "</soap:Envelope", "</soap:Letter"), "SOAP 1.2/getAllStationsXML/answer", "WSDL 1.1, section 3"},
		"answer of another":       {text(right(), "getCurrentTrainsXML", "getVendorTrainsXML"), "SOAP 1.1/getCurrentTrainsXML/answer", "WSDL 1.1, section 3"},
		"unknown code":            {text(refusing(), "soap:Client", "soap:Caller"), "SOAP 1.1/getAllStationsXML/answer", "SOAP 1.1, section 4.4"},
		"no faultstring":          {text(refusing(), "faultstring", "reason"), "SOAP 1.1/getAllStationsXML/answer", "SOAP 1.1, section 4.4"},
		"no language":             {text(refusing(), ` xml:lang="en"`, ""), "SOAP 1.2/getAllStationsXML/answer", "SOAP 1.2 part 1, section 5.4"},
		"another answer over GET": {replaced(right(), func(r *http.Request, w *httptest.ResponseRecorder) {
			if r.Method == http.MethodGet {
				w.Body = bytes.NewBufferString(strings.ReplaceAll(w.Body.String(), ">sample<", ">other<"))
			}
		}), "getAllStationsXML/same over all bindings", "WSDL 1.1, section 2.7"},
		"no answer": {http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), "HTTP POST/getAllStationsXML/answer", "RFC 9110"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			failures := check(test.handler)
			for _, f := range failures {
				if f.Case != test.at {
					continue
				}
				if !strings.Contains(f.Rule, test.rule) {
					t.Errorf("the rule is %s, want %s", f.Rule, test.rule)
				}
				if message := f.Error(); f.Exchange != nil && (!strings.Contains(message, "\nrequest:\n\t| ") || !strings.Contains(message, "\nresponse:\n\t| ") || len(message) > 12_000) {
					t.Errorf("the message shows no request and response, or is long:\n%s", message)
				}
				return
			}
			t.Errorf("%s is not found; %d failures are: %.600v", test.at, len(failures), failures)
		})
	}
}

// TestOptions checks that operations are left out, requests replaced and results demanded.
func TestOptions(t *testing.T) {
	var texts []string
	fake := &realtimetest.Fake{GetStationsFilterXMLFunc: func(_ context.Context, req *realtime.GetStationsFilterXML) ([]realtime.ObjStationFilter, error) {
		texts = append(texts, soap.Or(req.StationText, "nil"))
		return nil, nil
	}}
	handler := realtime.NewHandler(fake, soap.WithLogger(slog.New(slog.DiscardHandler)))
	failures := check(handler, soaptest.WithResults(), soaptest.WithRequest("getStationsFilterXML", &realtime.GetStationsFilterXML{StationText: soap.Ptr("secret")}),
		soaptest.WithClientOptions(soap.WithHeader("Authorization", "Bearer secret")))
	if len(failures) != 4*17 || strings.Contains(failures[0].Error(), "Bearer secret") {
		t.Errorf("%d requests over 4 bindings have no result, want 17 over each; the first:\n%s", len(failures), failures[0].Error())
	}
	for _, text := range texts {
		if text != "secret" {
			t.Errorf("the service got the text %q", text)
		}
	}
	if failures = check(handler, soaptest.WithResults(), soaptest.WithoutOperations("getAllStationsXML")); len(failures) != 4*16 {
		t.Errorf("%d failures without one operation, want %d", len(failures), 4*16)
	}
	if failures = check(handler, soaptest.WithResults(), soaptest.WithBindings(soap.SOAP12)); len(failures) != 17 {
		t.Errorf("%d failures over one binding, want 17", len(failures))
	}
}

// TestBoundaryValues checks that a request without what may be absent is sent over each binding, and that a service may refuse
// it as the client's mistake, and not fail.
func TestBoundaryValues(t *testing.T) {
	for code, want := range map[soap.FaultCode]int{"": 0, soap.FaultClient: 0, soap.FaultServer: 4} {
		absent := 0
		fake := &realtimetest.Fake{GetStationsFilterXMLFunc: func(_ context.Context, req *realtime.GetStationsFilterXML) ([]realtime.ObjStationFilter, error) {
			if req.StationText != nil {
				return nil, nil
			}
			if absent++; code != "" {
				return nil, &soap.Fault{Code: code, Reason: "no text"}
			}
			return nil, nil
		}}
		failures := 0
		for _, f := range check(realtime.NewHandler(fake, soap.WithLogger(slog.New(slog.DiscardHandler))), soaptest.WithResults()) {
			if strings.HasSuffix(f.Case, "/getStationsFilterXML/answer with min values") {
				failures++
			}
		}
		if failures != want || absent < 4 {
			t.Errorf("code %q: %d failures, want %d; the service got %d requests without a text", code, failures, want, absent)
		}
	}
}

// TestMistakenOptions checks that mistakes of the user fail: a test of nothing would pass.
func TestMistakenOptions(t *testing.T) {
	for want, opts := range map[string][]soaptest.Option{
		`WithRequest: there is no operation "getallstationsxml"; want one of getAllStationsXML, `: {soaptest.WithRequest("getallstationsxml", nil)},
		`WithoutOperations: there is no operation "getStations"`:                                  {soaptest.WithoutOperations("getStations")},
		"WithBindings: the contract has no port with the binding":                                 {soaptest.WithBindings(soap.HTTPPut)},
		"WithAddress: the contract has no port with the binding":                                  {soaptest.WithAddress(soap.HTTPPut, "/")},
		"the request of WithRequest cannot be sent: ":                                             {soaptest.WithRequest("getStationsFilterXML", realtime.GetStationsFilterXML{})},
		"client of Realtime: ": {soaptest.WithAddress(soap.SOAP11, "127.0.0.1:1")},
	} {
		failures := check(right(), opts...)
		if len(failures) == 0 || !strings.HasPrefix(failures[0].Message, want) {
			t.Errorf("%v, want %s", failures, want)
		}
	}
}

// TestNoAnswer checks that a server that does not answer fails the tests in a limited time.
func TestNoAnswer(t *testing.T) {
	silent := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // so that the server notices that the client has gone
		<-r.Context().Done()
	})
	failures := check(silent, soaptest.WithTimeout(time.Millisecond), soaptest.WithBindings(soap.SOAP11))
	if len(failures) == 0 || !strings.Contains(failures[0].Error(), "no answer within 1ms") {
		t.Errorf("%v", failures)
	}
}
