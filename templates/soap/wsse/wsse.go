// Package wsse has parts of WS-Security (OASIS SOAP Message Security and its profiles): the UsernameToken, with the password
// as text or as a digest, the Timestamp, and signatures and encryption with certificates. It is optional: the options WithCredentials,
// WithSigning, WithEncryption and WithToken bring it into messages that are sent, WithVerification, WithTrust and WithDecryption into
// those that arrive. Without encryption messages need TLS. A digest keeps a password from those who read a message, but not from those who
// can guess it, and the server has to know the password itself.
package wsse

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// The namespaces of the header block Security and of what belongs to it.
const (
	Namespace        = codec.SecurityNamespace
	UtilityNamespace = codec.SecurityUtilityNamespace

	profile      = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0"
	textType     = profile + "#PasswordText"
	digestType   = profile + "#PasswordDigest"
	base64Binary = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary"
)

// headerName is the name of the header block Security, and tokenName the name of the UsernameToken in it.
var headerName, tokenName = xsd.QName{Space: Namespace, Local: "Security"}, xsd.QName{Space: Namespace, Local: "UsernameToken"}

// securityBlock is the header block of messages that were received, and of replies, where it is not mandatory.
var securityBlock = soap.NewHeader[xsd.RawXML](headerName)

// DefaultWindow is how long a message without Expires is accepted, and DefaultSkew how far clocks may differ.
const (
	DefaultWindow = 5 * time.Minute
	DefaultSkew   = time.Minute
)

// The fault codes of WS-Security that the package uses.
var (
	codeUnsupported = xsd.QName{Space: Namespace, Local: "UnsupportedSecurityToken"}
	codeInvalid     = xsd.QName{Space: Namespace, Local: "InvalidSecurity"}
	codeToken       = xsd.QName{Space: Namespace, Local: "InvalidSecurityToken"}
	codeFailed      = xsd.QName{Space: Namespace, Local: "FailedAuthentication"}
	codeExpired     = xsd.QName{Space: UtilityNamespace, Local: "MessageExpired"}
)

func fault(code xsd.QName, format string, args ...any) *soap.Fault {
	return &soap.Fault{Code: soap.FaultClient, Subcodes: []xsd.QName{code}, Reason: fmt.Sprintf(format, args...)}
}

// failed is the fault for credentials that are wrong. It does not say which of them are wrong.
func failed() error { return fault(codeFailed, "The security token could not be authenticated.") }

// clock decides whether a message is too old.
type clock struct {
	now          func() time.Time
	window, skew time.Duration
}

func newClock(now func() time.Time, window, skew time.Duration) clock {
	if now == nil {
		now = time.Now
	}
	return clock{now, cmp.Or(max(window, 0), DefaultWindow), cmp.Or(max(skew, 0), DefaultSkew)}
}

// check compares a time of creation and one of expiry, which may be zero, with the clock.
func (c clock) check(created, expires time.Time) error {
	now := c.now()
	switch {
	case created.After(now.Add(c.skew)):
		return fault(codeInvalid, "The message was created in the future.")
	case !expires.IsZero() && expires.Before(created):
		return fault(codeInvalid, "The message expires before it was created.")
	case !expires.IsZero() && !expires.Add(c.skew).After(now):
		return fault(codeExpired, "The message has expired.")
	case expires.IsZero() && !created.IsZero() && !created.Add(c.window+c.skew).After(now):
		return fault(codeExpired, "The message is too old.")
	}
	return nil
}

// securityOf returns the header block that came with a call, nil if there is none. verified reports whether WithTrust has
// checked it.
func securityOf(call *soap.Call, verified bool) (*security, error) {
	blocks, err := soap.ReceivedHeaders(call, securityBlock)
	switch {
	case err != nil:
		return nil, unreadable()
	case len(blocks) == 0:
		return nil, nil
	case len(blocks) > 1:
		return nil, fault(codeInvalid, "There is more than one header block Security for this receiver.")
	}
	return parse(blocks[0], verified)
}

type userKey struct{}

// Username returns the name of the user whose token a handler has verified. It reports false for any other context.
func Username(ctx context.Context) (name string, ok bool) {
	name, ok = ctx.Value(userKey{}).(string)
	return name, ok
}
