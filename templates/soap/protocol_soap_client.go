package soap

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

func (soapProtocol) newClient(c *Caller) protocolClient {
	c.chain = c.newChain(c.port, true)
	return &soapClient{c}
}

// soapClient calls operations over SOAP.
type soapClient struct{ *Caller }

func (c *soapClient) replyType() string { return media.XML }

func (c *soapClient) encodeRequest(ctx context.Context, x *clientCall) (context.Context, []byte, error) {
	envelope, packs, err := c.encodeEnvelope(ctx, x)
	if err == nil {
		err = c.checkRequest(ctx, c.inPlace(envelope, x.parts), x.wire, c.envelopeOf(c.binding, nil))
	}
	if err != nil || x.parts.Streamed() {
		return ctx, envelope, err
	}
	declared := x.wire.Details().Attachments
	if x.Input == nil {
		declared = nil
	}
	attachments, err := c.attachmentsOf(x.ctx, x.Input, declared, x.op.RequestType(), x.added)
	if err != nil || !packs && attachments == nil {
		return ctx, envelope, err
	}
	envelope, err = x.pack(c.requestType(x.wire), packs, x.parts, attachments, func() (sealed []byte, err error) {
		ctx, sealed, err = c.seal(ctx, x, envelope)
		return sealed, err
	})
	return ctx, envelope, err
}

// encodeEnvelope returns the envelope of a request, and whether it is the root of a package of XOP.
func (c *soapClient) encodeEnvelope(ctx context.Context, x *clientCall) (envelope []byte, packs bool, err error) {
	e := c.newEncoder()
	defer e.Release()
	e.Watch(ctx)
	mtom := c.sentMTOM(c.port, nil)
	if c.Readers && x.op.RequestType().HasReaders() && len(x.wire.Details().Attachments)+len(x.added) == 0 && !c.chain.whole {
		mtom = mtom.withReaders()
	}
	x.parts = mtom.newParts()
	e.Parts, e.MaxRead = x.parts, c.maxResponse
	sent, _ := ctx.Value(sentKey{}).(headerValues)
	openEnvelope(e, c.binding, func(e *schema.Encoder) { writeHeaders(e, sent, x.wire.Details().Headers) })
	if x.wire.Body {
		e.LimitToType(x.wire.In, x.op.RequestType())
		openBody(e)
		writeRequest(e, x.op, x.Input)
	} else {
		writeWrapper(e, x.op, x.wire, x.Input)
	}
	closeEnvelope(e)
	// A copy: the transport may go on reading when the call is over.
	return bytes.Clone(e.Bytes()), mtom.packs(x.parts), e.Err()
}

// locate implements protocolClient: it sets the HTTP headers of SOAP 1.1 section 6.1 and SOAP 1.2 part 2 section 7.
func (c *soapClient) locate(_ *url.URL, header http.Header, x *clientCall, envelope []byte) (body io.Reader, err error) {
	header.Del("SOAPAction")
	header.Set("Content-Type", cmp.Or(c.packageType(related.WrittenType(envelope), x.wire), c.requestType(x.wire)))
	accept := media.XML
	if c.binding == contract.SOAP12 {
		accept = soap12MediaType + ", " + media.XML
	} else {
		// Spelled as in the standard, for peers that look, and without escapes: a URI needs none.
		header["SOAPAction"] = []string{`"` + lex.OneLine(c.action(x.wire)) + `"`}
	}
	if c.Multipart != nil || c.Readers || c.mtom != nil || c.port.Policy != nil && c.port.Policy.MTOM != contract.Unmentioned {
		accept = media.Multipart + ", " + accept
	}
	setAccept(header, accept)
	if x.parts.Streamed() && refersToParts(envelope) {
		return c.streamRequest(header, x, envelope)
	}
	return bytes.NewReader(envelope), nil
}

// requestType returns the Content-Type of an envelope.
func (c *soapClient) requestType(wire *contract.Wire) string {
	return c.withAction(contentType(c.binding), wire)
}

// packageType adds the action to the Content-Type of a message of parts if the message is a package of XOP.
func (c *soapClient) packageType(t string, wire *contract.Wire) string {
	if media.Parse(t).Attribute("type") == media.XOP {
		return c.withAction(t, wire)
	}
	return t
}

func (c *soapClient) withAction(t string, wire *contract.Wire) string {
	if action := c.action(wire); action != "" && c.binding == contract.SOAP12 {
		t += "; action=" + media.Quote(action)
	}
	return t
}

// streamRequest makes the body of a request, which reads the parts while it is sent.
func (c *soapClient) streamRequest(header http.Header, x *clientCall, envelope []byte) (io.Reader, error) {
	if x.streamed {
		return nil, errSentOnce
	}
	x.streamed = true
	mediaType, message := streamedPackage(c.requestType(x.wire), envelope, x.parts)
	header.Set("Content-Type", c.packageType(mediaType, x.wire))
	return readerBody{message, x.parts}, nil
}

func (c *soapClient) openResponse(x *clientCall, m media.Type, body io.Closer, from io.Reader) (opened bool, err error) {
	switch {
	case c.streams(x, m):
		return true, c.openList(x, body, from, m)
	case c.Readers && c.Multipart == nil && !c.chain.whole && m.Name == media.Multipart && x.op.Result.HasReaders() && c.isMultipart(x, m):
		return true, c.decodeStream(x, m, body, from)
	}
	return false, nil
}

// decode implements protocolClient. The document decides how a response is read, whatever the HTTP status is.
func (c *soapClient) decode(x *clientCall, m media.Type) error {
	switch {
	case c.isMultipart(x, m):
		return c.decodeMultipart(x, m)
	case x.isAccepted(m):
		return nil
	case m.IsXML() || m.Name == "" || c.anyMediaType:
		return c.decodeEnvelope(x, m)
	}
	return c.httpError(x, m, nil)
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

// decodeStream reads the envelope of a response with parts that are read when they are asked for, and leaves body to their readers.
func (c *soapClient) decodeStream(x *clientCall, m media.Type, body io.Closer, from io.Reader) error {
	limits := related.StreamLimits{Parts: c.maxParts(), Bytes: c.maxResponse, Strict: c.strict}
	stream, part, envelope, err := related.NewStream(&contextReader{from, x.ctx}, m.Attribute("boundary"), m.Attribute("start"), limits)
	x.transfer = body
	if err == nil {
		x.body, err = readResponse(envelope, -1, c.maxResponse, x.memory)
	}
	if err != nil {
		return c.failed(x, reading(err))
	}
	x.Reply, x.decoded = x.body.Bytes(), true
	if len(x.Reply) > codec.WatchedBytes {
		defer x.watch()()
	}
	root, _ := rootType(part, m)
	if root.Name != "" && !root.IsXML() {
		return c.httpError(x, m, nil)
	}
	x.from = stream
	defer func() { x.from = nil }()
	if err := c.decodeEnvelope(x, root); err != nil {
		return err
	}
	return c.failed(x, stream.Decoded(func() { _ = body.Close() }))
}

// decodeEnvelope reads x.Reply as an envelope.
func (c *soapClient) decodeEnvelope(x *clientCall, m media.Type) error {
	if len(x.wire.Out) == 0 && !x.wire.OutBody && len(x.Reply) == 0 && x.ok() {
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
		d = c.messageDecoder(x, doc)
	}
	defer d.Release()
	if err != nil {
		return c.unreadable(x, m, err)
	}
	check := func(doc []byte) error {
		return c.checkReply(x.ctx, doc, x.op, x.wire, c.envelopeOf(c.binding, x.memory))
	}
	var invalid error
	if d.Parts == nil {
		invalid = check(doc)
	}
	err = c.readDocument(d, x, m)
	if d.Parts != nil && d.Err() == nil {
		invalid = c.checkInlined(d, check)
	}
	if invalid == nil {
		return err
	}
	return c.invalidReply(x, err, invalid)
}

// open calls the functions Open, and returns the envelope to read instead of doc. It leaves a reply of an interceptor as it is.
func (c *soapClient) open(x *clientCall, doc []byte) ([]byte, error) {
	if !c.chain.opens || x.intercepted {
		return doc, nil
	}
	_, opened, err := c.chain.open(x.ctx, &x.Call, doc)
	if err == nil && !isSame(opened, doc) {
		x.Reply = opened
	}
	return opened, err
}

// replyDocument returns the document of x.Reply in UTF-8, with its parts in their places if something needs the whole document.
func (c *soapClient) replyDocument(x *clientCall, m media.Type) ([]byte, error) {
	doc, err := x.memory.toUTF8(x.Reply, m, x.ended, c.charsets)
	if err == nil && x.from != nil && (x.wire.Encoded || c.checker != nil && x.transfer == nil || c.chain.whole) {
		doc, err = inlinedParts(c.messageDecoder(x, doc))
	}
	if c.chain.whole {
		x.from = nil // as in placeParts
	}
	return doc, err
}

// messageDecoder returns a decoder for a document or an envelope, which may have parts.
func (c *soapClient) messageDecoder(x *clientCall, doc []byte) *schema.Decoder {
	d := c.decoder(x, doc)
	if x.from != nil {
		d.Parts = codec.NewParts(doc, x.from)
	}
	return d
}

func (c *soapClient) readDocument(d *schema.Decoder, x *clientCall, m media.Type) error {
	d.Message = c.strict
	if !d.Root() {
		return c.unreadable(x, m, d.Err())
	}
	version := contract.SOAP11
	if isEnvelope(d, contract.SOAP12) {
		version = contract.SOAP12
	} else if !isEnvelope(d, version) {
		return c.httpError(x, m, noEnvelope(x, d))
	}
	fault := c.decodeBody(d, x, version)
	if d.End(); d.Err() != nil {
		return c.unreadable(x, m, d.Err())
	}
	return c.failed(x, fault)
}

// noEnvelope returns the error for a response with the status of a result and another root element, nil for another status.
func noEnvelope(x *clientCall, d *schema.Decoder) error {
	space, local := d.Tag()
	switch {
	case !x.ok():
		return nil
	case local == "Envelope":
		return fmt.Errorf("the root element is Envelope in the namespace %s, which is not the one of SOAP 1.1 or 1.2", lex.QuoteUpTo(256, space))
	}
	return fmt.Errorf("the root element is %s in the namespace %s, and not an Envelope of SOAP", lex.QuoteUpTo(128, local), lex.QuoteUpTo(256, space))
}

// decodeBody reads an envelope from its start tag through its end tag. A fault may have the other version of SOAP: a server
// that supports only that version sends it.
func (c *soapClient) decodeBody(d *schema.Decoder, x *clientCall, version contract.Binding) (fault error) {
	space := envelopeNamespace(version)
	var header headerBlocks
	body := false
	for d.Open(); d.Child(); {
		s, local := d.Tag()
		switch {
		case s == space && local == "Header" && !body:
			header = c.readHeader(d, version, expectedBlocks{known: x.wire.Details().OutHeaders, faults: x.wire.Details().HeaderFaults})
			x.received = header.receivedBlocks
			x.received.markup = bytes.Clone(x.received.markup) // it outlives the response
		case s == space && local == "Body" && !body:
			body = true
			if f := c.decodeContent(d, x, version, header.unknown(x.wire.Details().OutHeaders)); f != nil && header.fault != nil {
				fault = newFault(header.fault, f, header.detail)
			} else if f != nil {
				fault = c.typed(x, f)
			}
		default:
			d.Skip()
		}
	}
	if !body {
		d.Fail("the envelope has no Body")
	}
	return fault
}

// decodeContent reads a Body, whose start tag is the current one. The first element in it decides how it is read. unknown are the
// mandatory header blocks that are not understood.
func (c *soapClient) decodeContent(d *schema.Decoder, x *clientCall, version contract.Binding, unknown []xsd.QName) (fault *Fault) {
	d.Open()
	here := d.BookmarkBody()
	if !d.Child() {
		decodeEmptyBody(d, x, &here, unknown)
		return nil
	}
	space, local := d.Tag()
	switch {
	case local == "Fault" && space == envelopeNamespace(version):
		d.Strict = false // a fault is not of the contract
		fault = decodeFault(d)
	case len(unknown) > 0:
		d.FailTag("the header %s is mandatory and not understood; %s", unknown[0], readers(unknown[0]))
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

// readers names the options that read a header block, or accept it.
func readers(name xsd.QName) string {
	switch name.Space {
	case codec.SecurityNamespace:
		return "use wsse.WithTrust, or go tool quartet call --trust, to verify it"
	case codec.AddressingNamespace, codec.OldAddressingNamespace:
		return "use wsa.WithAddressing, or go tool quartet call --addressing, to read it"
	}
	return "use soap.WithUnderstood, or go tool quartet call --understood, if your program obeys it"
}

// decodeEmptyBody ends the reading of a Body that has no elements, or that cannot be read.
func decodeEmptyBody(d *schema.Decoder, x *clientCall, start *codec.Bookmark, unknown []xsd.QName) {
	switch {
	case len(unknown) > 0:
		d.Fail("the header %s is mandatory and not understood; %s", unknown[0], readers(unknown[0]))
	case x.wire.OutBody && d.Err() == nil:
		d.Again(start)
		x.takeResult(d)
	case len(x.wire.Out) > 0:
		d.Fail("the Body is empty: the element %s is missing", x.wire.Out[0].Local)
	}
}
