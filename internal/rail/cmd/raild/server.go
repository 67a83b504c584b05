package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// A shutdown describes the steps in which a server shuts down.
type shutdown struct {
	announce func()        // called when the shutdown starts, unless nil
	delay    time.Duration // how long to accept further requests after announce
	grace    time.Duration // how long to wait after that for the requests in progress
}

// A startError is the cause of a shutdown because the service could not start.
type startError struct{ error }

// serve serves at the listener until ctx is done, then shuts down and returns. It serves HTTPS unless tlsConfig is nil.
func serve(ctx context.Context, listener net.Listener, tlsConfig *tls.Config, handler http.Handler, steps shutdown, logger *slog.Logger) error {
	var ending atomic.Bool
	server := standardTimeouts().newServer(closing(handler, &ending), logger)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(standardTimeouts().listener(listener, tlsConfig)) }()
	logger.Info("serving", "address", listener.Addr().String(), "tls", tlsConfig != nil)

	select {
	case err := <-failed:
		return fmt.Errorf("serving at %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	if errors.As(context.Cause(ctx), new(startError)) {
		logger, steps.delay = slog.New(slog.DiscardHandler), 0 // the message of the error is enough
	}
	logger.Info("stopping")
	if steps.announce != nil {
		steps.announce()
	}
	ending.Store(true)
	if steps.delay > 0 {
		select {
		case err := <-failed:
			return fmt.Errorf("serving at %s: %w", listener.Addr(), err)
		case <-time.After(steps.delay):
		}
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), steps.grace)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		return errors.Join(fmt.Errorf("waiting for the requests in progress: %w", err), server.Close())
	}
	<-failed
	logger.Info("stopped")
	return nil
}

// closing returns a handler that adds "Connection: close" to its responses once the service is ending, so that clients send their next
// requests to another server. HTTP/2 connections are closed after the requests in progress (RFC 9113, section 6.8).
// Idle connections stay open: a client may just be sending a request.
func closing(next http.Handler, ending *atomic.Bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wrapped := closingWriter{w, ending}
		next.ServeHTTP(wrapped, r)
		wrapped.mark()
	})
}

// A closingWriter marks the response when its header is written: the request may be older than the shutdown.
type closingWriter struct {
	http.ResponseWriter
	ending *atomic.Bool
}

func (w closingWriter) mark() {
	if w.ending.Load() {
		w.Header().Set("Connection", "close")
	}
}

// Unwrap gives [http.ResponseController] access to the methods of the underlying writer.
func (w closingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w closingWriter) WriteHeader(code int) {
	w.mark()
	w.ResponseWriter.WriteHeader(code)
}

func (w closingWriter) Write(p []byte) (int, error) {
	w.mark()
	return w.ResponseWriter.Write(p)
}
