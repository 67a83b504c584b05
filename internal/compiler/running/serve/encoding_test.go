package serve_test

import (
	"log/slog"
	"net/http"
	"testing"

	"example.com/quartet/internal/compiler/running/serve"
)

// TestRequestEncoding sends requests in other encodings than those of the run-time.
func TestRequestEncoding(t *testing.T) {
	d := describe(t, "../../../../wsdl/realtime.wsdl")
	server := serve.New(d.Services, d.Documents, serve.Config{Logger: slog.New(slog.DiscardHandler)})
	for name, status := range map[string]int{"windows-1251": http.StatusOK, "Big5": http.StatusOK, "none": http.StatusUnsupportedMediaType} {
		w := sent(server, "POST", serve.Paths(d.Services[0])[0], "text/xml", `<?xml version="1.0" encoding="`+name+`"?>`+
			`<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><getAllStationsXML xmlns="http://realtime.rail.example/"/></Body></Envelope>`)
		if w.Code != status {
			t.Errorf("%s: status %d, want %d: %s", name, w.Code, status, w.Body)
		}
	}
}
