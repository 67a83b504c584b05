package serve_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/validate"
)

// TestIdentityOverJSON sends requests and results over SOAP 1.1 and JSON, of which one side validates: identity constraints hold
// over both, wherever the element with the constraint is, and whether its type has a name or not.
func TestIdentityOverJSON(t *testing.T) {
	d := describe(t, "testdata/identity.wsdl")
	info, answer := d.Services[0], ""
	service := func(_ context.Context, op *contract.Operation, _ any) (any, error) {
		if op.Result == nil {
			return nil, nil
		}
		return jsonhttp.ReadValue(info, op.Result, []byte(answer))
	}
	var clients []*soap.Caller
	for _, side := range [2][]soap.Option{{validate.WithValidation()}, nil} {
		handlerOptions, clientOptions := []soap.HandlerOption{soap.WithLogger(slog.New(slog.DiscardHandler)), jsonhttp.WithJSON()}, []soap.ClientOption{jsonhttp.WithJSON()}
		for _, o := range side {
			handlerOptions = append(handlerOptions, o)
		}
		if side == nil {
			clientOptions = append(clientOptions, validate.WithValidation())
		}
		server := httptest.NewServer(soap.NewHandler(info, nil, service, handlerOptions))
		t.Cleanup(server.Close)
		for _, b := range []contract.Binding{soap.SOAP11, jsonhttp.Binding} {
			c, err := soap.NewCaller(info, server.URL+"/nets", b, clientOptions)
			if err != nil {
				t.Fatal(err)
			}
			clients = append(clients, c)
		}
	}
	const good, same, refers = `{"stop":[{"no":1}],"halt":[{"no":2}],"line":[{"no":2}]}`, `{"stop":[{"no":1},{"no":1}],"halt":[{"no":2}]}`, `{"stop":[{"no":1}],"halt":[{"no":2}],"line":[{"no":3}]}`
	const net, sameStops = `{"stop":[{"no":1}]}`, `{"stop":[{"no":1},{"no":1}]}`
	for _, c := range []struct{ operation, request, answer, problem string }{
		{"anonymous", good, "", ""},
		{"anonymous", same, "", "the same values"},
		{"anonymous", refers, "", "does not refer to a key"},
		{"named", net, "", ""},
		{"named", sameStops, "", "the same values"},
		{"free", sameStops, good, ""},
		{"free", sameStops, same, "the same values"},
		{"free", sameStops, refers, "does not refer to a key"},
		{"inner", `{"net":[` + net + `,` + net + `]}`, "", ""},
		{"inner", `{"net":[` + sameStops + `]}`, "", "the same values"},
		{"inner", `{"local":` + sameStops + `}`, "", "the same values"},
	} {
		for _, op := range info.Operations {
			if op.Name != c.operation {
				continue
			}
			request, err := jsonhttp.ReadRequest(info, op, []byte(c.request))
			if err != nil {
				t.Fatal(err)
			}
			answer = c.answer
			for i, client := range clients {
				_, err := client.Do(t.Context(), op, request)
				hidden := c.answer != "" && i < 2 // what a service does wrong
				if (err == nil) != (c.problem == "") || err != nil && !hidden && !strings.Contains(err.Error(), c.problem) {
					t.Errorf("client %d, %s of %s: %v, want %q", i, c.operation, c.request, err, c.problem)
				}
			}
			if err := validate.Value(request); c.operation == "anonymous" && (err == nil) != (c.problem == "") { // no other element has the type
				t.Errorf("the value %s: %v, want %q", c.request, err, c.problem)
			}
		}
	}
	for _, op := range info.Operations {
		for seed := range sample.Seed(6) {
			_, err := seed.Request(info, op)
			if _, failed := seed.Result(info, op); err != nil || failed != nil {
				t.Errorf("%s: there is no sample: %v, %v", op.Name, err, failed)
			}
		}
	}
}
