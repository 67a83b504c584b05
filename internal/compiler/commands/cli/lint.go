package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
)

// lintOptions holds the values of the flags of lint.
type lintOptions struct {
	options
	format   string
	failOn   string
	rules    bool
	baseline bool
}

func newLint() *cobra.Command {
	var opts lintOptions
	cmd := &cobra.Command{
		Use:   "lint [CONTRACT]...",
		Short: "Report what is wrong or unusual in contracts",
		Long:  lintHelp,
		Example: `  go tool quartet lint wsdl/realtime.wsdl
  go tool quartet lint wsdl/*.wsdl --format sarif --fail-on error
  go tool quartet lint --rules`,
		Args: usageArgs(opts.contracts),
		RunE: func(cmd *cobra.Command, args []string) error { return opts.run(cmd, args) },
	}
	f := cmd.Flags()
	f.StringVar(&opts.format, "format", "text", "print findings as `FORMAT`: text, json, sarif, or markdown for a comment of a code review")
	f.StringVar(&opts.failOn, "fail-on", "warning", "exit with code 1 if there are findings of `SEVERITY` or a more important one: error, warning, note; or none")
	f.BoolVar(&opts.rules, "rules", false, "print all rules instead, as text, json or markdown")
	f.BoolVar(&opts.baseline, "baseline", false, "print lines for the file of suppressions of one CONTRACT instead, which suppress all its warnings and notes")
	usage := maps.Clone(sourceUsage)
	usage["lenient"] = "report errors that generate --lenient works around as warnings"
	opts.addFlags(cmd, usage, sourceFlags[1:]...)
	return cmd
}

const lintHelp = `Lint checks contracts, each with all documents that it imports or includes. It reports
all that "go tool quartet generate" would report, and violations of rules on the WS-I
Basic Profile 1.1, on constructs that other tools cannot read or read differently, on
names, and on documentation. --rules lists the rules; RULES.md, beside the documentation of
the generator, describes them.

A finding has a severity:

  error    no code can be generated from the contract
  warning  something does not work, or differs from what the author expects
  note     for information

For a contract with errors, lint reports the errors, and checks the parts without
errors.

The exit code is 1 if a contract cannot be read, or if there are findings of the
severity of --fail-on or a more important one; 2 for a usage error; and 0 otherwise.

## suppressions: findings that a team accepts

Warnings and notes can be suppressed in a file beside the contract, with its name and
.suppress added: wsdl/realtime.wsdl.suppress. Each line is

  RULE [AT]  # reason

AT is the name of a document, or a component with everything in it:

  undocumented-operation                         # everywhere
  not-imported types.xsd                         # in a document
  undocumented-operation operation getStation    # in an operation
  part-style portType P/operation getStation     # an operation of one portType
  not-enforced element Station/code              # an element in Station
  not-enforced type {urn:rail}Station            # a type of one namespace

A kind is service, port, binding, portType, operation, input, output, fault, message,
part, type, element, attribute, group, attributeGroup, value, key, keyref, unique or
notation; it may be left out. A name with a space, a slash or a quote is written as a
Go string. The file applies to generate, check and flatten, too. A suppression that
suppresses nothing is a finding, and so is a suppression of an error. --baseline prints
lines for all findings, so that only new ones are reported afterwards:

  go tool quartet lint wsdl/realtime.wsdl --baseline >>wsdl/realtime.wsdl.suppress`

// contracts checks the arguments of lint.
func (o *lintOptions) contracts(_ *cobra.Command, args []string) error {
	switch {
	case o.rules && len(args) > 0:
		return fmt.Errorf("--rules takes no CONTRACT")
	case o.baseline && len(args) > 1:
		return fmt.Errorf("--baseline takes one CONTRACT, because each has its own file of suppressions")
	case o.baseline && o.rules:
		return fmt.Errorf("--rules and --baseline cannot be used together")
	case slices.Contains(args, ""):
		return fmt.Errorf("CONTRACT is empty")
	}
	return nil
}

// severities are the values of --fail-on, the most important first.
var severities = []string{"error", "warning", "note", "none"}

func (o *lintOptions) run(cmd *cobra.Command, contracts []string) error {
	if !slices.Contains(severities, o.failOn) {
		return usagef("--fail-on %q: want error, warning, note or none", o.failOn)
	}
	if !slices.Contains(generator.ReportFormats(), o.format) {
		return usagef("--format %q: want text, json, sarif or markdown", o.format)
	}
	if o.rules {
		return o.printRules(cmd.OutOrStdout())
	}
	selection, err := contractsFor(cmd, contracts)
	if err != nil {
		return err
	}
	if o.baseline {
		if len(selection) != 1 {
			return usagef("--baseline takes one CONTRACT, because each has its own file of suppressions")
		}
		return o.printBaseline(cmd, selection[0])
	}
	var all generator.Linted
	selection = distinct(selection)
	for _, contract := range selection {
		found, err := o.lint(cmd, contract, len(selection) > 1)
		if err != nil {
			return err
		}
		all.Diagnostics.Add(found.Diagnostics...)
		all.Suppressed.Add(found.Suppressed...)
	}
	all.Diagnostics, all.Suppressed = all.Diagnostics.Sorted(), all.Suppressed.Sorted()
	if err := o.write(&lineWriter{w: dataOut(cmd), name: cmd.Root().CommandPath()}, all); err != nil {
		return err
	}
	for _, d := range all.Diagnostics {
		if slices.Index(severities, d.Severity.String()) <= slices.Index(severities, o.failOn) && o.failOn != "none" {
			return errFindings
		}
	}
	return nil
}

// distinct returns each contract once, by its name: the first, if quartet.yaml has it several times.
func distinct(all []selected) []selected {
	slices.SortStableFunc(all, func(a, b selected) int { return strings.Compare(a.name, b.name) })
	return slices.CompactFunc(all, func(a, b selected) bool { return a.name == b.name })
}

// lint checks one contract, or one of several.
func (o *lintOptions) lint(cmd *cobra.Command, contract selected, several bool) (*generator.Linted, error) {
	own, config, err := o.sources(cmd, contract, false)
	if err != nil {
		return nil, err
	}
	config.FullNames = several
	found, err := generator.Lint(cmd.Context(), config)
	if err != nil {
		return nil, bugError(err)
	}
	maps.Copy(o.report.documents, own.report.documents)
	return found, nil
}

// printBaseline prints suppressions of all findings in a contract, and errors to standard error.
func (o *lintOptions) printBaseline(cmd *cobra.Command, contract selected) error {
	if o.format != "text" {
		return usagef("--baseline and --format %s cannot be used together", o.format)
	}
	found, err := o.lint(cmd, contract, false)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, s := range found.Suppressions() {
		b.WriteString(s.String() + "\n")
	}
	if _, err := io.WriteString(cmd.OutOrStdout(), b.String()); err != nil {
		return err
	}
	errors := found.Diagnostics.Only(diag.Error)
	if len(errors) == 0 {
		return nil
	}
	report := o.report.of(errors, cmd.ErrOrStderr())
	if err := report.Write(cmd.ErrOrStderr(), "text"); err != nil {
		return err
	}
	return errFindings
}

// write prints findings. In text, the last line counts them.
func (o *lintOptions) write(out io.Writer, all generator.Linted) error {
	report := o.report.of(all.Diagnostics, out)
	report.Suppressed = len(all.Suppressed)
	if err := report.Write(out, o.format); err != nil || o.format != "text" {
		return err
	}
	_, err := fmt.Fprintln(out, report.Summary())
	return err
}

// printRules prints the table of rules.
func (o *lintOptions) printRules(out io.Writer) error {
	switch o.format {
	case "json":
		return generator.WriteRulesJSON(out)
	case "markdown":
		return generator.WriteRules(out)
	case "sarif":
		return usagef("--rules: want --format text, json or markdown")
	}
	rules := generator.Rules()
	width := 0
	for _, r := range rules {
		width = max(width, len(r.ID))
	}
	var b strings.Builder
	group := ""
	for _, r := range rules {
		if r.Group != group {
			if group != "" {
				b.WriteByte('\n')
			}
			group = r.Group
			b.WriteString(group + "\n")
		}
		fmt.Fprintf(&b, "  %-*s  %-7s  %s\n", width, r.ID, r.Severity, r.Summary)
	}
	_, err := io.WriteString(out, b.String())
	return err
}
