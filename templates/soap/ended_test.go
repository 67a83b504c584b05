package soap

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
)

// checkerFunc is a Checker of messages.
type checkerFunc func(ctx context.Context, doc []byte, what *Comparison) error

func (f checkerFunc) Message(ctx context.Context, doc []byte, what *Comparison) error {
	return f(ctx, doc, what)
}
func (checkerFunc) Value(context.Context, *contract.Operation, any) error { return nil }

func withChecker(f checkerFunc) Option {
	return WithChecker(func(*contract.Contract) Checker { return f })
}

// TestRequestOfClientThatHasGone: a long request is not read on, and the service is not called.
func TestRequestOfClientThatHasGone(t *testing.T) {
	long := envelope(contract.SOAP11, element("getStop", strings.Repeat("<x>\u00e9</x>", 1<<18)))
	for mediaType, body := range map[string]string{
		"text/xml":                     long,
		"text/xml; charset=ISO-8859-1": strings.ReplaceAll(long, "\u00e9", "\xe9"),
	} {
		handler := newDepotHandler(&depotFuncs{getStop: func(context.Context, *getStop) (*stop, error) {
			t.Error("the service is called")
			return nil, nil
		}})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, depotPath, strings.NewReader(body))
		r.Header.Set("Content-Type", mediaType)
		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, r); w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "interrupted") {
			t.Errorf("%s: %d %s", mediaType, w.Code, w.Body)
		}
	}
}

// TestResultForClientThatHasGone: a long result is not encoded to its end, also where that is in memory.
func TestResultForClientThatHasGone(t *testing.T) {
	for name, option := range map[string]HandlerOption{
		"streamed":  handlerOnly(func(*config) {}),
		"in memory": withChecker(func(context.Context, []byte, *Comparison) error { t.Error("the reply is complete"); return nil }),
	} {
		ctx, cancel := context.WithCancel(t.Context())
		handler := newDepotHandler(&depotFuncs{getStops: func(context.Context) ([]stop, error) {
			cancel()
			return make([]stop, 1<<16), nil
		}}, option)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, depotPath+"/getStops", nil))
		if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "<stop>") {
			t.Errorf("%s: %d, %d bytes", name, w.Code, w.Body.Len())
		}
	}
}

// TestCheckerLearnsThatClientHasGone: while a message is validated, the context ends when the client hangs up.
func TestCheckerLearnsThatClientHasGone(t *testing.T) {
	text := envelope(contract.SOAP11, element("getStop", ""))
	for coding, body := range map[string]string{"": text, "gzip": gzipped(t, text)} {
		begun, ended := make(chan bool), make(chan bool)
		server := httptest.NewServer(newDepotHandler(&depotFuncs{}, withChecker(func(ctx context.Context, _ []byte, _ *Comparison) error {
			close(begun)
			<-ctx.Done()
			close(ended)
			return codec.ErrInterrupted
		})))
		ctx, cancel := context.WithCancel(t.Context())
		r, _ := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+depotPath, strings.NewReader(body))
		r.Header.Set("Content-Type", "text/xml")
		r.Header.Set("Content-Encoding", coding)
		failed := make(chan error)
		go func() {
			_, err := server.Client().Do(r)
			failed <- err
		}()
		<-begun
		cancel()
		<-ended
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		server.Close()
	}
}

// TestClientCheckerHasLimits: what a client validates has the context of the call, and the limit of memory that handlers have.
func TestClientCheckerHasLimits(t *testing.T) {
	server := httptest.NewServer(newDepotHandler(&depotFuncs{getStop: func(context.Context, *getStop) (*stop, error) { return &stop{}, nil }}))
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	calls := 0
	c := dialDepot(t, server.URL+depotPath, contract.SOAP11, withChecker(func(ctx context.Context, doc []byte, what *Comparison) error {
		d := codec.NewDecoder(doc, what.Names, what.Limits)
		defer d.Release()
		what.Memory(d)
		if calls++; d.TakeMemory(16<<20+8*int64(len(doc))+1) || !strings.Contains(d.Err().Error(), "bytes of memory") {
			t.Errorf("message %d: there is no limit", calls)
		}
		if calls < 2 {
			return nil
		}
		cancel()
		<-ctx.Done()
		return codec.ErrInterrupted
	}))
	if _, err := c.GetStop(ctx, &getStop{}); !errors.Is(err, context.Canceled) || calls != 2 {
		t.Errorf("%d messages, %v", calls, err)
	}
}
