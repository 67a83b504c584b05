package soaptest

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
)

// Option is an option of [Run], [RunURL] and [Check].
type Option func(*config)

// config has the values of options.
type config struct {
	own       map[string][]any // requests of operations
	skip      map[string]bool
	client    []soap.ClientOption
	http      *http.Client
	ctx       context.Context
	timeout   time.Duration
	addresses map[contract.Binding]string
	only      []contract.Binding
	results   bool
}

func newConfig(opts []Option) *config {
	c := &config{own: map[string][]any{}, skip: map[string]bool{}, addresses: map[contract.Binding]string{}, http: http.DefaultClient, ctx: context.Background(), timeout: 30 * time.Second}
	for _, opt := range opts {
		opt(c)
	}
	return c
}

// WithRequest adds a request of an operation, a pointer to its generated struct, or nil if it has none. It replaces the
// samples that the package makes. An operation is named as in the contract, an overload by the name of its input.
// The option may be used several times for one operation.
func WithRequest(operation string, request any) Option {
	return func(c *config) { c.own[operation] = append(c.own[operation], request) }
}

// WithoutOperations leaves operations out, for instance because a call cannot be undone: each is called several times.
func WithoutOperations(names ...string) Option {
	return func(c *config) {
		for _, name := range names {
			c.skip[name] = true
		}
	}
}

// WithResults demands a result for each request. Samples with boundary values may also be refused as a mistake of the client's,
// for reasons that the contract does not give. Without the option any fault is an answer, as the service may not know the values
// of a sample.
func WithResults() Option { return func(c *config) { c.results = true } }

// WithClientOptions adds options of the client that sends requests, such as soap.WithHeader and soap.WithNamespace.
func WithClientOptions(opts ...soap.ClientOption) Option {
	return func(c *config) { c.client = append(c.client, opts...) }
}

// WithHTTPClient sets the client that sends requests. The default is http.DefaultClient.
func WithHTTPClient(client *http.Client) Option { return func(c *config) { c.http = client } }

// WithContext sets the context of all calls, which may have SOAP headers to send.
func WithContext(ctx context.Context) Option { return func(c *config) { c.ctx = ctx } }

// WithTimeout limits the time of each case, which makes a few calls. The default is 30 seconds.
func WithTimeout(limit time.Duration) Option { return func(c *config) { c.timeout = limit } }

// WithAddress sets the address of a binding: the full URL for [RunURL] and [Check], the path for [Run].
func WithAddress(binding soap.Binding, address string) Option {
	return func(c *config) { c.addresses[binding] = address }
}

// WithBindings tests only some bindings, for servers that do not offer all.
func WithBindings(bindings ...soap.Binding) Option {
	return func(c *config) { c.only = append(c.only, bindings...) }
}

// optionMistakes returns a failure for each operation and binding of an option that the contract does not have, as a
// test would otherwise pass without them.
func (s *suite) optionMistakes() []Failure {
	var list []Failure
	var names []string
	for _, op := range s.info.Operations {
		names = append(names, op.Name)
	}
	operation := func(option, name string) {
		if !slices.Contains(names, name) {
			list = append(list, Failure{Message: fmt.Sprintf("%s: there is no operation %q; want one of %s", option, name, strings.Join(names, ", ")), Rule: ruleOptions})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.own)) {
		operation("WithRequest", name)
	}
	for _, name := range slices.Sorted(maps.Keys(s.skip)) {
		operation("WithoutOperations", name)
	}
	binding := func(option string, b contract.Binding) {
		if !slices.ContainsFunc(s.info.Ports, func(p contract.Port) bool { return p.Binding == b }) {
			list = append(list, Failure{Message: fmt.Sprintf("%s: the contract has no port with the binding %s", option, b), Rule: ruleOptions})
		}
	}
	for _, b := range slices.Sorted(maps.Keys(s.addresses)) {
		binding("WithAddress", b)
	}
	for _, b := range s.only {
		binding("WithBindings", b)
	}
	return list
}
