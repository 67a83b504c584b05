package corpus_test

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
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// side is a version of a contract, from which clients and servers are made.
type side struct {
	diff.Contract
	services      []*contract.Contract
	samples       map[*contract.Contract]*messageMaker
	instances     map[sampleKey]made[*madeInstance]
	values        map[sampleKey]made[any] // of requests, results, faults and headers
	valid         bool                    // nothing is said about its schemas
	usual, strict *peer
	json          *peer
}

func newSide(t testing.TB, text string) *side {
	t.Helper()
	s, ok := readSide(t, text)
	if !ok {
		t.Fatal("the contract has errors")
	}
	return s
}

// readSide returns a version of a contract. ok is false if the contract has errors, or an address that cannot be called.
func readSide(t testing.TB, text string) (s *side, ok bool) {
	t.Helper()
	const name = "books.wsdl"
	c, ok := examples.Read(t, fstest.MapFS{name: {Data: []byte(text)}}, name)
	if !ok {
		return nil, false
	}
	d, err := generator.Describe(context.Background(), generator.Config{Contract: name, Input: []byte(text)})
	if err != nil {
		return nil, false
	}
	s = &side{Contract: c, services: d.Services, samples: make(map[*contract.Contract]*messageMaker)}
	s.instances, s.values = make(map[sampleKey]made[*madeInstance]), make(map[sampleKey]made[any])
	for _, info := range s.services {
		if s.samples[info], err = newMessageMaker(info); err != nil {
			return nil, false
		}
	}
	s.valid = len(xsdcheck.Check(c.Model.Schemas)) == 0
	s.usual, err = newPeer(s)
	if err == nil {
		s.strict, err = newPeer(s, validate.WithValidation())
	}
	if err == nil {
		s.json, err = newJSONPeer(s)
	}
	return s, err == nil
}

// made is a sample, or the reason why there is none.
type made[V any] struct {
	value V
	err   error
}

// sampleKey is what a sample is made of.
type sampleKey struct {
	op      *contract.Operation
	of      any              // request, result, a fault or a header
	binding contract.Binding // of an instance
	options sample.Options
	text    string // of an instance that has been made
}

// once makes a sample the first time: clients and servers with other options take the same one.
func once[V any](all map[sampleKey]made[V], key sampleKey, make func() (V, error)) (V, error) {
	m, ok := all[key]
	if !ok {
		m.value, m.err = make()
		all[key] = m
	}
	return m.value, m.err
}

// value makes a value of a part of the messages of an operation.
func (s *side) value(op *contract.Operation, of any, seed sample.Seed, make func() (any, error)) (any, error) {
	return once(s.values, sampleKey{op: op, of: of, options: sample.Options{Seed: uint64(seed)}}, make)
}

// madeInstance is an instance of a message.
type madeInstance struct {
	envelope []byte
	content  *sentText // the envelope, or the detail of a fault
}

// operation is an operation of a service over a binding.
type operation struct {
	*contract.Operation
	messages *messageMaker
	binding  contract.Binding
}

// instance makes an instance of the request, the result or a fault of an operation. Other options often make it again:
// then there is an error.
func (s *side) instance(op *operation, of any, options sample.Options) (*madeInstance, error) {
	return once(s.instances, sampleKey{op: op.Operation, of: of, binding: op.binding, options: options}, func() (m *madeInstance, err error) {
		var message *sampleMessage
		switch of := of.(type) {
		case *contract.Fault:
			message, err = op.messages.Fault(of, op.binding, options)
		case part:
			make := op.messages.Request
			if of == result {
				make = op.messages.Response
			}
			message, err = make(op.Operation, op.binding, options)
		}
		if err != nil {
			return nil, err
		}
		m = &madeInstance{message.Envelope(message.Body), &sentText{text: message.Body}}
		if !message.isFault {
			m.content.text = string(m.envelope)
		}
		seen := sampleKey{op: op.Operation, of: of, text: string(m.envelope)}
		if _, ok := s.instances[seen]; ok {
			return nil, errors.New("the instance has been made with other options")
		}
		s.instances[seen] = made[*madeInstance]{value: m}
		return m, nil
	})
}

// operation returns the operation of a SOAP binding with the name of another version's, nil if there is none.
func (s *side) operation(op *contract.Operation, b contract.Binding) *operation {
	for _, info := range s.services {
		for _, o := range info.Operations {
			if b.IsSOAP() && o.Name == op.Name && o.Wire(b) != nil {
				return &operation{o, s.samples[info], b}
			}
		}
	}
	return nil
}

// satisfyNeeds makes a client send a header block for each need of its policy, and a server refuse envelopes that lack one.
func satisfyNeeds() soap.Option {
	return soap.WithEnvelopes("needs", func(port *contract.Port, client bool) *soap.Envelopes {
		if port.Policy == nil || len(port.Policy.Needs) == 0 {
			return nil
		}
		var blocks strings.Builder
		for _, need := range port.Policy.Needs {
			fmt.Fprintf(&blocks, `<n:%s xmlns:n="urn:need"/>`, need.Assertion.Local)
		}
		if client {
			return &soap.Envelopes{Send: func(context.Context, *soap.Call, *soap.Fault) (soap.Sending, error) {
				return soap.Sending{Blocks: blocks.String()}, nil
			}}
		}
		return &soap.Envelopes{Open: func(ctx context.Context, _ *soap.Call, envelope []byte) (context.Context, []byte, error) {
			if !strings.Contains(string(envelope), blocks.String()) {
				return ctx, nil, &soap.Fault{Code: soap.FaultClient, Reason: "the policy is not satisfied"}
			}
			return ctx, envelope, nil
		}}
	})
}

// peer is the server and the clients of a version of a contract.
type peer struct {
	*side
	server  *server
	clients []*client
}

func newPeer(s *side, options ...soap.Option) (*peer, error) {
	p := &peer{side: s, server: &server{of: s}}
	options = append(options, satisfyNeeds())
	for _, info := range s.services {
		p.server.add(info, options)
		for _, port := range info.Ports {
			c := &client{of: s, info: info, port: port}
			clientOptions := []soap.ClientOption{soap.WithHTTPClient(transport{c}), soap.WithSatisfied(func([]contract.Need, bool) []contract.Need { return nil })}
			for _, o := range options {
				clientOptions = append(clientOptions, o)
			}
			caller, err := soap.NewCaller(info, port.Address, port.Binding, clientOptions)
			if err != nil {
				return nil, err
			}
			c.Caller = caller
			p.clients = append(p.clients, c)
		}
	}
	return p, nil
}

// client returns the client for the same operation and binding as another version's, nil if there is none.
func (p *peer) client(other *client, op *contract.Operation) (*client, *contract.Operation) {
	for _, c := range p.clients {
		for _, mine := range c.operations() {
			if c.port.Binding == other.port.Binding && mine.Name == op.Name {
				return c, mine
			}
		}
	}
	return nil, nil
}

// server answers with samples of results.
type server struct {
	http.ServeMux
	of     *side
	paths  []string
	seed   sample.Seed
	fault  error // the server answers with it if it is not nil
	answer *any  // the server answers with it if it is not nil

	// The last call. called is nil if there was none.
	called      *contract.Operation
	from        *contract.Contract
	got, result any
	resultErr   error
	headers     []string // as markup
}

func (s *server) add(info *contract.Contract, options []soap.Option) {
	call := func(ctx context.Context, op *contract.Operation, req any) (any, error) {
		s.got, s.called, s.from, s.headers = req, op, info, received(ctx, info, op)
		if s.fault != nil {
			return nil, s.fault
		}
		if s.answer != nil {
			s.result, s.resultErr = *s.answer, nil
			return s.result, nil
		}
		seed := s.seed
		s.result, s.resultErr = s.of.value(op, result, seed, func() (any, error) { return seed.Result(info, op) })
		return s.result, s.resultErr
	}
	handlerOptions := []soap.HandlerOption{soap.WithLogger(slog.New(slog.DiscardHandler))}
	for _, o := range options {
		handlerOptions = append(handlerOptions, o)
	}
	handler := soap.NewHandler(info, nil, call, handlerOptions)
	for _, p := range info.Ports {
		u, err := url.Parse(p.Address)
		if err != nil || slices.Contains(s.paths, u.Path) {
			continue
		}
		s.paths = append(s.paths, u.Path)
		path := strings.TrimSuffix(u.Path, "/")
		s.Handle(path+"/", handler)
		if path != "" {
			s.Handle(path, handler)
		}
	}
}

// received returns the request of the last call as markup.
func (s *server) received() string { return markup(s.from, s.called, s.got, true) }

// received returns the headers of a request as markup.
func received(ctx context.Context, info *contract.Contract, op *contract.Operation) (all []string) {
	seen := make(map[contract.Header]bool)
	for i := range op.Wires {
		for _, h := range op.Wires[i].Details().Headers {
			if seen[h] {
				continue
			}
			seen[h] = true
			for _, v := range h.(*soap.Header[any]).All(ctx) {
				all = append(all, written(info, func(e *schema.Encoder) { h.Encode(e, v) }))
			}
		}
	}
	return all
}

// client is a client for a port. It sends requests to a server, or has a fixed answer.
type client struct {
	*soap.Caller
	of     *side
	info   *contract.Contract
	port   contract.Port
	server *server
	answer *httptest.ResponseRecorder
}

// operations returns the operations of the port's binding.
func (c *client) operations() []*contract.Operation {
	var all []*contract.Operation
	for _, op := range c.info.Operations {
		if c.port.Binding == contract.JSON || slices.ContainsFunc(op.Wires, func(w contract.Wire) bool { return slices.Contains(w.Bindings, c.port.Binding) }) {
			all = append(all, op)
		}
	}
	return all
}

// withHeaders adds samples of the headers of a request, and returns how many there are.
func (c *client) withHeaders(ctx context.Context, seed sample.Seed, op *contract.Operation) (context.Context, int) {
	n := 0
	for i := range op.Wires {
		w := &op.Wires[i]
		if !slices.Contains(w.Bindings, c.port.Binding) {
			continue
		}
		for _, h := range w.Details().Headers {
			h := h.(*soap.Header[any])
			if value, err := c.of.value(op, h, seed, func() (any, error) {
				return seed.Detail(c.info, op, &contract.Fault{Element: h.Element, Detail: h.Value, Nillable: h.Nillable})
			}); err == nil {
				ctx = h.With(ctx, value)
				n++
			}
		}
	}
	return ctx, n
}

// transport is the HTTP client of a client.
type transport struct{ *client }

// Do sends a request to the server, or returns the fixed answer.
func (t transport) Do(r *http.Request) (*http.Response, error) {
	if t.answer != nil {
		return t.answer.Result(), nil
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
	t.server.ServeHTTP(w, r)
	return w.Result(), nil
}

func mediaType(b contract.Binding) string {
	if b == contract.SOAP12 {
		return "application/soap+xml; charset=utf-8"
	}
	return "text/xml; charset=utf-8"
}

// markup returns a request or a result as an element.
func markup(info *contract.Contract, op *contract.Operation, v any, request bool) string {
	if v == nil || !request && op.Result.Absent(v) {
		return ""
	}
	name := "request"
	if out := op.Wires[0].Out; !request && len(out) > 0 {
		name = out[len(out)-1].Local
	}
	return "<" + name + written(info, func(e *schema.Encoder) {
		if request {
			schema.EncodeRows(e, op.RequestType(), v)
		} else {
			op.Result.Put(e, v)
		}
	}) + "</" + name + ">"
}

func detailText(info *contract.Contract, f *contract.Fault, detail any) string {
	return written(info, func(e *schema.Encoder) { f.Write(e, detail) })
}

func written(info *contract.Contract, write func(*schema.Encoder)) string {
	e := schema.NewEncoder(info.Namespaces, true)
	defer e.Release()
	write(e)
	return string(e.Bytes())
}
