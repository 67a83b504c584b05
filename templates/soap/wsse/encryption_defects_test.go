package wsse

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// TestLongStartTag: what is encrypted is read in an envelope whose start tag is longer than the memory that its content takes.
func TestLongStartTag(t *testing.T) {
	m := crafted("Content", gcm256, rsaOAEP, sessionKey, pingMarkup)
	m = inHeader(swap(m, "<s:Envelope ", `<s:Envelope a="`+strings.Repeat("a", 5<<20)+`" `), "<x>"+strings.Repeat("a", 9<<19)+"</x>")
	if s := newServer(WithDecryption(decryption())); s.post(m).Code != 200 {
		t.Error(&s.log)
	}
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
	for name, m := range map[string]string{"right content": signed, "wrong content": swap(signed, "<amount>1<", "<amount>2<")} {
		s := newServer(WithDecryption(decryption()), WithTrust(trust(func(t *Trust) { t.Encrypted = []xsd.QName{bodyName} })), WithEncryption(Encryption{}),
			WithSigning(signing(func(s *Signing) { s.Confirm = true })))
		if body := s.post(m).Body.String(); strings.Contains(body, "EncryptedData") || strings.Contains(body, "SignatureConfirmation") {
			t.Errorf("%s: the fault is encrypted, or confirms the signature", name)
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
