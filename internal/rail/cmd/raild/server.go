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

// newServer returns a server on which no client can hold a connection or a goroutine for long.
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

// An ending says how a server ends.
type ending struct {
	announce func()        // called first; may be nil
	delay    time.Duration // then requests are still taken for so long
	grace    time.Duration // then those under way may take so long
}

// serve serves at the listener until ctx is done, then answers the requests that are under way and returns. Secure, if
// not nil, makes it HTTPS.
func serve(ctx context.Context, listener net.Listener, secure *tls.Config, handler http.Handler, end ending, logger *slog.Logger) error {
	server := newServer(handler, logger)
	server.TLSConfig = secure
	failed := make(chan error, 1)
	go func() {
		if secure != nil {
			failed <- server.ServeTLS(listener, "", "")
		} else {
			failed <- server.Serve(listener)
		}
	}()
	logger.Info("serving", "address", listener.Addr().String(), "tls", secure != nil)

	select {
	case err := <-failed:
		return fmt.Errorf("serving at %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	logger.Info("stopping")
	if end.announce != nil {
		end.announce()
	}
	if end.delay > 0 {
		select {
		case err := <-failed:
			return fmt.Errorf("serving at %s: %w", listener.Addr(), err)
		case <-time.After(end.delay):
		}
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), end.grace)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		return errors.Join(fmt.Errorf("waiting for the requests under way: %w", err), server.Close())
	}
	<-failed
	logger.Info("stopped")
	return nil
}
