package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/templates/soap"
)

// timeout limits the whole demonstration.
const timeout = time.Minute

// morning is a time at which many trains run.
const morning = "2026-11-21T08:15:00Z"

// run runs the command and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var clock string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Call every operation over every binding and print a table",
		Long: `Demo starts the realtime rail information service on a free port, calls its eleven operations over SOAP 1.1, SOAP 1.2,
HTTP GET and HTTP POST with the generated client, and prints a table: the number of records in each response, the bytes
of its body and the duration of the call. It serves the trains of the embedded network at the time given by --clock.
That clock stands still, so each response must equal the result of a direct call of the service.`,
		Args: command.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			at, err := time.Parse(time.RFC3339, clock)
			if err != nil {
				return command.Usagef("--clock %q is not a date with time and zone: want, for example, %s", clock, morning)
			}
			railway, err := fiction.New(1)
			if err != nil {
				return fmt.Errorf("making the timetable: %w", err)
			}
			service := rail.New(railway, func() time.Time { return at })
			return demonstrate(cmd.Context(), service, service, stdout, stderr)
		},
	}
	cmd.Flags().StringVar(&clock, "clock", morning, "the service's clock, as a `time` with a zone")
	return command.Run(ctx, cmd, args, stdout, stderr)
}

// demonstrate serves the service, makes all calls, compares the responses with those of direct calls of the reference,
// and prints a table. The error says how many calls failed; each failure is printed to stderr.
func demonstrate(ctx context.Context, service, reference realtime.Realtime, stdout, stderr io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	requests, err := newRequests(ctx, reference)
	if err != nil {
		return err
	}

	logger := slog.New(slog.NewTextHandler(stderr, nil))
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listening on a free port: %w", err)
	}
	server := &http.Server{
		Handler:           realtime.NewHandler(service, soap.WithLogger(logger)),
		ReadHeaderTimeout: timeout,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	defer server.Close()
	go server.Serve(listener) // ends with an error when the server is closed
	address := "http://" + listener.Addr().String() + "/realtime/realtime.asmx"

	calls, err := callAll(ctx, address, requests)
	if err != nil {
		return err
	}
	if err := printTable(stdout, calls); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	failed := 0
	for _, c := range calls {
		if c.err != nil {
			failed++
			fmt.Fprintf(stderr, "demo: %s over %s: %v\n", c.operation, c.binding, c.err)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d calls failed", failed, len(calls))
	}
	if _, err := fmt.Fprintf(stdout, "\n%d calls; every response equals the result of a direct call of the service\n", len(calls)); err != nil {
		return fmt.Errorf("printing the summary: %w", err)
	}
	return nil
}
