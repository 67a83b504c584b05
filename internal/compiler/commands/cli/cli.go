// Package cli implements the quartet command and its subcommands: generate, check,
// init, diff, lint, describe, list, flatten, call, serve, validate, runtime and version. The work is done by package generator, and
// for call, serve and validate by packages callvalue, serve and judge.
package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/progress"
	"example.com/quartet/internal/compiler/writing/location"
)

// program is how texts name the command. Others run it under the name of programName.
const program = location.GoTool

// programName returns how the user runs the command, which is in an executable file: as a program if the file has its name, unless the go
// command has built the file in its cache (for go tool) or in a temporary folder exe (for go run).
func programName(executable string) string {
	dir, file := filepath.Split(filepath.Clean(executable))
	cached := regexp.MustCompile(`(/exe|/[0-9a-f]{2}/[0-9a-f]+-d)/$`).MatchString(filepath.ToSlash(dir))
	if strings.TrimSuffix(file, ".exe") != location.Binary || cached {
		return program
	}
	return location.Binary
}

// rename replaces the name of the command in the help of a command and of the commands below it.
func rename(cmd *cobra.Command, name string) {
	cmd.Long, cmd.Example = strings.ReplaceAll(cmd.Long, program, name), strings.ReplaceAll(cmd.Example, program, name)
	for _, sub := range cmd.Commands() {
		rename(sub, name)
	}
}

// The exit codes of the command.
const (
	exitOK       = 0
	exitFindings = 1 // the contract has errors, a folder is out of date, or a file cannot be read or written
	exitUsage    = 2
	exitBug      = 3 // an internal error
)

// codedError is an error with its exit code. An error without a message has been printed already.
type codedError struct {
	err  error
	code int
}

// Error implements error.
func (e codedError) Error() string { return fmt.Sprint(e.err) }

// Unwrap returns the error itself.
func (e codedError) Unwrap() error { return e.err }

// errFindings is for findings that have been printed.
var errFindings = codedError{code: exitFindings}

// usageError returns an error in the command line.
func usageError(err error) error { return codedError{err, exitUsage} }

func usagef(format string, args ...any) error { return usageError(fmt.Errorf(format, args...)) }

// isUsage reports whether an error is one in the command line that has not been printed.
func isUsage(err error) bool {
	coded, ok := errors.AsType[codedError](err)
	return ok && coded.code == exitUsage && coded.err != nil
}

// bugError returns an internal error of the generator.
func bugError(err error) error { return codedError{err, exitBug} }

// Main runs the command with args, which do not include the program's name, and
// returns its exit code.
//
// An interrupt ends the process at once, except while files are written: then it ends when
// they are complete. If the process is killed while it writes files, the next run completes
// or removes them.
func Main(args []string, stdout, stderr io.Writer) int {
	root := newRoot()
	executable, _ := os.Executable() // without it the name stays
	if name := programName(executable); name != program {
		rename(root, name)
		root.Annotations[cobra.CommandDisplayNameAnnotation] = name
	}
	return run(root, args, stdout, stderr)
}

func run(root *cobra.Command, args []string, stdout, stderr io.Writer) int {
	return runWithLine(root, args, stdout, stderr, progressLine(stderr))
}

// runWithLine runs a command, and shows what takes long in a line, which may be nil.
func runWithLine(root *cobra.Command, args []string, stdout, stderr io.Writer, line *progress.Line) (code int) {
	stdout, stderr = line.Writer(stdout), &lineWriter{w: line.Writer(stderr), name: root.CommandPath()}
	defer func() {
		line.Clear()
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "quartet: internal error: %s\n\n%s\nPlease report this with the contract.\n", diag.EscapeLines(fmt.Sprint(r)), debug.Stack())
			code = exitBug
		}
	}()
	root.SetArgs(args)
	root.SetOut(&lineWriter{w: stdout})
	if len(args) > 0 && slices.Contains([]string{"completion", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd}, args[0]) {
		root.SetOut(stdout) // a shell reads it
	}
	root.SetErr(stderr)
	documentCompletion(root) // the commands that it adds write to the output that root has
	cmd, err := root.ExecuteContextC(reportingTo(line, root, args))
	return exitCode(cmd, err, stderr)
}

// exitCode prints the error of a command and returns the exit code for it.
func exitCode(cmd *cobra.Command, err error, stderr io.Writer) int {
	if err == nil {
		return exitOK
	}
	coded := codedError{err, exitFindings}
	if errors.As(err, &coded) && coded.err == nil {
		return coded.code
	}
	text, advice := diag.EscapeLines(err.Error()), ""
	switch coded.code {
	case exitBug:
		text, advice = "internal error: "+text, "Please report this with the contract.\n"
	case exitUsage:
		advice = fmt.Sprintf("Run '%s --help' for usage.\n", strings.TrimSuffix(cmd.CommandPath(), " help"))
	}
	fmt.Fprintf(stderr, "quartet: %s\n%s", text, advice)
	return coded.code
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:         "quartet",
		Annotations: map[string]string{cobra.CommandDisplayNameAnnotation: program},
		Short:       "Generate Go code from WSDL 1.1 contracts",
		Long: `Quartet reads a WSDL 1.1 contract and its XML Schemas and generates a Go package
with an interface for each service, an http.Handler that serves it, and a client
that calls it. Both support SOAP 1.1, SOAP 1.2 and the WSDL HTTP bindings. From a
schema alone it generates types and elements.

Problems in a contract are printed to standard error, for example:

  stations.wsdl:4:29: element "t:station" is not defined [unresolved]

Exit codes: 0 success, 1 errors or differences found, 2 usage error, 3 internal error.`,
		Example: `  go tool quartet generate wsdl/realtime.wsdl --out gen/realtime
  go tool quartet check wsdl/realtime.wsdl --out gen/realtime`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          usageArgs(knownCommand),
		RunE:          func(*cobra.Command, []string) error { return usagef("no command given") },
		Version:       version(),
	}
	root.SetVersionTemplate("quartet {{.Version}}\n")
	root.SetUsageTemplate(usageTemplate(root))
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if cmd == root { // cobra parses the flags after an unknown command as flags of the root
			if unknown := knownCommand(cmd, cmd.Flags().Args()); unknown != nil {
				err = unknown
			}
		}
		return usageError(suggestFlag(cmd, err))
	})
	root.AddCommand(newInit(), newGenerate(poll), newCheck(), newDiff(), newLint(), newDescribe(), newList(), newFlatten(), newCall(), newServe(), newValidate(), newRuntime(), newVersion())
	root.InitDefaultHelpCmd()
	addTopics(root)
	for _, cmd := range root.Commands() {
		if cmd.Name() == "help" {
			cmd.Args = usageArgs(func(_ *cobra.Command, args []string) error {
				if found, _, err := root.Find(args); err != nil || found != root {
					return err
				}
				return knownCommand(root, args)
			})
		}
		if cmd.ValidArgsFunction == nil && (strings.Contains(cmd.Use, "CONTRACT") || cmd.Name() == "diff") {
			cmd.ValidArgsFunction = completeContract
		}
	}
	return root
}

// usageArgs returns check with its errors turned into usage errors. It also reports a contract or a text flag that
// is empty, such as a shell variable that is not set. An empty --config means that no file is read.
func usageArgs(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usageError(err)
		}
		if len(args) > 0 && args[0] == "" {
			return usagef("%s is empty", strings.Trim(strings.Fields(cmd.Use)[1], "[]."))
		}
		var err error
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if err == nil && f.Name != "config" && f.Value.Type() == "string" && f.Value.String() == "" {
				what, _ := pflag.UnquoteUsage(f)
				err = usagef("--%s is empty; want %s", f.Name, what)
			}
		})
		return err
	}
}

// version returns the version of quartet and of the Go toolchain that built it.
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
		Short: "Print the versions of quartet and of the Go toolchain that built it",
		Args:  usageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "quartet %s\n", version())
			return err
		},
	}
}
