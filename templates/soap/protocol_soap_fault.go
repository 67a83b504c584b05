package soap

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// rpcFault returns a fault with one of the subcodes that SOAP 1.2 has for
// procedure calls. SOAP 1.1 has none: there a subcode would replace the code.
func rpcFault(b contract.Binding, f *Fault, subcode string) *Fault {
	if b == contract.SOAP12 {
		f.Subcodes = []xsd.QName{{Space: codec.RPCNamespace, Local: subcode}}
	}
	return f
}

// badArguments returns the fault for a request that does not have what the
// operation needs.
func (r *route) badArguments(err error) *Fault {
	f := unreadable(err)
	if r.wire.RPC {
		return rpcFault(r.binding, f, "BadArguments")
	}
	return f
}

// asmxUnreadable answers a document that is not an envelope.
func asmxUnreadable(w http.ResponseWriter, status int) {
	write(w, status, contentType(contract.SOAP11), nil)
}

// asmxUnknown is the fault for an element and an action that belong to no
// operation together.
func asmxUnknown(b contract.Binding, action string) *Fault {
	if b == contract.SOAP12 || action == "" {
		return clientFault("Unable to handle request without a valid action parameter. Please supply a valid soap action.")
	}
	return clientFault("Server did not recognize the value of HTTP Header SOAPAction: " + action + ".")
}

// asmxFault returns the fault that an ASMX service sends for f.
func asmxFault(f *Fault) *Fault {
	g := *f
	g.hasDetail = true
	if classOf(&g) == FaultServer {
		g.Reason = "Server was unable to process request. ---> " + f.Reason
	}
	return &g
}

// refuseUnreadable answers a document that cannot be read as far as the element
// in the Body.
func (h *soapHandler) refuseUnreadable(w http.ResponseWriter, r *http.Request, b contract.Binding, err error) {
	if h.asmx {
		asmxUnreadable(w, http.StatusBadRequest)
		return
	}
	h.sendFault(w, r, b, unreadable(err), nil, nil)
}

// refuseVersion answers a document that is not an envelope of the version that its media type
// announces, or that is offered. The answer is of that version, except for envelopes of SOAP 1.1,
// whose senders read no other version, and for envelopes of unknown versions, which are answered with
// SOAP 1.2 if it is offered. Where SOAP 1.2 was announced or is the answer, a header block says that
// it is understood (SOAP 1.2 part 1, section 5.4.7 and appendix A).
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
	e.sendFault(w, r, version, f, upgrade, nil)
}

const upgradeHeader = `<v:Upgrade xmlns:v="` + SOAP12Namespace + `">` +
	`<v:SupportedEnvelope qname="v:Envelope"/></v:Upgrade>`

// refuseHeaders answers header blocks that are mandatory and unknown. SOAP 1.2
// names them in NotUnderstood header blocks (part 1, section 5.4.8).
func (h *soapHandler) refuseHeaders(w http.ResponseWriter, r *http.Request, b contract.Binding, unknown []xsd.QName) {
	f := clientFault(fmt.Sprintf("a mandatory header is not understood: %s", unknown[0]))
	f.Code = FaultMustUnderstand
	h.sendFault(w, r, b, f, func(e *schema.Encoder) {
		if b == contract.SOAP12 {
			encodeNotUnderstood(e, unknown)
		}
	}, nil)
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

// sendFault sends a fault in an envelope, with the HTTP status of SOAP 1.1 section 6.2 or SOAP 1.2 part 2 section 7.5.2.2. A fault
// with status 401 is sent as text: that is a status of HTTP, and an envelope with a fault has status 500 (WS-I Basic Profile 1.1,
// R1126). call is nil if the operation is not known.
func (h *soapHandler) sendFault(w http.ResponseWriter, r *http.Request, b contract.Binding, f *Fault, header func(*schema.Encoder), call *Call) {
	if f.Status == http.StatusUnauthorized {
		h.sendTextFault(w, f)
		return
	}
	status := http.StatusInternalServerError
	switch {
	case f.busy:
		status = http.StatusServiceUnavailable
		setRetryAfter(w)
	case h.asmx:
		f = asmxFault(f)
	case b == contract.SOAP12 && classOf(f) == FaultClient:
		status = http.StatusBadRequest
	}
	e := codec.NewEncoder(h.ns, h.XSI)
	defer e.Release()
	openEnvelope(e, b, header)
	encodeFault(e, b, f)
	closeEnvelope(e)
	if message, ok := h.sealFault(w, r, b, f, e.Bytes(), call); ok {
		write(w, status, cmp.Or(related.WrittenType(message), contentType(b)), message)
	}
}

func (h *soapHandler) fault(x *exchange, f *Fault, block func(*schema.Encoder)) {
	if err := related.Check(x.call.added); err != nil {
		x.report(slog.LevelError, "attachments of a fault left out", err)
		x.call.added = nil
	}
	h.sendFault(x.w, x.r, x.route.binding, f, x.faultHeader(block), &x.call)
}

// faultHeader returns a function that writes the header blocks of a fault: those that the
// service has set, and block, unless that is nil. It returns nil if they cannot be sent.
func (x *exchange) faultHeader(block func(*schema.Encoder)) func(*schema.Encoder) {
	write := func(e *schema.Encoder) {
		writeHeaders(e, x.call.replied, x.route.wire.Details().OutHeaders)
		if block != nil {
			block(e)
		}
	}
	e := x.service.newEncoder()
	defer e.Release()
	write(e)
	err := e.Err()
	if err == nil {
		err = x.service.checkBlocks(x.r.Context(), e.Bytes(), x.route.wire.Output().Blocks)
	}
	if err != nil {
		x.report(slog.LevelError, "headers of a fault left out", err)
		return nil
	}
	return write
}

// sealFault returns the message of a fault as it is sent. It reports false if the request has been answered in another way.
func (h *soapHandler) sealFault(w http.ResponseWriter, r *http.Request, b contract.Binding, f *Fault, envelope []byte, call *Call) ([]byte, bool) {
	chain, ctx := h.chains[b], r.Context()
	if len(chain.all) == 0 && (call == nil || len(call.added) == 0) {
		return envelope, true
	}
	var attachments []Attachment
	if call != nil {
		attachments = call.added
	} else if call, _ = CallInfo(ctx); call == nil {
		unknown := h.servedCall(w, r, b)
		call = &unknown
	}
	var s *Sending
	message, err := call.pack(contentType(b), false, nil, attachments, func() (_ []byte, err error) {
		if s, err = chain.send(ctx, call, f); err != nil {
			return nil, err
		}
		return s.seal(envelope)
	})
	switch {
	case err != nil:
		h.log().LogAttrs(ctx, slog.LevelError, "fault not sent", slog.String("service", h.Service), slog.String("remote", r.RemoteAddr), slog.Any("error", err))
		writeText(w, http.StatusInternalServerError, withheld(&Fault{}).Reason)
	case s != nil && s.Deliver != nil:
		s.Deliver(cmp.Or(related.WrittenType(message), contentType(b)), message)
		w.WriteHeader(http.StatusAccepted)
	default:
		return message, true
	}
	return nil, false
}
