package wsse

import (
	"bytes"
	"context"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/c14n"
	"example.com/quartet/templates/soap/xsd"
)

const secret = "s&cret"

// FuzzSecurity: whatever comes, reading it ends with a token or a fault that contains nothing of it; nobody without the
// password gets in, and nobody twice with one digest.
func FuzzSecurity(f *testing.F) {
	c := Credentials{Username: "anna", Password: "other", Digest: true, Lifetime: time.Minute}
	block, err := c.block(noon)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(block))
	f.Add(`<w:Security xmlns:w="` + Namespace + `"><w:UsernameToken><w:Username>anna</w:Username><w:Password>x</w:Password></w:UsernameToken></w:Security>`)
	f.Add(`<a><b/></a>`)
	for _, parts := range [][2]string{
		{"0123456789abcde ", "2026-11-21T12:00:00Z"},
		{"2026-11-21T12:00:00", "2026-11-21T12:00:00"},
		{"1", "2026-11-21T12:00:00.125+00:00"},
	} {
		f.Add(`<w:Security xmlns:w="` + Namespace + `" xmlns:u="` + UtilityNamespace + `">` + digestToken(parts[0], parts[1], "") + `</w:Security>`)
	}
	f.Fuzz(func(t *testing.T, markup string) {
		s, err := parse(xsd.RawXML(markup), false)
		if _, isFault := soap.AsFault(err); err != nil && !isFault {
			t.Fatalf("no fault: %v", err)
		}
		if err != nil || s.token == nil || strings.Contains(s.token.password, secret) {
			return
		}
		password := func(context.Context, string) (string, bool, error) { return secret, true, nil }
		if newVerification(Verifier{Password: password, Now: at(noon)}).authenticate(t.Context(), s.token) == nil {
			t.Fatalf("%q was accepted", markup)
		}
		if s.token.passwordType == digestType {
			checkDigests(t, s.token)
		}
	})
}

// digestToken returns a UsernameToken of anna with the digest of a nonce, a time and a password.
func digestToken(nonce, created, password string) string {
	sum := digest([]byte(nonce), created, password)
	encode := base64.StdEncoding.EncodeToString
	return `<w:UsernameToken><w:Username>anna</w:Username><w:Password Type="` + digestType + `">` + encode(sum[:]) + `</w:Password><w:Nonce>` +
		encode([]byte(nonce)) + `</w:Nonce><u:Created>` + created + `</u:Created></w:UsernameToken>`
}

// checkDigests sends all tokens whose nonce, time and password are together the same bytes as those of a token with the right
// password, and so have the same digest: each twice, with the password that is right for it. Only one is accepted.
func checkDigests(t *testing.T, token *usernameToken) {
	all := string(token.nonce) + token.created + secret
	if len(all) > 100 {
		return
	}
	right := ""
	v := newVerification(Verifier{Now: at(noon), Password: func(context.Context, string) (string, bool, error) { return right, true, nil }})
	sum := digest(nil, "", all)
	accepted := 0
	send := func(nonce, created, password string) {
		sent := usernameToken{username: token.username, password: base64.StdEncoding.EncodeToString(sum[:]), passwordType: digestType, created: created}
		if sent.complete(base64.StdEncoding.EncodeToString([]byte(nonce))) != nil {
			return
		}
		right = password
		for range 2 {
			if v.authenticate(t.Context(), &sent) == nil {
				accepted++
			}
		}
	}
	send(string(token.nonce), token.created, secret)
	possible := accepted
	for i := range len(all) {
		for j := i; j <= len(all); j++ {
			send(all[:i], all[i:j], all[j:])
		}
	}
	if accepted > 1 || possible > 1 {
		t.Fatalf("nonce %q, created %q: %d tokens with one digest were accepted", token.nonce, token.created, accepted)
	}
}

// checkDecrypted checks that nothing is left to decrypt in a message that has been decrypted.
func checkDecrypted(t *testing.T, text string) {
	open := func(text []byte) (*envelope, error) {
		return (&decrypted{Decryption: decryption(), call: &soap.Call{Binding: contract.SOAP11}, elements: map[xsd.QName]int{}}).open(text, true)
	}
	e, err := open([]byte(text))
	if err != nil {
		return
	}
	if again, err := open(e.text); err != nil || string(again.text) != string(e.text) {
		t.Fatalf("decrypted again: %v\n%s", err, e.text)
	}
}

// FuzzTrust: whatever becomes of a signed message, it is refused, or what the service hears is what was signed. Of an encrypted one nothing
// encrypted is left.
func FuzzTrust(f *testing.F) {
	message := signedBy(signing(), request)
	f.Add(message)
	for _, h := range hostile[:40] {
		f.Add(h.change(message))
	}
	encrypted := encryption(func(s *Encryption) { s.Signature, s.Tokens, s.Headers = true, true, []xsd.QName{toHeader} })
	sealed := string(must(encrypted.encrypt(&soap.Call{Binding: contract.SOAP11}, []byte(message), true, encrypted.To)))
	for _, text := range []string{sealed, nested(2), nested(3), signedBy(signing(), withBlock(forgedTo)(request)), withPart(clipToken)(message)} {
		f.Add(text)
	}
	body := regexp.MustCompile(`<ping xmlns="urn:ping"><amount>1</amount></ping>`)
	f.Fuzz(func(t *testing.T, text string) {
		checkDecrypted(t, text)
		e, err := readEnvelope([]byte(text), contract.SOAP11)
		if err != nil {
			return
		}
		v := &verifier{Trust: trust(), clock: newClock(at(noon), 0, 0), used: memory{max: 10, now: at(noon)}}
		if _, err := v.check(t.Context(), e, nil); err != nil {
			return
		}
		d := newDecoder([]byte(text))
		defer d.Release()
		var out bytes.Buffer
		for d.Root(); d.TagStart() != e.body.at; {
			if d.Open(); !d.Child() {
				t.Fatal(d.Err())
			}
			if d.TagStart() != e.body.at && d.HasTag(e.space, "Header") {
				d.Skip()
				d.Child()
			}
		}
		if _, err := c14n.Write(&out, d, c14n.Options{Max: 1 << 20}); err != nil || !body.Match(out.Bytes()) {
			t.Fatalf("accepted %s, %v", &out, err)
		}
	})
}
