package cli

import (
	"github.com/spf13/cobra"

	"example.com/quartet/generator"
)

// flattenOptions holds the values of the flags of flatten.
type flattenOptions struct {
	options
	keep generator.FlattenOptions
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
write is never replaced. A generated handler serves the document at ?flatWsdl, and at
?wsdl what --keep-overloads writes.

The text of CONTRACT is kept: comments, documentation, extensions, white space. With
--keep-imports the locations of schemas are relative to the folder of CONTRACT. Schemas
that are redefined (xs:redefine) cannot become part of the document.`,
		Example: `  go tool quartet flatten wsdl/realtime.wsdl --out realtime.flat.wsdl
  go tool quartet flatten wsdl/realtime.wsdl --keep-overloads >realtime.single.wsdl`,
		Args: usageArgs(oneContract),
		RunE: func(cmd *cobra.Command, args []string) error { return opts.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	opts.changed = f.Changed
	f.StringVar(&opts.out, "out", "", "write the document to `FILE` instead of printing it")
	f.BoolVar(&opts.keep.KeepImports, "keep-imports", false, "keep the references to schemas instead of making them part of the document")
	f.BoolVar(&opts.keep.KeepOverloads, "keep-overloads", false, "keep the names of overloaded operations")
	f.StringArrayVar(&opts.catalogs, "catalog", nil, "look up documents in the OASIS XML catalog `FILE`; or URI=FILE: read the document or namespace URI from FILE (repeatable)")
	f.BoolVar(&opts.base.Fetch, "fetch", false, "download documents over http and https if no catalog contains them")
	f.BoolVar(&opts.base.AllowPrivate, "allow-private", false, "with --fetch, also download from loopback, private and link-local addresses other than the origin of CONTRACT")
	leniency{&opts.base}.register(f, "flatten a contract with errors, with a warning for each")
	opts.stdin.register(f)
	opts.report.register(cmd)
	addConfig(cmd)
	return cmd
}

func (o *flattenOptions) run(cmd *cobra.Command, contract string) error {
	selection, err := withDocuments(cmd, contract)
	if err != nil {
		return err
	}
	config, err := o.config(cmd, selection)
	if err != nil {
		return err
	}
	result, err := generator.Flatten(cmd.Context(), config, o.keep)
	if err != nil {
		return bugError{err}
	}
	if err := o.report.writeAll(cmd, result.Diagnostics); err != nil {
		return err
	}
	if o.out != "" {
		return uninterrupted(func() error { return result.Write(o.out) })
	}
	_, err = dataOut(cmd).Write(result.Text)
	return err
}

// config returns the configuration that the flags describe.
func (o *flattenOptions) config(cmd *cobra.Command, contract selected) (generator.Config, error) {
	config := o.base
	config.Contract, config.OnRead = contract.name, o.report.documents.Add
	if err := o.addDocuments(&config); err != nil {
		return config, err
	}
	if err := o.report.check(); err != nil {
		return config, err
	}
	if o.report.forPrograms() && o.out == "" {
		return config, usagef("--format %s needs --out: the diagnostics are printed to standard output", o.report.format)
	}
	if err := o.stdin.addTo(cmd, &config); err != nil {
		return config, err
	}
	var err error
	config.Suppress, err = contract.suppressions(o.stdin.name(contract.name), o.report.documents)
	return config, err
}
