package wsse

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"math/big"
	"strings"
	"testing"
	"time"
)

// TestHostileSigners: signatures that are right, with keys and certificates that are not.
func TestHostileSigners(t *testing.T) {
	otherRoot := issue("root", newECDSA(elliptic.P256()), nil, isCA)
	small := issue("small", must(rsa.GenerateKey(rand.Reader, 1024)), root)
	rsaSigner := issue("rsa", rsaKey(), root)
	var answer string
	for _, test := range []struct {
		name   string
		signer *identity
		trust  func(*Trust)
		want   string
	}{
		{"a self-signed certificate", eve, nil, "unknown authority"},
		{"a root with the same name", issue("anna", newECDSA(elliptic.P256()), otherRoot), nil, "unknown authority"},
		{"a signer that is no authority", issue("anna", newECDSA(elliptic.P256()), berta), nil, "unknown authority"},
		{"an expired certificate", issue("old", newECDSA(elliptic.P256()), root, func(c *x509.Certificate) { c.NotAfter = noon.Add(-time.Minute) }), nil, "is valid from"},
		{"a certificate of the future", issue("new", newECDSA(elliptic.P256()), root, func(c *x509.Certificate) { c.NotBefore = noon.Add(time.Minute) }), nil, "is valid from"},
		{"a certificate for encryption", issue("enc", newECDSA(elliptic.P256()), root, func(c *x509.Certificate) { c.KeyUsage = x509.KeyUsageKeyEncipherment }), nil, "not for signatures"},
		{"the certificate of the root", root, nil, "not for signatures"},
		{"a certificate that is not pinned", anna, func(t *Trust) { t.Roots, t.Pinned = nil, berta.chain[:1] }, "not one of Trust.Pinned"},
		{"RSA with 1024 bits", small, nil, "1024 bits"},
		{"RSA with SHA-1", rsaSigner, nil, "rsa-sha1"},
		{"P-224", issue("p224", newECDSA(elliptic.P224()), root), nil, "not supported"},
	} {
		for _, ref := range []KeyRef{BinarySecurityToken, X509Data} {
			s := Signing{Key: test.signer.key, Chain: test.signer.chain, Ref: ref, Now: at(noon)}
			accept := trust()
			if test.trust != nil {
				test.trust(&accept)
			}
			refuses(t, &answer, test.name, newServer(WithTrust(accept)), forcedBy(s, test.name == "RSA with SHA-1"), test.want)
		}
	}
	for allow, signer := range map[Algorithms]*identity{AllowSmallRSA: small, AllowSHA1: rsaSigner} {
		s := newServer(WithTrust(trust(func(t *Trust) { t.Allow = allow })))
		if w := s.post(forcedBy(Signing{Key: signer.key, Chain: signer.chain, Now: at(noon)}, allow == AllowSHA1)); w.Code != 200 {
			t.Errorf("%s, allowed: %s", signer.chain[0].Subject.CommonName, &s.log)
		}
	}
}

// forcedBy returns the request signed with a key that Signing may refuse.
func forcedBy(s Signing, withSHA1 bool) string {
	good := anna
	if _, ok := s.Key.(*rsa.PrivateKey); ok {
		good = issue("rsa", rsaKey(), root)
	}
	m := signedBy(Signing{Key: good.key, Chain: good.chain, Ref: s.Ref, Now: at(noon)}, request)
	m = strings.ReplaceAll(m, encode(good.chain[0].Raw), encode(s.Chain[0].Raw))
	return resigned(m, s.Key, func(info string) string {
		if withSHA1 {
			info = swap(info, "xmldsig-more#rsa-sha256", "xmldsig#rsa-sha1")
			info = strings.Replace(info, "http://www.w3.org/2001/04/xmldsig#", dsigNamespace, 1)
		}
		return info
	})
}

// TestReplayOfSignatures: no message is accepted twice, also not with another value of its signature, and none that is too old.
func TestReplayOfSignatures(t *testing.T) {
	now := noon
	accept := WithTrust(trust(func(t *Trust) { t.Now = func() time.Time { return now } }))
	s := newServer(accept)
	message := signedBy(signing(), request)
	if w := s.post(message); w.Code != 200 {
		t.Fatal(s.log.String())
	}
	value := must((&node{text: strings.TrimSuffix(strings.TrimPrefix(valueOf(message), "<ds:SignatureValue>"), "</ds:SignatureValue>")}).base64())
	other := new(big.Int).Sub(anna.key.Public().(*ecdsa.PublicKey).Params().N, new(big.Int).SetBytes(value[32:]))
	var answer string
	for name, m := range map[string]string{
		"the same":                                message,
		"with another value of ECDSA":             swap(message, valueOf(message), "<ds:SignatureValue>"+encode(append(value[:32:32], other.FillBytes(make([]byte, 32))...))+"</ds:SignatureValue>"),
		"with white space in the SignatureValue":  swap(message, "</ds:SignatureValue>", " </ds:SignatureValue>"),
		"with a header block that nobody signs":   inHeader(message, wrapped("")),
		"with another KeyInfo for the same token": swap(message, "<ds:KeyInfo>", "<ds:KeyInfo><ds:KeyName>x</ds:KeyName>"),
	} {
		refuses(t, &answer, name, s, m, "has been received before")
	}
	for range 13 {
		now = now.Add(time.Minute)
		refuses(t, &answer, "later", s, message, "")
	}
}

// TestTimes: a Timestamp must be signed, with Created, and neither old nor of the future.
func TestTimes(t *testing.T) {
	stamped := func(content string) string {
		return signedBy(signing(), inSecurity(request, "<u:Timestamp>"+content+"</u:Timestamp>"))
	}
	var answer string
	for _, test := range []struct{ name, message, want string }{
		{"expired", stamped(`<u:Created>2026-11-21T11:57:00Z</u:Created><u:Expires>2026-11-21T11:58:00Z</u:Expires>`), "has expired"},
		{"of the future", stamped(`<u:Created>2026-11-21T12:10:00Z</u:Created>`), "in the future"},
		{"old, with a late expiry", stamped(`<u:Created>2026-11-21T11:00:00Z</u:Created><u:Expires>2036-11-21T11:00:00Z</u:Expires>`), "too old"},
		{"expires before it is created", stamped(`<u:Created>2026-11-21T12:00:00Z</u:Created><u:Expires>2026-11-21T11:59:59Z</u:Expires>`), "before it was created"},
		{"without Created", stamped(`<u:Expires>2026-11-21T12:05:00Z</u:Expires>`), "no Created"},
		{"with two times", stamped(`<u:Created>2026-11-21T12:00:00Z</u:Created><u:Created>2026-11-21T12:00:00Z</u:Created>`), "twice"},
		{"with an element in a time", stamped(`<u:Created>2026-11-21T12:00:00Z<x/></u:Created>`), "invalid time"},
		{"none", signedBy(signing(func(s *Signing) { s.Lifetime = -1 }), request), "no time"},
	} {
		refuses(t, &answer, test.name, newServer(WithTrust(trust())), test.message, test.want)
	}
}
