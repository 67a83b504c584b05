package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/progress"
	"example.com/quartet/internal/compiler/writing/location"
)

// options holds the values of the flags that generate and check share.
type options struct {
	base       generator.Config // what flags set as it is
	out        string
	packages   []string
	namespaces []string
	bindings   []string
	renames    []string
	renameFile string
	catalogs   []string
	runtime    string
	module     string
	input      string // the address of standard input
	report     reporting

	run generation // what generate does this time

	flags   *pflag.FlagSet
	changed func(flag string) bool // reports whether the flag is on the command line or in quartet.yaml
	place   location.Place         // folders and import paths of the packages
	project selected               // the contract
	given   func(flag string) bool // reports whether the flag is on the command line, with another value than in quartet.yaml; used only with project
}

// generation is what a run of generate does.
type generation struct {
	writes bool // whether files are written
	quiet  bool // whether warnings are left out
	watch  bool
	read   generator.Documents // what it has read; nil if nobody needs that
}

// newGenerate returns the command generate. It calls ticks to learn when to look for changes, if it watches.
func newGenerate(ticks func() <-chan time.Time) *cobra.Command {
	var opts options
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "generate [CONTRACT] [--out DIR]",
		Short: "Generate a Go package from a contract",
		Long:  generateHelp,
		Example: `  go tool quartet generate wsdl/realtime.wsdl --out gen/realtime
  go tool quartet generate wsdl/realtime.wsdl --out gen/realtime --bindings soap11,soap12
  go tool quartet generate wsdl/realtime.wsdl --out gen/realtime --rename objStation=Station
  go tool quartet generate`,
		Args: usageArgs(contractOrProject),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.run.writes = !dryRun
			if opts.run.watch {
				return opts.watch(cmd, args, ticks())
			}
			return opts.generateEach(cmd, args)
		},
	}
	opts.register(cmd)
	f := cmd.Flags()
	f.BoolVarP(&opts.run.quiet, "quiet", "q", false, "print no warnings")
	f.BoolVar(&dryRun, "dry-run", false, "write nothing, and print the files that would be created, replaced or removed")
	f.BoolVar(&opts.run.watch, "watch", false, "generate again whenever a document of a contract or quartet.yaml changes, until interrupted")
	return cmd
}

// generateEach generates the packages of the contracts that the arguments mean.
func (o *options) generateEach(cmd *cobra.Command, args []string) error {
	return o.each(cmd, args, func(own *options) error {
		err := own.generateFiles(cmd)
		if o.run.read != nil {
			maps.Copy(o.run.read, own.report.documents)
		}
		return err
	})
}

// generateFiles generates the package of a contract and writes it.
func (o *options) generateFiles(cmd *cobra.Command) error {
	result, _, err := o.generate(cmd)
	if err != nil {
		return err
	}
	progress.Doing(cmd.Context(), "writing %s", o.out)
	if err := o.checkFolders(result); err != nil {
		return err
	}
	if !o.run.writes || o.base.Vendor != "" { // what cannot be written is an error before documents are saved
		changes, err := result.Changes(o.out, o.place.RuntimeDir)
		switch {
		case err != nil:
			return err
		case !o.run.writes:
			return o.printChanges(cmd, changes)
		}
	}
	note, err := protocolNote(o.place.RuntimeDir, result.Runtime)
	if err != nil {
		return err
	}
	replaced, err := unsafeNote(o.out, "it is replaced")
	if err != nil {
		return err
	}
	if err := uninterrupted(func() error { return o.write(result) }); err != nil {
		return err
	}
	if _, err := io.WriteString(cmd.ErrOrStderr(), replaced+note); err != nil {
		return err
	}
	warnings := cmd.ErrOrStderr()
	if o.run.quiet {
		warnings = io.Discard
	}
	if err := o.checkKept(result.Runtime); err != nil {
		fmt.Fprintf(warnings, "quartet: warning: %v\n", err)
	}
	return nil
}

// printChanges prints what a run would write.
func (o *options) printChanges(cmd *cobra.Command, changes []generator.Change) error {
	var list strings.Builder
	for _, c := range changes {
		fmt.Fprintf(&list, "%s %s\n", c.Action, diag.Escape(filepath.ToSlash(c.Path)))
	}
	out := cmd.OutOrStdout()
	if o.report.forPrograms() {
		out = cmd.ErrOrStderr()
	}
	_, err := io.WriteString(out, list.String())
	return err
}

// write writes the documents that were downloaded, and the result.
func (o *options) write(result *generator.Result) error {
	if err := result.WriteVendored(o.base.Vendor); err != nil {
		return fmt.Errorf("saving the downloaded documents: %w", err)
	}
	return result.Write(o.out, o.place.RuntimeDir)
}

// oneContract checks the arguments of a command that takes one contract.
func oneContract(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("want one CONTRACT argument, got 0 arguments")
	}
	return contractOrProject(cmd, args)
}

// contractOrProject checks the arguments of a command that works on one contract, or on the contracts of quartet.yaml.
func contractOrProject(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("want one CONTRACT argument, got %d arguments", len(args))
	}
	return nil
}

// register adds the flags. Their names are also the keys of a contract in quartet.yaml. They are listed by subject: output, selection,
// names, documents.
func (o *options) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	o.flags, o.changed = f, f.Changed
	f.StringVar(&o.out, "out", "", "write the package to the folder `DIR` (required)")
	f.StringArrayVar(&o.packages, "package", nil, "`NAME` of the Go package (default: the name of DIR); or NAMESPACE=IMPORT/PATH: generate the types of an XML namespace into a separate package (repeatable)")
	f.StringVar(&o.runtime, "runtime", "", "write the run-time to the folder `DIR`, which begins with ./, ../ or /; or IMPORT/PATH: import a run-time that is kept elsewhere, and write none; or \"import:quartet\": import the run-time of Quartet's module (default: an existing run-time beside DIR of --out or beside a folder above it, otherwise a new folder soap beside DIR)")
	f.StringSliceVar(&o.base.Optional, "with", nil, "also write the optional packages `A,B` of the run-time: compress (gzip for the messages of handlers and clients), cors (results for web pages of other origins), jsonhttp (JSON over HTTP), multipart (MTOM), page (an HTML page about the service), record (an HTTP recorder and player), redact (credentials removed from messages), sample (values made from the contract, and a handler that answers with them), soaptest (tests of implementations, and a package NAMEtest below DIR that uses it), validate (checks against the schemas), wirelog (a log of messages), wsa (WS-Addressing), wsse (WS-Security)")
	f.StringVar(&o.module, "module", "", "use `PATH` as the import path of DIR if there is no go.mod")
	f.Var(leniency{&o.base}, "lenient", "generate what is possible from a contract with errors; print a warning for everything that is omitted or replaced"+onlyRules)
	f.Lookup("lenient").NoOptDefVal = "true"
	f.StringSliceVar(&o.bindings, "bindings", nil, "generate only for the bindings `A,B`: soap11, soap12, get, post, head, put, delete (default: all in the contract)")
	f.StringSliceVar(&o.base.Ports, "ports", nil, "generate only for the ports `A,B`, each PORT or SERVICE/PORT, and the types they need (default: all in the contract)")
	f.StringSliceVar(&o.base.Operations, "operations", nil, "generate only the operations `A,B` and the types they need (default: all in the contract)")
	f.StringArrayVar(&o.base.Wrapped, "wrapped", nil, "use the wrapper types of the document/literal `OPERATION` as its parameter and result, instead of their content (repeatable)")
	f.BoolVar(&o.base.Elements, "elements", false, "generate a variable for each global element, which reads and writes documents with this root; and the types that only these need")
	f.BoolVar(&o.base.PlainStrings, "plain-strings", false, "use string for simple types that only restrict the length of a string, without a type of their own")
	f.BoolVar(&o.base.NilAsAbsent, "nil-as-absent", false, "make no difference between absent and nil for optional elements, which are pointers then and not xsd.Nillable; nil is read as absent, and not sent")
	f.StringArrayVar(&o.base.Streams, "stream", nil, "make `TYPE.FIELD`, as it is named in Go, an io.Reader: an element of the type xs:base64Binary that is sent and received in a part of the message, which is not held in memory (repeatable)")
	f.StringArrayVar(&o.renames, "rename", nil, "apply `NAME=GONAME`: use the Go name GONAME for NAME in the contract; see \"quartet help names\" (repeatable)")
	f.StringVar(&o.renameFile, "rename-file", "", "apply the NAME=GONAME lines in `FILE`; empty lines and lines that start with # are ignored")
	f.StringSliceVar(&o.base.Initialisms, "initialisms", nil, "write the words `A,B` and their plurals like this in Go names: with ID, stationId becomes StationID; go is for the initialisms of Go's conventions, which linters know; names given with --rename stay as they are")
	f.StringArrayVar(&o.namespaces, "namespace", nil, "apply `OLD=NEW`: replace the namespace OLD by NEW in messages, SOAP actions and the contract that the handler serves (repeatable)")
	f.StringArrayVar(&o.catalogs, "catalog", nil, "look up documents in the OASIS XML catalog `FILE`, or in a folder; or URI=FILE: read the document or namespace URI from FILE (repeatable)")
	f.BoolVar(&o.base.Fetch, "fetch", false, "download documents over http and https if no catalog contains them")
	f.BoolVar(&o.base.AllowPrivate, "allow-private", false, "with --fetch, also download from loopback, private and link-local addresses other than the origin of CONTRACT")
	f.StringVar(&o.base.Vendor, "vendor", "", "read documents that were downloaded earlier from the folder `DIR`; with --fetch, also save new ones there")
	f.StringVar(&o.input, "base", "", "with - for CONTRACT: the `ADDRESS` of the document on standard input, a URI or a file; relative references are resolved against it, and diagnostics name it (default: the current folder)")
	o.report.register(cmd)
	f.String("config", "", "read the contracts and their flags from `FILE` instead of the nearest "+project.FileName+"; none if FILE is empty")
}

// goFlags are the flags that change Go types, for all commands that show or compare Go code. Packages need the same values to share types.
var goFlags = []string{"plain-strings", "nil-as-absent"}

// addFlags adds some of the flags to a command, which lists them in this order. usage has the usage of flags that mean something
// else there.
func (o *options) addFlags(cmd *cobra.Command, usage map[string]string, names ...string) {
	all := new(cobra.Command)
	o.register(all)
	f := cmd.Flags()
	f.SortFlags = false
	for _, name := range names {
		flag := all.Flags().Lookup(name)
		flag.Usage = cmp.Or(usage[name], flag.Usage)
		f.AddFlag(flag)
	}
	o.flags, o.changed = f, f.Changed
}

// generate runs the generator and prints its diagnostics to standard error. It also returns the name of the contract.
func (o *options) generate(cmd *cobra.Command) (result *generator.Result, contract string, err error) {
	config, err := o.config(cmd)
	if err != nil {
		return nil, "", err
	}
	config.Command = o.command(config.Contract, o.place.Module.Program())
	if result, err = generator.Generate(cmd.Context(), config); errors.Is(err, generator.ErrTooLarge) {
		return nil, "", usageError(err)
	} else if err != nil {
		return nil, "", bugError(err)
	}
	found := result.Diagnostics
	if o.run.quiet {
		found = found.Only(diag.Error)
	}
	err = o.report.writeAll(cmd, found)
	conflicts := func(d diag.Diagnostic) bool { // two values in quartet.yaml exclude each other
		in := o.project.in
		return in != nil && d.ID == diag.BadRename && d.Pos.File == in.Pos.File && len(d.Related) > 0 && d.Related[0].Pos.File == d.Pos.File
	}
	if err != nil && slices.ContainsFunc(found, conflicts) {
		err = errConflict
	}
	return result, config.Contract, err
}
