package wsse

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/sha1"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// Namespaces and algorithms of signatures.
const (
	dsigNamespace = "http://www.w3.org/2000/09/xmldsig#"
	moreNamespace = "http://www.w3.org/2001/04/xmldsig-more#"
	encNamespace  = "http://www.w3.org/2001/04/xmlenc#"
	pssNamespace  = "http://www.w3.org/2007/05/xmldsig-more#"
	namespace11   = "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd"

	exclusive       = "http://www.w3.org/2001/10/xml-exc-c14n#"
	inclusive       = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
	inclusive11     = "http://www.w3.org/2006/12/xml-c14n11"
	enveloped       = dsigNamespace + "enveloped-signature"
	attachedContent = "http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform"

	x509Profile    = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0"
	x509v3         = x509Profile + "#X509v3"
	pkiPath        = x509Profile + "#X509PKIPathv1"
	keyIdentifier  = x509Profile + "#X509SubjectKeyIdentifier"
	thumbprintSHA1 = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1"
)

const (
	maxReferences = 32
	maxPrefixes   = 32
	maxCerts      = 8
)

// digests are the algorithms of digests. SHA-1 is allowed by name only.
var digests = map[string]crypto.Hash{
	encNamespace + "sha256": crypto.SHA256, moreNamespace + "sha384": crypto.SHA384, encNamespace + "sha512": crypto.SHA512,
	dsigNamespace + "sha1": crypto.SHA1,
}

// signature is an element Signature that was received.
type signature struct {
	info       int // where SignedInfo starts
	form       form
	method     method
	references []reference
	value      []byte
	key        *node // KeyInfo
}

// reference is a part of a message that is signed.
type reference struct {
	uri    string
	form   form
	digest crypto.Hash
	value  []byte
}

// one returns the only child with a name of XML Signature.
func (n *node) one(local string) *node { return n.find(dsigNamespace, local) }

// only is an error unless the content of an element is a sequence of elements of XML Signature with some names, each of which
// may be there once, or several times if it ends with *.
func (n *node) only(names ...string) error {
	for i, kid := range n.kids {
		several := slices.Contains(names, kid.name.Local+"*")
		known := several || slices.Contains(names, kid.name.Local)
		again := slices.ContainsFunc(n.kids[:i], func(k *node) bool { return k.name == kid.name })
		if kid.name.Space != dsigNamespace || !known || again && !several {
			return fmt.Errorf("%s is not supported in %s", lex.Shorten(kid.name.Local), lex.Shorten(n.name.Local))
		}
	}
	if n.mixed || n.kids == nil && len(names) > 0 && strings.TrimSpace(n.text) != "" {
		return fmt.Errorf("there is text in %s", lex.Shorten(n.name.Local))
	}
	return nil
}

// base64 returns the bytes that the text of an element is.
func (n *node) base64() ([]byte, error) {
	value, err := base64.StdEncoding.Strict().DecodeString(strings.Join(strings.Fields(n.text), ""))
	if err != nil || len(value) == 0 || n.kids != nil {
		return nil, fmt.Errorf("%s is not in base64", lex.Shorten(n.name.Local))
	}
	return value, nil
}

// readSignature reads an element Signature. What it does not know, and does not allow, is an error.
func readSignature(n *node, allow Algorithms) (*signature, error) {
	info := n.one("SignedInfo")
	value, noValue := n.one("SignatureValue").base64()
	method, noMethod := methodOf(info.one("SignatureMethod").attrs["Algorithm"], allow)
	form, noForm := readForm(info.one("CanonicalizationMethod"), allow)
	err := cmp.Or(n.only("SignedInfo", "SignatureValue", "KeyInfo", "Object*"), info.only("CanonicalizationMethod", "SignatureMethod", "Reference*"),
		info.one("SignatureMethod").only(), noValue, noMethod, noForm)
	s := &signature{info: info.at, form: form, method: method, value: value, key: n.one("KeyInfo")}
	for _, kid := range info.kids {
		if kid.name.Local == "Reference" && err == nil {
			var r reference
			r, err = readReference(kid, allow)
			s.references = append(s.references, r)
		}
	}
	if len(s.references) == 0 || len(s.references) > maxReferences {
		err = cmp.Or(err, fmt.Errorf("there must be 1 to %d references", maxReferences))
	}
	return s, err
}

func readReference(n *node, allow Algorithms) (r reference, err error) {
	transforms, method := n.one("Transforms"), n.one("DigestMethod")
	r.uri, r.digest = n.attrs["URI"], digests[method.attrs["Algorithm"]]
	if r.value, err = n.one("DigestValue").base64(); err != nil {
		return r, err
	}
	err = cmp.Or(n.only("Transforms", "DigestMethod", "DigestValue"), transforms.only("Transform*"), method.only())
	list := transforms.kids
	switch {
	case err != nil:
		return r, err
	case r.digest == 0 || r.digest == crypto.SHA1 && allow&AllowSHA1 == 0:
		return r, fmt.Errorf("the digest %q is not allowed", lex.Shorten(method.attrs["Algorithm"]))
	case r.isAttachment() && len(list) == 1 && list[0].attrs["Algorithm"] == attachedContent:
		return r, list[0].only()
	case !strings.HasPrefix(r.uri, "#") || len(r.uri) < 2 || strings.Contains(r.uri, "("):
		return r, fmt.Errorf("the reference %q is not one to an element of the message", lex.Shorten(r.uri))
	case len(list) == 2 && list[0].attrs["Algorithm"] == enveloped: // the signature is never in what it signs
		list = list[1:]
	case len(list) == 0:
		list = []*node{{attrs: map[string]string{"Algorithm": inclusive}}}
	}
	if len(list) != 1 {
		return r, errors.New("the transforms of a reference are not supported")
	}
	r.form, err = readForm(list[0], allow)
	return r, err
}

func (r *reference) isAttachment() bool { return strings.HasPrefix(r.uri, "cid:") }

// readForm reads the canonicalization that an element names.
func readForm(n *node, allow Algorithms) (f form, err error) {
	f.algorithm = n.attrs["Algorithm"]
	isInclusive := f.algorithm == inclusive || f.algorithm == inclusive11
	list := n.find(exclusive, "InclusiveNamespaces")
	prefixes := strings.Fields(list.attrs["PrefixList"])
	switch {
	case f.algorithm != exclusive && !isInclusive:
		return f, fmt.Errorf("the transform %q is not supported", lex.Shorten(f.algorithm))
	case isInclusive && allow&AllowInclusive == 0:
		return f, errors.New("inclusive canonical XML is not allowed: see AllowInclusive")
	case len(n.kids) > 1 || len(n.kids) == 1 && (list.at < 0 || list.kids != nil) || len(prefixes) > maxPrefixes:
		return f, fmt.Errorf("the content of a transform is not supported, or more than %d prefixes", maxPrefixes)
	}
	for _, prefix := range prefixes {
		if prefix == "#default" {
			f.prefixes = append(f.prefixes, nil)
			continue
		}
		f.prefixes = append(f.prefixes, []byte(prefix))
	}
	return f, nil
}

// token returns the identifier of the token in the block Security that the signature names, "" if there is none.
func (s *signature) token() string {
	return strings.TrimPrefix(s.key.find(Namespace, "SecurityTokenReference").find(Namespace, "Reference").attrs["URI"], "#")
}

// candidates returns the certificates that may be the signer's: those in the message, or of known ones those that the message
// names. The issuer's name is not compared: the key tells. Keys by themselves are not looked at.
func (s *signature) candidates(tokens []*node, known []*x509.Certificate) (all []*x509.Certificate, err error) {
	reference := s.key.find(Namespace, "SecurityTokenReference")
	data, identifier := s.key.one("X509Data"), reference.find(Namespace, "KeyIdentifier")
	if data.at < 0 {
		data = reference.one("X509Data")
	}
	var certs []*node
	for _, kid := range slices.Concat(data.kids, reference.kids, tokens) {
		isToken := kid.isA(Namespace, "BinarySecurityToken") && slices.Contains(kid.ids, s.token())
		if isToken || kid.isA(dsigNamespace, "X509Certificate") || kid == identifier && kid.attrs["ValueType"] == x509v3 {
			certs = append(certs, kid)
		}
	}
	for _, n := range certs {
		more, err := n.certificates()
		if all = append(all, more...); err != nil || len(all) > maxCerts {
			return nil, cmp.Or(err, fmt.Errorf("there are more than %d certificates", maxCerts))
		}
	}
	serial := strings.TrimSpace(data.one("X509IssuerSerial").one("X509SerialNumber").text)
	ski, _ := data.one("X509SKI").base64()
	value, _ := identifier.base64()
	for _, c := range known {
		sum, kind := sha1.Sum(c.Raw), identifier.attrs["ValueType"]
		named := serial == c.SerialNumber.String() || kind == thumbprintSHA1 && bytes.Equal(value, sum[:]) ||
			c.SubjectKeyId != nil && (bytes.Equal(ski, c.SubjectKeyId) || kind == keyIdentifier && bytes.Equal(value, c.SubjectKeyId))
		if named || certs == nil && serial == "" && ski == nil && value == nil && s.token() == "" && len(known) <= maxCerts {
			all = append(all, c)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("the signature names no certificate that is known: see Trust.Pinned")
	}
	return all, nil
}

// certificates returns the certificates of an element, the owner's first.
func (n *node) certificates() (all []*x509.Certificate, err error) {
	der, err := n.base64()
	if err != nil {
		return nil, err
	}
	path := []asn1.RawValue{{FullBytes: der}}
	switch kind := n.attrs["ValueType"]; kind {
	case "", x509v3:
	case pkiPath:
		path = nil
		if rest, err := asn1.Unmarshal(der, &path); err != nil || len(rest) > 0 || len(path) > maxCerts {
			return nil, errors.New("a path of certificates is invalid")
		}
	default:
		return nil, fmt.Errorf("the token type %q is not supported", lex.Shorten(kind))
	}
	for _, raw := range slices.Backward(path) {
		c, err := x509.ParseCertificate(raw.FullBytes)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}
