package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// newServer returns a server with timeouts, so that no client can occupy a connection or a goroutine for long.
func newServer(handler http.Handler, logger *slog.Logger) *http.Server {
	return standardTimeouts().newServer(handler, logger)
}

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
	ending := &closing{next: handler}
	server := newServer(ending, logger)
	server.TLSConfig = tlsConfig
	fresh := standardTimeouts().listener(listener)
	server.RegisterOnShutdown(fresh.end)
	failed := make(chan error, 1)
	go func() {
		if tlsConfig != nil {
			failed <- server.ServeTLS(fresh, "", "")
		} else {
			failed <- server.Serve(fresh)
		}
	}()
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
	ending.now.Store(true)
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
