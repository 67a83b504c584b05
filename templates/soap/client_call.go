package soap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/paths"
	"example.com/quartet/templates/soap/schema"
)

// Caller is a client of a contract: it has the address of the service and the
// options. It is safe for concurrent use.
type Caller struct {
	*boundContract
	protocolClient
	binding contract.Binding
	port    *contract.Port
	chain   chain // the Envelopes of the options; empty unless the protocol is SOAP
	address *url.URL
	called  sync.Map // maps an operation to the *Call that newCall copies
}

// protocolClient calls operations over one binding of a protocol.
type protocolClient interface {
	// encodeRequest encodes and validates the request of x, with its parts if it has some. The context is for the rest of the call.
	encodeRequest(ctx context.Context, x *clientCall) (context.Context, []byte, error)

	// locate completes the address and the header of a request, and returns the body, nil if there is none. A body that is
	// made while it is sent has the method Close.
	locate(u *url.URL, header http.Header, x *clientCall, request []byte) (body io.Reader, err error)

	// openResponse begins to read a response whose list or parts the caller reads piece by piece. It reports false if the
	// response must be read as a whole.
	openResponse(x *clientCall, m media.Type, body io.Closer, from io.Reader) (opened bool, err error)

	// decode reads x.Reply, whose media type is m.
	decode(x *clientCall, m media.Type) error

	// readDocument reads the document of a decoder up to the list that the caller asks for, or to its end.
	readDocument(d *schema.Decoder, x *clientCall, m media.Type) error

	// replyType returns the media type of a reply that an interceptor gives.
	replyType() string
}

// clientCall is a call by a client, without the Go types of its request and result.
type clientCall struct {
	Call
	list *listReader // nil if the result is read at once
	halt bool        // reading stops at the list

	values      []codec.Parameter  // parameters of an HTTP binding
	parts       *codec.BinaryParts // values in parts beside the envelope; nil if all values are in the envelope
	status      int                // HTTP status of the response; 0 before there is one
	body        *bytes.Buffer
	raw         *prefixReader // the body before decompression
	plain       *prefixReader // the decompressed body, if its list is read item by item
	ctx         context.Context
	ended       *atomic.Bool // set when the context ends; nil if nobody watches it
	from        codec.Source // parts of x.Reply; nil if it has none
	transfer    io.Closer    // body of a response whose parts the caller reads
	memory      *reservation // nil: memory is not limited
	streamed    bool         // the request was sent while its parts were read
	decoded     bool
	intercepted bool           // an interceptor has given the reply
	lenient     []LenientValue // values that have been read leniently, and not been reported
	reported    int            // values of the response that have been reported
}

func newClientCall(call Call, req any) *clientCall {
	switch v := reflect.ValueOf(req); {
	case v.IsValid() && call.op.RequestType() == nil:
		panic(fmt.Sprintf("soap: the operation %s has no request, but was called with a %T", call.op.Name, req))
	case v.Kind() == reflect.Pointer && v.IsNil():
		req = emptyRequest(call.op)
	}
	call.Input = req
	return &clientCall{Call: call}
}

// callOf returns a call of an operation that Complete has returned. wire is nil if the binding does not offer the operation.
func (c *Caller) callOf(op *contract.Operation, wire *contract.Wire) *Call {
	return &Call{Service: c.Service, Operation: op.Name, Binding: c.binding, by: c.boundContract, op: op, wire: wire, url: c.address, port: c.port}
}

// takeResult reads the result at the current element, or stops there if its list is read item by item.
func (x *clientCall) takeResult(d *schema.Decoder) {
	switch {
	case x.halt:
		d.Pause(x.list.shape)
	case x.op.Result == nil:
		d.Skip()
	default:
		x.Output = x.op.Result.Take(d)
		if out := x.wire.Out; len(out) > 0 && mustHaveResult(x.wire) && d.Err() == nil && x.op.Result.Absent(x.Output) {
			d.Accept("the element %s is nil, which the contract does not allow", out[len(out)-1].Local)
		}
	}
}

// isAccepted reports whether a response is the empty one of a one-way operation (WS-I Basic Profile 1.1, R2727).
func (x *clientCall) isAccepted(m media.Type) bool {
	return x.op.OneWay && x.ok() && (len(x.Reply) == 0 || !m.IsXML())
}

func (x *clientCall) ok() bool { return x.status >= 200 && x.status < 300 }

// watch sets x.ended when the context ends. stop ends the watching.
func (x *clientCall) watch() (stop func() bool) {
	x.ended, stop = codec.Watch(x.ctx)
	return stop
}

// decoder returns a decoder for a response, which stops when the context ends.
func (c *Caller) decoder(x *clientCall, doc []byte) *schema.Decoder {
	d := c.newDecoder(doc)
	d.Interrupt = x.ended
	d.LenientNames, d.Hints = c.lenientNames, true
	if c.lenientValues {
		d.Lenient = &x.lenient
	}
	if x.memory != nil {
		limit := c.responses.limit
		if doc != nil { // the list of a document that is read in pieces is limited item by item
			limit = min(maxMemory(c.limits, doc), limit)
		}
		d.LimitMemory(limit, x.memory.grow)
	}
	return d
}

// releaseMemory gives the memory of a response back: when the call has returned, or when a handler that serves with its context has
// answered.
func (x *clientCall) releaseMemory(ctx context.Context) {
	if _, served := CallInfo(ctx); served && ctx.Done() != nil && x.memory != nil && x.memory.taken > 0 {
		context.AfterFunc(ctx, x.memory.release)
		return
	}
	x.memory.release()
}

// reportLenient reports the values that have been read leniently since it was called last.
func (c *Caller) reportLenient(x *clientCall) {
	for _, v := range x.lenient[:min(len(x.lenient), codec.MaxLenient-x.reported)] {
		x.reported++
		c.log().WarnContext(x.ctx, "value read leniently", "service", x.Service, "operation", x.Operation, "binding", x.Binding.String(), "value", v.String())
		if c.reportValue != nil {
			c.reportValue(x.ctx, &x.Call, v)
		}
	}
	x.lenient = x.lenient[:0]
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

// endTransfer ends the transfer of a response whose readers are not given to the caller.
func (x *clientCall) endTransfer() {
	if x.transfer != nil {
		_ = x.transfer.Close()
		x.transfer = nil
	}
}

// setPath makes a path below the address of the service the path of u. raw is the path with escapes.
func (c *Caller) setPath(u *url.URL, path, raw string) {
	u.Path = paths.Join(paths.Rooted(c.address.Path), path)
	u.RawPath = paths.Join(paths.Rooted(c.address.EscapedPath()), raw)
}

// setAccept sets the header Accept unless the caller has set it.
func setAccept(header http.Header, accept string) {
	if header.Get("Accept") == "" {
		header.Set("Accept", accept)
	}
}

// failed adds to an error the operation, the binding, the status and the start of the response. It
// returns nil for nil. It is not for an HTTPError, which has these itself.
func (c *Caller) failed(x *clientCall, err error) error {
	if err == nil {
		return nil
	}
	if err == error(codec.ErrInterrupted) {
		err = reading(x.ctx.Err())
	}
	e := &callError{operation: x.op.Name, binding: c.binding, status: x.status, err: err}
	if _, isFault := AsFault(err); x.status != 0 && !isFault {
		first := x.arrived()
		e.first = bytes.Clone(first[:min(len(first), quotedBytes+1)])
	}
	return e
}

// httpError returns the error for a response that is neither a result nor a fault. err says why its body cannot be read.
func (c *Caller) httpError(x *clientCall, m media.Type, err error) error {
	const maxBytes = 1 << 10
	body := x.arrived()
	if err == nil && x.ok() {
		err = notResult(m, body)
	}
	return &HTTPError{
		Binding:    c.binding,
		Operation:  x.op.Name,
		Status:     x.status,
		MediaType:  m.Name,
		Location:   x.ResponseHeader.Get("Location"),
		Body:       bytes.Clone(body[:min(len(body), maxBytes)]),
		Err:        err,
		Challenges: x.ResponseHeader.Values("WWW-Authenticate"),
	}
}

// notResult returns why a response with the status of a result is not read as XML, nil if the media type and the size are right.
func notResult(m media.Type, body []byte) error {
	body = bytes.TrimLeft(body, "\uFEFF \t\r\n")
	what := "document"
	if bytes.Contains(body[:min(len(body), 512)], []byte("Envelope")) {
		what = "envelope"
	}
	switch {
	case len(body) == 0:
		return errors.New("the body is empty")
	case m.IsXML() || m.Name == "":
		return nil
	case body[0] == '<':
		return fmt.Errorf("the %s came as %s; use soap.WithAnyMediaType, or go tool quartet call --any-media-type, to read it", what, lex.QuoteUpTo(128, m.Name))
	}
	return fmt.Errorf("a %s of the media type %s is not read", what, lex.QuoteUpTo(128, m.Name))
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
		return c.httpError(x, m, fmt.Errorf("the body is empty: %w", err))
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

// typed returns the error type of the contract for a fault that was received: the type for the first element of the detail, if
// the operation declares it. A fault with another detail, or with one that cannot be read, is returned unchanged.
func (c *Caller) typed(x *clientCall, f *Fault) error {
	op := x.op
	if f.Detail == "" || len(op.Faults) == 0 {
		return f
	}
	d := c.decoder(x, []byte("<detail>"+f.Detail+"</detail>"))
	d.Strict, d.LenientNames = false, true // a part of a fault that cannot be read must not hide the fault
	defer d.Release()
	d.Root()
	for d.Open(); d.Child(); d.Skip() {
		if t := blockHere(op.Faults, d); t != nil {
			detail := t.Decode(d)
			if d.Err() != nil {
				return f
			}
			return newFault(t, f, detail)
		}
	}
	return f
}

// HTTPError is a response that is neither a result nor a fault: the error page
// of a proxy, or a response to a wrong address.
type HTTPError struct {
	Binding    contract.Binding
	Operation  string   // the operation's name in the contract
	Status     int      // HTTP status code
	MediaType  string   // media type of the response, in lower case, without parameters
	Location   string   // where a redirect that was not followed leads, as received
	Body       []byte   // the first bytes of the response, up to 1 KiB, as received
	Err        error    // why the body is not a result; nil if the status is the reason
	Challenges []string // the values of the header WWW-Authenticate, as received: the authentication that status 401 asks for
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

// describe returns the operation, the binding and, unless it is 0, the status of a call as text.
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

// callError is an error with the call in which it occurred.
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
		s += lex.Printable(e.err.Error(), 1<<10+64) // 64 bytes for the words of this package
	}
	if len(e.first) > 0 {
		s += "; the response begins with " + lex.QuoteUpTo(quotedBytes, string(e.first))
	}
	return s
}
