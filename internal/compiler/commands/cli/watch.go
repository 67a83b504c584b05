package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
)

// poll returns a channel that says when to look for changes.
func poll() <-chan time.Time { return time.Tick(500 * time.Millisecond) }

// watch generates, and does it again at a tick after a file that was read has changed, until the context of the command is done.
// An error ends it only if it is about the command line.
func (o *options) watch(cmd *cobra.Command, args []string, ticks <-chan time.Time) error {
	if len(args) > 0 && args[0] == fromStdin {
		return usagef("--watch: standard input cannot be watched")
	}
	for {
		before := o.run.read
		o.run.read, o.report.found = make(generator.Documents), nil
		if path := projectPath(cmd); path != "" {
			o.run.read[filepath.ToSlash(path)], _ = contentOf(path)
		}
		err := o.generateEach(cmd, args)
		if isUsage(err) {
			return err
		}
		exitCode(cmd, err, cmd.ErrOrStderr())
		for name := range before { // an error may have left out some
			if _, ok := o.run.read[name]; !ok {
				o.run.read[name], _ = contentOf(name)
			}
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "quartet: watching %s\n", diag.Counted(len(o.run.read), "file"))
		for changed := false; !changed; changed = o.hasChanged() {
			select {
			case <-cmd.Context().Done():
				return nil
			case <-ticks:
			}
		}
	}
}

// hasChanged reports whether a file differs from what was read. Devices, pipes and what was downloaded do not.
func (o *options) hasChanged() bool {
	for name, text := range o.run.read {
		_, err := os.Stat(filepath.FromSlash(name))
		now, read := contentOf(name)
		if !hasScheme(name) && (read && !bytes.Equal(now, text) || errors.Is(err, fs.ErrNotExist) && text != nil) {
			return true
		}
	}
	return false
}

// contentOf returns the content of a file. ok is false if it is not regular, or cannot be read.
func contentOf(name string) (text []byte, ok bool) {
	if name = filepath.FromSlash(name); !isRegular(name) {
		return nil, false
	}
	text, err := os.ReadFile(name)
	return text, err == nil
}
