package soap

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// serveSOAP answers a POST of an envelope.
func (h *handler) serveSOAP(w http.ResponseWriter, r *http.Request, res *resource, m media.Type) {
	if res.isMultipart(m) {
		h.serveMultipart(w, r, res, m)
		return
	}
	if !h.asmx && res.lacks(m) {
		h.refuseOther(w, r, res, m)
		return
	}
	binding, ok := h.bindingOf(w, r, res, m)
	if !ok {
		return
	}
	body, ok := h.receive(w, r)
	defer body.release()
	if ok {
		h.serveEnvelope(w, r, res, m, message{body: body, binding: binding, envelope: body.text})
	}
}

// lacks reports whether a media type belongs to a version of SOAP that is not
// offered.
func (res *resource) lacks(m media.Type) bool {
	return m.Name == media.XML && res.soap[contract.SOAP11] == nil || m.Name == soap12MediaType && res.soap[contract.SOAP12] == nil
}

// refuseOther answers a message with the media type of a version of SOAP that is
// not offered: an envelope of another version than the one that is offered as such,
// anything else as one with any other media type.
func (h *handler) refuseOther(w http.ResponseWriter, r *http.Request, res *resource, m media.Type) {
	body, ok := h.receive(w, r)
	defer body.release()
	if !ok {
		return
	}
	if doc, err := body.toUTF8(body.text, m, h.charsets); err == nil {
		d := h.requestDecoder(doc, &body.memory)
		defer d.Release()
		offered := res.likelyBinding(m)
		if d.Root() && !isEnvelope(d, offered) {
			if space, local := d.Tag(); local == "Envelope" && space != "" {
				h.refuseVersion(w, r, d, res, offered)
				return
			}
		}
	}
	h.refuseType(w, r, m, "", res.envelopeTypes()...)
}

// bindingOf returns the binding of an envelope with a media type. If it is not
// offered, the request has been answered.
func (h *handler) bindingOf(w http.ResponseWriter, r *http.Request, res *resource, m media.Type) (b contract.Binding, ok bool) {
	for _, b := range [...]contract.Binding{contract.SOAP11, contract.SOAP12} {
		if res.soap[b] != nil && m.Name == envelopeType(b) {
			return b, b == contract.SOAP12 || !h.repeated(w, r, soapActionHeader)
		}
	}
	h.refuseType(w, r, m, "", res.envelopeTypes()...)
	return 0, false
}

// message is a request with an envelope.
type message struct {
	body     *requestBody
	binding  contract.Binding
	envelope []byte           // the body, or one of its parts
	packed   *related.Message // the parts, in memory; nil if there are none
	stream   *related.Stream  // parts that are read when they are asked for
	parts    codec.Source     // packed or stream
	xop      bool             // elements of the envelope refer to parts
}

// serveEnvelope answers an envelope, whose media type is m.
func (h *handler) serveEnvelope(w http.ResponseWriter, r *http.Request, res *resource, m media.Type, msg message) {
	port := res.soap[msg.binding]
	doc, err := msg.body.toUTF8(msg.envelope, m, h.charsets)
	var unsupported charset.UnsupportedError
	if errors.As(err, &unsupported) {
		h.refuseType(w, r, m, err.Error(), res.envelopeTypes()...)
		return
	}
	chain := h.chains[msg.binding]
	if err == nil && chain.whole() {
		err = msg.readAll()
	}
	if err == nil && msg.xop && (port.encoded || h.checker != nil && msg.stream == nil || chain.whole()) {
		doc, err = inlinedParts(h.messageDecoder(&msg, doc))
		msg.xop = false
	}
	if err == nil && len(chain) > 0 {
		var ok bool
		if r, doc, ok = h.open(w, r, msg, doc); !ok {
			return
		}
	}
	d := h.messageDecoder(&msg, doc)
	if err == nil && port.encoded {
		doc, err = h.inlined(d, msg.binding)
		d = h.requestDecoder(doc, &msg.body.memory)
	}
	if err != nil {
		h.refuseUnreadable(w, r, msg.binding, err)
		return
	}
	d.Message = h.strict
	defer d.Release()
	h.dispatch(w, r, d, msg, res, requestAction(r, m, msg.binding))
}

// readAll reads the parts that have not been read.
func (msg *message) readAll() (err error) {
	if msg.stream != nil {
		msg.packed, err = msg.stream.All()
		msg.stream = nil
	}
	return err
}

// messageDecoder returns a decoder for the envelope of a message.
func (h *handler) messageDecoder(msg *message, doc []byte) *schema.Decoder {
	d := h.requestDecoder(doc, &msg.body.memory)
	if !msg.xop {
		return d
	}
	d.LimitMemory(maxMemory(h.limits, msg.body.text), msg.body.memory.grow)
	d.Parts = codec.NewParts(doc, msg.parts)
	return d
}

// envelopeTypes returns the media types of the envelopes that are read.
func (res *resource) envelopeTypes() []string {
	var types []string
	for _, b := range [...]contract.Binding{contract.SOAP11, contract.SOAP12} {
		if res.soap[b] != nil {
			types = append(types, envelopeType(b))
		}
	}
	if res.multipart {
		types = append(types, media.Multipart)
	}
	return types
}

const soapActionHeader = "Soapaction" // SOAPAction in canonical form

// requestAction returns the action that the client gave, without quotes.
func requestAction(r *http.Request, m media.Type, b contract.Binding) string {
	if b == contract.SOAP12 {
		return m.Attribute("action")
	}
	action := media.Trim(headerField(r.Header, soapActionHeader))
	if len(action) >= 2 && action[0] == '"' && action[len(action)-1] == '"' {
		action = action[1 : len(action)-1]
	}
	return action
}

// dispatch reads an envelope up to the element in its Body, which tells the
// operation, and carries the operation out.
func (h *handler) dispatch(w http.ResponseWriter, r *http.Request, d *schema.Decoder, msg message, res *resource, action string) {
	b, port := msg.binding, res.soap[msg.binding]
	if d.Root() && !isEnvelope(d, b) {
		h.refuseVersion(w, r, d, res, b)
		return
	}
	var header headerBlocks
	name, body, found := h.enterBody(w, r, d, &header, port, b)
	if !found {
		return
	}
	chosen, fault := port.operations.choose(d, &body, name, actions{action, header.action})
	if fault == nil {
		fault = h.noteAction(r, port, chosen, action)
	}
	if fault != nil {
		if name != (xsd.QName{}) { // a document that cannot be read at all says more
			d.Skip()
			leaveBody(d)
		}
		switch {
		case d.Err() != nil:
			fault = unreadable(d.Err())
		case h.asmx:
			fault = asmxUnknown(b, action)
		case port.rpc && len(port.operations[name]) == 0:
			fault = rpcFault(b, fault, "ProcedureNotPresent")
		}
		h.sendFault(w, r, b, fault, nil)
		return
	}
	if unknown := header.unknown(chosen.wire.Details().Headers); len(unknown) > 0 {
		h.refuseHeaders(w, r, b, unknown)
		return
	}
	if !chosen.op.RequestType().HasReaders() {
		if err := msg.readAll(); err != nil {
			h.refuseUnreadable(w, r, b, err)
			return
		}
	}
	header.request = true
	x := &exchange{h: h, w: w, r: r, route: chosen, call: Call{received: header.receivedBlocks}, packed: msg.packed, incoming: msg.stream, memory: &msg.body.memory}
	x.finish(x.run(msg.body.text, func() (any, error) { return x.decode(d, &body, name == (xsd.QName{})) }))
}

// decode reads the request and the rest of the envelope. The current tag is the element in
// the Body, whose content starts at body; if the Body is empty, the envelope has been read.
func (r *route) decode(d *schema.Decoder, body *codec.Bookmark, empty bool) (request any) {
	switch {
	case empty && r.op.IsBare(r.wire):
		return nilRequest(r.op)
	case r.wire.Body:
		d.Again(body)
		request = decodeRequest(d, r.op)
		leaveEnvelope(d)
	case empty:
		request = emptyRequest(r.op)
	default:
		request = decodeRequest(d, r.op)
		leaveBody(d)
	}
	return request
}

// isEnvelope reports whether the current tag is an envelope of a binding.
func isEnvelope(d *schema.Decoder, b contract.Binding) bool {
	return d.HasTag(envelopeNamespace(b), "Envelope")
}

// enterBody reads an envelope from its start tag to the start tag of the element in its
// Body, which becomes the current tag. The zero name is an empty Body; then the
// envelope has been read. body is the start of the Body's content. It answers
// itself if the envelope is refused.
func (h *handler) enterBody(w http.ResponseWriter, r *http.Request, d *schema.Decoder, header *headerBlocks, port *soapPort, b contract.Binding) (name xsd.QName, body codec.Bookmark, ok bool) {
	space := envelopeNamespace(b)
	checkEnvelopeTag(d, b)
	d.OpenElements()
	next := d.Child()
	if next && d.HasTag(space, "Header") {
		checkEnvelopeTag(d, b)
		*header = h.readHeader(d, b, expectedBlocks{known: port.headers, addressed: port.addressed})
		next = d.Child()
	}
	if !next {
		d.Fail("the envelope has no Body")
	} else if !d.HasTag(space, "Body") {
		d.FailTag("the Body of the envelope is expected here")
	}
	if d.Err() == nil {
		checkEnvelopeTag(d, b)
		d.Open()
		if d.Err() == nil {
			body = d.BookmarkBody()
		}
		if d.Child() {
			name.Space, name.Local = d.Tag()
			header.style = cmp.Or(header.style, unknownStyle(d, b))
		} else {
			leaveEnvelope(d)
		}
	}
	if d.Err() != nil {
		h.refuseUnreadable(w, r, b, d.Err())
		return xsd.QName{}, body, false
	}
	if unknown := header.unknown(port.headers); len(unknown) > 0 {
		h.refuseHeaders(w, r, b, unknown)
		return xsd.QName{}, body, false
	}
	if header.style != "" {
		f := clientFault(fmt.Sprintf("the encoding %q is not known", header.style))
		f.Code = FaultDataEncodingUnknown
		h.sendFault(w, r, b, f, nil)
		return xsd.QName{}, body, false
	}
	return name, body, true
}

// leaveBody checks what follows the element in the Body: there must be no other,
// and nothing after the Body.
func leaveBody(d *schema.Decoder) {
	if d.Child() {
		d.FailTag("the Body holds more than one element")
	}
	leaveEnvelope(d)
}

func leaveEnvelope(d *schema.Decoder) {
	if d.Child() {
		d.FailTag("an element after the Body")
	}
	d.End()
}

// refuseUnreadable answers a document that cannot be read as far as the element
// in the Body.
func (h *handler) refuseUnreadable(w http.ResponseWriter, r *http.Request, b contract.Binding, err error) {
	if h.asmx {
		asmxUnreadable(w, http.StatusBadRequest)
		return
	}
	h.sendFault(w, r, b, unreadable(err), nil)
}

// checkEnvelopeTag fails in strict mode if the current tag, which is Envelope, Header
// or Body, has the attribute encodingStyle or one without a namespace: SOAP 1.2 does
// not allow them there.
func checkEnvelopeTag(d *schema.Decoder, b contract.Binding) {
	if b != contract.SOAP12 || !d.Message {
		return
	}
	for i := range d.Attrs {
		switch name := d.Buf[d.Attrs[i].Local:d.Attrs[i].End]; {
		case d.Attrs[i].URI == "":
			d.FailTag("the attribute %s is not allowed here without a namespace", lex.QuoteName(name))
		case d.Attrs[i].URI == SOAP12Namespace && string(name) == "encodingStyle":
			d.FailTag("the attribute encodingStyle is not allowed here")
		}
	}
}

// refuseVersion answers a document that is not an envelope of the version that
// its media type announces, or that is offered. The answer is of that version, except for envelopes of
// SOAP 1.1, whose senders read no other, and of unknown versions, which are answered
// with SOAP 1.2 if it is offered. Where SOAP 1.2 was announced or is the answer, it
// tells that this version is understood (SOAP 1.2 part 1, section 5.4.7 and appendix A).
func (h *handler) refuseVersion(w http.ResponseWriter, r *http.Request, d *schema.Decoder, res *resource, b contract.Binding) {
	if h.asmx && b == contract.SOAP12 {
		asmxUnreadable(w, http.StatusUnsupportedMediaType)
		return
	}
	space, local := d.Tag()
	if local == "Envelope" && space != "" && space != SOAP11Namespace && space != SOAP12Namespace && res.soap[contract.SOAP12] != nil {
		b = contract.SOAP12
	}
	f := clientFault(fmt.Sprintf("%s is expected where the root element is %s", xsd.QName{Space: envelopeNamespace(b), Local: "Envelope"}, xsd.QName{Space: space, Local: local}))
	f.Code = FaultVersionMismatch
	version := b
	var upgrade func(*schema.Encoder)
	if b == contract.SOAP12 {
		upgrade = func(e *schema.Encoder) { e.Raw(upgradeHeader) }
		if isEnvelope(d, contract.SOAP11) {
			version = contract.SOAP11
		}
	}
	h.sendEnvelopedFault(w, r, version, f, upgrade)
}

const upgradeHeader = `<v:Upgrade xmlns:v="` + SOAP12Namespace + `">` +
	`<v:SupportedEnvelope qname="v:Envelope"/></v:Upgrade>`

// refuseHeaders answers header blocks that are mandatory and unknown. SOAP 1.2
// names them in NotUnderstood header blocks (part 1, section 5.4.8).
func (h *handler) refuseHeaders(w http.ResponseWriter, r *http.Request, b contract.Binding, unknown []xsd.QName) {
	f := clientFault(fmt.Sprintf("a mandatory header is not understood: %s", unknown[0]))
	f.Code = FaultMustUnderstand
	h.sendEnvelopedFault(w, r, b, f, func(e *schema.Encoder) {
		if b == contract.SOAP12 {
			encodeNotUnderstood(e, unknown)
		}
	})
}

func encodeNotUnderstood(e *schema.Encoder, unknown []xsd.QName) {
	for _, q := range unknown {
		e.Raw("<soap:NotUnderstood")
		if q.Space == "" {
			encodeLeaf(e, ` qname="`, q.Local, `"/>`)
			continue
		}
		encodeLeaf(e, ` xmlns:q="`, q.Space, `"`)
		encodeLeaf(e, ` qname="`, "q:"+q.Local, `"/>`)
	}
}
