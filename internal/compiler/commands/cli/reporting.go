package cli

import (
	"io"
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
)

// reporting prints diagnostics in the format that the user chose.
type reporting struct {
	format    string
	documents generator.Documents
	config    string                // quartet.yaml, as positions name it, if it has the contract
	all       *reporting            // collects the diagnostics of several contracts for one document; nil for one contract
	found     generator.Diagnostics // diagnostics collected from the values whose all field is this one
}

func (r *reporting) register(cmd *cobra.Command) {
	r.documents = make(generator.Documents)
	cmd.Flags().StringVar(&r.format, "format", "text", "print diagnostics as `FORMAT`: text to standard error, with the lines of the contract; json or sarif (2.1.0) to standard output")
}

// check reports a format that does not exist.
func (r *reporting) check() error {
	switch r.format {
	case "text", "json", "sarif":
		return nil
	}
	return usagef("--format %q: want text, json or sarif", r.format)
}

// forPrograms reports whether diagnostics are printed to standard output in a format for programs.
func (r *reporting) forPrograms() bool { return r.format != "text" }

// write prints diagnostics. In formats for programs it prints a document even without diagnostics, but keeps the diagnostics
// of one of several contracts for later.
func (r *reporting) write(cmd *cobra.Command, found generator.Diagnostics) error {
	if r.all != nil && r.forPrograms() {
		r.all.found = append(r.all.found, found...)
		maps.Copy(r.all.documents, r.documents)
		return nil
	}
	out := cmd.ErrOrStderr()
	if r.forPrograms() {
		out = &lineWriter{w: dataOut(cmd), name: cmd.Root().CommandPath()}
	}
	return r.of(found, out).Write(out, r.format)
}

// writeAll prints diagnostics, and returns the error to end with if there are errors among them: mistakes in quartet.yaml are wrong usage.
func (r *reporting) writeAll(cmd *cobra.Command, found generator.Diagnostics) error {
	err := r.write(cmd, found)
	switch errors := found.Only(diag.Error); {
	case err != nil || len(errors) == 0:
		return err
	case slices.ContainsFunc(errors, func(d diag.Diagnostic) bool { return r.config != "" && d.Pos.File == r.config }):
		return codedError{code: exitUsage}
	}
	return errFindings
}

// writeErrors is writeAll if there are errors, and prints nothing otherwise.
func (r *reporting) writeErrors(cmd *cobra.Command, found generator.Diagnostics) error {
	if !found.HasErrors() {
		return nil
	}
	return r.writeAll(cmd, found)
}

// of returns the report of diagnostics that is written to out.
func (r *reporting) of(found generator.Diagnostics, out io.Writer) generator.Report {
	return generator.Report{
		Tool: "quartet " + version(), Diagnostics: found, Rules: generator.Rules(), Source: r.documents.Source, Color: inColor(out),
	}
}

// inColor reports whether w is a terminal whose user has not turned colours off (NO_COLOR, TERM=dumb).
func inColor(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
