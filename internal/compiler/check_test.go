package compiler_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/testing/golden"
)

// TestDiagnostics checks the diagnostics for the contracts in reading/check/testdata. Each case is
// an archive with the documents, main.wsdl first, and the expected output in the
// file "diagnostics". To update the expected output:
//
//	go test ./internal/compiler -run TestDiagnostics -update
func TestDiagnostics(t *testing.T) {
	used := make(map[string]string)
	names, err := filepath.Glob("reading/check/testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			golden.Compare(t, name, *update, func(documents fstest.MapFS, _ []string) []txtar.File {
				diags := diagnose(documents)
				for _, d := range diags {
					used[d.ID] = name
				}
				if again := diagnose(documents).String(); again != diags.String() {
					t.Errorf("a second run prints\n%s", again)
				}
				return []txtar.File{{Name: golden.Diagnostics, Data: []byte(diags.String())}}
			})
		})
	}
	for _, rule := range diag.Rules {
		if rule.ID == diag.NameClash {
			break // the rules of package plan follow
		}
		if used[rule.ID] == "" && !elsewhere[rule.ID] {
			t.Errorf("no case covers rule %q", rule.ID)
		}
		if used[rule.ID] != "" && elsewhere[rule.ID] {
			t.Errorf("rule %q is covered here; remove it from elsewhere", rule.ID)
		}
	}
}

// elsewhere lists rules that need documents that are not UTF-8 text, or lenient
// reading, or that package plan reports, too.
var elsewhere = map[string]bool{
	diag.Encoding: true, diag.LeftOut: true, diag.NotEnforced: true,
}

func diagnose(documents fstest.MapFS) diag.List {
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(documents)})
	if set == nil {
		return diags
	}
	model, more := resolve.Resolve(set)
	diags.Add(more...)
	if !diags.HasErrors() {
		diags.Add(check.Check(model)...)
	}
	return diags.Sorted()
}

// TestLongPaths checks a contract that is small, but whose declarations are all in others with long names.
func TestLongPaths(t *testing.T) {
	name := strings.Repeat("a", 20_000)
	schema := `<xs:element name="` + name + `"><xs:complexType><xs:sequence>` + strings.Repeat(`<xs:element name="e"><xs:complexType/></xs:element>`, 2_600) +
		`</xs:sequence></xs:complexType></xs:element>`
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(fstest.MapFS{"main.wsdl": {Data: []byte(
		`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">` + schema + `</xs:schema></types></definitions>`)}})})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	model, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if limits := check.Limits(model); len(limits) != 1 || limits[0].ID != diag.TooLarge || !strings.Contains(limits[0].Message, "more than 50000000 characters") {
		t.Error(limits)
	}
}
