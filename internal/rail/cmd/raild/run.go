package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/rail/cmd/command"
)

// An invocation holds what the process passes to the command.
type invocation struct {
	args, environ  []string
	stdout, stderr io.Writer
	reload         <-chan os.Signal // each asks to read the certificate and the feeds again; nil if nobody asks
}

// run runs the command until ctx is done and returns its exit status. Cobra parses the flags for --help, --version and
// completion; configure parses them again, to report all mistakes together.
func (i invocation) run(ctx context.Context) int {
	cmd := &cobra.Command{
		Use:     "raild",
		Long:    introduction,
		Example: examples,
		Version: version(),
		Args:    cobra.ArbitraryArgs, // configure reports them
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, problems := configure(i.args, i.environ)
			if len(problems) > 0 {
				return command.UsageError(append(problems, i.unknown()...)...)
			}
			logger := newLogger(i.stderr, c)
			defer redirectStandardLog(logger)()
			for _, name := range unknownVariables(i.environ) {
				logger.Warn("unknown environment variable", "name", name)
			}
			return i.listenAndServe(cmd.Context(), c, logger)
		},
	}
	s := newSettings()
	cmd.SetVersionTemplate("raild {{.Version}}\n")
	cmd.SetUsageTemplate("{{if .HasParent}}" + cmd.UsageTemplate() + "{{else}}" + s.usage() + "{{end}}") // completion has a parent
	cmd.Flags().AddFlagSet(s.flags)
	cmd.SetFlagErrorFunc(func(failed *cobra.Command, err error) error {
		if _, problems := configure(i.args, i.environ); failed == cmd && len(problems) > 0 {
			return command.UsageError(append(problems, i.unknown()...)...)
		}
		return err
	})
	return command.Run(ctx, cmd, i.args, i.stdout, i.stderr)
}

// unknown returns an error for each environment variable that has no meaning but seems to be meant for raild.
func (i invocation) unknown() (problems []error) {
	for _, name := range unknownVariables(i.environ) {
		problems = append(problems, fmt.Errorf("unknown environment variable %s", name))
	}
	return problems
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
func (i invocation) listenAndServe(ctx context.Context, c config, logger *slog.Logger) error {
	clock := newClock(c.clock, c.speed, time.Now)
	railway, err := openRailway(c, clock, i.stderr, logger)
	if err != nil {
		return err
	}
	return newApp(c, railway, clock, logger).serve(ctx, i.reload, i.stdout)
}
