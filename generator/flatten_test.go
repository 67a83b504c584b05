package generator_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"example.com/quartet/generator"
)

// TestFlattenErrors flattens contracts that cannot be read.
func TestFlattenErrors(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	broken := filepath.Join(folder, "broken.wsdl")
	writeFile(t, broken, []byte("<definitions"))
	unresolved := filepath.Join(folder, "unresolved.wsdl")
	writeFile(t, unresolved, []byte(`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><binding name="b" type="none"><b:binding xmlns:b="http://schemas.xmlsoap.org/wsdl/soap/"/></binding></definitions>`))
	for _, contract := range []string{broken, unresolved, filepath.Join(folder, "none.wsdl")} {
		got, err := generator.Flatten(context.Background(), generator.Config{Contract: contract}, generator.FlattenOptions{})
		if err != nil || !got.Diagnostics.HasErrors() || got.Text != nil {
			t.Errorf("%s: %v %+v", contract, err, got)
		}
	}
	got, err := generator.Flatten(context.Background(), generator.Config{Contract: unresolved, Lenient: true}, generator.FlattenOptions{})
	if err != nil || got.Diagnostics.HasErrors() || !bytes.Contains(got.Text, []byte("<binding")) {
		t.Errorf("%v %+v", err, got)
	}
	if err := got.Write(unresolved); err == nil {
		t.Error("the contract was replaced")
	}
	if text, err := os.ReadFile(unresolved); err != nil || bytes.Contains(text, []byte("quartet")) {
		t.Errorf("%v %s", err, text)
	}
}
