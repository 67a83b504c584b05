package soap

import (
	"context"
	"slices"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Header is a SOAP header of the contract, with the type of its value.
// Generated code has a variable for each header. Headers are not parameters of
// the operations: their values are in the context of a call. A header is sent
// with the operations that declare it in the contract, over SOAP.
//
// What a handler received is never sent on by a client: the two sides use
// different keys of the context.
type Header[T any] struct {
	Element  schema.ElementName
	Value    *schema.Value
	Encoded  bool // SOAP encoding
	Nillable bool // the element may have xsi:nil
}

// With returns a context with which a client sends the header. A nil value is
// sent as xsi:nil if the element is nillable, and else not at all.
func (h *Header[T]) With(ctx context.Context, value T) context.Context {
	return context.WithValue(ctx, h, value)
}

// From returns the header of the request that a handler serves with ctx, false
// if there was none. Interceptors can read it, too.
func (h *Header[T]) From(ctx context.Context) (value T, ok bool) {
	call, _ := CallInfo(ctx)
	if call == nil {
		return value, false
	}
	return headerOf[T](call.received, h)
}

// Reply sets the header of the response to the call that a handler serves with
// ctx, a fault included. It reports false if there is no such call. It has no
// effect once a response that is streamed has begun. Only the goroutine that
// serves the call may use it.
func (h *Header[T]) Reply(ctx context.Context, value T) bool {
	call, ok := CallInfo(ctx)
	if !ok {
		return false
	}
	if set := call.replied.find(h); set != nil {
		set.value = value
		return true
	}
	call.replied = append(call.replied, headerValue{h, value})
	return true
}

// Received returns the header of the last response to a call with the context
// of o, false if there was none.
func (h *Header[T]) Received(o *Outbound) (value T, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return headerOf[T](o.headers, h)
}

// headerValue is a header with its value.
type headerValue struct {
	of    contract.Header
	value any
}

// headerValues are the headers of one message.
type headerValues []headerValue

// find returns the value of a header, nil if the message does not have it.
func (v headerValues) find(of contract.Header) *headerValue {
	for i := range v {
		if v[i].of == of {
			return &v[i]
		}
	}
	return nil
}

func headerOf[T any](values headerValues, of contract.Header) (value T, ok bool) {
	if v := values.find(of); v != nil {
		value, ok = v.value.(T)
	}
	return value, ok
}

// Matches implements contract.Header.
func (h *Header[T]) Matches(d *schema.Decoder) schema.Match {
	return schema.MatchElement(d, h.Element, h.Value.Members())
}

// IsEncoded implements contract.Header.
func (h *Header[T]) IsEncoded() bool { return h.Encoded }

// Decode implements contract.Header.
func (h *Header[T]) Decode(d *schema.Decoder) any { return h.Value.Take(d) }

// Encode implements contract.Header.
func (h *Header[T]) Encode(e *schema.Encoder, value any) {
	contract.WriteBlock(e, h.Element, h.Value, h.Nillable, value)
}

// headersToSend writes the headers of a request for which the context has a
// value.
func headersToSend(ctx context.Context, declared []contract.Header) func(*schema.Encoder) {
	return func(e *schema.Encoder) {
		for _, h := range declared {
			if value := ctx.Value(h); value != nil {
				h.Encode(e, value)
			}
		}
	}
}

// headersToReply writes the headers of a response.
func headersToReply(values headerValues, declared []contract.Header) func(*schema.Encoder) {
	return func(e *schema.Encoder) {
		for _, h := range declared {
			if v := values.find(h); v != nil {
				h.Encode(e, v.value)
			}
		}
	}
}

// headerBlocks are the header blocks of one envelope.
type headerBlocks struct {
	values    headerValues
	fault     *contract.Fault // of a response: one of its header faults, with its detail
	detail    any
	mandatory []mandatoryBlock
}

// mandatoryBlock is a header block that this node must understand.
type mandatoryBlock struct {
	name xsd.QName
	of   contract.Header // nil if the contract does not declare it
}

// read reads the header blocks of an envelope, whose Header is the current tag:
// those that are known and those that are details of faults. It notes which ones
// the sender insists on (SOAP 1.1 section 4.2, SOAP 1.2 part 1 section 2.4).
func (b *headerBlocks) read(d *schema.Decoder, version contract.Binding, known []contract.Header, faults []*contract.Fault) {
	strict := d.Strict
	d.Strict = false // headers have attributes that are those of the envelope
	d.Open()
	for d.Child() {
		h := blockHere(known, d)
		if isMandatory(d, version) && len(b.mandatory) < 16 {
			space, local := d.Tag()
			b.mandatory = append(b.mandatory, mandatoryBlock{xsd.QName{Space: space, Local: local}, h})
		}
		fault := blockHere(faults, d)
		switch {
		case h != nil && b.values.find(h) == nil:
			value := h.Decode(d)
			b.values = append(b.values, headerValue{h, value})
			if fault != nil && b.fault == nil {
				b.fault, b.detail = fault, value
			}
		case fault != nil && b.fault == nil:
			b.fault, b.detail = fault, fault.Decode(d)
		default:
			d.Skip()
		}
	}
	d.Strict = strict
}

// blockHere returns the block that the current tag is, the zero value if it is
// none of them. A block with the name itself comes before one with a substitution
// group that the name is in.
func blockHere[B contract.DeclaredBlock](blocks []B, d *schema.Decoder) (found B) {
	member := false
	for _, b := range blocks {
		switch match := b.Matches(d); {
		case match == schema.MatchExact:
			return b
		case match == schema.MatchMember && !member:
			found, member = b, true
		}
	}
	return found
}

// unknown returns the names of the mandatory blocks that are not understood.
func (b *headerBlocks) unknown(understood []contract.Header) []xsd.QName {
	var names []xsd.QName
	for _, m := range b.mandatory {
		if m.of == nil || !slices.Contains(understood, m.of) {
			names = append(names, m.name)
		}
	}
	return names
}
