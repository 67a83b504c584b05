package soap

import (
	"net/http"
	"strings"
)

// sendTextFault sends a fault as text.
func (h *handler) sendTextFault(w http.ResponseWriter, f *Fault) {
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
