package roundtrip

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
)

// quiet keeps the errors that tests ask for out of their output.
var quiet = realtime.WithLogger(slog.New(slog.DiscardHandler))

// serve serves an implementation over loopback until the test ends.
func serve(t testing.TB, s realtime.Realtime, opts ...realtime.HandlerOption) *httptest.Server {
	t.Helper()
	return listen(t, realtime.NewHandler(s, append([]realtime.HandlerOption{quiet}, opts...)...))
}

func listen(t testing.TB, h http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server
}

// dial returns a client of a server.
func dial(t testing.TB, server *httptest.Server, b realtime.Binding, opts ...realtime.ClientOption) *realtime.Client {
	t.Helper()
	opts = append([]realtime.ClientOption{realtime.WithHTTPClient(server.Client())}, opts...)
	client, err := realtime.NewClient(server.URL+path, b, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

type testServer = httptest.Server

// request is an HTTP request as a client of any make may send it.
type request struct {
	method, target string // target is what follows the server's address
	header         map[string]string
	body           string
}

// response is the answer to a request.
type response struct {
	status int
	header http.Header
	body   []byte
}

func (r response) contentType() string { return r.header.Get("Content-Type") }

// send sends a request. Headers go out as they are given, and redirects are not
// followed.
func send(t testing.TB, server *httptest.Server, r request) response {
	t.Helper()
	out, err := http.NewRequest(r.method, server.URL+r.target, strings.NewReader(r.body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range r.header {
		if name == "Host" {
			out.Host = value
			continue
		}
		out.Header[name] = []string{value}
	}
	in, err := server.Client().Transport.RoundTrip(out)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Body.Close()
	body, err := io.ReadAll(in.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response{in.StatusCode, in.Header, body}
}

// Content-Types of the specification, section 4.1.
var requestTypes = map[realtime.Binding]string{
	realtime.SOAP11:   "text/xml; charset=utf-8",
	realtime.SOAP12:   "application/soap+xml; charset=utf-8",
	realtime.HTTPPost: "application/x-www-form-urlencoded",
}

var responseTypes = map[realtime.Binding]string{
	realtime.SOAP11:   "text/xml; charset=utf-8",
	realtime.SOAP12:   "application/soap+xml; charset=utf-8",
	realtime.HTTPGet:  "text/xml; charset=utf-8",
	realtime.HTTPPost: "text/xml; charset=utf-8",
}

var envelopeNS = map[realtime.Binding]string{realtime.SOAP11: soap11NS, realtime.SOAP12: soap12NS}

// envelope wraps the content of a Body.
func envelope(b realtime.Binding, content string) string {
	return `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="` + envelopeNS[b] + `"><s:Body>` + content + `</s:Body></s:Envelope>`
}

// element is an element of the service's namespace.
func element(name, content string) string {
	return "<" + name + ` xmlns="` + namespace + `">` + content + "</" + name + ">"
}

// soapRequest is a request of a SOAP binding, in the specification's form.
func soapRequest(b realtime.Binding, action, content string) request {
	header := map[string]string{"Content-Type": requestTypes[b]}
	if b == realtime.SOAP11 {
		header["SOAPAction"] = `"` + namespace + action + `"`
	}
	return request{"POST", path, header, envelope(b, content)}
}

// formRequest is a request of an HTTP binding, in the specification's form.
func formRequest(b realtime.Binding, operation, parameters string) request {
	if b == realtime.HTTPGet {
		return request{method: "GET", target: path + "/" + operation + "?" + parameters}
	}
	return request{"POST", path + "/" + operation, map[string]string{"Content-Type": requestTypes[b]}, parameters}
}
