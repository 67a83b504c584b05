package wsse

import (
	"cmp"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/sha1"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// Signing says how messages are signed: the Body and the Timestamp, and what the fields say.
type Signing struct {
	Key     crypto.Signer       // of RSA, ECDSA or Ed25519
	Chain   []*x509.Certificate // the certificate of the key, and those that issued it
	Ref     KeyRef              // how a signature names the certificate
	Hash    crypto.Hash         // SHA256, the default, SHA384 or SHA512
	PSS     bool                // RSA-PSS and not PKCS #1 v1.5
	Headers []xsd.QName         // header blocks that are signed if a message has them; without Local: all of a namespace
	Tokens  bool                // the tokens in the header block Security are signed, too
	Confirm bool                // a handler confirms the signature of the request in its answer

	// Lifetime is the lifetime of the Timestamp, unless another option has written one; 0 means DefaultWindow. If it is
	// negative there is no Timestamp, and receivers cannot tell a message that is sent again.
	Lifetime time.Duration

	Now func() time.Time // the clock; nil means time.Now
}

// KeyRef says how a signature names the certificate of its key.
type KeyRef int

// The ways to name a certificate. The message contains it in the first and the last of them; otherwise receivers must know it.
const (
	BinarySecurityToken KeyRef = iota // in the header block Security
	IssuerSerial
	SubjectKeyIdentifier
	Thumbprint
	X509Data // in the Signature, with the others of the chain
)

// WithSigning makes a client or a handler sign all messages that it sends over SOAP: requests, replies, faults and refusals.
// The signature is in the one header block Security, after what other options have written there. Replies are not sent while
// they are encoded. The option satisfies the policy assertions about signatures with a certificate. It panics without a key
// and its certificate.
func WithSigning(s Signing) soap.Option {
	if s.Key == nil || len(s.Chain) == 0 {
		panic("wsse: a Signing needs a Key and a Chain")
	}
	if public, ok := s.Key.Public().(interface{ Equal(crypto.PublicKey) bool }); !ok || !public.Equal(s.Chain[0].PublicKey) {
		panic("wsse: the first certificate of a Signing is not that of its Key")
	}
	s.Lifetime = cmp.Or(s.Lifetime, DefaultWindow)
	if s.Now == nil {
		s.Now = time.Now
	}
	return soap.Options(soap.WithAssertions(s.assertions()...), soap.WithEnvelopes("wsse.signing", func(_ *contract.Port, client bool) *soap.Envelopes {
		e := &soap.Envelopes{Seal: s.seal, Whole: true}
		if client {
			e.Understood = []xsd.QName{headerName}
			e.Begin = func(ctx context.Context, _ *soap.Call) (context.Context, error) {
				return context.WithValue(ctx, sentKey{}, new(string)), nil
			}
		}
		return e
	}))
}

// assertions returns the assertions of WS-SecurityPolicy that signatures satisfy.
func (s *Signing) assertions() []xsd.QName {
	names := []string{"AsymmetricBinding", "SignedParts", "X509Token", "EndorsingSupportingTokens", "SignedEndorsingSupportingTokens", "IncludeTimestamp"}
	if s.Tokens {
		names = append(names, "SignedSupportingTokens")
	}
	if s.Confirm {
		names = append(names, "RequireSignatureConfirmation")
	}
	return assertions(names...)
}

type (
	sentKey   struct{} // *string: value of the signature of a client's request
	tokensKey struct{} // *string: tokens of WithToken that have not been written yet
)

// WithToken makes a client send security tokens with each request over SOAP, such as SAML assertions, in the header block
// Security. Each function returns an element, which is sent as it is.
func WithToken(tokens ...func(context.Context, *soap.Call) (xsd.RawXML, error)) soap.Option {
	return soap.WithEnvelopes("wsse.token", func(_ *contract.Port, client bool) *soap.Envelopes {
		if !client {
			return nil
		}
		begin := func(ctx context.Context, call *soap.Call) (context.Context, error) {
			e := codec.NewEncoder(nil, false)
			defer e.Release()
			for _, token := range tokens {
				markup, err := token(ctx, call)
				if err != nil {
					return ctx, err
				}
				e.RawXML("", markup, "")
			}
			all := string(e.Bytes())
			return context.WithValue(ctx, tokensKey{}, &all), e.Err()
		}
		seal := func(ctx context.Context, call *soap.Call, text []byte) ([]byte, error) {
			e, err := withSecurity(ctx, call, text)
			if err != nil {
				return nil, err
			}
			return e.text, nil
		}
		return &soap.Envelopes{Understood: []xsd.QName{headerName}, Begin: begin, Seal: seal}
	})
}

// withSecurity returns an envelope with a block Security, which is mandatory in a request, and the tokens of WithToken in it.
func withSecurity(ctx context.Context, call *soap.Call, text []byte) (*envelope, error) {
	e, err := readEnvelope(text, call.Binding)
	if err != nil {
		return nil, err
	}
	if e.security == nil {
		attribute := ""
		if isRequest(ctx) {
			attribute = ` xmlns:s="` + e.space + `" s:mustUnderstand="1"`
		}
		text, err = codec.InsertBlocks(text, `<wsse:Security xmlns:wsse="`+Namespace+`"`+attribute+`></wsse:Security>`)
		if err == nil {
			e, err = readEnvelope(text, call.Binding)
		}
	}
	tokens, _ := ctx.Value(tokensKey{}).(*string)
	if err != nil || tokens == nil || *tokens == "" {
		return e, err
	}
	defer func() { *tokens = "" }()
	return e.edited(map[int]string{e.security.last: *tokens})
}

// isRequest reports whether a message that is sent is a client's.
func isRequest(ctx context.Context) bool {
	return ctx.Value(sentKey{}) != nil || ctx.Value(tokensKey{}) != nil
}

func (s *Signing) seal(ctx context.Context, call *soap.Call, text []byte) ([]byte, error) {
	text, value, err := s.sign(ctx, call, text)
	if err != nil {
		return nil, fmt.Errorf("signing the message: %w", err)
	}
	if sent, ok := ctx.Value(sentKey{}).(*string); ok {
		*sent = value
	}
	return text, nil
}

// sign returns a signed message and the value of its signature in base64.
func (s *Signing) sign(ctx context.Context, call *soap.Call, text []byte) (_ []byte, value string, err error) {
	e, err := withSecurity(ctx, call, text)
	if err != nil {
		return nil, "", err
	}
	if e.security.one("Signature").at >= 0 {
		return nil, "", errors.New("it has a signature already")
	}
	var random [16]byte
	rand.Read(random[:])
	id := hex.EncodeToString(random[:])
	info, added, err := s.keyInfo("x509-" + id)
	if err != nil {
		return nil, "", err
	}
	if s.Lifetime > 0 && e.security.find(UtilityNamespace, "Timestamp").at < 0 {
		added = stampMarkup(s.Now(), s.Lifetime, ` xmlns:wsu="`+UtilityNamespace+`" wsu:Id="time-`+id+`"`) + added
	}
	if v, ok := ctx.Value(verifiedKey{}).(*verified); ok && s.Confirm && !isRequest(ctx) {
		added += `<wsse11:SignatureConfirmation xmlns:wsse11="` + namespace11 + `" xmlns:wsu="` + UtilityNamespace + `" wsu:Id="sc-` + id + `" Value="` + v.value + `"/>`
	}
	insert := map[int]string{e.security.last: added}
	for i, n := range s.signed(e) {
		if len(n.ids) == 0 {
			insert[n.tag] = idAttribute(string(e.text[n.at:n.end]), fmt.Sprintf("id-%d-%s", i, id))
		}
	}
	if e, err = e.edited(insert); err != nil {
		return nil, "", err
	}
	signedInfo, value, err := s.signature(e, s.signed(e))
	if err != nil {
		return nil, "", err
	}
	markup := `<ds:Signature xmlns:ds="` + dsigNamespace + `">` + signedInfo + "<ds:SignatureValue>" + value + "</ds:SignatureValue><ds:KeyInfo>" + info + "</ds:KeyInfo></ds:Signature>"
	e, err = e.edited(map[int]string{e.security.last: markup})
	if err != nil {
		return nil, "", err
	}
	return e.text, value, nil
}

// idAttribute returns an attribute wsu:Id for a start tag.
func idAttribute(tag, id string) string {
	prefix := "wsu"
	for strings.Contains(tag, "xmlns:"+prefix) {
		prefix += "u"
	}
	return fmt.Sprintf(` xmlns:%s="%s" %[1]s:Id="%[3]s"`, prefix, UtilityNamespace, id)
}

// signed returns the elements of an envelope that are signed.
func (s *Signing) signed(e *envelope) []*node {
	all := []*node{e.body}
	for _, b := range e.blocks {
		if b.isOneOf(s.Headers) {
			all = append(all, b)
		}
	}
	for _, part := range e.security.kids {
		if s.Tokens || part.isA(UtilityNamespace, "Timestamp") || part.isA(namespace11, "SignatureConfirmation") {
			all = append(all, part)
		}
	}
	return all
}

// isOneOf reports whether an element has one of some names. A name without Local is a namespace.
func (n *node) isOneOf(names []xsd.QName) bool {
	return slices.ContainsFunc(names, func(name xsd.QName) bool {
		return name.Space == n.name.Space && (name.Local == "" || name.Local == n.name.Local)
	})
}

// signature returns the element SignedInfo, in canonical form, and the value of its signature in base64.
func (s *Signing) signature(e *envelope, all []*node) (info, value string, err error) {
	how, uri, err := s.method()
	if err != nil {
		return "", "", err
	}
	hash := cmp.Or(how.hash, crypto.SHA512)
	var parts []part
	for _, n := range all {
		parts = append(parts, part{n, n.ids[0], form{algorithm: exclusive}, hash.New()})
	}
	if err := e.digest(parts, &pass{targets: map[int]target{}, ids: map[string]int{}}); err != nil {
		return "", "", err
	}
	w := codec.NewEncoder(nil, false)
	defer w.Release()
	w.Raw(`<ds:SignedInfo xmlns:ds="` + dsigNamespace + `"><ds:CanonicalizationMethod Algorithm="` + exclusive + `"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="` + uri + `"></ds:SignatureMethod>`)
	for _, p := range parts {
		w.String(`<ds:Reference URI="#`, p.id, `"><ds:Transforms><ds:Transform Algorithm="`+exclusive+`"></ds:Transform></ds:Transforms>`+
			`<ds:DigestMethod Algorithm="`+digestURI(hash)+`"></ds:DigestMethod><ds:DigestValue>`+base64.StdEncoding.EncodeToString(p.hash.Sum(nil))+"</ds:DigestValue></ds:Reference>")
	}
	w.Raw("</ds:SignedInfo>")
	if w.Err() != nil {
		return "", "", w.Err()
	}
	signature, err := how.sign(s.Key, w.Bytes())
	return string(w.Bytes()), base64.StdEncoding.EncodeToString(signature), err
}

// digestURI returns the name of the digest with a hash.
func digestURI(hash crypto.Hash) string {
	for uri, h := range digests {
		if h == hash {
			return uri
		}
	}
	return ""
}

// keyInfo returns the content of the KeyInfo of a signature, and the token beside it, "" if there is none.
func (s *Signing) keyInfo(tokenID string) (info, token string, err error) {
	encode, cert := base64.StdEncoding.EncodeToString, s.Chain[0]
	w := codec.NewEncoder(nil, false)
	defer w.Release()
	identifier := func(valueType string, value []byte) {
		w.Raw(`<wsse:KeyIdentifier EncodingType="` + base64Binary + `" ValueType="` + valueType + `">` + encode(value) + `</wsse:KeyIdentifier>`)
	}
	w.Raw(`<wsse:SecurityTokenReference xmlns:wsse="` + Namespace + `">`)
	switch s.Ref {
	case X509Data:
		info = "<ds:X509Data>"
		for _, c := range s.Chain {
			info += "<ds:X509Certificate>" + encode(c.Raw) + "</ds:X509Certificate>"
		}
		return info + "</ds:X509Data>", "", nil
	case IssuerSerial:
		var issuer pkix.RDNSequence
		if _, err := asn1.Unmarshal(cert.RawIssuer, &issuer); err != nil {
			return "", "", err
		}
		w.String("<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>", issuer.String(), "</ds:X509IssuerName><ds:X509SerialNumber>"+
			cert.SerialNumber.String()+"</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>")
	case SubjectKeyIdentifier:
		if cert.SubjectKeyId == nil {
			return "", "", errors.New("the certificate has no identifier of its key")
		}
		identifier(keyIdentifier, cert.SubjectKeyId)
	case Thumbprint:
		sum := sha1.Sum(cert.Raw)
		identifier(thumbprintSHA1, sum[:])
	default:
		w.Raw(`<wsse:Reference URI="#` + tokenID + `" ValueType="` + x509v3 + `"/>`)
		token = `<wsse:BinarySecurityToken xmlns:wsse="` + Namespace + `" xmlns:wsu="` + UtilityNamespace + `" EncodingType="` + base64Binary + `" ValueType="` + x509v3 +
			`" wsu:Id="` + tokenID + `">` + encode(cert.Raw) + `</wsse:BinarySecurityToken>`
	}
	w.Raw("</wsse:SecurityTokenReference>")
	return string(w.Bytes()), token, w.Err()
}
