package soap

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
)

// serveMultipart answers a POST of an envelope with parts. The envelope is served like one
// without parts; the parts are kept until it has been read.
func (e *soapEndpoint) serveMultipart(w http.ResponseWriter, r *http.Request, m media.Type) {
	if e.Readers && e.Multipart == nil && media.ContentCoding(r.Header) == "" {
		e.serveStream(w, r, m)
		return
	}
	body, ok := e.receive(w, r)
	defer body.release()
	if !ok {
		return
	}
	var packed *related.Message
	err := body.memory.grow(int64(len(body.text))) // for parts that are decoded
	if err == nil {
		packed, err = related.Read(body.text, m.Attribute("boundary"), m.Attribute("start"), e.maxParts())
	}
	if err != nil {
		e.sendFault(w, r, e.likelyBinding(m), unreadable(err), nil)
		return
	}
	e.servePacked(w, r, m, packed.Root, message{body: body, packed: packed, parts: packed})
}

// servePacked answers an envelope that is a part of a message of the type m.
func (e *soapEndpoint) servePacked(w http.ResponseWriter, r *http.Request, m media.Type, part *related.Part, msg message) {
	root, xop := rootType(part, m)
	root.Name = cmp.Or(root.Name, m.Attribute("type"), envelopeType(e.likelyBinding(m)))
	if xop && root.Name == media.XML && e.isSOAP12(part.Content, &msg.body.memory) {
		root.Name = soap12MediaType // some clients name the media type of SOAP 1.1 for both versions
	}
	if root.Name == media.Multipart {
		e.refuseType(w, r, root, "the root of the message is a message of parts, too")
		return
	}
	b, ok := e.bindingOf(w, r, root)
	if !ok {
		return
	}
	msg.binding, msg.envelope = b, part.Content
	e.serveEnvelope(w, r, root, msg)
}

func (h *handler) isSOAP12(envelope []byte, m *reservation) bool {
	d := h.requestDecoder(envelope, m)
	defer d.Release()
	return d.Root() && isEnvelope(d, contract.SOAP12)
}

// rootType returns the media type of the envelope in a part of a message of the media type m. In an
// XOP package it is the type that the envelope would have without the package.
func rootType(part *related.Part, m media.Type) (root media.Type, xop bool) {
	outer := media.Parse(part.MediaType)
	if root = outer; outer.Name == media.XOP || outer.Name == "" && m.Attribute("type") == media.XOP {
		root, xop = media.Parse(cmp.Or(outer.Attribute("type"), m.Attribute("start-info"))), true
		root.Add("charset", outer.Attribute("charset"))
	}
	for _, from := range []media.Type{outer, media.Parse(m.Attribute("start-info")), m} {
		if action := from.Attribute("action"); root.Attribute("action") == "" && action != "" {
			root.Add("action", action)
		}
	}
	return root, xop
}

// isMultipart reports whether a message with a media type may have parts: MTOM
// is always read, attachments if the contract has some.
func (e *soapEndpoint) isMultipart(m media.Type) bool {
	return m.Name == media.Multipart && (e.multipart || media.Parse(m.Attribute("type")).Name == media.XOP)
}

// attach gives a request the attachments that came with the envelope.
func (x *exchange) attach(ctx context.Context, request any) error {
	declared := x.route.wire.Details().Attachments
	if _, ok := CallInfo(ctx); !ok && len(declared) > 0 {
		return errors.New("an interceptor replaced the context with one that lacks the attachments of the request")
	}
	if x.packed == nil {
		return nil
	}
	options := x.h.packagingOptions(ctx, declared, x.route.op.RequestType())
	options.NewDecoder = func(doc []byte) *schema.Decoder { return x.h.requestDecoder(doc, x.memory) }
	if err := x.h.unpack(request, x.packed, options); err != nil {
		return unreadable(err)
	}
	return nil
}

// unpack gives a value that was decoded from an envelope the attachments beside it.
func (c *boundContract) unpack(v any, packed *related.Message, options *contract.PackagingOptions) error {
	switch {
	case c.Multipart != nil:
		return c.Multipart.Attach(v, packed.Attachments(), options)
	case c.strict:
		return packed.CheckUsed()
	}
	return nil
}

// packRequest seals the envelope of a request, and puts its parts beside it.
func (c *soapClient) packRequest(ctx context.Context, x *clientCall, envelope []byte) (_ context.Context, _ []byte, err error) {
	var attachments []contract.BodyPart
	if declared := x.wire.Details().Attachments; len(declared) > 0 && x.Input != nil {
		if attachments, err = c.attachmentsOf(x.ctx, x.Input, declared, x.op.RequestType()); err != nil {
			return ctx, nil, err
		}
	}
	x.attach(attachments)
	ctx, envelope, err = c.seal(ctx, x, envelope)
	return ctx, packageOf(c.requestType(x.wire), envelope, x.mtom.packs(x.parts), x.parts, attachments), err
}

// attachmentsOf returns the attachments of a message for which the contract declares some; they are not nil.
func (c *boundContract) attachmentsOf(ctx context.Context, v any, declared []contract.Attachment, message *schema.Type) ([]contract.BodyPart, error) {
	parts, err := c.Multipart.Pack(v, c.packagingOptions(ctx, declared, message))
	return append([]contract.BodyPart{}, parts...), err
}

// isMultipart reports whether x.Reply is a message with parts: its media type
// says so, or its content does if an interceptor has answered.
func (c *soapClient) isMultipart(x *clientCall, m media.Type) bool {
	return m.Name == media.Multipart || related.WrittenType(x.Reply) != ""
}

// decodeMultipart reads x.Reply as an envelope with parts.
func (c *soapClient) decodeMultipart(x *clientCall, m media.Type) error {
	if m.Name != media.Multipart {
		m = media.Parse(related.WrittenType(x.Reply))
	}
	packed, err := related.Read(x.Reply, m.Attribute("boundary"), m.Attribute("start"), c.maxParts())
	if err != nil {
		return c.unreadable(x, m, err)
	}
	root, _ := rootType(packed.Root, m)
	if root.Name != "" && !root.IsXML() {
		return c.httpError(x, m, nil)
	}
	defer func(whole []byte) { x.Reply, x.from = whole, nil }(x.Reply)
	x.Reply, x.attached, x.from = packed.Root.Content, packed.Attachments, packed
	if len(x.Reply) == 0 && x.ok() && x.op.OneWay {
		return nil
	}
	if err := c.decodeEnvelope(x, root); err != nil {
		return err
	}
	options := c.packagingOptions(x.ctx, x.wire.Details().OutAttachments, resultType(x.op))
	options.NewDecoder = func(doc []byte) *schema.Decoder { return c.decoder(x, doc) }
	return c.failed(x, c.unpack(x.Output, packed, options))
}

// inlinedParts returns the document of a decoder, which it releases, with the parts to
// which it refers in place. Checkers, and SOAP encoding, need that.
func inlinedParts(d *schema.Decoder) ([]byte, error) {
	defer d.Release()
	if d.Parts == nil {
		return d.Buf, nil
	}
	return d.Inlined()
}

// packagingOptions returns how the attachments of a message are encoded.
func (c *boundContract) packagingOptions(ctx context.Context, attachments []contract.Attachment, message *schema.Type) *contract.PackagingOptions {
	o := &contract.PackagingOptions{
		Attachments: attachments,
		Message:     message,
		Strict:      c.strict,
		NewEncoder:  c.newEncoder,
		NewDecoder:  c.newDecoder,
		Charsets:    c.charsets,
		CheckValue:  c.valueCheck(ctx, nil),
	}
	if c.checker != nil {
		o.CheckDocument = func(doc []byte) error { return c.check(ctx, doc, Comparison{}) }
	}
	return o
}

// resultType returns the type of the struct that an operation returns, nil if it
// returns none.
func resultType(op *contract.Operation) *schema.Type {
	if op.Result == nil {
		return nil
	}
	return op.Result.StructType()
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

// inPlace returns an envelope for the checker, in which values are in the places of their parts.
func (c *config) inPlace(envelope []byte, values *codec.BinaryParts) []byte {
	if c.checker == nil {
		return envelope
	}
	return values.Inline(envelope)
}
