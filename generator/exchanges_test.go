package generator_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
)

// This file is also compiled with the generated packages of all cases, which is why it
// imports nothing of the generator.

// exchangesOf returns the requests and the responses of a contract with samples as text:
// by the names of the ports, and for each operation and binding.
func exchangesOf(info *contract.Contract) map[string]string {
	all := make(map[string]string)
	inline := *info
	inline.Readers = false // no random boundaries; fields of programs that describe types are bytes
	info = &inline
	handler := sample.NewHandler(info, soap.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))), soap.WithPath("/service"))
	for _, port := range info.Ports {
		w := &exchangeWire{handler: handler}
		caller, err := soap.NewCaller(info, "http://service.example/service", port.Binding, []soap.ClientOption{soap.WithHTTPClient(w), soap.WithSatisfied(func([]contract.Need, bool) []contract.Need { return nil })})
		if err != nil {
			all[port.Name] = err.Error()
			continue
		}
		for _, op := range info.Operations {
			if !slices.ContainsFunc(op.Wires, func(w contract.Wire) bool { return slices.Contains(w.Bindings, port.Binding) }) {
				continue
			}
			var req any
			if op.RequestType() != nil {
				if req, err = sample.Request(info, op); err != nil {
					continue
				}
			}
			w.text = ""
			_, err := caller.Do(context.Background(), op, req)
			all[fmt.Sprintf("%s of %s over %s", op.Name, port.Name, port.Binding)] = fmt.Sprintf("%sfailed: %v\n", w.text, err != nil)
		}
	}
	return all
}

// exchangeWire sends requests to a handler, and keeps the last exchange.
type exchangeWire struct {
	handler http.Handler
	text    string
}

// Do implements soap.HTTPDoer.
func (w *exchangeWire) Do(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	in := httptest.NewRequest(r.Method, r.URL.String(), bytes.NewReader(body))
	in.Header = r.Header
	answer := httptest.NewRecorder()
	w.handler.ServeHTTP(answer, in)
	w.text = fmt.Sprintf("%s %s %v\n%s\n%d %v\n%s\n", r.Method, r.URL, r.Header, body, answer.Code, answer.Header(), answer.Body.Bytes())
	return answer.Result(), nil
}
