package soap

import (
	"example.com/quartet/templates/soap/internal/media"
)

// attach puts the attachments of a request beside its envelope.
func (c *Caller) attach(x *clientCall, envelope []byte) ([]byte, error) {
	return c.Multipart.Pack(x.req, envelope, c.requestType(x.wire), c.packagingOptions(x.wire.Attachments, x.op.Request))
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
	return c.failed(x, message.Attach(x.result, c.packagingOptions(x.wire.OutAttachments, resultType(x.op))))
}
