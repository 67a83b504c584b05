package wsse

import (
	"fmt"
	"log/slog"
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
