// Package report writes diagnostics for people and programs: as text with the lines of the contract, and as JSON, SARIF and
// Markdown. It comes after all stages of the generator and changes no diagnostic.
package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
)

// Report is a list of diagnostics with the settings for writing it.
type Report struct {
	Tool        string // name and version of the program: "quartet v1.2.3"
	Diagnostics diag.List

	// Rules describe the IDs of the diagnostics; nil means [diag.Rules]. A diagnostic may have an ID that is not in Rules.
	Rules []diag.Rule

	// Suppressed is the number of suppressed diagnostics, which are not in the report.
	Suppressed int

	// Properties returns the SARIF property bag of the diagnostic with an index. It may be nil.
	Properties func(index int) any

	// Source returns the text of a document in UTF-8 by its name in positions, nil if it is not known. It is called once for
	// each document. If Source is nil, no document is known.
	Source func(file string) []byte

	// Color uses escape sequences of terminals in text.
	Color bool
}

var formats = []struct {
	name  string
	write func(Report, io.Writer) error
}{{"text", Report.Text}, {"json", Report.JSON}, {"sarif", Report.SARIF}, {"markdown", Report.Markdown}}

// Formats returns the names of the formats that [Report.Write] supports.
func Formats() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Write writes the report in a format.
func (r Report) Write(w io.Writer, format string) error {
	for _, f := range formats {
		if f.name == format {
			return f.write(r, w)
		}
	}
	return fmt.Errorf("unknown format %q; want %s", format, diag.Listed(Formats(), "or"))
}

// lines returns the lines of documents. A document is split when it is first needed.
type lines struct {
	source func(file string) []byte
	known  map[string][][]byte
}

func newLines(source func(file string) []byte) *lines {
	return &lines{source, make(map[string][][]byte)}
}

// line returns a line without its end. Lines are counted from 1. It reports false if there is none.
func (l *lines) line(file string, number int) ([]byte, bool) {
	if l.source == nil || number < 1 {
		return nil, false
	}
	all, known := l.known[file]
	if !known {
		all = bytes.Split(l.source(file), []byte{'\n'})
		l.known[file] = all
	}
	if number > len(all) || len(all) == 1 && len(all[0]) == 0 {
		return nil, false
	}
	return bytes.TrimSuffix(all[number-1], []byte{'\r'}), true
}

// Summary counts the diagnostics: "1 error, 2 warnings; 1 suppressed", "no findings".
func (r Report) Summary() string {
	var counts []string
	for _, s := range []diag.Severity{diag.Error, diag.Warning, diag.Note} {
		if n := len(r.Diagnostics.Only(s)); n > 0 {
			counts = append(counts, diag.Counted(n, s.String()))
		}
	}
	line := cmp.Or(strings.Join(counts, ", "), "no findings")
	if r.Suppressed > 0 {
		line += fmt.Sprintf("; %d suppressed", r.Suppressed)
	}
	return line
}

// rules returns the rules of the diagnostics, in the order of Rules, then the rules that are not in Rules.
func (r Report) rules() []diag.Rule {
	found := collect.Set(r.Diagnostics, func(d diag.Diagnostic) string { return d.ID })
	known := r.Rules
	if known == nil {
		known = diag.Rules
	}
	others := collect.Each(r.Diagnostics, func(d diag.Diagnostic) diag.Rule { return diag.Rule{ID: d.ID, Severity: d.Severity} })
	return collect.Where(slices.Concat(known, others), func(rule diag.Rule) bool {
		isNext := found[rule.ID]
		delete(found, rule.ID)
		return isNext
	})
}
