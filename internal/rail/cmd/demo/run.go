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
	"example.com/quartet/internal/rail/fiction"
)

// Exit statuses.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// patience is how long the whole demonstration may take.
const patience = time.Minute

// busy is a time at which many trains run.
const busy = "2026-11-21T08:15:00Z"

// run runs the command and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	called := false // correctly, that is
	var clock string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Call every operation over every binding and print what came back",
		Long: `Demo starts the realtime rail information service on a free port of this machine, calls its eleven operations over
SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST with the generated client, and prints a table: the records of each answer,
the bytes of its body and the time that the call took. Its trains are those of the embedded network at the time of
--clock, which stands still, so that the same question has one answer: the one that the service gives when it is called
directly.`,
		Args:              cobra.NoArgs,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(cmd *cobra.Command, _ []string) error {
			at, err := time.Parse(time.RFC3339, clock)
			if err != nil {
				return fmt.Errorf("--clock %q is not a time such as %s", clock, busy)
			}
			called = true
			railway, err := fiction.New(1)
			if err != nil {
				return fmt.Errorf("making the timetable: %w", err)
			}
			service := rail.New(railway, func() time.Time { return at })
			return demonstrate(cmd.Context(), service, service, stdout, stderr)
		},
	}
	cmd.Flags().StringVar(&clock, "clock", busy, "what the service's clock shows, as a `time` with a zone")
	cmd.SetArgs(args)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)

	err := cmd.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitDone
	case called:
		fmt.Fprintf(stderr, "demo: %v\n", err)
		return exitFailed
	}
	fmt.Fprintf(stderr, "demo: %v\nRun 'demo --help' for how to call it.\n", err)
	return exitUsage
}

// demonstrate serves the service, makes all calls, and prints them. Reference gives the answers that are expected. The
// error tells how many calls failed; each of them is printed to stderr.
func demonstrate(ctx context.Context, service, reference realtime.Realtime, stdout, stderr io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	questions, err := ask(ctx, reference)
	if err != nil {
		return err
	}

	logger := slog.New(slog.NewTextHandler(stderr, nil))
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listening on a free port: %w", err)
	}
	server := &http.Server{
		Handler:           realtime.NewHandler(service, realtime.WithLogger(logger)),
		ReadHeaderTimeout: patience,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	defer server.Close()
	go server.Serve(listener) // ends with an error when the server is closed
	address := "http://" + listener.Addr().String() + "/realtime/realtime.asmx"

	calls, err := callAll(ctx, address, questions)
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
	if _, err := fmt.Fprintf(stdout, "\n%d calls, each answered as the service answers when it is called directly\n", len(calls)); err != nil {
		return fmt.Errorf("printing what came of it: %w", err)
	}
	return nil
}
