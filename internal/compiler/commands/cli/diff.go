package cli

import (
	"fmt"
	"maps"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reviewing/gitdoc"
)

// diffOptions holds the values of the flags of diff.
type diffOptions struct {
	documents options
	failOn    string
	format    string
	changed   func(flag string) bool
}

func newDiff() *cobra.Command {
	var opts diffOptions
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Report what a change of a contract breaks",
		Long:  diffHelp,
		Example: `  quartet diff git:main:wsdl/realtime.wsdl wsdl/realtime.wsdl
  quartet diff released.wsdl current.wsdl --fail-on lossy`,
		Args: usageArgs(twoContracts),
		RunE: func(cmd *cobra.Command, args []string) error { return opts.run(cmd, args[0], args[1]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	opts.changed, opts.documents.changed = f.Changed, f.Changed
	f.StringVar(&opts.format, "format", "text", "print findings as `FORMAT`: text, json, sarif, or markdown for a comment of a code review")
	f.StringVar(&opts.failOn, "fail-on", "breaking", "exit with code 1 if there are findings of `CLASS` or a more important one: breaking, lossy, compatible, documentation; or none")
	f.StringArrayVar(&opts.documents.catalogs, "catalog", nil, "look up documents in the OASIS XML catalog `FILE`; or URI=FILE: read the document or namespace URI from FILE (repeatable)")
	f.BoolVar(&opts.documents.fetch, "fetch", false, "download documents over http and https if no catalog contains them")
	f.BoolVar(&opts.documents.private, "allow-private", false, "with --fetch, also download from loopback, private and link-local addresses other than the origin of a contract")
	f.BoolVar(&opts.documents.plainStrings, "plain-strings", false, "compare the Go code that generate writes with this flag")
	opts.documents.lenient.register(f, "compare contracts with errors as far as possible")
	opts.documents.stdin.register(f)
	addConfig(cmd)
	return cmd
}

const diffHelp = `Diff compares two versions of a contract, OLD and NEW, and says what each difference
means. Each is a file, an address that --catalog or --fetch resolves, or git:REV:PATH:
a file in a revision of the git repository, with the documents that it imports there.
PATH is relative to the root of the repository; ./PATH to the current folder. One of
them may be - for standard input, with --base. For two schemas, each global element is
the root of documents that both sides write and read.

Only differences on the wire, in Go code or in documentation count; prefixes, comments,
the order of declarations, and the division into files do not. A finding has

  the positions in OLD and in NEW;
  a class: breaking (breaks somebody), lossy (breaks nobody, but a value of OLD is lost
    without an error), compatible (breaks nobody who does not use what is new) or
    documentation;
  who breaks: old clients with a new server, new clients with an old server, Go code
    that implements the interface, Go code that calls the client;
  who loses a value that the receiver does not know and ignores;
  who breaks only if the receiver checks messages against its schema;
  the ID of a rule. DIFF.md, beside the documentation of the generator, describes
    the rules, with an example of each.

A difference in many components with one cause is one finding, which names them all.

With --format json, the output is an object: the numbers breaking, lossy, compatible
and documentation; breaks, a list of those who break; and findings, a list of objects
with the members rule, class, component, message, also (a list of other components),
old and new (each with file, line and column), and the lists breaks, ignored and
ifChecked. New versions may add members.

The exit code is 1 if a contract has errors or there are findings of the class of
--fail-on or a more important one, 2 for a usage error, and 0 otherwise.`

// twoContracts checks the arguments of diff.
func twoContracts(_ *cobra.Command, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("want two arguments, OLD and NEW, got %d", len(args))
	}
	for i, name := range args {
		if name == "" {
			return fmt.Errorf("%s is empty", [...]string{"OLD", "NEW"}[i])
		}
		if gitdoc.IsAddress(name) {
			if _, err := gitdoc.ParseAddress(name); err != nil {
				return err
			}
		}
	}
	return nil
}

var failOnClasses = map[string]generator.Class{
	"breaking": generator.Breaking, "lossy": generator.Lossy, "compatible": generator.Compatible, "documentation": generator.Documentation,
	"none": -1,
}

var diffFormats = map[string]func(*generator.Difference, generator.Documents) ([]byte, error){
	"text":     func(d *generator.Difference, _ generator.Documents) ([]byte, error) { return []byte(d.Text()), nil },
	"markdown": func(d *generator.Difference, _ generator.Documents) ([]byte, error) { return []byte(d.Markdown()), nil },
	"json":     func(d *generator.Difference, _ generator.Documents) ([]byte, error) { return d.JSON() },
	"sarif": func(d *generator.Difference, documents generator.Documents) ([]byte, error) {
		return d.SARIF("quartet "+version(), documents.Source)
	},
}

func (o *diffOptions) run(cmd *cobra.Command, old, new string) error {
	class, ok := failOnClasses[o.failOn]
	if !ok {
		return usagef("--fail-on %q: want breaking, lossy, compatible, documentation or none", o.failOn)
	}
	write, ok := diffFormats[o.format]
	if !ok {
		return usagef("--format %q: want text, json, sarif or markdown", o.format)
	}
	for _, contract := range []*string{&new, &old} { // the entry for NEW in quartet.yaml applies to both
		selection, err := withDocuments(cmd, *contract, "plain-strings")
		if err != nil {
			return err
		}
		*contract = selection.name
	}
	config := generator.Config{
		Fetch: o.documents.fetch, AllowPrivate: o.documents.private, PlainStrings: o.documents.plainStrings,
		Lenient: o.documents.lenient.all, LenientRules: o.documents.lenient.rules,
	}
	if err := o.documents.addDocuments(&config); err != nil {
		return err
	}
	oldConfig, newConfig := config, config
	oldConfig.Contract, newConfig.Contract = old, new
	if err := o.documents.stdin.addTo(cmd, &oldConfig, &newConfig); err != nil {
		return err
	}
	report, newDocuments := reporting{format: "text", documents: make(generator.Documents)}, make(generator.Documents)
	oldConfig.OnRead, newConfig.OnRead = report.documents.Add, newDocuments.Add
	result, err := generator.Compare(cmd.Context(), oldConfig, newConfig)
	if err != nil {
		return err
	}
	maps.Copy(report.documents, newDocuments)
	if err := report.write(cmd, result.Diagnostics); err != nil {
		return err
	}
	if result.Diagnostics.HasErrors() {
		return errFindings
	}
	text, err := write(result, report.documents)
	if err != nil {
		return bugError{err}
	}
	if _, err := cmd.OutOrStdout().Write(text); err != nil {
		return err
	}
	if len(result.Findings) > 0 && result.Findings[0].Class <= class {
		return errFindings
	}
	return nil
}
