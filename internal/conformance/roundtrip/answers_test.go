package roundtrip

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
)

// TestAnswersToClients: what a client makes of what it gets, over each binding
// that it concerns. Whatever it is, it is an error of one line that says which
// call failed, or a result; never both, and never a part of a list.
func TestAnswersToClients(t *testing.T) {
	op := operationNamed("getAllStationsXML")
	good := func(b realtime.Binding) string {
		return resultXML(op, b, "<objStation><StationDesc>a</StationDesc></objStation><objStation/>")
	}
	fault := func(b realtime.Binding) string {
		if b == realtime.SOAP12 {
			return envelope(b, `<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">no &lt;way&gt;</s:Text></s:Reason></s:Fault>`)
		}
		return envelope(b, `<s:Fault><faultcode>s:Client</faultcode><faultstring>no &lt;way&gt;</faultstring></s:Fault>`)
	}
	replace := func(old, new string) func(realtime.Binding) string {
		return func(b realtime.Binding) string { return strings.Replace(good(b), old, new, 1) }
	}
	text := func(s string) func(realtime.Binding) string { return func(realtime.Binding) string { return s } }
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
		typ        string // "" is the binding's
		body       func(realtime.Binding) string
		soap, http string // "" where it does not concern the binding
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
		{"a page", 502, "text/html", text("<html><h1>Bad\nGateway"), isHTTP, isHTTP},
		{"a page with status 200", 200, "text/html", text("<html>Log in"), isHTTP, isHTTP},
		{"JSON", 200, "application/json", text(`{"a": 1}`), isHTTP, isHTTP},
		{"nothing", 200, "", text(""), isDecode, isDecode},
		{"nothing at all", 204, "", text(""), isDecode, isDecode},
		{"nothing with status 404", 404, "text/xml", text(""), isHTTP, isHTTP},
		{"a redirect without a place", 302, "text/html", text(""), isHTTP, isHTTP},
		{"cut short", 200, "", func(b realtime.Binding) string { return good(b)[:len(good(b))-3] }, isDecode, isDecode},
		{"cut inside a record", 200, "", func(b realtime.Binding) string {
			return good(b)[:strings.Index(good(b), "</objStation>")]
		}, isDecode, isDecode},
		{"a document type", 200, "", func(b realtime.Binding) string {
			return "<!DOCTYPE a>" + strings.TrimPrefix(good(b), prolog)
		}, isDecode, isDecode},
		{"two documents", 200, "", func(b realtime.Binding) string { return good(b) + strings.TrimPrefix(good(b), prolog) }, isDecode, isDecode},
		{"invalid UTF-8", 200, "", replace(">a<", ">\xFF<"), isDecode, isDecode},
		{"a field twice", 200, "", replace("<objStation/>", "<objStation><StationId/><StationId/></objStation>"), isDecode, isDecode},
		{"another root", 200, "", func(b realtime.Binding) string {
			return strings.ReplaceAll(strings.ReplaceAll(good(b), "ArrayOfObjStation", "ArrayOfObjTrain"), "Envelope", "envelope")
		}, isHTTP, isDecode},
		{"another response", 200, "", func(b realtime.Binding) string {
			return strings.ReplaceAll(good(b), "getAllStationsXMLResponse", "getVendorTrainsXMLResponse")
		}, isDecode, ""},
		{"another namespace", 200, "", func(b realtime.Binding) string { return strings.ReplaceAll(good(b), namespace, "urn:other") }, isDecode, isDecode},
		{"an unknown encoding", 200, "text/xml; charset=koi8-r", good, isDecode, isDecode},
		{"nested too deep", 200, "", replace("<objStation/>", strings.Repeat("<a>", 100)+strings.Repeat("</a>", 100)), isDecode, isDecode},
		{"a mandatory header", 200, "", replace("<s:Body>", `<s:Header><h xmlns="urn:h" s:mustUnderstand="1"/></s:Header><s:Body>`), isDecode, ""},
		{"the other version", 200, "", func(b realtime.Binding) string { return good(realtime.SOAP11 + realtime.SOAP12 - b) }, isDecode, ""},
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
					t.Fatalf("%s: %v, want a %s", got, err, want)
				}
				if want == isResult {
					if d := difference(list, []realtime.ObjStation{{StationDesc: pointer("a")}, {}}); d != "" {
						t.Error(d)
					}
					return
				}
				if list != nil {
					t.Errorf("%d records beside an error", len(list))
				}
				if strings.ContainsAny(err.Error(), "\r\n") || len(err.Error()) > 1000 {
					t.Errorf("the error is %q", err)
				}
				if f := as[*realtime.Fault](err); f != nil && (want == isFault && f.Reason != "no <way>" || !f.FaultRemote()) {
					t.Errorf("fault %+v", f)
				}
				if e := as[*realtime.HTTPError](err); e != nil && (e.Status != test.status || e.Operation != op.name || e.Binding != b) {
					t.Errorf("HTTP error %+v", e)
				}
				if want == isDecode && (!strings.Contains(err.Error(), op.name) || !strings.Contains(err.Error(), b.String())) {
					t.Errorf("the error does not name the call: %v", err)
				}
			})
		}
	}
}

// kindOf names the kind of a client's error. What could not be read, for
// whatever reason, is a decode error.
func kindOf(err error) string {
	f := as[*realtime.Fault](err)
	switch {
	case err == nil:
		return "result"
	case f != nil && f.Code == realtime.FaultServer:
		return "server fault"
	case f != nil:
		return "fault"
	case as[*realtime.HTTPError](err) != nil:
		return "HTTP error"
	}
	return "decode error"
}

// TestLargeResponses: a response beyond the limit is an error, and not read.
func TestLargeResponses(t *testing.T) {
	server := serve(t, echo(func(op operation) any { return records(op.recordType(), 50) }))
	for _, b := range bindings {
		_, err := dial(t, server, b, realtime.WithMaxResponseBytes(1000)).GetAllStationsXML(t.Context())
		if large := as[*http.MaxBytesError](err); large == nil || large.Limit != 1000 {
			t.Errorf("%s: %v", b, err)
		}
		if _, err := dial(t, server, b, realtime.WithMaxResponseBytes(1<<30)).GetAllStationsXML(t.Context()); err != nil {
			t.Errorf("%s: %v", b, err)
		}
	}
}

// TestCancelledCalls: the error of the context is found in that of the call.
func TestCancelledCalls(t *testing.T) {
	release := make(chan struct{})
	server := serve(t, service(func(ctx context.Context, _ string, _ []*string) (any, error) {
		select {
		case <-ctx.Done():
		case <-release:
		}
		return nil, ctx.Err()
	}))
	t.Cleanup(func() { close(release) }) // before the server is closed, which waits for its calls
	for _, b := range bindings {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := dial(t, server, b).GetAllStationsXML(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", b, err)
		}
	}
}

// TestErrorsOfServices: a service decides what its caller reads of an error; of
// others nothing is sent.
func TestErrorsOfServices(t *testing.T) {
	for _, test := range []struct {
		name   string
		err    error
		code   realtime.FaultCode
		reason string // "" is whatever the handler says
	}{
		{"a client's fault", &realtime.Fault{Code: realtime.FaultClient, Reason: `bad <&> "x" é世`}, realtime.FaultClient, `bad <&> "x" é世`},
		{"a server's fault", &realtime.Fault{Code: realtime.FaultServer, Reason: "closed"}, realtime.FaultServer, "closed"},
		{"a fault without a code", &realtime.Fault{Reason: "closed"}, realtime.FaultServer, "closed"},
		{"a wrapped fault", errors.Join(errors.New("secret"), &realtime.Fault{Code: realtime.FaultClient, Reason: "bad"}), realtime.FaultClient, "bad"},
		{"another error", errors.New("secret"), realtime.FaultServer, ""},
		{"not offered", realtime.ErrNotOffered, realtime.FaultServer, ""},
	} {
		forAll(t, func(t *testing.T, op operation, b realtime.Binding) {
			server := serve(t, always(nil, test.err))
			_, err := op.call(t.Context(), dial(t, server, b))
			f := as[*realtime.Fault](err)
			if f == nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			if f.Code != test.code || test.reason != "" && f.Reason != test.reason || strings.Contains(f.Reason, "secret") || f.Reason == "" {
				t.Errorf("%s: %+v", test.name, f)
			}
		})
	}
	server := serve(t, service(func(context.Context, string, []*string) (any, error) { panic("secret") }))
	forAll(t, func(t *testing.T, op operation, b realtime.Binding) {
		_, err := op.call(t.Context(), dial(t, server, b))
		if f := as[*realtime.Fault](err); f == nil || f.Code != realtime.FaultServer || strings.Contains(f.Reason, "secret") {
			t.Errorf("a panic: %v", err)
		}
	})
}

// TestUnimplemented: a service that does not offer an operation is a server
// fault over every binding.
func TestUnimplemented(t *testing.T) {
	server := serve(t, realtime.UnimplementedRealtime{})
	forAll(t, func(t *testing.T, op operation, b realtime.Binding) {
		_, err := op.call(t.Context(), dial(t, server, b))
		if f := as[*realtime.Fault](err); f == nil || f.Code != realtime.FaultServer || !strings.Contains(f.Reason, "not offered") {
			t.Errorf("%v", err)
		}
	})
}
