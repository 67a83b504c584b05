package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"example.com/quartet/internal/rail/response"
	"example.com/quartet/templates/soap"
)

// maxPath is the maximum length of a logged request path, in bytes.
const maxPath = 256

// observe logs each request at the level when it is finished and, unless metrics is nil, counts it. Texts from the
// request are values of attributes, which slog quotes, so that they cannot forge log lines.
func observe(next http.Handler, logger *slog.Logger, level slog.Level, metrics *metrics) http.Handler {
	observed := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		call := new(callInfo)
		counted := &countingWriter{ResponseWriter: w}
		aborted := true // unless the handler returns without a panic
		defer func() {
			if r.Method == http.MethodHead {
				counted.bytes = 0 // net/http does not send the body
			}
			took := time.Since(start)
			metrics.observe(call, counted.code, counted.bytes, took)
			logger.LogAttrs(r.Context(), level, "request", requestAttrs(r, call, counted, took, aborted)...)
		}()
		serveRecovering(next, counted, r.WithContext(context.WithValue(r.Context(), callKey{}, call)), logger)
		aborted = false
		counted.code = cmp.Or(counted.code, http.StatusOK) // net/http sends it if the handler writes nothing
	})
	if metrics == nil {
		return observed
	}
	return promhttp.InstrumentHandlerInFlight(metrics.inFlight, observed)
}

func requestAttrs(r *http.Request, call *callInfo, counted *countingWriter, took time.Duration, aborted bool) []slog.Attr {
	attrs := []slog.Attr{
		slog.String("method", r.Method),
		slog.String("path", r.URL.Path[:min(len(r.URL.Path), maxPath)]),
	}
	if call.operation != "" {
		attrs = append(attrs, slog.String("operation", call.operation), slog.String("binding", call.binding.String()))
	}
	attrs = append(attrs, slog.Int("status", counted.code), slog.Int64("bytes", counted.bytes))
	if call.outcome != "" {
		attrs = append(attrs, slog.String("cache", string(call.outcome)))
	}
	attrs = append(attrs, slog.Duration("duration", took), slog.String("remote", r.RemoteAddr))
	if aborted {
		attrs = append(attrs, slog.Bool("aborted", true))
	}
	return attrs
}

// A callInfo is the operation that a request calls, if any, and the result of the cache.
type callInfo struct {
	operation string
	binding   soap.Binding
	outcome   response.Outcome
}

type callKey struct{}

// recordOperation is an interceptor that records the operation for observe.
func recordOperation(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
	if c, ok := ctx.Value(callKey{}).(*callInfo); ok {
		c.operation, c.binding = call.Operation, call.Binding
	}
	return next(ctx)
}

// recordOutcome records the result of the cache for observe.
func recordOutcome(ctx context.Context, outcome response.Outcome) {
	if c, ok := ctx.Value(callKey{}).(*callInfo); ok {
		c.outcome = outcome
	}
}

// serveRecovering calls the handler. If it panics, the panic is logged with its stack as one record, and the response
// has status 500; a response that has been started is aborted instead, so that the client notices that it is
// incomplete.
func serveRecovering(next http.Handler, w *countingWriter, r *http.Request, logger *slog.Logger) {
	defer func() {
		value := recover()
		switch value {
		case nil:
			return
		case http.ErrAbortHandler: // aborts the response, see net/http
			panic(value)
		}
		logger.LogAttrs(r.Context(), slog.LevelError, "panic",
			slog.String("error", fmt.Sprint(value)),
			slog.String("path", r.URL.Path[:min(len(r.URL.Path), maxPath)]),
			slog.String("remote", r.RemoteAddr),
			slog.String("stack", strings.TrimSpace(string(debug.Stack()))))
		if w.code != 0 {
			panic(http.ErrAbortHandler)
		}
		clear(w.Header())
		response.Text(w, http.StatusInternalServerError, "internal error")
	}()
	next.ServeHTTP(w, r)
}

// A countingWriter records the status and counts the bytes of the body.
type countingWriter struct {
	http.ResponseWriter
	code  int // 0 until the header is written
	bytes int64
}

// Unwrap gives [http.ResponseController] access to the methods of the underlying writer.
func (w *countingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *countingWriter) WriteHeader(code int) {
	if w.code == 0 && (code >= 200 || code == http.StatusSwitchingProtocols) {
		w.code = code
	}
	w.ResponseWriter.WriteHeader(code)
}

func (w *countingWriter) Write(p []byte) (int, error) {
	w.code = cmp.Or(w.code, http.StatusOK)
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}
