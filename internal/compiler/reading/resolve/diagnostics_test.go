package resolve_test

import (
	"context"
	"flag"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
)

var update = flag.Bool("update", false, "write the actual diagnostics to the cases as expected ones")

// TestDiagnostics checks the diagnostics for the contracts in its testdata and in the testdata of
// package check, and what is in the models of those that have a file "model". Each case is an
// archive with the documents, main.wsdl first, and the diagnostics that are expected: in the file
// "diagnostics"; the file "lenient" has the diagnostics of lenient reading. To update them:
//
//	go test ./internal/compiler/reading/resolve -update
func TestDiagnostics(t *testing.T) {
	for _, pattern := range []string{"testdata/*.txtar", "../check/testdata/*.txtar"} {
		names := testfile.Names(t, pattern)
		for _, name := range names {
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { checkCase(t, name) })
		}
	}
}

func checkCase(t *testing.T, name string) {
	golden.Compare(t, name, *update, func(documents fstest.MapFS, names []string) (got []txtar.File) {
		var model *resolve.Model
		for _, name := range names {
			var text string
			if name == "model" {
				text = outline(model) // the outline of the preceding expectation
			} else {
				text, model = diagnose(documents, name == "lenient")
			}
			got = append(got, txtar.File{Name: name, Data: []byte(text)})
		}
		return got
	})
}

// diagnose returns the diagnostics of a contract, with the findings of package check if it
// resolves, and its model.
func diagnose(documents fstest.MapFS, lenient bool) (string, *resolve.Model) {
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(documents), Lenient: lenient})
	if set == nil {
		return diags.String(), nil
	}
	with := resolve.Resolve
	if lenient {
		with = resolve.ResolveLenient
	}
	model, more := with(set)
	diags.Add(more...)
	if !diags.HasErrors() && !lenient {
		diags.Add(check.Check(model)...)
	}
	return diags.Sorted().String(), model
}
