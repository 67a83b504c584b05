package generator_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/testing/golden"
)

// TestLintHasWarningsOfGenerate lints the contracts of the cases that are generated from without options: whatever generate
// reports, lint does.
func TestLintHasWarningsOfGenerate(t *testing.T) {
	compared := 0
	for _, c := range loadCases(t) {
		dir := t.TempDir()
		config := generator.Config{Contract: c.extract(t, dir), Runtime: golden.Runtime}
		result, err := generator.Generate(context.Background(), config)
		if err != nil {
			t.Fatal(err)
		}
		found, err := generator.Lint(context.Background(), config)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if found.Diagnostics.HasErrors() != result.Diagnostics.HasErrors() && !has(result.Diagnostics, diag.NothingToDo) {
			t.Errorf("%s: lint finds\n%s\ngenerate finds\n%s", c.Name, found.Diagnostics, result.Diagnostics)
		}
		for _, d := range result.Diagnostics {
			if builtIn := strings.HasPrefix(d.Pos.File, "quartet:"); !builtIn && d.ID != diag.NothingToDo && !contains(found.Diagnostics, d) {
				t.Errorf("%s: lint does not find %s", c.Name, d)
			}
			compared++
		}
	}
	if compared < 100 {
		t.Errorf("only %d diagnostics", compared)
	}
}

func has(found generator.Diagnostics, id string) bool {
	return slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.ID == id })
}

func contains(found generator.Diagnostics, d diag.Diagnostic) bool {
	return slices.ContainsFunc(found, func(other diag.Diagnostic) bool { return other.String() == d.String() })
}

// TestVerdictReadsQuietly compares a contract with the kept one: documents are not handed to OnRead, which two goroutines
// would call then.
func TestVerdictReadsQuietly(t *testing.T) {
	dir := t.TempDir()
	read := 0
	config := generator.Config{
		Contract: copyRail(t), Runtime: golden.Runtime, OnRead: func(string, []byte) { read++ },
		Suppress: []generator.Suppression{{Rule: "no-services"}},
	}
	result, err := generator.Generate(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	if err := result.Write(dir, ""); err != nil {
		t.Fatal(err)
	}
	before := read
	if _, known, err := result.Verdict(context.Background(), dir); err != nil || !known || read != before {
		t.Errorf("known %v, %d documents read, %v", known, read-before, err)
	}
}
