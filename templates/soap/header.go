package soap

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Header is a SOAP header with the type of its value. Generated code has a variable
// for each header of the contract; NewHeader returns others. Headers are not
// parameters of the operations: their values are in the context of a call. A header
// of the contract is sent with the operations that declare it, over SOAP.
//
// What a handler received is never sent on by a client: the two sides use
// different keys of the context.
type Header[T any] struct {
	Element  schema.ElementName
	Value    *schema.Value
	Encoded  bool // SOAP encoding
	Nillable bool // the element may have xsi:nil

	// MustUnderstand and Role (a URI) are sent with a header that NewHeader
	// returned: the receiver must refuse the message if it does not know the
	// block, and the block is for receivers that act in the role, which SOAP 1.1
	// calls actor. Set them before the header is used.
	MustUnderstand bool
	Role           string

	undeclared *undeclared // nil: the contract declares it
}

// With returns a context with which a client sends the header. A nil value is
// sent as xsi:nil if the element is nillable, and else not at all.
func (h *Header[T]) With(ctx context.Context, value T) context.Context { return h.WithAll(ctx, value) }

// WithAll is With for any number of headers of this kind.
func (h *Header[T]) WithAll(ctx context.Context, values ...T) context.Context {
	sent, _ := ctx.Value(sentKey{}).(headerValues)
	return context.WithValue(ctx, sentKey{}, setHeaders(slices.Clone(sent), h, values))
}

// sentKey is the key of a context for the headers that clients send.
type sentKey struct{}

// setHeaders replaces the values of a header.
func setHeaders[T any](all headerValues, h *Header[T], values []T) headerValues {
	all = slices.DeleteFunc(all, func(v headerValue) bool { return v.of == h })
	for _, value := range values {
		all = append(all, headerValue{h, value})
	}
	return all
}

// From returns the header of the request that a handler serves with ctx: the first
// if there are several, false if there is none. Interceptors can read it, too. If a
// block of a header that NewHeader returned cannot be read, From and All return no
// value; ReceivedHeaders returns the error.
func (h *Header[T]) From(ctx context.Context) (value T, ok bool) {
	return firstOf(h.All(ctx))
}

// All returns all headers of this kind of the request that a handler serves with
// ctx, in their order.
func (h *Header[T]) All(ctx context.Context) []T {
	call, _ := CallInfo(ctx)
	if call == nil {
		return nil
	}
	all, _ := readHeaders(&call.received, h)
	return all
}

// Reply sets the header of the response to the call that a handler serves with
// ctx, a fault included. It reports false if there is no such call. It has no
// effect once a response that is streamed has begun. Only the goroutine that
// serves the call may use it.
func (h *Header[T]) Reply(ctx context.Context, value T) bool { return h.ReplyAll(ctx, value) }

// ReplyAll is Reply for any number of headers of this kind.
func (h *Header[T]) ReplyAll(ctx context.Context, values ...T) bool {
	call, ok := CallInfo(ctx)
	if !ok {
		return false
	}
	call.replied = setHeaders(call.replied, h, values)
	return true
}

// Received returns the header of the last response to a call with the context
// of o, the first if there are several, false if there was none or, for a header
// that NewHeader returned, it cannot be read.
func (h *Header[T]) Received(o *Outbound) (value T, ok bool) {
	return firstOf(h.AllReceived(o))
}

func firstOf[T any](all []T) (value T, ok bool) {
	if len(all) > 0 {
		value = all[0]
	}
	return value, len(all) > 0
}

// AllReceived returns all headers of this kind of the last response to a call with
// the context of o, in their order.
func (h *Header[T]) AllReceived(o *Outbound) []T {
	o.mu.Lock()
	defer o.mu.Unlock()
	all, _ := readHeaders(&o.headers, h)
	return all
}

func headersOf[T any](values headerValues, of contract.Header) (all []T) {
	for _, v := range values {
		if value, ok := v.value.(T); ok && v.of == of {
			all = append(all, value)
		}
	}
	return all
}

// Matches implements contract.Header.
func (h *Header[T]) Matches(d *schema.Decoder) codec.Match {
	return codec.MatchElement(d, h.Element, h.Value.Members())
}

// IsEncoded implements contract.Header.
func (h *Header[T]) IsEncoded() bool { return h.Encoded }

// Decode implements contract.Header.
func (h *Header[T]) Decode(d *schema.Decoder) any { return h.Value.Take(d) }

// Encode implements contract.Header.
func (h *Header[T]) Encode(e *schema.Encoder, value any) {
	if h.undeclared != nil {
		h.undeclared.write(e, value, h.MustUnderstand, h.Role)
		return
	}
	contract.WriteBlock(e, h.Element, h.Value, h.Nillable, value)
}

func (h *Header[T]) info() HeaderInfo { return HeaderInfo{h, h.Element, h.Value} }

func (h *Header[T]) isUndeclared() bool { return h.undeclared != nil }

// check checks that the header has the type of its value. The value of a Header[any]
// need not have a Go type.
func (h *Header[T]) check(info *contract.Contract) {
	checkValue(info, h.Value)
	want := reflect.TypeFor[T]()
	fits, name := want == reflect.TypeFor[any](), "absent"
	if h.Value.Zero != nil {
		typ := reflect.TypeOf(h.Value.Zero).Elem()
		fits, name = typ == want, typ.String()
	}
	if !fits {
		panic(fmt.Sprintf("soap: the header %s: %s is not a %v", h.Element.Local, name, want))
	}
}

// writeHeaders writes the headers of a message: those that the operation declares,
// in the order of the contract, then those that the contract does not have.
func writeHeaders(e *schema.Encoder, values headerValues, declared []contract.Header) {
	for _, h := range declared {
		for _, v := range values {
			if v.of == h {
				h.Encode(e, v.value)
			}
		}
	}
	for _, v := range values {
		if h, ok := v.of.(interface{ isUndeclared() bool }); ok && h.isUndeclared() {
			v.of.Encode(e, v.value)
		}
	}
}

// NewHeader returns a header that the contract does not declare. It is sent with
// all operations over SOAP, and read from all envelopes. T is a generated type, a
// pointer to a generated struct, the Go type of a simple type such as string, int32
// or xsd.DateTime, or xsd.RawXML: then the value is the block itself, whatever it
// contains, and the zero name means all blocks that the contract does not
// declare, including blocks of other variables and of WithUnderstood: they may contain
// passwords. For any other T the first use of the header panics.
//
// A handler or a client refuses messages with a mandatory block that it does not
// know: [WithUnderstood] tells it which ones are read with such headers.
func NewHeader[T any](name xsd.QName) *Header[T] {
	u := &undeclared{name: name}
	if _, raw := any((*T)(nil)).(*xsd.RawXML); !raw {
		u.element = sync.OnceValue(func() *schema.ElementInfo {
			element, err := codec.ElementOf(name, (*T)(nil))
			if err != nil {
				panic(fmt.Sprintf("soap: the header %s: %v", name, err))
			}
			return element
		})
	}
	return &Header[T]{undeclared: u}
}

// WithUnderstood makes a handler or a client accept mandatory header blocks that
// the contract does not declare: those that the service, an interceptor or the
// caller reads and obeys.
func WithUnderstood(names ...xsd.QName) Option {
	return bothOption(func(c *config) { c.understood = append(c.understood, names...) })
}

// ReceivedHeaders returns the headers of a kind that came with a call: on a handler
// with the request, on a client with the response, once next has returned.
// Unlike [Header.All] it says why a block of a header that NewHeader returned
// cannot be read: the error is a *DecodeError.
func ReceivedHeaders[T any](call *Call, h *Header[T]) ([]T, error) {
	return readHeaders(&call.received, h)
}

// SetReceived gives a call headers, as if it had received them. It is for tests.
func SetReceived[T any](call *Call, h *Header[T], values ...T) {
	call.received.values = setHeaders(call.received.values, h, values)
}

// Replied returns the headers that a service or an interceptor has set with Reply.
func Replied[T any](call *Call, h *Header[T]) []T { return headersOf[T](call.replied, h) }

// HeadersOf returns the header blocks that the contract declares for requests of an
// operation over a binding.
func HeadersOf(op *contract.Operation, b contract.Binding) []HeaderInfo {
	wire := op.Wire(b)
	if wire == nil {
		return nil
	}
	var all []HeaderInfo
	for _, declared := range wire.Details().Headers {
		if d, ok := declared.(interface{ info() HeaderInfo }); ok {
			all = append(all, d.info())
		}
	}
	return all
}

// HeaderInfo describes a header block.
type HeaderInfo struct {
	contract.Header
	Element schema.ElementName
	Value   *schema.Value
}

// With returns a context with which a client sends the block with a value of its Go
// type, unless ctx has one already.
func (h HeaderInfo) With(ctx context.Context, value any) context.Context {
	sent, _ := ctx.Value(sentKey{}).(headerValues)
	if slices.ContainsFunc(sent, func(v headerValue) bool { return v.of == h.Header }) {
		return ctx
	}
	return context.WithValue(ctx, sentKey{}, append(slices.Clone(sent), headerValue{h.Header, value}))
}

func readHeaders[T any](from *receivedBlocks, h *Header[T]) ([]T, error) {
	all := headersOf[T](from.values, h)
	if h.undeclared == nil || from.markup == nil {
		return all, nil
	}
	err := from.read(h.undeclared, func(v any) {
		if value, ok := v.(T); ok {
			all = append(all, value)
		}
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// undeclared is a header that the contract does not declare.
type undeclared struct {
	name    xsd.QName
	element func() *schema.ElementInfo // nil: raw XML
}

// write writes a block, with attributes of SOAP that say whether it is mandatory and for which role.
func (u *undeclared) write(e *schema.Encoder, value any, mandatory bool, role string) {
	from := len(e.Buf)
	if u.element != nil {
		u.element().Put(e, value)
	} else if value != xsd.RawXML("") {
		raw, _ := value.(xsd.RawXML)
		own := codec.NewEncoder(nil, false) // no namespace of the contract is declared in the Header
		defer own.Release()
		own.RawXML("", raw, "")
		e.Append(own)
	}
	if e.Err() != nil || len(e.Buf) == from || !mandatory && role == "" {
		return
	}
	version, attribute := contract.SOAP11, "actor"
	if e.SOAP12 {
		version, attribute = contract.SOAP12, "role"
	}
	name := from + bytes.IndexAny(e.Buf[from:], " \t\r\n/>")
	rest := string(e.Buf[name:])
	e.Buf = e.Buf[:name]
	prefix := "soap"
	for strings.Contains(rest, "xmlns:"+prefix+"=") || strings.Contains(rest, "xmlns:"+prefix+" ") {
		prefix += "p"
	}
	if prefix != "soap" {
		e.Raw(" xmlns:" + prefix + `="` + envelopeNamespace(version) + `"`)
	}
	if mandatory {
		e.Raw(" " + prefix + `:mustUnderstand="1"`)
	}
	if role != "" {
		e.AttrString(" "+prefix+":"+attribute+`="`, role, `"`)
	}
	e.Raw(rest)
}

// read reads the blocks of a header from the markup.
func (r *receivedBlocks) read(u *undeclared, take func(any)) error {
	d := r.by.newDecoder(r.markup)
	var element *schema.ElementInfo
	if u.element != nil {
		d.Release()
		element = u.element()
		d = codec.NewDecoder(r.markup, element.Table.Namespaces, r.by.limits)
		d.Types = element.Table.Types
	}
	defer d.Release()
	if r.request { // the memory is not reserved, as the block may be read after the request has been answered
		d.LimitMemory(maxMemory(r.by.limits, r.markup), nil)
	}
	d.Strict = false
	if d.Root() {
		d.Open()
	}
	for d.Child() {
		if !d.HasTag(envelopeNamespace(r.version), "Header") {
			d.Skip()
			continue
		}
		for d.Open(); d.Child(); {
			meant := d.HasTag(u.name.Space, u.name.Local)
			if u.name == (xsd.QName{}) { // all blocks that the contract does not declare
				meant = blockHere(r.known, d) == nil
			}
			switch {
			case !meant || !r.by.isTarget(d, r.version):
				d.Skip()
			case element != nil:
				take(element.Value.Take(d))
			default:
				take(d.RawXML())
			}
		}
		break
	}
	return d.Err()
}
