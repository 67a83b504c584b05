package soap

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// bare is an operation whose response is one element of a complex type, called
// with an action that no escape may change.
var bare = contract.Operation{
	Name: "bare", Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
		Action:   `urn:a"b\c`,
		In:       schema.ElementName{NS: 1, Local: "bare"},
		Out:      []schema.ElementName{{NS: 1, Local: "stop"}},
	}},
	Result: stopResult,
}

var bareContract = contract.Contract{
	Service:    "Bare",
	Namespaces: depotNamespaces,
	Types:      &depotTypes,
	Ports:      []contract.Port{{Name: "a", Binding: contract.SOAP11, Address: "http://localhost/bare"}, {Name: "b", Binding: contract.SOAP12, Address: "http://localhost/bare"}},
}

// TestNilForBareResult shows that nil is a server's fault where the response
// cannot go without its element, and that any action finds its way.
func TestNilForBareResult(t *testing.T) {
	var result *stop
	var log strings.Builder
	service := func(context.Context, any) (any, error) { return result, nil }
	server := httptest.NewServer(serveMethods(&bareContract, nil, []method{methodOf(&bare, service)},
		[]HandlerOption{WithLogger(slog.New(slog.NewTextHandler(&log, nil)))}))
	defer server.Close()
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		caller, err := NewCaller(&bareContract, server.URL+"/bare", b, nil)
		if err != nil {
			t.Fatal(err)
		}
		result = &stop{Name: "left"}
		if got, err := Invoke[*stop](t.Context(), caller, &bare, nil); err != nil || got.Name != "left" {
			t.Errorf("%v: %v, %v", b, got, err)
		}
		result = nil
		_, err = Invoke[*stop](t.Context(), caller, &bare, nil)
		if f, ok := AsFault(err); !ok || f.Code != FaultServer {
			t.Errorf("%v: the error of nil is %v", b, err)
		}
	}
	if !strings.Contains(log.String(), "nil") {
		t.Errorf("the log does not say why:\n%s", log.String())
	}
}

// required is an operation whose response must have an element inside its
// wrapper, or as the root of a document.
var required = contract.Operation{
	Name: "required", Wires: []contract.Wire{
		{
			Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, Action: "urn:required",
			In:  schema.ElementName{NS: 1, Local: "required"},
			Out: []schema.ElementName{{NS: 1, Local: "requiredResponse"}, {NS: 1, Local: "stop"}}, OutMust: true,
		},
		{Bindings: []contract.Binding{contract.HTTPGet, contract.HTTPPost}, Path: "/required", Out: []schema.ElementName{{NS: 1, Local: "stop"}}},
	},
	Result: stopResult,
}

// TestNilForRequiredResult calls a service that returns nil where the contract
// requires an element, whether or not responses are kept for interceptors.
func TestNilForRequiredResult(t *testing.T) {
	c := bareContract
	c.Ports = nil
	for _, b := range allBindings {
		c.Ports = append(c.Ports, contract.Port{Name: b.String(), Binding: b, Address: "http://localhost/bare"})
	}
	pass := func(ctx context.Context, call *Call, next func(context.Context) error) error { return next(ctx) }
	for _, options := range [][]HandlerOption{nil, {WithInterceptors(pass)}} {
		var log strings.Builder
		service := func(context.Context, any) (any, error) { return (*stop)(nil), nil }
		options = append(options, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		server := httptest.NewServer(serveMethods(&c, nil, []method{methodOf(&required, service)}, options))
		defer server.Close()
		for _, b := range allBindings {
			caller, err := NewCaller(&c, server.URL+"/bare", b, nil)
			if err != nil {
				t.Fatal(err)
			}
			log.Reset()
			got, err := Invoke[*stop](t.Context(), caller, &required, nil)
			if f, ok := AsFault(err); !ok || f.Code != FaultServer {
				t.Errorf("%v: %v, the error of nil is %v", b, got, err)
			}
			if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), errNoResult.Error()) {
				t.Errorf("%v: the log does not say why:\n%s", b, log.String())
			}
		}
	}
}

// TestMissingResult reads what servers send that have no result.
func TestMissingResult(t *testing.T) {
	const nilStop = `<stop xmlns="` + depotNS + `" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>`
	for _, test := range []struct {
		op             *contract.Operation
		binding        contract.Binding
		reply, message string
	}{
		{&required, contract.SOAP11, envelope(contract.SOAP11, `<requiredResponse xmlns="`+depotNS+`"/>`), "(Envelope/Body): the element stop is missing"},
		{&required, contract.SOAP12, envelope(contract.SOAP12, `<requiredResponse xmlns="`+depotNS+`">`+nilStop+`</requiredResponse>`), "the element stop is nil"},
		{&required, contract.SOAP11, envelope(contract.SOAP11, ""), "the element requiredResponse is missing"},
		{&required, contract.HTTPGet, nilStop, "the element stop is nil"},
		{&required, contract.HTTPGet, `<stop xmlns="` + depotNS + `"/>`, "the element Name is missing"},
		{&bare, contract.SOAP11, envelope(contract.SOAP11, nilStop), "the element stop is nil"},
		{&bare, contract.SOAP12, envelope(contract.SOAP12, " "), "the element stop is missing"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType(test.binding))
			io.WriteString(w, test.reply)
		}))
		defer server.Close()
		c := bareContract
		c.Ports = []contract.Port{{Name: "a", Binding: test.binding, Address: server.URL}}
		caller, err := NewCaller(&c, server.URL, test.binding, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Invoke[*stop](t.Context(), caller, test.op, nil)
		if err == nil || !strings.Contains(err.Error(), test.message) {
			t.Errorf("%v %s: %v, %v, want %q", test.binding, test.reply, got, err, test.message)
		}
	}
}
