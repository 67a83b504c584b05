package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/quartet/generator"
)

// outlined are the flags that describe and list share: where the documents are, what of
// the contract is wanted, and Go names.
type outlined struct {
	sources
	format string
}

func (o *outlined) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&o.operations, "operations", nil, "only the operations `A,B` (default: all in the contract)")
	f.StringSliceVar(&o.ports, "ports", nil, "only the ports `A,B`, each PORT or SERVICE/PORT (default: all in the contract)")
	f.StringSliceVar(&o.bindings, "bindings", nil, "only the bindings `A,B`: soap11, soap12, get, post, head, put, delete (default: all in the contract)")
	f.StringArrayVar(&o.wrapped, "wrapped", nil, "show the Go names for the same flag of generate, for `OPERATION` (repeatable)")
	f.StringArrayVar(&o.renames, "rename", nil, "show the Go name GONAME for NAME: `NAME=GONAME`, as for generate (repeatable)")
	f.StringVar(&o.renameFile, "rename-file", "", "apply the NAME=GONAME lines in `FILE`")
	f.StringSliceVar(&o.initials, "initialisms", nil, "show Go names with the words `A,B` as they are, as generate writes them with this flag")
	o.sources.register(cmd)
}

// nameKeys are the keys of quartet.yaml that change what describe and list show: Go names, and what is generated.
var nameKeys = []string{"bindings", "initialisms", "operations", "ports", "rename", "rename-file", "wrapped"}

// outline returns what the contract has. Warnings about it are not printed: they are for
// those who generate code.
func (o *outlined) outline(cmd *cobra.Command, contract string) (*generator.Outlined, error) {
	report := reporting{format: "text", documents: make(generator.Documents)}
	selection, err := withDocuments(cmd, contract, nameKeys...)
	if err != nil {
		return nil, err
	}
	config, err := o.sources.config(cmd, selection, &report)
	if err != nil {
		return nil, err
	}
	if err := o.checkExists(config); err != nil {
		return nil, err
	}
	for _, name := range []string{"operations", "ports", "wrapped"} {
		if list := cmd.Flags().Lookup(name).Value.(pflag.SliceValue).GetSlice(); o.changed(name) && (len(list) == 0 || slices.Contains(list, "")) {
			return nil, usagef("--%s is empty; omit it for all in the contract", name)
		}
	}
	config.Operations, config.Ports, config.Wrapped = o.operations, o.ports, o.wrapped
	for _, add := range []func(*generator.Config) error{o.addBindings, o.addRenames, o.addInitialisms} {
		if err := add(&config); err != nil {
			return nil, err
		}
	}
	result, err := generator.OutlineOf(cmd.Context(), config)
	if err != nil {
		return nil, bugError{err}
	}
	if !result.Diagnostics.HasErrors() {
		return result, nil
	}
	if err := report.write(cmd, result.Diagnostics); err != nil {
		return nil, err
	}
	return nil, errFindings
}

func newDescribe() *cobra.Command {
	var o outlined
	var samples bool
	cmd := &cobra.Command{
		Use:   "describe CONTRACT [OPERATION|TYPE]...",
		Short: "Describe a contract for people who use its services",
		Long:  describeHelp,
		Example: `  quartet describe wsdl/realtime.wsdl
  quartet describe wsdl/realtime.wsdl getStationDataByNameXML --samples
  quartet describe wsdl/realtime.wsdl --format markdown > REALTIME.md`,
		Args: usageArgs(contractAndNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := describeFormats[o.format]
			if !ok {
				return usagef("--format %q: want text, json or markdown", o.format)
			}
			result, err := o.outline(cmd, args[0])
			if err != nil {
				return err
			}
			part, err := result.Outline.Select(args[1:])
			if err != nil {
				return usageError{err}
			}
			if samples || o.format == "markdown" && !cmd.Flags().Changed("samples") {
				if err := result.AddSamples(cmd.Context(), part); err != nil {
					return bugError{err}
				}
			}
			text, err := write(part)
			if err != nil {
				return bugError{err}
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.format, "format", "text", "print `FORMAT`: text, json or markdown")
	f.BoolVar(&samples, "samples", false, "show sample messages of each operation for each binding (default in Markdown)")
	o.register(cmd)
	return cmd
}

const describeHelp = `Describe prints what a contract has: documents; services; ports with addresses and
bindings; operations with their names in messages and in Go, parameters, results,
faults, headers and attachments; and types as trees, with occurrence ([0..1]; nothing
for exactly one), facets, defaults and documentation. A type is shown where it is used
first, so a type that contains itself is shown once.

After CONTRACT follow the names of operations, types and elements that are wanted: as
in the contract ({NAMESPACE}NAME where a name is not unique) or as in Go. The name of
an overloaded operation selects all overloads.

Go names are those that "quartet generate" gives with the same flags.

Sample messages are made from the contract: requests by a client of the run-time, and
responses by a handler. They are valid, and the same in each run.

With --format json, the output is an object with the members contract, documents,
namespaces, services (with ports and operations) and types. OUTLINE.md, beside the
documentation of the generator, describes all members. New versions may add members.

The exit code is 1 if the contract has errors, 2 for a usage error or an unknown name.`

// contractAndNames checks the arguments of describe.
func contractAndNames(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("want a CONTRACT argument")
	}
	for i, arg := range args {
		if arg == "" {
			return fmt.Errorf("%s is empty", [...]string{"CONTRACT", "the name of an operation or type"}[min(i, 1)])
		}
	}
	return nil
}

var describeFormats = map[string]func(*generator.Outline) ([]byte, error){
	"text":     func(o *generator.Outline) ([]byte, error) { return o.Text(), nil },
	"markdown": func(o *generator.Outline) ([]byte, error) { return o.Markdown(), nil },
	"json":     func(o *generator.Outline) ([]byte, error) { return o.JSON() },
}

func newList() *cobra.Command {
	var o outlined
	cmd := &cobra.Command{
		Use:   "list CONTRACT",
		Short: "List the operations of a contract, one on each line",
		Long: `List prints one line for each operation: the service (or the portType if there are no
services), the bindings, the operation with its parameters, and the result. Overloads
have different names, those of --operations. "?" means that a parameter may be left
out, and [] that it may be repeated.

The columns are aligned on a terminal, and separated by tabs elsewhere.`,
		Example: `  quartet list wsdl/realtime.wsdl
  quartet list wsdl/realtime.wsdl --bindings soap11 --format json`,
		Args: usageArgs(oneContract),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.format != "text" && o.format != "json" {
				return usagef("--format %q: want text or json", o.format)
			}
			result, err := o.outline(cmd, args[0])
			if err != nil {
				return err
			}
			return o.list(cmd.OutOrStdout(), result.Outline)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.format, "format", "text", "print `FORMAT`: text or json")
	o.register(cmd)
	return cmd
}

func (o *outlined) list(out io.Writer, contract *generator.Outline) error {
	text := contract.List(isTerminal(out))
	if o.format == "json" {
		var err error
		if text, err = contract.ListJSON(); err != nil {
			return bugError{err}
		}
	}
	_, err := out.Write(text)
	return err
}
