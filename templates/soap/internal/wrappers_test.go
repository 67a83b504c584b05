package internal_test

import (
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap/compress"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/wirelog"
)

func TestMediaType(t *testing.T) {
	tests := []struct{ header, name, charset, action string }{
		{"", "", "", ""},
		{"text/xml", "text/xml", "", ""},
		{" Text/XML ; CharSet=UTF-8 ", "text/xml", "UTF-8", ""},
		{`application/soap+xml; charset="utf-8"; action="urn:a;b=\"c\""`, "application/soap+xml", "utf-8", `urn:a;b="c"`},
		{"application/soap+xml;charset=utf-8;action=http://h/a?b=c&d#e", "application/soap+xml", "utf-8", "http://h/a?b=c&d#e"},
		{"application/soap+xml; action=http://h/a; charset=utf-8", "application/soap+xml", "utf-8", "http://h/a"},
		{"application/soap+xml; action = urn:x ;; charset = utf-8;", "application/soap+xml", "utf-8", "urn:x"},
		{`application/soap+xml; action="urn:x; charset=utf-8`, "application/soap+xml", "", "urn:x; charset=utf-8"},
		{`application/soap+xml; action=urn:x"; charset=utf-8`, "application/soap+xml", "utf-8", "urn:x"},
		{`application/soap+xml; action=""; charset`, "application/soap+xml", "", ""},
		{"text/xml; charset=a; charset=b", "text/xml", "a", ""},
		{"text/xml; =x; charset=a", "text/xml", "a", ""},
		{`text/xml; charset='utf-8'; action='urn:x'`, "text/xml", "utf-8", "urn:x"},
		{`text/xml; charset="'utf-8'"; action='urn:x`, "text/xml", "'utf-8'", "'urn:x"},
		{`text/xml; charset='; action=''`, "text/xml", "'", ""},
		{`text/xml; charset="a\`, "text/xml", `a\`, ""},
	}
	for _, test := range tests {
		m := media.Parse(test.header)
		if m.Name != test.name || m.Attribute("charset") != test.charset || m.Attribute("action") != test.action {
			t.Errorf("%q: %+v", test.header, m)
		}
	}
}

// TestFlushBeforeWrite: the header that a flush sends says that the body is compressed.
func TestFlushBeforeWrite(t *testing.T) {
	zip, err := compress.New(gzip.BestSpeed, 0)
	must(t, err)
	server := httptest.NewServer(zip.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
		io.WriteString(w, "text")
	})))
	defer server.Close()
	response, err := http.Get(server.URL) // accepts gzip, and reads it
	must(t, err)
	defer response.Body.Close()
	if got, err := io.ReadAll(response.Body); err != nil || string(got) != "text" || !response.Uncompressed {
		t.Errorf("got %q, %v, compressed: %v", got, err, response.Uncompressed)
	}
}

// TestLateWrite: what a handler writes after it has returned is not in the response to another request.
func TestLateWrite(t *testing.T) {
	zip, err := compress.New(gzip.BestSpeed, 0)
	must(t, err)
	var late http.ResponseWriter
	handler := zip.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "te")
		if late != nil {
			io.WriteString(late, "of the first request")
		}
		io.WriteString(w, "xt")
		late = w
	}))
	for range 2 {
		request, recorder := httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRecorder()
		request.Header.Set("Accept-Encoding", "gzip")
		handler.ServeHTTP(recorder, request)
		body, err := gzip.NewReader(recorder.Body)
		must(t, err)
		if got, err := io.ReadAll(body); err != nil || string(got) != "text" {
			t.Errorf("got %q, %v", got, err)
		}
	}
}

func TestAccepted(t *testing.T) {
	for header, want := range map[string]bool{
		"":                          false,
		"gzip":                      true,
		"GZip":                      true,
		"x-gzip":                    true,
		"deflate, gzip;q=0.5":       true,
		"gzip;q=0":                  false,
		"gzip; Q = 0.000":           false,
		"*":                         true,
		"*;q=0":                     false,
		"*, gzip;q=0":               false,
		"identity, gzip;q=0.5":      false,
		"identity;q=0.2, gzip":      true,
		"identity;q=0, *;q=0.1":     true,
		"gzip;q=2":                  false,
		"gzip;q=NaN":                false,
		"gzip;level=9":              false,
		"br;q=1, deflate":           false,
		" , gzip ;q=1.0 , identity": true,
	} {
		if got := compress.Accepted([]string{header}); got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
}

// endless is a body without an end.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

// TestHandlerThatTimesOut: the handler inside still reads when the request is logged.
func TestHandlerThatTimesOut(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	logged, ended := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		defer close(ended)
		cancel()
		for b := make([]byte, 1); ; {
			select {
			case <-logged:
				return
			default:
				r.Body.Read(b)
			}
		}
	})
	var text strings.Builder
	log := wirelog.Log{Logger: slog.New(slog.NewTextHandler(&text, nil)), MaxBody: 1 << 10}
	w := httptest.NewRecorder()
	log.Handler(http.TimeoutHandler(slow, time.Hour, "late")).ServeHTTP(w, httptest.NewRequestWithContext(ctx, "POST", "/", endless{}))
	close(logged)
	<-ended
	if w.Code != http.StatusServiceUnavailable || !strings.Contains(text.String(), "status=503") {
		t.Errorf("got %d, and the log\n%s", w.Code, &text)
	}
}

func TestEmptyResponse(t *testing.T) {
	var text strings.Builder
	log := wirelog.Log{Logger: slog.New(slog.NewTextHandler(&text, nil))}
	log.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	if !strings.Contains(text.String(), "status=200") {
		t.Errorf("got the log\n%s", &text)
	}
}
