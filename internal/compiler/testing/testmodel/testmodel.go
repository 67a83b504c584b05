// Package testmodel resolves contracts of tests. An error in a contract ends the test. It is for tests only.
package testmodel

import (
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
)

// Of returns the model of a contract whose main document is among documents.
func Of(t testing.TB, main string, documents fstest.MapFS) *resolve.Model {
	t.Helper()
	return Read(t, load.Config{Main: "fs:///" + main, Read: load.FS(documents)})
}

// Read returns the model of a contract that is loaded with a configuration.
func Read(t testing.TB, config load.Config) *resolve.Model {
	t.Helper()
	set, diags := load.Load(t.Context(), config)
	if set == nil || diags.HasErrors() {
		t.Fatal(diags)
	}
	model, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return model
}
