package soap

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
)

// decodeResponse reads x.Reply. The document decides over SOAP, whatever the
// status is; over HTTP, the status does.
func (c *Caller) decodeResponse(x *clientCall, m media.Type) error {
	if c.isMultipart(x, m) {
		return c.decodeMultipart(x, m)
	}
	switch {
	case x.op.OneWay && x.ok() && (len(x.Reply) == 0 || !m.IsXML()): // WS-I Basic Profile 1.1, R2727
		return nil
	case !isSOAP(c.binding):
		return c.decodeHTTP(x, m)
	case m.IsXML() || m.Name == "":
		return c.decodeMessage(x, m)
	}
	return c.httpError(x, m)
}

// decodeHTTP reads a response of an HTTP binding.
func (c *Caller) decodeHTTP(x *clientCall, m media.Type) error {
	switch {
	case c.binding == contract.JSON && m.Name != "text/plain":
		return c.decodeFormat(x, m)
	case x.status >= 400 && m.Name == "text/plain":
		return c.failed(x, c.textFault(x, m))
	case !x.ok():
		return c.httpError(x, m)
	case c.binding == contract.HTTPHead:
		return nil
	case x.wire.Details().Receive > contract.ContentXML:
		return c.decodeText(x, m)
	case m.IsXML() || m.Name == "" || len(x.Reply) == 0:
		return c.decodeMessage(x, m)
	}
	return c.httpError(x, m)
}

func (x *clientCall) ok() bool { return x.status >= 200 && x.status < 300 }

func (c *Caller) httpError(x *clientCall, m media.Type) *HTTPError {
	const maxBytes = 1 << 10
	body := x.arrived()
	return &HTTPError{
		Binding:   c.binding,
		Operation: x.op.Name,
		Status:    x.status,
		MediaType: m.Name,
		Location:  x.ResponseHeader.Get("Location"),
		Body:      append([]byte(nil), body[:min(len(body), maxBytes)]...),
	}
}

// textFault makes a fault of the text with which an HTTP binding answers errors.
func (c *Caller) textFault(x *clientCall, m media.Type) error {
	const maxBytes = 64 << 10
	text := x.Reply[:min(len(x.Reply), maxBytes)]
	if cs, err := charset.Named(m.Attribute("charset"), c.charsets); err == nil && cs != nil && cs.ExtendsASCII() {
		if done, err := cs.Decode(text); err == nil {
			text = done
		}
	}
	f := &Fault{Status: x.status, remote: true}
	f.Code = FaultCode(f.FaultCode())
	f.Reason = strings.TrimSpace(strings.ToValidUTF8(string(text), "\uFFFD"))
	if f.Reason == "" {
		f.Reason = http.StatusText(x.status)
	}
	return f
}

// unreadable returns the error for a document that cannot be read: the error of the
// decoder if the status is the status of a result and there is a document.
func (c *Caller) unreadable(x *clientCall, m media.Type, err error) error {
	switch {
	case err == nil:
		return nil
	case err == error(codec.ErrInterrupted):
		return c.failed(x, err)
	case !x.ok():
		return c.httpError(x, m)
	case len(x.arrived()) == 0:
		return c.undecoded(x, m, err)
	}
	return c.failed(x, err)
}

// undecoded returns the error for a response whose body cannot be had.
func (c *Caller) undecoded(x *clientCall, m media.Type, err error) error {
	e := c.httpError(x, m)
	e.Err = err
	return e
}

// decodeText reads x.Reply as a value of a simple type and nothing around it.
func (c *Caller) decodeText(x *clientCall, m media.Type) error {
	text, err := lexicalForm(x.Reply, x.wire.Details().Receive, m.Attribute("charset"), c.charsets)
	if err != nil {
		return c.failed(x, err)
	}
	doc, err := codec.WrapText(text)
	if err != nil {
		return c.failed(x, err)
	}
	d := codec.NewDecoder(doc, nil, c.limits)
	d.Interrupt = x.ended
	defer d.Release()
	if d.Root() {
		x.takeResult(d)
	}
	return c.failed(x, d.Err())
}

// decodeMessage reads x.Reply as an XML document or as an envelope.
func (c *Caller) decodeMessage(x *clientCall, m media.Type) error {
	if len(x.wire.Out) == 0 && !x.wire.OutBody && (!isSOAP(c.binding) || len(x.Reply) == 0 && x.ok()) {
		_, err := c.open(x, nil)
		return c.failed(x, err)
	}
	doc, err := c.replyDocument(x, m)
	if err != nil {
		return c.unreadable(x, m, err)
	}
	if doc, err = c.open(x, doc); err != nil {
		return c.failed(x, err)
	}
	d := c.messageDecoder(x, doc)
	if x.wire.Encoded {
		doc, err = c.inlined(d, c.binding)
		d = c.decoder(x, doc)
	}
	defer d.Release()
	if err != nil {
		return c.unreadable(x, m, err)
	}
	check := func(doc []byte) error { return c.checkReply(x.ctx, doc, c.binding, x.op, x.wire) }
	var invalid error
	if d.Parts == nil {
		invalid = check(doc)
	}
	if x.wire.OutBody && !isSOAP(c.binding) {
		err = c.readWhole(d, x, m)
	} else {
		err = c.readMessage(d, x, m)
	}
	if d.Parts != nil && d.Err() == nil {
		invalid = c.checkInlined(d, check)
	}
	if invalid == nil {
		return err
	}
	return c.invalidReply(x, err, invalid)
}

// replyDocument returns the document of x.Reply in UTF-8, with its parts in place where they have to be.
func (c *Caller) replyDocument(x *clientCall, m media.Type) ([]byte, error) {
	doc, err := codec.ToUTF8Until(x.Reply, m.Attribute("charset"), x.ended, c.charsets)
	if err == nil && x.from != nil && (x.wire.Encoded || c.checker != nil && x.transfer == nil || c.chain.whole()) {
		if doc, err = inlinedParts(c.messageDecoder(x, doc)); err == nil {
			x.from = nil
		}
	}
	return doc, err
}

// messageDecoder returns a decoder for a document or an envelope, which may have parts.
func (c *Caller) messageDecoder(x *clientCall, doc []byte) *schema.Decoder {
	d := c.decoder(x, doc)
	if x.from != nil {
		d.Parts = codec.NewParts(doc, x.from)
	}
	return d
}

// invalidReply is the error for a reply that is not valid: a fault stays one.
func (c *Caller) invalidReply(x *clientCall, err, invalid error) error {
	var fault *Fault
	var call *callError
	if errors.As(err, &fault) && errors.As(err, &call) {
		call.err = fmt.Errorf("%w; its detail or header blocks are invalid: %w", call.err, invalid)
		return err
	}
	return c.failed(x, invalid)
}

// readWhole reads a document whose root is the content of the result.
func (c *Caller) readWhole(d *schema.Decoder, x *clientCall, m media.Type) error {
	if d.Root() {
		inside := c.decoder(x, codec.WrapContent(d.Buf[d.TagStart():]))
		defer inside.Release()
		if d = inside; d.Root() {
			x.takeResult(d)
		}
	}
	d.End()
	return c.unreadable(x, m, d.Err())
}

func (c *Caller) readMessage(d *schema.Decoder, x *clientCall, m media.Type) error {
	if isSOAP(c.binding) {
		return c.readEnvelope(d, x, m)
	}
	if d.Root() {
		codec.DecodePath(d, x.wire.Out, x.op.ResultRequired || x.wire.OutMust, x.takeResult)
	}
	d.End()
	return c.unreadable(x, m, d.Err())
}

func (c *Caller) readEnvelope(d *schema.Decoder, x *clientCall, m media.Type) error {
	d.Message = c.strict
	if !d.Root() {
		return c.unreadable(x, m, d.Err())
	}
	var version contract.Binding
	switch {
	case isEnvelope(d, contract.SOAP11):
		version = contract.SOAP11
	case isEnvelope(d, contract.SOAP12):
		version = contract.SOAP12
	default:
		return c.httpError(x, m)
	}
	fault := c.decodeBody(d, x, version)
	d.End()
	switch {
	case d.Err() != nil:
		return c.unreadable(x, m, d.Err())
	case fault != nil:
		return c.failed(x, c.typed(x, fault))
	}
	return nil
}

// decodeBody reads an envelope from its start tag through its end tag. A fault
// may have the other version of SOAP: a server that supports only that version
// sends it.
func (c *Caller) decodeBody(d *schema.Decoder, x *clientCall, version contract.Binding) (fault *Fault) {
	space := envelopeNamespace(version)
	x.header, x.mandatory = headerBlocks{}, nil
	body := false
	d.Open()
	for d.Child() {
		s, local := d.Tag()
		switch {
		case s == space && local == "Header" && !body:
			x.header = c.readHeader(d, version, expectedBlocks{known: x.wire.Details().OutHeaders, faults: x.wire.Details().HeaderFaults})
			x.received = x.header.receivedBlocks
			x.received.markup = bytes.Clone(x.received.markup) // it outlives the response
			x.mandatory = x.header.unknown(x.wire.Details().OutHeaders)
		case s == space && local == "Body" && !body:
			body = true
			fault = c.decodeContent(d, x, version)
		default:
			d.Skip()
		}
	}
	if !body {
		d.Fail("the envelope has no Body")
	}
	return fault
}

// decodeContent reads a Body, whose start tag is the current one. Its first element decides.
func (c *Caller) decodeContent(d *schema.Decoder, x *clientCall, version contract.Binding) (fault *Fault) {
	d.Open()
	here := d.BookmarkBody()
	if !d.Child() {
		decodeEmptyBody(d, x, &here)
		return nil
	}
	space, local := d.Tag()
	switch {
	case local == "Fault" && space == envelopeNamespace(version):
		d.Strict = false // a fault is not of the contract
		fault = decodeFault(d)
	case len(x.mandatory) > 0:
		d.FailTag("the header %s is mandatory and not understood", x.mandatory[0])
	case version != c.binding:
		d.FailTag("the envelope is of another version of SOAP than the request's")
	case x.wire.OutBody:
		d.Again(&here)
		x.takeResult(d)
		return nil
	case len(x.wire.Out) > 0:
		codec.DecodePath(d, x.wire.Out, x.op.ResultRequired || x.wire.OutMust, x.takeResult)
	default:
		d.Skip()
	}
	for d.Child() {
		d.Skip()
	}
	return fault
}

// decodeEmptyBody ends the reading of a Body that has no elements, or that cannot be read.
func decodeEmptyBody(d *schema.Decoder, x *clientCall, start *codec.Bookmark) {
	switch {
	case len(x.mandatory) > 0:
		d.Fail("the header %s is mandatory and not understood", x.mandatory[0])
	case x.wire.OutBody && d.Err() == nil:
		d.Again(start)
		x.takeResult(d)
	case len(x.wire.Out) > 0:
		d.Fail("the Body is empty: the element %s is missing", x.wire.Out[0].Local)
	}
}
