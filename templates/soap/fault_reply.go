package soap

import (
	"net/http"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// sendFault sends a fault in the form of the binding. Over SOAP, 401 has no envelope: it is a status of HTTP, and an envelope with a
// fault has 500 (WS-I Basic Profile 1.1, R1126).
func (h *handler) sendFault(w http.ResponseWriter, r *http.Request, b contract.Binding, f *Fault, header func(*schema.Encoder)) {
	if isSOAP(b) && f.Status != http.StatusUnauthorized {
		h.sendEnvelopedFault(w, r, b, f, header)
		return
	}
	status := h.faultStatus(w, f)
	text := f.Reason
	if strings.TrimSpace(text) == "" {
		text = http.StatusText(status)
	}
	writeText(w, status, text)
}

// faultStatus returns the HTTP status of a fault without an envelope, and sets headers that go with it.
func (h *handler) faultStatus(w http.ResponseWriter, f *Fault) int {
	switch {
	case f.busy:
		setRetryAfter(w)
		return http.StatusServiceUnavailable
	case f.Status >= http.StatusBadRequest && f.Status < 600:
		return f.Status
	case f.class() == FaultClient && !h.asmx:
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// sendEnvelopedFault sends a fault with the HTTP status of SOAP 1.1 section 6.2
// or SOAP 1.2 part 2 section 7.5.2.2.
func (h *handler) sendEnvelopedFault(w http.ResponseWriter, r *http.Request, b contract.Binding, f *Fault, header func(*schema.Encoder)) {
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
