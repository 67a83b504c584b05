package soap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/templates/soap/contract"
)

func TestInterceptorsOfAHandler(t *testing.T) {
	var steps []string
	note := func(format string, args ...any) { steps = append(steps, fmt.Sprintf(format, args...)) }
	named := func(name string) Interceptor {
		return func(ctx context.Context, call *Call, next func(context.Context) error) error {
			note("%s before %s %s %s", name, call.Service, call.Operation, call.Binding)
			err := next(context.WithValue(ctx, ctxKey(name), name))
			note("%s after, %d bytes, %v", name, len(call.Reply), err)
			return err
		}
	}
	h := newDepotHandler(&depotFuncs{getStops: func(ctx context.Context) ([]stop, error) {
		call, ok := CallInfo(ctx)
		note("service %v %v %v %s %s", ctx.Value(ctxKey("a")), ctx.Value(ctxKey("b")), ok, call.Operation, call.RequestHeader.Get("X-In"))
		call.ResponseHeader.Set("X-Out", "out")
		return nil, nil
	}}, WithInterceptors(named("a")), WithInterceptors(named("b")))
	for _, b := range allBindings {
		steps = nil
		w := askOperation(h, b, "getStops", "", "X-In", "in")
		want := fmt.Sprintf("a before Depot getStops %s; b before Depot getStops %s; service a b true getStops in; b after, %d bytes, <nil>; a after, %d bytes, <nil>", b, b, w.Body.Len(), w.Body.Len())
		if got := strings.Join(steps, "; "); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
		if w.Header().Get("X-Out") != "out" {
			t.Errorf("%s: header is missing", b)
		}
	}
	steps = nil
	ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, element("nothing", "")))
	ask(h, "GET", depotPath+"/nothing", "", "")
	if len(steps) > 0 {
		t.Errorf("called without an operation: %s", steps)
	}
	ask(h, "GET", depotPath+"/getStop?Code=%zz", "", "")
	if got := strings.Join(steps, "; "); !strings.Contains(got, "b after, 0 bytes, Client fault: \"bad escape") {
		t.Errorf("a request that cannot be decoded: %s", got)
	}
}

type ctxKey string

func TestInterceptorRefuses(t *testing.T) {
	tests := []struct {
		name        string
		interceptor Interceptor
		want        string
	}{
		{"fault", func(_ context.Context, call *Call, _ func(context.Context) error) error {
			call.ResponseHeader.Set("WWW-Authenticate", "Basic")
			return &Fault{Code: FaultClient, Reason: "who are you?"}
		}, "who are you?"},
		{"error", func(context.Context, *Call, func(context.Context) error) error { return errors.New("secret") }, "could not process"},
		{"nothing", func(context.Context, *Call, func(context.Context) error) error { return nil }, "could not process"},
		{"panic", func(context.Context, *Call, func(context.Context) error) error { panic("secret") }, "could not process"},
		{"next twice", func(ctx context.Context, _ *Call, next func(context.Context) error) error {
			next(ctx)
			return next(ctx)
		}, "could not process"},
		{"error afterwards", func(ctx context.Context, _ *Call, next func(context.Context) error) error {
			next(ctx)
			return &Fault{Reason: "no"}
		}, "no"},
	}
	for _, test := range tests {
		h := newDepotHandler(echo(), WithInterceptors(test.interceptor), WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
		for _, b := range allBindings {
			w := askOperation(h, b, "getStops", "")
			if w.Code == 200 || !strings.Contains(w.Body.String(), test.want) || strings.Contains(w.Body.String(), "secret") {
				t.Errorf("%s over %s: %d %s", test.name, b, w.Code, w.Body)
			}
			if test.name == "fault" && w.Header().Get("WWW-Authenticate") != "Basic" {
				t.Errorf("%s: header is missing", b)
			}
		}
	}
}

func TestInterceptorsOfAClient(t *testing.T) {
	address := startDepot(t, echo())
	for _, b := range allBindings {
		attempts := 0
		retry := func(ctx context.Context, call *Call, next func(context.Context) error) error {
			next(ctx)
			return next(ctx)
		}
		note := func(ctx context.Context, call *Call, next func(context.Context) error) error {
			attempts++
			call.RequestHeader.Set("X-Attempt", fmt.Sprint(attempts))
			err := next(ctx)
			if err != nil || call.ResponseHeader.Get("X-Content-Type-Options") != "nosniff" || !bytes.Contains(call.Reply, []byte("42")) && call.Operation == "count" {
				t.Errorf("%s: %v %v %s", b, err, call.ResponseHeader, call.Reply)
			}
			return err
		}
		if got, err := dialDepot(t, address, b, WithInterceptors(retry, note)).GetStop(context.Background(), &getStop{Code: "C"}); err != nil || got.Name != "C" || attempts != 2 {
			t.Errorf("%s: %v, %v, %d attempts", b, got, err, attempts)
		}

		refused := errors.New("refused")
		c := dialDepot(t, address, b, WithInterceptors(func(context.Context, *Call, func(context.Context) error) error { return refused }))
		if _, err := c.Count(context.Background()); err != refused {
			t.Errorf("%s: %v", b, err)
		}
		kept := element("int", "7")
		if b.IsSOAP() {
			kept = envelope(b, element("countResponse", "<countResult>7</countResult>"))
		}
		c = dialDepot(t, address, b, WithInterceptors(func(_ context.Context, call *Call, _ func(context.Context) error) error {
			call.Reply = []byte(kept)
			return nil
		}))
		if got, err := c.Count(context.Background()); err != nil || got != 7 {
			t.Errorf("%s: a reply that was kept: %v, %v", b, got, err)
		}
		c = dialDepot(t, address, b, WithInterceptors(func(context.Context, *Call, func(context.Context) error) error { return nil }))
		if _, err := c.Count(context.Background()); err == nil {
			t.Errorf("%s: no reply is a result", b)
		}
	}
}

func TestOutbound(t *testing.T) {
	var mu sync.Mutex
	var seen http.Header
	h := newDepotHandler(echo())
	server := newServer(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen = r.Header
		mu.Unlock()
		w.Header().Set("X-Cost", "3")
		h.ServeHTTP(w, r)
	}))
	for _, b := range allBindings {
		options := []ClientOption{WithHeader("X-A", "option"), WithHeader("X-B", "option"), WithHeader("Content-Type", "text/nonsense")}
		c := dialDepot(t, server.URL+depotPath, b, options...)
		ctx, out := NewOutbound(context.Background())
		out.Header.Set("X-A", "call")
		inner, innerOut := NewOutbound(ctx)
		innerOut.Header.Set("X-C", "inner")
		if out.Received() != nil {
			t.Error("headers before a call")
		}
		c.Count(inner)
		if seen.Get("X-A") != "call" || seen.Get("X-B") != "option" || seen.Get("X-C") != "inner" ||
			len(seen.Values("X-A")) != 1 || seen.Get("Content-Type") == "text/nonsense" {
			t.Errorf("%s: %v", b, seen)
		}
		if innerOut.Received().Get("X-Cost") != "3" || out.Received() != nil {
			t.Errorf("%s: received %v and %v", b, innerOut.Received(), out.Received())
		}
		c.GetStop(ctx, nil)
		if out.Received().Get("X-Cost") != "3" || seen.Get("X-C") != "" {
			t.Errorf("%s: %v, %v", b, out.Received(), seen)
		}
		var wait sync.WaitGroup
		for range 4 {
			wait.Add(1)
			go func() {
				defer wait.Done()
				c.Count(ctx)
				out.Received()
			}()
		}
		wait.Wait()
	}
}

func TestInboundIsNotForwarded(t *testing.T) {
	var seen http.Header
	h := newDepotHandler(echo())
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r.Header
		h.ServeHTTP(w, r)
	}))
	defer backend.Close()
	proxy := newDepotHandler(dialDepot(t, backend.URL+depotPath, contract.SOAP12))
	askOperation(proxy, contract.HTTPGet, "count", "", "Authorization", "secret", "X-In", "secret")
	for name, values := range seen {
		if strings.Contains(strings.Join(values, ""), "secret") {
			t.Errorf("%s was forwarded", name)
		}
	}
	if _, ok := CallInfo(context.Background()); ok {
		t.Error("a call without one")
	}
}

func TestTypedInterceptorsOfAHandler(t *testing.T) {
	var steps []string
	outer := func(ctx context.Context, call *Call, next func(context.Context) error) error {
		steps = append(steps, fmt.Sprint("outer ", call.Input, call.Output))
		err := next(ctx)
		steps = append(steps, fmt.Sprintf("outer %T %v %v", call.Input, call.Output.(*stop).Name, err))
		return err
	}
	typed := func(ctx context.Context, call *Call, next func(context.Context) error) error {
		req := call.Input.(*getStop)
		steps = append(steps, "typed "+req.Code+fmt.Sprint(call.Output))
		req.Code += "!"
		err := next(ctx)
		call.Output = &stop{Name: call.Output.(*stop).Name + "?"}
		return err
	}
	h := newDepotHandler(echo(), WithTypedInterceptors(typed), WithInterceptors(outer))
	for _, b := range allBindings {
		content := "Code=C"
		if b.IsSOAP() {
			content = "<Code>C</Code>"
		}
		steps = nil
		w := askOperation(h, b, "getStop", content)
		want := "outer <nil> <nil>; typed C<nil>; outer *soap.getStop C!? <nil>"
		if got := strings.Join(steps, "; "); got != want || !strings.Contains(w.Body.String(), ">C!?<") {
			t.Errorf("%s: %s\nwant %s\n%s", b, got, want, w.Body)
		}
	}
}

func TestTypedInterceptorAnswers(t *testing.T) {
	answer := func(v any, err error) Option {
		return WithTypedInterceptors(func(_ context.Context, call *Call, _ func(context.Context) error) error {
			call.Output = v
			return err
		})
	}
	quiet := WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil)))
	refused := &Fault{Code: FaultClient, Reason: "refused"}
	h := newDepotHandler(&depotFuncs{}, answer(int32(7), nil))
	for _, b := range allBindings {
		if w := askOperation(h, b, "count", ""); w.Code != 200 || !strings.Contains(w.Body.String(), ">7<") {
			t.Errorf("%s: %d %s", b, w.Code, w.Body)
		}
		for _, bad := range []Option{answer(nil, nil), answer("7", nil)} {
			if w := askOperation(newDepotHandler(&depotFuncs{}, bad, quiet), b, "count", ""); w.Code != 500 {
				t.Errorf("%s: %d %s", b, w.Code, w.Body)
			}
		}
		if w := askOperation(newDepotHandler(&depotFuncs{}, answer(nil, refused)), b, "count", ""); w.Code == 200 || !strings.Contains(w.Body.String(), "refused") {
			t.Errorf("%s: %d %s", b, w.Code, w.Body)
		}
		c := dialDepot(t, "http://localhost/", b, answer(int32(8), nil), WithHTTPClient(doerFunc(func(*http.Request) (*http.Response, error) {
			return nil, errors.New("called")
		})))
		if n, err := c.Count(t.Context()); n != 8 || err != nil {
			t.Errorf("%s: %d, %v", b, n, err)
		}
		c = dialDepot(t, "http://localhost/", b, answer(nil, nil))
		if _, err := c.Count(t.Context()); err == nil {
			t.Errorf("%s: no result and no error", b)
		}
	}
}

// TestTypedInterceptorsOfAClient: they see values, and what they add to the context is sent; a second call of next encodes again.
func TestTypedInterceptorsOfAClient(t *testing.T) {
	address := startDepot(t, echo(), WithTypedInterceptors(func(ctx context.Context, call *Call, next func(context.Context) error) error {
		tenantHeader.ReplyAll(ctx, tenantHeader.All(ctx)...)
		return next(ctx)
	}))
	for _, b := range allBindings {
		attempts := 0
		typed := func(ctx context.Context, call *Call, next func(context.Context) error) error {
			for _, code := range []string{"A", "B"} {
				attempts++
				call.Input.(*getStop).Code = code
				if err := next(tenantHeader.With(ctx, fmt.Sprint(attempts))); err != nil {
					return err
				}
				got, err := ReceivedHeaders(call, tenantHeader)
				if call.Output.(*stop).Name != code || err != nil || b.IsSOAP() && (len(got) != 1 || got[0] != fmt.Sprint(attempts)) {
					t.Errorf("%s: %v, %q, %v", b, call.Output, got, err)
				}
			}
			return nil
		}
		plain := func(ctx context.Context, call *Call, next func(context.Context) error) error {
			err := next(ctx)
			if call.Output.(*stop).Name != call.Input.(*getStop).Code {
				t.Errorf("%s: %v of %v", b, call.Output, call.Input)
			}
			return err
		}
		c := dialDepot(t, address, b, WithInterceptors(plain), WithTypedInterceptors(typed))
		if got, err := c.GetStop(t.Context(), &getStop{}); err != nil || got.Name != "B" || attempts != 2 {
			t.Errorf("%s: %v, %v, %d attempts", b, got, err, attempts)
		}
	}
}

// TestPanics: a panic of the service is logged and answered, and interceptors see it as an error, but not http.ErrAbortHandler.
func TestPanics(t *testing.T) {
	var seen []error
	var log bytes.Buffer
	note := func(ctx context.Context, call *Call, next func(context.Context) error) error {
		err := next(ctx)
		seen = append(seen, err)
		return err
	}
	for _, opts := range [][]HandlerOption{nil, {WithInterceptors(note), WithTypedInterceptors(note)}} {
		with := func(value any) http.Handler {
			service := &depotFuncs{getStops: func(context.Context) ([]stop, error) { panic(value) }}
			return newDepotHandler(service, append(opts, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))...)
		}
		for _, b := range allBindings {
			seen = nil
			log.Reset()
			w := askOperation(with("secret"), b, "getStops", "")
			if w.Code != 500 || strings.Contains(w.Body.String(), "secret") || !strings.Contains(w.Body.String(), "could not process") || len(seen) != len(opts) {
				t.Errorf("%s: %d %s, %v", b, w.Code, w.Body, seen)
			}
			if !strings.Contains(log.String(), "panic: secret") || !strings.Contains(log.String(), "call_test.go") {
				t.Errorf("%s: logged %q", b, log.String())
			}
			for _, err := range seen {
				var p *PanicError
				if !errors.As(err, &p) || p.Value != "secret" || !strings.Contains(string(p.Stack), "call_test.go") {
					t.Errorf("%s: %v", b, err)
				}
			}
			seen = nil
			func() {
				defer func() {
					if v := recover(); v != http.ErrAbortHandler || len(seen) != 0 {
						t.Errorf("%s: %v, %v", b, v, seen)
					}
				}()
				askOperation(with(http.ErrAbortHandler), b, "getStops", "")
			}()
		}
	}
}
