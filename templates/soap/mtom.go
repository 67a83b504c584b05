package soap

import (
	"context"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
)

// MTOM says how messages with binary values leave (SOAP Message Transmission Optimization Mechanism). Such messages are
// read in any case.
type MTOM struct {
	Threshold int  // bytes of the shortest value of the type xs:base64Binary that becomes a part; default 1024
	Always    bool // messages without such values are multipart messages, too
	MaxParts  int  // parts of a message that is sent, default 1000: other values stay in the envelope. More than 1000 may arrive, too.

	readers bool // values of readers become parts, which are read while the message is sent
}

// WithMTOM makes a handler or a client send binary values in parts of the message, and not as the policies of the contract
// say; nil restores that. The options of package multipart do it.
func WithMTOM(m *MTOM) Option {
	return bothOption(func(c *config) { c.mtom = m })
}

func (c *config) maxParts() int {
	if c.mtom == nil {
		return related.MaxParts
	}
	return max(c.mtom.MaxParts, related.MaxParts)
}

// sentMTOM returns how messages of a port leave, nil if they leave without parts of values. asked reports whether the peer asks
// for MTOM.
func (c *boundContract) sentMTOM(port *contract.Port, asked func() bool) *MTOM {
	use := contract.Unmentioned
	if port != nil && port.Policy != nil {
		use = port.Policy.MTOM
	}
	switch {
	case c.mtom != nil:
		return c.mtom
	case use == contract.Required || use == contract.Optional && asked():
		return &MTOM{Always: true}
	}
	return nil
}

// newParts returns the parts for the values of a message, nil if they stay in the envelope.
func (m *MTOM) newParts() *codec.BinaryParts {
	if m == nil {
		return nil
	}
	const usual = 1 << 10
	p := &codec.BinaryParts{Threshold: usual, Max: related.MaxParts - 1, Readers: m.readers}
	if m.Threshold > 0 {
		p.Threshold = m.Threshold
	}
	if m.MaxParts > 0 {
		p.Max = m.MaxParts - 1 // the envelope is a part, too
	}
	return p
}

// asksForMTOM reports whether a request was a package of XOP, or its header Accept names the type.
func (x *exchange) asksForMTOM() bool {
	if m := media.Parse(x.r.Header.Get("Content-Type")); m.Name == media.Multipart && media.Parse(m.Attribute("type")).Name == media.XOP {
		return true
	}
	accept := strings.ToLower(strings.Join(x.r.Header["Accept"], ","))
	return strings.Contains(accept, media.Multipart) || strings.Contains(accept, media.XOP)
}

// packs reports whether a message with parts of values is a package of XOP.
func (m *MTOM) packs(values *codec.BinaryParts) bool {
	return m != nil && (m.Always || len(values.List) > 0)
}

// xopType returns the media type of the root of a package with an envelope.
func xopType(envelope string) string {
	t := media.Parse(envelope)
	root := media.XOP + media.UTF8 + "; type=" + media.Quote(t.Name)
	if action := t.Attribute("action"); action != "" {
		root += "; action=" + media.Quote(action)
	}
	return root
}

// packageOf returns a message with the parts of values, if xop, and with attachments, beside an envelope, whose media type
// is root.
func packageOf(root string, envelope []byte, xop bool, values *codec.BinaryParts, attachments []related.Part) []byte {
	var parts []related.Part
	if xop {
		root = xopType(root)
		for _, v := range values.List {
			parts = append(parts, related.Part{ID: v.ID, MediaType: v.MediaType, Content: v.Content})
		}
	}
	return related.Write(root, envelope, append(parts, attachments...))
}

// inPlace returns an envelope for the checker: values are in their places.
func (c *config) inPlace(envelope []byte, values *codec.BinaryParts) []byte {
	if c.checker == nil {
		return envelope
	}
	return values.Inline(envelope)
}

// sealParts is sealAll for an envelope whose values may be in parts, in which they are again afterwards.
func (c chain) sealParts(ctx context.Context, call *Call, envelope []byte, values *codec.BinaryParts) ([]byte, error) {
	if !c.whole() {
		return c.sealAll(ctx, call, nil, envelope)
	}
	sealed, err := c.sealAll(ctx, call, nil, values.Inline(envelope))
	if err != nil {
		return nil, err
	}
	return values.Outline(sealed), nil
}

// whole reports whether values must be in the envelope, and not in parts.
func (c chain) whole() bool {
	return slices.ContainsFunc(c, func(e *Envelopes) bool { return e.Whole })
}

// requestMTOM returns how a request leaves, nil if it leaves without parts of values.
func (c *soapClient) requestMTOM(ctx context.Context, x *clientCall) *MTOM {
	mtom := c.sentMTOM(c.port, plainly)
	if c.Readers && x.op.RequestType().HasReaders() && len(x.wire.Details().Attachments) == 0 && c.chain.streams(ctx) {
		return mtom.withReaders()
	}
	return mtom
}

// expectsParts reports whether responses may well be messages of parts.
func (c *soapClient) expectsParts() bool {
	return c.Multipart != nil || c.Readers || c.mtom != nil || c.port.Policy != nil && c.port.Policy.MTOM != contract.Unmentioned
}
