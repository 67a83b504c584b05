package soap

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
)

// isAccepted reports whether a response is the empty one of a one-way operation (WS-I Basic Profile 1.1, R2727).
func (x *clientCall) isAccepted(m media.Type) bool {
	return x.op.OneWay && x.ok() && (len(x.Reply) == 0 || !m.IsXML())
}

func (x *clientCall) ok() bool { return x.status >= 200 && x.status < 300 }

func (c *Caller) httpError(x *clientCall, m media.Type) *HTTPError {
	const maxBytes = 1 << 10
	body := x.arrived()
	return &HTTPError{
		Binding:   c.binding,
		Operation: x.op.Name,
		Status:    x.status,
		MediaType: m.Name,
		Location:  x.ResponseHeader.Get("Location"),
		Body:      append([]byte(nil), body[:min(len(body), maxBytes)]...),
	}
}

// textFault makes a fault of the text with which an HTTP binding answers errors.
func (c *Caller) textFault(x *clientCall, m media.Type) error {
	const maxBytes = 64 << 10
	text := x.Reply[:min(len(x.Reply), maxBytes)]
	if cs, err := charset.Named(m.Attribute("charset"), c.charsets); err == nil && cs != nil && cs.ExtendsASCII() {
		if done, err := cs.Decode(text); err == nil {
			text = done
		}
	}
	f := &Fault{Status: x.status, remote: true}
	f.Code = FaultCode(f.FaultCode())
	f.Reason = strings.TrimSpace(strings.ToValidUTF8(string(text), "\uFFFD"))
	if f.Reason == "" {
		f.Reason = http.StatusText(x.status)
	}
	return f
}

// unreadable returns the error for a document that cannot be read: the error of the
// decoder if the status is the status of a result and there is a document.
func (c *Caller) unreadable(x *clientCall, m media.Type, err error) error {
	switch {
	case err == nil:
		return nil
	case err == error(codec.ErrInterrupted):
		return c.failed(x, err)
	case !x.ok():
		return c.httpError(x, m)
	case len(x.arrived()) == 0:
		return c.undecoded(x, m, err)
	}
	return c.failed(x, err)
}

// undecoded returns the error for a response whose body cannot be had.
func (c *Caller) undecoded(x *clientCall, m media.Type, err error) error {
	e := c.httpError(x, m)
	e.Err = err
	return e
}

// invalidReply is the error for a reply that is not valid: a fault stays one.
func (c *Caller) invalidReply(x *clientCall, err, invalid error) error {
	var fault *Fault
	var call *callError
	if errors.As(err, &fault) && errors.As(err, &call) {
		call.err = fmt.Errorf("%w; its detail or header blocks are invalid: %w", call.err, invalid)
		return err
	}
	return c.failed(x, invalid)
}
