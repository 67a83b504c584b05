package roundtrip

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// noLog discards the errors that a handler logs.
var noLog = soap.WithLogger(slog.New(slog.DiscardHandler))

// serve starts a server for an implementation. It stops when the test ends.
func serve(t testing.TB, s realtime.Realtime, opts ...soap.HandlerOption) *httptest.Server {
	t.Helper()
	return listen(t, realtime.NewHandler(s, append([]soap.HandlerOption{noLog}, opts...)...))
}

func listen(t testing.TB, h http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server
}

// dial returns a client of a server for one binding.
func dial(t testing.TB, server *httptest.Server, b soap.Binding, opts ...soap.ClientOption) *realtime.Client {
	t.Helper()
	opts = append([]soap.ClientOption{soap.WithHTTPClient(server.Client())}, opts...)
	client, err := realtime.NewClient(server.URL+path, b, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// callRecorder records the last call of its service, which returns a nil list.
type callRecorder struct {
	operation string
	arguments []*string
}

func (r *callRecorder) service() realtime.Realtime {
	return service(func(_ context.Context, operation string, arguments []*string) (any, error) {
		*r = callRecorder{operation, append([]*string{}, arguments...)}
		return nil, nil
	})
}

// request is any HTTP request.
type request struct {
	method, target string // target follows the server's address
	header         map[string]string
	body           string
}

// response is the response to a request.
type response struct {
	status int
	header http.Header
	body   []byte
}

func (r response) contentType() string { return r.header.Get("Content-Type") }

// send sends a request. It does not change the case of header names, and does
// not follow redirects.
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
	return readResponse(t, in, err)
}

// readResponse reads and closes a response. err is the error of the call that
// returned it.
func readResponse(t testing.TB, in *http.Response, err error) response {
	t.Helper()
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

// Content-Type headers of the specification, section 4.1.
var requestTypes = map[soap.Binding]string{
	soap.SOAP11:   "text/xml; charset=utf-8",
	soap.SOAP12:   "application/soap+xml; charset=utf-8",
	soap.HTTPPost: "application/x-www-form-urlencoded",
}

var responseTypes = map[soap.Binding]string{
	soap.SOAP11:   "text/xml; charset=utf-8",
	soap.SOAP12:   "application/soap+xml; charset=utf-8",
	soap.HTTPGet:  "text/xml; charset=utf-8",
	soap.HTTPPost: "text/xml; charset=utf-8",
}

const prolog = `<?xml version="1.0" encoding="utf-8"?>`

var envelopeNS = map[soap.Binding]string{soap.SOAP11: soap11NS, soap.SOAP12: soap12NS}

// envelope returns an envelope with the content of its Body.
func envelope(b soap.Binding, content string) string {
	return prolog + `<s:Envelope xmlns:s="` + envelopeNS[b] + `"><s:Body>` + content + `</s:Body></s:Envelope>`
}

// element returns an element in the service's namespace.
func element(name, content string) string {
	return "<" + name + ` xmlns="` + namespace + `">` + content + "</" + name + ">"
}

// soapRequest returns a request of a SOAP binding as in the specification.
func soapRequest(b soap.Binding, action, content string) request {
	header := map[string]string{"Content-Type": requestTypes[b]}
	if b == soap.SOAP11 {
		header["SOAPAction"] = `"` + namespace + action + `"`
	}
	return request{"POST", path, header, envelope(b, content)}
}

// formRequest returns a request of an HTTP binding as in the specification.
func formRequest(b soap.Binding, operation, parameters string) request {
	if b == soap.HTTPGet {
		return request{method: "GET", target: path + "/" + operation + "?" + parameters}
	}
	return request{"POST", path + "/" + operation, map[string]string{"Content-Type": requestTypes[b]}, parameters}
}
