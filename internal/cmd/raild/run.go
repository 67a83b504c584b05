package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"

	"github.com/spf13/cobra"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/fiction"
)

// Exit statuses.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// run runs the command until ctx is done and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var addr string
	called := false // correctly, that is
	cmd := &cobra.Command{
		Use:   "raild",
		Short: "Serve realtime rail information over four bindings",
		Long: `Raild serves the realtime rail information service: eleven operations, each over SOAP 1.1, SOAP 1.2, HTTP GET
and HTTP POST, at one address. Its trains are those of a small fictional railway; the clock is real.

It prints requests to try, logs to standard error, and ends on SIGINT or SIGTERM once the requests under way are
answered.`,
		Example: `  raild
  raild --addr :9000           on all interfaces
  raild --addr 127.0.0.1:0     on a free port`,
		Args:              cobra.NoArgs,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkAddr(addr); err != nil {
				return err
			}
			called = true
			return listenAndServe(cmd.Context(), addr, stdout, slog.New(slog.NewTextHandler(stderr, nil)))
		},
	}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:8080", "listen at `host:port`; port 0 takes a free one")
	cmd.SetArgs(args)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)

	err := cmd.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitDone
	case called:
		fmt.Fprintf(stderr, "raild: %v\n", err)
		return exitFailed
	}
	fmt.Fprintf(stderr, "raild: %v\nRun 'raild --help' for how to call it.\n", err)
	return exitUsage
}

// checkAddr returns an error that says what is wrong with the value of --addr, or nil.
func checkAddr(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return fmt.Errorf("--addr %q is not host:port: %w", addr, err)
	}
	return nil
}

// listenAndServe serves the fictional railway at addr until ctx is done.
func listenAndServe(ctx context.Context, addr string, stdout io.Writer, logger *slog.Logger) error {
	railway, err := fiction.New()
	if err != nil {
		return fmt.Errorf("making the timetable: %w", err)
	}
	service := rail.New(railway, nil)
	handler := realtime.NewHandler(service, realtime.WithLogger(logger), realtime.WithInterceptors(noteOperation))

	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("listening at %s: %w", addr, err)
	}
	if err := printExamples(stdout, listener.Addr()); err != nil {
		listener.Close()
		return fmt.Errorf("printing what to try: %w", err)
	}
	return serve(ctx, listener, logRequests(handler, logger), logger)
}
