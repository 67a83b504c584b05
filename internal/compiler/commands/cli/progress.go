package cli

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"example.com/quartet/internal/compiler/reading/progress"
)

// progressLine returns a line for progress, nil if w is not a terminal that can replace a line.
func progressLine(w io.Writer) *progress.Line {
	if !isTerminal(w) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return progress.NewLine(w, func() int { return columns(w) }, func(d time.Duration, f func()) func() {
		timer := time.AfterFunc(d, f)
		return func() { timer.Stop() }
	})
}

// columns returns the width of a terminal.
func columns(w io.Writer) int {
	const unknown = 80
	width := 0
	if f, ok := w.(*os.File); ok {
		width, _, _ = term.GetSize(int(f.Fd()))
	}
	if width <= 0 {
		return unknown
	}
	return width
}

// reportingTo returns a context that reports progress to a line, unless a flag of the command selects output for programs or
// turns the line off.
func reportingTo(line *progress.Line, root *cobra.Command, args []string) context.Context {
	ctx := context.Background()
	cmd, _, err := root.Find(args)
	if line == nil || err != nil {
		return ctx
	}
	return progress.With(ctx, func(doing string) { // when the flags have been parsed
		quiet, _ := cmd.Flags().GetBool("quiet")
		format, _ := cmd.Flags().GetString("format")
		if !quiet && format != "json" && format != "sarif" {
			line.Doing(doing)
		}
	})
}

// isTerminal reports whether a writer writes to a terminal.
func isTerminal(w any) bool {
	for {
		wrapper, ok := w.(interface{ Unwrap() io.Writer })
		if !ok {
			break
		}
		w = wrapper.Unwrap()
	}
	f, ok := w.(*os.File)
	return ok && f != nil && term.IsTerminal(int(f.Fd()))
}
