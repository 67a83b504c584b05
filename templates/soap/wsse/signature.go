package wsse

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	_ "crypto/sha256" // hashes of signatures
	_ "crypto/sha512"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"errors"
	"fmt"
	"hash"
	"math/big"
	"slices"
	"strings"
	"time"

	"example.com/quartet/templates/soap/internal/lex"
)

// Namespaces and algorithms of signatures.
const (
	dsigNamespace = "http://www.w3.org/2000/09/xmldsig#"
	moreNamespace = "http://www.w3.org/2001/04/xmldsig-more#"
	pssNamespace  = "http://www.w3.org/2007/05/xmldsig-more#"
	encNamespace  = "http://www.w3.org/2001/04/xmlenc#"
	namespace11   = "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd"
	exclusive     = "http://www.w3.org/2001/10/xml-exc-c14n#"
	inclusive     = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
	inclusive11   = "http://www.w3.org/2006/12/xml-c14n11"

	attachedContent = "http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform"
	x509Profile     = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0"
	x509v3          = x509Profile + "#X509v3"
	keyIdentifier   = x509Profile + "#X509SubjectKeyIdentifier"
	thumbprintSHA1  = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1"

	maxReferences, maxPrefixes, maxCerts = 32, 32, 8
)

// Algorithms are algorithms and keys that are accepted only where Trust.Allow or Decryption.Allow names them.
type Algorithms uint

// Algorithms that Trust.Allow may have, and Decryption.Allow.
const (
	AllowSHA1      Algorithms = 1 << iota // digests and signatures with SHA-1
	AllowSmallRSA                         // keys of RSA with 1024 to 2047 bits
	AllowInclusive                        // inclusive canonical XML
	AllowCBC                              // of Decryption.Allow: AES in CBC, and not in GCM
	AllowRSA15                            // of Decryption.Allow: RSA 1.5, and not RSA-OAEP
)

// digests and methods are the algorithms by their names. SHA-1 is allowed by name only.
var (
	digests = map[string]crypto.Hash{
		encNamespace + "sha256": crypto.SHA256, moreNamespace + "sha384": crypto.SHA384, encNamespace + "sha512": crypto.SHA512,
		dsigNamespace + "sha1": crypto.SHA1,
	}
	methods = map[string]x509.SignatureAlgorithm{
		moreNamespace + "rsa-sha256": x509.SHA256WithRSA, pssNamespace + "sha256-rsa-MGF1": x509.SHA256WithRSAPSS, moreNamespace + "ecdsa-sha256": x509.ECDSAWithSHA256,
		moreNamespace + "rsa-sha384": x509.SHA384WithRSA, pssNamespace + "sha384-rsa-MGF1": x509.SHA384WithRSAPSS, moreNamespace + "ecdsa-sha384": x509.ECDSAWithSHA384,
		moreNamespace + "rsa-sha512": x509.SHA512WithRSA, pssNamespace + "sha512-rsa-MGF1": x509.SHA512WithRSAPSS, moreNamespace + "ecdsa-sha512": x509.ECDSAWithSHA512,
		dsigNamespace + "rsa-sha1": x509.SHA1WithRSA, moreNamespace + "ecdsa-sha1": x509.ECDSAWithSHA1,
	}
	// compared are elements of KeyInfo that have a certificate, or say which one it is. Others, such as X509SubjectName, say nothing.
	compared = []string{"X509Certificate", "X509IssuerSerial", "X509SKI", "KeyIdentifier", "Reference", "BinarySecurityToken"}
)

// signature is an element Signature that was received.
type signature struct {
	info       part         // SignedInfo
	signed     bytes.Buffer // SignedInfo in canonical form
	method     x509.SignatureAlgorithm
	references []reference
	value      []byte
	key        *node   // KeyInfo
	named      []*node // elements in it that may have or name the certificate
}

// reference is a reference of a signature. Its part has no place yet.
type reference struct {
	part
	uri   string
	sha   crypto.Hash
	hash  hash.Hash
	value []byte // digest
}

// one returns the only child with a name of XML Signature.
func (n *node) one(local string) *node { return n.find(dsigNamespace, local) }

// only returns an error unless the content of an element is a sequence of elements of XML Signature with some names. Each of
// them may be there once, or several times if its name in names ends with *.
func (n *node) only(names ...string) error {
	if len(n.kids) > 2*maxReferences {
		return fmt.Errorf("there are more than %d elements in %s", 2*maxReferences, lex.Shorten(n.name.Local))
	}
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

// base64 decodes the text of an element.
func (n *node) base64() ([]byte, error) {
	text, ok := n.simple()
	value, err := base64.StdEncoding.Strict().DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil || len(value) == 0 || !ok {
		return nil, fmt.Errorf("%s is not in base64", lex.Shorten(n.name.Local))
	}
	return value, nil
}

// readSignature reads an element Signature. Unknown content, and an algorithm that is not allowed, is an error.
func readSignature(n *node, allow Algorithms) (*signature, error) {
	info := n.one("SignedInfo")
	uri := info.one("SignatureMethod").attrs["Algorithm"]
	value, err := n.one("SignatureValue").base64()
	s := &signature{info: part{node: info}, method: methods[uri], value: value, key: n.one("KeyInfo")}
	s.info.to = &s.signed
	err = cmp.Or(n.only("SignedInfo", "SignatureValue", "KeyInfo", "Object*"), info.only("CanonicalizationMethod", "SignatureMethod", "Reference*"),
		info.one("SignatureMethod").only(), err, s.info.readForm(info.one("CanonicalizationMethod"), allow))
	if isSHA1 := s.method == x509.SHA1WithRSA || s.method == x509.ECDSAWithSHA1; err == nil && (s.method == 0 || isSHA1 && allow&AllowSHA1 == 0) {
		err = fmt.Errorf("the signature algorithm %q is not allowed", lex.Shorten(uri))
	}
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
	transforms, method := n.one("Transforms").kids, n.one("DigestMethod")
	digest := digests[method.attrs["Algorithm"]]
	if digest == 0 || digest == crypto.SHA1 && allow&AllowSHA1 == 0 {
		return r, fmt.Errorf("the digest %q is not allowed", lex.Shorten(method.attrs["Algorithm"]))
	}
	r.sha, r.hash, r.uri = digest, digest.New(), n.attrs["URI"]
	r.to, r.id = r.hash, strings.TrimPrefix(r.uri, "#")
	r.value, err = n.one("DigestValue").base64()
	err = cmp.Or(n.only("Transforms", "DigestMethod", "DigestValue"), n.one("Transforms").only("Transform*"), method.only(), err)
	switch {
	case err != nil:
		return r, err
	case r.isAttachment() && len(transforms) == 1 && transforms[0].attrs["Algorithm"] == attachedContent:
		return r, transforms[0].only()
	case r.id == r.uri || r.id == "" || strings.Contains(r.id, "("):
		return r, fmt.Errorf("the reference %q is not one to an element of the message", lex.Shorten(r.uri))
	case len(transforms) == 2 && transforms[0].attrs["Algorithm"] == dsigNamespace+"enveloped-signature": // it changes nothing
		transforms = transforms[1:]
	case len(transforms) == 0:
		transforms = []*node{{attrs: map[string]string{"Algorithm": inclusive}}}
	}
	if len(transforms) != 1 {
		return r, errors.New("the transforms of a reference are not supported")
	}
	return r, r.readForm(transforms[0], allow)
}

func (r *reference) isAttachment() bool { return strings.HasPrefix(r.uri, "cid:") }

// readForm reads the canonicalization that an element names.
func (p *part) readForm(n *node, allow Algorithms) error {
	algorithm, list := n.attrs["Algorithm"], n.find(exclusive, "InclusiveNamespaces")
	p.inclusive = algorithm == inclusive || algorithm == inclusive11
	if algorithm != exclusive && (!p.inclusive || allow&AllowInclusive == 0) {
		return fmt.Errorf("the transform %q is not allowed", lex.Shorten(algorithm))
	}
	for _, prefix := range strings.Fields(list.attrs["PrefixList"]) {
		p.prefixes = append(p.prefixes, []byte(strings.TrimPrefix(prefix, "#default")))
	}
	if len(n.kids) > 1 || len(n.kids) == 1 && (list.at < 0 || list.kids != nil) || len(p.prefixes) > maxPrefixes {
		return fmt.Errorf("the content of a transform is not supported, or more than %d prefixes", maxPrefixes)
	}
	return nil
}

// token returns the identifier of the token in the block Security that a KeyInfo names, "" if there is none.
func (n *node) token() string {
	return strings.TrimPrefix(n.find(Namespace, "SecurityTokenReference").find(Namespace, "Reference").attrs["URI"], "#")
}

// candidates returns the elements of a KeyInfo that may have or name the certificate of the key, and the certificates that it may be:
// certificates in the message, and known ones that KeyInfo names, or all if it names none. Keys without a certificate are ignored.
func candidates(info *node, tokens []*node, known []*x509.Certificate) (named []*node, all []*x509.Certificate, err error) {
	reference, token := info.find(Namespace, "SecurityTokenReference"), info.token()
	named = slices.Concat(info.one("X509Data").kids, reference.one("X509Data").kids, reference.kids, reference.find(Namespace, "Embedded").kids)
	if len(named) > maxReferences {
		return named, nil, fmt.Errorf("there are more than %d ways to find the certificate", maxReferences)
	}
	named = slices.DeleteFunc(named, func(n *node) bool { return !slices.Contains(compared, n.name.Local) })
	for i, n := range slices.Concat(named, tokens) {
		c, err := n.certificate(i < len(named) || slices.Contains(n.ids, token))
		if err != nil {
			return named, nil, err
		}
		if c != nil {
			all = append(all, c)
		}
	}
	for _, n := range tokens[:min(len(tokens), maxCerts)] { // a reference may name a token in another way than by its identifier
		if c, err := n.certificate(true); token == "" && len(named) > 0 && err == nil && c != nil {
			known = append(slices.Clip(known), c)
		}
	}
	for _, n := range named {
		all = append(all, slices.DeleteFunc(slices.Clone(known), func(c *x509.Certificate) bool { return !n.names(c) })...)
	}
	if len(named) == 0 {
		all = known
	}
	switch {
	case len(all) == 0:
		return named, nil, errors.New("the signature names no certificate that is known: see Trust.Pinned")
	case len(all) > maxCerts:
		return named, nil, fmt.Errorf("there are more than %d certificates", maxCerts)
	}
	return named, all, nil
}

// certificate returns the certificate in an element of a Signature, or in a token if it may be the one of the key; nil if there is none.
func (n *node) certificate(isToken bool) (*x509.Certificate, error) {
	kind := n.attrs["ValueType"]
	switch isToken = isToken && n.isA(Namespace, "BinarySecurityToken"); {
	case isToken && kind != "" && kind != x509v3:
		return nil, fmt.Errorf("the token type %q is not supported", lex.Shorten(kind))
	case !isToken && !n.isA(dsigNamespace, "X509Certificate") && (!n.isA(Namespace, "KeyIdentifier") || kind != x509v3):
		return nil, nil
	}
	der, err := n.base64()
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}

// names reports whether an element names a certificate. The issuer's name is not compared: the key decides.
func (n *node) names(c *x509.Certificate) bool {
	if len(n.text) > maxText { // it would be decoded for each certificate
		return false
	}
	value, _ := n.base64()
	serial, _ := n.one("X509SerialNumber").simple()
	sum, kind := sha1.Sum(c.Raw), n.attrs["ValueType"]
	return strings.TrimSpace(serial) == c.SerialNumber.String() || kind == thumbprintSHA1 && bytes.Equal(value, sum[:]) ||
		(kind == keyIdentifier || n.isA(dsigNamespace, "X509SKI")) && c.SubjectKeyId != nil && bytes.Equal(value, c.SubjectKeyId)
}

// isBy reports whether the signature has been made with the key of a certificate.
func (s *signature) isBy(c *x509.Certificate) bool {
	value := s.value
	if key, ok := c.PublicKey.(*ecdsa.PublicKey); ok { // XML Signature has both numbers with a fixed size, and not ASN.1
		size := (key.Curve.Params().BitSize + 7) / 8
		if len(value) != 2*size {
			return false
		}
		value, _ = asn1.Marshal(ecdsaPair{new(big.Int).SetBytes(value[:size]), new(big.Int).SetBytes(value[size:])})
	}
	return c.CheckSignature(s.method, s.signed.Bytes(), value) == nil
}

type ecdsaPair struct{ R, S *big.Int }

// algorithms returns the hash of signatures, and the names of the algorithms of signatures and digests.
func (s *Signing) algorithms() (h crypto.Hash, method, digest string, err error) {
	h = cmp.Or(s.Hash, crypto.SHA256)
	name, digest := digestName(h)
	method = moreNamespace + "rsa-" + name
	if _, ok := s.Key.Public().(*ecdsa.PublicKey); ok {
		method = moreNamespace + "ecdsa-" + name
	} else if s.PSS {
		method = pssNamespace + name + "-rsa-MGF1"
	}
	if digests[digest] != h {
		return h, "", "", fmt.Errorf("signatures with the hash %v are not supported", h)
	}
	return h, method, digest, checkKey(s.Key.Public(), 0)
}

// digestName returns the name of a hash, and the name of a digest with it.
func digestName(h crypto.Hash) (name, digest string) {
	name = strings.ToLower(strings.ReplaceAll(h.String(), "-", ""))
	space := map[crypto.Hash]string{crypto.SHA1: dsigNamespace, crypto.SHA384: moreNamespace}[h]
	return name, cmp.Or(space, encNamespace) + name
}

// value returns the value of a signature of bytes.
func (s *Signing) value(signed []byte, h crypto.Hash) (value []byte, err error) {
	var options crypto.SignerOpts = h
	if s.PSS {
		options = &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: h}
	}
	sum := h.New()
	sum.Write(signed)
	value, err = s.Key.Sign(rand.Reader, sum.Sum(nil), options)
	if key, ok := s.Key.Public().(*ecdsa.PublicKey); ok && err == nil {
		var pair ecdsaPair
		if _, err = asn1.Unmarshal(value, &pair); err == nil {
			size := (key.Curve.Params().BitSize + 7) / 8
			value = append(pair.R.FillBytes(make([]byte, size)), pair.S.FillBytes(make([]byte, size))...)
		}
	}
	return value, err
}

// checkKey checks the kind and the size of a key.
func checkKey(key crypto.PublicKey, allow Algorithms) error {
	switch key := key.(type) {
	case *rsa.PublicKey:
		if bits := key.N.BitLen(); bits > 8192 || bits < 1024 || bits < 2048 && allow&AllowSmallRSA == 0 {
			return fmt.Errorf("a key of RSA with %d bits; 2048 to 8192 are accepted", bits)
		}
		return nil
	case *ecdsa.PublicKey:
		if key.Curve != elliptic.P224() {
			return nil
		}
	}
	return fmt.Errorf("keys of this kind (%T) are not supported", key)
}

// checkCertificate checks the certificate of a signer. others are certificates of the message that may be between it and a root.
func (t *Trust) checkCertificate(c *x509.Certificate, others []*x509.Certificate, now time.Time) error {
	switch {
	case now.Before(c.NotBefore) || now.After(c.NotAfter):
		return fmt.Errorf("the certificate is valid from %s to %s", c.NotBefore, c.NotAfter)
	case c.KeyUsage != 0 && c.KeyUsage&(x509.KeyUsageDigitalSignature|x509.KeyUsageContentCommitment) == 0:
		return errors.New("the certificate is not for signatures")
	case slices.ContainsFunc(t.Pinned, c.Equal):
		return nil
	case t.Roots == nil:
		return errors.New("the certificate is not one of Trust.Pinned")
	}
	between := x509.NewCertPool()
	for _, other := range others {
		if err := checkKey(other.PublicKey, t.Allow); err != nil {
			return err
		}
		between.AddCert(other)
	}
	_, err := c.Verify(x509.VerifyOptions{Roots: t.Roots, Intermediates: between, CurrentTime: now, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}})
	return err
}
