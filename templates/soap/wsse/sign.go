package wsse

import (
	"cmp"
	"context"
	"crypto"
	"crypto/sha1"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strings"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// Signing says how messages are signed, and which parts are signed besides the Body and the Timestamp. Where a policy of the
// contract demands more than a zero value says, it is followed: it decides the KeyRef, and adds header blocks, tokens, attachments
// and confirmations. What it demands and a value contradicts is not satisfied: NewClient returns a [soap.PolicyError].
type Signing struct {
	Key         crypto.Signer       // of RSA or ECDSA
	Chain       []*x509.Certificate // the certificate of the key, and those that issued it
	Ref         KeyRef              // how a signature names the certificate
	Hash        crypto.Hash         // SHA256, the default, SHA384 or SHA512
	PSS         bool                // RSA-PSS and not PKCS #1 v1.5
	Headers     []xsd.QName         // blocks that are signed if they are there; without Local: all of the namespace
	Tokens      bool                // the tokens in the header block Security are signed, too
	Attachments bool                // the attachments are signed, too
	Confirm     bool                // a handler confirms the signature of the request in its answer
	MaxBytes    int                 // limit for a reply with a list, which is encoded as a whole; 0 means 64 MiB
	Lifetime    time.Duration       // of the Timestamp; 0 means DefaultWindow, and a negative one no Timestamp
	Now         func() time.Time    // the clock; nil means time.Now

	included bool // the certificate is in the message, also if Ref is not BinarySecurityToken
}

// KeyRef says how a signature names the certificate of its key.
type KeyRef int

// The ways to name a certificate. With the first and the last the message contains it; with the others receivers must know it.
const (
	BinarySecurityToken KeyRef = iota // in the header block Security
	IssuerSerial
	SubjectKeyIdentifier
	Thumbprint
	X509Data // in the Signature, with the other certificates of the chain
)

// WithSigning makes a client or a handler sign all messages that it sends over SOAP: requests, replies, faults and refusals.
// The signature is in the only header block Security, after the parts that other options have written there. Replies are not
// sent while they are encoded. The option satisfies the policy assertions about signatures with a certificate, and follows what they
// say about these: see Signing.
// WithSigning panics without a key and its certificate.
func WithSigning(s Signing) soap.Option {
	if s.Key == nil || len(s.Chain) == 0 {
		panic("wsse: a Signing needs a Key and a Chain")
	}
	if public, ok := s.Key.Public().(interface{ Equal(crypto.PublicKey) bool }); !ok || !public.Equal(s.Chain[0].PublicKey) {
		panic("wsse: the first certificate of a Signing is not that of its Key")
	}
	return soap.Options(soap.WithSatisfied(s.unmet), soap.WithEnvelopes("wsse.signing", func(_ *contract.Port, client bool) *soap.Envelopes {
		e := &soap.Envelopes{
			EnvelopeFacts: soap.EnvelopeFacts{Whole: true, Layer: layerSigning, MaxBytes: cmp.Or(s.MaxBytes, 64<<20)},
			Send: sealing(func(ctx context.Context, call *soap.Call, text []byte) ([]byte, error) {
				follows := s.following(call.Needs(), client)
				text, err := follows.sign(ctx, call, text, client)
				if err != nil {
					return nil, fmt.Errorf("signing the message: %w", err)
				}
				return text, nil
			}),
		}
		if client {
			e.Understood = []xsd.QName{headerName}
			e.Begin = func(ctx context.Context, _ *soap.Call) (context.Context, error) {
				return context.WithValue(ctx, sentKey{}, new(string)), nil
			}
		}
		return e
	}))
}

// sealing returns a function Send for envelopes that are sealed by seal.
func sealing(seal func(context.Context, *soap.Call, []byte) ([]byte, error)) func(context.Context, *soap.Call, *soap.Fault) (soap.Sending, error) {
	return func(ctx context.Context, call *soap.Call, _ *soap.Fault) (soap.Sending, error) {
		return soap.Sending{Seal: func(text []byte) ([]byte, error) { return seal(ctx, call, text) }}, nil
	}
}

type sentKey struct{} // *string: value of the signature of a client's request

// WithToken makes a client send a security token with each request over SOAP, such as a SAML assertion, in the header block
// Security. The function returns the element, which is sent as it is. WithSigning and WithEncryption sign and encrypt the token,
// too, if their field Tokens is set.
func WithToken(token func(context.Context, *soap.Call) (xsd.RawXML, error)) soap.Option {
	return soap.WithEnvelopes("wsse.token", func(_ *contract.Port, client bool) *soap.Envelopes {
		if !client {
			return nil
		}
		seal := func(ctx context.Context, call *soap.Call, text []byte) ([]byte, error) {
			markup, err := token(ctx, call)
			w := codec.NewEncoder(nil, false)
			defer w.Release()
			w.RawXML("", markup, "")
			e, wrong := withSecurity(text, call.Binding, true)
			if err = cmp.Or(err, w.Err(), wrong); err == nil {
				e, err = e.edited(edit{e.security.last, e.security.last, w.Bytes()})
			}
			if err != nil {
				return nil, fmt.Errorf("a security token: %w", err)
			}
			return e.text, nil
		}
		return &soap.Envelopes{EnvelopeFacts: soap.EnvelopeFacts{Understood: []xsd.QName{headerName}}, Send: sealing(seal)}
	})
}

// withSecurity returns an envelope with a block Security, mandatory in a request.
func withSecurity(text []byte, b contract.Binding, request bool) (*envelope, error) {
	e, err := readEnvelope(text, b)
	switch {
	case err != nil:
		return nil, err
	case e.security == nil:
		attribute := ""
		if request {
			attribute = ` xmlns:s="` + e.space + `" s:mustUnderstand="1"`
		}
		text, err = codec.InsertBlocks(text, `<wsse:Security xmlns:wsse="`+Namespace+`"`+attribute+`></wsse:Security>`)
		if err != nil {
			return nil, err
		}
	case e.security.last == e.security.end && text[e.security.end-2] == '/':
		return nil, errors.New("the header block Security has no end tag")
	}
	return readEnvelope(text, b)
}

// sign returns a signed message.
func (s *Signing) sign(ctx context.Context, call *soap.Call, text []byte, client bool) ([]byte, error) {
	e, err := withSecurity(text, call.Binding, client)
	if err != nil {
		return nil, err
	}
	if e.security.one("Signature").at >= 0 {
		return nil, errors.New("it has a signature already")
	}
	id := hex.EncodeToString(random(16))
	info, added, err := s.keyInfo("x509-" + id)
	if err != nil {
		return nil, err
	}
	var edits []edit
	if s.Lifetime >= 0 && e.security.find(UtilityNamespace, "Timestamp").at < 0 {
		stamp := stampMarkup(newClock(s.Now, 0, 0).now(), cmp.Or(s.Lifetime, DefaultWindow))
		edits = append(edits, edit{e.security.end, e.security.end, []byte(stamp)}) // the first part
	}
	if v, ok := ctx.Value(verifiedKey{}).(*verified); ok && v.signer != nil && s.Confirm && !client {
		added += `<wsse11:SignatureConfirmation xmlns:wsse11="` + namespace11 + `" Value="` + encode(v.signature.value) + `"/>`
	}
	if e, err = e.edited(append(edits, edit{e.security.next(), e.security.next(), []byte(added)})...); err == nil {
		e, err = s.withIDs(e, id)
	}
	if err != nil {
		return nil, err
	}
	signature, value, err := s.signature(e, call)
	if err != nil {
		return nil, err
	}
	if sent, ok := ctx.Value(sentKey{}).(*string); ok && client {
		*sent = value
	}
	signature += "<ds:KeyInfo>" + info + "</ds:KeyInfo></ds:Signature>"
	return spliced(e.text, []edit{{e.security.next(), e.security.next(), []byte(signature)}}), nil
}

// next returns where a signature in the block Security comes: receivers undo what comes first before what comes after it.
func (n *node) next() int {
	if keys := n.all(encNamespace, "EncryptedKey"); keys != nil {
		return keys[0].at
	}
	return n.last
}

// withIDs returns an envelope in which the elements that are signed have identifiers.
func (s *Signing) withIDs(e *envelope, id string) (*envelope, error) {
	var ids []edit
	for i, n := range s.signed(e) {
		if n.id() != "" {
			continue
		}
		tag, prefix, declaration := string(e.text[n.at:n.end]), "wsu", ` xmlns:wsu="`+UtilityNamespace+`"`
		if strings.Contains(tag, declaration) {
			declaration = ""
		} else if strings.Contains(tag, "xmlns:wsu") {
			prefix, declaration = "u"+id, " xmlns:u"+id+`="`+UtilityNamespace+`"`
		}
		ids = append(ids, edit{n.tag, n.tag, fmt.Appendf(nil, `%s %s:Id="id-%d-%s"`, declaration, prefix, i, id)})
	}
	return e.edited(ids...)
}

// id returns the identifier that receivers look for, "" if there is none: an attribute such as id may be anything.
func (n *node) id() string {
	return cmp.Or(n.attrs["wsu:Id"], n.attrs["AssertionID"], n.attrs["ID"], n.attrs["Id"])
}

// signed returns the elements of an envelope that are signed.
func (s *Signing) signed(e *envelope) []*node {
	all := []*node{e.body}
	for _, b := range e.blocks {
		if b.isOneOf(s.Headers) || b.isOneOf(encrypted) {
			all = append(all, b)
		}
	}
	for _, part := range e.security.kids {
		if s.Tokens || part.isA(UtilityNamespace, "Timestamp") || part.isA(namespace11, "SignatureConfirmation") || part.isOneOf(encrypted) {
			all = append(all, part)
		}
	}
	return all
}

// isOneOf reports whether an element has one of some names. Without Local a name is a namespace; * alone is any but one of WS-Security.
func (n *node) isOneOf(names []xsd.QName) bool {
	return slices.ContainsFunc(names, func(name xsd.QName) bool {
		return name.Space == n.name.Space && (name.Local == "" || name.Local == n.name.Local) || name == xsd.QName{Local: "*"} && !n.isOneOf(securityParts)
	})
}

// signature returns an element Signature without KeyInfo and without its end tag, and the value of the signature in base64.
// SignedInfo is written in canonical form.
func (s *Signing) signature(e *envelope, call *soap.Call) (markup, value string, err error) {
	h, method, digest, err := s.algorithms()
	if err != nil {
		return "", "", err
	}
	w := codec.NewEncoder(nil, false)
	defer w.Release()
	var parts []part
	var sums []hash.Hash
	for _, n := range s.signed(e) {
		sums = append(sums, h.New())
		parts = append(parts, part{node: n, id: n.id(), to: sums[len(sums)-1]})
	}
	if err = e.digest(parts, ""); err != nil {
		return "", "", err
	}
	reference := func(uri, transform string, sum hash.Hash) {
		w.String(`<ds:Reference URI="`, uri, `"><ds:Transforms><ds:Transform Algorithm="`+transform+`"></ds:Transform></ds:Transforms>`+
			`<ds:DigestMethod Algorithm="`+digest+`"></ds:DigestMethod><ds:DigestValue>`+encode(sum.Sum(nil))+"</ds:DigestValue></ds:Reference>")
	}
	w.Raw(`<ds:SignedInfo xmlns:ds="` + dsigNamespace + `"><ds:CanonicalizationMethod Algorithm="` + exclusive + `"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="` + method + `"></ds:SignatureMethod>`)
	for i, p := range parts {
		reference("#"+p.id, exclusive, sums[i])
	}
	for _, a := range call.Attachments() {
		if sum := h.New(); s.Attachments {
			err = cmp.Or(err, digestAttachment(sum, a))
			reference("cid:"+a.ID, attachedContent, sum)
		}
	}
	w.Raw("</ds:SignedInfo>")
	signature, wrong := s.value(w.Bytes(), h)
	return `<ds:Signature xmlns:ds="` + dsigNamespace + `">` + string(w.Bytes()) + "<ds:SignatureValue>" + encode(signature) + "</ds:SignatureValue>", encode(signature), cmp.Or(err, wrong, w.Err())
}

func encode(value []byte) string { return base64.StdEncoding.EncodeToString(value) }

// keyInfo returns the content of the KeyInfo of a signature, and the token beside it, "" if there is none.
func (s *Signing) keyInfo(tokenID string) (info, token string, err error) {
	cert, content := s.Chain[0], ""
	if s.included || s.Ref == BinarySecurityToken {
		token = `<wsse:BinarySecurityToken xmlns:wsse="` + Namespace + `" xmlns:wsu="` + UtilityNamespace + `" EncodingType="` + base64Binary + `" ValueType="` + x509v3 +
			`" wsu:Id="` + tokenID + `">` + encode(cert.Raw) + `</wsse:BinarySecurityToken>`
	}
	identifier := func(valueType string, value []byte) string {
		return `<wsse:KeyIdentifier EncodingType="` + base64Binary + `" ValueType="` + valueType + `">` + encode(value) + `</wsse:KeyIdentifier>`
	}
	switch s.Ref {
	case X509Data:
		for _, c := range s.Chain {
			info += "<ds:X509Certificate>" + encode(c.Raw) + "</ds:X509Certificate>"
		}
		return "<ds:X509Data>" + info + "</ds:X509Data>", token, nil
	case IssuerSerial:
		var issuer pkix.RDNSequence
		_, err = asn1.Unmarshal(cert.RawIssuer, &issuer)
		w := codec.NewEncoder(nil, false)
		defer w.Release()
		w.String("<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>", issuer.String(), "</ds:X509IssuerName><ds:X509SerialNumber>"+
			cert.SerialNumber.String()+"</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>")
		content, err = string(w.Bytes()), cmp.Or(err, w.Err())
	case SubjectKeyIdentifier:
		if content = identifier(keyIdentifier, cert.SubjectKeyId); cert.SubjectKeyId == nil {
			err = errors.New("the certificate has no identifier of its key")
		}
	case Thumbprint:
		sum := sha1.Sum(cert.Raw)
		content = identifier(thumbprintSHA1, sum[:])
	default:
		content = `<wsse:Reference URI="#` + tokenID + `" ValueType="` + x509v3 + `"/>`
	}
	return `<wsse:SecurityTokenReference xmlns:wsse="` + Namespace + `">` + content + "</wsse:SecurityTokenReference>", token, err
}
