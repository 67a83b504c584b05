package cli_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
)

// TestCallEncoding calls a server that answers in another encoding than those of the run-time.
func TestCallEncoding(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/xml; charset=windows-1251")
		_, _ = io.WriteString(w, "<ArrayOfObjStation xmlns=\"http://realtime.rail.example/\"><objStation><StationDesc>\xcc\xee\xf1\xea\xe2\xe0</StationDesc></objStation></ArrayOfObjStation>")
	}))
	defer server.Close()
	var stdout, stderr bytes.Buffer
	code := cli.Main([]string{"call", "../../../../wsdl/realtime.wsdl", "getAllStationsXML", "--binding", "get", "--config=", "--endpoint", server.URL}, &stdout, &stderr)
	if code != 0 || !strings.Contains(stdout.String(), `"Москва"`) {
		t.Errorf("code %d, output %q, errors %q", code, stdout.String(), stderr.String())
	}
}
