package describe

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
)

// AddSamples adds a sample of the messages of each operation for each of its bindings.
// services are the descriptions of all services of the plan at run time, in the same
// order. A client and a handler of the run-time make the messages, which depend only on
// the contract.
func (o *Outline) AddSamples(ctx context.Context, services []*contract.Contract) error {
	for _, s := range o.Services {
		if s.Go == "" {
			continue // without bindings the messages are not defined
		}
		if s.index >= len(services) {
			return fmt.Errorf("service %s is not described", s.Name)
		}
		info, ports := services[s.index], make(exchangers)
		for _, op := range s.Operations {
			described := operationOf(info, op.Name)
			if described == nil {
				continue
			}
			op.Samples = nil
			for _, w := range op.Wires {
				if err := ctx.Err(); err != nil {
					return err
				}
				op.Samples = append(op.Samples, ports.exchange(ctx, info, described, w))
			}
		}
	}
	return nil
}

// operationOf returns the description of an operation, nil if there is none.
func operationOf(info *contract.Contract, name string) *contract.Operation {
	for _, op := range info.Operations {
		if op.Name == name {
			return op
		}
	}
	return nil
}

// exchanger makes the exchanges of one port.
type exchanger struct {
	info     *contract.Contract
	binding  contract.Binding
	caller   *soap.Caller
	recorder *exchangeRecorder
}

// exchangers are the exchangers of a service, by the names of ports.
type exchangers map[string]*exchanger

// exchange returns the messages of an operation over a binding.
func (all exchangers) exchange(ctx context.Context, info *contract.Contract, op *contract.Operation, w *Wire) *Sample {
	s := &Sample{Binding: w.Binding}
	e, err := all.exchanger(info, w)
	if err == nil {
		err = e.exchange(ctx, op, s)
	}
	if err != nil && s.Request == "" {
		s.Error = err.Error()
	}
	return s
}

// exchanger returns the exchanger of the first port of a binding.
func (all exchangers) exchanger(info *contract.Contract, w *Wire) (*exchanger, error) {
	port := portOf(info, w)
	if port == nil {
		return nil, fmt.Errorf("no port has the binding %s", w.Binding)
	}
	if e := all[port.Name]; e != nil {
		return e, nil
	}
	address, err := url.Parse(port.Address)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		address = &url.URL{Scheme: "http", Host: "service.example", Path: "/"}
	}
	e := &exchanger{info: info, binding: port.Binding, recorder: &exchangeRecorder{
		handler: sample.NewHandler(info, soap.WithLogger(slog.New(slog.DiscardHandler)), soap.WithPath(max(address.Path, "/"))),
	}}
	if e.caller, err = soap.NewCaller(info, address.String(), port.Binding, []soap.ClientOption{soap.WithHTTPClient(e.recorder), soap.WithAssertions(info.Assertions()...)}); err != nil {
		return nil, err
	}
	all[port.Name] = e
	return e, nil
}

func (e *exchanger) exchange(ctx context.Context, op *contract.Operation, s *Sample) error {
	e.recorder.sample = s
	var request any
	if op.RequestType() != nil {
		var err error
		if request, err = sample.Request(e.info, op); err != nil {
			return err
		}
	}
	_, err := e.caller.Do(sample.Headers(ctx, e.info, op, e.binding), op, request)
	if _, none := sample.Result(e.info, op); none != nil {
		s.Error = "the response: " + none.Error()
	}
	return err
}

func portOf(info *contract.Contract, w *Wire) *contract.Port {
	for i := range info.Ports {
		p := &info.Ports[i]
		if p.Binding.String() == w.Binding && len(w.Ports) > 0 && p.Name == w.Ports[0] {
			return p
		}
	}
	return nil
}

// exchangeRecorder sends requests to a handler, and records the exchange.
type exchangeRecorder struct {
	sample  *Sample
	handler http.Handler
}

// sampleHeaders are the HTTP headers that samples show.
var sampleHeaders = []string{"Content-Type", "SOAPAction"}

// Do implements soap.HTTPDoer.
func (e *exchangeRecorder) Do(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	e.sample.Request = r.Method + " " + r.URL.String()
	for _, name := range sampleHeaders {
		if value, ok := r.Header[name]; ok {
			e.sample.Headers = append(e.sample.Headers, name+": "+strings.Join(value, ", "))
		}
	}
	e.sample.Body = readable(body)
	in := r.Clone(r.Context())
	for name, values := range r.Header { // a server reads SOAPAction in canonical form
		in.Header[http.CanonicalHeaderKey(name)] = values
	}
	in.Body, in.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	in.Host, in.RequestURI = r.URL.Host, r.URL.RequestURI()
	recorder := httptest.NewRecorder()
	e.handler.ServeHTTP(recorder, in)
	answer := recorder.Result()
	if answer.Request = r; answer.StatusCode < 300 {
		e.sample.Response = readable(recorder.Body.Bytes())
	}
	return answer, nil
}

// Text returns the request as text.
func (s *Sample) Text() string {
	text := strings.Join(append([]string{s.Request}, s.Headers...), "\n")
	if s.Body != "" {
		text += "\n\n" + s.Body
	}
	return text
}

// readable returns a body as text: XML with indentation.
func readable(body []byte) string {
	switch trimmed := bytes.TrimSpace(body); {
	case !utf8.Valid(body):
		return "(" + diag.Counted(len(body), "byte") + ")"
	case bytes.HasPrefix(trimmed, []byte("<")):
		return strings.TrimRight(string(callvalue.XML(trimmed)), "\n")
	}
	return strings.ReplaceAll(string(body), "\r\n", "\n")
}
