package soap

import (
	"cmp"
	"net/http"
	"slices"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
)

// The namespaces of envelopes and what belongs to them.
const (
	SOAP11Namespace = codec.SOAPEnvelope11
	SOAP12Namespace = codec.SOAPEnvelope12

	soap11Next     = "http://schemas.xmlsoap.org/soap/actor/next"
	soap12Next     = SOAP12Namespace + "/role/next"
	soap12None     = SOAP12Namespace + "/role/none"
	soap12Ultimate = SOAP12Namespace + "/role/ultimateReceiver"

	soap12MediaType = "application/soap+xml"
)

// envelopeNamespace returns the namespace of a SOAP binding's envelopes.
func envelopeNamespace(b contract.Binding) string {
	if b == contract.SOAP12 {
		return SOAP12Namespace
	}
	return SOAP11Namespace
}

// envelopeType is the media type of a SOAP binding's envelopes.
func envelopeType(b contract.Binding) string {
	if b == contract.SOAP12 {
		return soap12MediaType
	}
	return media.XML
}

// contentType is the Content-Type of a SOAP binding's envelopes.
func contentType(b contract.Binding) string {
	if b == contract.SOAP12 {
		return soap12MediaType + media.UTF8
	}
	return media.XML + media.UTF8
}

// soapProtocol is SOAP 1.1 and SOAP 1.2 over HTTP, with and without parts beside the envelope.
type soapProtocol struct{}

func (soapProtocol) bindings() []contract.Binding {
	return []contract.Binding{contract.SOAP11, contract.SOAP12}
}

func (soapProtocol) newHandler(h *handler) protocolHandler {
	return &soapHandler{handler: h, protocolFacts: protocolFacts{hasHeaders: true}}
}

// soapHandler serves envelopes.
type soapHandler struct {
	*handler
	protocolFacts                   // no media type: SOAP gets all requests at its path that no other protocol accepts
	chains        [2]chain          // by binding
	merged        [2]*contract.Port // by binding, for all ports with the binding; nil if it is not served
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
	if h.merged[b] == nil {
		h.merged[b] = h.Served(b)
		h.chains[b] = h.newChain(h.merged[b], false)
	}
	e := endpointAt(h.at(h.portPath(p)), &soapEndpoint{soapHandler: h, multipart: h.Multipart != nil})
	if e.ports[b] != nil {
		return
	}
	port := &soapPort{operations: dispatchTable{}}
	e.ports[b] = port
	for _, op := range h.Operations {
		if wire := op.Wire(b); wire != nil {
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
	lacks11, lacks12 := e.ports[contract.SOAP11] == nil, e.ports[contract.SOAP12] == nil
	if !e.asmx && (m.Name == media.XML && lacks11 || m.Name == soap12MediaType && lacks12) { // a version that is not offered
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

// likelyBinding returns the binding in which to answer a message whose envelope
// is not found: the one with the media type, else the first that is offered.
func (e *soapEndpoint) likelyBinding(m media.Type) contract.Binding {
	if e.ports[contract.SOAP12] != nil && (e.ports[contract.SOAP11] == nil || media.Parse(m.Attribute("type")).Name == soap12MediaType) {
		return contract.SOAP12
	}
	return contract.SOAP11
}

// prepare implements protocolHandler. A reply with parts is not sent while it is encoded.
func (h *soapHandler) prepare(x *exchange, result reply) (streams bool, err error) {
	attachments := len(x.route.wire.Details().OutAttachments) > 0
	if attachments && result.Absent {
		return false, errNoResult
	}
	x.mtom = h.sentMTOM(h.merged[x.route.binding], x.asksForMTOM)
	if x.hasReaders() && !attachments && x.sending.streams() {
		x.mtom = x.mtom.withReaders()
	}
	x.parts = x.mtom.newParts()
	x.out.Parts = x.parts
	return !attachments && x.mtom == nil, nil
}

func (h *soapHandler) encode(x *exchange, result reply) error {
	e, wire := x.out, x.route.wire
	openEnvelope(e, x.route.binding, func(e *schema.Encoder) {
		writeHeaders(e, x.call.replied, wire.Details().OutHeaders)
		e.Raw(x.blocks)
	})
	if wire.OutBody {
		e.LimitTo(nil, result.ElementValue)
		openBody(e)
		result.Encode(e)
	} else {
		e.Encoded, e.OutType, e.Returns = wire.Encoded, wire.Details().OutType, wire.RPC
		e.LimitTo(wire.Out, result.ElementValue)
		codec.EncodeDocument(e, wire.Out, result.ElementValue, wire.OutNil)
	}
	closeEnvelope(e)
	return nil
}

// complete implements protocolHandler. An envelope with parts is sealed, and packed with them.
func (h *soapHandler) complete(x *exchange, envelope []byte, result reply) ([]byte, error) {
	ctx, declared := x.r.Context(), x.route.wire.Details().OutAttachments
	err := h.checkReply(ctx, h.inPlace(envelope, x.parts), x.route.op, x.route.wire, h.envelopeOf(x.route.binding, nil))
	var attachments []contract.BodyPart
	if err == nil && len(declared) > 0 {
		attachments, err = h.attachmentsOf(ctx, result.Value, declared, resultType(x.route.op))
	}
	packed := (len(declared) > 0 || x.mtom.packs(x.parts)) && !x.parts.Streamed()
	if err == nil && packed {
		x.call.attach(attachments)
		envelope, err = x.sending.sealParts(envelope, x.parts, x.route.chain.whole)
		x.call.attached = nil
	}
	if err != nil {
		return nil, err
	}
	if packed {
		envelope = packageOf(contentType(x.route.binding), envelope, x.mtom.packs(x.parts), x.parts, attachments)
	}
	if packed || x.blocks != "" {
		x.sealed = envelope
	}
	return envelope, nil
}

func (h *soapHandler) reply(x *exchange) (mediaType string, body []byte) {
	return cmp.Or(related.WrittenType(x.call.Reply), contentType(x.route.binding)), x.call.Reply
}

// openEnvelope writes an envelope up to and including the start tag of Body.
// The prefix soap is the only one that is in scope there. There is no Header if
// header is nil or writes nothing.
func openEnvelope(e *schema.Encoder, b contract.Binding, header func(*schema.Encoder)) {
	e.SOAP12 = b == contract.SOAP12
	e.Raw(codec.XMLProlog + `<soap:Envelope xmlns:soap="`)
	e.Raw(envelopeNamespace(b))
	e.Raw(`">`)
	if header != nil {
		before := len(e.Buf)
		e.Raw("<soap:Header>")
		start := len(e.Buf)
		if header(e); len(e.Buf) > start {
			e.Raw("</soap:Header>")
		} else {
			e.Buf = e.Buf[:before]
		}
	}
	e.Raw("<soap:Body>")
}

// openBody continues the start tag of Body after openEnvelope, and declares the
// namespaces there.
func openBody(e *schema.Encoder) {
	e.Buf = e.Buf[:len(e.Buf)-1]
	e.Declare()
}

func closeEnvelope(e *schema.Encoder) { e.Raw("</soap:Body></soap:Envelope>") }
