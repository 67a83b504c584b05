package wsse

import (
	"bytes"
	"cmp"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"html"
	"slices"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// Encryption says for whom messages are encrypted, and which parts besides the content of the Body. Where a policy of the contract
// demands more than a zero value says, it is followed; it also decides BeforeSigning. Attachments are not encrypted.
type Encryption struct {
	To            *x509.Certificate // of the receiver, with a key of RSA. nil: a handler encrypts for the signer of the request
	Ref           KeyRef            // how a message names the certificate; 0 means IssuerSerial, and not BinarySecurityToken
	Bits          int               // of the key of AES in GCM: 128, or 256, the default
	Hash          crypto.Hash       // of RSA-OAEP: SHA1, the default, which all receivers read, SHA256, SHA384 or SHA512
	Headers       []xsd.QName       // blocks that are encrypted if they are there; see Signing.Headers
	Tokens        bool              // UsernameToken, and tokens of WithToken
	Signature     bool              // the signature, too
	BeforeSigning bool              // WithSigning signs what is encrypted
}

// WithEncryption makes a client or a handler encrypt all messages that it sends over SOAP: requests, replies and faults; without To
// not the faults for requests that no signer has sent. The option satisfies the policy assertions EncryptedParts and EncryptSignature
// for these messages, and follows what they say. Messages are signed before they are encrypted, unless BeforeSigning is set. A handler
// without To refuses requests whose signer has no key of RSA, and those without one.
func WithEncryption(s Encryption) soap.Option {
	return soap.Options(soap.WithSatisfied(unencrypted), soap.WithEnvelopes("wsse.encryption", func(port *contract.Port, client bool) *soap.Envelopes {
		first := s.BeforeSigning
		if port.Policy != nil {
			first = s.following(port.Policy.Needs, client).BeforeSigning
		}
		receiver := func(ctx context.Context) *x509.Certificate {
			if signer, ok := Signer(ctx); ok && s.To == nil && !client {
				return signer
			}
			return s.To
		}
		return &soap.Envelopes{
			EnvelopeFacts: soap.EnvelopeFacts{Whole: true, Layer: map[bool]int{true: layerEncryption, false: layerDecryption}[first], MaxBytes: 64 << 20},
			Begin: func(ctx context.Context, call *soap.Call) (context.Context, error) {
				if _, err := s.key(nil, receiver(ctx), "", ""); err != nil && !client {
					return ctx, refused(ctx, call, err) // before the service does what it cannot answer
				}
				return ctx, nil
			},
			Send: func(ctx context.Context, call *soap.Call, fault *soap.Fault) (sending soap.Sending, _ error) {
				if to := receiver(ctx); to != nil || fault == nil {
					follows := s.following(call.Needs(), client)
					follows.BeforeSigning = first
					sending.Seal = func(text []byte) ([]byte, error) { return follows.encrypt(call, text, client, to) }
				}
				return sending, nil
			},
		}
	}))
}

// encrypt returns an encrypted message.
func (s *Encryption) encrypt(call *soap.Call, text []byte, client bool, to *x509.Certificate) ([]byte, error) {
	if s.Signature && s.BeforeSigning || s.Bits != 0 && s.Bits != 128 && s.Bits != 256 {
		return nil, errors.New("encrypting the message: there is no signature yet (EncryptSignature), or the Bits are not supported")
	}
	e, err := withSecurity(text, call.Binding, client)
	if err != nil {
		return nil, err
	}
	end := bytes.LastIndex(e.text, append([]byte("</"), e.text[e.body.at+1:e.body.tag]...))
	if end < e.body.end || s.Tokens && slices.ContainsFunc(e.blocks, func(n *node) bool { return n.name == headerName }) {
		return nil, errors.New("encrypting the message: the Body has no end tag, or there is a block Security for another role (Tokens)")
	}
	var edits []edit
	id, references, session := hex.EncodeToString(random(16)), "", random(cmp.Or(s.Bits, 256)/8)
	seal := func(kind string, from, to int, before, after string) {
		name := fmt.Sprintf("ed-%d-%s", len(edits), id)
		nonce := random(gcmNonce)
		references += `<xenc:DataReference URI="#` + name + `"/>`
		edits = append(edits, edit{from, to, fmt.Appendf(nil, `%s<xenc:EncryptedData xmlns:xenc="%s" Id="%s" Type="%s"><xenc:EncryptionMethod Algorithm="%saes%d-gcm"/>`+
			`<xenc:CipherData><xenc:CipherValue>%s</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>%s`,
			before, encNamespace, name, encNamespace+kind, enc11Namespace, 8*len(session), encode(newGCM(session).Seal(nonce, nonce, e.text[from:to], nil)), after)})
	}
	seal("Content", e.body.end, end, "", "")
	for _, n := range e.blocks {
		if n.isOneOf(s.Headers) {
			tag := fmt.Sprintf(`<wsse11:EncryptedHeader xmlns:wsse11="%s" xmlns:s="%s"`, namespace11, e.space)
			for _, local := range []string{"actor", "mustUnderstand", "relay", "role"} { // WSS 1.1, section 9.3
				if value := n.attrs["soap:"+local]; value != "" {
					tag += " s:" + local + `="` + html.EscapeString(value) + `"`
				}
			}
			seal("Element", n.at, n.stop, tag+">", "</wsse11:EncryptedHeader>")
		}
	}
	for _, n := range e.security.kids {
		isToken := n.name == tokenName || !n.isOneOf(securityParts) && !n.isOneOf(encrypted)
		if s.Tokens && isToken || s.Signature && (n.isA(dsigNamespace, "Signature") || n.isA(namespace11, "SignatureConfirmation")) {
			seal("Element", n.at, n.stop, "", "")
		}
	}
	key, err := s.key(session, to, id, references)
	return spliced(e.text, append(edits, edit{e.security.end, e.security.end, []byte(key)})), err
}

// key returns an EncryptedKey for a certificate.
func (s *Encryption) key(session []byte, to *x509.Certificate, id, references string) (string, error) {
	if to == nil {
		return "", errors.New("encrypting the message: there is no certificate of the receiver")
	}
	public, isRSA := to.PublicKey.(*rsa.PublicKey)
	h, method, mask := cmp.Or(s.Hash, crypto.SHA1), rsaOAEP, ""
	name, digest := digestName(h)
	if h != crypto.SHA1 {
		method, mask = rsaOAEP11, `<xenc11:MGF xmlns:xenc11="`+enc11Namespace+`" Algorithm="`+enc11Namespace+"mgf1"+name+`"/>`
	}
	err := checkKey(to.PublicKey, 0)
	if !isRSA || err != nil || digests[digest] != h {
		return "", cmp.Or(err, errors.New("encrypting the message: the certificate is not one of RSA, or the Hash is not supported"))
	}
	value, err := rsa.EncryptOAEP(h.New(), rand.Reader, public, session, nil)
	info, _, wrong := (&Signing{Chain: []*x509.Certificate{to}, Ref: cmp.Or(s.Ref, IssuerSerial)}).keyInfo("") // there is no token
	return fmt.Sprintf(`<xenc:EncryptedKey xmlns:xenc="%s" xmlns:ds="%s" Id="ek-%s"><xenc:EncryptionMethod Algorithm="%s"><ds:DigestMethod Algorithm="%s"/>%s`+
		`</xenc:EncryptionMethod><ds:KeyInfo>%s</ds:KeyInfo><xenc:CipherData><xenc:CipherValue>%s</xenc:CipherValue></xenc:CipherData>`+
		`<xenc:ReferenceList>%s</xenc:ReferenceList></xenc:EncryptedKey>`, encNamespace, dsigNamespace, id, method, digest, mask, info, encode(value), references), cmp.Or(err, wrong)
}
