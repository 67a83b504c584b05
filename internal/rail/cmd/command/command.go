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
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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

// Nearest returns the name that is most similar to the text, ignoring case, or "" if none is similar: one that differs in few
// letters, or that begins or ends with the text. Of several it prefers the longest common prefix, then the first.
func Nearest(text string, names []string) (nearest string) {
	const maxRunes = 100
	text = strings.ToLower(text)
	length := len([]rune(text))
	if length > maxRunes {
		return ""
	}
	minimum, longest := (length+4)/3, 0 // one of a short name, about a third of a long one
	for _, name := range names {
		folded := strings.ToLower(name)
		distance, prefix := levenshtein.ComputeDistance(text, folded), 0
		for prefix < min(len(text), len(folded)) && text[prefix] == folded[prefix] {
			prefix++
		}
		if sorted(text) == sorted(folded) {
			distance = min(distance, 1) // only the order of their letters differs
		}
		if min(length, len(folded)) > 2 && (prefix == len(text) || prefix == len(folded) || strings.HasSuffix(folded, "-"+text)) {
			distance = min(distance, 1)
		}
		if distance < minimum || distance == minimum && nearest != "" && prefix > longest {
			nearest, minimum, longest = name, distance, prefix
		}
	}
	return nearest
}

// sorted returns the letters of a text in order.
func sorted(text string) string {
	return strings.Join(slices.Sorted(strings.SplitSeq(text, "")), "")
}

// KnownCommand is the [cobra.PositionalArgs] of a command that has commands below it: it reports an argument, which is not
// the name of one, and suggests a name.
func KnownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() {
			names = append(names, below.Name())
		}
	}
	err := fmt.Errorf("unknown command %q", args[0])
	if name := Nearest(args[0], names); name != "" {
		err = fmt.Errorf("%w; did you mean %q?", err, name)
	}
	return err
}

// UnknownFlag is a function for [cobra.Command.SetFlagErrorFunc]: it suggests a name for an unknown flag. If the command
// before the flag is unknown, it reports that.
func UnknownFlag(cmd *cobra.Command, err error) error {
	if cmd.HasSubCommands() {
		if unknown := KnownCommand(cmd, cmd.Flags().Args()); unknown != nil {
			return unknown
		}
	}
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	if name := Nearest(unknown.GetSpecifiedName(), names); name != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, name)
	}
	return err
}
