//go:build !race

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
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/internal/compiler/running/serve"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
)

// callResult counts the calls of a contract.
type callResult struct {
	name              string
	log               bytes.Buffer
	calls, unsampled  int
	twins             int      // calls that may be for another operation
	failures, reasons []string // reasons say why there is no sample
	judged            judged   // what is said of the messages
}

// TestCorpusCalls calls every operation of the contracts in the directory QUARTET_CORPUS
// over every binding, as "quartet call" does, against what "quartet serve" answers. No
// code is generated. Requests are samples, which are shown as JSON and read from it; the
// results are shown in all forms. The messages over SOAP are validated, as they are and with mistakes.
func TestCorpusCalls(t *testing.T) {
	cases, invalid := corpusCases(t)
	cases = append(cases, invalid...)
	results := make([]callResult, len(cases))
	numbers := make([]int, len(cases))
	for i := range numbers {
		numbers[i] = i
	}
	inParallel(numbers, func(i int) { results[i] = cases[i].callAll() })
	var calls, unsampled, failed int
	var all judged
	var b strings.Builder
	for _, r := range results {
		calls, unsampled, failed = calls+r.calls, unsampled+r.unsampled, failed+len(r.failures)
		all.add(r.judged)
		for _, text := range r.judged.failures[:min(len(r.judged.failures), 3)] {
			t.Errorf("%s: %.1500s", r.name, text)
		}
		for _, text := range r.failures[:min(len(r.failures), 5)] {
			fmt.Fprintf(&b, "%s: %.500s\n", r.name, text)
		}
		for _, text := range r.reasons[:min(len(r.reasons), 3)] {
			fmt.Fprintf(&b, "no sample: %s: %.300s\n", r.name, text)
		}
	}
	t.Logf("%d contracts, %d calls, %d failed, %d operations without a sample\n%+v\n%s", len(cases), calls, failed, unsampled, all, b.String())
	if all.tooMany() {
		t.Error("too many messages are taken for others, or too many mistakes are not found where they are")
	}
	if failed > 0 {
		t.Errorf("%d of %d calls failed", failed, calls)
	}
}

// checkShort checks that the operations of a contract, shortened as generated code has them, are complete again.
func (r *callResult) checkShort(info *contract.Contract) {
	messages, short := descriptor.Shorten(info.Operations, (*schema.Type).Rows)
	again := (&contract.Contract{Messages: messages}).With(short...)
	for i, op := range info.Operations {
		if got := again.Operations[i]; !reflect.DeepEqual(got.Wires, op.Wires) || !slices.Equal(got.Params, op.Params) {
			r.failures = append(r.failures, fmt.Sprintf("%s: shortened and completed it has the messages %+v", op.Name, got.Wires))
		}
	}
}

// callAll calls all operations of a contract.
func (c *corpusCase) callAll() (r callResult) {
	r.name = c.name
	defer func() {
		if p := recover(); p != nil {
			r.failures = append(r.failures, fmt.Sprintf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	d, err := generator.Describe(context.Background(), generator.Config{Contract: c.main, Catalogs: c.catalog, Lenient: c.lenient})
	switch {
	case err != nil:
		r.failures = append(r.failures, err.Error())
		return r
	case d.Diagnostics.HasErrors() || len(d.Services) == 0:
		return r
	}
	for _, info := range d.Services {
		r.checkShort(info)
		r.log.Reset()
		server := serve.New([]*contract.Contract{info}, d.Documents, serve.Config{Logger: slog.New(slog.NewTextHandler(&r.log, nil))})
		w := &watched{direct: direct{server}}
		for _, port := range info.Ports {
			options := []soap.ClientOption{soap.WithHTTPClient(w), soap.WithSatisfied(func([]contract.Need, bool) []contract.Need { return nil })}
			caller, err := soap.NewCaller(info, "http://service.example"+pathOf(port), port.Binding, options)
			if err != nil {
				r.failures = append(r.failures, err.Error())
				continue
			}
			for _, op := range info.Operations {
				if slices.ContainsFunc(op.Wires, func(w contract.Wire) bool { return slices.Contains(w.Bindings, port.Binding) }) {
					w.request, w.response = nil, nil
					if r.call(info, op, caller, port.Binding) && port.Binding.IsSOAP() {
						r.judged.message(info, op, "request", w.request)
						r.judged.message(info, op, "response", w.response)
					}
				}
			}
		}
	}
	return r
}

// pathOf returns the path at which a port is served.
func pathOf(p contract.Port) string {
	u, err := url.Parse(p.Address)
	if err != nil || u.Host == "" {
		return "/"
	}
	return "/" + strings.TrimPrefix(u.EscapedPath(), "/")
}

// call calls an operation with a sample, and reports whether that succeeds.
func (r *callResult) call(info *contract.Contract, op *contract.Operation, caller *soap.Caller, b contract.Binding) bool {
	fail := func(format string, args ...any) {
		r.failures = append(r.failures, fmt.Sprintf("%s over %s: ", op.Name, b)+fmt.Sprintf(format, args...))
	}
	_, err := sample.Result(info, op)
	var req any
	if err == nil && op.RequestType() != nil {
		req, err = sample.Request(info, op)
	}
	if err != nil {
		r.unsampled++
		r.reasons = append(r.reasons, op.Name+": "+err.Error())
		return false
	}
	r.calls++
	again, err := fromJSON(info, op, req)
	if err != nil {
		fail("%v", err)
		return false
	}
	r.log.Reset()
	result, err := caller.Do(context.Background(), op, again)
	if err != nil && hasTwin(info, op, b) {
		r.twins++
		return false
	}
	if err != nil {
		fail("%v\n%s", err, r.log.String())
		return false
	}
	value, markup, err := callvalue.Result(info, op, result)
	switch {
	case err != nil:
		fail("%v", err)
	case value != nil && (len(value.JSON()) == 0 || len(callvalue.XML(markup)) == 0):
		fail("the result is shown as %s", markup)
	case value != nil:
		value.Table()
	}
	return true
}

// hasTwin reports whether the messages do not say which of two operations is called: they
// begin with the same element, have the same location, or any element.
func hasTwin(info *contract.Contract, op *contract.Operation, b contract.Binding) bool {
	for _, other := range info.Operations {
		for i := range other.Wires {
			for j := range op.Wires {
				v, w := &other.Wires[i], &op.Wires[j]
				if other != op && slices.Contains(v.Bindings, b) && slices.Contains(w.Bindings, b) && (v.In == w.In && v.Path == w.Path || v.Body || w.Body) {
					return true
				}
			}
		}
	}
	return false
}

// fromJSON shows a request as JSON, and reads that.
func fromJSON(info *contract.Contract, op *contract.Operation, req any) (any, error) {
	if op.RequestType() == nil {
		return nil, nil
	}
	value, _, err := callvalue.Given(info, op, req)
	if err != nil {
		return nil, err
	}
	given, err := callvalue.ParseJSON(value.JSON())
	if err != nil {
		return nil, fmt.Errorf("%w in %s", err, value.JSON())
	}
	again, err := callvalue.Request(context.Background(), info, op, given)
	if err != nil {
		return nil, fmt.Errorf("%w in %s", err, value.JSON())
	}
	got, _, err := callvalue.Given(info, op, again)
	if err == nil && !bytes.Equal(got.JSON(), value.JSON()) {
		err = fmt.Errorf("the request %s is %s after JSON", value.JSON(), got.JSON())
	}
	return again, err
}

// direct sends requests to a handler.
type direct struct{ handler http.Handler }

func (d direct) Do(r *http.Request) (*http.Response, error) {
	body := []byte(nil)
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	in := httptest.NewRequestWithContext(r.Context(), r.Method, r.URL.String(), bytes.NewReader(body))
	in.Header = r.Header
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, in)
	if w.Code == 0 {
		return nil, errors.New("no response")
	}
	return w.Result(), nil
}
