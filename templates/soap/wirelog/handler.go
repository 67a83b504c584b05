package wirelog

import (
	"errors"
	"io"
	"log/slog"
	"net/http"

	"example.com/quartet/templates/soap/internal/callinfo"
)

// Handler returns a handler that logs the requests and responses of next, both when the
// response has been sent. A request that no operation matches has no operation in its
// records.
func (l Log) Handler(next http.Handler) http.Handler {
	h := &handler{journal: newJournal(l), next: next}
	if inner := callinfo.HandlerOf(next); inner != nil {
		h.service = inner.ServiceName()
	}
	return h
}

type handler struct {
	*journal
	next    http.Handler
	service string
}

// Unwrap returns the handler that is logged.
func (h *handler) Unwrap() http.Handler { return h.next }

// ServeHTTP implements http.Handler.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e := h.begin(r.Context())
	if e == nil {
		h.next.ServeHTTP(w, r)
		return
	}
	served := new(callinfo.Served)
	logged := r.WithContext(callinfo.WithServed(r.Context(), served))
	body := &reader{ReadCloser: r.Body, beginning: beginning{limit: h.MaxBody}}
	if r.Body != nil {
		logged.Body = body
	}
	out := &writer{ResponseWriter: w, beginning: beginning{limit: h.MaxBody}}
	returned := false
	defer func() {
		if e.call = served.Call(); e.call.Service == "" {
			e.call.Service = h.service
		}
		received := body.content(r.Header, r.ContentLength)
		if isQuery(r) {
			received = ofQuery(r)
		}
		e.log("request", received, slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.String("remote", r.RemoteAddr))
		var err error
		if !returned {
			err = errors.New("the response was aborted")
		}
		if returned && out.status < 200 { // the server sends an empty response
			out.status = http.StatusOK
		}
		out.ended = returned
		e.response(out.status, out.content(w.Header(), -1), err)
	}()
	h.next.ServeHTTP(out, logged)
	returned = true
}

// writer keeps what is to be logged of a response.
type writer struct {
	http.ResponseWriter
	beginning
	status int
}

// Unwrap is for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader keeps the status.
func (w *writer) WriteHeader(status int) {
	if w.status < 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write keeps the first bytes.
func (w *writer) Write(b []byte) (int, error) {
	if w.status < 200 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.add(b[:n], nil)
	return n, err
}

// reader keeps what is to be logged of a request.
type reader struct {
	io.ReadCloser
	beginning
}

// Read keeps the first bytes.
func (r *reader) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	r.add(b[:n], err)
	return n, err
}
