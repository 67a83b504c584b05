package wsse

import (
	"context"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// Credentials are what a client sends with each call.
type Credentials struct {
	Username string // "": no UsernameToken is sent
	Password string // not logged or printed with the struct
	Digest   bool   // send a digest of the password instead of its text

	// Lifetime is the lifetime of a Timestamp, which is sent if Lifetime is not 0.
	Lifetime time.Duration

	// Role is the URI of the receiver for which the header block is; "" means
	// the ultimate receiver.
	Role string

	Skew time.Duration    // how far the server's clock may differ; 0 means DefaultSkew
	Now  func() time.Time // the clock; nil means time.Now
}

// Format writes the credentials without the password.
func (c Credentials) Format(s fmt.State, _ rune) {
	_, _ = io.WriteString(s, "credentials of "+c.Username)
}

// LogValue returns the credentials without the password.
func (c Credentials) LogValue() slog.Value { return slog.StringValue("credentials of " + c.Username) }

// WithCredentials makes a client send a mandatory header block Security with each call over SOAP. Each call has a new nonce; so
// has a call that an interceptor of soap.WithTypedInterceptors repeats, if its option comes before this one. The option satisfies
// the policy assertions UsernameToken, and with Digest and Lifetime HashPassword and IncludeTimestamp. A Timestamp in a response
// is checked. An invalid Timestamp, or a part of Security that only WithTrust checks, such as a signature, is an error other than
// a fault: the call may have been carried out.
func WithCredentials(c Credentials) soap.Option {
	header := soap.NewHeader[xsd.RawXML](headerName)
	header.MustUnderstand, header.Role = true, c.Role
	clock := newClock(c.Now, 0, c.Skew)
	return soap.Options(soap.WithUnderstood(headerName), satisfied(c.Username != "", c.Digest, c.Lifetime > 0),
		soap.WithTypedInterceptors(func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
			if !call.Binding.IsSOAP() {
				return next(ctx)
			}
			block, err := c.block(clock.now())
			if err != nil {
				return err
			}
			checked := false
			if err := next(header.With(context.WithValue(ctx, checkedKey{}, &checked), block)); err != nil || checked {
				return err
			}
			return checkResponse(call, clock)
		}))
}

// checkedKey is the key for a *bool that is true once WithTrust has checked the response.
type checkedKey struct{}

// checkResponse checks the Timestamp of a response, if there is one.
func checkResponse(call *soap.Call, clock clock) error {
	s, err := securityOf(call, false)
	if err == nil && s != nil {
		err = clock.check(s.stamp.created, s.stamp.expires)
	}
	if err != nil { // a fault here would be taken for the server's
		return fmt.Errorf("%s: the response has an invalid header block Security: %v", call.Operation, err)
	}
	return nil
}

// block returns the header block of a message that is sent at a time.
func (c *Credentials) block(now time.Time) (xsd.RawXML, error) {
	created := formatTime(now)
	e := codec.NewEncoder(nil, false)
	defer e.Release()
	e.Raw(`<wsse:Security xmlns:wsse="` + Namespace + `" xmlns:wsu="` + UtilityNamespace + `">`)
	if c.Lifetime > 0 {
		e.Raw(stampMarkup(now, c.Lifetime))
	}
	if c.Username != "" {
		e.String("<wsse:UsernameToken><wsse:Username>", c.Username, "</wsse:Username>")
		if !c.Digest {
			e.String(`<wsse:Password Type="`+textType+`">`, c.Password, "</wsse:Password>")
		} else {
			nonce := random(16)
			sum := digest(nonce, created, c.Password)
			e.Raw(`<wsse:Password Type="` + digestType + `">` + base64.StdEncoding.EncodeToString(sum[:]) + "</wsse:Password>" +
				`<wsse:Nonce EncodingType="` + base64Binary + `">` + base64.StdEncoding.EncodeToString(nonce) + "</wsse:Nonce>" +
				"<wsu:Created>" + created + "</wsu:Created>")
		}
		e.Raw("</wsse:UsernameToken>")
	}
	e.Raw("</wsse:Security>")
	if e.Err() != nil {
		return "", fmt.Errorf("the user name or the password contains a character that XML does not allow")
	}
	return xsd.RawXML(e.Bytes()), nil
}

// digest returns the digest of a password (UsernameToken Profile, section 3.1).
func digest(nonce []byte, created, password string) [sha1.Size]byte {
	return sha1.Sum(append(append(append([]byte{}, nonce...), created...), password...))
}

// stampMarkup returns a Timestamp.
func stampMarkup(now time.Time, lifetime time.Duration) string {
	return `<wsu:Timestamp xmlns:wsu="` + UtilityNamespace + `"><wsu:Created>` + formatTime(now) + "</wsu:Created><wsu:Expires>" + formatTime(now.Add(lifetime)) + "</wsu:Expires></wsu:Timestamp>"
}

// formatTime writes a time in UTC with milliseconds.
func formatTime(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }
