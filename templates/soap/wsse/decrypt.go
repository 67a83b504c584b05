package wsse

import (
	"bytes"
	"cmp"
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// Decryption has the key with which messages are decrypted: the content of the Body, header blocks, and parts of the header block
// Security, which are encrypted with AES-128 or AES-256 in GCM, and RSA-OAEP. Use the Key for nothing else but signatures.
type Decryption struct {
	Key         crypto.Decrypter  // of RSA, with 2048 to 8192 bits
	Certificate *x509.Certificate // of the key: an EncryptedKey that names another one is refused

	// Allow may have AllowCBC, which a client then reads instead of GCM, and AllowRSA15, instead of RSA-OAEP: a key has one algorithm.
	// They are for replies that were signed after they were encrypted, and whose signature WithTrust has verified. The EncryptedData
	// must be signed; the EncryptedKey need not. A handler ignores them.
	Allow Algorithms
}

// The layers of options: see soap.EnvelopeFacts.
const (
	layerEncryption = iota + 1 // WithEncryption before WithSigning
	layerSigning               // also decrypts what has been encrypted before it was signed
	layerTrust
	layerDecryption // decrypts what has been signed before; also WithEncryption after WithSigning
)

// WithDecryption makes a handler decrypt requests, and a client replies, in which an EncryptedKey of the header block Security
// refers to what is encrypted. What was encrypted before it was signed is decrypted after WithTrust has verified the signature. A
// message need not be encrypted: see Trust.Encrypted, and IsEncrypted.
//
// The same fault answers all requests that are not accepted; the log says why. The time until then tells which one of several
// elements EncryptedKey is wrong, and nothing more. WithDecryption panics without such a key and its certificate.
func WithDecryption(d Decryption) soap.Option {
	if d.Key == nil || d.Certificate == nil {
		panic("wsse: a Decryption needs a Key and its Certificate")
	}
	if public, ok := d.Certificate.PublicKey.(*rsa.PublicKey); !ok || !public.Equal(d.Key.Public()) || checkKey(public, 0) != nil {
		panic("wsse: the Certificate of a Decryption is not one of its Key, or not of RSA with 2048 to 8192 bits")
	}
	envelopes := func(name string, layer int, rest bool) soap.Option {
		return soap.WithEnvelopes(name, func(_ *contract.Port, client bool) *soap.Envelopes {
			e := &soap.Envelopes{
				EnvelopeFacts: soap.EnvelopeFacts{Whole: true, Layer: layer, Understood: []xsd.QName{headerName}},
				Open: func(ctx context.Context, call *soap.Call, text []byte) (context.Context, []byte, error) {
					if !rest {
						ctx = context.WithValue(ctx, verifiedKey{}, nil) // the caller may be a handler, too
						ctx = context.WithValue(ctx, decryptedKey{}, &decrypted{Decryption: d, call: call, client: client, elements: map[xsd.QName]int{}})
					}
					text, err := encryptionOf(ctx, call).openText(ctx, text, rest)
					return ctx, text, err
				},
			}
			if rest && !client {
				e.Begin = func(ctx context.Context, call *soap.Call) (context.Context, error) {
					if err := ctx.Value(decryptedKey{}).(*decrypted).demand(encryptedIn(call.Needs(), true)); err != nil {
						return ctx, refused(ctx, call, err)
					}
					return ctx, nil
				}
			}
			return e
		})
	}
	unmet := func(needs []contract.Need, client bool) []contract.Need { return unencrypted(needs, !client) }
	return soap.Options(soap.WithSatisfied(unmet), envelopes("wsse.decryption", layerDecryption, false), envelopes("wsse.decryption.signed", layerSigning, true))
}

// bodyName is the name of the content of the Body, of any version of SOAP.
var bodyName, signatureName = xsd.QName{Local: "Body"}, xsd.QName{Space: dsigNamespace, Local: "Signature"}

// IsEncrypted reports whether the request that a handler serves with ctx has header blocks, or parts of the header block Security,
// with a name, and all of them were encrypted for the handler. xsd.QName{Local: "Body"} is the content of the Body.
func IsEncrypted(ctx context.Context, name xsd.QName) bool {
	if s, ok := ctx.Value(decryptedKey{}).(*decrypted); ok {
		left, found := s.elements[name]
		return found && left == 0
	}
	return false
}

type decryptedKey struct{}

// encryptionOf returns what is known of the encryption of the message that has arrived with a call; nil without WithDecryption.
// The context of a client may be the one of a handler.
func encryptionOf(ctx context.Context, call *soap.Call) *decrypted {
	if s, ok := ctx.Value(decryptedKey{}).(*decrypted); ok && s.call == call {
		return s
	}
	return nil
}

// Limits of what is encrypted. What decrypts is shorter than the message.
const maxKeys, maxData, maxTags = 4, 16, 64 << 10

// decrypted is what is known of the encryption of a message.
type decrypted struct {
	Decryption
	call          *soap.Call
	client        bool
	found         *verified // nil while no signature has been verified
	keys, data    int
	signed, inner []string          // identifiers of elements EncryptedData that are signed, and that were encrypted
	elements      map[xsd.QName]int // elements that were encrypted; in the end, without those that are there
	work          int               // bytes that were decrypted, and read: a test compares the work for all wrong messages
}

// demand checks that all elements with some names are encrypted.
func (s *decrypted) demand(names []xsd.QName) error {
	if _, ok := s.elements[bodyName]; !ok && slices.Contains(names, bodyName) {
		return errors.New("the Body is not encrypted")
	}
	for name, left := range s.elements {
		if left != 0 && (&node{name: name}).isOneOf(names) {
			return fmt.Errorf("the element %s is not encrypted", lex.Shorten(name.Local))
		}
	}
	return nil
}

// errSecret is the error for what depends on a secret: a key, or what is encrypted with it.
var errSecret = errors.New("the key is wrong, or what is encrypted with it")

// openText decrypts a message: what was signed before it was encrypted, or the rest, once a signature has been verified.
func (s *decrypted) openText(ctx context.Context, text []byte, rest bool) ([]byte, error) {
	if len(text) == 0 {
		return text, nil
	}
	e, err := s.open(text, rest)
	switch {
	case err == nil:
		return e.text, nil
	case !s.client:
		return nil, refused(ctx, s.call, err)
	case errors.Is(err, errSecret):
		err = errSecret
	}
	return nil, fmt.Errorf("the response cannot be decrypted: %w", err)
}

func (s *decrypted) open(text []byte, rest bool) (*envelope, error) {
	e, err := readReceived(text, s.call)
	if err == nil && s.found != nil {
		for _, p := range e.places() {
			if p.isBody || slices.ContainsFunc(s.found.signed, func(n *node) bool { return n.at == p.whole.at }) {
				s.signed = append(s.signed, p.data.id())
			}
		}
	}
	isNext := func(n *node) bool {
		return n.isA(encNamespace, "EncryptedKey") || n.isA(dsigNamespace, "Signature") && !rest
	}
	for err == nil {
		i := slices.IndexFunc(e.parts(), isNext)
		if i < 0 || e.parts()[i].name.Space == dsigNamespace {
			break
		}
		e, err = s.withKey(e, e.parts()[i])
	}
	if err != nil || !rest {
		return e, err
	}
	for _, n := range slices.Concat(e.blocks, e.parts()) {
		s.elements[n.name]--
	}
	if len(e.places()) > 0 {
		return e, errors.New("no EncryptedKey refers to an EncryptedData")
	}
	if s.found != nil {
		err = s.demand(s.found.trust.Encrypted)
	}
	if !s.client || !e.fault { // the operation of a request is not known yet
		err = cmp.Or(err, s.demand(encryptedIn(s.call.Needs(), !s.client)))
	}
	return e, err
}

// parts returns the parts of the block Security.
func (e *envelope) parts() []*node {
	if e.security == nil {
		return nil
	}
	return e.security.kids
}

// place is an EncryptedData where one may be.
type place struct {
	data, whole *node   // whole is what its content replaces: the data, or the EncryptedHeader around it
	around      []*node // the elements that whole is in
	isBody      bool
}

// encrypted are the names of elements in whose places others were.
var encrypted = []xsd.QName{{Space: encNamespace}, {Space: namespace11, Local: "EncryptedHeader"}}

// places returns the elements EncryptedData in an envelope that may be referred to.
func (e *envelope) places() (all []place) {
	add := func(n *node, around ...*node) {
		whole := n
		if n.isA(namespace11, "EncryptedHeader") && len(n.kids) == 1 && !n.mixed {
			n = n.kids[0]
		}
		if n.isA(encNamespace, "EncryptedData") {
			all = append(all, place{n, whole, append([]*node{e.root}, around...), around[0] == e.body})
		}
	}
	for _, n := range e.blocks {
		add(n, e.header)
	}
	for _, n := range e.parts() {
		add(n, e.header, e.security)
	}
	for _, n := range e.body.kids {
		add(n, e.body)
	}
	return all
}

// withKey returns an envelope in which everything is decrypted that a key refers to, without the key.
func (s *decrypted) withKey(e *envelope, key *node) (*envelope, error) {
	places, err := e.referred(key)
	tags := e.root.end - e.root.at + e.header.end - e.header.at + e.security.end - e.security.at + e.body.end - e.body.at
	if s.keys, s.data = s.keys+1, s.data+len(places); s.keys > maxKeys || s.data > maxData || tags > maxTags {
		err = fmt.Errorf("there are more than %d elements EncryptedKey, %d elements EncryptedData, or %d bytes of start tags around these", maxKeys, maxData, maxTags)
	}
	if err != nil {
		return nil, err
	}
	algorithm, session, wrong, err := s.session(e, key, places)
	edits := []edit{{from: key.at, to: key.stop}}
	if list := e.security.find(encNamespace, "ReferenceList"); list.at >= 0 {
		edits = append(edits, edit{from: list.at, to: list.stop})
	}
	for _, p := range places {
		value, bad := p.data.cipherValue()
		if err = cmp.Or(err, bad); err != nil {
			return nil, err
		}
		content, failed := s.content(e, p, algorithm, session, value)
		wrong, edits = cmp.Or(wrong, failed), append(edits, edit{p.whole.at, p.whole.stop, content})
	}
	if wrong != nil {
		return nil, wrong
	}
	return readReceived(spliced(e.text, edits), s.call)
}

// referred returns what an EncryptedKey refers to, or a list beside it, each only once.
func (e *envelope) referred(key *node) (found []place, err error) {
	places, references := e.places(), slices.Concat(key.find(encNamespace, "ReferenceList").kids, e.security.find(encNamespace, "ReferenceList").kids)
	for _, r := range references[:min(len(references), maxData+1)] {
		uri := r.attrs["URI"]
		i := slices.IndexFunc(places, func(p place) bool { return "#"+p.data.id() == uri })
		if !r.isA(encNamespace, "DataReference") || i < 0 || uri == "#" {
			return nil, fmt.Errorf("the reference %q is not to an EncryptedData, which is all of the Body, a header block, or a part of the block Security", lex.Shorten(uri))
		}
		found, places = append(found, places[i]), slices.Delete(places, i, i+1)
	}
	if found == nil {
		err = errors.New("an EncryptedKey refers to nothing")
	}
	return found, err
}

// content returns what is encrypted at a place. If it cannot be decrypted, or is no content for the place, the error is errSecret,
// after the same work.
func (s *decrypted) content(e *envelope, p place, algorithm string, key, value []byte) (content []byte, wrong error) {
	s.work += len(value)
	if content, wrong = decipher(algorithm, key, value); wrong != nil {
		content = bytes.Repeat([]byte(" "), len(content))
	}
	parent, err := s.read(e, p, content)
	if p.isBody {
		s.elements[bodyName] = 0
	}
	for _, n := range parent.kids {
		if !p.isBody && n.name != bodyName { // which is the content of the Body
			s.elements[n.name]++
		}
		if slices.Contains(s.signed, p.data.id()) {
			if s.signed = append(s.signed, n.id()); !p.isBody {
				s.found.signed = append(s.found.signed, n)
			}
			err = cmp.Or(err, s.found.requirePlace(e, n, len(p.around) == 2 && !p.isBody, len(p.around) == 3))
		}
		isLate := s.found != nil && n.isA(UtilityNamespace, "Timestamp") // nobody would check it
		if isLate || n.isOneOf(encrypted) && (slices.Contains(s.inner, p.data.id()) || !n.isA(encNamespace, "EncryptedData")) {
			err = fmt.Errorf("%w: an EncryptedData is in more than one other, or a Timestamp was encrypted before it was signed", errSecret)
		}
		s.inner = append(s.inner, n.id())
	}
	return content, cmp.Or(wrong, err)
}

// read reads the content of a place, between the start tags around the place, so that prefixes are declared as there, and their
// end tags, so that it ends no element around it. It returns the element around the content.
func (s *decrypted) read(e *envelope, p place, content []byte) (parent *node, err error) {
	var start, end []byte
	for _, n := range p.around {
		start, end = append(start, e.text[n.at:n.end]...), slices.Concat([]byte("</"), e.text[n.at+1:n.tag], []byte(">"), end)
	}
	d := newDecoder(slices.Concat(start, content, end))
	defer d.Release()
	d.Root()
	parent = readNode(d, len(p.around))
	d.End()
	for i := 1; i < len(p.around) && len(parent.kids) == 1; i++ {
		parent = parent.kids[0]
	}
	read := min(max(0, d.Pos-len(start)), len(content))
	s.work += read
	isElement := len(parent.kids) == 1 && !parent.mixed
	switch {
	case d.Err() != nil && len(lex.TrimSpace(content)) > 0: // for white space only the start tags can be wrong
		_, _ = s.read(e, p, bytes.Repeat([]byte(" "), len(content)-read)) // the same work as for content that can be read
		return new(node), fmt.Errorf("%w: what is encrypted cannot be read", errSecret)
	case parent.last != len(start)+len(content):
		return new(node), fmt.Errorf("%w: what is encrypted ends an element around it", errSecret)
	case !isElement && (!p.isBody || p.data.attrs["Type"] == encNamespace+"Element"):
		return new(node), fmt.Errorf("%w: what is encrypted is not one element", errSecret)
	}
	return parent, nil
}
