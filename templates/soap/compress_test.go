package soap

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/compress"
	"example.com/quartet/templates/soap/contract"
)

func zipping(t testing.TB, level, minBytes int) *compress.Gzip {
	t.Helper()
	g, err := compress.New(level, minBytes)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestCompressedResponses(t *testing.T) {
	for name, service := range map[string]depot{
		"sequence": &depotSeq{seq: yieldStops(3000, nil)},
		"long":     &depotFuncs{getStops: func(context.Context) ([]stop, error) { return stopsUpTo(3000), nil }},
		"whole":    &depotFuncs{getStops: func(context.Context) ([]stop, error) { return stopsUpTo(100), nil }},
	} {
		plain := fetch(t, "GET", startDepot(t, service)+"/getStops")
		address := startHandler(t, zipping(t, gzip.BestSpeed, 1000).Handler(newDepotHandler(service)))
		w := fetch(t, "GET", address+"/getStops", "Accept-Encoding", "gzip")
		if w.Header.Get("Content-Encoding") != "gzip" || w.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: %v", name, w.Header)
		}
		z, err := gzip.NewReader(bytes.NewReader(w.body))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, plain.body) {
			t.Errorf("%s: %d bytes, %v, want %d", name, len(got), err, len(plain.body))
		}
		if w := fetch(t, "HEAD", address+"/getStops", "Accept-Encoding", "gzip"); w.Header.Get("Content-Encoding") != "gzip" || w.ContentLength > 0 || len(w.body) > 0 {
			t.Errorf("%s: HEAD: %v", name, w.Header)
		}
		for _, b := range allBindings {
			got, err := collect(dialDepot(t, address, b).GetStopsSeq(context.Background()))
			if err != nil || len(got) < 100 {
				t.Errorf("%s over %v: %d, %v", name, b, len(got), err)
			}
		}
	}
}

func TestWhatIsNotCompressed(t *testing.T) {
	few := &depotFuncs{getStops: func(context.Context) ([]stop, error) { return stopsUpTo(1), nil }}
	many := &depotFuncs{getStops: func(context.Context) ([]stop, error) { return stopsUpTo(100), nil }}
	zipped := zipping(t, gzip.DefaultCompression, 1000).Handler
	for _, test := range []struct {
		name     string
		h        http.Handler
		accept   string
		encoding string
		vary     string
	}{
		{"short", zipped(newDepotHandler(few)), "gzip", "", "Accept-Encoding"},
		{"without the option", newDepotHandler(many), "gzip", "", ""},
		{"not accepted", zipped(newDepotHandler(many)), "", "", "Accept-Encoding"},
		{"accepted", zipped(newDepotHandler(many)), "gzip", "gzip", "Accept-Encoding"},
		{"already", zipped(newDepotHandler(many, WithInterceptors(func(ctx context.Context, call *Call, next func(context.Context) error) error {
			call.ResponseHeader.Set("Content-Encoding", "br")
			return next(ctx)
		}))), "gzip", "br", ""},
		{"varies anyway", zipped(newDepotHandler(many, WithInterceptors(func(ctx context.Context, call *Call, next func(context.Context) error) error {
			call.ResponseHeader.Set("Vary", "Cookie, accept-encoding")
			return next(ctx)
		}))), "gzip", "gzip", "Cookie, accept-encoding"},
	} {
		w := ask(test.h, "GET", depotPath+"/getStops", "", "", "Accept-Encoding", test.accept)
		header := w.Result().Header
		if w.Code != 200 || header.Get("Content-Encoding") != test.encoding || header.Get("Vary") != test.vary || len(header.Values("Vary")) > 1 {
			t.Errorf("%s: %d %v", test.name, w.Code, header)
		}
	}
	if _, err := compress.New(10, 0); err == nil {
		t.Error("a level that does not exist is accepted")
	}
}

// TestCompressedListThatBreaks: what is left of it cannot be taken for a whole.
func TestCompressedListThatBreaks(t *testing.T) {
	address := startHandler(t, zipping(t, gzip.BestSpeed, 0).Handler(newDepotHandler(&depotSeq{seq: yieldStops(20000, errors.New("torn"))}, WithLogger(discard))))
	for _, b := range allBindings {
		if got, err := collect(dialDepot(t, address, b).GetStopsSeq(context.Background())); err == nil || len(got) == 0 {
			t.Errorf("%v: %d, %v", b, len(got), err)
		}
	}
}

func TestClientCompresses(t *testing.T) {
	address := startDepot(t, echo(), WithInterceptors(func(ctx context.Context, call *Call, next func(context.Context) error) error {
		call.ResponseHeader.Set("X-Coding", call.RequestHeader.Get("Content-Encoding"))
		return next(ctx)
	}))
	long := strings.Repeat("k", 1000)
	for _, b := range allBindings {
		c := dialDepot(t, address, b, through(zipping(t, gzip.BestSpeed, 1000).Transport(nil)))
		for _, kind := range []string{"k", long} {
			ctx, out := NewOutbound(context.Background())
			got, err := c.GetStopsWithKind(ctx, &getStopsWithKind{&kind})
			if err != nil || len(got) == 0 || got[0].Name != kind {
				t.Errorf("%v: %v, %v", b, got, err)
			}
			if coding := out.Received().Get("X-Coding"); (coding == "gzip") != (kind == long && b != contract.HTTPGet) {
				t.Errorf("%v, %d bytes: sent as %q", b, len(kind), coding)
			}
		}
	}
}
