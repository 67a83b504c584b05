package soap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// soapProtocol is SOAP 1.1 and SOAP 1.2 over HTTP, with and without parts beside the envelope.
type soapProtocol struct{ ofContract }

func (soapProtocol) bindings() []contract.Binding {
	return []contract.Binding{contract.SOAP11, contract.SOAP12}
}

func (soapProtocol) newHandler(h *handler) protocolHandler { return &soapHandler{handler: h} }

// soapHandler serves envelopes.
type soapHandler struct {
	*handler
	chains [2]chain          // by binding
	ports  [2]*contract.Port // by binding, nil if it is not served
}

// soapEndpoint describes the operations of SOAP bindings at one path.
type soapEndpoint struct {
	*soapHandler
	ports     [2]*soapPort // by binding; nil if it is not offered
	multipart bool         // envelopes may be parts of messages
}

// soapPort describes the operations of one SOAP binding at one path.
type soapPort struct {
	operations dispatchTable
	headers    []contract.Header // declared headers of all requests
	encoded    bool              // there are operations with SOAP encoding
	rpc        bool              // there are operations of style rpc
	addressed  bool              // there are operations with an action of WS-Addressing
}

// addPort implements protocolHandler. Of several ports with a binding at one path, which differ in their policies, the first
// one describes the operations.
func (h *soapHandler) addPort(p *contract.Port) {
	b := p.Binding
	if !isSOAP(b) {
		return
	}
	if h.chains[b] == nil {
		h.ports[b] = h.Served(b)
		h.chains[b] = h.newChain(h.ports[b], false)
	}
	e := endpointAt(h.at(h.portPath(p)), &soapEndpoint{soapHandler: h, multipart: h.Multipart != nil})
	if e.ports[b] != nil {
		return
	}
	port := &soapPort{operations: dispatchTable{}}
	e.ports[b] = port
	for _, op := range h.Operations {
		if wire := (ofContract{}).wire(op, b); wire != nil {
			h.addOperation(port, &soapRoute{
				route:  route{protocolHandler: h, op: op, wire: wire, binding: b, chain: h.chains[b]},
				action: h.action(wire), address: h.addressed(wire.Details().Addressed), parts: h.parts(wire),
			})
		}
	}
}

func (h *soapHandler) addOperation(port *soapPort, r *soapRoute) {
	details := r.wire.Details()
	port.encoded = port.encoded || r.wire.Encoded
	port.rpc = port.rpc || r.wire.RPC
	port.addressed = port.addressed || details.Addressed != ""
	for _, name := range h.begins(r.wire) {
		port.operations[name] = append(port.operations[name], r)
	}
	for _, header := range details.Headers {
		if !slices.Contains(port.headers, header) {
			port.headers = append(port.headers, header)
		}
	}
}

// accepts implements protocolHandler: a path with SOAP is one of SOAP for all that no other protocol accepts.
func (h *soapHandler) accepts(media.Type) bool { return false }

func (h *soapHandler) scripts() []string { return nil }

func (e *soapEndpoint) methods() []string { return postOnly }

var postOnly = []string{http.MethodPost}

// mediaTypes returns the media types of the envelopes that are read.
func (e *soapEndpoint) mediaTypes(string) []string {
	var types []string
	for _, b := range [...]contract.Binding{contract.SOAP11, contract.SOAP12} {
		if e.ports[b] != nil {
			types = append(types, envelopeType(b))
		}
	}
	if e.multipart {
		types = append(types, media.Multipart)
	}
	return types
}

// serve answers a POST of an envelope.
func (e *soapEndpoint) serve(w http.ResponseWriter, r *http.Request, m media.Type, _ []codec.Parameter) {
	if e.isMultipart(m) {
		e.serveMultipart(w, r, m)
		return
	}
	if !e.asmx && e.lacks(m) {
		e.refuseOther(w, r, m)
		return
	}
	binding, ok := e.bindingOf(w, r, m)
	if !ok {
		return
	}
	body, ok := e.receive(w, r)
	defer body.release()
	if ok {
		e.serveEnvelope(w, r, m, message{body: body, binding: binding, envelope: body.text})
	}
}

// lacks reports whether a media type belongs to a version of SOAP that is not
// offered.
func (e *soapEndpoint) lacks(m media.Type) bool {
	return m.Name == media.XML && e.ports[contract.SOAP11] == nil || m.Name == soap12MediaType && e.ports[contract.SOAP12] == nil
}

// refuseOther answers a message with the media type of a version of SOAP that is
// not offered: an envelope of another version than the one that is offered as such,
// anything else as one with any other media type.
func (e *soapEndpoint) refuseOther(w http.ResponseWriter, r *http.Request, m media.Type) {
	body, ok := e.receive(w, r)
	defer body.release()
	if !ok {
		return
	}
	if doc, err := body.toUTF8(body.text, m, e.charsets); err == nil {
		d := e.requestDecoder(doc, &body.memory)
		defer d.Release()
		offered := e.likelyBinding(m)
		if d.Root() && !isEnvelope(d, offered) {
			if space, local := d.Tag(); local == "Envelope" && space != "" {
				e.refuseVersion(w, r, d, offered)
				return
			}
		}
	}
	e.refuseType(w, r, m, "")
}

// bindingOf returns the binding of an envelope with a media type. If it is not
// offered, the request has been answered.
func (e *soapEndpoint) bindingOf(w http.ResponseWriter, r *http.Request, m media.Type) (b contract.Binding, ok bool) {
	for _, b := range [...]contract.Binding{contract.SOAP11, contract.SOAP12} {
		if e.ports[b] != nil && m.Name == envelopeType(b) {
			return b, b == contract.SOAP12 || !e.repeated(w, r, soapActionHeader)
		}
	}
	e.refuseType(w, r, m, "")
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
func (e *soapEndpoint) serveEnvelope(w http.ResponseWriter, r *http.Request, m media.Type, msg message) {
	port := e.ports[msg.binding]
	doc, err := msg.body.toUTF8(msg.envelope, m, e.charsets)
	var unsupported charset.UnsupportedError
	if errors.As(err, &unsupported) {
		e.refuseType(w, r, m, err.Error())
		return
	}
	chain := e.chains[msg.binding]
	if err == nil && chain.whole() {
		err = msg.readAll()
	}
	if err == nil && msg.xop && (port.encoded || e.checker != nil && msg.stream == nil || chain.whole()) {
		doc, err = inlinedParts(e.messageDecoder(&msg, doc))
		msg.xop = false
	}
	if err == nil && len(chain) > 0 {
		var ok bool
		if r, doc, ok = e.open(w, r, msg, doc); !ok {
			return
		}
	}
	d := e.messageDecoder(&msg, doc)
	if err == nil && port.encoded {
		doc, err = e.inlined(d, msg.binding)
		d = e.requestDecoder(doc, &msg.body.memory)
	}
	if err != nil {
		e.refuseUnreadable(w, r, msg.binding, err)
		return
	}
	d.Message = e.strict
	defer d.Release()
	e.dispatch(w, r, d, msg, requestAction(r, m, msg.binding))
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
func (h *soapHandler) messageDecoder(msg *message, doc []byte) *schema.Decoder {
	d := h.requestDecoder(doc, &msg.body.memory)
	if !msg.xop {
		return d
	}
	d.LimitMemory(maxMemory(h.limits, msg.body.text), msg.body.memory.grow)
	d.Parts = codec.NewParts(doc, msg.parts)
	return d
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
func (e *soapEndpoint) dispatch(w http.ResponseWriter, r *http.Request, d *schema.Decoder, msg message, action string) {
	b, port := msg.binding, e.ports[msg.binding]
	if d.Root() && !isEnvelope(d, b) {
		e.refuseVersion(w, r, d, b)
		return
	}
	var header headerBlocks
	name, body, found := e.enterBody(w, r, d, &header, port, b)
	if !found {
		return
	}
	chosen, fault := port.operations.choose(d, &body, name, actions{action, header.action})
	if fault == nil {
		fault = e.noteAction(r, port, chosen, action)
	}
	if fault != nil {
		if name != (xsd.QName{}) { // a document that cannot be read at all says more
			d.Skip()
			leaveBody(d)
		}
		switch {
		case d.Err() != nil:
			fault = unreadable(d.Err())
		case e.asmx:
			fault = asmxUnknown(b, action)
		case port.rpc && len(port.operations[name]) == 0:
			fault = rpcFault(b, fault, "ProcedureNotPresent")
		}
		e.sendFault(w, r, b, fault, nil)
		return
	}
	if unknown := header.unknown(chosen.wire.Details().Headers); len(unknown) > 0 {
		e.refuseHeaders(w, r, b, unknown)
		return
	}
	if !chosen.op.RequestType().HasReaders() {
		if err := msg.readAll(); err != nil {
			e.refuseUnreadable(w, r, b, err)
			return
		}
	}
	header.request = true
	x := &exchange{h: e.handler, w: w, r: r, route: &chosen.route, call: Call{received: header.receivedBlocks}, packed: msg.packed, incoming: msg.stream, memory: &msg.body.memory}
	x.finish(x.run(msg.body.text, func(ctx context.Context) (any, error) {
		request, err := x.decodeBody(d, &body, name == (xsd.QName{}))
		if err == nil {
			err = x.attach(ctx, request)
		}
		return request, err
	}))
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
func (h *soapHandler) enterBody(w http.ResponseWriter, r *http.Request, d *schema.Decoder, header *headerBlocks, port *soapPort, b contract.Binding) (name xsd.QName, body codec.Bookmark, ok bool) {
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
func (h *soapHandler) refuseUnreadable(w http.ResponseWriter, r *http.Request, b contract.Binding, err error) {
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
func (e *soapEndpoint) refuseVersion(w http.ResponseWriter, r *http.Request, d *schema.Decoder, b contract.Binding) {
	if e.asmx && b == contract.SOAP12 {
		asmxUnreadable(w, http.StatusUnsupportedMediaType)
		return
	}
	space, local := d.Tag()
	if local == "Envelope" && space != "" && space != SOAP11Namespace && space != SOAP12Namespace && e.ports[contract.SOAP12] != nil {
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
	e.sendEnvelopedFault(w, r, version, f, upgrade)
}

const upgradeHeader = `<v:Upgrade xmlns:v="` + SOAP12Namespace + `">` +
	`<v:SupportedEnvelope qname="v:Envelope"/></v:Upgrade>`

// refuseHeaders answers header blocks that are mandatory and unknown. SOAP 1.2
// names them in NotUnderstood header blocks (part 1, section 5.4.8).
func (h *soapHandler) refuseHeaders(w http.ResponseWriter, r *http.Request, b contract.Binding, unknown []xsd.QName) {
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
