package wsse

import (
	"bytes"
	"context"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// TestLongStartTags: the start tags around what is encrypted, which are read with each content, have at most 64 KiB together.
func TestLongStartTags(t *testing.T) {
	m := crafted("Content", gcm256, rsaOAEP, sessionKey, pingMarkup)
	for _, tag := range []string{"<s:Envelope", "<s:Header", "<w:Security", "<s:Body"} {
		for size, want := range map[int]int{maxTags - 1000: 200, maxTags: 500, 5 << 20: 500} {
			s := newServer(WithDecryption(decryption()))
			if w := s.post(strings.Replace(m, tag, tag+` a="`+strings.Repeat("a", size)+`"`, 1)); w.Code != want {
				t.Errorf("%s of %d bytes: status %d; %s", tag, size, w.Code, &s.log)
			}
		}
	}
}

// TestManyAttributes: attributes of SOAP beside a long one are read in time, and take memory, in proportion to the message.
func TestManyAttributes(t *testing.T) {
	var more strings.Builder
	for i := range 250 {
		fmt.Fprintf(&more, ` s:a%d=""`, i)
	}
	s := newServer(WithDecryption(decryption()), WithTrust(trust()))
	allocated, _ := cost.Of(func() {
		s.post(inHeader(request, `<a:To xmlns:a="urn:a" s:a="`+strings.Repeat("'", 1<<20)+`"`+more.String()+"/>"))
	})
	if allocated > 64<<20 {
		t.Errorf("%d MiB were allocated for a header block of 1 MiB", allocated>>20)
	}
}

// TestLimitPinned: a long identifier of a key is not decoded for each certificate that is known.
func TestLimitPinned(t *testing.T) {
	cost.Alone(t)
	identifier := `<w:KeyIdentifier ValueType="` + keyIdentifier + `">` + strings.Repeat("AAAA", 1<<18) + `</w:KeyIdentifier>`
	m := withKeyInfo(signedBy(signing(), request), `<w:SecurityTokenReference>`+identifier+`</w:SecurityTokenReference>`)
	s := newServer(WithTrust(trust(func(t *Trust) { t.Pinned = slices.Repeat(carla().chain[:1], 1000) })))
	code := 0
	_, took := cost.Of(func() { code = s.post(m).Code })
	if code != 500 || took > time.Second {
		t.Errorf("status %d, %s of CPU time", code, took)
	}
	t.Logf("limit: a signature that names a key with 1 MiB, and 1,000 certificates of Trust.Pinned | 1 s of CPU time | %d ms", took.Milliseconds())
}

// TestBodyByName: a header block with the name Body and no namespace is not the content of the Body.
func TestBodyByName(t *testing.T) {
	m := inHeader(inSecurity(signedBy(signing(), request), keyOf(rsaOAEP, sessionKey, "h")), dataOf("h", "Element", gcm256, `<Body xmlns=""/>`))
	if s := newServer(WithDecryption(decryption()), WithTrust(trust(func(t *Trust) { t.Encrypted = []xsd.QName{bodyName} }))); s.post(m).Code == 200 {
		t.Error("a Body that is not encrypted was accepted")
	}
}

// TestLimitEncryptedReferences: references take work in proportion to the message.
func TestLimitEncryptedReferences(t *testing.T) {
	cost.Alone(t)
	var ids []string
	var blocks strings.Builder
	for i := range 3000 {
		ids = append(ids, fmt.Sprint("i", 2999-i))
		fmt.Fprintf(&blocks, `<e:EncryptedData Id="i%d"/>`, i)
	}
	m := swap(inHeader(inSecurity(request, keyOf(rsaOAEP, sessionKey, ids...)), blocks.String()), "<s:Envelope ", `<s:Envelope xmlns:e="`+encNamespace+`" `)
	m = swap(m, pingMarkup, pingMarkup+strings.Repeat(" ", 1<<19))
	var err error
	_, took := cost.Of(func() {
		s := &decrypted{Decryption: decryption(), call: &soap.Call{Binding: contract.SOAP11}, elements: map[xsd.QName]int{}}
		_, err = s.open([]byte(m), false)
	})
	if err == nil || took > 200*time.Millisecond {
		t.Errorf("%v, %s", err, took)
	}
	t.Logf("limit: 3,000 references to 3,000 elements EncryptedData | 200 ms of CPU time | %d ms", took.Milliseconds())
}

// TestFaultsAreAlike: the fault for a message whose signature is right, and that is refused then, is like the one for a wrong signature.
func TestFaultsAreAlike(t *testing.T) {
	signer := issue("rsa", rsaKey(), root)
	signed := signedBy(signing(func(s *Signing) { s.Key, s.Chain = signer.key, signer.chain }), request)
	demanding := opPing
	demanding.Wires = slices.Clone(opPing.Wires)
	demanding.Wires[0].More = &contract.WireMore{Needs: []contract.Need{
		{Assertion: xsd.QName{Space: contract.SecurityPolicyNamespaces()[0], Local: "EncryptedParts"}, Value: bodyName, Option: contract.ByEncryption, Messages: contract.Requests},
	}}
	answers := soap.Options(WithEncryption(Encryption{}), WithSigning(signing(func(s *Signing) { s.Confirm = true })))
	for name, test := range map[string]struct {
		op   contract.Operation
		opts soap.Option
	}{
		"Trust.Encrypted":              {opPing, WithTrust(trust(func(t *Trust) { t.Encrypted = []xsd.QName{bodyName} }))},
		"a policy of the operation":    {demanding, WithTrust(trust())},
		"a UsernameToken, not signed ": {opPing, soap.Options(WithTrust(trust()), WithVerification(Verifier{Password: passwords}))},
	} {
		for content, m := range map[string]string{"right content": signed, "wrong content": swap(signed, "<amount>1<", "<amount>2<")} {
			var log strings.Builder
			s := &server{Handler: soap.NewHandler(pingContract.With(&test.op), &contract.DocumentSet{}, nil, []soap.HandlerOption{
				WithDecryption(decryption()), test.opts, answers, soap.WithLogger(slog.New(slog.NewTextHandler(&log, nil)))})}
			body := s.post(inSecurity(m, clipToken)).Body.String()
			if strings.Contains(body, "EncryptedData") || strings.Contains(body, "SignatureConfirmation") || !strings.Contains(body, ">The security of the message could not be verified.<") {
				t.Errorf("%s, %s: the fault is encrypted, confirms the signature, or is another one\n%s", name, content, &log)
			}
		}
	}
}

// TestEncryptedHeader: an EncryptedHeader says for whom the header block in it is (WSS 1.1, section 9.3).
func TestEncryptedHeader(t *testing.T) {
	e := encryption(func(s *Encryption) { s.Headers = []xsd.QName{toHeader} })
	m := inHeader(request, `<a:To xmlns:a="urn:a" s:mustUnderstand="1" s:actor="urn:&quot;x" s:other="1" role="r"/>`)
	sent := string(must(e.encrypt(&soap.Call{Binding: contract.SOAP11}, []byte(m), true, e.To)))
	if want := ` xmlns:s="` + soap.SOAP11Namespace + `" s:actor="urn:&#34;x" s:mustUnderstand="1">`; !strings.Contains(sent, want) {
		t.Error(sent)
	}
}

// TestNotInTheClear: what is to be encrypted is not sent in the clear.
func TestNotInTheClear(t *testing.T) {
	call := &soap.Call{Binding: contract.SOAP11}
	for name, test := range map[string]struct{ message, secret string }{
		"a token for another role":                                   {inHeader(request, `<w:Security s:actor="urn:x">`+clipToken+`</w:Security>`), "anna"},
		"SignatureConfirmation (WS-SecurityPolicy 1.2, section 6.6)": {inSecurity(request, `<c:SignatureConfirmation xmlns:c="`+namespace11+`" Value="anna"/>`), "anna"},
	} {
		e := encryption(func(s *Encryption) { s.Tokens, s.Signature = true, true })
		if sent, err := e.encrypt(call, []byte(test.message), true, e.To); err == nil && strings.Contains(string(sent), test.secret) {
			t.Error(name)
		}
	}
}

// TestBits: a size of keys that there is not is an error.
func TestBits(t *testing.T) {
	for _, bits := range []int{-8, 64, 129, 192, 512} {
		e := encryption(func(s *Encryption) { s.Bits = bits })
		if _, err := e.encrypt(&soap.Call{Binding: contract.SOAP11}, []byte(request), true, e.To); err == nil {
			t.Errorf("%d bits", bits)
		}
	}
}

// demanding is a contract with a policy.
func demanding(needs ...contract.Need) *contract.Contract {
	c := pingContract
	c.Ports = slices.Clone(c.Ports)
	for i := range c.Ports {
		c.Ports[i].Policy = &contract.Policy{Needs: needs}
	}
	return &c
}

// TestEncryptionPolicies: client and handler encrypt what a policy demands, in the order that it demands, and refuse a message in which
// only the Body is encrypted, or nothing.
func TestEncryptionPolicies(t *testing.T) {
	need := func(local string, value xsd.QName) []contract.Need {
		return []contract.Need{{Assertion: xsd.QName{Space: contract.SecurityPolicyNamespaces()[0], Local: local}, Value: value, Option: contract.ByEncryption}}
	}
	all := []xsd.QName{bodyName, toHeader, signatureName}
	header := soap.NewHeader[string](toHeader).With(t.Context(), "here")
	only := soap.Options(WithSigning(signing()), WithTrust(trust()), WithDecryption(decryption()))
	for name, test := range map[string]struct {
		needs      []contract.Need
		encrypted  []xsd.QName
		early      bool // encrypted before it is signed
		body, more bool // the Body has to be encrypted, and something else
	}{
		"no policy":                      {nil, all[:1], false, false, false},
		"EncryptedParts: Body":           {need("EncryptedParts", bodyName), all[:1], false, true, false},
		"EncryptedParts: a header block": {need("EncryptedParts", toHeader), all[:2], false, true, true},
		"EncryptedParts: Header":         {need("EncryptedParts", xsd.QName{Local: "*"}), all[:2], false, true, true},
		"EncryptSignature":               {need("EncryptSignature", xsd.QName{}), []xsd.QName{bodyName, signatureName}, false, true, true},
		"SignBeforeEncrypting":           {need("SignBeforeEncrypting", xsd.QName{}), all[:1], false, false, false},
		"EncryptBeforeSigning":           {need("EncryptBeforeSigning", xsd.QName{}), all[:1], true, false, false},
	} {
		var seen []xsd.QName
		note := soap.WithInterceptors(func(ctx context.Context, _ *soap.Call, next func(context.Context) error) error {
			seen = slices.DeleteFunc(slices.Clone(all), func(n xsd.QName) bool { return !IsEncrypted(ctx, n) })
			return next(ctx)
		})
		both := soap.Options(only, WithEncryption(encryption()))
		s := newServerOf(demanding(test.needs...), both, note)
		var sent string
		post := doer(func(r *http.Request) (*http.Response, error) {
			text, err := io.ReadAll(r.Body)
			sent, r.Body = string(text), io.NopCloser(bytes.NewReader(text))
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			return w.Result(), err
		})
		call := func(c *contract.Contract, opts ...soap.ClientOption) error {
			opts = append(opts, soap.WithHTTPClient(post))
			_, err := must(soap.NewCaller(c, "http://localhost/ping", contract.SOAP12, opts)).Do(header, &opPing, nil)
			return err
		}
		if err := call(demanding(test.needs...), both); err != nil || !slices.Equal(seen, test.encrypted) {
			t.Errorf("%s: %v; encrypted: %v; %s", name, err, seen, &s.log)
		}
		if early := strings.Index(sent, "<ds:Signature") < strings.Index(sent, "<xenc:EncryptedKey"); strings.Contains(sent, "<ds:Signature") && early != test.early {
			t.Errorf("%s: encrypted before it is signed: %t", name, early)
		}
		if err := call(&pingContract, both); (err != nil) != test.more {
			t.Errorf("%s: only the Body is encrypted: %v", name, err)
		}
		if err := call(&pingContract, only); (err != nil) != test.body {
			t.Errorf("%s: nothing is encrypted: %v", name, err)
		}
	}
}

// TestCopiedCiphertext: where a policy demands SignBeforeEncrypting, a signer cannot have a message decrypted, and answered, whose encrypted
// content is a copy of what somebody else has sent.
func TestCopiedCiphertext(t *testing.T) {
	e, other := encryption(func(s *Encryption) { s.Tokens = true }), issue("mallory", newECDSA(elliptic.P256()), root)
	sent := string(must(e.encrypt(&soap.Call{Binding: contract.SOAP11}, []byte(inSecurity(request, clipToken)), true, e.To)))
	copied := signedBy(signing(func(s *Signing) { s.Key, s.Chain, s.Tokens = other.key, other.chain, true }), sent)
	for local, want := range map[string]int{"SignBeforeEncrypting": 500, "EncryptBeforeSigning": 200} {
		need := contract.Need{Assertion: xsd.QName{Space: contract.SecurityPolicyNamespaces()[0], Local: local}, Option: contract.ByEncryption}
		s := newServerOf(demanding(need), WithTrust(trust()), WithDecryption(decryption()), WithVerification(Verifier{Password: passwords, Now: at(noon)}))
		if w := s.post(copied); w.Code != want || len(s.users) != map[int]int{200: 1}[want] {
			t.Errorf("%s: status %d, called by %q; %s", local, w.Code, s.users, &s.log)
		}
	}
}

// TestReceiver: a handler that could not encrypt its reply refuses the request before the service is called.
func TestReceiver(t *testing.T) {
	signer := issue("rsa", rsaKey(), root)
	for name, test := range map[string]struct {
		message string
		options soap.Option
		want    int
	}{
		"a signer with a key of RSA":   {signedBy(signing(func(s *Signing) { s.Key, s.Chain = signer.key, signer.chain }), request), WithTrust(trust()), 200},
		"a signer with a key of ECDSA": {signedBy(signing(), request), WithTrust(trust()), 500},
		"no signer":                    {request, soap.Options(), 500},
	} {
		s := newServer(test.options, WithEncryption(Encryption{}))
		if w := s.post(test.message); w.Code != test.want || (len(s.users) == 1) != (test.want == 200) || strings.Contains(w.Body.String(), "encrypt") {
			t.Errorf("%s: status %d, calls: %d; %s", name, w.Code, len(s.users), &s.log)
		}
	}
}

// TestLateTimestamp: a Timestamp that was encrypted before it was signed appears when nobody checks it any more.
func TestLateTimestamp(t *testing.T) {
	for content, want := range map[string]int{stampMarkup(noon, time.Minute): 500, forgedTo: 200} {
		m := signedBy(signing(func(s *Signing) { s.Lifetime = -1 }), withPart(content)(request))
		s := newServer(WithTrust(trust(func(t *Trust) { t.WithoutTimestamp = true })), WithDecryption(decryption()))
		if w := s.post(m); w.Code != want {
			t.Errorf("%s: status %d; %s", content, w.Code, &s.log)
		}
	}
}

// TestSmallKey: a key of RSA that is too small for a signature is too small for encryption, too.
func TestSmallKey(t *testing.T) {
	small := issue("small", must(rsa.GenerateKey(rand.Reader, 1024)), root)
	defer func() {
		if recover() == nil {
			t.Error("WithDecryption accepts a key of 1024 bits")
		}
	}()
	WithDecryption(Decryption{Key: small.key.(*rsa.PrivateKey), Certificate: small.chain[0]})
}
