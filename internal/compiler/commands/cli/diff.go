package cli

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/gitdoc"
)

// diffOptions holds the values of the flags of diff.
type diffOptions struct {
	options
	failOn   string
	format   string
	messages bool
	reason   string // of --accept
	until    string
}

func newDiff() *cobra.Command {
	var opts diffOptions
	cmd := &cobra.Command{
		Use:   "diff (OLD NEW | git:REV [CONTRACT])",
		Short: "Report what a change of a contract breaks",
		Long:  diffHelp,
		Example: `  go tool quartet diff git:main
  go tool quartet diff git:main wsdl/realtime.wsdl
  go tool quartet diff git:v1:wsdl/realtime.wsdl wsdl/realtime.wsdl
  go tool quartet diff released.wsdl current.wsdl --fail-on lossy`,
		Args:    usageArgs(versionArgs),
		PreRunE: opts.checkUntil,
		RunE:    opts.run,
	}
	f := cmd.Flags()
	f.StringVar(&opts.format, "format", "text", "print findings as `FORMAT`: text, json, sarif, markdown for a comment of a code review, or html with the trees of both versions side by side")
	f.StringVar(&opts.failOn, "fail-on", "breaking", "exit with code 1 if there are findings of `CLASS` or a more important one: breaking, lossy, compatible, documentation; json, breaking or what breaks clients with JSON over HTTP; or none")
	f.BoolVar(&opts.messages, "show-messages", true, "show the messages that break or lose values, cut to the place")
	f.StringVar(&opts.reason, "accept", "", "add the findings that would fail to quartet.yaml as breaks that the team accepts for the `REASON`")
	f.StringVar(&opts.until, "until", "", "with --accept: accept them until `WHEN`, a date (2026-12-31) or a version that will be a tag of the repository (v2.0.0)")
	opts.addFlags(cmd, map[string]string{
		"fetch":         "download documents over http and https if no catalog contains them; always set for a contract with an address",
		"allow-private": "with --fetch, also download from loopback, private and link-local addresses other than the origin of a contract",
		"lenient":       "compare contracts with errors as far as possible" + onlyRules,
	}, slices.Concat([]string{"catalog", "fetch", "allow-private"}, goFlags, []string{"lenient", "base", "config"})...)
	return cmd
}

const diffHelp = `Diff compares two versions of a contract, OLD and NEW, and says what each difference
means. With git:REV alone, it compares the contracts of quartet.yaml with those of a
revision of the git repository, and also reports contracts that are new or removed;
those that are addresses are left out. CONTRACT selects one of them, or another file.
With OLD and NEW, each is a file, an address, or git:REV:PATH: a file in a revision of the
git repository, with the documents that it imports there. PATH is relative to the root of
the repository; ./PATH to the current folder. One of them may be - for standard input,
with --base. For two schemas, each global element is the root of documents that both
sides write and read.

NEW keeps the Go names of OLD, also where its declarations clash with them, and the names
in the file quartet.names, if quartet.yaml says where the package is. The settings there,
such as rename and operations, count for both versions; git:REV has the settings of its revision.

Breaks in quartet.yaml that the team accepts are shown, but not counted. --accept REASON
adds all that would fail: to the contract, or for all if a document is shared. A warning
names the ones that have ended, and the ones that no difference needs.

The exit code is 1 if a contract has errors or there are findings of the class of
--fail-on or a more important one, 2 for a usage error, and 0 otherwise. --fail-on json also
counts what breaks clients over JSON.

## differences: what a finding of diff says

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
  who breaks with JSON over HTTP, if that differs from XML; the class does not count it;
  the place in a sample of the message that breaks or loses a value, from the version
    that sends it; --show-messages=false leaves it out;
  the ID of a rule. DIFF.md, beside the documentation of the generator, describes
    the rules, with an example of each.

A difference in many components with one cause is one finding, which names them all.

With --format json, the output is an object: the numbers breaking, lossy, compatible,
documentation and accepted; breaks, a list of those who break; and findings, a list of
objects with the members contract and contracts (the first and all, if several are compared), rule, class,
component, message, also (a list of other components), old and new (each with file, line
and column), and the lists breaks, ignored, ifChecked and overJSON, excerpt (message,
lines, and line, the number of the line of the place), and accepted (reason and until).
New versions may add members.`

// versionArgs checks the arguments of diff.
func versionArgs(_ *cobra.Command, args []string) error {
	if len(args) > 0 && len(args) <= 2 {
		if rev, ok := gitdoc.Revision(args[0]); ok && rev != "" {
			if slices.Contains(args[1:], "") {
				return errors.New("CONTRACT is empty")
			}
			_, err := gitdoc.ParseAddress(gitdoc.In(rev, project.FileName))
			return err
		}
	}
	if len(args) != 2 {
		return fmt.Errorf("want two arguments, OLD and NEW, or git:REV [CONTRACT], got %d", len(args))
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
	"json": generator.Breaking, "none": -1,
}

// diffFormats write differences in a format.
var diffFormats = map[string]func(*differences, generator.Documents) ([]byte, error){
	"text":     func(d *differences, _ generator.Documents) ([]byte, error) { return []byte(d.text()), nil },
	"html":     func(d *differences, _ generator.Documents) ([]byte, error) { return d.HTML(d.parts()...) },
	"markdown": func(d *differences, _ generator.Documents) ([]byte, error) { return []byte(d.Markdown()), nil },
	"json":     func(d *differences, _ generator.Documents) ([]byte, error) { return d.JSON() },
	"sarif": func(d *differences, documents generator.Documents) ([]byte, error) {
		return d.SARIF("quartet "+version(), documents.Source)
	},
}

func (o *diffOptions) run(cmd *cobra.Command, args []string) error {
	class, ok := failOnClasses[o.failOn]
	if !ok {
		return usagef("--fail-on %q: want breaking, lossy, compatible, documentation, json or none", o.failOn)
	}
	write, ok := diffFormats[o.format]
	if !ok {
		return usagef("--format %q: want text, json, sarif, markdown or html", o.format)
	}
	compare := o.compareVersions
	if _, ok := gitdoc.Revision(args[0]); ok {
		compare = o.compareRevision
	}
	report := reporting{format: "text", documents: make(generator.Documents)}
	result, err := compare(cmd, args, &report)
	if err != nil {
		return err
	}
	result.addUnneeded(report.documents)
	failed := report.writeAll(cmd, result.Diagnostics.Sorted())
	if failed != nil && (!result.Diagnostics.HasErrors() || result.compared() == 0 || o.reason != "") {
		return failed
	}
	result.join()
	fails := func(f generator.Finding) bool {
		return f.Class != diff.Accepted && (f.Class <= class || o.failOn == "json" && f.JSON != 0)
	}
	if o.reason != "" {
		if err := o.accept(&result, fails); err != nil {
			return err
		}
	}
	text, err := write(&result, report.documents)
	if err := printed(cmd, text, err); err != nil {
		return err
	}
	if failed == nil && slices.ContainsFunc(result.Findings, fails) {
		return errFindings
	}
	return failed
}

// compareVersions compares the contracts OLD and NEW.
func (o *diffOptions) compareVersions(cmd *cobra.Command, args []string, report *reporting) (differences, error) {
	if args[0] == fromStdin && args[1] == fromStdin {
		return differences{}, usagef("only one contract can be read from standard input")
	}
	file, err := projectOf(cmd)
	if err != nil {
		return differences{}, err
	}
	old, own := file.named(args[0])[0], file.named(args[1])[0]
	own.in = cmp.Or(own.in, old.in)
	old.in = cmp.Or(old.in, own.in)
	result, err := o.compare(cmd, old, own, report)
	if err != nil {
		return differences{}, err
	}
	var all differences
	return all, all.add(cmd, own, result)
}

// compare compares two versions of a contract, each with its settings. The documents of both are added to the report.
func (o *diffOptions) compare(cmd *cobra.Command, old, new selected, report *reporting) (*generator.Difference, error) {
	newConfig, newDocuments, err := o.version(cmd, new, old.name != fromStdin)
	if err != nil {
		return nil, err
	}
	oldConfig, oldDocuments, err := o.version(cmd, old, new.name != fromStdin)
	if err != nil && old.in != new.in { // such as a file that is gone
		oldConfig, oldDocuments, err = o.version(cmd, selected{old.name, new.file, new.in}, new.name != fromStdin)
	}
	if err != nil {
		return nil, err
	}
	oldConfig.Dir = newConfig.Dir // it has the names of both
	result, err := generator.Compare(cmd.Context(), oldConfig, newConfig)
	maps.Copy(report.documents, oldDocuments)
	maps.Copy(report.documents, newDocuments)
	if new.in != nil {
		report.config = filepath.ToSlash(new.file.path)
	}
	if err == nil && o.messages {
		result.AddMessages(cmd.Context())
	}
	return result, err
}

// version returns the configuration for a version of a contract, and the documents that are read with it.
func (o *diffOptions) version(cmd *cobra.Command, s selected, input bool) (generator.Config, generator.Documents, error) {
	own, err := o.forContract(cmd, s, true)
	if err != nil {
		return generator.Config{}, nil, err
	}
	if !input {
		own.input = "" // it is the address of the other version
	}
	config, err := own.settings(cmd, own.addSource)
	config.Suppress = nil
	return config, own.report.documents, err
}
