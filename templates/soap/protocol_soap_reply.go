package soap

import (
	"cmp"
	"log/slog"
	"net/http"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
)

// decodeBody is route.decode with the check of the request.
func (x *exchange) decodeBody(d *schema.Decoder, body *codec.Bookmark, empty bool) (any, error) {
	check := func(doc []byte) error {
		return x.h.checkRequest(x.r.Context(), doc, x.route.wire, x.h.envelopeOf(x.route.binding, x.memory))
	}
	if d.Parts == nil {
		if err := check(d.Buf); err != nil {
			return nil, x.route.badArguments(err)
		}
	}
	request := x.route.decode(d, body, empty)
	err := d.Err()
	if err == nil && d.Parts != nil {
		err = x.h.checkInlined(d, check)
	}
	if err != nil {
		return nil, x.route.badArguments(err)
	}
	return request, nil
}

// prepare implements protocolHandler. A reply with parts is not sent while it is encoded.
func (h *soapHandler) prepare(x *exchange, result reply) (streams bool, err error) {
	attachments := len(x.route.wire.Details().OutAttachments) > 0
	if attachments && result.Absent {
		return false, errNoResult
	}
	x.mtom = h.replyMTOM(x, attachments)
	x.parts = x.mtom.newParts()
	x.out.Parts = x.parts
	return !attachments && x.mtom == nil && x.route.chain.streams(x.r.Context()), nil
}

// replyMTOM returns how the reply leaves, nil if it leaves without parts of values.
func (h *soapHandler) replyMTOM(x *exchange, attachments bool) *MTOM {
	mtom := h.sentMTOM(h.ports[x.route.binding], x.asksForMTOM)
	if x.hasReaders() && !attachments && x.route.chain.streams(x.r.Context()) {
		return mtom.withReaders()
	}
	return mtom
}

// encode implements protocolHandler.
func (h *soapHandler) encode(x *exchange, result reply) error {
	e, wire := x.out, x.route.wire
	openEnvelope(e, x.route.binding, x.header())
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

// header writes the header blocks of a reply.
func (x *exchange) header() func(*schema.Encoder) {
	header := headersToWrite(x.call.replied, x.route.wire.Details().OutHeaders)
	if x.blocks == "" {
		return header
	}
	return func(e *schema.Encoder) {
		header(e)
		e.Raw(x.blocks)
	}
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
		envelope, err = x.route.chain.sealParts(ctx, &x.call, envelope, x.parts)
		x.call.attached = nil
	}
	if err != nil {
		return nil, err
	}
	if packed {
		envelope = packageOf(contentType(x.route.binding), envelope, x.mtom.packs(x.parts), x.parts, attachments)
	}
	if packed || x.blocks != "" {
		x.withBlocks = envelope
	}
	return envelope, nil
}

// reply implements protocolHandler.
func (h *soapHandler) reply(x *exchange) (mediaType string, body []byte) {
	return cmp.Or(related.WrittenType(x.call.Reply), contentType(x.route.binding)), x.call.Reply
}

// fault implements protocolHandler.
func (h *soapHandler) fault(x *exchange, f *Fault, block func(*schema.Encoder)) {
	h.sendFault(x.w, x.r, x.route.binding, f, x.faultHeader(block))
}

// hasHeaders implements protocolHandler.
func (h *soapHandler) hasHeaders() bool { return true }

// faultHeader writes the headers of a response that is a fault: those that were
// set, and block, unless it is nil.
func (x *exchange) faultHeader(block func(*schema.Encoder)) func(*schema.Encoder) {
	write := func(e *schema.Encoder) {
		headersToWrite(x.call.replied, x.route.wire.Details().OutHeaders)(e)
		if block != nil {
			block(e)
		}
	}
	e := x.h.newEncoder()
	defer e.Release()
	write(e)
	err := e.Err()
	if err == nil {
		err = x.h.checkBlocks(x.r.Context(), e.Bytes(), declaredInReply(x.route.wire))
	}
	if err != nil {
		x.report(slog.LevelError, "headers of a fault left out", err)
		return nil
	}
	return write
}

// sendFault sends a fault in an envelope. 401 has none: it is a status of HTTP, and an envelope with a
// fault has 500 (WS-I Basic Profile 1.1, R1126).
func (h *soapHandler) sendFault(w http.ResponseWriter, r *http.Request, b contract.Binding, f *Fault, header func(*schema.Encoder)) {
	if f.Status == http.StatusUnauthorized {
		h.sendTextFault(w, f)
		return
	}
	h.sendEnvelopedFault(w, r, b, f, header)
}

// sendEnvelopedFault sends a fault with the HTTP status of SOAP 1.1 section 6.2
// or SOAP 1.2 part 2 section 7.5.2.2.
func (h *soapHandler) sendEnvelopedFault(w http.ResponseWriter, r *http.Request, b contract.Binding, f *Fault, header func(*schema.Encoder)) {
	status := http.StatusInternalServerError
	switch {
	case f.busy:
		status = http.StatusServiceUnavailable
		setRetryAfter(w)
	case h.asmx:
		f = asmxFault(f)
	case b == contract.SOAP12 && f.class() == FaultClient:
		status = http.StatusBadRequest
	}
	e := codec.NewEncoder(h.ns, h.XSI)
	defer e.Release()
	openEnvelope(e, b, header)
	encodeFault(e, b, f)
	closeEnvelope(e)
	if envelope, ok := h.sealFault(w, r, b, f, e.Bytes()); ok {
		write(w, status, contentType(b), envelope)
	}
}
