package wsse

import (
	"cmp"
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// carla is who messages are encrypted for. Her key signs, too.
var carla = sync.OnceValue(func() *identity {
	return issue("carla", rsaKey(), root, func(c *x509.Certificate) { c.KeyUsage |= x509.KeyUsageKeyEncipherment })
})

func decryption() Decryption {
	return Decryption{Key: carla().key.(*rsa.PrivateKey), Certificate: carla().chain[0]}
}

func encryption(change ...func(*Encryption)) Encryption {
	s := Encryption{To: carla().chain[0]}
	for _, f := range change {
		f(&s)
	}
	return s
}

// TestEncryption: what a client encrypts in each way a handler decrypts, and the other way round, over both versions of SOAP.
func TestEncryption(t *testing.T) {
	all := []xsd.QName{bodyName, tokenName, toHeader, signatureName}
	credentials := WithCredentials(Credentials{Username: "anna", Password: "s&cret", Now: at(noon)})
	header := soap.NewHeader[string](toHeader)
	for name, test := range map[string]struct {
		encryption Encryption
		signs      bool
		encrypted  []xsd.QName
	}{
		"Body":                    {encryption(), false, all[:1]},
		"Body, signed":            {encryption(), true, all[:1]},
		"signed after encryption": {encryption(func(s *Encryption) { s.BeforeSigning, s.Tokens, s.Headers = true, true, []xsd.QName{toHeader} }), true, all[:3]},
		"everything":              {encryption(func(s *Encryption) { s.Signature, s.Tokens, s.Headers = true, true, []xsd.QName{toHeader} }), true, all},
		"AES-128, SHA-256":        {encryption(func(s *Encryption) { s.Bits, s.Hash = 128, crypto.SHA256 }), false, all[:1]},
		"SHA-384":                 {encryption(func(s *Encryption) { s.Hash, s.Ref = crypto.SHA384, SubjectKeyIdentifier }), false, all[:1]},
		"SHA-512":                 {encryption(func(s *Encryption) { s.Hash, s.Ref = crypto.SHA512, Thumbprint }), false, all[:1]},
		"X509Data":                {encryption(func(s *Encryption) { s.Ref = X509Data }), true, all[:1]},
	} {
		t.Run(name, func(t *testing.T) {
			var seen string
			sent := []soap.Option{WithEncryption(test.encryption)}
			received := []soap.Option{WithDecryption(decryption())}
			if test.signs {
				sent = append(sent, WithSigning(signing(func(s *Signing) { s.Tokens = true })))
				received = append([]soap.Option{WithTrust(trust(func(t *Trust) { t.Encrypted = test.encrypted }))}, received...)
			}
			both := soap.Options(append(sent, received...)...)
			s := newServer(both, WithVerification(Verifier{Password: passwords, Now: at(noon)}), soap.WithInterceptors(func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
				for _, n := range all {
					if IsEncrypted(ctx, n) {
						seen += n.Local + " "
					}
				}
				return next(ctx)
			}))
			want := ""
			for _, n := range test.encrypted {
				want += n.Local + " "
			}
			for _, b := range bindings {
				seen = ""
				if err := s.callWith(header.With(t.Context(), "here"), t, b, both, credentials); err != nil || seen != want {
					t.Errorf("%v: %v; encrypted: %s; %s", b, err, seen, &s.log)
				}
			}
			for _, r := range s.requests {
				if strings.Contains(r, "urn:ping") || strings.Contains(r, "s&amp;cret") == (len(test.encrypted) > 1) {
					t.Error(r)
				}
			}
		})
	}
}

// TestOldEncryption: a client decrypts AES in CBC and RSA 1.5 only by name, and only what was signed after it was encrypted, by a
// signer that it trusts; then it decrypts nothing else. All that is wrong with what is encrypted gives the same error.
func TestOldEncryption(t *testing.T) {
	const both, unreadable = AllowCBC | AllowRSA15, "the response cannot be decrypted: the key is wrong, or what is encrypted with it"
	reply := swap(request, pingMarkup, `<pingResponse xmlns="urn:ping"/>`)
	old := func(algorithm, transport, content string) string {
		return swap(inSecurity(request, keyOf(transport, sessionKey, "d")), pingMarkup, dataOf("d", "Content", algorithm, content))
	}
	sign := func(m string) string { return signedBy(signing(), m) }
	good := old(cbc256, rsa15, `<pingResponse xmlns="urn:ping"/>`)
	for name, test := range map[string]struct {
		reply string
		allow Algorithms
		trust bool
		want  string
	}{
		"signed later":                   {sign(good), both, true, "<nil>"},
		"CBC and RSA-OAEP":               {sign(old(cbc256, rsaOAEP, `<pingResponse xmlns="urn:ping"/>`)), AllowCBC, true, "<nil>"},
		"not allowed":                    {sign(good), 0, true, `aes256-cbc" is not allowed`},
		"only CBC is allowed":            {sign(good), AllowCBC, true, `rsa-1_5" is not allowed`},
		"not signed":                     {good, both, false, "is not allowed"},
		"signed, but nobody verifies it": {sign(good), both, false, "is not allowed"},
		"signed before":                  {swap(sign(reply), "<w:Security>", "<w:Security>"), both, true, "<nil>"},
		"GCM where CBC is allowed":       {sign(old(gcm256, rsa15, "")), both, true, `aes256-gcm" is not allowed`},
		"GCM, not signed":                {old(gcm256, rsaOAEP, ""), both, false, `aes256-gcm" is not allowed`},
		"OAEP where RSA 1.5 is allowed":  {sign(old(cbc256, rsaOAEP, "")), both, true, `oaep-mgf1p" is not allowed`},
		"another key":                    {sign(flipped(0, 9)(good)), both, true, unreadable},
		"another padding":                {sign(flipped(1, -17)(good)), both, true, unreadable},
		"half an element":                {sign(old(cbc256, rsa15, "<x>")), both, true, unreadable},
		"no whole block":                 {sign(value(1, func(v []byte) []byte { return v[1:] })(good)), both, true, unreadable},
	} {
		d := decryption()
		d.Allow = test.allow
		options := []soap.ClientOption{WithDecryption(d), soap.WithHTTPClient(answer(test.reply))}
		if test.trust {
			options = append(options, WithTrust(trust()))
		}
		if err := fmt.Sprint(newServer().call(t, contract.SOAP11, options...)); !strings.Contains(err+";", test.want+";") {
			t.Errorf("%s: %s, want %s", name, err, test.want)
		}
	}
}

// TestKeyInfo: a signature and an EncryptedKey may name the certificate in each way, or contain it. What is not compared, such as the
// name of the subject, is no reason to refuse them, as the key decides.
func TestKeyInfo(t *testing.T) {
	data := func(content string) string { return "<ds:X509Data>" + content + "</ds:X509Data>" }
	reference := func(content string) string {
		return "<w:SecurityTokenReference>" + content + "</w:SecurityTokenReference>"
	}
	inMessage := signedBy(signing(), request)
	pinned := trust(func(t *Trust) { t.Pinned = anna.chain[:1] })
	for content, accepted := range map[string]bool{
		"":                                      false, // a certificate that is not in Pinned
		"<ds:KeyName>x</ds:KeyName>":            true,
		"<ds:RetrievalMethod URI='#x'/>":        true,
		reference("<ds:KeyName>x</ds:KeyName>"): true,
		data("<ds:X509SubjectName>CN=x</ds:X509SubjectName>"):                                            true,
		data("<d:X509Digest xmlns:d='http://www.w3.org/2009/xmldsig11#'/>"):                              true,
		data("<ds:X509SubjectName>CN=x</ds:X509SubjectName><ds:X509SKI>AAAA</ds:X509SKI>"):               false,
		data("<ds:X509SKI>ID</ds:X509SKI><ds:X509CRL>AAAA</ds:X509CRL>"):                                 true,
		reference("<w:Embedded><w:BinarySecurityToken>CERTIFICATE</w:BinarySecurityToken></w:Embedded>"): true,
		reference("<w:Embedded><w:BinarySecurityToken>AAAA</w:BinarySecurityToken></w:Embedded>"):        false,
		reference("<w:KeyIdentifier ValueType='urn:x'>ID</w:KeyIdentifier>"):                             false,
	} {
		of := func(c *x509.Certificate) string {
			return strings.NewReplacer("ID", encode(c.SubjectKeyId), "CERTIFICATE", encode(c.Raw)).Replace(content)
		}
		trusted := pinned
		if strings.Contains(content, "CERTIFICATE") || content == "" {
			trusted = trust()
		}
		s := newServer(WithTrust(trusted))
		if code := s.post(withKeyInfo(swap(inMessage, tokenOf(inMessage), ""), of(anna.chain[0]))).Code; (code == 200) != accepted {
			t.Errorf("a signature with %s: %d %s", content, code, &s.log)
		}
		s = newServer(WithDecryption(decryption()))
		info := `<e:OAEPparams/></e:EncryptionMethod><ds:KeyInfo xmlns:ds="` + dsigNamespace + `">` + of(carla().chain[0]) + `</ds:KeyInfo>`
		message := swap(crafted("Content", gcm256, rsaOAEP, sessionKey, pingMarkup), rsaOAEP+`"/>`, rsaOAEP+`">`+info)
		if code := s.post(message).Code; (code == 200) != (accepted || content == "") {
			t.Errorf("an EncryptedKey with %s: %d %s", content, code, &s.log)
		}
	}
}

// TestReferenceListBesideKey: the block Security may have a ReferenceList beside the EncryptedKey, which need not be signed.
func TestReferenceListBesideKey(t *testing.T) {
	key, list := keyOf(rsaOAEP, sessionKey, "d"), between(keyOf(rsaOAEP, sessionKey, "d"), "<e:ReferenceList>", "</e:ReferenceList>")
	beside := swap(list, "<e:ReferenceList>", `<e:ReferenceList xmlns:e="`+encNamespace+`">`)
	encrypted := swap(request, pingMarkup, dataOf("d", "Content", gcm256, pingMarkup))
	withoutList := inSecurity(encrypted, swap(key, list, ""))
	withBlock := inSecurity(inHeader(encrypted, dataOf("h", "Element", gcm256, forgedTo)), key)
	for name, test := range map[string]struct {
		message string
		trust   soap.Option
		want    int
	}{
		"encrypted":               {afterSignature(withoutList, beside), soap.Options(), 200},
		"encrypted, then signed":  {afterSignature(signedBy(signing(), withoutList), beside), WithTrust(trust()), 200},
		"two lists with one each": {afterSignature(withBlock, swap(beside, "#d", "#h")), soap.Options(), 200},
		"two lists with the same": {afterSignature(inSecurity(encrypted, key), beside), soap.Options(), 500},
		"to what is not there":    {afterSignature(withoutList, swap(beside, "#d", "#x")), soap.Options(), 500},
		"for another receiver":    {inHeader(withoutList, `<w:Security s:actor="urn:other">`+beside+`</w:Security>`), soap.Options(), 500},
	} {
		s := newServer(WithDecryption(decryption()), test.trust)
		if code := s.post(test.message).Code; code != test.want {
			t.Errorf("%s: %d, want %d; %s", name, code, test.want, &s.log)
		}
	}
}

// answer is a response to all requests.
type answer string

func (a answer) Do(*http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	w.Header().Set("Content-Type", "text/xml")
	_, err := w.WriteString(string(a))
	return w.Result(), err
}

// counted counts how often a key decrypts.
type counted struct {
	crypto.Decrypter
	n int
}

func (c *counted) Decrypt(random io.Reader, value []byte, o crypto.DecrypterOpts) ([]byte, error) {
	c.n++
	return c.Decrypter.Decrypt(random, value, o)
}

// TestSameWork: a message takes as much work, whatever is wrong with what is encrypted: the key, its recipient, the tag or the
// content, and wherever.
func TestSameWork(t *testing.T) {
	const size = 3000
	content := pingMarkup + strings.Repeat(" ", size-len(pingMarkup))
	good := crafted("Content", gcm256, rsaOAEP, sessionKey, content)
	work := map[string]map[[3]int]bool{}
	add := func(kind, message string) {
		key := &counted{Decrypter: decryption().Key}
		s := &decrypted{Decryption: Decryption{Key: key, Certificate: carla().chain[0]}, call: &soap.Call{Binding: contract.SOAP11}, elements: map[xsd.QName]int{}}
		if _, err := s.open([]byte(message), false); (err == nil) != (kind == "none") {
			t.Errorf("%s: %v", kind, err)
		}
		if work[kind] == nil {
			work[kind] = map[[3]int]bool{}
		}
		work[kind][[3]int{key.n, s.work, len(message)}] = true
	}
	add("none", good)
	for i := range 64 {
		add("key", flipped(0, 4*i)(good))
		add("tag", flipped(1, 40*i)(good))
		at := size*i/64 + 1
		add("content", crafted("Content", gcm256, rsaOAEP, sessionKey, content[:at]+"<"+content[at+1:]))
	}
	add("length of the key", value(0, func(v []byte) []byte { return append(v[:250:250], 0, 0, 0, 0, 0, 0) })(good))
	for kind, of := range work {
		if fmt.Sprint(of) != fmt.Sprint(work["none"]) {
			t.Errorf("%s: %v, want as without a mistake %v", kind, of, work["none"])
		}
	}
}

// TestLimitEncryption: decrypting takes memory and time in proportion to the message, and few operations with the key.
func TestLimitEncryption(t *testing.T) {
	cost.Alone(t)
	const size = 10 << 20
	s, call := encryption(), &soap.Call{Binding: contract.SOAP11}
	large := must(s.encrypt(call, []byte(message(size)), true, s.To))
	key := &counted{Decrypter: decryption().Key}
	decrypt := func(text []byte) error {
		d := &decrypted{Decryption: Decryption{Key: key, Certificate: carla().chain[0]}, call: call, elements: map[xsd.QName]int{}}
		_, err := d.open(text, true)
		return err
	}
	var err error
	peak := cost.Peak(func() { err = decrypt(large) })
	_, took := cost.Of(func() { err = cmp.Or(err, decrypt(large)) })
	if err != nil || peak > 5*int64(len(large)) || took > 2*time.Second {
		t.Errorf("%v, %d bytes, %s", err, peak, took)
	}
	t.Logf("limit: an encrypted message of %d MiB | 4 times the message in memory besides it | %.1f times, %d ms of CPU time", len(large)>>20, float64(peak)/float64(len(large)), took.Milliseconds())

	keys := keyOf(rsaOAEP, sessionKey, "x")
	key.n = 0
	many := inHeader(inSecurity(request, strings.Repeat(keys, 1000)), dataOf("x", "Element", gcm256, dataOf("x", "Element", gcm256, forgedTo)))
	_, took = cost.Of(func() { err = decrypt([]byte(many)) })
	if err == nil || key.n > maxKeys || took > time.Second {
		t.Errorf("%v, %d operations with the key, %s", err, key.n, took)
	}
	t.Logf("limit: a request with 1,000 elements EncryptedKey | 4 operations with the key | %d, %d ms of CPU time", key.n, took.Milliseconds())

	ids, blocks := []string(nil), ""
	for i := range maxData {
		ids, blocks = append(ids, fmt.Sprint("i", i)), blocks+dataOf(fmt.Sprint("i", i), "Element", gcm256, forgedTo)
	}
	wide := inHeader(inSecurity(request, keyOf(rsaOAEP, sessionKey, ids...)), blocks)
	wide = swap(wide, "<s:Envelope ", `<s:Envelope a="`+strings.Repeat("a", maxTags-1000)+`" `)
	allocated, took := cost.Of(func() { err = decrypt([]byte(wide)) })
	if err != nil || allocated > 6<<20 || took > time.Second {
		t.Errorf("%v, %d bytes, %s", err, allocated, took)
	}
	t.Logf("limit: %d elements EncryptedData in start tags of nearly 64 KiB | 6 MiB are allocated for the start tags | %.1f MiB, %d ms of CPU time",
		maxData, float64(allocated)/(1<<20), took.Milliseconds())
}
