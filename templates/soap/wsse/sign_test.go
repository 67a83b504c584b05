package wsse

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// identity is a key with its certificate.
type identity struct {
	key   crypto.Signer
	chain []*x509.Certificate
}

// must returns a value without an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

var serials struct {
	sync.Mutex
	last int64
}

// issue returns a certificate of a key; issuer nil: by itself.
func issue(name string, key crypto.Signer, issuer *identity, change ...func(*x509.Certificate)) *identity {
	serials.Lock()
	serials.last++
	serial := serials.last
	serials.Unlock()
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1<<62 + serial), Subject: pkix.Name{CommonName: name, Organization: []string{"Signers & Co"}},
		NotBefore: noon.Add(-time.Hour), NotAfter: noon.Add(time.Hour), BasicConstraintsValid: true,
		SubjectKeyId: []byte(name), KeyUsage: x509.KeyUsageDigitalSignature,
	}
	for _, f := range change {
		f(c)
	}
	parent, signer, rest := c, key, []*x509.Certificate(nil)
	if issuer != nil {
		parent, signer, rest = issuer.chain[0], issuer.key, issuer.chain
	}
	der := must(x509.CreateCertificate(rand.Reader, c, parent, key.Public(), signer))
	return &identity{key, append([]*x509.Certificate{must(x509.ParseCertificate(der))}, rest...)}
}

func isCA(c *x509.Certificate) { c.IsCA, c.KeyUsage = true, x509.KeyUsageCertSign }

func newECDSA(curve elliptic.Curve) crypto.Signer {
	return must(ecdsa.GenerateKey(curve, rand.Reader))
}

// fixedKey returns the same key in all processes, as fuzzing has several.
func fixedKey(name string) crypto.Signer {
	sum := sha256.Sum256([]byte(name))
	return must(ecdsa.ParseRawPrivateKey(elliptic.P256(), sum[:]))
}

var (
	root = issue("root", fixedKey("root"), nil, isCA)
	anna = issue("anna", fixedKey("anna"), root)
	eve  = issue("eve", newECDSA(elliptic.P256()), nil)

	rsaKey = sync.OnceValue(func() crypto.Signer { return must(rsa.GenerateKey(rand.Reader, 2048)) })
)

func pool(of ...*identity) *x509.CertPool {
	p := x509.NewCertPool()
	for _, i := range of {
		p.AddCert(i.chain[0])
	}
	return p
}

// signing returns a Signing of anna at noon.
func signing(change ...func(*Signing)) Signing {
	s := Signing{Key: anna.key, Chain: anna.chain, Now: at(noon)}
	for _, f := range change {
		f(&s)
	}
	return s
}

// trust returns a Trust in what root has issued at noon.
func trust(change ...func(*Trust)) Trust {
	t := Trust{Roots: pool(root), Now: at(noon)}
	for _, f := range change {
		f(&t)
	}
	return t
}

func TestSignatures(t *testing.T) {
	rsaSigner, p521 := issue("rsa", rsaKey(), root), issue("p521", newECDSA(elliptic.P521()), root)
	for name, change := range map[string]func(*Signing){
		"ECDSA":                  func(*Signing) {},
		"ECDSA P-521, SHA-512":   func(s *Signing) { s.Key, s.Chain, s.Hash = p521.key, p521.chain, crypto.SHA512 },
		"RSA, SHA-384":           func(s *Signing) { s.Key, s.Chain, s.Hash = rsaSigner.key, rsaSigner.chain, crypto.SHA384 },
		"RSA-PSS":                func(s *Signing) { s.Key, s.Chain, s.PSS = rsaSigner.key, rsaSigner.chain, true },
		"issuer and serial":      func(s *Signing) { s.Ref = IssuerSerial },
		"subject key identifier": func(s *Signing) { s.Ref = SubjectKeyIdentifier },
		"thumbprint":             func(s *Signing) { s.Ref = Thumbprint },
		"X509Data":               func(s *Signing) { s.Ref = X509Data },
		"no Timestamp":           func(s *Signing) { s.Lifetime = -1 },
	} {
		s := signing(change)
		accept := trust(func(t *Trust) { t.Pinned, t.WithoutTimestamp = []*x509.Certificate{anna.chain[0]}, s.Lifetime < 0 })
		for _, b := range bindings {
			server := newServer(WithTrust(accept), WithSigning(s))
			if err := server.call(t, b, WithSigning(s), WithTrust(accept)); err != nil || len(server.users) != 1 {
				t.Errorf("%s over %s: %v\n%s", name, b, err, &server.log)
			}
		}
	}
}

// TestOneBlock: credentials, tokens and a signature are in one header block.
func TestOneBlock(t *testing.T) {
	const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="a1"><saml:Issuer>x</saml:Issuer></saml:Assertion>`
	token := WithToken(func(context.Context, *soap.Call) (xsd.RawXML, error) { return assertion, nil })
	credentials := WithCredentials(Credentials{Username: "anna", Password: "s&cret", Digest: true, Lifetime: time.Minute, Now: at(noon)})
	sign := WithSigning(signing(func(s *Signing) { s.Tokens, s.Confirm = true, true }))
	accept := WithTrust(trust(func(t *Trust) { t.Confirm = true }))
	for _, options := range [][]soap.ClientOption{{credentials, sign, token, accept}, {accept, sign, token, credentials}} {
		for _, b := range bindings {
			var signer string
			var signed []bool
			server := newServer(accept, WithVerification(Verifier{Password: passwords, RequireTimestamp: true, ReplyLifetime: time.Minute, Now: at(noon)}), sign,
				soap.WithInterceptors(func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
					c, _ := Signer(ctx)
					signer = c.Subject.CommonName
					for _, name := range []xsd.QName{{Space: Namespace, Local: "UsernameToken"}, {Space: "urn:oasis:names:tc:SAML:2.0:assertion", Local: "Assertion"}, {Space: Namespace, Local: "Other"}} {
						signed = append(signed, IsSigned(ctx, name))
					}
					return next(ctx)
				}))
			if err := server.call(t, b, options...); err != nil || !slices.Equal(server.users, []string{"anna"}) {
				t.Fatalf("%s: %v\n%s", b, err, &server.log)
			}
			if signer != "anna" || !slices.Equal(signed, []bool{true, true, false}) {
				t.Errorf("signed by %s, %v", signer, signed)
			}
			if request := server.requests[0]; strings.Count(request, "<wsse:Security ") != 1 || strings.Count(request, "<wsu:Timestamp") != 1 || !strings.Contains(request, "<saml:Assertion") {
				t.Error(request)
			}
		}
	}
}

// TestAnswers: replies, faults and refusals are signed, and a client accepts others only if it is told to.
func TestAnswers(t *testing.T) {
	accept := func(change func(*Trust)) soap.Option { return WithTrust(trust(change)) }
	usual := func(*Trust) {}
	broken := soap.WithInterceptors(func(context.Context, *soap.Call, func(context.Context) error) error {
		return &soap.Fault{Code: soap.FaultServer, Reason: "broken"}
	})
	sign := WithSigning(signing())
	for _, test := range []struct {
		name   string
		server []soap.HandlerOption
		client []soap.ClientOption
		want   string
	}{
		{"reply", []soap.HandlerOption{sign}, []soap.ClientOption{accept(usual)}, "<nil>"},
		{"fault", []soap.HandlerOption{sign, broken}, []soap.ClientOption{accept(usual)}, "broken"},
		{"refusal", []soap.HandlerOption{sign, accept(usual)}, []soap.ClientOption{accept(usual)}, "The security of the message could not be verified."},
		{"unsigned reply", nil, []soap.ClientOption{accept(usual)}, "the message does not have one signature"},
		{"unsigned reply, allowed", nil, []soap.ClientOption{accept(func(t *Trust) { t.UnsignedReplies = true })}, "<nil>"},
		{"unsigned fault", []soap.HandlerOption{broken}, []soap.ClientOption{accept(func(t *Trust) { t.UnsignedReplies = true })}, "see Trust.UnsignedFaults"},
		{"unsigned fault, allowed", []soap.HandlerOption{broken}, []soap.ClientOption{accept(func(t *Trust) { t.UnsignedFaults = true })}, "broken"},
		{"reply to another request", []soap.HandlerOption{sign, accept(usual)}, []soap.ClientOption{sign, accept(func(t *Trust) { t.Confirm = true })}, "does not confirm"},
		{"signer is not authorized", []soap.HandlerOption{sign}, []soap.ClientOption{accept(func(t *Trust) {
			t.Authorize = func(_ context.Context, c *x509.Certificate) error {
				return errors.New("not you, " + c.Subject.CommonName)
			}
		})}, "not you, anna"},
	} {
		for _, b := range bindings {
			if err := newServer(test.server...).call(t, b, test.client...); !strings.Contains(fmt.Sprint(err), test.want) {
				t.Errorf("%s over %s: %v, want %s", test.name, b, err, test.want)
			}
		}
	}
	if err := newServer(accept(usual)).call(t, contract.HTTPGet); err == nil || !strings.Contains(err.Error(), "needs a signature") {
		t.Errorf("a call without SOAP: %v", err)
	}
}

// TestEmptyReplies: an empty response instead of a reply without a result is not signed either.
func TestEmptyReplies(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) }))
	defer web.Close()
	for _, test := range []struct {
		oneWay, unsigned bool
		want             string
	}{{want: "no root element"}, {unsigned: true, want: "<nil>"}, {oneWay: true, want: "<nil>"}} {
		op := contract.Operation{Name: "ping", OneWay: test.oneWay, Wires: []contract.Wire{{Bindings: bindings, In: opPing.Wires[0].In}}}
		for _, b := range bindings {
			accept := WithTrust(trust(func(t *Trust) { t.UnsignedReplies = test.unsigned }))
			_, err := must(soap.NewCaller(&pingContract, web.URL, b, []soap.ClientOption{accept})).Do(t.Context(), &op, nil)
			if !strings.Contains(fmt.Sprint(err), test.want) {
				t.Errorf("%+v over %s: %v", test, b, err)
			}
		}
	}
}

// TestOtherIdentifiers: an attribute of a header block that is called id is not what a signature refers to.
func TestOtherIdentifiers(t *testing.T) {
	text := swap(swap(request, "<a:To ", `<a:To id="7" `), "<amount>", `<amount id="7">`)
	if message := signedBy(signing(), text); !strings.Contains(toOf(message), "wsu:Id=") || strings.Contains(message, "#7") {
		t.Error(message)
	} else if s := newServer(WithTrust(trust())); s.post(message).Code != 200 {
		t.Error(&s.log)
	}
}

// TestPolicy: a client satisfies a demand for signatures by signing, and a handler by checking them and signing its replies. Options that
// contradict what is demanded do not satisfy it.
func TestPolicy(t *testing.T) {
	signer := issue("rsa", rsaKey(), root)
	byRSA := func(change func(*Signing)) soap.Option {
		return WithSigning(signing(func(s *Signing) { s.Key, s.Chain = signer.key, signer.chain }, change))
	}
	as, untimed := byRSA(func(*Signing) {}), byRSA(func(s *Signing) { s.Lifetime = -1 })
	for _, test := range []struct {
		local, by       string
		option          soap.Option
		client, handler bool
	}{
		{"SignedParts", contract.BySigning, as, true, false},
		{"SignedParts", contract.BySigning, WithTrust(trust()), false, false},
		{"SignedParts", contract.BySigning, soap.Options(as, WithTrust(trust())), true, true},
		{"IncludeTimestamp", contract.ByCredentials, as, true, true},
		{"IncludeTimestamp", contract.ByCredentials, untimed, false, false},
		{"IncludeTimestamp", contract.ByCredentials, soap.Options(untimed, WithTrust(trust())), false, true},
		{"IncludeTimestamp", contract.ByCredentials, soap.Options(untimed, WithTrust(trust(func(t *Trust) { t.WithoutTimestamp = true }))), false, false},
		{"Basic256Sha256", contract.BySigning, soap.Options(as, WithTrust(trust())), true, true},
		{"Basic256Sha256", contract.BySigning, WithSigning(signing()), false, false},
		{"Basic256Sha256", contract.BySigning, byRSA(func(s *Signing) { s.Hash = crypto.SHA384 }), false, false},
		{"Basic256Sha256", contract.BySigning, byRSA(func(s *Signing) { s.PSS = true }), false, false},
		{"EncryptedParts", contract.ByEncryption, WithEncryption(encryption()), false, false},
		{"EncryptedParts", contract.ByEncryption, WithDecryption(decryption()), false, false},
		{"EncryptedParts", contract.ByEncryption, soap.Options(WithEncryption(encryption()), WithDecryption(decryption())), true, true},
	} {
		demands := demanding(contract.Need{Assertion: xsd.QName{Space: contract.SecurityPolicyNamespaces()[0], Local: test.local}, Option: test.by})
		var log bytes.Buffer
		options := []soap.HandlerOption{test.option, soap.WithLogger(slog.New(slog.NewTextHandler(&log, nil)))}
		soap.NewHandler(demands.With(&opPing), &contract.DocumentSet{}, nil, options)
		if satisfied := !strings.Contains(log.String(), test.local); satisfied != test.handler {
			t.Errorf("a handler that satisfies the policy: %t, and logs %q", test.handler, &log)
		}
		_, err := soap.NewCaller(demands, "", contract.SOAP11, []soap.ClientOption{test.option})
		var unmet *soap.PolicyError
		if satisfied := !errors.As(err, &unmet); satisfied != test.client {
			t.Errorf("a client that satisfies the policy: %t, and has %v", test.client, err)
		}
	}
}

// TestDemandedReferences: only an element that names the signer's certificate satisfies a policy which demands this kind of reference.
// A message without any is as one with the certificate.
func TestDemandedReferences(t *testing.T) {
	pinned := trust(func(t *Trust) { t.Pinned = anna.chain })
	direct := signedBy(signing(), request)
	signer := issue("rsa", rsaKey(), root)
	byRSA := func(h crypto.Hash) string {
		return signedBy(signing(func(s *Signing) { s.Key, s.Chain, s.Hash = signer.key, signer.chain, h }), request)
	}
	reference := strings.TrimSuffix(strings.TrimPrefix(between(direct, "<ds:KeyInfo>", "</ds:KeyInfo>"), "<ds:KeyInfo>"), "</ds:KeyInfo>")
	forged := strings.Replace(reference, "</wsse:", `<w:KeyIdentifier ValueType="`+thumbprintSHA1+`">AAAA</w:KeyIdentifier></wsse:`, 1)
	for _, test := range []struct {
		assertion, message string
		accepted           bool
	}{
		{"RequireThumbprintReference", signedBy(signing(func(s *Signing) { s.Ref = Thumbprint }), request), true},
		{"RequireThumbprintReference", direct, false},
		{"RequireThumbprintReference", withKeyInfo(direct, forged), false},
		{"RequireThumbprintReference", withKeyInfo(direct, strings.Replace(reference, x509v3, thumbprintSHA1, 1)), false},
		{"RequireIssuerSerialReference", withKeyInfo(direct, reference+"<ds:X509Data><ds:X509IssuerSerial/></ds:X509Data>"), false},
		{"SignedParts", withKeyInfo(direct, ""), true},
		{"ProtectTokens", withKeyInfo(direct, ""), false},
		{"Basic256Sha256", direct, false}, // the key is one of ECDSA
		{"Basic256Sha256", byRSA(crypto.SHA256), true},
		{"Basic256Sha256", byRSA(crypto.SHA384), false},
	} {
		assertion := xsd.QName{Space: contract.SecurityPolicyNamespaces()[0], Local: test.assertion}
		s := newServerOf(demanding(contract.Need{Assertion: assertion, Option: contract.BySigning, Messages: contract.Requests}), WithTrust(pinned))
		if accepted := s.post(test.message).Code == 200; accepted != test.accepted {
			t.Errorf("%s: accepted is %t\n%s\n%s", test.assertion, accepted, test.message, &s.log)
		}
	}
}
