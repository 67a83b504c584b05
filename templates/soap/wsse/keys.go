package wsse

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	_ "crypto/sha256" // hashes of signatures
	_ "crypto/sha512"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"example.com/quartet/templates/soap/internal/lex"
)

// Algorithms are algorithms and keys that are accepted only where Trust.Allow names them.
type Algorithms uint

// Algorithms that Trust.Allow may have.
const (
	AllowSHA1      Algorithms = 1 << iota // digests and signatures with SHA-1
	AllowSmallRSA                         // keys of RSA with 1024 to 2047 bits
	AllowInclusive                        // inclusive canonical XML
)

// scheme is a kind of signature.
type scheme int

const (
	pkcs1 scheme = iota
	pss
	ecdsaPair // both numbers with a fixed size
	eddsa
)

// method is an algorithm of signatures.
type method struct {
	scheme scheme
	hash   crypto.Hash // 0: the bytes themselves are signed
}

// methods are the algorithms of signatures. SHA-1 is allowed by name only, and never written.
var methods = map[string]method{
	moreNamespace + "rsa-sha256": {pkcs1, crypto.SHA256}, moreNamespace + "ecdsa-sha256": {ecdsaPair, crypto.SHA256}, pssNamespace + "sha256-rsa-MGF1": {pss, crypto.SHA256},
	moreNamespace + "rsa-sha384": {pkcs1, crypto.SHA384}, moreNamespace + "ecdsa-sha384": {ecdsaPair, crypto.SHA384}, pssNamespace + "sha384-rsa-MGF1": {pss, crypto.SHA384},
	moreNamespace + "rsa-sha512": {pkcs1, crypto.SHA512}, moreNamespace + "ecdsa-sha512": {ecdsaPair, crypto.SHA512}, pssNamespace + "sha512-rsa-MGF1": {pss, crypto.SHA512},
	"http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519": {eddsa, 0},
	dsigNamespace + "rsa-sha1":                             {pkcs1, crypto.SHA1}, moreNamespace + "ecdsa-sha1": {ecdsaPair, crypto.SHA1},
}

// methodOf returns an algorithm that may be used.
func methodOf(uri string, allow Algorithms) (method, error) {
	m, known := methods[uri]
	if !known || m.hash == crypto.SHA1 && allow&AllowSHA1 == 0 {
		return m, fmt.Errorf("the signature algorithm %q is not allowed", lex.Shorten(uri))
	}
	return m, nil
}

func (m method) digest(signed []byte) []byte {
	if m.hash == 0 {
		return signed
	}
	h := m.hash.New()
	h.Write(signed)
	return h.Sum(nil)
}

// verify reports whether a signature of bytes has been made with the private key of a public one.
func (m method) verify(key crypto.PublicKey, signed, value []byte) bool {
	digest := m.digest(signed)
	switch key := key.(type) {
	case *rsa.PublicKey:
		return m.scheme == pkcs1 && rsa.VerifyPKCS1v15(key, m.hash, digest, value) == nil ||
			m.scheme == pss && rsa.VerifyPSS(key, m.hash, digest, value, &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash}) == nil
	case *ecdsa.PublicKey:
		size := (key.Curve.Params().BitSize + 7) / 8
		return m.scheme == ecdsaPair && len(value) == 2*size &&
			ecdsa.Verify(key, digest, new(big.Int).SetBytes(value[:size]), new(big.Int).SetBytes(value[size:]))
	case ed25519.PublicKey:
		return m.scheme == eddsa && ed25519.Verify(key, digest, value)
	}
	return false
}

// sign returns a signature of bytes.
func (m method) sign(key crypto.Signer, signed []byte) ([]byte, error) {
	var options crypto.SignerOpts = m.hash
	if m.scheme == pss {
		options = &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: m.hash}
	}
	value, err := key.Sign(rand.Reader, m.digest(signed), options)
	public, isECDSA := key.Public().(*ecdsa.PublicKey)
	if err != nil || !isECDSA {
		return value, err
	}
	var pair struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(value, &pair); err != nil {
		return nil, err
	}
	size := (public.Curve.Params().BitSize + 7) / 8
	return append(pair.R.FillBytes(make([]byte, size)), pair.S.FillBytes(make([]byte, size))...), nil
}

// method returns the algorithm of the signatures that are made, and its name.
func (s *Signing) method() (method, string, error) {
	want := method{hash: s.Hash}
	if s.Hash == 0 {
		want.hash = crypto.SHA256
	}
	switch s.Key.Public().(type) {
	case *ecdsa.PublicKey:
		want.scheme = ecdsaPair
	case ed25519.PublicKey:
		want = method{scheme: eddsa}
	default:
		if s.PSS {
			want.scheme = pss
		}
	}
	for uri, m := range methods {
		if m == want && m.hash != crypto.SHA1 {
			return m, uri, checkKey(s.Key.Public(), 0)
		}
	}
	return want, "", fmt.Errorf("signatures with the hash %v are not supported", want.hash)
}

// checkKey checks the kind and the size of a key.
func checkKey(key crypto.PublicKey, allow Algorithms) error {
	switch key := key.(type) {
	case *rsa.PublicKey:
		if bits := key.N.BitLen(); bits > 8192 || bits < 1024 || bits < 2048 && allow&AllowSmallRSA == 0 {
			return fmt.Errorf("a key of RSA with %d bits; 2048 to 8192 are accepted", bits)
		}
		return nil
	case *ecdsa.PublicKey:
		if key.Curve != elliptic.P224() {
			return nil
		}
	case ed25519.PublicKey:
		return nil
	}
	return fmt.Errorf("keys of this kind (%T) are not supported", key)
}

// checkCertificate checks the certificate of a signer, with others of the message that may be between it and a root.
func (t *Trust) checkCertificate(c *x509.Certificate, others []*x509.Certificate, now time.Time) error {
	switch {
	case now.Before(c.NotBefore) || now.After(c.NotAfter):
		return fmt.Errorf("the certificate is valid from %s to %s", c.NotBefore, c.NotAfter)
	case c.KeyUsage != 0 && c.KeyUsage&(x509.KeyUsageDigitalSignature|x509.KeyUsageContentCommitment) == 0:
		return errors.New("the certificate is not for signatures")
	case slices.ContainsFunc(t.Pinned, c.Equal):
		return nil
	case t.Roots == nil:
		return errors.New("the certificate is not one of Trust.Pinned")
	}
	between := x509.NewCertPool()
	for _, other := range others {
		if err := checkKey(other.PublicKey, t.Allow); err != nil {
			return err
		}
		between.AddCert(other)
	}
	_, err := c.Verify(x509.VerifyOptions{Roots: t.Roots, Intermediates: between, CurrentTime: now, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}})
	return err
}
