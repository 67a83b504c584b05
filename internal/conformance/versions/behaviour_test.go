package versions

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
	instance "example.com/quartet/internal/conformance/sample"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// side is a version of a contract, from which clients and servers are made.
type side struct {
	model    *resolve.Model
	services []*contract.Contract
	samples  *instance.Generator
}

func newSide(t *testing.T, text string) *side {
	t.Helper()
	name := filepath.Join(t.TempDir(), "books.wsdl")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := generator.Describe(context.Background(), generator.Config{Contract: name})
	if err != nil {
		t.Fatal("the contract cannot be described", err)
	}
	model := examples.Contract(t, text).Model
	return &side{model, d.Services, instance.New(model)}
}

// outcome is what happens to the exchanges of a client with a server.
type outcome struct {
	failed, lost string // the first failure, and the first value that did not arrive; "" if there are none
}

func (o *outcome) fail(format string, args ...any) {
	if o.failed == "" {
		o.failed = fmt.Sprintf(format, args...)
	}
}

func (o *outcome) lose(format string, args ...any) {
	if o.lost == "" {
		o.lost = fmt.Sprintf(format, args...)
	}
}

// exchanges lets clients of one version call servers of another over all bindings of the client's contract.
func exchanges(client, server *side, checked bool) outcome {
	var o outcome
	handlers := http.NewServeMux()
	var got, result any
	var called *contract.Operation
	var from *contract.Contract
	var seed sample.Seed
	var fault *contract.Fault // the server answers with it if it is not nil
	headers := 0              // number of headers that the server has received
	for _, info := range server.services {
		call := func(ctx context.Context, op *contract.Operation, req any) (any, error) {
			got, called, from, headers = req, op, info, received(ctx, op)
			if fault != nil {
				return nil, &soap.DescribedFault{Fault: soap.Fault{Code: soap.FaultClient, Reason: "no"}, Of: fault, Detail: "alpha"}
			}
			var err error
			result, err = seed.Result(info, op)
			return result, err
		}
		options := []soap.HandlerOption{soap.WithLogger(slog.New(slog.DiscardHandler))}
		if checked {
			options = append(options, validate.WithValidation())
		}
		handler := soap.NewHandler(info, nil, call, options)
		for _, path := range paths(info) {
			pattern := strings.TrimSuffix(path, "/") + "/"
			handlers.Handle(pattern, handler)
			handlers.Handle(strings.TrimSuffix(pattern, "/"), handler)
		}
	}
	for _, info := range client.services {
		for _, port := range info.Ports {
			transport := &recording{handler: handlers}
			options := []soap.ClientOption{soap.WithHTTPClient(transport)}
			if checked {
				options = append(options, validate.WithValidation())
			}
			caller, err := soap.NewCaller(info, port.Address, port.Binding, options)
			if err != nil {
				o.fail("%v", err)
				continue
			}
			for _, op := range info.Operations {
				if !offered(op, port.Binding) {
					continue
				}
				for seed = range sample.Seed(6) {
					var req any
					if op.RequestType() != nil {
						if req, err = seed.Request(info, op); err != nil {
							continue
						}
					}
					got, called = nil, nil
					ctx, sent := withHeaders(context.Background(), op, port.Binding)
					back, err := caller.Do(ctx, op, req)
					what := fmt.Sprintf("%s over %s", op.Name, port.Binding)
					if err != nil {
						o.fail("%s: %v", what, err)
						continue
					}
					if called == nil {
						o.fail("%s: no operation was called", what)
						continue
					}
					if headers < sent {
						o.lose("%s: %d headers are sent, and %d received", what, sent, headers)
					}
					o.compare(what+": request", markup(info, op, req, true), markup(from, called, got, true))
					if !op.OneWay {
						o.compare(what+": result", markup(from, called, result, false), markup(info, op, back, false))
					}
				}
				o.faults(caller, info, op, port.Binding, server, &fault)
				o.messages(client, server, info, op, port, handlers, caller, transport, func() (any, *contract.Operation, *contract.Contract) { return got, called, from })
			}
		}
	}
	return o
}

// withHeaders adds the headers of a request, and returns how many there are.
func withHeaders(ctx context.Context, op *contract.Operation, b contract.Binding) (context.Context, int) {
	n := 0
	for i := range op.Wires {
		if w := &op.Wires[i]; slices.Contains(w.Bindings, b) {
			for _, h := range w.Details().Headers {
				ctx = h.(*soap.Header[any]).With(ctx, "alpha")
				n++
			}
		}
	}
	return ctx, n
}

// received counts the headers of a request.
func received(ctx context.Context, op *contract.Operation) int {
	n := 0
	seen := make(map[contract.Header]bool)
	for i := range op.Wires {
		for _, h := range op.Wires[i].Details().Headers {
			if _, ok := h.(*soap.Header[any]).From(ctx); ok && !seen[h] {
				n++
			}
			seen[h] = true
		}
	}
	return n
}

// faults lets the server answer with each of its faults of an operation. Details are strings.
func (o *outcome) faults(caller *soap.Caller, info *contract.Contract, op *contract.Operation, b contract.Binding, server *side, fault **contract.Fault) {
	if b != contract.SOAP11 && b != contract.SOAP12 {
		return
	}
	defer func() { *fault = nil }()
	for _, other := range server.services {
		for _, theirs := range other.Operations {
			if theirs.Name != op.Name {
				continue
			}
			for _, *fault = range theirs.Faults {
				var req any
				if op.RequestType() != nil {
					req, _ = sample.Request(info, op)
				}
				_, err := caller.Do(context.Background(), op, req)
				var known *soap.DescribedFault
				if !errors.As(err, &known) {
					o.lose("%s over %s: the detail of a fault does not arrive: %v", op.Name, b, err)
				}
			}
		}
	}
}

func paths(info *contract.Contract) []string {
	var all []string
	for _, p := range info.Ports {
		u, err := url.Parse(p.Address)
		if err == nil && !slices.Contains(all, u.Path) {
			all = append(all, u.Path)
		}
	}
	return all
}

// recording sends requests to a handler, or answers with a fixed response.
type recording struct {
	handler http.Handler
	answer  *http.Response
}

func (t *recording) Do(r *http.Request) (*http.Response, error) {
	if t.answer != nil {
		return t.answer, nil
	}
	if r.Body == nil {
		r.Body = http.NoBody
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Body, r.ContentLength, r.RequestURI = io.NopCloser(bytes.NewReader(body)), int64(len(body)), r.URL.RequestURI()
	w := httptest.NewRecorder()
	t.handler.ServeHTTP(w, r)
	return w.Result(), nil
}

// messages sends instances of the client's requests to the server, and instances of the server's results to the client:
// what the schemas allow, and not only what generated code sends.
func (o *outcome) messages(client, server *side, info *contract.Contract, op *contract.Operation, port contract.Port, handler http.Handler, caller *soap.Caller, transport *recording,
	last func() (any, *contract.Operation, *contract.Contract)) {
	ours, theirs := client.operation(op, port.Binding), server.operation(op, port.Binding)
	if ours == nil || theirs == nil || port.Binding != contract.SOAP11 && port.Binding != contract.SOAP12 {
		return
	}
	what := fmt.Sprintf("%s over %s", op.Name, port.Binding)
	for _, options := range variants {
		if m, err := client.samples.Request(ours, options); err == nil && m.Document != nil {
			r := httptest.NewRequest(http.MethodPost, port.Address, bytes.NewReader(m.Document.Bytes()))
			r.Header.Set("Content-Type", mediaType(port.Binding))
			r.Header.Set("SOAPAction", `"`+m.Action+`"`)
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code >= 300 {
				o.fail("%s: an instance is refused: %s\n%s", what, w.Body, m.Document.Bytes())
			} else if got, called, from := last(); called != nil {
				o.count(what+": request", string(m.Document.Bytes()), markup(from, called, got, true))
			}
		}
		m, err := server.samples.Response(theirs, options)
		if err != nil || m.Document == nil {
			continue
		}
		var req any
		if op.RequestType() != nil {
			if req, err = sample.Request(info, op); err != nil {
				continue
			}
		}
		transport.answer = &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {mediaType(port.Binding)}}, Body: io.NopCloser(bytes.NewReader(m.Document.Bytes()))}
		back, err := caller.Do(context.Background(), op, req)
		transport.answer = nil
		if err != nil {
			o.fail("%s: an instance is refused: %v\n%s", what, err, m.Document.Bytes())
			continue
		}
		if op.Result != nil {
			o.count(what+": result", string(m.Document.Bytes()), markup(info, op, back, false))
		}
	}
}

var variants = []instance.Options{
	{Mode: instance.Minimal}, {Mode: instance.Maximal}, {Mode: instance.Maximal, Variant: 1}, {Mode: instance.Maximal, Variant: 2},
	{Mode: instance.Random, Seed: 1}, {Mode: instance.Random, Seed: 2}, {Mode: instance.Random, Seed: 3}, {Mode: instance.Random, Seed: 4},
	{Mode: instance.Random, Seed: 5}, {Mode: instance.Random, Seed: 6}, {Mode: instance.Random, Seed: 7}, {Mode: instance.Random, Seed: 8},
}

func mediaType(b contract.Binding) string {
	if b == contract.SOAP12 {
		return "application/soap+xml; charset=utf-8"
	}
	return "text/xml; charset=utf-8"
}

// operation returns the operation of a binding with the name of another version's.
func (s *side) operation(op *contract.Operation, b contract.Binding) *wsdl11.BindingOperation {
	kind := map[contract.Binding]wsdl11.BindingKind{contract.SOAP11: wsdl11.SOAP11, contract.SOAP12: wsdl11.SOAP12}[b]
	for _, binding := range s.model.Bindings {
		for _, o := range binding.Operations {
			if binding.Kind == kind && kind != wsdl11.OtherBinding && o.Operation != nil && o.Operation.OverloadName() == op.Name {
				return o
			}
		}
	}
	return nil
}

func offered(op *contract.Operation, b contract.Binding) bool {
	return slices.ContainsFunc(op.Wires, func(w contract.Wire) bool { return slices.Contains(w.Bindings, b) })
}

// markup returns a request or a result as an element.
func markup(info *contract.Contract, op *contract.Operation, v any, request bool) string {
	if v == nil {
		return ""
	}
	e := schema.NewEncoder(info.Namespaces, true)
	defer e.Release()
	name := "request"
	if request {
		schema.EncodeRows(e, op.RequestType(), v)
	} else {
		if out := op.Wires[0].Out; len(out) > 0 {
			name = out[len(out)-1].Local
		}
		if op.Result.Absent(v) {
			return ""
		}
		op.Result.Put(e, v)
	}
	return "<" + name + string(e.Bytes()) + "</" + name + ">"
}
