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

	"example.com/quartet/internal/rail/response"
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
	// Once the service is ending, responses have "Connection: close", so that clients send their next requests to another server: also
	// responses to requests that are older. HTTP/2 connections are closed after the requests in progress (RFC 9113, section 6.8).
	// Idle connections stay open: a client may just be sending a request.
	var ending atomic.Bool
	server := standardTimeouts().newServer(response.BeforeHeader(handler, func(header http.Header) {
		if ending.Load() {
			header.Set("Connection", "close")
		}
	}), logger)
	failed, fresh := make(chan error, 1), standardTimeouts().listener(listener, tlsConfig, logger)
	go func() { failed <- server.Serve(fresh) }()
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
