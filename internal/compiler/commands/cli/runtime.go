package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/location"
)

func newRuntime() *cobra.Command {
	var out, module string
	var check bool
	cmd := &cobra.Command{
		Use:   "runtime --out DIR",
		Short: "Write all packages of the run-time",
		Long: `Runtime writes all packages of the run-time, which generated packages import, to the
folder DIR. "go tool quartet generate" writes the packages that a service needs, so
this command is needed only for a run-time that is kept in another module than the
services; they are then generated with --runtime IMPORT/PATH.

A run-time of a later version of quartet is not replaced. With --check, nothing is
written. If DIR is not up to date, a unified diff is printed and the exit code is 1.`,
		Example: `  go tool quartet runtime --out soap
  go tool quartet generate wsdl/a.wsdl --out a --runtime example.com/module/soap
  go tool quartet runtime --out soap --check`,
		Args: usageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return usagef("--out is required: the folder to write the run-time to")
			}
			importPath, err := location.ImportPath(out, module)
			if err != nil {
				return placeError(err)
			}
			runtime, err := generator.GenerateRuntime(importPath)
			if err != nil {
				return bugError(err)
			}
			if check {
				return compareRuntime(out, runtime, cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			note, err := protocolNote(out, runtime)
			if err != nil {
				return err
			}
			if err := uninterrupted(func() error { return runtime.Write(out) }); err != nil {
				return err
			}
			_, err = io.WriteString(cmd.ErrOrStderr(), note)
			return err
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&out, "out", "", "write the run-time to the folder `DIR` (required)")
	f.StringVar(&module, "module", "", "use `PATH` as the import path of DIR if there is no go.mod")
	f.BoolVar(&check, "check", false, "report whether DIR is up to date, and write nothing")
	return cmd
}

// compareRuntime prints how a folder differs from the run-time.
func compareRuntime(dir string, runtime *generator.Runtime, stdout, stderr io.Writer) error {
	diff, err := runtime.Diff(dir)
	if err != nil {
		return err
	}
	if diff == "" {
		return nil
	}
	if _, err := io.WriteString(stdout, diag.EscapeLines(diff)); err != nil {
		return err
	}
	if err := reportRuntime(dir, runtime, "go tool quartet runtime", stderr); err != nil {
		return err
	}
	return errFindings
}

// reportRuntime reports that a run-time is not up to date, with the command that writes it.
func reportRuntime(dir string, runtime *generator.Runtime, command string, stderr io.Writer) error {
	reportMissing(dir, stderr)
	fmt.Fprintf(stderr, "quartet: the run-time in %s is not up to date with this version of quartet; run \"%s\"\n", dir, command)
	protocol, found, err := generator.WrittenProtocol(dir)
	if found && protocol != runtime.Protocol {
		fmt.Fprintf(stderr, "quartet: its protocol is %d, but this version has protocol %d; regenerate all packages that use it\n", protocol, runtime.Protocol)
	}
	return err
}

// protocolNote returns a note for the user if the run-time in a folder is about to get another protocol, else "". dir may be
// empty.
func protocolNote(dir string, runtime *generator.Runtime) (string, error) {
	if dir == "" {
		return "", nil
	}
	protocol, found, err := generator.WrittenProtocol(dir)
	if err != nil || !found || protocol == runtime.Protocol {
		return "", err
	}
	return fmt.Sprintf("quartet: the protocol of the run-time in %s is now %d, formerly %d; regenerate all other packages that use it\n", dir, runtime.Protocol, protocol), nil
}

// unsafeNote returns a note for the user, which ends with done, if the package in a folder was generated for a protocol whose
// output is not safe, else "".
func unsafeNote(dir, done string) (string, error) {
	protocol, found, err := generator.PackageProtocol(dir)
	if err != nil || !found || protocol > generator.LastUnsafeProtocol {
		return "", err
	}
	return fmt.Sprintf("quartet: %s was generated for protocol %d: up to protocol %d, text of a contract could become a command that go generate runs; %s\n",
		dir, protocol, generator.LastUnsafeProtocol, done), nil
}

// checkKept returns an error if the run-time is kept elsewhere in the module with another protocol than the service's.
func (o *options) checkKept(runtime *generator.Runtime) error {
	dir := o.place.KeptIn
	if dir == "" {
		return nil
	}
	protocol, found, err := generator.WrittenProtocol(dir)
	switch {
	case err != nil:
		return err
	case !found:
		return fmt.Errorf("no run-time found in %s; run \"go tool quartet runtime --out %s\"", dir, dir)
	case protocol > runtime.Protocol:
		return &generator.NewerRuntimeError{Dir: dir, Protocol: protocol, Own: runtime.Protocol}
	case protocol < runtime.Protocol:
		return fmt.Errorf("the run-time in %s has protocol %d, and %s needs protocol %d; run \"go tool quartet runtime --out %s\"", dir, protocol, o.out, runtime.Protocol, dir)
	}
	return nil
}
