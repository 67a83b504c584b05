package generator_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
)

// TestDescribe describes the contracts of the cases at run time. Each operation is called
// with a sample of its request over each binding, and its handler answers with a sample
// of its result: what arrives is equal to what was sent.
func TestDescribe(t *testing.T) {
	calls := 0
	for _, c := range loadCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			d := c.describe(t)
			if d == nil {
				return
			}
			for _, info := range d.Services {
				for _, seed := range []sample.Seed{0, 7} {
					calls += callAll(t, info, seed)
				}
			}
		})
	}
	t.Log(calls, "calls")
	if calls < 400 && !t.Failed() {
		t.Errorf("only %d calls", calls)
	}
}

// describe describes the contract of a case, nil if it has errors.
func (c *testCase) describe(t *testing.T) *generator.Described {
	t.Helper()
	d, err := generator.Describe(context.Background(), c.config(t))
	if err != nil {
		t.Fatal(err)
	}
	if d.Services == nil {
		return nil
	}
	return d
}

// config returns the configuration of a case, whose files it writes into a temporary folder.
func (c *testCase) config(t *testing.T) generator.Config {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), []byte("module "+golden.Module+"\n"))
	config, err := cli.Config(append(c.Args(dir), c.extract(t, dir), "--out", filepath.Join(dir, "output"), "--runtime", golden.Runtime))
	if err != nil {
		t.Fatal(err)
	}
	return config
}

// transport sends requests to a handler.
type transport struct{ handler http.Handler }

func (t transport) Do(r *http.Request) (*http.Response, error) {
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

// callAll calls the operations of a contract over their bindings, and returns the number
// of calls.
func callAll(t *testing.T, info *contract.Contract, seed sample.Seed) (calls int) {
	t.Helper()
	var got, result any
	var called *contract.Operation
	wanted := ""
	call := func(_ context.Context, op *contract.Operation, req any) (any, error) {
		got, called = req, op
		if called.Name != wanted {
			return nil, soap.ErrNotOffered
		}
		return result, nil
	}
	handler := soap.NewHandler(info, nil, call, []soap.HandlerOption{soap.WithLogger(slog.New(slog.DiscardHandler)), soap.WithPath("/service")})
	for _, port := range info.Ports {
		caller, err := soap.NewCaller(info, "http://service.example/service", port.Binding, []soap.ClientOption{soap.WithHTTPClient(transport{handler}), soap.WithSatisfied(func([]contract.Need, bool) []contract.Need { return nil })})
		if err != nil {
			t.Error(err)
			continue
		}
		for _, op := range info.Operations {
			if !offered(op, port.Binding) {
				continue
			}
			var req any
			if op.RequestType() != nil {
				if req, err = seed.Request(info, op); err != nil {
					t.Logf("%s: no sample of the request: %v", op.Name, err)
					continue
				}
			}
			if result, err = seed.Result(info, op); err != nil {
				t.Logf("%s: no sample of the result: %v", op.Name, err)
				continue
			}
			got, called, wanted = nil, nil, op.Name
			back, err := caller.Do(context.Background(), op, req)
			switch calls++; {
			case called != nil && called != op && alike(called, op, port.Binding):
				calls-- // the messages do not say which of them is meant
			case err != nil:
				t.Errorf("%s over %s: %v", op.Name, port.Binding, err)
			case show(info, op.RequestType(), nil, got) != show(info, op.RequestType(), nil, req):
				t.Errorf("%s over %s: the request %s arrives as %s", op.Name, port.Binding, show(info, op.RequestType(), nil, req), show(info, op.RequestType(), nil, got))
			case port.Binding != contract.HTTPHead && !op.OneWay && show(info, nil, op.Result, back) != show(info, nil, op.Result, result):
				t.Errorf("%s over %s: the result %s arrives as %s", op.Name, port.Binding, show(info, nil, op.Result, result), show(info, nil, op.Result, back))
			}
		}
	}
	return calls
}

// alike reports whether the requests of two operations may begin with the same element,
// or the same location.
func alike(a, b *contract.Operation, over contract.Binding) bool {
	for i := range a.Wires {
		for j := range b.Wires {
			if v, w := &a.Wires[i], &b.Wires[j]; slices.Contains(v.Bindings, over) && slices.Contains(w.Bindings, over) {
				return v.In == w.In && v.Path == w.Path || v.Body || w.Body
			}
		}
	}
	return false
}

// show returns a request or a result as markup; "" if it has readers, which have been read.
func show(info *contract.Contract, request *schema.Type, result *schema.Value, v any) string {
	if request.HasReaders() || result.HasReaders() {
		return ""
	}
	e := schema.NewEncoder(info.Namespaces, true)
	defer e.Release()
	switch {
	case request != nil && v != nil:
		schema.EncodeRows(e, request, v)
	case result != nil && !result.Absent(v):
		result.Put(e, v)
	}
	if e.Err() != nil {
		return e.Err().Error()
	}
	return string(e.Bytes())
}

func offered(op *contract.Operation, b contract.Binding) bool {
	return slices.ContainsFunc(op.Wires, func(w contract.Wire) bool { return slices.Contains(w.Bindings, b) })
}
