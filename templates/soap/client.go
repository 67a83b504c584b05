package soap

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/callinfo"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Caller is a client of a contract: it has the address of the service and the
// options. It is safe for concurrent use.
type Caller struct {
	*boundContract
	protocolClient
	binding contract.Binding
	port    *contract.Port
	chain   chain // the options around envelopes
	address *url.URL
	called  sync.Map // maps an operation to the *Call that newCall copies
}

// newCaller returns a caller for a port, with the options of c.
func newCaller(c *boundContract, b contract.Binding, port *contract.Port, address *url.URL) *Caller {
	caller := &Caller{boundContract: c, binding: b, port: port, address: address}
	caller.protocolClient = c.protocolOf(b).newClient(caller)
	return caller
}

// newCall returns a call of an operation, whose result is read at once. At the first call the operation is checked, as NewHandler
// checks all operations.
func (c *Caller) newCall(op *contract.Operation, req any) *clientCall {
	called, ok := c.called.Load(op)
	if !ok {
		complete := c.Complete(op)
		checkOperation(c.Contract, complete)
		called = c.callOf(complete, c.wireOf(complete, c.binding))
		c.called.Store(op, called)
	}
	return newCall(*called.(*Call), req)
}

// callOf returns a call of a complete operation without its request. wire is nil if the binding does not offer the operation.
func (c *Caller) callOf(op *contract.Operation, wire *contract.Wire) *Call {
	return &Call{Service: c.Service, Operation: op.Name, Binding: c.binding, by: c.boundContract, op: op, wire: wire, url: c.address}
}

// Do is Invoke without the type of the result. The result is nil if there is an
// error, and if the operation has no result.
func (c *Caller) Do(ctx context.Context, op *contract.Operation, req any) (any, error) {
	x := c.newCall(op, req)
	if err := c.call(ctx, x); err != nil {
		return nil, err
	}
	return x.Output, nil
}

func newCall(call Call, req any) *clientCall {
	switch v := reflect.ValueOf(req); {
	case v.IsValid() && call.op.RequestType() == nil:
		panic(fmt.Sprintf("soap: the operation %s has no request, but was called with a %T", call.op.Name, req))
	case v.Kind() == reflect.Pointer && v.IsNil():
		req = emptyRequest(call.op)
	}
	call.Input = req
	return &clientCall{Call: call}
}

// clientCall is a call by a client, without the Go types of its request and result.
type clientCall struct {
	Call
	list *listReader // nil if the result is read at once
	halt bool        // reading stops at the list

	values      []codec.Parameter  // parameters of an HTTP binding
	mtom        *MTOM              // how binary values leave over SOAP; nil if they stay in the envelope
	parts       *codec.BinaryParts // values beside the envelope of the request; nil if all stay in it
	status      int                // HTTP status of the response; 0 before there is one
	body        *bytes.Buffer
	raw         *prefixReader // the body before decompression
	plain       *prefixReader // the body of a list
	ctx         context.Context
	ended       *atomic.Bool // set when the context ends; nil if nobody watches it
	from        codec.Source // parts of x.Reply; nil if it has none
	transfer    io.Closer    // a response with parts that are read when they are asked for
	streamed    bool         // parts have been read while they were sent
	decoded     bool
	intercepted bool // an interceptor has given the reply
	header      headerBlocks
	mandatory   []xsd.QName // mandatory headers that are not understood
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
			d.Fail("the element %s is nil, which the contract does not allow", out[len(out)-1].Local)
		}
	}
}

func (c *Caller) call(ctx context.Context, x *clientCall) error {
	if x.wire == nil {
		return c.failed(x, ErrNotOffered)
	}
	if needs := x.wire.Details().Needs; needs != nil {
		if err := c.unmet(needs); err != nil {
			return c.failed(x, err)
		}
	}
	outbound, _ := ctx.Value(outboundKey{}).(*Outbound)
	x.ctx, x.RequestHeader = ctx, cloneHeader(c.header)
	if outbound != nil {
		maps.Copy(x.RequestHeader, outbound.Header.Clone())
	}
	defer func() { releaseBody(x.body) }()
	err := c.callAround(ctx, x)
	if err != nil {
		x.endTransfer()
		_ = x.parts.Close()
	}
	if outbound != nil && x.ResponseHeader != nil {
		outbound.receive(x.ResponseHeader, x.received)
	}
	return err
}

// callAround sends the request inside the interceptors that see values.
func (c *Caller) callAround(ctx context.Context, x *clientCall) error {
	if len(c.typedInterceptors) == 0 {
		return c.send(ctx, x)
	}
	called := false
	err := intercept(ctx, &x.Call, c.typedInterceptors, func(ctx context.Context) error {
		called = true
		return c.send(ctx, x)
	})
	if !called && err == nil && x.Output == nil && x.op.Result != nil {
		return c.failed(x, errors.New("an interceptor returned neither a result nor an error"))
	}
	return err
}

// send encodes the request, sends it inside the interceptors, and reads the response.
func (c *Caller) send(ctx context.Context, x *clientCall) error {
	ctx, request, err := c.encode(ctx, x)
	if err != nil {
		return c.failed(x, err)
	}
	x.Request, x.Reply, x.decoded = request, nil, false
	err = intercept(ctx, &x.Call, c.interceptors, func(ctx context.Context) error { return c.exchange(ctx, x) })
	switch {
	case err != nil || x.decoded:
		return err
	case x.Reply == nil:
		return c.failed(x, errors.New("an interceptor returned neither a reply nor an error"))
	}
	x.status, x.intercepted = http.StatusOK, true
	return c.decode(x, media.Type{Name: c.replyType()})
}

// failed adds to an error what is known of the call; it returns nil for nil. An
// HTTPError is not passed to it, as it names the call itself.
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

// exchange sends the request and reads the response.
func (c *Caller) exchange(ctx context.Context, x *clientCall) error {
	releaseBody(x.body)
	x.body, x.Reply, x.ResponseHeader, x.decoded = nil, nil, nil, false
	x.status, x.raw, x.plain, x.ended, x.intercepted = 0, nil, nil, nil, false
	x.Output, x.received, x.attached = nil, receivedBlocks{}, nil
	if x.list != nil {
		x.list.close()
	}
	x.endTransfer()
	x.ctx = ctx
	ctx, body, err := c.seal(ctx, x, x.Request)
	if err != nil {
		return c.failed(x, err)
	}
	x.ctx = ctx
	request, err := c.newRequest(ctx, x, body)
	if err != nil {
		return c.failed(x, err)
	}
	response, err := redirects(c.doer, c.header).Do(request)
	if response != nil {
		x.ResponseHeader, x.status = response.Header, response.StatusCode
	}
	switch {
	case err != nil:
		return c.failed(x, err)
	case response == nil || response.Body == nil:
		return c.failed(x, errors.New("the HTTP client returned no response"))
	}
	return c.receive(ctx, x, response)
}

// receive reads a response, or opens its list.
func (c *Caller) receive(ctx context.Context, x *clientCall, response *http.Response) error {
	m := media.Parse(response.Header.Get("Content-Type"))
	from, size, err := x.inflated(response)
	if err == nil {
		if opened, err := c.openResponse(x, m, response.Body, from); opened {
			return err
		}
	}
	defer func() { _ = response.Body.Close() }()
	if err == nil {
		x.body, err = readResponse(&contextReader{from, ctx}, size, c.maxResponse)
	}
	switch {
	case err != nil && !x.ok() && (response.Uncompressed || errors.As(err, new(*codingError))) && !isTooLarge(err):
		return c.httpError(x, m, err)
	case err != nil:
		return c.failed(x, reading(err))
	}
	x.Reply = x.body.Bytes()
	if x.Reply == nil {
		x.Reply = []byte{}
	}
	x.decoded = true
	if len(x.Reply) > codec.WatchedBytes {
		defer x.watch()()
	}
	return c.decode(x, m)
}

// newRequest makes the HTTP request. Headers that the protocol needs replace
// others of the same name.
func (c *Caller) newRequest(ctx context.Context, x *clientCall, request []byte) (*http.Request, error) {
	u := *c.address
	header := cloneHeader(x.RequestHeader)
	body, err := c.locate(&u, header, x, request)
	if err != nil {
		return nil, err
	}
	var from io.Reader // nil: no body, and not an empty one
	if body != nil {
		from = bytes.NewReader(body)
	}
	ctx = callinfo.WithSent(ctx, callinfo.Call{Service: c.Service, Operation: x.op.Name, Binding: c.binding})
	r, err := http.NewRequestWithContext(ctx, c.binding.Method(), "", from)
	if err != nil {
		return nil, err
	}
	r.URL, r.Header, r.Host = &u, header, cmp.Or(header.Get("Host"), u.Host)
	if x.parts.Streamed() && refersToParts(body) {
		err = c.streamRequest(r, x, body)
	}
	return r, err
}

// setAccept sets the header Accept unless the caller has set it.
func setAccept(header http.Header, accept string) {
	if header.Get("Accept") == "" {
		header.Set("Accept", accept)
	}
}

// redirects returns doer with the rules for redirects, if it is an http.Client. Other
// implementations do not show a redirect before they follow it.
//
// A redirect that would turn a POST into a GET is not followed. What is sent does not
// reach another origin (RFC 6454): a request with a body is not sent there, and one without a body
// is sent without headers, including own, the headers of WithHeader. A CheckRedirect of the client is called, too.
func redirects(doer HTTPDoer, own http.Header) HTTPDoer {
	client, ok := doer.(*http.Client)
	if !ok {
		return doer
	}
	var guarded http.Client
	if client != nil {
		guarded = *client
	}
	check := guarded.CheckRedirect
	guarded.CheckRedirect = func(next *http.Request, via []*http.Request) error {
		switch {
		case next.Method != via[0].Method:
			return http.ErrUseLastResponse
		case check != nil:
			if err := check(next, via); err != nil {
				return err
			}
		case len(via) >= 10:
			return errors.New("stopped after 10 redirects")
		}
		return checkOrigin(next, via, own)
	}
	return &guarded
}

// checkOrigin removes the headers of a request that leaves the origin of the first request, and refuses one with
// a body. Once a chain has left the origin, its requests have no headers there either.
func checkOrigin(next *http.Request, via []*http.Request, own http.Header) error {
	first := via[0]
	elsewhere := func(r *http.Request) bool { return origin(r.URL) != origin(first.URL) }
	if !elsewhere(next) && !slices.ContainsFunc(via, elsewhere) {
		return nil
	}
	if next.Method != http.MethodGet && next.Method != http.MethodHead || first.Body != nil && first.Body != http.NoBody {
		return fmt.Errorf("the request was redirected to another origin, %s, and not sent there", lex.Quote(origin(next.URL)))
	}
	for name := range next.Header {
		if name != "Accept" && name != "User-Agent" || own[name] != nil {
			delete(next.Header, name) // Referer, too, which has the parameters
		}
	}
	return nil
}

// origin returns the scheme, the host and the port of an address, in lower case. A host with letters outside
// ASCII stays as it is: what strings.ToLower makes of it can be another host than the one that is looked up.
func origin(u *url.URL) string {
	scheme, host := strings.ToLower(u.Scheme), u.Hostname()
	if !strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) {
		host = strings.ToLower(host)
	}
	return scheme + "://" + net.JoinHostPort(host, cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[scheme]))
}
