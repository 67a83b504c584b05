package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/response"
)

// longestPath is how much of a request's path is logged, in bytes.
const longestPath = 256

// observe logs each request at a level and counts it, unless metrics is nil, once it is answered: what was asked, what came of it and how long it took. The
// texts that a request brings are values of attributes, which slog quotes, so none of them can start a line of its own.
func observe(next http.Handler, logger *slog.Logger, level slog.Level, metrics *metrics) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		called := new(called)
		counted := &countingWriter{ResponseWriter: w}
		defer metrics.begin()()
		aborted := true // by a panic, unless it comes to its end
		defer func() {
			if r.Method == http.MethodHead {
				counted.bytes = 0 // net/http keeps the body back
			}
			took := time.Since(start)
			metrics.observe(called, counted.code, counted.bytes, took)
			logger.LogAttrs(r.Context(), level, "request", requestAttrs(r, called, counted, took, aborted)...)
		}()
		serveSafely(next, counted, r.WithContext(context.WithValue(r.Context(), calledKey{}, called)), logger)
		aborted = false
		counted.code = cmp.Or(counted.code, http.StatusOK) // which net/http sends where nothing is written
	})
}

func requestAttrs(r *http.Request, called *called, counted *countingWriter, took time.Duration, aborted bool) []slog.Attr {
	attrs := []slog.Attr{
		slog.String("method", r.Method),
		slog.String("path", r.URL.Path[:min(len(r.URL.Path), longestPath)]),
	}
	if called.operation != "" {
		attrs = append(attrs, slog.String("operation", called.operation), slog.String("binding", called.binding.String()))
	}
	attrs = append(attrs, slog.Int("status", counted.code), slog.Int64("bytes", counted.bytes))
	if called.outcome != "" {
		attrs = append(attrs, slog.String("cache", string(called.outcome)))
	}
	attrs = append(attrs, slog.Duration("duration", took), slog.String("remote", r.RemoteAddr))
	if aborted {
		attrs = append(attrs, slog.Bool("aborted", true))
	}
	return attrs
}

// called is the operation that a request turned out to call, if any, and how the cache answered.
type called struct {
	operation string
	binding   realtime.Binding
	outcome   response.Outcome
}

type calledKey struct{}

// noteOperation is an interceptor that tells observe what is called.
func noteOperation(ctx context.Context, call *realtime.Call, next func(context.Context) error) error {
	if c, ok := ctx.Value(calledKey{}).(*called); ok {
		c.operation, c.binding = call.Operation, call.Binding
	}
	return next(ctx)
}

// noteOutcome tells observe how the cache answered.
func noteOutcome(ctx context.Context, _ *realtime.Call, outcome response.Outcome) {
	if c, ok := ctx.Value(calledKey{}).(*called); ok {
		c.outcome = outcome
	}
}

// serveSafely answers a request whose handler panics with status 500, and logs the panic with its stack as one record.
// A response that has been started is broken off instead, so that nobody takes it for whole.
func serveSafely(next http.Handler, w *countingWriter, r *http.Request, logger *slog.Logger) {
	defer func() {
		value := recover()
		switch value {
		case nil:
			return
		case http.ErrAbortHandler: // net/http's way to break a response off
			panic(value)
		}
		logger.LogAttrs(r.Context(), slog.LevelError, "panic",
			slog.String("error", fmt.Sprint(value)),
			slog.String("path", r.URL.Path[:min(len(r.URL.Path), longestPath)]),
			slog.String("remote", r.RemoteAddr),
			slog.String("stack", strings.TrimSpace(string(debug.Stack()))))
		if w.code != 0 {
			panic(http.ErrAbortHandler)
		}
		clear(w.Header())
		answerText(w, http.StatusInternalServerError, "internal error")
	}()
	next.ServeHTTP(w, r)
}

// answerText answers with one line of plain text that no cache keeps.
func answerText(w http.ResponseWriter, code int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	io.WriteString(w, text+"\n")
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
