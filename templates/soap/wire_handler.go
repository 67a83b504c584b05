package soap

import (
	"errors"
	"io"
	"log/slog"
	"net/http"

	"example.com/quartet/templates/soap/contract"
)

// loggedHandler logs the requests and responses of a handler.
type loggedHandler struct{ *handler }

func (h *loggedHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := h.wireLog.begin(r.Context(), h.Service)
	if call == nil {
		h.handler.ServeHTTP(w, r)
		return
	}
	body := &prefixReader{Reader: r.Body, limit: call.MaxBody}
	out := &loggedWriter{ResponseWriter: w, wireCall: call}
	logged := r.WithContext(r.Context())
	logged.Body = struct {
		io.Reader
		io.Closer
	}{body, r.Body}
	returned := false
	defer func() {
		first, coding := body.first, contentCoding(r.Header)
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			first, coding = []byte(r.URL.RawQuery), ""
		}
		call.log("request", r.Header, coding, first, max(body.size, int64(len(first))), slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.String("remote", r.RemoteAddr))
		var err error
		if !returned {
			err = errors.New("the response was broken off")
		}
		call.finished(out.status, w.Header(), contentCoding(w.Header()), out.first, out.size, err)
	}()
	h.handler.ServeHTTP(out, logged)
	returned = true
}

// loggedWriter keeps what is to be logged of a response.
type loggedWriter struct {
	http.ResponseWriter
	*wireCall
	status int
	first  []byte
	size   int64
}

// Unwrap is for http.ResponseController.
func (w *loggedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *loggedWriter) WriteHeader(status int) {
	if w.status < 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *loggedWriter) Write(b []byte) (int, error) {
	if w.status < 200 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.size += int64(n)
	if more := w.MaxBody - len(w.first); more > 0 {
		w.first = append(w.first, b[:min(n, more)]...)
	}
	return n, err
}

// called tells the log of a handler, if there is one, which operation is called.
func called(w http.ResponseWriter, operation string, b contract.Binding) {
	if l, ok := w.(*loggedWriter); ok {
		l.operation, l.binding = operation, b
	}
}
