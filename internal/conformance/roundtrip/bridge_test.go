package roundtrip

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
)

// forPairs runs a test for each pair of bindings: that of a bridge's clients,
// and that of the service behind it.
func forPairs(t *testing.T, test func(t *testing.T, front, back realtime.Binding)) {
	for _, front := range bindings {
		for _, back := range bindings {
			t.Run(fmt.Sprintf("%s to %s", front, back), func(t *testing.T) { test(t, front, back) })
		}
	}
}

// TestBridge: NewHandler(client) is a bridge between any two bindings, which
// changes no value of a request or a result.
func TestBridge(t *testing.T) {
	lists := make(map[string]any)
	for record, typ := range recordTypes {
		lists[record] = records(typ, 5)
	}
	lists["objStation"] = records(recordTypes["objStation"], allTexts)
	forPairs(t, func(t *testing.T, front, back realtime.Binding) {
		t.Parallel()
		var got []*string
		behind := serve(t, service(func(_ context.Context, operation string, arguments []*string) (any, error) {
			got = append([]*string{}, arguments...)
			return lists[operationNamed(operation).record], nil
		}))
		bridge := dial(t, serve(t, dial(t, behind, back)), front)
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

// TestBridgedFaults: a bridge forwards the code of a fault, and its text only
// if it is told to. HTTP GET and POST have two codes, and no details.
func TestBridgedFaults(t *testing.T) {
	forPairs(t, func(t *testing.T, front, back realtime.Binding) {
		t.Parallel()
		for _, code := range []realtime.FaultCode{realtime.FaultClient, realtime.FaultServer} {
			sent := &realtime.Fault{
				Code: code, Subcodes: []realtime.QName{{Local: "Sub"}},
				Reason: "the <secret> of the service", Detail: `<d xmlns="urn:secret">a secret</d>`,
			}
			behind := serve(t, always(nil, sent))

			got := bridged(t, serve(t, dial(t, behind, back)), front)
			if got.Code != code {
				t.Errorf("code %q, want %q", got.Code, code)
			}
			if text := fmt.Sprintf("%+v", got); strings.Contains(text, "secret") {
				t.Errorf("the bridge forwarded %s", text)
			}

			got = bridged(t, serve(t, dial(t, behind, back), realtime.WithRemoteFaultText()), front)
			if got.Code != code || got.Reason != sent.Reason {
				t.Errorf("got %q %q, want %q %q", got.Code, got.Reason, code, sent.Reason)
			}
			if isSOAP(front) && isSOAP(back) {
				sameInfoset(t, []byte(got.Detail), sent.Detail)
				if len(got.Subcodes) != 1 || got.Subcodes[0] != sent.Subcodes[0] {
					t.Errorf("subcodes %v", got.Subcodes)
				}
			}
		}
	})
}

func bridged(t *testing.T, bridge *testServer, front realtime.Binding) *realtime.Fault {
	t.Helper()
	_, err := dial(t, bridge, front).GetVendorTrainsXML(t.Context())
	f := as[*realtime.Fault](err)
	if f == nil {
		t.Fatalf("%v is no fault", err)
	}
	if !f.FaultRemote() {
		t.Error("a fault that was received is not marked as remote")
	}
	return f
}

// TestBridgedErrors: whatever else goes wrong behind a bridge is its client's
// server fault, without a word of what it was.
func TestBridgedErrors(t *testing.T) {
	answers := map[string]http.HandlerFunc{
		"a page": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			http.Error(w, "<h1>secret</h1>", http.StatusBadGateway)
		},
		"not XML":  func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("secret <")) },
		"nothing":  func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNotFound) },
		"an abort": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	}
	forPairs(t, func(t *testing.T, front, back realtime.Binding) {
		for name, answer := range answers {
			bridge := serve(t, dial(t, listen(t, answer), back))
			_, err := dial(t, bridge, front).GetVendorTrainsXML(t.Context())
			f := as[*realtime.Fault](err)
			if f == nil || f.Code != realtime.FaultServer || strings.Contains(f.Reason, "secret") {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// TestBridgeKeepsHeadersApart: nothing of what came in goes out on the other
// side, in neither direction.
func TestBridgeKeepsHeadersApart(t *testing.T) {
	inbound := map[string]string{
		"Authorization": "Bearer inbound", "Cookie": "session=inbound", "X-Inbound": "inbound", "X-Forwarded-For": "inbound",
		"Forwarded": "for=inbound", "Accept-Language": "inbound", "Referer": "http://inbound.example/", "Traceparent": "inbound",
	}
	outbound := map[string]string{
		"Set-Cookie": "session=outbound", "X-Outbound": "outbound", "Server": "outbound", "Etag": `"outbound"`, "Cache-Control": "outbound",
		"Access-Control-Allow-Origin": "outbound",
	}
	forPairs(t, func(t *testing.T, front, back realtime.Binding) {
		var seen http.Header
		handler := realtime.NewHandler(always(nil, nil))
		behind := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen = r.Header.Clone()
			for name, value := range outbound {
				w.Header().Set(name, value)
			}
			handler.ServeHTTP(w, r)
		}))
		bridge := serve(t, dial(t, behind, back))
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
			t.Fatalf("status %d: %s", got.status, got.body)
		}
		for name, values := range seen {
			if strings.Contains(fmt.Sprint(name, values), "nbound") {
				t.Errorf("the bridge sent %s: %q", name, values)
			}
		}
		for name, values := range got.header {
			if strings.Contains(fmt.Sprint(name, values), "utbound") {
				t.Errorf("the bridge answered %s: %q", name, values)
			}
		}
	})
}

// TestBridgeInContext: a service that calls another one with its own context
// sends what it decides to send, and nothing else.
func TestBridgeInContext(t *testing.T) {
	for _, b := range bindings {
		var seen http.Header
		handler := realtime.NewHandler(always(nil, nil))
		behind := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen = r.Header.Clone()
			w.Header().Set("X-Behind", "answer")
			handler.ServeHTTP(w, r)
		}))
		client := dial(t, behind, b, realtime.WithHeader("X-Option", "option"))
		bridge := serve(t, service(func(ctx context.Context, _ string, _ []*string) (any, error) {
			call, ok := realtime.CallInfo(ctx)
			if !ok || call.RequestHeader.Get("X-Tenant") != "north" || call.Binding != b || call.Operation != "getAllStationsXML" {
				return nil, errors.New("no call in the context")
			}
			ctx, out := realtime.NewOutbound(ctx)
			if _, ok := realtime.CallInfo(ctx); !ok {
				return nil, errors.New("the call in the context is lost")
			}
			out.Header.Set("X-Tenant", call.RequestHeader.Get("X-Tenant"))
			list, err := client.GetAllStationsXML(ctx)
			call.ResponseHeader.Set("X-Behind", out.Received().Get("X-Behind"))
			return list, err
		}))
		ctx, out := realtime.NewOutbound(t.Context())
		out.Header.Set("X-Tenant", "north")
		out.Header.Set("X-Secret", "inbound")
		if _, err := dial(t, bridge, b).GetAllStationsXML(ctx); err != nil {
			t.Fatal(err)
		}
		checkEqual(t, "X-Tenant", seen.Get("X-Tenant"), "north")
		checkEqual(t, "X-Option", seen.Get("X-Option"), "option")
		checkEqual(t, "X-Secret", seen.Get("X-Secret"), "")
		checkEqual(t, "X-Behind", out.Received().Get("X-Behind"), "answer")
	}
}
