package soap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// Envelopes are functions that [WithEnvelopes] puts around the envelopes of a binding: requests, replies, faults and refusals.
// Each may be nil. Interceptors see messages without what Send adds, so that a reply that an interceptor has kept is sent with
// header blocks for the new request. Only messages with attachments are complete before interceptors see them.
//
// On a handler call.Operation is "" while the operation is not known. An error that is a *Fault is the answer there; the
// text of other errors is logged. On a client an error is the error of the call.
type Envelopes struct {
	// Open looks at an envelope that has arrived, in UTF-8, before it is read, and returns the envelope that is read
	// instead. On a handler the context, also if there is an error, is for the rest of the exchange. A client with an
	// Open reads a list as a whole. There the envelope is nil if a response without a result is empty.
	Open func(ctx context.Context, call *Call, envelope []byte) (context.Context, []byte, error)

	// Begin is called on a handler once the operation is known, before interceptors, and on a client before each request
	// that is sent. The context is for the rest of the exchange.
	Begin func(ctx context.Context, call *Call) (context.Context, error)

	// Send says how an envelope is sent. It is called once for each envelope; for a reply it is called before the reply
	// is encoded. fault is nil unless the envelope is a fault.
	Send func(ctx context.Context, call *Call, fault *Fault) (Sending, error)

	EnvelopeFacts
}

// Sending says how an envelope is sent. A reply with neither Seal nor Deliver may be sent while it is encoded.
type Sending struct {
	Blocks string // header blocks, which declare their namespaces

	// Seal returns the envelope that is sent instead of envelope, which has the blocks, before attachments are packed.
	Seal func(envelope []byte) ([]byte, error)

	// Deliver sends an answer of a handler, complete and packed, elsewhere. Then the status is 202, without a body. It must
	// not keep body.
	Deliver func(mediaType string, body []byte)
}

// EnvelopeFacts are what a handler or a client has to know about Envelopes.
type EnvelopeFacts struct {
	// Whole says that Open and Seal see binary values in base64 in the envelope, and not elements xop:Include.
	Whole bool

	// Layer orders options: the Open of a higher layer comes first, and its Seal last. Package wsse has the layers above 0.
	Layer int

	// MaxBytes is the limit for the size of a reply with a list that Seal or Deliver gets; 0 means no limit.
	MaxBytes int

	Understood []xsd.QName // mandatory header blocks that Open reads and obeys
}

// WithEnvelopes adds functions around envelopes to a handler or a client. newEnvelopes is called with the port that a client
// calls, or with the port of each binding that a handler serves ([contract.Contract.Served]), and may return nil. The Open of
// an earlier option is called first, unless a later one has a higher Layer, and its Seal last: both see the envelope as it is sent.
// An option replaces an earlier one with the same name.
func WithEnvelopes(name string, newEnvelopes func(port *contract.Port, client bool) *Envelopes) Option {
	return bothOption(func(c *config) {
		c.envelopes = slices.DeleteFunc(c.envelopes, func(o namedEnvelopes) bool { return o.name == name })
		c.envelopes = append(c.envelopes, namedEnvelopes{name, newEnvelopes})
	})
}

// WithRewrite changes SOAP envelopes before they are signed and sent: requests of a client; replies, faults and refusals of a handler.
// It is for receivers that need more than the contract says, such as CDATA sections, certain prefixes or one more element. rewrite
// returns the envelope that is sent; it may change and return envelope, in UTF-8, and must not keep it. An error is the error of the call;
// a handler treats it like a reply that cannot be encoded. Replies with lists are encoded as a whole then, up to 64 MiB. Values that are
// sent as parts beside the envelope are elements xop:Include in it. If the option is used more than once, the first rewrite is called first.
func WithRewrite(rewrite func(ctx context.Context, call *Call, envelope []byte) ([]byte, error)) Option {
	envelopes := func(*contract.Port, bool) *Envelopes {
		return &Envelopes{EnvelopeFacts: EnvelopeFacts{MaxBytes: 64 << 20}, Send: func(ctx context.Context, call *Call, _ *Fault) (Sending, error) {
			return Sending{Seal: func(envelope []byte) ([]byte, error) {
				rewritten, err := rewrite(ctx, call, envelope)
				switch {
				case err != nil:
					return nil, fmt.Errorf("rewriting the envelope: %w", err)
				case len(rewritten) == 0:
					return nil, errors.New("rewriting the envelope: nothing is left of it")
				}
				return rewritten, nil
			}}, nil
		}}
	}
	return bothOption(func(c *config) { c.rewrites = slices.Insert(c.rewrites, 0, namedEnvelopes{make: envelopes}) })
}

type namedEnvelopes struct {
	name string
	make func(*contract.Port, bool) *Envelopes
}

// chain are the envelopes of a binding, the outermost first, and what they have in common.
type chain struct {
	all   []*Envelopes
	opens bool // there is an Open
	whole bool // there is one with Whole
	most  int  // the lowest MaxBytes; 0 if there is no limit
}

func (c *config) newChain(port *contract.Port, client bool) (made chain) {
	for _, option := range slices.Concat(c.envelopes, c.rewrites) {
		e := option.make(port, client)
		if e == nil {
			continue
		}
		at := slices.IndexFunc(made.all, func(o *Envelopes) bool { return o.Layer < e.Layer })
		if at < 0 {
			at = len(made.all)
		}
		made.all = slices.Insert(made.all, at, e)
		made.opens, made.whole = made.opens || e.Open != nil, made.whole || e.Whole
		if e.MaxBytes > 0 && (made.most == 0 || e.MaxBytes < made.most) {
			made.most = e.MaxBytes
		}
		c.understood = append(c.understood, e.Understood...)
	}
	return made
}

func (c chain) open(ctx context.Context, call *Call, envelope []byte) (context.Context, []byte, error) {
	for _, e := range c.all {
		if e.Open == nil {
			continue
		}
		next, opened, err := e.Open(ctx, call, envelope)
		if ctx = cmp.Or(next, ctx); err != nil {
			return ctx, nil, err
		}
		envelope = opened
	}
	return ctx, envelope, nil
}

func (c chain) begin(ctx context.Context, call *Call) (context.Context, error) {
	for _, e := range c.all {
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

// send returns how an envelope is sent, nil without options. The first Deliver counts; the first Seal is called last.
func (c chain) send(ctx context.Context, call *Call, fault *Fault) (*Sending, error) {
	if len(c.all) == 0 {
		return nil, nil
	}
	all := new(Sending)
	for _, e := range c.all {
		if e.Send == nil {
			continue
		}
		s, err := e.Send(ctx, call, fault)
		if err != nil {
			return nil, err
		}
		all.Blocks += s.Blocks
		if all.Deliver == nil {
			all.Deliver = s.Deliver
		}
		switch outer := all.Seal; {
		case outer == nil:
			all.Seal = s.Seal
		case s.Seal != nil:
			all.Seal = func(envelope []byte) ([]byte, error) {
				envelope, err := s.Seal(envelope)
				if err != nil {
					return nil, err
				}
				return outer(envelope)
			}
		}
	}
	return all, nil
}

// streams reports whether a reply may be sent while it is encoded.
func (s *Sending) streams() bool { return s == nil || s.Seal == nil && s.Deliver == nil }

// seal returns an envelope as it is sent: with header blocks, and sealed.
func (s *Sending) seal(envelope []byte) (_ []byte, err error) {
	if s != nil && s.Blocks != "" {
		envelope, err = codec.InsertBlocks(envelope, s.Blocks)
	}
	if s != nil && s.Seal != nil && err == nil {
		envelope, err = s.Seal(envelope)
	}
	return envelope, err
}

// sealParts is seal for an envelope whose values may be in parts. If whole, they are in the envelope while it is sealed.
func (s *Sending) sealParts(envelope []byte, values *codec.BinaryParts, whole bool) ([]byte, error) {
	if !whole {
		return s.seal(envelope)
	}
	sealed, err := s.seal(values.Inline(envelope))
	if err != nil {
		return nil, err
	}
	return values.Outline(sealed), nil
}

// unsealed returns a chain that only adds header blocks to what is sent.
func (c chain) unsealed() (all chain) {
	for _, e := range c.all {
		all.all = append(all.all, &Envelopes{Begin: e.Begin, Send: func(ctx context.Context, call *Call, fault *Fault) (s Sending, err error) {
			if e.Send != nil {
				s, err = e.Send(ctx, call, fault)
			}
			return Sending{Blocks: s.Blocks}, err
		}})
	}
	return all
}

// tooLong is the limit that a reply has exceeded, in bytes.
type tooLong int

// Take ends the encoding.
func (n tooLong) Take([]byte) error {
	return fmt.Errorf("the reply has more than %d bytes, and an option needs it as a whole", n)
}

func isSame(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
