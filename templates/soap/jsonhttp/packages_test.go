package jsonhttp_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/compress"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/record"
	"example.com/quartet/templates/soap/redact"
	"example.com/quartet/templates/soap/wirelog"
	"example.com/quartet/templates/soap/wsa"
	"example.com/quartet/templates/soap/wsse"
	"example.com/quartet/templates/soap/xsd"
)

// TestPackages calls a service through the wrappers and transports of other packages: they know JSON.
func TestPackages(t *testing.T) {
	const secret = "s3cr<é>t"
	var calls []string
	note := func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		calls = append(calls, call.Operation+" over "+call.Binding.String())
		return next(ctx)
	}
	zip, err := compress.New(6, 10)
	must(t, err)
	var serverLog, clientLog bytes.Buffer
	logTo := func(b *bytes.Buffer) wirelog.Log {
		redactor := redact.Redactor{Names: []string{"text"}, Values: []string{secret}}
		return wirelog.Log{Logger: slog.New(slog.NewJSONHandler(b, nil)), MaxBody: 1 << 20, Redactor: redactor}
	}
	dir := t.TempDir()
	recorder, err := record.NewRecorder(dir)
	must(t, err)
	zipped := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Content-Encoding") == "gzip" {
			zipped++
		}
		zip.Handler(logTo(&serverLog).Handler(serve(answer, soap.WithInterceptors(note)))).ServeHTTP(w, r)
	}))
	defer server.Close()
	recorder.Next = zip.Transport(logTo(&clientLog).Transport(http.DefaultTransport))
	call := func(transport http.RoundTripper, op *contract.Operation, text string) (any, error) {
		options := []soap.ClientOption{jsonhttp.WithJSON(), soap.WithHTTPClient(&http.Client{Transport: transport})}
		c, err := soap.NewCaller(&depotContract, server.URL+"/depot", jsonhttp.Binding, options)
		must(t, err)
		return c.Do(t.Context(), op, &find{Text: &text})
	}
	for _, transport := range []string{"recorded", "played"} {
		var through http.RoundTripper = recorder
		if transport == "played" {
			through, err = record.NewPlayer(os.DirFS(dir))
			must(t, err)
		}
		got, err := call(through, opFind, secret)
		if list, ok := got.([]stop); err != nil || !ok || len(list) != 2 || list[0].Name != secret || *list[1].Long != 1<<53+1 {
			t.Errorf("%s: %+v, %v", transport, got, err)
		}
		var typed *lostStop
		if _, err := call(through, opOne, "lost"); !errors.As(err, &typed) || typed.Detail.Name != "x" {
			t.Errorf("%s: %v", transport, err)
		}
		var f *soap.Fault
		if _, err := call(through, opOne, "other"); !errors.As(err, &f) || f.Detail != `<a xmlns="urn:a">1</a>` {
			t.Errorf("%s: %v, %+v", transport, err, f)
		}
	}
	if want := []string{"find over JSON", "one over JSON", "one over JSON"}; !reflect.DeepEqual(calls, want) || zipped != 3 {
		t.Errorf("%d compressed requests, calls %q", zipped, calls)
	}
	for _, log := range []string{serverLog.String(), clientLog.String()} {
		if strings.Contains(log, "s3cr") || strings.Count(log, `"operation":"one"`) != 4 || !strings.Contains(log, "[redacted]") {
			t.Errorf("the log is\n%s", log)
		}
	}
	names, err := filepath.Glob(filepath.Join(dir, "post-*"+record.Extension))
	if err != nil || len(names) != 3 || recorder.Err() != nil {
		t.Errorf("recordings %q, %v, %v", names, err, recorder.Err())
	}
}

// TestProtection: what checks a caller refuses JSON as it refuses HTTP GET, and what is only for envelopes lets both pass.
func TestProtection(t *testing.T) {
	verifier := wsse.Verifier{Password: func(context.Context, string) (string, bool, error) { return "x", true, nil }}
	byHTTP := func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		if (call.Binding == contract.JSON || call.Binding == contract.HTTPGet) && call.RequestHeader.Get("Authorization") != "Bearer x" {
			return &soap.Fault{Code: soap.FaultClient, Reason: "who are you?"}
		}
		return next(ctx)
	}
	needs := &contract.Policy{Needs: []contract.Need{{Assertion: xsd.QName{Space: contract.SecurityPolicyNamespaces()[2], Local: "UsernameToken"}, Option: "wsse.WithCredentials"}}}
	for _, c := range []struct {
		name    string
		option  soap.HandlerOption
		policy  *contract.Policy
		refused string // reason; "": the call is answered
	}{
		{name: "none"},
		{name: "WithVerification", option: wsse.WithVerification(verifier), refused: "The operation needs a security token, which only SOAP can carry."},
		{name: "WithTrust", option: wsse.WithTrust(wsse.Trust{Roots: x509.NewCertPool()}), refused: "The operation needs a signature, which only SOAP can carry."},
		{name: "WithTrust before WithVerification", option: soap.Options(wsse.WithTrust(wsse.Trust{Roots: x509.NewCertPool()}), wsse.WithVerification(verifier)), refused: "The operation needs a signature, which only SOAP can carry."},
		{name: "interceptor", option: soap.WithInterceptors(byHTTP), refused: "who are you?"},
		{name: "typed interceptor", option: soap.WithTypedInterceptors(byHTTP), refused: "who are you?"},
		{name: "WithCredentials", option: wsse.WithCredentials(wsse.Credentials{Username: "a", Password: "b", Lifetime: time.Minute})},
		{name: "WithAddressing", option: wsa.WithAddressing(wsa.Addressing{Required: true})},
		{name: "policy", policy: needs},
	} {
		calls := 0
		op := contract.Operation{Name: "ping", Wires: []contract.Wire{
			{Bindings: []contract.Binding{contract.SOAP11}, In: opSize.Wires[0].In, Out: opSize.Wires[0].Out},
			{Bindings: []contract.Binding{contract.HTTPGet}, Path: "/ping"},
		}}
		info := contract.Contract{Service: "Ping", Namespaces: depotNamespaces, Types: &depotTypes, Ports: []contract.Port{
			{Binding: contract.SOAP11, Address: "http://localhost/depot", Policy: c.policy}, {Binding: contract.HTTPGet, Address: "http://localhost/depot"},
		}}
		h := soap.NewHandler(info.With(&op), nil, func(context.Context, *contract.Operation, any) (any, error) { calls++; return nil, nil },
			[]soap.HandlerOption{jsonhttp.WithJSON(), c.option, soap.WithLogger(slog.New(slog.DiscardHandler))})
		overJSON, overGET := ask(h, "POST", "/depot/ping", "application/json", "{}"), ask(h, "GET", "/depot/ping", "", "")
		if (overJSON.Code == http.StatusOK) != (overGET.Code == http.StatusOK) || (c.refused == "") != (calls == 2) || calls == 1 {
			t.Errorf("%s: status %d over JSON, %d over HTTP GET, %d calls", c.name, overJSON.Code, overGET.Code, calls)
		}
		if want := `Bad Request application/problem+json {"title":"Bad Request","status":400,"detail":"` + c.refused + `"`; c.refused != "" && answerOf(overJSON)[:len(want)] != want {
			t.Errorf("%s: %s", c.name, answerOf(overJSON))
		}
	}
}
