package cli_test

import (
	"bytes"
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
)

// TestCallTrust calls a server with a certificate of its own: it is not trusted, unless it is in the file of --cacert.
// What the server answers without a user names the flag for one.
func TestCallTrust(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host == "trains.example" {
			w.WriteHeader(http.StatusMisdirectedRequest)
			return
		}
		if _, _, ok := r.BasicAuth(); !ok {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "text/xml")
		_, _ = io.WriteString(w, `<ArrayOfObjStation xmlns="http://realtime.rail.example/"/>`)
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	dir := t.TempDir()
	trusted, empty := filepath.Join(dir, "server.pem"), filepath.Join(dir, "empty.pem")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	for name, text := range map[string][]byte{trusted: certificate, empty: nil} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args        []string
		code        int
		out, errors string
	}{
		{nil, 5, "", "name a file of trusted certificates with --cacert"},
		{[]string{"--cacert", empty}, 2, "", "--cacert: " + empty + " contains no PEM certificate"},
		{[]string{"--cacert", filepath.Join(dir, "none")}, 2, "", "--cacert: open "},
		{[]string{"--cacert", trusted}, 5, "", "Unauthorized, \"text/html\"; give the user with --user"},
		{[]string{"--cacert", trusted, "--user", "ann:secret"}, 0, "[]\n", ""},
		{[]string{"--cacert", trusted, "--user", "ann:secret", "-v"}, 0, "[]\n", "< HTTP/1.1 200 OK"},
		{[]string{"--cacert", trusted, "--header", "Host:trains.example"}, 5, "", "421 Misdirected Request"},
		{[]string{"--cacert", trusted, "--curl"}, 0, "curl --cacert " + trusted, ""},
	} {
		var stdout, stderr bytes.Buffer
		args := append([]string{"call", "../../../../wsdl/realtime.wsdl", "getAllStationsXML", "--binding", "get", "--config=", "--endpoint", server.URL}, test.args...)
		code := cli.Main(args, &stdout, &stderr)
		out := strings.ReplaceAll(stdout.String(), "'", "") // which a path with a space is in
		if code != test.code || !strings.HasPrefix(out, test.out) || !strings.Contains(stderr.String(), test.errors) {
			t.Errorf("%s: code %d, output %q, errors %q; want %d, %q, %q", test.args, code, stdout.String(), stderr.String(), test.code, test.out, test.errors)
		}
	}
}

// TestCallVerbose shows what has arrived of a response that ends early, and reports it as without -v.
func TestCallVerbose(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/xml")
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, "<begun>\n")
	}))
	defer server.Close()
	for _, flag := range []string{"-v", "--json"} {
		var stdout, stderr bytes.Buffer
		code := cli.Main([]string{"call", "../../../../wsdl/realtime.wsdl", "getAllStationsXML", "--config=", "--endpoint", server.URL, flag}, &stdout, &stderr)
		const want = "HTTP status 200 OK: reading the response: unexpected EOF; the response begins with \"<begun>\\n\""
		if code != 5 || !strings.Contains(stderr.String(), want) || flag == "-v" && !strings.Contains(stderr.String(), "< <begun>\n< (unexpected EOF)\n") {
			t.Errorf("%s: code %d, errors %s", flag, code, stderr.String())
		}
	}
}
