package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"
)

// Exit statuses.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// run runs the command until ctx is done and returns its exit status.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	c, problems := configure(args, environ)
	switch {
	case len(problems) > 0:
		for _, problem := range problems {
			fmt.Fprintf(stderr, "raild: %v\n", problem)
		}
		fmt.Fprintln(stderr, "Run 'raild --help' for how to call it.")
		return exitUsage
	case c.help:
		return printed(printHelp(stdout))
	case c.version:
		_, err := fmt.Fprintln(stdout, version())
		return printed(err)
	}
	logger := newLogger(stderr, c)
	defer adoptStandardLog(logger)()
	for _, name := range strays(environ) {
		logger.Warn("environment variable without a meaning", "name", name)
	}
	if err := listenAndServe(ctx, c, stdout, stderr, logger); err != nil {
		fmt.Fprintf(stderr, "raild: %v\n", err)
		return exitFailed
	}
	return exitDone
}

func printed(err error) int {
	if err != nil {
		return exitFailed
	}
	return exitDone
}

func newLogger(w io.Writer, c config) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.logLevel}
	if c.logFormat == "json" {
		options.ReplaceAttr = inSeconds
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// inSeconds makes durations numbers of seconds, as metrics have them; JSON would have nanoseconds without saying so.
func inSeconds(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.Float64Value(a.Value.Duration().Seconds())
	}
	return a
}

// listenAndServe serves what the configuration asks for until ctx is done.
func listenAndServe(ctx context.Context, c config, stdout, stderr io.Writer, logger *slog.Logger) error {
	clock := newClock(c.clock, c.speed, time.Now)
	railway, err := openRailway(c, clock, stderr, logger)
	if err != nil {
		return err
	}
	return newApp(c, railway, clock, logger).serve(ctx, stdout)
}

// openRailway returns the railway of the feeds that are named, or the embedded one.
func openRailway(c config, clock func() time.Time, stderr io.Writer, logger *slog.Logger) (*railway, error) {
	if c.gtfs == "" {
		return embedded(c, clock)
	}
	return fed(c, clock, stderr, logger)
}
