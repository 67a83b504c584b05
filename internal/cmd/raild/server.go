package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// drain is how long requests that are under way at the end may take.
const drain = 10 * time.Second

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

// serve serves at the listener until ctx is done, then answers the requests that are under way and returns.
func serve(ctx context.Context, listener net.Listener, handler http.Handler, logger *slog.Logger) error {
	server := newServer(handler, logger)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	logger.Info("serving", "address", listener.Addr().String())

	select {
	case err := <-failed:
		return fmt.Errorf("serving at %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	logger.Info("stopping")
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		return errors.Join(fmt.Errorf("waiting for the requests under way: %w", err), server.Close())
	}
	logger.Info("stopped")
	return nil
}
