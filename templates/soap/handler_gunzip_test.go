package soap

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
)

func gzipped(t testing.TB, texts ...string) string {
	t.Helper()
	var b bytes.Buffer
	for _, text := range texts {
		z := gzip.NewWriter(&b)
		if _, err := io.WriteString(z, text); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
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
	bomb := gzipped(t, strings.Repeat(" ", 2<<20))
	var large *http.MaxBytesError
	c := dialDepot(t, "http://depot.example/", contract.HTTPGet, WithMaxResponseBytes(1<<20), WithHTTPClient(doerFunc(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Encoding": {"gzip"}}, Body: io.NopCloser(strings.NewReader(bomb))}, nil
	})))
	if _, err := c.GetStops(context.Background()); !errors.As(err, &large) {
		t.Errorf("bomb: %v", err)
	}
	if _, err := collect(c.GetStopsSeq(context.Background())); !errors.As(err, &large) {
		t.Errorf("bomb, item by item: %v", err)
	}
}
