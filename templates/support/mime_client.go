package support

import "net/http"

// attach puts the attachments of a request beside its envelope.
func (c *Caller) attach(x *clientCall, envelope []byte) ([]byte, error) {
	a := c.attachmentsOut(x.way.Attachments, c.config)
	if x.attached.attachments(a); a.err != nil {
		return nil, a.err
	}
	root := contentType(c.binding)
	if action := c.action(x.way); x.way.Action12 && c.binding == SOAP12 && action != "" {
		root += "; action=" + quoted(action)
	}
	return writeMultipart(root, envelope, a.out), nil
}

// multipartHeader sets the headers of a request that has attachments, or whose
// response may have some.
func (c *Caller) multipartHeader(header http.Header, x *clientCall) {
	if !c.Multipart || !isSOAP(c.binding) {
		return
	}
	if t := writtenType(x.Request); t != "" {
		header.Set("Content-Type", t)
	}
	if x.RequestHeader.Get("Accept") == "" {
		header.Set("Accept", multipartMediaType+", "+header.Get("Accept"))
	}
}

// isMultipart reports whether x.Reply is a message with parts: as its media type
// says, or where an interceptor has answered, as it looks.
func (c *Caller) isMultipart(x *clientCall, m mediaType) bool {
	return c.Multipart && isSOAP(c.binding) && (m.name == multipartMediaType || writtenType(x.Reply) != "")
}

// decodeMultipart reads x.Reply as an envelope with attachments.
func (c *Caller) decodeMultipart(x *clientCall, m mediaType) error {
	if m.name != multipartMediaType {
		m = parseMediaType(writtenType(x.Reply))
	}
	message, err := readMultipart(x.Reply, m)
	if err != nil {
		return c.unreadable(x, m, err)
	}
	root := parseMediaType(message.root.mediaType)
	if root.name != "" && !root.isXML() {
		return c.httpError(x, m)
	}
	x.received = c.attachmentsIn(x.way.OutAttachments, message, c.config)
	x.Reply = message.root.content
	defer func() { x.Reply, x.received = message.raw, nil }()
	if len(x.Reply) == 0 && x.ok() && x.op.OneWay {
		return nil
	}
	if err := c.decodeMessage(x, root); err != nil {
		return err
	}
	if x.received.err != nil {
		return c.failed(x, x.received.err)
	}
	return nil
}

// attach gives the result that has attachments those that were received. Whether
// they are in order is for decodeMultipart to say, when the envelope has been
// read.
func (x *clientCall) attach(d *Decoder) {
	if v := asAttached(x.result); v != nil && x.received != nil && d.Err() == nil {
		v.attachments(x.received)
	}
}
