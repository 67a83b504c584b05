package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/cmd/command"
)

// issue writes a certificate for 127.0.0.1 with the serial number, and its key.
func issue(t *testing.T, certFile, keyFile string, serial int64) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	replace(t, keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}))
	replace(t, certFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

// replace replaces a file atomically. Each new version has a later modification time.
func replace(t testing.TB, name string, content []byte) {
	t.Helper()
	next := name + ".next"
	if err := os.WriteFile(next, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err == nil {
		later := info.ModTime().Add(time.Second)
		if err := os.Chtimes(next, later, later); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(next, name); err != nil {
		t.Fatal(err)
	}
}

// serial returns the serial number of a server's certificate.
func serial(t *testing.T, base string) int64 {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}}
	defer client.CloseIdleConnections()
	response, err := client.Get(base + "/getStationsFilterXML?StationText=har")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK || response.ProtoMajor != 2 {
		t.Errorf("%s %s", response.Proto, response.Status)
	}
	return response.TLS.PeerCertificates[0].SerialNumber.Int64()
}

func TestCertificateReload(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	issue(t, cert, key, 1)
	printed, stop := start(t, "--tls-cert", cert, "--tls-key", key)
	base := address(t, printed)
	if !strings.HasPrefix(base, "https://") {
		t.Fatalf("serving %s", base)
	}
	if n := serial(t, base); n != 1 {
		t.Errorf("certificate %d", n)
	}
	issue(t, cert, key, 2)
	if n := serial(t, base); n != 2 {
		t.Errorf("certificate %d after it was replaced", n)
	}
	replace(t, cert, []byte("half of"))
	for range 3 {
		if n := serial(t, base); n != 2 {
			t.Errorf("certificate %d while the file is invalid", n)
		}
	}
	if err := os.Remove(cert); err != nil {
		t.Fatal(err)
	}
	if n := serial(t, base); n != 2 {
		t.Errorf("certificate %d while the file is missing", n)
	}
	issue(t, cert, key, 3)
	if n := serial(t, base); n != 3 {
		t.Errorf("certificate %d after the file is valid again", n)
	}
	status, log := stop()
	if n := strings.Count(log, "keeping the previous one"); status != command.OK || n != 2 {
		t.Errorf("status %d, %d warnings\n%s", status, n, log)
	}
}
