package soap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/callinfo"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
)

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
	return newClientCall(*called.(*Call), req)
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

func (c *Caller) call(ctx context.Context, x *clientCall) error {
	if x.wire == nil {
		return c.failed(x, ErrNotOffered)
	}
	if x.wire.Details().Needs != nil {
		if err := c.unmet(x.Needs(), c.address); err != nil {
			return c.failed(x, err)
		}
	}
	outbound, _ := ctx.Value(outboundKey{}).(*Outbound)
	x.ctx, x.RequestHeader = ctx, cloneHeader(c.header)
	if outbound != nil {
		maps.Copy(x.RequestHeader, outbound.Header.Clone())
		x.added = outbound.toSend()
	}
	if x.memory = c.responses.reserve(ctx); x.list != nil {
		x.list.memory = x.memory
	} else {
		defer x.releaseMemory(ctx)
	}
	defer func() { releaseBody(x.body) }()
	err := c.callAround(ctx, x)
	if err != nil {
		x.endTransfer()
		_ = x.parts.Close()
	}
	if outbound != nil && x.ResponseHeader != nil {
		outbound.receive(x.ResponseHeader, x.received, x.Attachments())
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
	if err := x.checkAdded(); err != nil {
		return c.failed(x, err)
	}
	ctx, request, err := c.encodeRequest(ctx, x)
	if err != nil {
		return c.failed(x, err)
	}
	x.Request, x.Reply, x.decoded = request, nil, false
	defer c.reportLenient(x)
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

// exchange sends the request and reads the response.
func (c *Caller) exchange(ctx context.Context, x *clientCall) error {
	releaseBody(x.body)
	x.memory.release()
	x.body, x.Reply, x.ResponseHeader, x.decoded = nil, nil, nil, false
	x.status, x.raw, x.plain, x.ended, x.intercepted = 0, nil, nil, nil, false
	x.Output, x.received, x.attached, x.lenient, x.reported = nil, receivedBlocks{}, nil, x.lenient[:0], 0
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
	response, err := c.roundTrip(ctx, x, body)
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

// roundTrip sends a request with a body, and returns the response, whose body has a time limit if there is one.
func (c *Caller) roundTrip(ctx context.Context, x *clientCall, body []byte) (*http.Response, error) {
	if c.responseTime <= 0 {
		return c.transmit(ctx, x, body)
	}
	ctx, cancel := context.WithCancel(ctx)
	response, err := c.transmit(ctx, x, body)
	if err != nil || response == nil || response.Body == nil {
		cancel()
		return response, err
	}
	response.Body = &timedBody{ReadCloser: response.Body, cancel: cancel, limit: c.responseTime}
	return response, nil
}

func (c *Caller) transmit(ctx context.Context, x *clientCall, body []byte) (*http.Response, error) {
	request, err := c.newRequest(ctx, x, body)
	if err != nil {
		return nil, err
	}
	return redirects(c.doer, c.header).Do(request)
}

// seal calls Begin, adds what Send returns to the envelope, and returns it with the context for the exchange.
func (c *Caller) seal(ctx context.Context, x *clientCall, envelope []byte) (context.Context, []byte, error) {
	if len(c.chain.all) == 0 || related.WrittenType(envelope) != "" { // encodeRequest has sealed the envelope in it
		return ctx, envelope, nil
	}
	ctx, err := c.chain.begin(ctx, &x.Call)
	if err != nil {
		return ctx, nil, err
	}
	s, err := c.chain.send(ctx, &x.Call, nil)
	if err == nil {
		envelope, err = s.sealParts(envelope, x.parts, c.chain.whole)
	}
	return ctx, envelope, err
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
		x.body, err = readResponse(&contextReader{from, ctx}, size, c.maxResponse, x.memory)
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

// inflated returns the decompressed body of a response and its size, -1 if it is not known. net/http decompresses a response
// only if it requested the compression itself.
func (x *clientCall) inflated(response *http.Response) (body io.Reader, size int64, err error) {
	coding := media.ContentCoding(response.Header)
	if coding == "" || response.Uncompressed {
		return response.Body, response.ContentLength, nil
	}
	x.raw = &prefixReader{Reader: response.Body}
	if coding == "gzip" {
		zip := newGunzip(x.raw)
		zip.emptyIsNone = true // some servers name a coding for an empty body
		return zip, -1, nil
	}
	if n, err := x.raw.Read(make([]byte, quotedBytes+1)); n == 0 && err == io.EOF {
		return response.Body, 0, nil
	}
	return nil, 0, &codingError{fmt.Errorf("the content coding %s is not supported", lex.Quote(coding))}
}

// streams reports whether a response is read item by item: its status belongs to a result, and it may be a document
// with a list. Other responses are read as a whole, as are all responses if a checker or an option needs the document.
func (c *Caller) streams(x *clientCall, m media.Type) bool {
	return x.list != nil && x.ok() && (m.IsXML() || m.Name == "") && c.checker == nil && !c.chain.opens
}

// openList reads a response up to its list, or to its end if it has none. The body is closed unless there is a list.
func (c *Caller) openList(x *clientCall, body io.Closer, from io.Reader, m media.Type) error {
	l := x.list
	l.begin(x, body)
	l.path = x.wire.Out
	x.plain = &prefixReader{Reader: &contextReader{from, x.ctx}}
	err := c.enterList(x, x.plain, m)
	if l.d == nil || err != nil {
		l.close()
	}
	return err
}

// begin prepares the list to be read from the response to x. close closes body, the body of the response.
func (l *listReader) begin(x *clientCall, body io.Closer) {
	x.decoded = true
	l.body, l.err, l.stop = body, nil, x.watch()
	l.ended = x.ended
}

func (c *Caller) enterList(x *clientCall, from io.Reader, m media.Type) error {
	from, err := charset.NewTranscoder(from, m.Attribute("charset"), c.charsets)
	if err != nil {
		return c.unreadable(x, m, err)
	}
	l := x.list
	l.w = codec.NewWindow(from, c.maxResponse)
	defer func() { x.halt, x.Reply = false, nil }()
	x.halt = true
	pos := 0
	for {
		x.lenient = x.lenient[:0]
		d := c.decoder(x, nil)
		if pos, err = l.w.More(d, pos); err != nil {
			err = c.unreadable(x, m, l.explain(d, err))
			d.Release()
			return err
		}
		if err = l.nextMemory(d, cap(l.w.Buf)); err != nil {
			d.Release()
			return c.failed(x, err)
		}
		x.Reply = l.w.Buf
		err = c.readDocument(d, x, m)
		switch {
		case d.Failed == codec.ErrPaused:
			d.Failed = nil
			l.w.Anchor(d)
			l.d = d
			return nil
		case d.Failed != codec.ErrIncomplete && (d.Failed != nil || !d.Partial):
			d.Release()
			return err
		}
		d.Release()
	}
}

// newRequest makes the HTTP request. Headers that the protocol needs replace others of the same name.
func (c *Caller) newRequest(ctx context.Context, x *clientCall, request []byte) (*http.Request, error) {
	u := *c.address
	header := cloneHeader(x.RequestHeader)
	body, err := c.locate(&u, header, x, request)
	if err != nil {
		return nil, err
	}
	ctx = callinfo.WithSent(ctx, callinfo.Call{Service: c.Service, Operation: x.op.Name, Binding: c.binding})
	r, err := http.NewRequestWithContext(ctx, c.binding.Method(), "", body)
	if err != nil {
		return nil, err
	}
	r.URL, r.Header, r.Host = &u, header, cmp.Or(header.Get("Host"), u.Host)
	if _, made := body.(io.Closer); made {
		r.ContentLength = -1
	}
	return r, nil
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
	elsewhere := func(r *http.Request) bool { return originOf(r.URL) != originOf(first.URL) }
	if !elsewhere(next) && !slices.ContainsFunc(via, elsewhere) {
		return nil
	}
	if next.Method != http.MethodGet && next.Method != http.MethodHead || first.Body != nil && first.Body != http.NoBody {
		return fmt.Errorf("the request was redirected to another origin, %s, and not sent there", lex.Quote(originOf(next.URL)))
	}
	for name := range next.Header {
		if name != "Accept" && name != "User-Agent" || own[name] != nil {
			delete(next.Header, name) // Referer, too, which has the parameters
		}
	}
	return nil
}

// originOf returns the scheme, the host and the port of an address, in lower case. A host with letters outside
// ASCII stays as it is: what strings.ToLower makes of it can be another host than the one that is looked up.
func originOf(u *url.URL) string {
	scheme, host := strings.ToLower(u.Scheme), u.Hostname()
	if !strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) {
		host = strings.ToLower(host)
	}
	return scheme + "://" + net.JoinHostPort(host, cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[scheme]))
}
