package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/quartet/internal/rail/cmd/command"
)

// An invocation holds what the process passes to the command.
type invocation struct {
	args, environ  []string
	stdout, stderr io.Writer
	reload         <-chan os.Signal // each asks to read the certificate and the feeds again; nil if nobody asks
}

// run runs the command until ctx is done and returns its exit status.
func (i invocation) run(ctx context.Context) int {
	s := newSettings()
	cmd := &cobra.Command{
		Use:     "raild",
		Long:    introduction,
		Example: examples,
		Version: version(),
		Args:    command.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, problems := s.configure(i.environ)
			unknown := s.unknownVariables(i.environ)
			if len(problems) > 0 {
				for _, name := range unknown {
					problems = append(problems, fmt.Errorf("unknown environment variable %s", name))
				}
				return command.UsageError(problems...)
			}
			logger := newLogger(i.stderr, c)
			defer redirectStandardLog(logger)()
			for _, name := range unknown {
				logger.Warn("unknown environment variable", "name", name)
			}
			clock := newClock(c.clock, c.speed, time.Now)
			railway, err := openRailway(c, clock, i.stderr, logger)
			if err != nil {
				return err
			}
			return newApp(c, railway, clock, logger).serve(cmd.Context(), i.reload, i.stdout)
		},
	}
	cmd.SetVersionTemplate("raild {{.Version}}\n")
	cmd.SetUsageTemplate("{{if .HasParent}}" + cmd.UsageTemplate() + "{{else}}" + s.usage() + "{{end}}") // completion has a parent
	cmd.Flags().AddFlagSet(s.flags)
	cmd.SetFlagErrorFunc(func(failed *cobra.Command, err error) error {
		if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok && failed == cmd {
			s.refuse(invalid.GetFlag().Name, invalid.GetValue())
			return s.problems[0]
		}
		return command.UnknownFlag(failed, err)
	})
	return command.Run(ctx, cmd, i.args, i.stdout, i.stderr)
}

// redirectStandardLog sends the output of package log, which some libraries use, to the logger. It returns a function that restores
// package log.
func redirectStandardLog(logger *slog.Logger) (restore func()) {
	writer, flags, prefix := log.Writer(), log.Flags(), log.Prefix()
	log.SetOutput(slog.NewLogLogger(logger.Handler(), slog.LevelWarn).Writer())
	log.SetFlags(0)
	log.SetPrefix("")
	return func() {
		log.SetOutput(writer)
		log.SetFlags(flags)
		log.SetPrefix(prefix)
	}
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
