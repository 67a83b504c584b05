package soap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

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

// TestPanicReachesInterceptors: interceptors see a panic of the service as an error, but not http.ErrAbortHandler.
func TestPanicReachesInterceptors(t *testing.T) {
	var seen []error
	note := func(ctx context.Context, call *Call, next func(context.Context) error) error {
		err := next(ctx)
		seen = append(seen, err)
		return err
	}
	with := func(value any) http.Handler {
		return newDepotHandler(&depotFuncs{getStops: func(context.Context) ([]stop, error) { panic(value) }},
			WithInterceptors(note), WithTypedInterceptors(note), WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
	}
	for _, b := range allBindings {
		seen = nil
		w := askOperation(with("secret"), b, "getStops", "")
		if w.Code != 500 || strings.Contains(w.Body.String(), "secret") || len(seen) != 2 {
			t.Errorf("%s: %d %s, %v", b, w.Code, w.Body, seen)
		}
		for _, err := range seen {
			var p *PanicError
			if !errors.As(err, &p) || p.Value != "secret" || !strings.Contains(string(p.Stack), "call_typed_test.go") {
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
