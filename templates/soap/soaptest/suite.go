package soaptest

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/wsa"
)

// Run tests a handler that serves a contract, at the paths of the contract's addresses. There is a subtest for each
// binding and operation. Generated packages have a Run for their contract.
func Run(t *testing.T, info *contract.Contract, handler http.Handler, opts ...Option) {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	run(t, newSuite(info, server.URL, true, opts))
}

// RunURL tests a server. address is the address of all bindings; if the contract has different paths for them, only
// scheme and host of address are used. The operations are called several times each.
func RunURL(t *testing.T, info *contract.Contract, address string, opts ...Option) {
	t.Helper()
	run(t, newSuite(info, address, false, opts))
}

// run reports failures at the line of the test that calls Run or RunURL.
func run(t *testing.T, s *suite) {
	t.Helper()
	for _, c := range s.cases() {
		t.Run(c.name, func(t *testing.T) {
			t.Helper()
			failures, err := s.try(c)
			if err != nil {
				t.Skip(err)
			}
			for _, f := range failures {
				f.Case = c.name
				t.Error(&f)
			}
		})
	}
	if s.gotFault && !s.gotResult {
		t.Log(noResults)
	}
}

// noResults is a hint, since the tests pass then.
const noResults = "every answer is a fault, so that no result has been checked: give requests that the service can answer with WithRequest; WithResults demands results"

// Check is [RunURL] without a test: it returns what is not as it must be.
func Check(info *contract.Contract, address string, opts ...Option) []Failure {
	s := newSuite(info, address, false, opts)
	var all []Failure
	for _, c := range s.cases() {
		failures, _ := s.try(c) // an error says that the case cannot be tried
		for _, f := range failures {
			f.Case = c.name
			all = append(all, f)
		}
	}
	return all
}

// suite has the cases for one service.
type suite struct {
	*config
	info    *contract.Contract
	address string
	join    bool // address has no path: use the path of the contract

	gotResult, gotFault bool // as the answer to a call
}

// testCase is one thing to try. run returns an error if it cannot be tried.
type testCase struct {
	name string
	run  func(context.Context) ([]Failure, error)
}

func newSuite(info *contract.Contract, address string, join bool, opts []Option) *suite {
	s := &suite{config: newConfig(opts), info: info, address: address, join: join}
	paths := map[string]bool{}
	for i := range info.Ports {
		paths[pathOf(info.Ports[i].Address)] = true
	}
	s.join = s.join || len(paths) > 1
	return s
}

// try runs a case for a limited time.
func (s *suite) try(c testCase) ([]Failure, error) {
	ctx, cancel := context.WithTimeout(s.ctx, s.timeout)
	defer cancel()
	failures, err := c.run(ctx)
	if ctx.Err() != nil && s.ctx.Err() == nil {
		return []Failure{{Message: fmt.Sprintf("no answer within %v", s.timeout), Rule: "WithTimeout"}}, nil
	}
	return failures, err
}

func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "/"
	}
	return cmp.Or(u.Path, "/")
}

// addressOf returns the address of a binding.
func (s *suite) addressOf(b contract.Binding) string {
	own, set := s.addresses[b]
	if set && !s.join {
		return own
	}
	u, err := url.Parse(s.address)
	if err != nil || !s.join {
		return s.address
	}
	if o, err := url.Parse(own); set && err == nil {
		return u.ResolveReference(o).String()
	}
	if port := s.info.Port(b); port != nil {
		u.Path = pathOf(port.Address)
	}
	return u.String()
}

// bindings returns the bindings of the contract, each once.
func (s *suite) bindings() []contract.Binding {
	var list []contract.Binding
	for i := range s.info.Ports {
		if b := s.info.Ports[i].Binding; !slices.Contains(list, b) && (s.only == nil || slices.Contains(s.only, b)) {
			list = append(list, b)
		}
	}
	return list
}

// cases returns all cases: mistakes in the options, the answers of each operation over each binding, then the answers over
// several bindings.
func (s *suite) cases() []testCase {
	var list []testCase
	if mistakes := s.optionMistakes(); mistakes != nil {
		list = append(list, testCase{"options", func(context.Context) ([]Failure, error) { return mistakes, nil }})
	}
	add := func(name string, r *request, run func(context.Context) ([]Failure, error)) {
		list = append(list, testCase{name + r.suffix, run})
	}
	requests := map[*contract.Operation][]*request{}
	for _, op := range s.info.Operations {
		if !s.skip[op.Name] {
			requests[op] = s.requests(op)
		}
	}
	for _, b := range s.bindings() {
		for _, op := range s.info.Operations {
			if op.Wire(b) == nil {
				continue
			}
			for _, r := range requests[op] {
				add(b.String()+"/"+op.Name+"/answer", r, func(ctx context.Context) ([]Failure, error) { return s.answers(ctx, b, op, r) })
			}
		}
	}
	for _, op := range s.info.Operations {
		if op.OneWay || len(s.offered(op)) < 2 {
			continue
		}
		for _, r := range requests[op] {
			add(op.Name+"/same over all bindings", r, func(ctx context.Context) ([]Failure, error) { return s.same(ctx, op, r) })
		}
	}
	return list
}

// offered returns the bindings that offer an operation and have a response that can be compared.
func (s *suite) offered(op *contract.Operation) []contract.Binding {
	return slices.DeleteFunc(s.bindings(), func(b contract.Binding) bool { return b == contract.HTTPHead || op.Wire(b) == nil })
}

// outcome is what a call has led to.
type outcome struct {
	reply  *reply // nil if nothing came back
	result any
	err    error
}

// noSampleError says that no request could be made from the contract. The cases that need one are skipped.
type noSampleError struct{ err error }

func (e *noSampleError) Error() string { return e.err.Error() }

// call makes a call. It returns an error if there is no request.
func (s *suite) call(ctx context.Context, b contract.Binding, op *contract.Operation, r *request) (*outcome, error) {
	v, err := r.value()
	if err != nil {
		return nil, &noSampleError{fmt.Errorf("no sample of %s could be made: use WithRequest: %w", op.Name, err)}
	}
	t := &tap{client: s.http}
	var opts []soap.ClientOption
	if slices.ContainsFunc(s.info.Ports, func(p contract.Port) bool { return p.Policy != nil && p.Policy.Addressing != contract.Unmentioned }) {
		opts = append(opts, wsa.WithAddressing(wsa.Addressing{}))
	}
	opts = append(opts, s.client...)
	opts = append(opts, validate.WithValidation(), soap.WithHTTPClient(t), soap.WithSatisfied(func([]contract.Need, bool) []contract.Need { return nil }))
	caller, err := soap.NewCaller(s.info, s.addressOf(b), b, opts)
	if err != nil {
		return nil, err
	}
	o := &outcome{}
	o.result, o.err = caller.Do(sample.Headers(ctx, s.info, op, b), op, v) // WS-I Basic Profile 1.1, R2738
	switch o.reply = t.reply; {
	case t.sent:
		_, fault := soap.AsFault(o.err)
		s.gotResult, s.gotFault = s.gotResult || o.reply != nil && o.err == nil, s.gotFault || fault
		return o, nil
	case r.own:
		return nil, fmt.Errorf("the request of WithRequest cannot be sent: %w", o.err)
	}
	return nil, &noSampleError{fmt.Errorf("no request of %s could be made: use WithRequest: %w", op.Name, o.err)}
}
