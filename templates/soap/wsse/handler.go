package wsse

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/xsd"
)

// Verifier says which calls a handler accepts. At least one of Password and Check is needed. The functions are called by
// concurrent calls; their errors are sent as faults of the server without text.
type Verifier struct {
	// Password returns the password of a user; ok is false if there is no such
	// user. Digests can be checked only with it.
	Password func(ctx context.Context, username string) (password string, ok bool, err error)

	// Check reports whether a password that was sent as text belongs to a user,
	// for servers that keep only hashes. nil: Password is used.
	Check func(ctx context.Context, username, password string) (ok bool, err error)

	RequireDigest    bool // refuse passwords that are sent as text
	RequireTimestamp bool // refuse messages without a Timestamp that has Created

	// Window is how old a digest, or a Timestamp without Expires, may be; 0 means
	// DefaultWindow. A client may send any Expires. Skew is how far the client's clock may differ; 0 means
	// DefaultSkew.
	Window, Skew time.Duration

	// MaxNonces bounds the digests that are remembered for Window and twice Skew,
	// so that none is accepted twice; 0 means 200,000. A user, by the name that was
	// sent, may have as many digests there as are still free: the first user may
	// have one half, the next user one half of the rest, so that no user keeps the
	// others out. Further digests are refused. A password that is sent as text is
	// not remembered; whoever has read it can send it again.
	MaxNonces int

	// Replayed remembers digests. nil: this process does, up to MaxNonces.
	Replayed Replayed

	// ReplyLifetime is the lifetime of the Timestamp of responses; 0 means no Timestamp.
	ReplyLifetime time.Duration

	Now func() time.Time // the clock; nil means time.Now
}

// WithVerification makes a handler refuse calls without a UsernameToken that is valid, before their parameters are
// decoded. Calls over other bindings than SOAP are refused, as they cannot have a token. The service finds the name of
// the user with Username.
//
// The same fault answers a wrong password and an unknown user. No fault contains anything of a token. WithVerification
// panics if v has neither Password nor Check.
func WithVerification(v Verifier) soap.Option {
	if v.Password == nil && v.Check == nil {
		panic("wsse: a Verifier needs Password or Check")
	}
	return soap.Options(soap.WithUnderstood(headerName), satisfied(true, v.RequireDigest, v.RequireTimestamp), soap.WithInterceptors(newVerification(v).intercept))
}

type verification struct {
	Verifier
	clock clock
	used  memory // the digests that were accepted; empty if Replayed is set
}

func newVerification(v Verifier) *verification {
	c := newClock(v.Now, v.Window, v.Skew)
	return &verification{Verifier: v, clock: c, used: newMemory(v.MaxNonces, c)}
}

func (v *verification) intercept(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
	if !call.Binding.IsSOAP() {
		return fault(codeFailed, "The operation needs a security token, which only SOAP can carry.")
	}
	found, verified := ctx.Value(verifiedKey{}).(*verified)
	isUnsigned := func(n *node) bool { return n.name == tokenName && !n.isOneOf(found.trust.UnsignedHeaders) }
	if verified && slices.ContainsFunc(found.unsigned, isUnsigned) {
		return refused(ctx, call, errors.New("the element UsernameToken is not signed: see Trust.UnsignedHeaders"))
	}
	s, err := securityOf(call, verified)
	if err != nil {
		return err
	}
	if s == nil || s.token == nil {
		return fault(codeFailed, "The operation needs a UsernameToken.")
	}
	if err := v.checkStamp(s.stamp); err != nil {
		return err
	}
	if err := v.authenticate(ctx, s.token); err != nil {
		return err
	}
	if v.ReplyLifetime > 0 {
		securityBlock.Reply(ctx, `<wsse:Security xmlns:wsse="`+Namespace+`">`+xsd.RawXML(stampMarkup(v.clock.now(), v.ReplyLifetime))+"</wsse:Security>")
	}
	return next(context.WithValue(ctx, userKey{}, s.token.username))
}

func (v *verification) checkStamp(stamp timestamp) error {
	if v.RequireTimestamp && stamp.created.IsZero() {
		return fault(codeInvalid, "The operation needs a Timestamp with Created.")
	}
	return v.clock.check(stamp.created, stamp.expires)
}

// authenticate checks a token. The password comes first, so that only callers who know it learn of other faults.
func (v *verification) authenticate(ctx context.Context, t *usernameToken) error {
	switch {
	case t.passwordType == textType && !v.RequireDigest:
		return v.checkText(ctx, t)
	case t.passwordType == textType:
		return fault(codeUnsupported, "The operation needs a digest of the password.")
	case t.passwordType == digestType && v.Password != nil:
		return v.checkDigest(ctx, t)
	case t.passwordType == "":
		return failed()
	}
	return fault(codeUnsupported, "The type of the password is not supported.")
}

func (v *verification) checkText(ctx context.Context, t *usernameToken) error {
	var ok bool
	var err error
	if v.Check != nil {
		ok, err = v.Check(ctx, t.username, t.password)
	} else {
		var password string
		password, ok, err = v.Password(ctx, t.username)
		want, got := sha256.Sum256([]byte(password)), sha256.Sum256([]byte(t.password)) // hashes have the same length
		ok = subtle.ConstantTimeCompare(want[:], got[:]) == 1 && ok
	}
	switch {
	case err != nil:
		return err
	case !ok:
		return failed()
	case t.created != "":
		return v.clock.check(t.createdAt, time.Time{})
	}
	return nil
}

func (v *verification) checkDigest(ctx context.Context, t *usernameToken) error {
	if len(t.nonce) == 0 || t.created == "" || t.created != strings.TrimSpace(t.created) {
		return fault(codeToken, "A digest needs Nonce, and Created without white space around it.")
	}
	password, ok, err := v.Password(ctx, t.username)
	if err != nil {
		return err
	}
	want := digest(t.nonce, t.created, password)
	got, _ := base64.StdEncoding.DecodeString(strings.TrimSpace(t.password))
	if subtle.ConstantTimeCompare(want[:], got) != 1 || !ok {
		return failed()
	}
	if err := v.clock.check(t.createdAt, time.Time{}); err != nil {
		return err
	}
	// The digest is the key: its parts are hashed without separators, so that others may give the same.
	seen, err := v.Replayed.in(ctx, &v.used, v.clock, t.username, string(want[:]), t.createdAt)
	if err == nil && seen {
		err = failed()
	}
	return err
}
