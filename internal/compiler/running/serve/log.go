package serve

import (
	"log/slog"
	"net/http"
	"time"

	"example.com/quartet/templates/soap/redact"
)

// Logged returns a handler that logs each request, without values whose names are names of credentials.
func Logged(next http.Handler, logger *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		counted := &countedWriter{ResponseWriter: w}
		defer func() {
			redactor := redact.Redactor{}
			logger.Info("request", "method", r.Method, "path", redactor.Text(r.URL.Path), "action", redactor.Text(r.Header.Get("SOAPAction")),
				"status", counted.status, "bytes", counted.bytes, "took", time.Since(began).Round(time.Microsecond))
		}()
		next.ServeHTTP(counted, r)
	})
}

// countedWriter records the status and the size of a response.
type countedWriter struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// WriteHeader records the status.
func (w *countedWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write counts bytes.
func (w *countedWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (w *countedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
