package main

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/rail/cmd/command"
)

// run runs the command until ctx is done and returns its exit status. Cobra parses the flags for --help, --version and
// completion; configure parses them again, to report all mistakes together.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	cmd := &cobra.Command{
		Use:     "raild",
		Long:    introduction,
		Example: examples,
		Version: version(),
		Args:    cobra.ArbitraryArgs, // configure reports them
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, problems := configure(args, environ)
			if len(problems) > 0 {
				return command.UsageError(problems...)
			}
			logger := newLogger(stderr, c)
			defer redirectStandardLog(logger)()
			for _, name := range unknownVariables(environ) {
				logger.Warn("unknown environment variable", "name", name)
			}
			return listenAndServe(cmd.Context(), c, stdout, stderr, logger)
		},
	}
	cmd.SetVersionTemplate("raild {{.Version}}\n")
	cmd.SetUsageTemplate("{{if .HasParent}}" + cmd.UsageTemplate() + "{{else}}" + usage() + "{{end}}") // completion has a parent
	flags, _ := newFlags()
	cmd.Flags().AddFlagSet(flags)
	cmd.SetFlagErrorFunc(func(failed *cobra.Command, err error) error {
		if _, problems := configure(args, environ); failed == cmd && len(problems) > 0 {
			return command.UsageError(problems...)
		}
		return err
	})
	return command.Run(ctx, cmd, args, stdout, stderr)
}

func newLogger(w io.Writer, c config) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.logLevel}
	if c.logFormat == "json" {
		options.ReplaceAttr = inSeconds
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// inSeconds replaces durations by numbers of seconds, as in the metrics; slog's JSON would have nanoseconds.
func inSeconds(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.Float64Value(a.Value.Duration().Seconds())
	}
	return a
}

// listenAndServe runs the service as configured until ctx is done.
func listenAndServe(ctx context.Context, c config, stdout, stderr io.Writer, logger *slog.Logger) error {
	clock := newClock(c.clock, c.speed, time.Now)
	railway, err := openRailway(c, clock, stderr, logger)
	if err != nil {
		return err
	}
	return newApp(c, railway, clock, logger).serve(ctx, stdout)
}
