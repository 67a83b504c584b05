package soap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// message is a request with an envelope.
type message struct {
	body     *requestBody
	binding  contract.Binding
	envelope []byte          // the body, or one of its parts
	parts    *related.Stream // to which elements of the envelope may refer; nil if there are none
	packed   *related.Stream // the parts if all are in memory
}

// placeParts returns an envelope with its parts in their places, if an option, the checker or SOAP encoding needs that.
func (e *soapEndpoint) placeParts(msg *message, doc []byte) (_ []byte, err error) {
	whole := e.chains[msg.binding].whole
	if whole {
		err = msg.readAll()
	}
	if err == nil && msg.parts != nil && (whole || e.ports[msg.binding].encoded || e.checker != nil && msg.packed != nil) {
		doc, err = inlinedParts(e.messageDecoder(msg, doc))
	}
	if whole {
		msg.parts = nil // what options put into the envelope does not refer to parts, which they have not checked
	}
	return doc, err
}

// readAll reads the parts that have not been read.
func (msg *message) readAll() (err error) {
	if msg.parts != nil && msg.packed == nil {
		err = msg.parts.All()
		msg.packed = msg.parts
	}
	return err
}

// serveEnvelope answers an envelope, whose media type is m.
func (e *soapEndpoint) serveEnvelope(w http.ResponseWriter, r *http.Request, m media.Type, msg message) {
	doc, err := msg.body.toUTF8(msg.envelope, m, e.charsets)
	if errors.As(err, new(charset.UnsupportedError)) {
		e.refuseType(w, r, m, err.Error())
		return
	}
	if err == nil && msg.binding == contract.SOAP11 && e.ports[contract.SOAP12] != nil && e.isSOAP12(doc, &msg.body.memory) {
		msg.binding = contract.SOAP12 // some clients name the media type of SOAP 1.1 for both versions
	}
	port := e.ports[msg.binding]
	if err == nil {
		doc, err = e.placeParts(&msg, doc)
	}
	if err == nil && len(e.chains[msg.binding].all) > 0 {
		received, ok := doc, false
		if r, doc, ok = e.open(w, r, msg, doc); !ok {
			return
		}
		if !isSame(doc, received) {
			err = msg.body.memory.grow(int64(cap(doc)))
		}
	}
	d := e.messageDecoder(&msg, doc)
	if err == nil && port.encoded {
		doc, err = e.inlined(d, msg.binding)
		d = e.messageDecoder(&msg, doc)
	}
	if err != nil {
		e.refuseUnreadable(w, r, msg.binding, err)
		return
	}
	d.Message = e.strict
	defer d.Release()
	e.dispatch(w, r, d, msg, requestAction(r, m, msg.binding))
}

func (h *handler) isSOAP12(envelope []byte, m *reservation) bool {
	d := h.requestDecoder(envelope, m)
	defer d.Release()
	return d.Root() && isEnvelope(d, contract.SOAP12)
}

// messageDecoder returns a decoder for the envelope of a message.
func (h *soapHandler) messageDecoder(msg *message, doc []byte) *schema.Decoder {
	d := h.requestDecoder(doc, &msg.body.memory)
	if msg.parts == nil {
		return d
	}
	d.LimitMemory(maxMemory(h.limits, msg.body.text), msg.body.memory.grow)
	d.Parts = codec.NewParts(doc, msg.parts)
	return d
}

const soapActionHeader = "Soapaction" // SOAPAction in canonical form

// requestAction returns the action that the client gave, without quotes. With the media type of SOAP 1.1 it is in the HTTP header
// of SOAP 1.1, also for an envelope of SOAP 1.2.
func requestAction(r *http.Request, m media.Type, b contract.Binding) string {
	if action := m.Attribute("action"); b == contract.SOAP12 && (action != "" || m.Name != media.XML) {
		return action
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
		e.sendFault(w, r, b, fault, nil, nil)
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
	x := &exchange{service: &e.service, w: w, r: r, route: &chosen.route, call: Call{received: header.receivedBlocks}, packed: msg.packed, incoming: msg.parts, memory: &msg.body.memory}
	x.finish(x.run(msg.body.text, func(ctx context.Context) (any, error) {
		request, err := x.decodeBody(d, &body, name == (xsd.QName{}))
		if err == nil {
			err = x.attach(ctx, request)
		}
		return request, err
	}))
}

// noteAction logs the action of a request if no operation has it: some clients make one
// up. An ASMX service refuses such a SOAPAction.
func (h *soapHandler) noteAction(r *http.Request, port *soapPort, chosen *soapRoute, action string) *Fault {
	switch {
	case action == "" || action == chosen.action || len(port.operations.withAction(action)) > 0:
		return nil
	case h.asmx && chosen.binding == contract.SOAP11:
		return asmxUnknown(chosen.binding, action)
	}
	chosen.log(&h.service, r, slog.LevelInfo, "action ignored that no operation has", slog.String("action", lex.Shorten(action)))
	return nil
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
	options := x.service.packagingOptions(ctx, declared, x.route.op.RequestType())
	options.NewDecoder = func(doc []byte) *schema.Decoder { return x.service.requestDecoder(doc, x.memory) }
	if err := x.service.unpack(request, x.packed, options); err != nil {
		return unreadable(err)
	}
	return nil
}

// decodeBody checks and reads the request and the rest of the envelope. The current tag is the element in
// the Body, whose content starts at body; if the Body is empty, the envelope has been read.
func (x *exchange) decodeBody(d *schema.Decoder, body *codec.Bookmark, empty bool) (request any, err error) {
	op, wire := x.route.op, x.route.wire
	check := func(doc []byte) error {
		return x.service.checkRequest(x.r.Context(), doc, wire, x.service.envelopeOf(x.route.binding, x.memory))
	}
	if d.Parts == nil {
		if err := check(d.Buf); err != nil {
			return nil, x.route.badArguments(err)
		}
	}
	switch {
	case empty && op.IsBare(wire):
		if request = emptyRequest(op); request != nil { // the request is absent: a nil pointer
			request = reflect.Zero(reflect.TypeOf(request)).Interface()
		}
	case wire.Body:
		d.Again(body)
		request = decodeRequest(d, op)
		leaveEnvelope(d)
	case empty:
		request = emptyRequest(op)
	default:
		request = decodeRequest(d, op)
		leaveBody(d)
	}
	if err = d.Err(); err == nil && d.Parts != nil {
		err = x.service.checkInlined(d, check)
	}
	if err != nil {
		return nil, x.route.badArguments(err)
	}
	return request, nil
}

// enterBody reads an envelope from its start tag to the start tag of the element in its
// Body, which becomes the current tag. The zero name means an empty Body; then the
// whole envelope has been read. body is the start of the Body's content. If enterBody
// reports false, it has refused the request.
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
	switch unknown := header.unknown(port.headers); {
	case d.Err() != nil:
		h.refuseUnreadable(w, r, b, d.Err())
	case len(unknown) > 0:
		h.refuseHeaders(w, r, b, unknown)
	case header.style != "":
		f := clientFault(fmt.Sprintf("the encoding %q is not known", header.style))
		f.Code = FaultDataEncodingUnknown
		h.sendFault(w, r, b, f, nil, nil)
	default:
		return name, body, true
	}
	return xsd.QName{}, body, false
}

// open lets options look at an envelope. A request that is not accepted has been answered.
func (h *soapHandler) open(w http.ResponseWriter, r *http.Request, msg message, doc []byte) (*http.Request, []byte, bool) {
	unknown := h.servedCall(w, r, msg.binding)
	call := &unknown
	call.Request = msg.body.text
	if msg.packed != nil {
		call.attached = msg.packed.Attachments
	}
	ctx, doc, err := h.chains[msg.binding].open(context.WithValue(r.Context(), inboundKey{}, call), call, doc)
	r, call.attached = r.WithContext(ctx), nil
	if err == nil {
		return r, doc, true
	}
	fault, ok := AsFault(err)
	if !ok {
		h.log().LogAttrs(ctx, slog.LevelError, "request refused", slog.String("service", h.Service), slog.String("remote", r.RemoteAddr), slog.Any("error", err))
		fault = withheld(&Fault{})
	}
	h.sendFault(w, r, msg.binding, fault, nil, nil)
	return r, nil, false
}
