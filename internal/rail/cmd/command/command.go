// Package command runs the commands of the rail service in one style.
//
// A command prints each error once to standard error, after its name. Mistakes in how it was called end with a line
// that points to --help.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// Exit statuses.
const (
	OK     = 0
	Failed = 1
	Usage  = 2 // the command was called with wrong arguments, flags or environment variables
)

// A usageError is one or several mistakes in how a command was called.
type usageError []error

func (e usageError) Error() string { return errors.Join(e...).Error() }

// UsageError returns an error that makes [Run] print every mistake and return [Usage].
func UsageError(mistakes ...error) error { return usageError(mistakes) }

// Usagef returns a [UsageError] with one mistake.
func Usagef(format string, args ...any) error { return UsageError(fmt.Errorf(format, args...)) }

// NoArguments accepts flags only. It is a [cobra.PositionalArgs].
func NoArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("unexpected argument %q", args[0])
	}
	return nil
}

// Run runs cmd, which has no subcommands, with the arguments and returns its exit status. An error from parsing flags
// is a mistake in how cmd was called; any other error is one only if it is a [UsageError].
func Run(ctx context.Context, cmd *cobra.Command, args []string, stdout, stderr io.Writer) int {
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	flagError := cmd.FlagErrorFunc()
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		err = flagError(c, err)
		if usage := (usageError)(nil); errors.As(err, &usage) {
			return err
		}
		return UsageError(err)
	})

	err := cmd.ExecuteContext(ctx)
	var usage usageError
	switch {
	case err == nil:
		return OK
	case !errors.As(err, &usage):
		fmt.Fprintf(stderr, "%s: %v\n", cmd.Name(), err)
		return Failed
	}
	for _, mistake := range usage {
		fmt.Fprintf(stderr, "%s: %v\n", cmd.Name(), mistake)
	}
	fmt.Fprintf(stderr, "Run '%s --help' for usage.\n", cmd.Name())
	return Usage
}
