package soap

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

func TestUnsendableTextFailsBeforeSending(t *testing.T) {
	for _, b := range allBindings {
		for _, text := range []string{"\x00", "a\x1Fb", "\xFF", "\uFFFF"} {
			_, err := dialDepot(t, "http://127.0.0.1:1/", b).GetStopsWithKind(t.Context(), &getStopsWithKind{Kind: &text})
			var encodeError *schema.EncodeError
			if !errors.As(err, &encodeError) || !strings.HasPrefix(err.Error(), "getStops_WithKind over "+b.String()) {
				t.Errorf("%s, %q: %v", b, text, err)
			}
		}
	}
}

type doerFunc func(*http.Request) (*http.Response, error)

func (f doerFunc) Do(r *http.Request) (*http.Response, error) { return f(r) }

func TestClientAddress(t *testing.T) {
	tests := []struct {
		address string
		binding contract.Binding
		want    string
	}{
		{"", contract.SOAP11, "http://localhost:8080/depot/depot.asmx"},
		{"", contract.HTTPGet, "http://localhost:8080/depot/depot.asmx/getStops?"},
		{"https://h.example", contract.SOAP12, "https://h.example"},
		{"https://h.example", contract.HTTPPost, "https://h.example/getStops"},
		{"https://h.example/a%2Fb/?key=1", contract.HTTPGet, "https://h.example/a%2Fb/getStops?key=1"},
		{"https://h.example/x#part", contract.SOAP11, "https://h.example/x"},
	}
	for _, test := range tests {
		c := dialDepot(t, test.address, test.binding, WithHTTPClient(doerFunc(func(r *http.Request) (*http.Response, error) {
			if got := r.URL.String(); got != test.want {
				t.Errorf("%q over %s: %s, want %s", test.address, test.binding, got, test.want)
			}
			return nil, io.EOF
		})))
		if _, err := c.GetStops(context.Background()); !errors.Is(err, io.EOF) {
			t.Error(err)
		}
	}
	for _, bad := range []string{"/path", "localhost:80", "ftp://h/", "http://", "http://a b/", "://"} {
		if _, err := newDepotClient(bad, contract.SOAP11); err == nil {
			t.Errorf("address %q is accepted", bad)
		}
	}
	if _, err := dialDepot(t, "http://h/", contract.HTTPGet).First(t.Context()); !errors.Is(err, ErrNotOffered) {
		t.Errorf("an operation of SOAP only: %v", err)
	}
	only := contract.Contract{Service: "S", Namespaces: []schema.Namespace{{}}}
	if _, err := NewCaller(&only, "http://h/", contract.SOAP11, nil); !errors.Is(err, ErrNotOffered) {
		t.Errorf("binding without a port: %v", err)
	}
}

// answer returns the address of a server that sends one answer.
func answer(t *testing.T, status int, contentType, body string, header ...string) string {
	t.Helper()
	server := newServer(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header()["Content-Type"] = []string{contentType}
		if contentType == "" {
			w.Header()["Content-Type"] = nil
		}
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}))
	return server.URL
}

func TestResponses(t *testing.T) {
	const (
		fault11 = `<faultcode>s:Client</faultcode><faultstring xml:lang="de">nein</faultstring><detail><x xmlns="urn:x">1</x></detail>`
		fault12 = `<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value xmlns:q="urn:q">q:Bad</s:Value></s:Subcode></s:Code>` +
			`<s:Reason><s:Text xml:lang="de">nein</s:Text><s:Text xml:lang="en">no</s:Text></s:Reason>`
	)
	result := element("countResponse", "<extra/><countResult>7</countResult>")
	isFault := func(code FaultCode, reason string) func(error) bool {
		return func(err error) bool {
			var f *Fault
			return errors.As(err, &f) && f.Code == code && f.Reason == reason && f.FaultRemote()
		}
	}
	isHTTP := func(err error) bool {
		var e *HTTPError
		return errors.As(err, &e) && e.Operation == "count"
	}
	isDecode := func(err error) bool {
		var e *schema.DecodeError
		return errors.As(err, &e) && e.Line == 1 && strings.HasPrefix(err.Error(), "count over ")
	}
	tests := []struct {
		name        string
		binding     contract.Binding
		status      int
		contentType string
		body        string
		check       func(error) bool // nil: the result is 7
	}{
		{"result", contract.SOAP11, 200, "text/xml", envelope(contract.SOAP11, result), nil},
		{"result with any status", contract.SOAP11, 500, "text/xml", envelope(contract.SOAP11, result), nil},
		{"result without a media type", contract.SOAP12, 200, "", envelope(contract.SOAP12, result), nil},
		{"result as another XML type", contract.SOAP12, 200, "application/xml", envelope(contract.SOAP12, result), nil},
		{"fault", contract.SOAP11, 500, "text/xml", envelope(contract.SOAP11, "<s:Fault>"+fault11+"</s:Fault>"), isFault(FaultClient, "nein")},
		{"fault with status 200", contract.SOAP11, 200, "text/xml", envelope(contract.SOAP11, "<s:Fault>"+fault11+"</s:Fault>"), isFault(FaultClient, "nein")},
		{"fault, English preferred", contract.SOAP12, 400, "application/soap+xml", envelope(contract.SOAP12, "<s:Fault>"+fault12+"</s:Fault>"), isFault(FaultClient, "no")},
		{"fault of the other version", contract.SOAP12, 500, "text/xml", envelope(contract.SOAP11, "<s:Fault>"+fault11+"</s:Fault>"), isFault(FaultClient, "nein")},
		{"result of the other version", contract.SOAP12, 200, "text/xml", envelope(contract.SOAP11, result), isDecode},
		{"truncated fault", contract.SOAP11, 500, "text/xml", "<a>", isHTTP},
		{"truncated result", contract.SOAP11, 200, "text/xml", strings.TrimSuffix(envelope(contract.SOAP11, result), ">"), isDecode},
		{"result is missing", contract.SOAP11, 200, "text/xml", envelope(contract.SOAP11, element("countResponse", "")), isDecode},
		{"result is given twice", contract.SOAP11, 200, "text/xml", envelope(contract.SOAP11, element("countResponse", "<countResult>7</countResult><countResult>7</countResult>")), isDecode},
		{"result is not a number", contract.SOAP11, 200, "text/xml", envelope(contract.SOAP11, element("countResponse", "<countResult>x</countResult>")), isDecode},
		{"no Body", contract.SOAP11, 200, "text/xml", `<s:Envelope xmlns:s="` + SOAP11Namespace + `"/>`, isDecode},
		{"mandatory header", contract.SOAP11, 200, "text/xml", strings.Replace(envelope(contract.SOAP11, result), "<s:Body>", `<s:Header><x s:mustUnderstand="1"/></s:Header><s:Body>`, 1), isDecode},
		{"optional header", contract.SOAP11, 200, "text/xml", strings.Replace(envelope(contract.SOAP11, result), "<s:Body>", `<s:Header><x s:mustUnderstand="0"/></s:Header><s:Body>`, 1), nil},
		{"HTTP result", contract.HTTPGet, 200, "text/xml", element("int", "7"), nil},
		{"HTTP result in Latin-1", contract.HTTPGet, 200, "text/xml; charset=iso-8859-1", "<!--\xE9-->" + element("int", "7"), nil},
		{"HTTP result in UTF-16", contract.HTTPPost, 200, "text/xml", "\xFF\xFE" + utf16Text(element("int", "7"), binary.LittleEndian), nil},
		{"HTTP result declared as UTF-16", contract.HTTPGet, 200, "text/xml", `<?xml version="1.0" encoding="utf-16"?>` + element("int", "7"), isDecode},
		{"declared as UTF-16", contract.SOAP11, 200, "text/xml", `<?xml version="1.0" encoding="utf-16"?>` + envelope(contract.SOAP11, result), isDecode},
		{"declared as UTF-16, UTF-8 by parameter", contract.SOAP11, 200, "text/xml; charset=utf-8", `<?xml version="1.0" encoding="utf-16"?>` + envelope(contract.SOAP11, result), nil},
		{"HTTP text, client", contract.HTTPGet, 404, "text/plain; charset=utf-8", "no such\r\n", isFault(FaultClient, "no such")},
		{"HTTP text, server", contract.HTTPPost, 503, "text/plain", "", isFault(FaultServer, "Service Unavailable")},
		{"HTTP text in Latin-1", contract.HTTPPost, 500, "text/plain; charset=latin1", "\xE9", isFault(FaultServer, "é")},
		{"HTTP text without error", contract.HTTPGet, 200, "text/plain", "7", isHTTP},
		{"HTTP redirect without place", contract.HTTPGet, 304, "", "", isHTTP},
		{"HTTP error in XML", contract.HTTPGet, 500, "text/xml", element("int", "7"), isHTTP},
		{"HTTP other root", contract.HTTPGet, 200, "text/xml", element("long", "7"), isDecode},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := dialDepot(t, answer(t, test.status, test.contentType, test.body), test.binding)
			got, err := c.Count(context.Background())
			switch {
			case test.check == nil && (err != nil || got != 7):
				t.Errorf("%v, %v", got, err)
			case test.check != nil && !test.check(err):
				t.Errorf("%T: %v", err, err)
			case strings.ContainsAny(fmt.Sprint(err), "\r\n"):
				t.Errorf("more than one line: %v", err)
			}
		})
	}
}

// TestConnectionsAreReused calls a server one time after the other, with results and with faults.
func TestConnectionsAreReused(t *testing.T) {
	fails := true
	server := httptest.NewUnstartedServer(newDepotHandler(&depotFuncs{getStops: func(context.Context) ([]stop, error) {
		if fails = !fails; fails {
			return nil, &Fault{Code: FaultClient, Reason: "no"}
		}
		return make([]stop, 1000), nil
	}}))
	var connections atomic.Int32
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	for _, b := range allBindings {
		c := dialDepot(t, server.URL+depotPath, b, WithHTTPClient(server.Client()))
		for range 4 {
			c.GetStops(context.Background())
		}
	}
	if n := connections.Load(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

func TestBridge(t *testing.T) {
	var log bytes.Buffer
	service := &depotFuncs{
		getStopsWithKind: func(_ context.Context, req *getStopsWithKind) ([]stop, error) {
			return nil, &Fault{Code: FaultClient, Subcodes: []xsd.QName{{Space: "urn:x", Local: "Kind"}}, Reason: "no kind " + *req.Kind, Detail: `<d xmlns="urn:d"/>`}
		},
		getStop: func(_ context.Context, req *getStop) (*stop, error) { return &stop{Name: req.Code}, nil },
	}
	backend := startDepot(t, service)
	for _, inner := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		proxy := startDepot(t, dialDepot(t, backend, inner), WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		open := startDepot(t, dialDepot(t, backend, inner), WithRemoteFaultText())
		for _, b := range allBindings {
			c := dialDepot(t, proxy, b)
			if got, err := c.GetStop(context.Background(), &getStop{Code: "C"}); err != nil || got.Name != "C" {
				t.Errorf("%s over %s: %v, %v", inner, b, got, err)
			}
			_, err := c.GetStopsWithKind(context.Background(), &getStopsWithKind{Kind: Ptr("secret")})
			if text := fmt.Sprint(err); err == nil || strings.Contains(text, "secret") {
				t.Errorf("%s over %s: %v", inner, b, err)
			}
			_, err = dialDepot(t, open, b).GetStopsWithKind(context.Background(), &getStopsWithKind{Kind: Ptr("secret")})
			f, ok := AsFault(err)
			if !ok || f.Reason != "no kind secret" {
				t.Errorf("%s over %s: %v, want the text", inner, b, err)
			}
			if b.IsSOAP() && (f.Detail != `<d xmlns="urn:d"/>` || len(f.Subcodes) != 1 || f.Subcodes[0] != xsd.QName{Space: "urn:x", Local: "Kind"}) {
				t.Errorf("%s over %s: %+v", inner, b, f)
			}
			if inner == contract.SOAP12 && b != contract.SOAP11 && f.Code != FaultClient {
				t.Errorf("%s over %s: code %s", inner, b, f.Code)
			}
		}
	}
	if !strings.Contains(log.String(), "secret") {
		t.Errorf("the text that was withheld is not in the log: %s", log.String())
	}
}

// serverOf sends requests to a handler without a network.
func serverOf(h http.Handler) HTTPDoer {
	return doerFunc(func(r *http.Request) (*http.Response, error) {
		if r.Body == nil {
			r.Body = http.NoBody
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Result(), nil
	})
}
