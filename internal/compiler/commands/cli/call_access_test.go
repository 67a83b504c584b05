package cli_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/commands/cli"
)

// railCall has arguments of a call of the rail service, and what they lead to.
type railCall struct {
	args        []string
	code        int
	out, errors string // the begin of the output, and a part of the errors
}

// check calls an operation of a server, with more arguments.
func (c railCall) check(t *testing.T, more ...string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args := append([]string{"call", "../../../../wsdl/realtime.wsdl", "getAllStationsXML", "--binding", "get", "--config="}, more...)
	code := cli.Main(append(args, c.args...), &stdout, &stderr)
	out := strings.ReplaceAll(stdout.String(), "'", "") // which a path with a space is in
	if code != c.code || !strings.HasPrefix(out, c.out) || !strings.Contains(stderr.String(), c.errors) {
		t.Errorf("%s: code %d, output %q, errors %q; want %d, %q, %q", c.args, code, stdout.String(), stderr.String(), c.code, c.out, c.errors)
	}
}

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
	for _, test := range []railCall{
		{nil, 5, "", "name a file of trusted certificates with --cacert"},
		{[]string{"--cacert", empty}, 2, "", "--cacert: " + empty + " contains no PEM certificate"},
		{[]string{"--cacert", filepath.Join(dir, "none")}, 2, "", "--cacert: open "},
		{[]string{"--cacert", trusted}, 5, "", "Unauthorized, \"text/html\"; give the user with --user"},
		{[]string{"--cacert", trusted, "--user", "ann:secret"}, 0, "[]\n", ""},
		{[]string{"--cacert", trusted, "--user", "ann:secret", "-v"}, 0, "[]\n", "< HTTP/1.1 200 OK"},
		{[]string{"--cacert", trusted, "--header", "Host:trains.example"}, 5, "", "421 Misdirected Request"},
		{[]string{"--cacert", trusted, "--curl"}, 0, "curl --cacert " + trusted, ""},
	} {
		test.check(t, "--endpoint", server.URL)
	}
}

// TestCallClientCertificate calls a server that wants the certificate of the client.
func TestCallClientCertificate(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/xml")
		fmt.Fprintf(w, `<ArrayOfObjStation xmlns="http://realtime.rail.example/"><!-- %s --></ArrayOfObjStation>`, r.TLS.PeerCertificates[0].Subject)
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert}
	server.StartTLS()
	defer server.Close()
	dir := t.TempDir()
	write := func(name string, blocks ...*pem.Block) string {
		var text []byte
		for _, block := range blocks {
			text = append(text, pem.EncodeToMemory(block)...)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	certificateBlock, keyBlock, err := newKeyPair("ann")
	if err != nil {
		t.Fatal(err)
	}
	_, otherKey, err := newKeyPair("otto")
	if err != nil {
		t.Fatal(err)
	}
	trusted := write("server.pem", &pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	certificate, key, both := write("certificate.pem", certificateBlock), write("key.pem", keyBlock), write("both.pem", keyBlock, certificateBlock)
	locked := write("locked.pem", &pem.Block{Type: "ENCRYPTED PRIVATE KEY", Bytes: []byte("?")})
	for _, test := range []railCall{
		{nil, 5, "", "if the service wants a client certificate, name one with --tls-cert"},
		{[]string{"--tls-cert", both, "-v"}, 0, "[]\n", "< <ArrayOfObjStation"},
		{[]string{"--tls-cert", certificate, "--tls-key", key, "-v"}, 0, "[]\n", "CN=ann"},
		{[]string{"--tls-cert", certificate, "--tls-key", key, "--curl"}, 0, "curl --cacert " + trusted + " --cert " + certificate + " --key " + key, ""},
		{[]string{"--tls-key", key}, 2, "", "there is a key, but no certificate; want --tls-cert"},
		{[]string{"--tls-cert", certificate}, 2, "", "--tls-cert: tls: found a certificate rather than a key in the PEM for the private key; the certificate is read from " + certificate + ", and its key from " + certificate},
		{[]string{"--tls-cert", certificate, "--tls-key", write("other.pem", otherKey)}, 2, "", "--tls-cert: tls: private key does not match public key"},
		{[]string{"--tls-cert", certificate, "--tls-key", locked}, 2, "", "the key in " + locked + " has a password; remove it: openssl pkey -in " + locked},
		{[]string{"--tls-cert", write("a.p12")}, 2, "", "a.p12 is not PEM; if it is a P12 file, convert it: openssl pkcs12"},
	} {
		test.check(t, "--endpoint", server.URL, "--cacert", trusted)
	}
}

// newKeyPair returns a certificate with the name of a subject, and its key.
func newKeyPair(name string) (certificate, key *pem.Block, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	return certified(name, private)
}

// certified returns a certificate for a key, and the key.
func certified(name string, private crypto.Signer) (certificate, key *pem.Block, err error) {
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		return nil, nil, err
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(private)
	return &pem.Block{Type: "CERTIFICATE", Bytes: der}, &pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}, err
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
