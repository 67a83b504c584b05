// Package command gives the commands of the rail service and of the benchmarks the same error messages and exit statuses.
//
// [Run] runs a cobra command. It prints each error once to standard error, after the command's name. If the command was
// called wrongly, a line follows that refers to --help.
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

// A usageError lists the mistakes in how a command was called.
type usageError []error

func (e usageError) Error() string { return errors.Join(e...).Error() }

// UsageError returns an error for RunE of a command that was called wrongly: [Run] prints every mistake and returns
// [Usage].
func UsageError(mistakes ...error) error { return usageError(mistakes) }

// Usagef returns a [UsageError] with one mistake, formatted like [fmt.Errorf].
func Usagef(format string, args ...any) error { return UsageError(fmt.Errorf(format, args...)) }

// NoArguments is the [cobra.PositionalArgs] of a command that takes flags only.
func NoArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q", args[0])
	}
	return nil
}

// Run runs cmd with the arguments and returns its exit status: [Usage] for a [UsageError] and for errors in flags and
// arguments, which cobra finds before it calls RunE of cmd or of a command below it, and [Failed] for any other error of
// RunE.
func Run(ctx context.Context, cmd *cobra.Command, args []string, stdout, stderr io.Writer) int {
	called := false
	cmd.PersistentPreRun = func(*cobra.Command, []string) { called = true }
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.CompletionOptions.HiddenDefaultCmd = !cmd.HasSubCommands()
	cmd.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)

	ran, err := cmd.ExecuteContextC(ctx)
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
	fmt.Fprintf(stderr, "Run '%s --help' for usage.\n", ran.CommandPath())
	return Usage
}
