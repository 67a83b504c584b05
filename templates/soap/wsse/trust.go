package wsse

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/x509"
	"errors"
	"fmt"
	"hash"
	"log/slog"
	"slices"
	"strings"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/c14n"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/xsd"
)

// Trust says which signatures are accepted: those that are over the Body and the Timestamp, with a certificate that is pinned
// or that one of the roots has issued.
type Trust struct {
	Roots     *x509.CertPool                                 // nil: only certificates of Pinned are accepted
	Pinned    []*x509.Certificate                            // certificates of signers, also if a message only names them
	Authorize func(context.Context, *x509.Certificate) error // an error refuses the signer; nil: none is refused
	Headers   []xsd.QName                                    // blocks that must be signed if they are there; see Signing.Headers
	Allow     Algorithms                                     // algorithms that are accepted, too

	// Header blocks for the receiver that options read, such as those of WS-Addressing in every version that package wsa reads,
	// and a UsernameToken must be signed, too, if a message has them. UnsignedHeaders are exceptions, unless they are in
	// Headers; without Local: all of a namespace. Header blocks of the contract need not be signed: see IsSigned.
	UnsignedHeaders []xsd.QName

	// Encrypted are header blocks, and parts of the block Security, such as a UsernameToken, that must be encrypted if they are there;
	// see Signing.Headers. xsd.QName{Local: "Body"} is the content of the Body. They need WithDecryption, and exclude UnsignedReplies.
	Encrypted []xsd.QName

	UnsignedReplies, UnsignedFaults bool // a client accepts such replies, and such faults, that have no signature
	UnsignedAttachments             bool // attachments need not be signed
	WithoutTimestamp                bool // a message need not have a Timestamp: without one it can be sent again later
	Confirm                         bool // a client wants replies that confirm the signature of its request; a policy may demand it, too

	// Window is how old a message may be, whatever it says about its expiry; 0 means DefaultWindow. Skew is how far the
	// sender's clock may differ; 0 means DefaultSkew.
	Window, Skew time.Duration

	// Replayed remembers messages, so that none is accepted twice. nil: this process does, for Window and twice Skew, up to
	// MaxReplays messages; 0 means 200,000, shared as Verifier.MaxNonces.
	Replayed   Replayed
	MaxReplays int

	Now func() time.Time // the clock; nil means time.Now
}

// WithTrust makes a handler refuse requests, and a client replies, without a signature that is valid and accepted. The signed
// elements are found by their places: the Body of the envelope, header blocks, and the parts of the header block Security,
// such as the Timestamp. A service learns the signer with Signer. Calls over other bindings than SOAP are refused, as they
// cannot have a signature.
//
// The same fault answers all requests that are not accepted; the log says why. On a client an error is not a fault: the call
// may have been carried out. Header blocks that a policy wants signed must be signed if they are there, and a handler refuses
// requests that are not signed with the reference, the tokens and the algorithms that a policy demands. WithTrust panics if t has neither
// Roots nor Pinned.
func WithTrust(t Trust) soap.Option {
	if t.Roots == nil && len(t.Pinned) == 0 {
		panic("wsse: a Trust needs Roots or Pinned")
	}
	c := newClock(t.Now, t.Window, t.Skew)
	v := &verifier{Trust: t, clock: c, used: newMemory(t.MaxReplays, c)}
	onlySOAP := func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		if !call.Binding.IsSOAP() {
			return fault(codeFailed, "The operation needs a signature, which only SOAP can carry.")
		}
		return next(ctx)
	}
	return soap.Options(soap.WithInterceptors(onlySOAP), soap.WithSatisfied(v.unmet),
		soap.WithEnvelopes("wsse.trust", func(_ *contract.Port, client bool) *soap.Envelopes {
			e := &soap.Envelopes{Open: v.openRequest, Begin: beginRequest, EnvelopeFacts: soap.EnvelopeFacts{
				Whole: true, Layer: layerTrust, Understood: []xsd.QName{headerName},
			}}
			if client {
				e.Open, e.Begin = v.openReply, nil
			}
			return e
		}))
}

// verifier checks messages for the option WithTrust.
type verifier struct {
	Trust
	clock clock
	used  memory // the signatures that were accepted; empty if Replayed is set
}

// verified is what is known of a message whose signature is valid.
type verified struct {
	signer           *x509.Certificate // nil once the message is refused
	signature        *signature
	blocks, parts    []*node // header blocks apart from Security, and the parts of that block
	signed, unsigned []*node // header blocks, and parts of the block Security; signed also has the Body
	trust            *Trust
	encryption       *decrypted // nil without WithDecryption
}

type verifiedKey struct{}

// Signer returns the certificate whose key has signed the request that a handler serves with ctx. It reports false
// without WithTrust.
func Signer(ctx context.Context) (signer *x509.Certificate, ok bool) {
	v, ok := ctx.Value(verifiedKey{}).(*verified)
	if ok {
		signer = v.signer
	}
	return signer, signer != nil
}

// IsSigned reports whether the request that a handler serves with ctx has header blocks, or tokens in the block Security,
// with a name, and all of them are signed. The Body always is, with WithTrust.
func IsSigned(ctx context.Context, name xsd.QName) bool {
	v, ok := ctx.Value(verifiedKey{}).(*verified)
	named := func(n *node) bool { return n.name == name }
	return ok && slices.ContainsFunc(v.signed, named) && !slices.ContainsFunc(v.unsigned, named)
}

func (v *verifier) openRequest(ctx context.Context, call *soap.Call, text []byte) (context.Context, []byte, error) {
	ctx = context.WithValue(ctx, verifiedKey{}, nil) // the caller may be a handler, too
	e, err := readReceived(text, call)
	var found *verified
	if err == nil {
		found, err = v.check(ctx, e, call.Attachments())
	}
	if own, ok := err.(ownError); ok {
		return ctx, nil, own.error
	}
	if err != nil {
		return ctx, nil, refused(ctx, call, err)
	}
	return context.WithValue(ctx, verifiedKey{}, found), text, nil
}

// beginRequest checks what the policies of the operation demand.
func beginRequest(ctx context.Context, call *soap.Call) (context.Context, error) {
	found, _ := ctx.Value(verifiedKey{}).(*verified)
	if err := found.demand(call, true); err != nil {
		return ctx, refused(ctx, call, err)
	}
	return ctx, nil
}

// refused returns the fault that answers all requests that are not accepted, after it has logged why. The fault is sent as if no
// signature were right: neither encrypted for the signer, nor with a confirmation.
func refused(ctx context.Context, call *soap.Call, err error) error {
	if found, ok := ctx.Value(verifiedKey{}).(*verified); ok {
		found.signer = nil
	}
	call.Logger().WarnContext(ctx, "request with invalid security", slog.String("service", call.Service), slog.Any("error", err))
	return fault(codeInvalid, "The security of the message could not be verified.")
}

func (v *verifier) openReply(ctx context.Context, call *soap.Call, text []byte) (context.Context, []byte, error) {
	if len(text) == 0 && v.UnsignedReplies {
		return ctx, text, nil
	}
	e, err := readReceived(text, call)
	if err != nil {
		return ctx, nil, fmt.Errorf("the response: %w", err)
	}
	if !slices.ContainsFunc(e.parts(), func(n *node) bool { return n.name == signatureName }) {
		switch {
		case e.fault && v.UnsignedFaults || !e.fault && v.UnsignedReplies && v.Encrypted == nil:
			return ctx, text, nil
		case e.fault:
			return ctx, nil, errors.New("the response is a fault without a signature: see Trust.UnsignedFaults")
		}
	}
	found, err := v.check(ctx, e, call.Attachments())
	if err == nil {
		err = cmp.Or(v.checkConfirmation(ctx, e.security, found, call.Needs()), found.demand(call, false))
	}
	if err != nil {
		return ctx, nil, fmt.Errorf("the security of the response could not be verified: %v", err)
	}
	if checked, ok := ctx.Value(checkedKey{}).(*bool); ok {
		*checked = true
	}
	return ctx, text, nil
}

// ownError is an error of this program, not of the message.
type ownError struct{ error }

// check verifies the signature of an envelope, and checks that all elements are signed that have to be.
func (v *verifier) check(ctx context.Context, e *envelope, attachments []*contract.BodyPart) (*verified, error) {
	if e.security == nil || e.security.one("Signature").at < 0 {
		return nil, errors.New("the message does not have one signature")
	}
	s, err := readSignature(e.security.one("Signature"), v.Allow)
	if err != nil {
		return nil, err
	}
	found := &verified{signature: s, blocks: e.blocks, parts: e.security.kids, trust: &v.Trust, encryption: encryptionOf(ctx, e.received)}
	if found.encryption == nil && v.Encrypted != nil {
		return nil, errors.New("Trust.Encrypted needs WithDecryption")
	}
	if found.signed, err = v.verifyDigests(e, s, attachments); err != nil {
		return nil, err
	}
	stamp, err := v.stamp(e.security)
	if err = cmp.Or(found.require(e), err); err != nil {
		return nil, err
	}
	if found.signer, err = v.signer(e, s); err != nil {
		return nil, err
	}
	if v.Authorize != nil {
		err = v.Authorize(ctx, found.signer)
	}
	if err == nil {
		err = v.replay(ctx, s, found.signer, stamp)
	}
	if found.encryption != nil && err == nil {
		found.encryption.found = found
	}
	return found, err
}

// stamp returns when a message was created, after it has checked its Timestamp; without one, now.
func (v *verifier) stamp(security *node) (time.Time, error) {
	if v.WithoutTimestamp && security.all(UtilityNamespace, "Timestamp") == nil {
		return v.clock.now(), nil
	}
	t, err := parseStamp(security.find(UtilityNamespace, "Timestamp"))
	if err == nil && t.created.IsZero() {
		err = errors.New("the Timestamp has no Created")
	}
	return t.created, cmp.Or(err, v.clock.check(t.created, t.expires), v.clock.check(t.created, time.Time{}))
}

// replay refuses a message that was accepted before. It compares SignedInfo, as one signature may have several values.
func (v *verifier) replay(ctx context.Context, s *signature, signer *x509.Certificate, created time.Time) error {
	sum := sha256.Sum256(append(s.signed.Bytes(), signer.RawSubjectPublicKeyInfo...))
	seen, err := v.Replayed.in(ctx, &v.used, v.clock, string(signer.RawSubjectPublicKeyInfo), string(sum[:]), created)
	if err != nil {
		return ownError{err}
	}
	if seen {
		err = errors.New("the message has been received before")
	}
	return err
}

// checkConfirmation checks that a reply confirms the signature of the request, or, unless it has to, confirms none.
func (v *verifier) checkConfirmation(ctx context.Context, security *node, found *verified, needs []contract.Need) error {
	confirms := v.Confirm || slices.ContainsFunc(needs, func(n contract.Need) bool { return n.Option == contract.ByTrust })
	sent, ok := ctx.Value(sentKey{}).(*string)
	confirmation := security.find(namespace11, "SignatureConfirmation")
	if !ok || !confirms && security.all(namespace11, "SignatureConfirmation") == nil || slices.Contains(found.signed, confirmation) && confirmation.attrs["Value"] == *sent {
		return nil
	}
	return errors.New("it does not confirm the signature of the request")
}

// signer returns the certificate of the key that has signed SignedInfo.
func (v *verifier) signer(e *envelope, s *signature) (*x509.Certificate, error) {
	named, certificates, err := candidates(s.key, e.security.kids, v.Pinned)
	s.named, err = named, cmp.Or(err, errors.New("the signature has not been made with the key of the certificate"))
	for _, c := range certificates {
		if wrong := checkKey(c.PublicKey, v.Allow); wrong != nil {
			err = wrong
		} else if s.isBy(c) {
			if err = v.checkCertificate(c, certificates, v.clock.now()); err == nil {
				return c, nil
			}
		}
	}
	return nil, err
}

// verifyDigests returns the elements that are signed, after it has checked all digests and written SignedInfo in canonical form.
func (t *Trust) verifyDigests(e *envelope, s *signature, attachments []*contract.BodyPart) (signed []*node, err error) {
	parts, attached := []part{s.info}, map[string]bool{}
	for i := range s.references {
		r := &s.references[i]
		if r.isAttachment() {
			found := slices.DeleteFunc(slices.Clone(attachments), func(a *contract.BodyPart) bool { return "cid:"+a.ID != r.uri })
			if len(found) != 1 || attached[r.uri] {
				return nil, fmt.Errorf("there are %d attachments %q, or two references to one", len(found), lex.Shorten(r.uri))
			}
			attached[r.uri] = true
			if err := digestAttachment(r.hash, found[0]); err != nil {
				return nil, err
			}
			continue
		}
		places := slices.Concat([]*node{e.body}, e.blocks, e.security.kids)
		i := slices.IndexFunc(places, func(n *node) bool { return slices.Contains(n.ids, r.id) && !n.isA(dsigNamespace, "Signature") })
		if i < 0 {
			return nil, fmt.Errorf("the reference %q is not to the Body, a header block, or a part of the block Security", lex.Shorten(r.uri))
		}
		r.node = places[i]
		parts, signed = append(parts, r.part), append(signed, r.node)
	}
	if err := e.digest(parts, s.key.token()); err != nil {
		return nil, err
	}
	for _, r := range s.references {
		if !bytes.Equal(r.hash.Sum(nil), r.value) {
			what := r.uri
			if r.node != nil {
				what = r.name.Local
			}
			return nil, fmt.Errorf("the digest of %s is wrong", lex.Shorten(what))
		}
	}
	if len(attached) < len(attachments) && !t.UnsignedAttachments {
		return nil, errors.New("an attachment is not signed: see Trust.UnsignedAttachments")
	}
	return signed, nil
}

// digestAttachment writes the content of an attachment in the form that is signed (SwA Profile 1.1, section 5.4).
func digestAttachment(h hash.Hash, a *contract.BodyPart) error {
	m := media.Parse(a.MediaType)
	if m.IsXML() {
		d := newDecoder(a.Content)
		defer d.Release()
		if !d.Root() {
			return d.Err()
		}
		_, err := c14n.Write(h, d, c14n.Options{Max: c14n.DefaultMax(len(a.Content))})
		d.End()
		return cmp.Or(err, d.Err())
	}
	text := a.Content
	if strings.HasPrefix(m.Name, "text/") {
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	}
	_, err := h.Write(text)
	return err
}

// securityParts are the names of elements that may be in the block Security only.
var securityParts = []xsd.QName{{Space: Namespace}, {Space: UtilityNamespace}, {Space: dsigNamespace}, {Space: namespace11, Local: "SignatureConfirmation"}}

// require checks that all elements are signed that have to be, and that signed elements are in their places: elsewhere they
// count as absent.
func (found *verified) require(e *envelope) error {
	t := found.trust
	if !slices.Contains(found.signed, e.body) {
		return errors.New("the Body is not signed")
	}
	for _, n := range slices.Concat(e.blocks, e.security.kids) {
		if slices.Contains(found.signed, n) {
			continue
		}
		found.unsigned = append(found.unsigned, n)
		isKey := n.name.Local == "EncryptedKey" || n.name.Local == "ReferenceList" // which only lead to an EncryptedData
		isEncrypted := n.isOneOf(encrypted) && (found.encryption == nil || !isKey) // nobody has signed what is in it
		if n.isOneOf(t.Headers) || n.isA(UtilityNamespace, "Timestamp") || isEncrypted {
			return fmt.Errorf("the element %s is not signed", lex.Shorten(n.name.Local))
		}
		if n.understood && !n.isOneOf(t.UnsignedHeaders) {
			return fmt.Errorf("the element %s is not signed: see Trust.UnsignedHeaders", lex.Shorten(n.name.Local))
		}
	}
	for _, n := range found.signed {
		if err := found.requirePlace(e, n, slices.Contains(e.blocks, n), slices.Contains(e.parts(), n)); err != nil {
			return err
		}
	}
	return nil
}

// requirePlace checks that a signed element, which is a header block or a part of the block Security, may be there.
func (found *verified) requirePlace(e *envelope, n *node, isBlock, isPart bool) error {
	belongsThere := n.name != headerName && n.isOneOf(securityParts)
	if belongsThere && isBlock || !belongsThere && isPart && (n.isOneOf(found.trust.Headers) || e.received.Understands(n.name) || e.received.Declares(n.name)) {
		return fmt.Errorf("the element %s is signed, but not where it has to be", lex.Shorten(n.name.Local))
	}
	return nil
}
