package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/redact"
)

// Logged returns a handler that logs each request, with its operation and the reason of an error, and without what redactor
// removes.
func Logged(next http.Handler, logger *slog.Logger, redactor redact.Redactor) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		counted := &countedWriter{ResponseWriter: w}
		var call noted
		defer func() {
			attributes := []any{"method", r.Method, "path", redactor.Text(r.URL.Path), "operation", call.operation}
			if action := r.Header.Get("SOAPAction"); action != "" && call.operation == "" {
				attributes = append(attributes, "action", redactor.Text(action))
			}
			attributes = append(attributes, "status", counted.status, "bytes", counted.bytes, "took", time.Since(began).Round(time.Microsecond))
			if reason := counted.reason(); reason != "" {
				attributes = append(attributes, "reason", redactor.Text(reason))
			}
			logger.Info("request", attributes...)
		}()
		next.ServeHTTP(counted, r.WithContext(context.WithValue(r.Context(), notedKey{}, &call)))
	})
}

// noted is what is logged of a call.
type noted struct {
	operation string
	only      bool // whether the call ends when its operation is known
}

type notedKey struct{}

// note is an interceptor that notes the operation of a call.
func note(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
	if n, ok := ctx.Value(notedKey{}).(*noted); ok {
		if n.operation = call.Operation; n.only {
			return &soap.Fault{Code: soap.FaultServer, Reason: "the operation is known"}
		}
	}
	return next(ctx)
}

// noteOnly notes the operation of a request that another handler answers, and returns the request with its body still to be
// read.
func noteOnly(dispatcher http.Handler, r *http.Request) (*http.Request, error) {
	n, ok := r.Context().Value(notedKey{}).(*noted)
	if !ok {
		return r, nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxRequest))
	if err != nil {
		return nil, err
	}
	whole := func() *http.Request {
		r := r.Clone(r.Context())
		r.Body = io.NopCloser(bytes.NewReader(body))
		return r
	}
	n.only = true
	dispatcher.ServeHTTP(discarded{http.Header{}}, whole())
	return whole(), nil
}

// discarded is a response that nobody reads.
type discarded struct{ header http.Header }

// Header implements http.ResponseWriter.
func (d discarded) Header() http.Header { return d.header }

// Write implements http.ResponseWriter.
func (discarded) Write(b []byte) (int, error) { return len(b), nil }

// WriteHeader implements http.ResponseWriter.
func (discarded) WriteHeader(int) {}

// countedWriter records the status and the size of a response, and how the body of an error begins.
type countedWriter struct {
	http.ResponseWriter
	status int
	bytes  int64
	begins []byte
}

// reason returns the reason of a fault, or another text that says why a request failed, "" if there is none.
func (w *countedWriter) reason() string {
	text := strings.TrimSpace(string(w.begins))
	if !strings.HasPrefix(text, "<") {
		switch media, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";"); media {
		case "text/plain":
			return text
		case "application/problem+json":
			return detailOf(w.begins)
		}
		return ""
	}
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if err != nil {
			return ""
		}
		if start, ok := token.(xml.StartElement); ok && (start.Name.Local == "faultstring" || start.Name.Local == "Text") {
			content, _ := d.Token()
			reason, _ := content.(xml.CharData)
			return string(reason)
		}
	}
}

// detailOf returns the detail of problem details, which may be cut off after it.
func detailOf(problem []byte) (text string) {
	d := json.NewDecoder(bytes.NewReader(problem))
	for {
		token, err := d.Token()
		if err != nil {
			return ""
		}
		if token == "detail" {
			_ = d.Decode(&text) // there is no text if it is cut off
			return text
		}
	}
}

// WriteHeader records the status.
func (w *countedWriter) WriteHeader(status int) {
	w.status = cmp.Or(w.status, status)
	w.ResponseWriter.WriteHeader(status)
}

// Write counts bytes.
func (w *countedWriter) Write(b []byte) (int, error) {
	w.status = cmp.Or(w.status, http.StatusOK)
	const maxBegins = 4 << 10
	if w.status >= http.StatusBadRequest {
		w.begins = append(w.begins, b[:min(len(b), maxBegins-len(w.begins))]...)
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (w *countedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
