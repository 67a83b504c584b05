package main

import (
	"net/http"
	"sync/atomic"
)

// A closing handler adds "Connection: close" to its responses once it is told to, so that clients send their next
// requests to another server. HTTP/2 connections are closed after the requests in progress (RFC 9113, section 6.8).
// Idle connections stay open: a client may just be sending a request.
type closing struct {
	next http.Handler
	now  atomic.Bool
}

func (c *closing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	wrapped := &closingWriter{ResponseWriter: w, closing: c}
	c.next.ServeHTTP(wrapped, r)
	wrapped.mark()
}

// A closingWriter marks the response when its header is written: the request may be older than the shutdown.
type closingWriter struct {
	http.ResponseWriter
	closing *closing
}

func (w *closingWriter) mark() {
	if w.closing.now.Load() {
		w.Header().Set("Connection", "close")
	}
}

// Unwrap gives [http.ResponseController] access to the methods of the underlying writer.
func (w *closingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *closingWriter) WriteHeader(code int) {
	w.mark()
	w.ResponseWriter.WriteHeader(code)
}

func (w *closingWriter) Write(p []byte) (int, error) {
	w.mark()
	return w.ResponseWriter.Write(p)
}
