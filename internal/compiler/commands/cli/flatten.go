package cli

import (
	"github.com/spf13/cobra"

	"example.com/quartet/generator"
)

// flattenOptions holds the values of the flags of flatten.
type flattenOptions struct {
	options
	keep  generator.FlattenOptions
	bound string
}

func newFlatten() *cobra.Command {
	var opts flattenOptions
	cmd := &cobra.Command{
		Use:   "flatten CONTRACT",
		Short: "Write a contract as one document without overloads",
		Long: `Flatten reads CONTRACT, a WSDL 1.1 document, with all documents that it imports or
includes, and writes it as one document in which no two operations have the same
name. Then programs that keep only one of several operations with the same name (PHP,
zeep, suds, npm soap) or that cannot compile them (KDSoap, WCF) can use all operations.

The messages stay the same. An overloaded operation gets the name of its input, else of
the element in its request, with a number if another operation has that name. "quartet
generate --operations" takes the same names. In rpc style the name of an operation is in
its messages, so the operation keeps it, with a warning.

The document is printed, or written to the file of --out. A file that flatten did not
write is never replaced. A generated handler serves the document at ?flatWsdl, with
--bindings soap at ?flatWsdl&bindings=soap, and at ?wsdl what --keep-overloads writes.

The text of CONTRACT is kept: comments, documentation, extensions, white space. With
--keep-imports the locations of schemas are relative to the folder of CONTRACT. Schemas
that are redefined (xs:redefine) cannot become part of the document.`,
		Example: `  go tool quartet flatten wsdl/realtime.wsdl --out realtime.flat.wsdl
  go tool quartet flatten wsdl/realtime.wsdl --keep-overloads >realtime.single.wsdl`,
		Args: usageArgs(oneContract),
		RunE: func(cmd *cobra.Command, args []string) error { return opts.run(cmd, args[0]) },
	}
	usage := map[string]string{
		"out":     "write the document to `FILE` instead of printing it",
		"lenient": "flatten a contract with errors, with a warning for each" + onlyRules,
	}
	opts.addFlags(cmd, usage, "out", "catalog", "fetch", "allow-private", "lenient", "base", "format", "config")
	cmd.Flags().BoolVar(&opts.keep.KeepImports, "keep-imports", false, "keep the references to schemas instead of making them part of the document")
	cmd.Flags().BoolVar(&opts.keep.KeepOverloads, "keep-overloads", false, "keep the names of overloaded operations")
	cmd.Flags().StringVar(&opts.bound, "bindings", "", "keep only ports of the protocol `soap`, for programs that cannot read others")
	return cmd
}

func (o *flattenOptions) run(cmd *cobra.Command, contract string) error {
	bindings := cmd.Flags().Lookup("bindings")
	if bindings.Changed && o.bound != "soap" {
		return usagef("--bindings %q: want soap", o.bound)
	}
	o.keep.SOAPOnly, bindings.Changed = bindings.Changed, false // generate has another flag of this name
	selection, err := contractsFor(cmd, []string{contract})
	if err != nil {
		return err
	}
	own, err := o.forContract(cmd, selection[0], false)
	if err != nil {
		return err
	}
	config, err := own.settings(cmd)
	if err != nil {
		return err
	}
	if own.report.forPrograms() && own.out == "" {
		return usagef("--format %s needs --out: the diagnostics are printed to standard output", own.report.format)
	}
	result, err := generator.Flatten(cmd.Context(), config, o.keep)
	if err != nil {
		return bugError(err)
	}
	if err := own.report.writeAll(cmd, result.Diagnostics); err != nil {
		return err
	}
	if own.out != "" {
		return uninterrupted(func() error { return result.Write(own.out) })
	}
	_, err = dataOut(cmd).Write(result.Text)
	return err
}
