package wsse

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// Trust says which signatures are accepted: those that are over the Body and the Timestamp, with a certificate that is pinned
// or that one of the roots has issued.
type Trust struct {
	Roots  *x509.CertPool      // nil: only certificates of Pinned are accepted
	Pinned []*x509.Certificate // certificates of signers; also those that messages may only name

	// Authorize decides about a signer whose signature is valid; nil accepts all. An error refuses the message.
	Authorize func(context.Context, *x509.Certificate) error

	Headers []xsd.QName // header blocks that must be signed where a message has them; without Local: all of a namespace
	Allow   Algorithms  // algorithms that are accepted, too

	UnsignedReplies, UnsignedFaults bool // a client accepts such replies, and such faults, that have no signature
	UnsignedAttachments             bool // attachments need not be signed
	WithoutTimestamp                bool // a message need not have a Timestamp: without one it can be sent again later
	Confirm                         bool // a client wants replies that confirm the signature of its request

	// Window is how old a message may be, whatever it says about its expiry; 0 means DefaultWindow. Skew is how far the
	// sender's clock may differ; 0 means DefaultSkew.
	Window, Skew time.Duration

	// MaxReplays bounds the messages that are remembered for Window and twice Skew, so that none is accepted twice; 0 means
	// 200,000, shared as Verifier.MaxNonces. Replayed does it for services of several processes, as Verifier.Replayed.
	MaxReplays int
	Replayed   func(ctx context.Context, key string, until time.Time) (bool, error)

	Now func() time.Time // the clock; nil means time.Now
}

// WithTrust makes a handler refuse requests, and a client replies, without a signature that is valid and accepted. What is
// signed is found by its place: the Body of the envelope, the Timestamp and the tokens of its header block Security, and
// header blocks. A service learns the signer with Signer. Calls over other bindings than SOAP are refused: they cannot have a
// signature.
//
// The same fault answers everything that is wrong; the log says what it is. On a client an error is one other than a fault:
// the call may have been carried out. It panics if t has neither Roots nor Pinned.
func WithTrust(t Trust) soap.Option {
	if t.Roots == nil && len(t.Pinned) == 0 {
		panic("wsse: a Trust needs Roots or Pinned")
	}
	if t.MaxReplays <= 0 {
		t.MaxReplays = 200_000
	}
	c := newClock(t.Now, t.Window, t.Skew)
	v := &verifier{Trust: t, clock: c, used: memory{max: t.MaxReplays, period: c.window + 2*c.skew, now: c.now}}
	return soap.Options(soap.WithInterceptors(onlySOAP), soap.WithAssertions(t.assertions()...), soap.WithEnvelopes("wsse.trust", func(_ *contract.Port, client bool) *soap.Envelopes {
		e := &soap.Envelopes{Understood: []xsd.QName{headerName}, Whole: true, Open: v.openRequest}
		if client {
			e.Open = v.openReply
		}
		return e
	}))
}

func (t *Trust) assertions() []xsd.QName {
	if t.Confirm {
		return assertions("RequireSignatureConfirmation")
	}
	return nil
}

func onlySOAP(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
	if !isSOAP(call.Binding) {
		return fault(codeFailed, "The operation needs a signature, which only SOAP can carry.")
	}
	return next(ctx)
}

// verifier is the option.
type verifier struct {
	Trust
	clock clock
	used  memory // unless there is Replayed
}

// verified is what is known of a message whose signature is valid.
type verified struct {
	signer   *x509.Certificate
	value    string // of the signature, in base64
	key      string // the same for a message that is sent again
	stamp    *timestamp
	signed   []*node
	unsigned []*node // header blocks, and parts of the block Security
}

type verifiedKey struct{}

// Signer returns the certificate whose key has signed the request that a handler serves with ctx. It is false without
// WithTrust.
func Signer(ctx context.Context) (*x509.Certificate, bool) {
	v, ok := ctx.Value(verifiedKey{}).(*verified)
	if !ok {
		return nil, false
	}
	return v.signer, true
}

// IsSigned reports whether the request that a handler serves with ctx has header blocks, or tokens in the block Security,
// with a name, and all of them are signed. The Body always is, with WithTrust.
func IsSigned(ctx context.Context, name xsd.QName) bool {
	v, ok := ctx.Value(verifiedKey{}).(*verified)
	has := func(all []*node) bool {
		return slices.ContainsFunc(all, func(n *node) bool { return n.name == name })
	}
	return ok && has(v.signed) && !has(v.unsigned)
}

func (v *verifier) openRequest(ctx context.Context, call *soap.Call, text []byte) (context.Context, []byte, error) {
	e, err := readEnvelope(text, call.Binding)
	var found *verified
	if err == nil {
		found, err = v.check(ctx, e)
	}
	if err == nil {
		err = v.replay(ctx, found)
	}
	var own *ownError
	switch {
	case errors.As(err, &own):
		return ctx, nil, own.error
	case err != nil:
		call.Logger().WarnContext(ctx, "request without a valid signature", slog.String("service", call.Service), slog.Any("error", err))
		return ctx, nil, fault(codeInvalid, "The security of the message could not be verified.")
	}
	return context.WithValue(ctx, verifiedKey{}, found), text, nil
}

func (v *verifier) openReply(ctx context.Context, call *soap.Call, text []byte) (context.Context, []byte, error) {
	e, err := readEnvelope(text, call.Binding)
	if err != nil {
		return ctx, nil, fmt.Errorf("the response: %w", err)
	}
	unsigned := e.security == nil || !slices.ContainsFunc(e.security.kids, func(n *node) bool { return n.isA(dsigNamespace, "Signature") })
	switch {
	case unsigned && (e.fault && v.UnsignedFaults || !e.fault && v.UnsignedReplies):
		return ctx, text, nil
	case unsigned && e.fault:
		return ctx, nil, errors.New("the response is a fault without a signature: see Trust.UnsignedFaults")
	}
	found, err := v.check(ctx, e)
	if err == nil {
		err = v.checkConfirmation(ctx, e, found)
	}
	if err == nil {
		err = v.replay(ctx, found)
	}
	if err != nil {
		return ctx, nil, fmt.Errorf("the security of the response could not be verified: %v", err)
	}
	if checked, ok := ctx.Value(checkedKey{}).(*bool); ok {
		*checked = true
	}
	return ctx, text, nil
}

// checkConfirmation checks that a reply confirms the signature of the request, or confirms none.
func (v *verifier) checkConfirmation(ctx context.Context, e *envelope, found *verified) error {
	sent, ok := ctx.Value(sentKey{}).(*string)
	confirmation := e.security.find(namespace11, "SignatureConfirmation")
	switch {
	case !ok || confirmation.at < 0 && !v.Confirm:
		return nil
	case !slices.Contains(found.signed, confirmation) || confirmation.attrs["Value"] != *sent:
		return errors.New("it does not confirm the signature of the request")
	}
	return nil
}

// ownError is an error of this program, not of the message.
type ownError struct{ error }

// replay refuses a message that has been accepted before.
func (v *verifier) replay(ctx context.Context, found *verified) error {
	until := v.clock.now().Add(v.clock.window + v.clock.skew)
	if found.stamp != nil {
		until = found.stamp.created.Add(v.clock.window + v.clock.skew)
	}
	var seen bool
	var err error
	if v.Replayed != nil {
		seen, err = v.Replayed(ctx, found.key, until)
	} else {
		seen, err = v.used.replayed(string(found.signer.RawSubjectPublicKeyInfo), found.key)
	}
	switch {
	case err != nil:
		return &ownError{err}
	case seen:
		return errors.New("the message has been received before")
	}
	return nil
}

// check verifies the signature of an envelope, and that it is over what it has to be.
func (v *verifier) check(ctx context.Context, e *envelope) (*verified, error) {
	if e.security == nil || e.security.one("Signature").at < 0 {
		return nil, errors.New("the message does not have one signature")
	}
	s, err := readSignature(e.security.one("Signature"), v.Allow)
	if err != nil {
		return nil, err
	}
	var info bytes.Buffer
	found := &verified{value: base64.StdEncoding.EncodeToString(s.value)}
	if found.signed, err = e.verifyDigests(s, &info); err != nil {
		return nil, err
	}
	if err = cmp.Or(found.require(e, &v.Trust), v.checkTime(found, e.security)); err != nil {
		return nil, err
	}
	if found.signer, err = v.signer(e, s, info.Bytes()); err != nil {
		return nil, err
	}
	info.Write(found.signer.RawSubjectPublicKeyInfo)
	sum := sha256.Sum256(info.Bytes())
	found.key = string(sum[:])
	if v.Authorize != nil {
		err = v.Authorize(ctx, found.signer)
	}
	return found, err
}

// checkTime checks the Timestamp.
func (v *verifier) checkTime(found *verified, security *node) (err error) {
	stamp := security.find(UtilityNamespace, "Timestamp")
	if stamp.at < 0 && v.WithoutTimestamp {
		return nil
	}
	found.stamp, err = parseStamp(stamp)
	if err == nil && found.stamp.created.IsZero() {
		err = errors.New("the Timestamp has no Created")
	}
	return cmp.Or(err, v.clock.check(found.stamp.created, found.stamp.expires), v.clock.check(found.stamp.created, time.Time{}))
}

// signer returns the certificate of the key that has signed the bytes of SignedInfo.
func (v *verifier) signer(e *envelope, s *signature, info []byte) (*x509.Certificate, error) {
	candidates, err := s.candidates(e.security.kids, v.Pinned)
	if err != nil {
		return nil, err
	}
	err = errors.New("the signature has not been made with the key of the certificate")
	for _, c := range candidates {
		if wrong := checkKey(c.PublicKey, v.Allow); wrong != nil {
			err = wrong
			continue
		}
		if !s.method.verify(c.PublicKey, info, s.value) {
			continue
		}
		if err = v.checkCertificate(c, candidates, v.clock.now()); err == nil {
			return c, nil
		}
	}
	return nil, err
}

// verifyDigests returns the elements that are signed, and writes SignedInfo in canonical form.
func (e *envelope) verifyDigests(s *signature, info *bytes.Buffer) (signed []*node, err error) {
	p, parts := &pass{targets: map[int]target{s.info: {s.form, info}}, ids: map[string]int{}}, []part(nil)
	for _, r := range s.references {
		if r.isAttachment() {
			return nil, errors.New("signatures of attachments are not supported")
		}
		n := e.place(r.uri[1:])
		if n == nil {
			return nil, fmt.Errorf("the reference %q is not to the Body, a header block, or a part of the block Security", r.uri)
		}
		parts, signed = append(parts, part{n, r.uri[1:], r.form, r.digest.New()}), append(signed, n)
	}
	if token := s.token(); token != "" {
		p.ids[token] = 0
	}
	if err := e.digest(parts, p); err != nil {
		return nil, err
	}
	for i, part := range parts {
		if !bytes.Equal(part.hash.Sum(nil), s.references[i].value) {
			return nil, fmt.Errorf("the digest of the element %s is wrong", lex.Shorten(part.name.Local))
		}
	}
	return signed, nil
}

// place returns the element with an identifier at one of the places that may be signed, nil if there is none.
func (e *envelope) place(id string) *node {
	for _, n := range slices.Concat([]*node{e.body}, e.blocks, e.security.kids) {
		if slices.Contains(n.ids, id) && !n.isA(dsigNamespace, "Signature") {
			return n
		}
	}
	return nil
}

// require checks that everything is signed that has to be.
func (found *verified) require(e *envelope, t *Trust) error {
	if !slices.Contains(found.signed, e.body) {
		return errors.New("the Body is not signed")
	}
	for _, n := range slices.Concat(e.blocks, e.security.kids) {
		if slices.Contains(found.signed, n) {
			continue
		}
		found.unsigned = append(found.unsigned, n)
		if n.isOneOf(t.Headers) || n.isA(UtilityNamespace, "Timestamp") || n.name.Space == encNamespace {
			return fmt.Errorf("the element %s is not signed", lex.Shorten(n.name.Local))
		}
	}
	return nil
}
