package soap

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/paths"
)

// WithPage makes a handler answer a GET or HEAD at the address of the service
// that asks for no document of the contract with the handler that newPage
// returns. newPage is called once, before the first such request is answered.
// Without the option the answer is a short list in plain text. Package page has
// an implementation.
func WithPage(newPage func(*ServiceInfo) http.Handler) HandlerOption {
	return handlerOnly(func(c *config) { c.page = newPage })
}

// ServiceInfo is what a page shows of the service of a handler. It is safe for
// concurrent use.
type ServiceInfo struct{ h *handler }

// Contract returns the contract. It must not be changed.
func (s *ServiceInfo) Contract() *contract.Contract { return s.h.Contract }

// Operations returns the operations that the handler serves, in the order of the
// contract.
func (s *ServiceInfo) Operations() []*contract.Operation {
	return s.h.Operations
}

// Bindings returns the bindings that offer an operation.
func (s *ServiceInfo) Bindings(op *contract.Operation) []contract.Binding {
	var all []contract.Binding
	for _, p := range s.h.protocols {
		for _, b := range p.bindings() {
			if s.h.port(b) != nil && s.h.wireOf(op, b) != nil {
				all = append(all, b)
			}
		}
	}
	return all
}

// Offers reports whether a handler serves a form of the contract: wsdl is the contract at ?wsdl, flatWsdl a document at
// ?flatWsdl that differs from it, flatWsdl&bindings=soap one that lacks ports of the contract, and openapi the description of JSON at ?openapi.
func (s *ServiceInfo) Offers(form string) bool {
	whole, flat := s.h.document("wsdl", ""), s.h.document("flatwsdl", "")
	switch form {
	case "openapi":
		return len(s.h.Ports) > 0 && s.h.resources[s.h.portPath(&s.h.Ports[0])].openAPI != nil
	case "flatWsdl":
		return flat != nil && flat.File != whole.File
	case soapForm:
		return flat != nil && s.h.MixesSOAP()
	}
	return form == "wsdl" && whole != nil
}

// Documents returns the queries of the documents of the contract, without the question
// mark: the contract as it is at ?wsdl, the other documents of which it is made, and its
// other forms.
func (s *ServiceInfo) Documents() []string { return s.h.queries() }

// Document returns a document of the contract as the handler serves it in answer
// to r with the query. It is nil if there is none.
func (s *ServiceInfo) Document(r *http.Request, query string) ([]byte, error) {
	doc := s.h.document(documentQuery(query))
	if doc == nil {
		return nil, nil
	}
	text, err := s.h.render(r, paths.Of(r.URL), doc)
	if err != nil {
		return nil, fmt.Errorf("reading the document %s of the contract: %w", query, err)
	}
	return text, nil
}

// DocumentSet returns the documents of the contract, nil if the handler has none. They must not be changed.
func (s *ServiceInfo) DocumentSet() *contract.DocumentSet { return s.h.set }

// Write answers a request with status 200, or with what w has been given before.
func (s *ServiceInfo) Write(w http.ResponseWriter, r *http.Request, mediaType string, body []byte) {
	writeWhole(w, r, mediaType, body)
}

// Log reports an error that is not sent to the client.
func (s *ServiceInfo) Log(r *http.Request, err error) {
	s.h.log().ErrorContext(r.Context(), "service page failed", "service", s.h.Service, "error", err)
}

// Endpoint returns the path at which the handler serves a binding, "" if it does
// not.
func (s *ServiceInfo) Endpoint(b contract.Binding) string {
	if p := s.h.port(b); p != nil {
		return paths.Shown(s.h.portPath(p))
	}
	return ""
}

// NewRequest returns the request that a client of the contract sends to the address at
// which r was received. input is a value of the Go type of op.RequestType(), nil if the
// operation has no request. headers are the elements of header blocks, which the
// contract must declare. Header blocks that [Envelopes] of the handler's options add on
// a client are added, but nothing is sealed. An invalid value is not an error if it can
// be encoded.
func (s *ServiceInfo) NewRequest(r *http.Request, op *contract.Operation, b contract.Binding, input any, headers []byte) (*http.Request, error) {
	port, wire := s.h.port(b), s.h.wireOf(op, b)
	if port == nil || wire == nil {
		return nil, ErrNotOffered
	}
	address, err := url.Parse(s.h.portAddress(r, port.Name))
	if err != nil {
		return nil, err
	}
	options := *s.h.config
	options.checker = nil // the handler has one
	options.understood, options.assertions = slices.Clip(options.understood), slices.Clip(options.assertions)
	bound := *s.h.boundContract
	bound.config = &options
	c := newCaller(&bound, b, port, address)
	c.chain = c.chain.unsealed()
	ctx, err := s.withHeaders(r.Context(), wire, headers)
	if err != nil {
		return nil, err
	}
	x := newClientCall(*c.callOf(op, wire), input)
	x.ctx, x.RequestHeader = ctx, http.Header{}
	if ctx, x.Request, err = c.encodeRequest(ctx, x); err == nil {
		_, x.Request, err = c.seal(ctx, x, x.Request)
	}
	if err != nil {
		return nil, err
	}
	return c.newRequest(ctx, x, x.Request)
}

// withHeaders returns a context with header blocks that a client is to send.
func (s *ServiceInfo) withHeaders(ctx context.Context, wire *contract.Wire, blocks []byte) (context.Context, error) {
	if len(blocks) == 0 {
		return ctx, nil
	}
	d := s.h.newDecoder(slices.Concat([]byte("<headers>"), blocks, []byte("</headers>")))
	defer d.Release()
	var sent headerValues
	err := d.Document(func() {
		for d.Enter(codec.NoFields); d.Child(); {
			declared := blockHere(wire.Details().Headers, d)
			if declared == nil {
				d.FailTag("the contract declares no such header of the request")
				return
			}
			sent = append(sent, headerValue{declared, declared.Decode(d)})
		}
	})
	return context.WithValue(ctx, sentKey{}, sent), err
}

// ReadParameters reads the request of an operation from parameters, as an HTTP
// binding does. The request is nil if the operation has none.
func (s *ServiceInfo) ReadParameters(op *contract.Operation, list []codec.Parameter) (any, error) {
	p := codec.ReadParameters(list)
	req := emptyRequest(op)
	visitRequest(p, op, req)
	return req, p.Finish()
}

// List returns what a handler without a page answers, in plain text: the name of the service, where the contract is, and a line
// for each operation.
func (s *ServiceInfo) List() []byte {
	lines := []string{s.h.Service}
	for _, offer := range []struct{ form, what string }{
		{"wsdl", "Contract"},
		{"flatWsdl", "Contract with a name for each overload, for PHP, zeep, suds, npm soap, strong-soap, SOAP::WSDL, KDSoap and WCF"},
		{soapForm, "Contract with SOAP only, for gowsdl, GraphQL Mesh and pysimplesoap"},
		{"openapi", "OpenAPI"},
	} {
		if s.Offers(offer.form) {
			lines = append(lines, offer.what+": ?"+offer.form)
		}
	}
	for _, op := range s.Operations() {
		var bindings []string
		for _, b := range s.Bindings(op) {
			bindings = append(bindings, b.String())
		}
		lines = append(lines, op.Name+": "+strings.Join(bindings, ", "))
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(lex.OneLine(line) + "\n")
	}
	return []byte(b.String())
}
