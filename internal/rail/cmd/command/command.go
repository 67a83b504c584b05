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

// NoArguments is a [cobra.PositionalArgs] that accepts flags only.
func NoArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q", args[0])
	}
	return nil
}

// Run runs cmd with the arguments and returns its exit status. It returns [Usage] for a [UsageError], and for any error
// before cmd.RunE is called.
func Run(ctx context.Context, cmd *cobra.Command, args []string, stdout, stderr io.Writer) int {
	called, runE := false, cmd.RunE
	cmd.RunE = func(c *cobra.Command, args []string) error {
		called = true
		return runE(c, args)
	}
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.CompletionOptions.HiddenDefaultCmd = true
	cmd.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)

	err := cmd.ExecuteContext(ctx)
	var mistakes usageError
	switch {
	case err == nil:
		return OK
	case errors.As(err, &mistakes):
	case called:
		fmt.Fprintf(stderr, "%s: %v\n", cmd.Name(), err)
		return Failed
	default:
		mistakes = usageError{err}
	}
	for _, mistake := range mistakes {
		fmt.Fprintf(stderr, "%s: %v\n", cmd.Name(), mistake)
	}
	fmt.Fprintf(stderr, "Run '%s --help' for usage.\n", cmd.Name())
	return Usage
}
