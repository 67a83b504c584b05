package generator_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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

// TestSuppress suppresses a warning of Generate, of Lint and of Describe, from several goroutines. The configuration stays.
func TestSuppress(t *testing.T) {
	name := filepath.Join(t.TempDir(), "main.wsdl")
	writeFile(t, name, []byte(`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:t">
  <message name="in"><part name="a"/><part name="b"/></message>
  <portType name="P"><operation name="o"><input message="t:in"/></operation></portType>
  <binding name="B" type="t:P">
    <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="o"><input><soap:body use="literal" namespace="urn:t"/></input></operation>
  </binding>
</definitions>`))
	all, err := generator.ReadSuppressions("list", strings.NewReader("untyped-part part in/b # not known\nundocumented-operation\nno-services\n"))
	if err != nil || len(all) != 3 || all[0].Reason != "not known" {
		t.Fatalf("got %+v, %v", all, err)
	}
	config := generator.Config{Contract: name, Runtime: golden.Runtime, Suppress: all}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			result, err := generator.Generate(context.Background(), config)
			if err != nil || len(result.Diagnostics) != 1 || !strings.Contains(result.Diagnostics.String(), `part "a"`) {
				t.Errorf("Generate: %v, %v", result.Diagnostics, err)
			}
			found, err := generator.Lint(context.Background(), config)
			if err != nil || len(found.Suppressed) != 3 || has(found.Diagnostics, "no-services") || !has(found.Diagnostics, "untyped-part") {
				t.Errorf("Lint: %+v, %v", found, err)
			}
			d, err := generator.Describe(context.Background(), config)
			if err != nil || len(d.Diagnostics) != 1 {
				t.Errorf("Describe: %v, %v", d.Diagnostics, err)
			}
		})
	}
	wg.Wait()
	config.Suppress = append(config.Suppress, generator.Suppression{Rule: "untyped-part", At: "type"}, generator.Suppression{Rule: "x y"})
	result, err := generator.Generate(context.Background(), config)
	if err != nil || !has(result.Diagnostics, "suppression-unused") || !has(result.Diagnostics, "suppression-unknown") {
		t.Errorf("got %v, %v", result.Diagnostics, err)
	}
}

// TestRulesAreReported checks that rules are described for programs that show findings.
func TestRulesAreReported(t *testing.T) {
	d := diag.Diagnostic{ID: "cos-nonambig", Severity: diag.Warning, Message: "m"}
	var b strings.Builder
	report := generator.Report{Diagnostics: generator.Diagnostics{d}, Rules: generator.Rules()}
	if err := report.Write(&b, "sarif"); err != nil || !strings.Contains(b.String(), "Unique Particle Attribution") {
		t.Errorf("got %s, %v", b.String(), err)
	}
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
