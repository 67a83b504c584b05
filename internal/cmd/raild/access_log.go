package main

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"example.com/quartet/gen/realtime"
)

// longestPath is how much of a request's path is logged, in bytes.
const longestPath = 256

// logRequests logs each request once it is answered: what was asked, what came of it and how long it took. The texts
// that a request brings are values of attributes, which slog quotes, so none of them can start a line of its own.
func logRequests(next http.Handler, logger *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		called := new(called)
		counted := &countingWriter{ResponseWriter: w}
		aborted := true // by a panic, unless it comes to its end
		defer func() {
			if r.Method == http.MethodHead {
				counted.bytes = 0 // net/http keeps the body back
			}
			attrs := []slog.Attr{
				slog.String("method", r.Method),
				slog.String("path", r.URL.Path[:min(len(r.URL.Path), longestPath)]),
			}
			if called.operation != "" {
				attrs = append(attrs, slog.String("operation", called.operation), slog.String("binding", called.binding.String()))
			}
			attrs = append(attrs,
				slog.Int("status", counted.code),
				slog.Int64("bytes", counted.bytes),
				slog.Duration("duration", time.Since(start)),
				slog.String("remote", r.RemoteAddr))
			if aborted {
				attrs = append(attrs, slog.Bool("aborted", true))
			}
			logger.LogAttrs(r.Context(), slog.LevelInfo, "request", attrs...)
		}()
		next.ServeHTTP(counted, r.WithContext(context.WithValue(r.Context(), calledKey{}, called)))
		aborted = false
		counted.code = cmp.Or(counted.code, http.StatusOK) // which net/http sends where nothing is written
	})
}

// called is the operation that a request turned out to call, if any.
type called struct {
	operation string
	binding   realtime.Binding
}

type calledKey struct{}

// noteOperation is an interceptor that tells logRequests what is called.
func noteOperation(ctx context.Context, call *realtime.Call, next func(context.Context) error) error {
	if c, ok := ctx.Value(calledKey{}).(*called); ok {
		c.operation, c.binding = call.Operation, call.Binding
	}
	return next(ctx)
}

// A countingWriter notes the status and counts the bytes that go out.
type countingWriter struct {
	http.ResponseWriter
	code  int // 0 before there is one
	bytes int64
}

// Unwrap gives [http.ResponseController] the methods that the writer below has.
func (w *countingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *countingWriter) WriteHeader(code int) {
	if w.code == 0 && (code >= 200 || code == http.StatusSwitchingProtocols) {
		w.code = code
	}
	w.ResponseWriter.WriteHeader(code)
}

func (w *countingWriter) Write(p []byte) (int, error) {
	if w.code == 0 {
		w.code = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}
