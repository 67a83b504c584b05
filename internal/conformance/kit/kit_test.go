package kit

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

const path = "/realtime/realtime.asmx"

// right returns a handler without a mistake. Its answers do not depend on the request.
func right() http.Handler {
	return sample.NewHandler(soap.ContractOf(realtime.NewHandler(&realtimetest.Fake{})), soap.WithLogger(slog.New(slog.DiscardHandler)))
}

// check returns what the tests say about a handler.
func check(handler http.Handler, opts ...soaptest.Option) []soaptest.Failure {
	server := httptest.NewServer(handler)
	defer server.Close()
	return soaptest.Check(soap.ContractOf(realtime.NewHandler(&realtimetest.Fake{})), server.URL+path, opts...)
}

func TestRight(t *testing.T) {
	realtimetest.Run(t, right(), soaptest.WithRecommendations(), soaptest.WithResults())
	if failures := check(right(), soaptest.WithRecommendations(), soaptest.WithResults()); failures != nil {
		t.Error(failures)
	}
}

// replaced changes each response.
func replaced(change func(r *http.Request, w *httptest.ResponseRecorder)) http.Handler {
	next := right()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		r.Body = io.NopCloser(bytes.NewReader(body))
		change(r, answer)
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.Header().Del("Content-Length")
		w.WriteHeader(answer.Code)
		w.Write(answer.Body.Bytes())
	})
}

// text replaces text in each response.
func text(pairs ...string) http.Handler {
	return replaced(func(_ *http.Request, w *httptest.ResponseRecorder) {
		w.Body = bytes.NewBufferString(strings.NewReplacer(pairs...).Replace(w.Body.String()))
	})
}

// asked changes each request.
func asked(pairs ...string) http.Handler {
	next := right()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		body = []byte(strings.NewReplacer(pairs...).Replace(string(body)))
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		next.ServeHTTP(w, r)
	})
}

// TestWrong checks that each mistake is found, in the right case and by the right rule.
func TestWrong(t *testing.T) {
	status := func(from, to int) http.Handler {
		return replaced(func(_ *http.Request, w *httptest.ResponseRecorder) {
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
		"fault of SOAP 1.1 with status 200": {status(500, 200), "SOAP 1.1/unknown element", "SOAP 1.1, section 6.2"},
		"Sender with status 500":            {status(400, 500), "SOAP 1.2/unknown element", "SOAP 1.2 part 2, section 7.5.2.2"},
		"result with status 500":            {status(200, 500), "SOAP 1.1/getAllStationsXML/answer", "SOAP 1.1, section 6.2"},
		"unknown operation with status 200": {status(404, 200), "HTTP GET/unknown operation", "RFC 9110"},
		"405 without Allow": {replaced(func(_ *http.Request, w *httptest.ResponseRecorder) { w.Header().Del("Allow") }),
			"SOAP 1.1/method PUT", "RFC 9110, section 15.5.6"},
		"wrong media type": {replaced(func(_ *http.Request, w *httptest.ResponseRecorder) {
			if strings.HasPrefix(w.Header().Get("Content-Type"), "application/soap+xml") {
				w.Header().Set("Content-Type", "text/xml")
			}
		}), "SOAP 1.2/getAllStationsXML/answer", "SOAP 1.2 part 2, section 7.1.4"},
		"text instead of XML": {replaced(func(_ *http.Request, w *httptest.ResponseRecorder) {
			if w.Code == 200 {
				w.Header().Set("Content-Type", "text/plain")
			}
		}), "HTTP GET/getAllStationsXML/answer", "WSDL 1.1"},
		"wrong namespace":           {text("http://realtime.rail.example/", "http://rail.example/"), "SOAP 1.1/getAllStationsXML/answer", "WSDL 1.1, section 3"},
		"wrong name":                {text("ArrayOfObjStation", "ArrayOfStation"), "HTTP POST/getAllStationsXML/answer", "WSDL 1.1, section 4"},
		"missing element":           {text("<Servertime>2026-11-21T08:15:00Z</Servertime>", ""), "SOAP 1.2/getStationDataByNameXML/answer", "WSDL 1.1, section 3"},
		"value of another type":     {text("2026-11-21T08:15:00Z", "today"), "HTTP GET/getStationDataByNameXML/answer", "WSDL 1.1, section 4"},
		"element that is unknown":   {text("<StationDesc>", "<Name>x</Name><StationDesc>"), "SOAP 1.1/getAllStationsXML/answer", "WSDL 1.1, section 3"},
		"malformed answer":          {text("</soap:Envelope>", "</soap:Envelop>"), "SOAP 1.1/getAllStationsXML/answer", "WSDL 1.1, section 3"},
		"no envelope":               {text("<soap:Envelope", "<soap:Letter", "</soap:Envelope", "</soap:Letter"), "SOAP 1.2/getAllStationsXML/answer", "WSDL 1.1, section 3"},
		"answer of another":         {text("getCurrentTrainsXML", "getVendorTrainsXML"), "SOAP 1.1/getCurrentTrainsXML/answer", "WSDL 1.1, section 3"},
		"headers are ignored":       {asked("mustUnderstand=", "ignored="), "SOAP 1.1/header that must be understood", "SOAP 1.1, section 4.2.3"},
		"headers of others":         {asked(" soap:actor=", " ignored=", " soap:role=", " ignored="), "SOAP 1.2/header for another node", "SOAP 1.2 part 1, section 2.2"},
		"version is ignored":        {asked("urn:example:unknown-envelope", soap.SOAP11Namespace), "SOAP 1.1/unknown version", "SOAP 1.1, section 4.1.2"},
		"document type is accepted": {asked("<!DOCTYPE Envelope>", ""), "SOAP 1.2/document type", "SOAP 1.2 part 1, section 5"},
		"unknown code":              {text("soap:Client", "soap:Caller"), "SOAP 1.1/unknown element", "SOAP 1.1, section 4.4"},
		"no faultstring":            {text("faultstring", "reason"), "SOAP 1.1/unknown element", "SOAP 1.1, section 4.4"},
		"no language":               {text(` xml:lang="en"`, ""), "SOAP 1.2/unknown element", "SOAP 1.2 part 1, section 5.4"},
		"Server for Client":         {text("soap:Client", "soap:Server"), "SOAP 1.1/unknown element", "SOAP 1.1, section 4.4.1"},
		"prefixes":                  {asked("<q0:", "<"), "SOAP 1.1/other prefix", "Namespaces in XML"},
		"malformed request": {replaced(func(r *http.Request, w *httptest.ResponseRecorder) {
			if body, _ := io.ReadAll(r.Body); len(body) > 0 && !bytes.HasSuffix(body, []byte(">")) && strings.HasPrefix(r.Header.Get("Content-Type"), "text/xml") {
				w.Code, w.Body = 200, bytes.NewBufferString("fine")
			}
		}), "SOAP 1.1/malformed XML", "XML 1.0"},
		"another answer over GET": {replaced(func(r *http.Request, w *httptest.ResponseRecorder) {
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
	if len(failures) != 40 || strings.Contains(failures[0].Error(), "Bearer secret") {
		t.Errorf("%d operations over 4 bindings have no result, want 10; the first:\n%s", len(failures), failures[0].Error())
	}
	for _, text := range texts {
		if text != "secret" {
			t.Errorf("the service got the text %q", text)
		}
	}
	if failures = check(handler, soaptest.WithResults(), soaptest.WithoutOperations("getAllStationsXML")); len(failures) != 36 {
		t.Errorf("%d failures without one operation, want 36", len(failures))
	}
	if failures = check(handler, soaptest.WithResults(), soaptest.WithBindings(soap.SOAP12)); len(failures) != 10 {
		t.Errorf("%d failures over one binding, want 10", len(failures))
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
