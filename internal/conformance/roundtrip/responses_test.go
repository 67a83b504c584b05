package roundtrip

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// TestClientResponses checks the result or the kind of error that a call returns
// for a response. An error has one line and names the call, and the result is
// nil: a call never returns part of a list.
func TestClientResponses(t *testing.T) {
	t.Parallel()
	op := operationNamed("getAllStationsXML")
	good := func(b soap.Binding) string {
		return resultXML(op, b, "<objStation><StationDesc>a</StationDesc></objStation><objStation/>")
	}
	fault := func(b soap.Binding) string {
		if b == soap.SOAP12 {
			return envelope(b, `<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">no &lt;way&gt;</s:Text></s:Reason></s:Fault>`)
		}
		return envelope(b, `<s:Fault><faultcode>s:Client</faultcode><faultstring>no &lt;way&gt;</faultstring></s:Fault>`)
	}
	replace := func(old, new string) func(soap.Binding) string {
		return func(b soap.Binding) string { return strings.Replace(good(b), old, new, 1) }
	}
	text := func(s string) func(soap.Binding) string { return func(soap.Binding) string { return s } }
	const (
		isResult = "result"
		isFault  = "fault"
		isServer = "server fault"
		isHTTP   = "HTTP error"
		isDecode = "decode error"
	)
	for _, test := range []struct {
		name       string
		status     int
		typ        string // Content-Type; "" for the media type of the binding
		body       func(soap.Binding) string
		soap, http string // want for SOAP and HTTP bindings; "" if the case does not apply
	}{
		{"a result", 200, "", good, isResult, isResult},
		{"a result with status 500", 500, "", good, isResult, isHTTP},
		{"a result with another status of success", 203, "", good, isResult, isResult},
		{"a result as application/xml", 200, "application/xml", good, isResult, isResult},
		{"a fault", 500, "", fault, isFault, isHTTP},
		{"a fault with status 200", 200, "", fault, isFault, isDecode},
		{"a fault with status 400", 400, "", fault, isFault, isHTTP},
		{"one line of text", 400, "text/plain; charset=utf-8", text("no <way>\n"), isHTTP, isFault},
		{"text of a server", 503, "text/plain", text("try later"), isHTTP, isServer},
		{"text with status 200", 200, "text/plain", text("hello"), isHTTP, isHTTP},
		{"an HTML page", 502, "text/html", text("<html><h1>Bad\nGateway"), isHTTP, isHTTP},
		{"an HTML page with status 200", 200, "text/html", text("<html>Log in"), isHTTP, isHTTP},
		{"JSON", 200, "application/json", text(`{"a": 1}`), isHTTP, isHTTP},
		{"an empty body", 200, "", text(""), isHTTP, isHTTP},
		{"no content", 204, "", text(""), isHTTP, isHTTP},
		{"accepted", 202, "", text(""), isHTTP, isHTTP},
		{"an empty body with status 404", 404, "text/xml", text(""), isHTTP, isHTTP},
		{"a redirect without Location", 302, "text/html", text(""), isHTTP, isHTTP},
		{"cut short", 200, "", func(b soap.Binding) string { return good(b)[:len(good(b))-3] }, isDecode, isDecode},
		{"cut inside a record", 200, "", func(b soap.Binding) string {
			return good(b)[:strings.Index(good(b), "</objStation>")]
		}, isDecode, isDecode},
		{"a document type", 200, "", func(b soap.Binding) string {
			return "<!DOCTYPE a>" + strings.TrimPrefix(good(b), prolog)
		}, isDecode, isDecode},
		{"two documents", 200, "", func(b soap.Binding) string { return good(b) + strings.TrimPrefix(good(b), prolog) }, isDecode, isDecode},
		{"invalid UTF-8", 200, "", replace(">a<", ">\xFF<"), isDecode, isDecode},
		{"a field twice", 200, "", replace("<objStation/>", "<objStation><StationId/><StationId/></objStation>"), isDecode, isDecode},
		{"wrong root", 200, "", func(b soap.Binding) string {
			return strings.ReplaceAll(strings.ReplaceAll(good(b), "ArrayOfObjStation", "ArrayOfObjTrain"), "Envelope", "envelope")
		}, isHTTP, isDecode},
		{"wrong response element", 200, "", func(b soap.Binding) string {
			return strings.ReplaceAll(good(b), "getAllStationsXMLResponse", "getVendorTrainsXMLResponse")
		}, isDecode, ""},
		{"another namespace", 200, "", func(b soap.Binding) string { return strings.ReplaceAll(good(b), namespace, "urn:other") }, isDecode, isDecode},
		{"an unknown encoding", 200, "text/xml; charset=koi8-r", good, isDecode, isDecode},
		{"nested too deep", 200, "", replace("<objStation/>", strings.Repeat("<a>", 100)+strings.Repeat("</a>", 100)), isDecode, isDecode},
		{"a mandatory header", 200, "", replace("<s:Body>", `<s:Header><h xmlns="urn:h" s:mustUnderstand="1"/></s:Header><s:Body>`), isDecode, ""},
		{"the other SOAP version", 200, "", func(b soap.Binding) string { return good(soap.SOAP11 + soap.SOAP12 - b) }, isDecode, ""},
	} {
		for _, b := range bindings {
			want := test.http
			if isSOAP(b) {
				want = test.soap
			}
			if want == "" {
				continue
			}
			t.Run(test.name+"/"+b.String(), func(t *testing.T) {
				server := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					typ := test.typ
					if typ == "" {
						typ = responseTypes[b]
					}
					w.Header().Set("Content-Type", typ)
					w.WriteHeader(test.status)
					io.WriteString(w, test.body(b))
				}))
				list, err := dial(t, server, b).GetAllStationsXML(t.Context())
				if got := kindOf(err); got != want {
					t.Fatalf("got a %s (%v), want a %s", got, err, want)
				}
				if want == isResult {
					if d := difference(list, []realtime.ObjStation{{StationDesc: pointer("a")}, {}}); d != "" {
						t.Error(d)
					}
					return
				}
				if list != nil {
					t.Errorf("got %d records and an error, want only the error", len(list))
				}
				if strings.ContainsAny(err.Error(), "\r\n") || len(err.Error()) > 1000 {
					t.Errorf("got error %q, want one line of at most 1000 bytes", err)
				}
				if f := as[*soap.Fault](err); f != nil && (want == isFault && f.Reason != "no <way>" || !f.FaultRemote()) {
					t.Errorf("got fault %+v, want a remote fault with the reason of the response", f)
				}
				if e := as[*soap.HTTPError](err); e != nil && (e.Status != test.status || e.Operation != op.name || e.Binding != b) {
					t.Errorf("got HTTP error %+v, want status %d, operation %s, binding %s", e, test.status, op.name, b)
				}
				if want == isDecode && (!strings.Contains(err.Error(), op.name) || !strings.Contains(err.Error(), b.String())) {
					t.Errorf("got error %v, want it to name operation %s and binding %s", err, op.name, b)
				}
			})
		}
	}
}

// kindOf returns the kind of a client's error. All errors that are neither a
// fault nor an HTTP error are decode errors.
func kindOf(err error) string {
	f := as[*soap.Fault](err)
	switch {
	case err == nil:
		return "result"
	case f != nil && f.Code == soap.FaultServer:
		return "server fault"
	case f != nil:
		return "fault"
	case as[*soap.HTTPError](err) != nil:
		return "HTTP error"
	}
	return "decode error"
}

// TestResponseSizeLimit checks that a response over the limit is an error.
func TestResponseSizeLimit(t *testing.T) {
	server := serve(t, listService(func(op operation) any { return records(op.recordType(), 50) }))
	for _, b := range bindings {
		_, err := dial(t, server, b, soap.WithMaxResponseBytes(1000)).GetAllStationsXML(t.Context())
		if large := as[*http.MaxBytesError](err); large == nil || large.Limit != 1000 {
			t.Errorf("%s: got error %v, want a *http.MaxBytesError with limit 1000", b, err)
		}
		if _, err := dial(t, server, b, soap.WithMaxResponseBytes(1<<30)).GetAllStationsXML(t.Context()); err != nil {
			t.Errorf("%s: response under the limit: %v", b, err)
		}
	}
}

// TestCancelledCall checks that the error of a call with a cancelled context
// wraps context.Canceled.
func TestCancelledCall(t *testing.T) {
	release := make(chan struct{})
	server := serve(t, service(func(ctx context.Context, _ string, _ []*string) (any, error) {
		select {
		case <-ctx.Done():
		case <-release:
		}
		return nil, ctx.Err()
	}))
	t.Cleanup(func() { close(release) }) // runs before the server is closed, which waits for its calls
	for _, b := range bindings {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := dial(t, server, b).GetAllStationsXML(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got error %v, want context.Canceled", b, err)
		}
	}
}

// TestServiceErrors checks that a caller receives the code and reason of a
// *Fault, and of other errors and panics only that the server failed.
func TestServiceErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		err    error
		code   soap.FaultCode
		reason string // "" for any
	}{
		{"a client's fault", &soap.Fault{Code: soap.FaultClient, Reason: `bad <&> "x" é世`}, soap.FaultClient, `bad <&> "x" é世`},
		{"a server's fault", &soap.Fault{Code: soap.FaultServer, Reason: "closed"}, soap.FaultServer, "closed"},
		{"a fault without a code", &soap.Fault{Reason: "closed"}, soap.FaultServer, "closed"},
		{"a wrapped fault", errors.Join(errors.New("secret"), &soap.Fault{Code: soap.FaultClient, Reason: "bad"}), soap.FaultClient, "bad"},
		{"another error", errors.New("secret"), soap.FaultServer, ""},
		{"not offered", soap.ErrNotOffered, soap.FaultServer, ""},
	} {
		server := serve(t, always(nil, test.err))
		forAll(t, func(t *testing.T, op operation, b soap.Binding) {
			_, err := op.call(t.Context(), dial(t, server, b))
			f := as[*soap.Fault](err)
			if f == nil {
				t.Fatalf("%s: got error %v, want a *Fault", test.name, err)
			}
			if f.Code != test.code || test.reason != "" && f.Reason != test.reason || strings.Contains(f.Reason, "secret") || f.Reason == "" {
				t.Errorf("%s: got fault %+v, want code %v, reason %q", test.name, f, test.code, test.reason)
			}
		})
	}
	server := serve(t, service(func(context.Context, string, []*string) (any, error) { panic("secret") }))
	forAll(t, func(t *testing.T, op operation, b soap.Binding) {
		_, err := op.call(t.Context(), dial(t, server, b))
		if f := as[*soap.Fault](err); f == nil || f.Code != soap.FaultServer || strings.Contains(f.Reason, "secret") {
			t.Errorf("panic: got error %v, want a server fault without the panic's value", err)
		}
	})
}

// TestUnimplementedOperationIsServerFault calls every operation of a service that
// implements none.
func TestUnimplementedOperationIsServerFault(t *testing.T) {
	server := serve(t, realtime.UnimplementedRealtime{})
	forAll(t, func(t *testing.T, op operation, b soap.Binding) {
		_, err := op.call(t.Context(), dial(t, server, b))
		if f := as[*soap.Fault](err); f == nil || f.Code != soap.FaultServer || !strings.Contains(f.Reason, "not offered") {
			t.Errorf("got error %v, want a server fault with the reason not offered", err)
		}
	})
}
