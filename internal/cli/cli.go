// Package cli is the command line of quartet.
package cli

import (
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
		Args:              arguments(cobra.NoArgs),
		RunE:              func(*cobra.Command, []string) error { return usagef("no command given") },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
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

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of quartet and of the Go that built it",
		Args:  arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			version, goVersion := "(devel)", "unknown Go"
			if info, ok := debug.ReadBuildInfo(); ok {
				goVersion = info.GoVersion
				if info.Main.Version != "" {
					version = info.Main.Version
				}
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "quartet %s %s\n", version, goVersion)
			return err
		},
	}
}
