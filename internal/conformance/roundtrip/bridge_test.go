package roundtrip

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/xsd"
)

// forPairs runs a test for each pair of bindings: front is the binding of a bridge's clients, and back the binding of its
// backend.
func forPairs(t *testing.T, test func(t *testing.T, front, back soap.Binding)) {
	for _, front := range bindings {
		for _, back := range bindings {
			t.Run(fmt.Sprintf("%s to %s", front, back), func(t *testing.T) { test(t, front, back) })
		}
	}
}

// TestBridgeKeepsValues calls operations through NewHandler(client), a bridge
// between two bindings. Parameters and results must not change.
func TestBridgeKeepsValues(t *testing.T) {
	lists := make(map[string]any)
	for record, typ := range recordTypes {
		lists[record] = records(typ, 5)
	}
	lists["objStation"] = records(recordTypes["objStation"], allTexts)
	forPairs(t, func(t *testing.T, front, back soap.Binding) {
		t.Parallel()
		var got []*string
		backend := serve(t, service(func(_ context.Context, operation string, arguments []*string) (any, error) {
			got = append([]*string{}, arguments...)
			return lists[operationNamed(operation).record], nil
		}))
		bridge := dial(t, serve(t, dial(t, backend, back)), front)
		for i, op := range operations {
			sets := argumentSets(len(op.parameters))
			for _, want := range [][]*string{sets[0], sets[i%len(sets)], sets[len(sets)-1-i%len(sets)]} {
				result, err := op.call(t.Context(), bridge, want...)
				if err != nil {
					t.Fatalf("%s: %v", op.name, err)
				}
				if d := difference(got, want); d != "" {
					t.Errorf("%s: parameters: %s", op.name, d)
				}
				if d := difference(result, lists[op.record]); d != "" {
					t.Errorf("%s: %s", op.name, d)
				}
			}
		}
	})
}

// TestBridgeForwardsFaultCode checks that a bridge forwards the code of a fault,
// and its text only with WithRemoteFaultText. HTTP GET and POST have two codes
// and no detail.
func TestBridgeForwardsFaultCode(t *testing.T) {
	forPairs(t, func(t *testing.T, front, back soap.Binding) {
		t.Parallel()
		for _, code := range []soap.FaultCode{soap.FaultClient, soap.FaultServer} {
			sent := &soap.Fault{
				Code: code, Subcodes: []xsd.QName{{Local: "Sub"}},
				Reason: "the <secret> of the service", Detail: `<d xmlns="urn:secret">a secret</d>`,
			}
			backend := serve(t, always(nil, sent))

			got := bridgedFault(t, serve(t, dial(t, backend, back)), front)
			if got.Code != code {
				t.Errorf("got code %q, want %q", got.Code, code)
			}
			if text := fmt.Sprintf("%+v", got); strings.Contains(text, "secret") {
				t.Errorf("the bridge forwarded the fault's text: %s", text)
			}

			got = bridgedFault(t, serve(t, dial(t, backend, back), soap.WithRemoteFaultText()), front)
			if got.Code != code || got.Reason != sent.Reason {
				t.Errorf("got %q %q, want %q %q", got.Code, got.Reason, code, sent.Reason)
			}
			if isSOAP(front) && isSOAP(back) {
				sameInfoset(t, []byte(got.Detail), sent.Detail)
				if len(got.Subcodes) != 1 || got.Subcodes[0] != sent.Subcodes[0] {
					t.Errorf("got subcodes %v, want %v", got.Subcodes, sent.Subcodes)
				}
			}
		}
	})
}

// bridgedFault returns the fault that a call through a bridge ends with.
func bridgedFault(t *testing.T, bridge *httptest.Server, front soap.Binding) *soap.Fault {
	t.Helper()
	_, err := dial(t, bridge, front).GetVendorTrainsXML(t.Context())
	f := as[*soap.Fault](err)
	if f == nil {
		t.Fatalf("got error %v, want a *Fault", err)
	}
	if !f.FaultRemote() {
		t.Error("FaultRemote reports false for a received fault")
	}
	return f
}

// TestBridgeHidesBackendErrors checks that a client of a bridge receives a server
// fault without details if the backend's response is not a fault or a result.
func TestBridgeHidesBackendErrors(t *testing.T) {
	t.Parallel()
	responses := map[string]http.HandlerFunc{
		"HTML page": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			http.Error(w, "<h1>secret</h1>", http.StatusBadGateway)
		},
		"malformed XML":      func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("secret <")) },
		"not found":          func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNotFound) },
		"aborted connection": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	}
	forPairs(t, func(t *testing.T, front, back soap.Binding) {
		for name, answer := range responses {
			bridge := serve(t, dial(t, listen(t, answer), back))
			_, err := dial(t, bridge, front).GetVendorTrainsXML(t.Context())
			f := as[*soap.Fault](err)
			if f == nil || f.Code != soap.FaultServer || strings.Contains(f.Reason, "secret") {
				t.Errorf("%s: got error %v, want a server fault without details", name, err)
			}
		}
	})
}

// TestBridgeForwardsNoHeaders checks that a bridge forwards no HTTP headers, of
// requests or of responses.
func TestBridgeForwardsNoHeaders(t *testing.T) {
	inbound := map[string]string{
		"Authorization": "Bearer inbound", "Cookie": "session=inbound", "X-Inbound": "inbound", "X-Forwarded-For": "inbound",
		"Forwarded": "for=inbound", "Accept-Language": "inbound", "Referer": "http://inbound.example/", "Traceparent": "inbound",
	}
	outbound := map[string]string{
		"Set-Cookie": "session=outbound", "X-Outbound": "outbound", "Server": "outbound", "Etag": `"outbound"`, "Cache-Control": "outbound",
		"Access-Control-Allow-Origin": "outbound",
	}
	forPairs(t, func(t *testing.T, front, back soap.Binding) {
		var received http.Header
		handler := realtime.NewHandler(always(nil, nil))
		backend := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			received = r.Header.Clone()
			for name, value := range outbound {
				w.Header().Set(name, value)
			}
			handler.ServeHTTP(w, r)
		}))
		bridge := serve(t, dial(t, backend, back))
		r := soapRequest(front, "getVendorTrainsXML", element("getVendorTrainsXML", ""))
		if !isSOAP(front) {
			r = formRequest(front, "getVendorTrainsXML", "")
		}
		if r.header == nil {
			r.header = map[string]string{}
		}
		for name, value := range inbound {
			r.header[name] = value
		}
		got := send(t, bridge, r)
		if got.status != http.StatusOK {
			t.Fatalf("got status %d, want 200: %s", got.status, got.body)
		}
		for name, values := range received {
			if strings.Contains(fmt.Sprint(name, values), "nbound") {
				t.Errorf("the bridge forwarded the request header %s: %q", name, values)
			}
		}
		for name, values := range got.header {
			if strings.Contains(fmt.Sprint(name, values), "utbound") {
				t.Errorf("the bridge forwarded the response header %s: %q", name, values)
			}
		}
	})
}

// TestServiceForwardsSelectedHeaders calls a backend from a service with the
// context of the call that it serves. The client sends the headers that the service sets,
// and no others.
func TestServiceForwardsSelectedHeaders(t *testing.T) {
	for _, b := range bindings {
		var received http.Header
		handler := realtime.NewHandler(always(nil, nil))
		backend := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			received = r.Header.Clone()
			w.Header().Set("X-Backend", "answer")
			handler.ServeHTTP(w, r)
		}))
		client := dial(t, backend, b, soap.WithHeader("X-Option", "option"))
		bridge := serve(t, service(func(ctx context.Context, _ string, _ []*string) (any, error) {
			call, ok := soap.CallInfo(ctx)
			if !ok || call.RequestHeader.Get("X-Tenant") != "north" || call.Binding != b || call.Operation != "getAllStationsXML" {
				return nil, errors.New("the context has no CallInfo, or the wrong one")
			}
			ctx, out := soap.NewOutbound(ctx)
			if _, ok := soap.CallInfo(ctx); !ok {
				return nil, errors.New("the outbound context has no CallInfo")
			}
			out.Header.Set("X-Tenant", call.RequestHeader.Get("X-Tenant"))
			list, err := client.GetAllStationsXML(ctx)
			call.ResponseHeader.Set("X-Backend", out.Received().Get("X-Backend"))
			return list, err
		}))
		ctx, out := soap.NewOutbound(t.Context())
		out.Header.Set("X-Tenant", "north")
		out.Header.Set("X-Secret", "inbound")
		if _, err := dial(t, bridge, b).GetAllStationsXML(ctx); err != nil {
			t.Fatal(err)
		}
		checkEqual(t, "X-Tenant", received.Get("X-Tenant"), "north")
		checkEqual(t, "X-Option", received.Get("X-Option"), "option")
		checkEqual(t, "X-Secret", received.Get("X-Secret"), "")
		checkEqual(t, "X-Backend", out.Received().Get("X-Backend"), "answer")
	}
}
