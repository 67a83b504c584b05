package soap

import (
	"context"
	"slices"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
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

// From returns the header of the request that a handler serves with ctx, the
// first if there are several, false if there was none. Interceptors can read it,
// too. A block of a header that NewHeader returned which cannot be read is as if it
// were absent, here and in All; ReceivedHeaders returns the error.
func (h *Header[T]) From(ctx context.Context) (value T, ok bool) {
	call, _ := CallInfo(ctx)
	if call == nil {
		return value, false
	}
	return firstHeader(&call.received, h)
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
	o.mu.Lock()
	defer o.mu.Unlock()
	return firstHeader(&o.headers, h)
}

// AllReceived returns all headers of this kind of the last response to a call with
// the context of o, in their order.
func (h *Header[T]) AllReceived(o *Outbound) []T {
	o.mu.Lock()
	defer o.mu.Unlock()
	all, _ := readHeaders(&o.headers, h)
	return all
}

// headerValue is a header with its value.
type headerValue struct {
	of    contract.Header
	value any
}

// headerValues are the headers of one message.
type headerValues []headerValue

// find returns the first value of a header, nil if the message does not have it.
func (v headerValues) find(of contract.Header) *headerValue {
	for i := range v {
		if v[i].of == of {
			return &v[i]
		}
	}
	return nil
}

func firstHeader[T any](from *receivedBlocks, h *Header[T]) (value T, ok bool) {
	if v := from.values.find(h); v != nil {
		value, ok = v.value.(T)
		return value, ok
	}
	if all, _ := readHeaders(from, h); len(all) > 0 {
		return all[0], true
	}
	return value, false
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
		h.undeclared.encode(e, value, h.MustUnderstand, h.Role)
		return
	}
	contract.WriteBlock(e, h.Element, h.Value, h.Nillable, value)
}

func (h *Header[T]) element() schema.ElementName { return h.Element }

func (h *Header[T]) isUndeclared() bool { return h.undeclared != nil }

// headersToWrite writes the headers of a message: those that the operation declares,
// in the order of the contract, then those that the contract does not have.
func headersToWrite(values headerValues, declared []contract.Header) func(*schema.Encoder) {
	return func(e *schema.Encoder) {
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
}
