package generator_test

import (
	"bytes"
	"context"
	"math/rand"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/describe"
	"example.com/quartet/internal/compiler/testing/directive"
)

// FuzzLint lints and describes contracts, with errors and leniently. Each finding has a rule of the table and a position in the contract;
// the suppressions of all findings leave nothing but errors; and a contract without errors is described in all formats.
func FuzzLint(f *testing.F) {
	for i, c := range loadCases(f) {
		contract := c.Part(c.contract(f))
		f.Add(contract, false)
		f.Add(mutate(rand.New(rand.NewSource(int64(i))), contract), i%2 == 0)
	}
	known := make(map[string]bool)
	for _, r := range generator.Rules() {
		known[r.ID] = true
	}
	f.Fuzz(func(t *testing.T, contract []byte, lenient bool) {
		config := generator.Config{Contract: "contract.wsdl", Input: contract, Lenient: lenient}
		found, err := generator.Lint(context.Background(), config)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found.Diagnostics {
			if !known[d.ID] {
				t.Errorf("the rule is not in the table: %s", d)
			}
			if d.Pos.File == "contract.wsdl" && d.Pos.Line > bytes.Count(contract, []byte("\n"))+bytes.Count(contract, []byte("\r"))+1 {
				t.Errorf("the position is outside of the contract: %s", d)
			}
		}
		checkSuppressed(t, config, found)
		checkDescribed(t, config)
	})
}

// checkSuppressed writes suppressions of what was found to a file, and reads it: nothing but errors remains.
func checkSuppressed(t *testing.T, config generator.Config, found *generator.Linted) {
	t.Helper()
	var b strings.Builder
	for _, s := range found.Suppressions() {
		b.WriteString(s.String() + "  # known\n")
	}
	var err error
	if config.Suppress, err = generator.ReadSuppressions("list", strings.NewReader(b.String())); err != nil {
		t.Fatal(err)
	}
	again, err := generator.Lint(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range again.Diagnostics {
		if d.Severity != diag.Error && d.ID != "suppression-impossible" {
			t.Errorf("%s remains of\n%s", d, b.String())
		}
	}
}

// checkDescribed describes a contract, with samples.
func checkDescribed(t *testing.T, config generator.Config) {
	t.Helper()
	result, err := generator.OutlineOf(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	if result.Outline == nil {
		if !result.Diagnostics.HasErrors() {
			t.Error("there is no outline, and no error")
		}
		return
	}
	if err := result.AddSamples(context.Background(), result.Outline); err != nil {
		t.Error(err)
	}
	text, err := result.Outline.JSON()
	if err != nil {
		t.Error(err)
	}
	lines, err := result.Outline.Text()
	if err != nil {
		t.Error(err)
	}
	page, err := result.Outline.Markdown()
	if err != nil {
		t.Error(err)
	}
	list := []*generator.Outline{result.Outline}
	for _, out := range [][]byte{text, lines, page, describe.List(list, true), describe.List(list, false)} {
		if found := directive.InOutput(out); len(found) > 0 {
			t.Errorf("a line of a description that a tool obeys: %q", found[0])
		}
	}
}
