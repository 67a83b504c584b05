package soap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
)

// isAccepted reports whether a response is the empty one of a one-way operation (WS-I Basic Profile 1.1, R2727).
func (x *clientCall) isAccepted(m media.Type) bool {
	return x.op.OneWay && x.ok() && (len(x.Reply) == 0 || !m.IsXML())
}

func (x *clientCall) ok() bool { return x.status >= 200 && x.status < 300 }

// httpError returns the error for a response that is neither a result nor a fault. err says why its body cannot be read.
func (c *Caller) httpError(x *clientCall, m media.Type, err error) error {
	const maxBytes = 1 << 10
	body := x.arrived()
	return &HTTPError{
		Binding:   c.binding,
		Operation: x.op.Name,
		Status:    x.status,
		MediaType: m.Name,
		Location:  x.ResponseHeader.Get("Location"),
		Body:      bytes.Clone(body[:min(len(body), maxBytes)]),
		Err:       err,
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
		return c.httpError(x, m, nil)
	case len(x.arrived()) == 0:
		return c.httpError(x, m, err)
	}
	return c.failed(x, err)
}

// invalidReply returns the error for a reply that is not valid. If the reply is a fault, the error wraps the fault, too.
func (c *Caller) invalidReply(x *clientCall, err, invalid error) error {
	var fault *Fault
	var call *callError
	if errors.As(err, &fault) && errors.As(err, &call) {
		call.err = fmt.Errorf("%w; its detail or header blocks are invalid: %w", call.err, invalid)
		return err
	}
	return c.failed(x, invalid)
}

// bodies are buffers for responses.
var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// releaseBody returns a buffer to the pool, unless it is large.
func releaseBody(b *bytes.Buffer) {
	if b == nil || b.Cap() > codec.MaxPooledBytes {
		return
	}
	b.Reset()
	bodies.Put(b)
}

// contextReader ends with its context. A reader that decompresses may otherwise go on for
// long without reading from the network.
type contextReader struct {
	io.Reader
	ctx context.Context
}

func (r *contextReader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(b)
}

// prefixReader keeps the first bytes that it reads, as many as an error quotes and one more.
type prefixReader struct {
	io.Reader
	first []byte
}

func (r *prefixReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if more := quotedBytes + 1 - len(r.first); more > 0 && n > 0 {
		r.first = append(r.first, b[:min(n, more)]...)
	}
	return n, err
}

// readResponse reads a response of up to limit bytes; the error for a larger one is a
// tooLargeError. size is the length that the peer declares, -1 if it is not known. Memory is
// allocated as the response arrives: all at once when a sixteenth of the declared length has
// arrived, but never more than the limit. The caller owns the buffer, also if there is an error.
func readResponse(r io.Reader, size, limit int64) (*bytes.Buffer, error) {
	b := bodies.Get().(*bytes.Buffer)
	if size > limit {
		first := make([]byte, quotedBytes+1) // for the error
		n, _ := r.Read(first)
		b.Write(first[:n])
		return b, &tooLargeError{"response", limit}
	}
	buf, err := readBody(b.AvailableBuffer(), r, limit, func(have int64) (int64, error) { return nextSize(have, size, limit), nil })
	*b = *bytes.NewBuffer(buf)
	if int64(len(buf)) > limit {
		err = &tooLargeError{"response", limit}
	}
	return b, err
}

// nextSize returns the size of the buffer that replaces a full one. It has room for
// one byte more than is expected or allowed, so that the end of the response is seen.
func nextSize(have, size, limit int64) int64 {
	const start, small = 64 << 10, 1 << 20
	switch {
	case have == 0:
		return min(start, limit+1)
	case size >= have && size/16 <= have:
		return size + 1
	}
	factor := int64(2)
	if have >= small { // smaller buffers are not collected at once
		factor = 4
	}
	if have > limit/factor {
		return limit + 1
	}
	return factor * have
}

// watch sets x.ended when the context ends. stop ends the watching.
func (x *clientCall) watch() (stop func() bool) {
	x.ended, stop = codec.Watch(x.ctx)
	return stop
}

// decoder returns a decoder for a response, which stops when the context ends.
func (c *Caller) decoder(x *clientCall, doc []byte) *schema.Decoder {
	d := c.newDecoder(doc)
	d.Interrupt = x.ended
	if d.LenientNames = c.lenientNames; !d.LenientNames {
		d.MistakenHint = "; use soap.WithLenientNames, or go tool quartet call --lenient-names, to accept it"
	}
	return d
}

// arrived returns the start of the response, as far as it is in memory.
func (x *clientCall) arrived() []byte {
	switch {
	case x.plain != nil && len(x.plain.first) > 0:
		return x.plain.first
	case len(x.Reply) > 0:
		return x.Reply
	case x.body != nil && x.body.Len() > 0:
		return x.body.Bytes()
	case x.raw != nil:
		return x.raw.first
	}
	return nil
}

// HTTPError is a response that is neither a result nor a fault: the error page
// of a proxy, or a response to a wrong address.
type HTTPError struct {
	Binding   contract.Binding
	Operation string // the operation's name in the contract
	Status    int    // HTTP status code
	MediaType string // media type of the response, in lower case, without parameters
	Location  string // where a redirect that was not followed leads, as received
	Body      []byte // the first bytes of the response, up to 1 KiB, as received
	Err       error  // why the body could not be read; nil if it was read
}

// Unwrap returns Err.
func (e *HTTPError) Unwrap() error { return e.Err }

// Error returns all fields on one line. Text of the response is quoted, and cut at
// 1 KiB in all.
func (e *HTTPError) Error() string {
	s := describe(e.Operation, e.Binding, e.Status)
	if e.MediaType != "" {
		s += ", " + lex.QuoteUpTo(128, e.MediaType)
	}
	if e.Location != "" {
		s += ", Location " + lex.QuoteUpTo(256, e.Location)
	}
	if len(e.Body) > 0 {
		s += ": " + lex.QuoteUpTo(quotedBytes, string(e.Body))
	}
	if e.Err != nil {
		s += ": " + lex.Printable(e.Err.Error(), 1<<10-128-256-quotedBytes)
	}
	return s
}

// describe names a call, and its status unless that is 0.
func describe(operation string, b contract.Binding, status int) string {
	s := operation + " over " + b.String()
	if status == 0 {
		return s
	}
	s += fmt.Sprintf(": HTTP status %d", status)
	if text := http.StatusText(status); text != "" {
		s += " " + text
	}
	return s
}

// quotedBytes is how many of the first bytes of a response an error quotes.
const quotedBytes = 256

// callError is an error of a call with what is known of the call.
type callError struct {
	operation string
	binding   contract.Binding
	status    int    // 0 without a response
	first     []byte // start of the response body
	err       error
}

func (e *callError) Unwrap() error { return e.err }

func (e *callError) Error() string {
	s := describe(e.operation, e.binding, e.status) + ": "
	if u, ok := e.err.(*url.Error); ok {
		s += u.Op + " " + lex.QuoteUpTo(512, u.URL) + ": " + lex.Printable(u.Err.Error(), 512)
	} else {
		s += lex.Printable(e.err.Error(), 1<<10+64) // 64 for what this package adds
	}
	if len(e.first) > 0 {
		s += "; the response begins with " + lex.QuoteUpTo(quotedBytes, string(e.first))
	}
	return s
}

// tooLargeError says how large a response may be. It is a *http.MaxBytesError, too.
type tooLargeError struct {
	what  string
	limit int64
}

func (e *tooLargeError) Unwrap() error { return &http.MaxBytesError{Limit: e.limit} }

func (e *tooLargeError) Error() string {
	size := fmt.Sprintf("%d bytes", e.limit)
	switch {
	case e.limit > 0 && e.limit%(1<<20) == 0:
		size = fmt.Sprintf("%d MiB", e.limit>>20)
	case e.limit > 0 && e.limit%(1<<10) == 0:
		size = fmt.Sprintf("%d KiB", e.limit>>10)
	}
	return e.what + " larger than " + size
}
