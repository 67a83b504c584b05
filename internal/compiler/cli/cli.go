// Package cli is the command line of quartet.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// What the command exits with.
const (
	exitOK       = 0
	exitFindings = 1 // the contract, or the folder, is not as it should be
	exitUsage    = 2
	exitBug      = 3 // ours
)

// errFindings is an error that has been printed.
var errFindings = errors.New("findings")

// usageError is a mistake on the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// bugError is a fault of the generator.
type bugError struct{ error }

// Main runs the command and returns its exit code. An interrupt ends the process
// at once, in whatever stage it is: files are written under hidden names and
// renamed at the end, and the next run mends what was cut short there.
func Main(args []string, stdout, stderr io.Writer) int {
	return run(newRoot(), args, stdout, stderr)
}

func run(root *cobra.Command, args []string, stdout, stderr io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "quartet: internal error: %v\n\n%s\nPlease report this with the contract.\n", r, debug.Stack())
			code = exitBug
		}
	}()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return exitCode(root.ExecuteContext(context.Background()), stderr)
}

func exitCode(err error, stderr io.Writer) int {
	var usage usageError
	var bug bugError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.As(err, &bug):
		fmt.Fprintf(stderr, "quartet: internal error: %v\nPlease report this with the contract.\n", err)
		return exitBug
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "quartet: %v\nRun 'quartet --help' for usage.\n", err)
		return exitUsage
	}
	fmt.Fprintf(stderr, "quartet: %v\n", err)
	return exitFindings
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "quartet",
		Short: "Generate Go from WSDL 1.1 contracts",
		Long: `Quartet reads a WSDL 1.1 contract with its XML Schemas and writes a Go package:
an interface for each service, a handler that serves it and a client that
calls it over SOAP 1.1, SOAP 1.2 and the HTTP bindings.

Messages go to standard error as file:line:col: message [ID].
Exit codes: 0 all is well, 1 findings, 2 wrong usage, 3 a bug of quartet.`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		Args:              arguments(noSuchCommand),
		RunE:              func(*cobra.Command, []string) error { return usagef("no command given") },
		Version:           version(),

		SuggestionsMinimumDistance: 2,
	}
	root.SetVersionTemplate("quartet {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if cmd == root { // whose flags a command that is misspelt seems to have
			if unknown := noSuchCommand(cmd, cmd.Flags().Args()); unknown != nil {
				err = unknown
			}
		}
		return usageError{err}
	})
	root.AddCommand(newGenerate(), newCheck(), newRuntime(), newVersion())
	return root
}

// arguments makes what a check of arguments finds an error of usage.
func arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usageError{err}
		}
		return nil
	}
}

// noSuchCommand refuses arguments that are no command, and says what may have been meant.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := fmt.Errorf("unknown command %q", args[0])
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		err = fmt.Errorf("%w; did you mean %q?", err, near[0])
	}
	return err
}

// version returns the version of quartet and of the Go that built it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel) unknown Go"
	}
	return cmp.Or(info.Main.Version, "(devel)") + " " + info.GoVersion
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of quartet and of the Go that built it",
		Args:  arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "quartet %s\n", version())
			return err
		},
	}
}
