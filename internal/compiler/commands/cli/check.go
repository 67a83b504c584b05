package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/progress"
)

func newCheck() *cobra.Command {
	var opts options
	var show shown
	cmd := &cobra.Command{
		Use:   "check [CONTRACT] [--out DIR]",
		Short: "Report whether the generated files in a folder are up to date",
		Long: `Check compares DIR, and the folder of the run-time, with what
"go tool quartet generate" would write there for the same arguments and flags. It
changes nothing. Without CONTRACT, it does so for all contracts of quartet.yaml.

If both are up to date, check prints nothing and the exit code is 0. Otherwise it
prints a unified diff, which includes files that are missing and generated files
that are no longer needed, and the exit code is 1. If the contract has changed since
the files were generated, what the change breaks follows, as "go tool quartet diff"
prints it. Go names are the ones that "go tool quartet generate" would keep: the names
in the package and in its file quartet.names. Without that file, check compares with
what an empty folder would get, and says so.

--stat prints the names of files with the numbers of lines that differ, instead of the
lines. --quiet prints no differences; the exit code says whether there are any. With
--format json or sarif, they are printed to standard error.

"go tool quartet generate --help" describes the flags in more detail.`,
		Example: `  go tool quartet check wsdl/realtime.wsdl --out gen/realtime
  go tool quartet check --stat`,
		Args: usageArgs(contractOrProject),
		RunE: func(cmd *cobra.Command, args []string) error {
			return opts.each(cmd, args, func(o *options) error {
				result, contract, err := o.generate(cmd)
				if err != nil {
					return err
				}
				return o.compare(cmd, result, contract, show)
			})
		},
	}
	opts.register(cmd)
	cmd.Flags().BoolVar(&show.stat, "stat", false, "print the names of files with the numbers of lines that differ")
	cmd.Flags().BoolVarP(&show.quiet, "quiet", "q", false, "print no differences")
	return cmd
}

// shown selects the output of check.
type shown struct{ stat, quiet bool }

// compare prints how the folders differ from the result.
func (o *options) compare(cmd *cobra.Command, result *generator.Result, contract string, show shown) error {
	stdout, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	if o.report.forPrograms() {
		stdout = stderr
	}
	if show.quiet {
		stdout, stderr = io.Discard, io.Discard
	}
	progress.Doing(cmd.Context(), "comparing with %s", o.out)
	found, err := result.Compare(o.out, o.place.RuntimeDir)
	if err != nil {
		return err
	}
	text := found.Diff + found.RuntimeDiff
	if text == "" {
		return o.checkKept(result.Runtime)
	}
	if show.stat {
		text = fmt.Sprintf("%s%s: +%d -%d\n", found.Stat.Text, diag.Counted(found.Stat.Files, "file"), found.Stat.Added, found.Stat.Removed)
	}
	if !show.quiet {
		text += o.verdict(cmd, result)
	}
	if _, err := io.WriteString(stdout, diag.EscapeLines(text)); err != nil {
		return err
	}
	if found.Diff != "" {
		if missing := result.MissingNames(o.out); missing != "" {
			fmt.Fprintf(stderr, "quartet: %s does not exist, so the names are those for an empty folder; commit the file with the package\n", missing)
		}
		if err := o.reportOutdated(contract, stderr); err != nil {
			return err
		}
	}
	if found.RuntimeDiff != "" {
		if err := reportRuntime(o.place.RuntimeDir, result.Runtime, "go tool quartet generate", stderr); err != nil {
			return err
		}
	}
	if err := o.checkKept(result.Runtime); err != nil {
		fmt.Fprintf(stderr, "quartet: %v\n", err)
	}
	return errFindings
}

// reportOutdated reports that the output folder is not up to date.
func (o *options) reportOutdated(contract string, stderr io.Writer) error {
	reportMissing(o.out, stderr)
	fmt.Fprintf(stderr, "quartet: %s is not up to date with %s; run \"go tool quartet generate\"\n", o.out, contract)
	note, err := unsafeNote(o.out, "do not run go generate before \"go tool quartet generate\" has replaced it")
	if err != nil {
		return err
	}
	_, err = io.WriteString(stderr, note)
	return err
}

// verdict returns the effects of the contract's changes since the last run, "" if there are none or if unknown.
func (o *options) verdict(cmd *cobra.Command, result *generator.Result) string {
	difference, known, err := result.Verdict(cmd.Context(), o.out)
	if err != nil || !known || len(difference.Findings) == 0 {
		return ""
	}
	return "\nThe contract has changed:\n\n" + difference.Text()
}

// reportMissing reports a folder that does not exist.
func reportMissing(dir string, stderr io.Writer) {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(stderr, "quartet: the folder %s does not exist\n", dir)
	}
}
