//go:build !race

package corpus_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/conformance/cost"
)

// slowLint is ten times the CPU time that lint may take for the largest contract.
const slowLint = 20 * time.Second

// TestCorpusLint lints all contracts, with errors and as --lenient does. Each finding has a rule of the table and a position in a
// document, each is one line of text, and its suppressions leave nothing but errors.
func TestCorpusLint(t *testing.T) {
	valid, invalid := corpusCases(t)
	known := make(map[string]bool)
	for _, r := range generator.Rules() {
		known[r.ID] = true
	}
	for _, c := range append(valid, invalid...) {
		for _, lenient := range []bool{false, true} {
			c.lint(t, lenient, known)
		}
	}
}

func (c *corpusCase) lint(t *testing.T, lenient bool, known map[string]bool) {
	t.Helper()
	documents := make(generator.Documents)
	config := generator.Config{Contract: c.main, Catalogs: c.catalog, Lenient: lenient, OnRead: documents.Add}
	began := cost.CPU()
	found, err := generator.Lint(context.Background(), config)
	if err != nil {
		t.Errorf("%s: %v", c.name, err)
		return
	}
	if took := cost.CPU() - began; took > slowLint {
		t.Errorf("%s: lint takes %s", c.name, took)
	}
	for _, d := range found.Diagnostics {
		if !known[d.ID] {
			t.Errorf("%s: the rule of a finding is not in the table: %s", c.name, d)
		}
		if text := documents.Source(d.Pos.File); text == nil || d.Pos.Line > bytes.Count(text, []byte("\n"))+1 {
			t.Errorf("%s: a finding is outside of the documents: %s", c.name, d)
		}
	}
	config.Suppress = found.Suppressions()
	for _, format := range generator.ReportFormats() {
		var b strings.Builder
		report := generator.Report{Diagnostics: found.Diagnostics, Rules: generator.Rules(), Source: documents.Source}
		if err := report.Write(&b, format); err != nil {
			t.Errorf("%s: %s: %v", c.name, format, err)
		}
		if strings.ContainsAny(b.String(), "\x1b\u2028") {
			t.Errorf("%s: %s has control characters of a contract", c.name, format)
		}
	}
	again, err := generator.Lint(context.Background(), config)
	if err != nil {
		t.Errorf("%s: %v", c.name, err)
		return
	}
	for _, d := range again.Diagnostics {
		if d.Severity != diag.Error && d.ID != "suppression-impossible" {
			t.Errorf("%s: not suppressed: %s", c.name, d)
		}
	}
}
