package interop_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// signatureKeys names files with a key, its certificate, and the root that has issued the certificate.
type signatureKeys struct {
	key, certificate, root string // PEM
	xml                    string // the key as .NET reads it
}

// newSignatureKeys makes a certificate for a key, and what else there is, in a folder of the test.
func newSignatureKeys(t *testing.T, leaf crypto.Signer) signatureKeys {
	t.Helper()
	folder := t.TempDir()
	keys := signatureKeys{filepath.Join(folder, "key.pem"), filepath.Join(folder, "certificate.pem"), filepath.Join(folder, "root.pem"), filepath.Join(folder, "key.xml")}
	root := newRSAKey(t)
	issuer := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Root"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	public, err := x509.MarshalPKIXPublicKey(leaf.Public())
	if err != nil {
		t.Fatal(err)
	}
	identifier := sha1.Sum(public)
	subject := &x509.Certificate{
		SerialNumber: big.NewInt(1 << 40), Subject: pkix.Name{CommonName: "Leaf", Organization: []string{"Rail"}}, SubjectKeyId: identifier[:],
		NotBefore: issuer.NotBefore, NotAfter: issuer.NotAfter, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
	}
	for file, c := range map[string]struct {
		template *x509.Certificate
		key      crypto.PublicKey
	}{keys.root: {issuer, root.Public()}, keys.certificate: {subject, leaf.Public()}} {
		der, err := x509.CreateCertificate(rand.Reader, c.template, issuer, c.key, root)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, file, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	}
	der, err := x509.MarshalPKCS8PrivateKey(leaf)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, keys.key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})))
	if key, ok := leaf.(*rsa.PrivateKey); ok {
		writeFile(t, keys.xml, keyXML(key))
	}
	return keys
}

func newRSAKey(t *testing.T) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// keyXML returns a key of 2048 bits as .NET reads it.
func keyXML(key *rsa.PrivateKey) string {
	var b strings.Builder
	for _, part := range []struct {
		name  string
		value *big.Int
		size  int
	}{
		{"Modulus", key.N, 256}, {"Exponent", big.NewInt(int64(key.E)), 3}, {"P", key.Primes[0], 128}, {"Q", key.Primes[1], 128},
		{"DP", key.Precomputed.Dp, 128}, {"DQ", key.Precomputed.Dq, 128}, {"InverseQ", key.Precomputed.Qinv, 128}, {"D", key.D, 256},
	} {
		value := base64.StdEncoding.EncodeToString(part.value.FillBytes(make([]byte, part.size)))
		fmt.Fprintf(&b, "<%s>%s</%[1]s>", part.name, value)
	}
	return "<RSAKeyValue>" + b.String() + "</RSAKeyValue>"
}
