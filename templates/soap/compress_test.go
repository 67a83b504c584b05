package soap

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/compress"
	"example.com/quartet/templates/soap/contract"
)

func zipping(t testing.TB, level, minBytes int) *compress.Gzip {
	t.Helper()
	g, err := compress.New(level, minBytes)
	must(t, err)
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
		must(t, err)
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

func gzipped(t testing.TB, texts ...string) string {
	t.Helper()
	var b bytes.Buffer
	for _, text := range texts {
		z := gzip.NewWriter(&b)
		if _, err := io.WriteString(z, text); err != nil {
			t.Fatal(err)
		}
		must(t, z.Close())
	}
	return b.String()
}

func TestCompressedRequests(t *testing.T) {
	h := newDepotHandler(echo(), WithMaxRequestBytes(4096))
	request := envelope(contract.SOAP11, element("getStops_WithKind", "<Kind>"+strings.Repeat("k", 1000)+"</Kind>"))
	whole := gzipped(t, request)
	for name, body := range map[string]string{"one member": whole, "two members": gzipped(t, request[:9], request[9:])} {
		for _, coding := range []string{"gzip", "GZIP", "x-gzip", "identity, gzip"} {
			w := ask(h, "POST", depotPath, "text/xml", body, "Content-Encoding", coding)
			if w.Code != 200 || !strings.Contains(w.Body.String(), strings.Repeat("k", 1000)) {
				t.Errorf("%s as %s: %d %s", name, coding, w.Code, w.Body)
			}
		}
	}
	form := ask(h, "POST", depotPath+"/getStops_WithKind", formMediaType, gzipped(t, "Kind=a"), "Content-Encoding", "gzip")
	if form.Code != 200 || !strings.Contains(form.Body.String(), "<Name>a</Name>") {
		t.Errorf("form: %d %s", form.Code, form.Body)
	}
	for name, test := range map[string]struct {
		body, coding string
		status       int
		want         string
	}{
		"bomb":            {gzipped(t, strings.Repeat(" ", 8<<20)), "gzip", 413, "larger than 4096 bytes"},
		"large":           {gzipped(t, request+strings.Repeat(" ", 4096)), "gzip", 413, "larger than 4096 bytes"},
		"empty members":   {strings.Repeat(gzipped(t, ""), 500), "gzip", 413, "larger than 4096 bytes"},
		"no gzip":         {request, "gzip", 400, "not valid gzip"},
		"nothing":         {"", "gzip", 400, "not valid gzip"},
		"cut":             {whole[:len(whole)-9], "gzip", 400, "not valid gzip"},
		"wrong checksum":  {whole[:len(whole)-8] + "12345678", "gzip", 400, "not valid gzip"},
		"something after": {whole + "x", "gzip", 400, "not valid gzip"},
		"twice":           {gzipped(t, whole), "gzip, gzip", 415, `"gzip, gzip" is not supported; use gzip`},
		"other":           {request, "deflate", 415, `"deflate" is not supported; use gzip`},
	} {
		w := ask(h, "POST", depotPath, "text/xml", test.body, "Content-Encoding", test.coding)
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.want) {
			t.Errorf("%s: %d %s, want %d %s", name, w.Code, w.Body, test.status, test.want)
		}
		if got := w.Header().Get("Accept-Encoding"); (got == "gzip") != (test.status == 415) {
			t.Errorf("%s: Accept-Encoding %q", name, got)
		}
	}
}

// TestClientDecompresses what an HTTP client hands on as it came.
func TestClientDecompresses(t *testing.T) {
	doc := "<ArrayOfStop xmlns='" + depotNS + "'>" + strings.Repeat("<stop><Name>a</Name></stop>", 9000) + "</ArrayOfStop>"
	for _, test := range []struct{ coding, body, want string }{
		{"gzip", gzipped(t, doc), ""},
		{"x-gzip", gzipped(t, doc), ""},
		{"identity", doc, ""},
		{"gzip", doc, "not valid gzip"},
		{"gzip", gzipped(t, doc)[:500], "not valid gzip"},
		{"br", doc, `the content coding "br" is not supported`},
	} {
		c := dialDepot(t, "http://depot.example/", contract.HTTPGet, WithMaxResponseBytes(1<<20), WithHTTPClient(doerFunc(func(*http.Request) (*http.Response, error) {
			header := http.Header{"Content-Type": {"text/xml"}, "Content-Encoding": {test.coding}}
			return &http.Response{StatusCode: 200, Header: header, Body: io.NopCloser(strings.NewReader(test.body)), ContentLength: int64(len(test.body))}, nil
		})))
		got, err := c.GetStops(context.Background())
		items, seqErr := collect(c.GetStopsSeq(context.Background()))
		if test.want == "" {
			if err != nil || seqErr != nil || len(got) != 9000 || !reflect.DeepEqual(got, items) {
				t.Errorf("%s: %d and %d, %v, %v", test.coding, len(got), len(items), err, seqErr)
			}
			continue
		}
		if err == nil || seqErr == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(seqErr.Error(), test.want) {
			t.Errorf("%s: %v, %v, want %q", test.coding, err, seqErr, test.want)
		}
	}
}
