package soap

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// Call is one call of an operation, as interceptors and services see it. It
// belongs to the goroutine that makes or serves the call and must not be kept
// after that.
type Call struct {
	Service   string           // the service's name in the contract
	Operation string           // the operation's name in the contract; overloads have different names
	Binding   contract.Binding // the binding of the call

	// RequestHeader holds the HTTP headers of the request. A handler's are
	// those received, not to be changed. A client's are those to be sent;
	// interceptors may change them before they call next. Headers that the
	// binding itself needs, such as Content-Type, are set afterwards.
	RequestHeader http.Header

	// ResponseHeader holds the HTTP headers of the response. A handler sends
	// what interceptors and the service add to it. On a client they are set
	// once next has returned; before, and without a response, they are nil.
	ResponseHeader http.Header

	// Request is the encoded request: the envelope, or the query or form. It
	// must not be changed or kept.
	Request []byte

	// Reply is the encoded reply without HTTP headers. It is set when next has
	// returned without an error. An interceptor that sets it itself and does
	// not call next answers the call with it. Copy it to keep it.
	//
	// It is nil where a list is not held in memory: on a handler with the
	// option WithStreaming if the list was sent while it was encoded, on a
	// client if it is read item by item. Then next returns before the first
	// item has been read.
	Reply []byte

	// Input and Output are the values of the request and of the result, as the
	// method of the service sees them: Input is a pointer to a struct, nil if the
	// method has no parameter. On a handler interceptors have both once next has
	// returned; on a client Input is there before. Output is nil without a result
	// and where a list is sent or read item by item. Only interceptors of
	// WithTypedInterceptors may change them.
	Input, Output any

	received receivedBlocks // from the request on a handler, from the response on a client
	replied  headerValues   // on a handler

	attached func() []*Attachment // what Attachments returns; nil if the message has none
	added    outgoing             // what Attach has added

	by   *boundContract
	op   *contract.Operation // nil while the operation is not known
	wire *contract.Wire
	url  *url.URL       // on a client
	port *contract.Port // on a client
}

// Attach adds an attachment to the response of a handler, also to a *Fault that the service returns, as [Outbound.Attach] does to
// requests. It has no effect once the response has been encoded or, if it is streamed, has begun, and where there is none. In an
// interceptor of WithTypedInterceptors of a client it adds an attachment to the request, before next is called. Only the goroutine
// that serves or makes the call may use it.
func (c *Call) Attach(a Attachment) (url string) { return c.added.add(a) }

// Attachments returns the attachments of the message that has arrived, as [Outbound.Attachments] does: the request on a handler, and
// the response on a client, once next has returned. In an Open or a Seal of [Envelopes] it returns all attachments of the message that
// has arrived or is sent, also the ones that are fields.
func (c *Call) Attachments(urls ...string) []*Attachment {
	if c.attached == nil {
		return referred(nil, urls)
	}
	return referred(c.attached(), urls)
}

// checkAdded returns an error if the binding does not have the attachments that have been added.
func (c *Call) checkAdded() error {
	if len(c.added) > 0 && c.wire.IsHTTP() {
		return errors.New("attachments are sent over SOAP only")
	}
	return nil
}

// Interceptor is called with each call once its operation is known. On a
// handler that is before parameters are decoded, on a client after they have
// been encoded.
//
// An interceptor calls next to go on; on a handler it calls next once at most. The error of next comes
// from decoding, the service or the server; the error that the interceptor returns takes its place. A
// panic of the service is a *PanicError there, but a panic with http.ErrAbortHandler stays a panic. An
// interceptor that returns nil without having called next must have set call.Reply. A handler passes the
// context with which next is called to the service.
//
// Interceptors are used by concurrent calls.
type Interceptor func(ctx context.Context, call *Call, next func(context.Context) error) error

type (
	inboundKey  struct{}
	outboundKey struct{}
)

// NewInbound returns the context of a call that a handler serves, for tests
// of a service without HTTP. The headers of call may be nil. SetReceived adds SOAP
// headers to it, and Replied returns those that the service has set.
func NewInbound(ctx context.Context, call *Call) context.Context {
	if call.RequestHeader == nil {
		call.RequestHeader = http.Header{}
	}
	if call.ResponseHeader == nil {
		call.ResponseHeader = http.Header{}
	}
	return context.WithValue(ctx, inboundKey{}, call)
}

// CallInfo returns the call that a handler is serving with ctx. It reports
// false for any other context. What a handler has received is not sent with the
// calls that its service makes.
func CallInfo(ctx context.Context) (*Call, bool) {
	call, ok := ctx.Value(inboundKey{}).(*Call)
	return call, ok
}

// headerValue is a SOAP header with its value.
type headerValue struct {
	of    contract.Header
	value any
}

// headerValues are the SOAP headers of one message.
type headerValues []headerValue

// receivedBlocks are the header blocks of a message that are for the receiver. Blocks
// that the contract does not declare stay markup until a Header reads them.
type receivedBlocks struct {
	values  headerValues
	known   []contract.Header
	markup  []byte // the envelope up to the end of its Header; nil if there are no undeclared blocks
	version contract.Binding
	by      *boundContract
	request bool // the message is a request: the memory of its values is limited
}

// Outbound holds the HTTP headers that a client sends and receives with a call.
type Outbound struct {
	// Header holds HTTP headers to send with each call that is made with the
	// context, in addition to the headers of the client's options; it replaces
	// headers with the same name. It must not be changed while a call runs.
	Header http.Header

	mu       sync.Mutex
	received http.Header
	headers  receivedBlocks
	attached []*Attachment // with the last response
	added    outgoing
}

// Received returns the HTTP headers of the last response to a call with the
// context, nil if there was none. It is safe for concurrent use.
func (o *Outbound) Received() http.Header {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.received
}

func (o *Outbound) receive(header http.Header, soap receivedBlocks, attached []*Attachment) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.received, o.headers, o.attached = header, soap, attached
}

// Attach adds an attachment to the requests that are made with the context, and returns the URL by which elements refer to it, such as
// elements of the type wsi:swaRef (WS-I Attachments Profile 1.0, section 4.4). Elements need not refer to it. If a.ID is "", it gets an
// ID, which begins with a.Name; if a.MediaType is "", it is application/octet-stream. The content must not be changed while a call
// runs. Where the contract declares attachments, leave the ID to Attach: receivers take a part whose Content-ID has no name for a
// declared one.
//
// The request is multipart/related then. A call fails if its binding is none of SOAP, if two attachments have one ID, or if an ID or
// a media type has characters that a header cannot have. Attach is safe for concurrent use.
func (o *Outbound) Attach(a Attachment) (url string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.added.add(a)
}

// toSend returns the attachments for a call.
func (o *Outbound) toSend() outgoing {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clip(o.added)
}

// Attachments returns the attachments of the last response to a call with the context, a fault included, in their order: the parts
// that are neither values of the envelope nor fields of the result. With URLs it returns the attachments to which these refer, nil in
// the place of a URL for which there is none, or more than one. Responses with fields that are readers have none.
// Attachments is safe for concurrent use; calls return different ones.
func (o *Outbound) Attachments(urls ...string) []*Attachment {
	o.mu.Lock()
	defer o.mu.Unlock()
	return referred(o.attached, urls)
}

// NewOutbound returns a context for calls by a client, and the Outbound that
// these calls use. Headers and attachments to send of an Outbound that ctx already carries are copied.
func NewOutbound(ctx context.Context) (context.Context, *Outbound) {
	o := &Outbound{Header: http.Header{}}
	if outer, ok := ctx.Value(outboundKey{}).(*Outbound); ok {
		o.Header, o.added = cloneHeader(outer.Header), outer.toSend()
	}
	return context.WithValue(ctx, outboundKey{}, o), o
}

// cloneHeader returns a copy that is not nil.
func cloneHeader(h http.Header) http.Header {
	if h == nil {
		return http.Header{}
	}
	return h.Clone()
}

// intercept calls the interceptors around last, the first one outermost.
func intercept(ctx context.Context, call *Call, interceptors []Interceptor, last func(context.Context) error) error {
	if len(interceptors) == 0 {
		return last(ctx)
	}
	return interceptors[0](ctx, call, func(ctx context.Context) error {
		return intercept(ctx, call, interceptors[1:], last)
	})
}

// Actions are the actions of WS-Addressing that the contract has for an operation, declared or default (WS-Addressing 1.0
// Metadata, section 4.4).
type Actions struct {
	Request  string   // "" while the operation is not known
	Others   []string // other actions that requests may have: the soapAction, and defaults
	Reply    string   // "" if the operation is one-way
	Declared bool     // the contract says what Reply is
	OneWay   bool
}

// Actions returns the actions of the operation.
func (c *Call) Actions() (a Actions) {
	if c.op == nil || c.wire.IsHTTP() {
		return a
	}
	a.OneWay = c.op.OneWay
	declared := cmp.Or(c.wire.Details().Actions, &contract.Actions{})
	input, output := c.op.MessageNames()
	others := []string{c.by.addressed(c.wire.Details().Addressed), c.by.action(c.wire), c.defaultAction(cmp.Or(declared.Input, input))}
	if c.op.OverloadOf != "" { // the default in ?flatWsdl
		others = append(others, c.defaultAction(c.op.Name+"Request"))
	}
	others = slices.DeleteFunc(others, func(s string) bool { return s == "" })
	if len(others) > 0 {
		a.Request, a.Others = others[0], others[1:]
	}
	if !a.OneWay {
		a.Declared = declared.Reply != ""
		a.Reply = cmp.Or(c.by.addressed(declared.Reply), c.defaultAction(cmp.Or(declared.Output, output)))
	}
	return a
}

// FaultAction returns the action of a fault of the contract, by the name of the element in its detail; "" for others.
func (c *Call) FaultAction(detail xsd.QName) string {
	if c.op == nil {
		return ""
	}
	isDetail := func(f *contract.Fault) bool {
		return f.Element.Local == detail.Local && codec.NamespaceURI(c.by.ns, f.Element.NS) == detail.Space
	}
	if !slices.ContainsFunc(c.op.Faults, isDetail) {
		return ""
	}
	for _, f := range cmp.Or(c.wire.Details().Actions, &contract.Actions{}).Faults {
		if f.Element == detail.Local {
			return cmp.Or(c.by.addressed(f.Action), c.defaultAction(c.op.WSDLName(), "Fault", f.Name))
		}
	}
	return c.defaultAction(c.op.WSDLName(), "Fault", detail.Local)
}

// defaultAction returns a default action that ends with names, "" if the contract does not have the port type.
func (c *Call) defaultAction(names ...string) string {
	if c.by.PortType == "" {
		return ""
	}
	delimiter := contract.ActionDelimiter(c.by.PortType)
	return c.by.addressed(c.by.PortType) + delimiter + strings.Join(names, delimiter)
}

// Logger returns the logger of the handler that serves the call: see [WithLogger].
func (c *Call) Logger() *slog.Logger { return c.options().log() }

// options returns the options of the handler or the client. A call that a test has made has no options.
func (c *Call) options() *config {
	if c.by == nil {
		return new(config)
	}
	return c.by.config
}

// Address returns the URL that a client calls, without the user and the password, "" on a handler.
func (c *Call) Address() string {
	if c.url == nil {
		return ""
	}
	u := *c.url
	u.User = nil
	return u.String()
}

// Roles returns the roles of [WithRoles].
func (c *Call) Roles() []string { return c.options().roles }

// Understands reports whether an option of the handler or the client reads header blocks with a name: [WithUnderstood], or
// the Understood of [Envelopes].
func (c *Call) Understands(name xsd.QName) bool {
	return slices.Contains(c.options().understood, name)
}

// Declares reports whether the contract declares header blocks with a name: in messages of the operation, or, while the
// operation is not known, in messages of any operation.
func (c *Call) Declares(name xsd.QName) bool {
	if c.by == nil {
		return false
	}
	isIt := func(h contract.Header) bool {
		d, ok := h.(interface{ info() HeaderInfo })
		return ok && d.info().Element.Local == name.Local && codec.NamespaceURI(c.by.ns, d.info().Element.NS) == name.Space
	}
	inWire := func(w contract.Wire) bool {
		return slices.ContainsFunc(slices.Concat(w.Details().Headers, w.Details().OutHeaders), isIt)
	}
	if c.wire != nil {
		return inWire(*c.wire)
	}
	return slices.ContainsFunc(c.by.Operations, func(op *contract.Operation) bool { return slices.ContainsFunc(op.Wires, inWire) })
}

// servedCall returns the call of a request whose operation is not known.
func (c *boundContract) servedCall(w http.ResponseWriter, r *http.Request, b contract.Binding) Call {
	return Call{Service: c.Service, Binding: b, RequestHeader: r.Header, ResponseHeader: w.Header(), by: c}
}
