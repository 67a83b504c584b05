package interop_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/wsa"
	"example.com/quartet/templates/soap/wsse"
	"example.com/quartet/templates/soap/xsd"
)

// quartetSigner signs with the generated client, and verifies with the generated handler.
type quartetSigner struct {
	signing wsse.Signing
	trust   wsse.Trust
	key     crypto.Decrypter // nil for one of ECDSA
}

var toName = xsd.QName{Space: wsa.Namespace, Local: "To"}

// newQuartetSigner returns a signer that trusts the root, and also knows the certificate, which some signatures only name.
func newQuartetSigner(t *testing.T, keys signatureKeys) signer {
	t.Helper()
	pair, err := tls.LoadX509KeyPair(keys.certificate, keys.key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(pair.Certificate[0])
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.ReadFile(keys.root)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(root)
	key, _ := pair.PrivateKey.(crypto.Decrypter)
	return &quartetSigner{
		key:     key,
		signing: wsse.Signing{Key: pair.PrivateKey.(crypto.Signer), Chain: []*x509.Certificate{certificate}, Headers: []xsd.QName{toName}},
		trust:   wsse.Trust{Roots: roots, Pinned: []*x509.Certificate{certificate}},
	}
}

func (q *quartetSigner) sign(kind, in, out string) error {
	signing := q.signing
	signing.Ref, signing.Hash, signing.PSS = keyRefs[kind], hashes[kind], kind == "RSA-PSS"
	return send(in, out, wsse.WithSigning(signing))
}

// The ways to name a certificate, and hashes, by kinds.
var (
	keyRefs = map[string]wsse.KeyRef{
		"IssuerSerial": wsse.IssuerSerial, "SubjectKeyIdentifier": wsse.SubjectKeyIdentifier, "Thumbprint": wsse.Thumbprint, "X509Data": wsse.X509Data,
	}
	hashes = map[string]crypto.Hash{"SHA-256": crypto.SHA256, "SHA-384": crypto.SHA384, "SHA-512": crypto.SHA512}
)

// send writes what a client with options sends into a file.
func send(in, out string, options ...soap.ClientOption) error {
	binding := map[string]soap.Binding{"11": soap.SOAP11, "12": soap.SOAP12}[filepath.Base(in)]
	client, err := realtime.NewClient("http://127.0.0.1/", binding, append(options, soap.WithHTTPClient(requestFile(out)))...)
	if err != nil {
		return err
	}
	ctx := soap.NewHeader[string](toName).With(context.Background(), "http://127.0.0.1/")
	_, err = client.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: soap.Ptr(stationName)})
	if errors.Is(err, errWritten) {
		return nil
	}
	return err
}

// requestFile is the name of a file for the body of a request, which is not sent.
type requestFile string

var errWritten = errors.New("the request is in a file")

func (name requestFile) Do(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = os.WriteFile(string(name), body, 0o600)
	}
	if err == nil {
		err = errWritten
	}
	return nil, err
}

// verify lets a handler that has seen no message before verify an envelope.
func (q *quartetSigner) verify(in string) error {
	text, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	return post(text, &signedService{}, wsse.WithTrust(q.trust))
}

// post lets a handler with options read an envelope. The error is what it has logged.
func post(text []byte, served realtime.Realtime, options ...soap.HandlerOption) error {
	var log bytes.Buffer
	r := httptest.NewRequest(http.MethodPost, "/realtime/realtime.asmx", bytes.NewReader(text))
	r.Header.Set("Content-Type", "text/xml")
	if bytes.Contains(text, []byte("http://www.w3.org/2003/05/soap-envelope")) {
		r.Header.Set("Content-Type", "application/soap+xml")
	}
	w := httptest.NewRecorder()
	logger := slog.New(slog.NewTextHandler(&log, nil))
	realtime.NewHandler(served, append(options, soap.WithLogger(logger))...).ServeHTTP(w, r)
	if w.Code == http.StatusOK {
		return nil
	}
	return errors.New(w.Body.String() + log.String())
}

// serve returns the address of a handler that verifies requests, and may sign replies.
func (q *quartetSigner) serve(t *testing.T, served *signedService, signs bool) (address string) {
	t.Helper()
	options := []soap.HandlerOption{quiet, wsse.WithTrust(q.trust)}
	if signs {
		options = append(options, wsse.WithSigning(q.signing))
	}
	server := httptest.NewServer(realtime.NewHandler(served, options...))
	t.Cleanup(server.Close)
	return server.URL + "/realtime/realtime.asmx"
}

// call calls a service that verifies requests and signs replies.
func (q *quartetSigner) call(ctx context.Context, binding soap.Binding, address string) error {
	client, err := realtime.NewClient(address, binding, wsse.WithSigning(q.signing), wsse.WithTrust(q.trust))
	if err != nil {
		return err
	}
	_, err = client.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: soap.Ptr("Bray")})
	return err
}

// signedService answers signers, and counts them.
type signedService struct {
	realtime.UnimplementedRealtime
	calls atomic.Int32
}

func (s *signedService) GetStationDataByNameXML(ctx context.Context, _ *realtime.GetStationDataByNameXML) ([]realtime.ObjStationData, error) {
	if c, ok := wsse.Signer(ctx); !ok || c.Subject.CommonName != "Leaf" {
		return nil, errBroken
	}
	s.calls.Add(1)
	return nil, nil
}

// testWithQuartet lets a peer call a handler that signs, and one that does not, over both versions of SOAP, and lets a client
// call its service.
func (p signaturePeer) testWithQuartet(t *testing.T, program *signerProgram, quartet *quartetSigner) {
	t.Helper()
	served := new(signedService)
	signed, unsigned := quartet.serve(t, served, true), quartet.serve(t, served, false)
	for _, port := range soapPorts {
		if err := program.do("call", port, signed); err != nil {
			t.Errorf("%s calls over %s: %v", p.name, port, err)
		}
		if err := program.do("call", port, unsigned); (err != nil) != p.verifies {
			t.Errorf("%s gets a reply without a signature over %s: %v", p.name, port, err)
		}
	}
	if n := served.calls.Load(); n != 4 {
		t.Errorf("%s: the service was called %d times, want 4", p.name, n)
	}
	if !p.serves {
		return
	}
	address, err := program.ask("serve")
	if err != nil {
		t.Fatal(err)
	}
	for _, port := range soapPorts {
		if err := quartet.call(t.Context(), bindings[port], address); err != nil {
			t.Errorf("%s serves over %s: %v", p.name, port, err)
		}
	}
}
