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
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
}

// A shutdown describes the steps in which a server shuts down.
type shutdown struct {
	announce func()        // called when the shutdown starts, unless nil
	delay    time.Duration // how long to accept further requests after announce
	grace    time.Duration // how long to wait after that for the requests in progress
}

// serve serves at the listener until ctx is done, then shuts down and returns. It serves HTTPS unless tlsConfig is nil.
func serve(ctx context.Context, listener net.Listener, tlsConfig *tls.Config, handler http.Handler, steps shutdown, logger *slog.Logger) error {
	server := newServer(handler, logger)
	server.TLSConfig = tlsConfig
	failed := make(chan error, 1)
	go func() {
		if tlsConfig != nil {
			failed <- server.ServeTLS(listener, "", "")
		} else {
			failed <- server.Serve(listener)
		}
	}()
	logger.Info("serving", "address", listener.Addr().String(), "tls", tlsConfig != nil)

	select {
	case err := <-failed:
		return fmt.Errorf("serving at %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	logger.Info("stopping")
	if steps.announce != nil {
		steps.announce()
	}
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
