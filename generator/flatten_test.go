package generator_test

import (
	"bytes"
	"context"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// TestFlattenedContract generates code from contracts with overloads and from their flat forms. Apart from the documents that
// the handler serves it is the same, so all messages are.
func TestFlattenedContract(t *testing.T) {
	t.Parallel()
	folders := map[string]string{"rail": railContract}
	for _, name := range []string{"overloads"} {
		archive := testfile.Archive(t, filepath.Join("testdata", name+".txtar"))
		folder := t.TempDir()
		for _, f := range archive.Files {
			writeFile(t, filepath.Join(folder, f.Name), f.Data)
		}
		folders[name] = filepath.Join(folder, name+".wsdl")
	}
	for name, contract := range folders {
		t.Run(name, func(t *testing.T) {
			want := generateFrom(t, contract)
			flattened, err := generator.Flatten(context.Background(), generator.Config{Contract: contract}, generator.FlattenOptions{})
			if err != nil || flattened.Diagnostics.HasErrors() || flattened.Renamed < 2 {
				t.Fatal(err, flattened)
			}
			flat := filepath.Join(t.TempDir(), filepath.Base(contract))
			if err := flattened.Write(flat); err != nil {
				t.Fatal(err)
			}
			got := generateFrom(t, flat)
			for name, text := range want {
				if got[name] != text {
					t.Errorf("%s differs:\n%s", name, udiff.Unified("contract", "flat", text, got[name]))
				}
			}
		})
	}
}

// overloadOf matches the fields that only operations with overloads have: also the name of the input, which then does not follow
// from that of the operation.
var overloadOf = regexp.MustCompile(` OverloadOf: "[^"]*",|Input: "[^"]*", `)

// generateFrom returns the Go files for a contract, without what they say of documents and overloads.
func generateFrom(t *testing.T, contract string) map[string]string {
	t.Helper()
	result, err := generator.Generate(context.Background(), generator.Config{Contract: contract, Package: "p", Runtime: "example.com/soap"})
	if err != nil || result.Diagnostics.HasErrors() {
		t.Fatal(err, result)
	}
	files := make(map[string]string)
	for _, f := range result.Files {
		text := string(f.Data)
		if isGo(f.Name) {
			formatted, err := format.Source([]byte(overloadOf.ReplaceAllString(text, "")))
			if err != nil {
				t.Fatal(err)
			}
			text = string(formatted)
		}
		if name, _, found := strings.Cut(text, "//go:embed "); found {
			text = name
		}
		if _, code, found := strings.Cut(text, "\npackage p\n"); found && isGo(f.Name) {
			files[f.Name] = code
		}
	}
	if len(files) != 4 {
		t.Fatalf("%d Go files", len(files))
	}
	return files
}

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
