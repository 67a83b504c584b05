package serve_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/running/serve"
)

// TestRequestEncoding sends requests in other encodings than those of the run-time.
func TestRequestEncoding(t *testing.T) {
	d, err := generator.Describe(context.Background(), generator.Config{Contract: "../../../../wsdl/realtime.wsdl"})
	if err != nil {
		t.Fatal(err)
	}
	server := serve.New(d.Services, d.Documents, serve.Config{Logger: slog.New(slog.DiscardHandler)})
	for name, status := range map[string]int{"windows-1251": http.StatusOK, "Big5": http.StatusOK, "none": http.StatusUnsupportedMediaType} {
		r := httptest.NewRequest("POST", serve.Paths(d.Services[0])[0], strings.NewReader(`<?xml version="1.0" encoding="`+name+`"?>`+
			`<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><getAllStationsXML xmlns="http://realtime.rail.example/"/></Body></Envelope>`))
		r.Header.Set("Content-Type", "text/xml")
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		if w.Code != status {
			t.Errorf("%s: status %d, want %d: %s", name, w.Code, status, w.Body)
		}
	}
}
