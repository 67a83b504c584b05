package soap

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
)

// serveMultipart answers a POST of an envelope with attachments, or of one that
// could have some: as if only the envelope had come. The attachments are kept
// for when the operation is known.
func (h *handler) serveMultipart(w http.ResponseWriter, r *http.Request, res *resource, m media.Type) {
	body, ok := h.receive(w, r)
	defer body.release()
	if !ok {
		return
	}
	var packed contract.PackedMessage
	err := body.memory.grow(int64(len(body.text))) // for attachments that are decoded
	if err == nil {
		packed, err = h.Multipart.Unpack(body.text, m.Attribute("boundary"), m.Attribute("start"))
	}
	if err != nil {
		h.sendFault(w, res.likelyBinding(m), unreadable(err), nil)
		return
	}
	envelope, mediaType := packed.Envelope()
	root := media.Parse(mediaType)
	root.Name = cmp.Or(root.Name, m.Attribute("type"), envelopeType(res.likelyBinding(m)))
	if root.Name == media.Multipart {
		writeUnsupported(w, "the root of the message is a message of parts, too", res.envelopeTypes()...)
		return
	}
	if action := m.Attribute("action"); root.Attribute("action") == "" && action != "" {
		root.Add("action", action)
	}
	if b, ok := res.bindingOf(w, r, root); ok {
		h.serveEnvelope(w, r, res, root, message{body, b, envelope, packed})
	}
}

// likelyBinding returns the binding in which to answer a message whose envelope
// is not found: the one with the media type, else the first that is offered.
func (res *resource) likelyBinding(m media.Type) contract.Binding {
	if res.soap[contract.SOAP12] != nil && (res.soap[contract.SOAP11] == nil || media.Parse(m.Attribute("type")).Name == soap12MediaType) {
		return contract.SOAP12
	}
	return contract.SOAP11
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
	if err := x.packed.Attach(request, options); err != nil {
		return unreadable(err)
	}
	return nil
}

// pack puts the attachments of a request beside its envelope.
func (c *Caller) pack(x *clientCall, envelope []byte) ([]byte, error) {
	return c.Multipart.Pack(x.Input, envelope, c.requestType(x.wire), c.packagingOptions(x.ctx, x.wire.Details().Attachments, x.op.RequestType()))
}

// isMultipart reports whether x.Reply is a message with parts: as its media type
// says, or where an interceptor has answered, as it looks.
func (c *Caller) isMultipart(x *clientCall, m media.Type) bool {
	return c.Multipart != nil && isSOAP(c.binding) && (m.Name == media.Multipart || c.packed(x.Reply) != "")
}

// decodeMultipart reads x.Reply as an envelope with attachments.
func (c *Caller) decodeMultipart(x *clientCall, m media.Type) error {
	if m.Name != media.Multipart {
		m = media.Parse(c.packed(x.Reply))
	}
	message, err := c.Multipart.Unpack(x.Reply, m.Attribute("boundary"), m.Attribute("start"))
	if err != nil {
		return c.unreadable(x, m, err)
	}
	envelope, mediaType := message.Envelope()
	root := media.Parse(mediaType)
	if root.Name != "" && !root.IsXML() {
		return c.httpError(x, m)
	}
	defer func(whole []byte) { x.Reply = whole }(x.Reply)
	x.Reply = envelope
	if len(x.Reply) == 0 && x.ok() && x.op.OneWay {
		return nil
	}
	if err := c.decodeMessage(x, root); err != nil {
		return err
	}
	options := c.packagingOptions(x.ctx, x.wire.Details().OutAttachments, resultType(x.op))
	options.NewDecoder = func(doc []byte) *schema.Decoder { return c.decoder(x, doc) }
	return c.failed(x, message.Attach(x.Output, options))
}

// packed returns the media type of a multipart document that the contract's
// packaging has made, "" for any other document.
func (c *boundContract) packed(document []byte) string {
	if c.Multipart == nil {
		return ""
	}
	return c.Multipart.Packed(document)
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
		CheckValue:  c.valueCheck(ctx),
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
