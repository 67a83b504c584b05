package describe

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/sample"
)

// A Sampler makes sample messages of operations.
type Sampler struct {
	services   []*contract.Contract
	operations []map[string]*contract.Operation // of each service, by their names
	ports      exchangers
	bytes      int // of all samples
}

// ErrManySamples is the error for samples of more than maxSamples bytes.
var ErrManySamples = fmt.Errorf("the samples are larger than %d MiB; select operations with --operations, or leave them out with --samples=false", maxSamples>>20)

const maxSamples = 64 << 20

// NewSampler returns a sampler. services are the descriptions of all services of the plan at run time, in the same
// order.
func NewSampler(services []*contract.Contract) *Sampler {
	s := &Sampler{services: services, ports: make(exchangers)}
	for _, info := range services {
		named := make(map[string]*contract.Operation)
		for _, op := range slices.Backward(info.Operations) {
			named[op.Name] = op
		}
		s.operations = append(s.operations, named)
	}
	return s
}

// AddTo adds a sample of the messages of each operation of an outline for each of its bindings.
// A client and a handler of the run-time make the messages, which depend only on the contract.
func (s *Sampler) AddTo(ctx context.Context, o *Outline) error {
	for _, service := range o.Services {
		if service.Go == "" {
			continue // without bindings the messages are not defined
		}
		if service.index >= len(s.services) {
			return fmt.Errorf("service %s is not described", service.Name)
		}
		info := s.services[service.index]
		for _, op := range service.Operations {
			described := s.operations[service.index][op.Name]
			if described == nil {
				continue
			}
			op.Samples = nil
			for _, w := range op.Wires {
				if err := ctx.Err(); err != nil {
					return err
				}
				made := s.ports.exchange(ctx, info, described, portOf(info, w))
				if s.bytes += len(made.Body) + len(made.Response); s.bytes > maxSamples {
					return ErrManySamples
				}
				op.Samples = append(op.Samples, made)
			}
		}
	}
	return nil
}

// portOf returns the first port of a binding, which the description has as the outline does.
func portOf(info *contract.Contract, w *Wire) *contract.Port {
	return &info.Ports[slices.IndexFunc(info.Ports, func(p contract.Port) bool { return p.Binding.String() == w.Binding && p.Name == w.Ports[0] })]
}

// exchanger makes the exchanges of one port: it sends requests to a handler, and records what is sent and answered.
type exchanger struct {
	caller  *soap.Caller
	handler http.Handler
	sample  *Sample // of the current exchange
}

// exchangers are the exchangers of ports.
type exchangers map[*contract.Port]*exchanger

// exchange returns the messages of an operation at a port.
func (all exchangers) exchange(ctx context.Context, info *contract.Contract, op *contract.Operation, port *contract.Port) *Sample {
	s := &Sample{Binding: port.Binding.String()}
	e, err := all.exchanger(info, port)
	var request any
	if err == nil && op.RequestType() != nil {
		request, err = sample.Request(info, op)
	}
	if err == nil {
		e.sample = s
		_, err = e.caller.Do(sample.Headers(ctx, info, op, port.Binding), op, request)
		if _, none := sample.Result(info, op); none != nil {
			s.Error = "the response: " + none.Error()
		}
	}
	if err != nil && s.Request == "" {
		s.Error = err.Error()
	}
	return s
}

// exchanger returns the exchanger of a port.
func (all exchangers) exchanger(info *contract.Contract, port *contract.Port) (*exchanger, error) {
	if e := all[port]; e != nil {
		return e, nil
	}
	address, err := url.Parse(port.Address)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		address = &url.URL{Scheme: "http", Host: "service.example", Path: "/"}
	}
	e := &exchanger{handler: sample.NewHandler(info, soap.WithLogger(slog.New(slog.DiscardHandler)), soap.WithPath(max(address.Path, "/")))}
	options := []soap.ClientOption{soap.WithHTTPClient(e), soap.WithSatisfied(func([]contract.Need, bool) []contract.Need { return nil })}
	if e.caller, err = soap.NewCaller(info, address.String(), port.Binding, options); err != nil {
		return nil, err
	}
	all[port] = e
	return e, nil
}

// sampleHeaders are the HTTP headers that samples show.
var sampleHeaders = []string{"Content-Type", "SOAPAction"}

// Do implements soap.HTTPDoer.
func (e *exchanger) Do(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(cmp.Or[io.Reader](r.Body, http.NoBody))
	if err != nil {
		return nil, err
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

// OpenAPI returns the description of services over JSON and their HTTP bindings in OpenAPI 3.1, with samples of messages and the
// documentation in the schema. A sample that cannot be made or written is left out.
func OpenAPI(ctx context.Context, services []*contract.Contract) ([]byte, error) {
	address := ""
	if ports := services[0].Ports; len(ports) > 0 {
		address = ports[0].Address
	}
	ports := make(exchangers)
	example := func(info *contract.Contract, op *contract.Operation, b contract.Binding) (request, result []byte) {
		s := ports.exchange(ctx, info, op, info.Port(b))
		return []byte(s.Body), []byte(s.Response)
	}
	details := jsonhttp.Details{Address: cmp.Or(address, "/"), Documented: true, Others: services[1:], Example: example}
	return jsonhttp.OpenAPI(services[0], details)
}
