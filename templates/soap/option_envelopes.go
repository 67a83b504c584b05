package soap

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/xsd"
)

// Envelopes are functions that [WithEnvelopes] puts around the envelopes of a binding: requests, replies, faults and
// refusals. Each may be nil. They work next to the wire: interceptors see neither header blocks of Blocks nor what
// Seal has made, so that a reply that one of them has kept is sent with its own blocks. Only messages with
// attachments are packed, sealed, before interceptors see them.
//
// On a handler call.Operation is "" while the operation is not known. An error that is a *Fault is the answer there; the
// text of other errors is logged. On a client an error is the error of the call.
type Envelopes struct {
	// Open looks at an envelope that has arrived, in UTF-8, before it is read, and returns the envelope that is read
	// instead. On a handler the context, also with an error, is for the rest of the exchange. A client reads a list as a
	// whole where there is an Open, and the envelope is nil if a response without a result is empty.
	Open func(ctx context.Context, call *Call, envelope []byte) (context.Context, []byte, error)

	// Begin is called on a handler once the operation is known, before interceptors, and on a client before each request
	// that is sent. The context is for the rest of the exchange.
	Begin func(ctx context.Context, call *Call) (context.Context, error)

	// Blocks returns header blocks, which declare their namespaces, for an envelope that leaves; fault is nil unless it
	// is one. A reply that is sent while it is encoded has them, too.
	Blocks func(ctx context.Context, call *Call, fault *Fault) (string, error)

	// Seal returns the envelope that is sent instead of envelope, before attachments are packed.
	Seal func(ctx context.Context, call *Call, envelope []byte) ([]byte, error)

	// Deliver reports whether it has taken an answer of a handler, complete and packed, to send it elsewhere. Then the
	// status is 202, without a body. It must not keep body.
	Deliver func(ctx context.Context, call *Call, mediaType string, body []byte) bool

	// Streams reports whether a reply may be sent while it is encoded, without Seal and Deliver. nil: not if there is one
	// of them.
	Streams func(ctx context.Context) bool

	MaxBytes int // of a list in a reply that Seal or Deliver gets, a longer one is an error; 0: they have no limit

	Whole bool // Open and Seal see binary values in base64 in the envelope, and not elements xop:Include

	// Verifies makes Open come before those of all options without it: it tells whether the message is to be believed at all.
	Verifies bool

	Understood []xsd.QName // mandatory header blocks that Open takes care of
	Assertions []xsd.QName // policy assertions that they satisfy: see WithAssertions
}

// WithEnvelopes adds functions around envelopes to a handler or a client. newEnvelopes is called with the port that a
// client calls, or with the port of each binding that a handler serves ([contract.Contract.Served]), and may return nil. The
// Open of an earlier option comes first, unless a later one Verifies, and its Seal last: it sees what is on the wire. A later
// option with the same name replaces an earlier one.
func WithEnvelopes(name string, newEnvelopes func(port *contract.Port, client bool) *Envelopes) Option {
	return bothOption(func(c *config) {
		c.envelopes = slices.DeleteFunc(c.envelopes, func(o namedEnvelopes) bool { return o.name == name })
		c.envelopes = append(c.envelopes, namedEnvelopes{name, newEnvelopes})
	})
}

type namedEnvelopes struct {
	name string
	make func(*contract.Port, bool) *Envelopes
}

// chain are the envelopes of a binding, the outermost first.
type chain []*Envelopes

func (c *config) newChain(port *contract.Port, client bool) chain {
	all := chain{}
	for _, option := range c.envelopes {
		if e := option.make(port, client); e != nil {
			at := slices.IndexFunc(all, func(o *Envelopes) bool { return !o.Verifies })
			if !e.Verifies || at < 0 {
				at = len(all)
			}
			all = slices.Insert(all, at, e)
			c.understood = append(c.understood, e.Understood...)
			c.assertions = append(c.assertions, e.Assertions...)
		}
	}
	return all
}

func (c chain) opens() bool {
	return slices.ContainsFunc(c, func(e *Envelopes) bool { return e.Open != nil })
}

func (c chain) open(ctx context.Context, call *Call, envelope []byte) (context.Context, []byte, error) {
	for _, e := range c {
		if e.Open == nil {
			continue
		}
		next, opened, err := e.Open(ctx, call, envelope)
		if next != nil {
			ctx = next
		}
		if err != nil {
			return ctx, nil, err
		}
		envelope = opened
	}
	return ctx, envelope, nil
}

func (c chain) begin(ctx context.Context, call *Call) (context.Context, error) {
	for _, e := range c {
		if e.Begin == nil {
			continue
		}
		next, err := e.Begin(ctx, call)
		if err != nil {
			return ctx, err
		}
		ctx = next
	}
	return ctx, nil
}

func (c chain) blocks(ctx context.Context, call *Call, fault *Fault) (string, error) {
	var all strings.Builder
	for _, e := range c {
		if e.Blocks == nil {
			continue
		}
		blocks, err := e.Blocks(ctx, call, fault)
		if err != nil {
			return "", err
		}
		all.WriteString(blocks)
	}
	return all.String(), nil
}

// sealAll returns an envelope as it is sent: with header blocks, and sealed.
func (c chain) sealAll(ctx context.Context, call *Call, fault *Fault, envelope []byte) ([]byte, error) {
	blocks, err := c.blocks(ctx, call, fault)
	if err == nil && blocks != "" {
		envelope, err = codec.InsertBlocks(envelope, blocks)
	}
	if err != nil {
		return nil, err
	}
	return c.seal(ctx, call, envelope)
}

func (c chain) seal(ctx context.Context, call *Call, envelope []byte) (_ []byte, err error) {
	for _, e := range slices.Backward(c) {
		if e.Seal != nil && err == nil {
			envelope, err = e.Seal(ctx, call, envelope)
		}
	}
	return envelope, err
}

// unsealed returns a chain that only adds header blocks to what is sent.
func (c chain) unsealed() (all chain) {
	for _, e := range c {
		all = append(all, &Envelopes{Begin: e.Begin, Blocks: e.Blocks})
	}
	return all
}

func (c chain) deliver(ctx context.Context, call *Call, mediaType string, body []byte) bool {
	return slices.ContainsFunc(c, func(e *Envelopes) bool { return e.Deliver != nil && e.Deliver(ctx, call, mediaType, body) })
}

func (c chain) streams(ctx context.Context) bool {
	return !slices.ContainsFunc(c, func(e *Envelopes) bool {
		return (e.Seal != nil || e.Deliver != nil) && (e.Streams == nil || !e.Streams(ctx))
	})
}

// maxBytes returns the size of the longest reply that may be held in memory, 0 if there is no limit.
func (c chain) maxBytes() (most int) {
	for _, e := range c {
		if e.MaxBytes > 0 && (most == 0 || e.MaxBytes < most) {
			most = e.MaxBytes
		}
	}
	return most
}

// tooLong is the error for a longer reply.
type tooLong int

// Take ends the encoding.
func (n tooLong) Take([]byte) error {
	return fmt.Errorf("the reply has more than %d bytes, and an option needs it as a whole", n)
}

// seal returns a request as it is sent, and the context for its exchange.
func (c *Caller) seal(ctx context.Context, x *clientCall, envelope []byte) (context.Context, []byte, error) {
	if len(c.chain) == 0 || related.WrittenType(envelope) != "" { // it has been sealed before its parts were put beside it
		return ctx, envelope, nil
	}
	ctx, err := c.chain.begin(ctx, &x.Call)
	if err == nil {
		envelope, err = c.chain.sealParts(ctx, &x.Call, envelope, x.parts)
	}
	return ctx, envelope, err
}

func isSame(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// around carries the exchange out inside the envelopes of the binding.
func (x *exchange) around(run func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		ctx, err := x.route.chain.begin(ctx, &x.call)
		x.r = x.r.WithContext(ctx)
		if err == nil {
			err = run(ctx)
		}
		if err == nil && x.call.Reply != nil && !x.route.op.OneWay {
			err = x.seal(ctx)
		}
		return err
	}
}

// seal seals a reply that is complete. A reply that encode has packed is sealed.
func (x *exchange) seal(ctx context.Context) (err error) {
	chain := x.route.chain
	own, packed := isSame(x.call.Reply, x.withBlocks), related.WrittenType(x.call.Reply) != ""
	switch {
	case packed && own:
		return nil
	case packed:
		return errors.New("an interceptor returned a reply with attachments, which cannot be sealed")
	case own:
		x.call.Reply, err = chain.seal(ctx, &x.call, x.call.Reply)
	default:
		x.call.Reply, err = chain.sealAll(ctx, &x.call, nil, x.call.Reply)
	}
	if err != nil {
		return fmt.Errorf("the reply: %w", err)
	}
	return nil
}

// unknownCall returns a call whose operation is not known.
func (h *handler) unknownCall(w http.ResponseWriter, r *http.Request, b contract.Binding) *Call {
	return &Call{Service: h.Service, Binding: b, RequestHeader: r.Header, ResponseHeader: w.Header(), by: h.boundContract}
}
