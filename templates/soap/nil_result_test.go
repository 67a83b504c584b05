package soap

import (
	"context"
	"log/slog"
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
		Action:   `urn:a"b\c`, Action12: true,
		In:  schema.ElementName{NS: 1, Local: "bare"},
		Out: []schema.ElementName{{NS: 1, Local: "stop"}},
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
	server := httptest.NewServer(NewHandler(&bareContract, nil, []ServiceMethod{Serve(&bare, service)},
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
