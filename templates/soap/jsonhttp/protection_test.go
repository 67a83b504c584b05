package jsonhttp_test

import (
	"context"
	"crypto/x509"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/wsa"
	"example.com/quartet/templates/soap/wsse"
	"example.com/quartet/templates/soap/xsd"
)

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
