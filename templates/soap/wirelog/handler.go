package wirelog

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"

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
	body := &reader{ReadCloser: r.Body, maxBody: h.MaxBody}
	if r.Body != nil {
		logged.Body = body
	}
	out := &writer{ResponseWriter: w, maxBody: h.MaxBody}
	returned := false
	defer func() {
		if e.call = served.Call(); e.call.Service == "" {
			e.call.Service = h.service
		}
		received := body.content(r)
		if isQuery(r) {
			received = ofQuery(r)
		}
		e.request(received, slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.String("remote", r.RemoteAddr))
		var err error
		if !returned {
			err = errors.New("the response was aborted")
		}
		if returned && out.status < 200 { // the server sends an empty response
			out.status = http.StatusOK
		}
		e.response(out.status, content{header: w.Header(), first: out.first, size: out.size, open: !returned}, err)
	}()
	h.next.ServeHTTP(out, logged)
	returned = true
}

// writer keeps what is to be logged of a response.
type writer struct {
	http.ResponseWriter
	maxBody int
	status  int
	first   []byte
	size    int64
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
	w.size += int64(n)
	w.first = appendUpTo(w.first, b[:n], w.maxBody)
	return n, err
}

// reader keeps what is to be logged of a request. A handler inside an http.TimeoutHandler may still read when the request is
// logged.
type reader struct {
	io.ReadCloser
	maxBody int

	mu    sync.Mutex
	first []byte
	size  int64
	ended bool
}

// content returns what has been read, with the header of the request.
func (r *reader) content(of *http.Request) content {
	r.mu.Lock()
	defer r.mu.Unlock()
	return content{header: of.Header, first: r.first, size: r.size, open: !r.ended && r.size != of.ContentLength}
}

// Read keeps the first bytes.
func (r *reader) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.size, r.ended = r.size+int64(n), r.ended || err == io.EOF
	r.first = appendUpTo(r.first, b[:n], r.maxBody)
	return n, err
}
