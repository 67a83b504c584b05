package soap

import (
	"cmp"
	"io"
	"net/http"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
)

// soapProtocol is SOAP 1.1 and SOAP 1.2 over HTTP, with and without parts beside the envelope.
type soapProtocol struct{}

func (soapProtocol) bindings() []contract.Binding {
	return []contract.Binding{contract.SOAP11, contract.SOAP12}
}

func (soapProtocol) newHandler(h *handler) protocolHandler {
	return &soapHandler{handler: h, protocolFacts: protocolFacts{hasHeaders: true}}
}

func (e *soapEndpoint) methods() []string { return postOnly }

// mediaTypes returns the media types of messages that the contract leads to expect. Envelopes with parts are always read.
func (e *soapEndpoint) mediaTypes(string) []string {
	var types []string
	for _, b := range [...]contract.Binding{contract.SOAP11, contract.SOAP12} {
		if e.ports[b] != nil {
			types = append(types, envelopeType(b))
		}
	}
	if e.Multipart != nil {
		types = append(types, media.Multipart)
	}
	return types
}

// serve answers a POST of an envelope.
func (e *soapEndpoint) serve(w http.ResponseWriter, r *http.Request, m media.Type, _ []codec.Parameter) {
	if m.Name == media.Multipart {
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
			return b, b == contract.SOAP12 || !e.repeated(w, r, soapActionHeader, "SOAPAction")
		}
	}
	e.refuseType(w, r, m, "")
	return 0, false
}

// refuseOther answers a message whose media type belongs to a version of SOAP that is
// not offered: with a fault if it is an envelope of a version other than the offered
// one, and otherwise like a message of any unsupported media type.
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
	var packed *related.Stream
	err := body.memory.grow(int64(len(body.text))) // for parts that are decoded
	if err == nil {
		packed, err = related.Read(body.text, m.Attribute("boundary"), m.Attribute("start"), e.maxParts())
	}
	if err != nil {
		e.sendFault(w, r, e.likelyBinding(m), unreadable(err), nil, nil)
		return
	}
	e.servePacked(w, r, m, packed.Root, message{body: body, packed: packed, parts: packed})
}

// serveStream is serveMultipart for a contract in which fields are readers. If the request of the operation has such fields,
// and no option needs the whole message, the service reads the parts while they arrive.
func (e *soapEndpoint) serveStream(w http.ResponseWriter, r *http.Request, m media.Type) {
	body := e.newBody(w, r)
	defer body.release()
	memory := &body.memory
	limits := related.StreamLimits{Parts: e.maxParts(), Bytes: e.maxRequest, Grow: memory.grow, Strict: e.strict}
	stream, root, envelope, err := related.NewStream(&countingReader{r.Body, memory}, m.Attribute("boundary"), m.Attribute("start"), limits)
	if err != nil {
		memory.bodyRead()
		e.sendFault(w, r, e.likelyBinding(m), unreadable(err), nil, nil)
		return
	}
	defer stream.End()
	if err := body.read(envelope, e.maxRequest); err != nil {
		e.refuseBody(w, r, err, memory)
		return
	}
	root.Content = body.text
	e.servePacked(w, r, m, root, message{body: body, parts: stream})
}

// servePacked answers an envelope that is a part of a message of the type m.
func (e *soapEndpoint) servePacked(w http.ResponseWriter, r *http.Request, m media.Type, part *related.Part, msg message) {
	root, xop := rootType(part, m)
	root.Name = cmp.Or(root.Name, m.Attribute("type"), envelopeType(e.likelyBinding(m)))
	if xop && root.Name == media.XML && e.isSOAP12(part.Content, &msg.body.memory) {
		root.Name = soap12MediaType // also where SOAP 1.1 is not served
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

// prepare implements protocolHandler. A reply with parts is not sent while it is encoded.
func (h *soapHandler) prepare(x *exchange, result reply) (streams bool, err error) {
	declared := len(x.route.wire.Details().OutAttachments) > 0
	if declared && result.Absent {
		return false, errNoResult
	}
	attachments := declared || len(x.call.added) > 0
	x.mtom = h.sentMTOM(h.merged[x.route.binding], x.asksForMTOM)
	if x.hasReaders() && !attachments && x.sending.streams() {
		x.mtom = x.mtom.withReaders()
	}
	x.parts = x.mtom.newParts()
	x.out.Parts = x.parts
	return !attachments && x.mtom == nil, nil
}

// asksForMTOM reports whether a request was a package of XOP, or its header Accept names the media type of one.
func (x *exchange) asksForMTOM() bool {
	if m := media.Parse(x.r.Header.Get("Content-Type")); m.Name == media.Multipart && media.Parse(m.Attribute("type")).Name == media.XOP {
		return true
	}
	accept := strings.ToLower(strings.Join(x.r.Header["Accept"], ","))
	return strings.Contains(accept, media.Multipart) || strings.Contains(accept, media.XOP)
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
	if err != nil {
		return nil, err
	}
	attachments, err := h.attachmentsOf(ctx, result.Value, declared, resultType(x.route.op), x.call.added)
	if err != nil {
		return nil, err
	}
	xop := x.mtom.packs(x.parts)
	packed := (attachments != nil || xop) && !x.parts.Streamed()
	if packed {
		envelope, err = x.call.pack(contentType(x.route.binding), xop, x.parts, attachments, func() ([]byte, error) {
			return x.sending.sealParts(envelope, x.parts, x.route.chain.whole)
		})
	}
	if packed || x.blocks != "" {
		x.sealed = envelope
	}
	return envelope, err
}

func (h *soapHandler) reply(x *exchange) (mediaType string, body []byte, made io.Reader) {
	mediaType, body = contentType(x.route.binding), x.call.Reply
	if x.parts.Streamed() && refersToParts(body) {
		mediaType, made = streamedPackage(mediaType, body, x.parts)
		return mediaType, nil, made
	}
	return cmp.Or(related.WrittenType(body), mediaType), body, nil
}
