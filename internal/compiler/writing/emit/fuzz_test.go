package emit

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/testing/directive"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan"
)

// FuzzContract runs all stages on variants of the contracts in the generator's
// cases. No stage may panic, and if there are no errors, the output must be Go.
func FuzzContract(f *testing.F) {
	paths := testfile.Names(f, "../../../../generator/testdata/*.txtar")
	for _, path := range paths {
		archive := testfile.Archive(f, path)
		for _, file := range archive.Files {
			if strings.HasSuffix(file.Name, ".wsdl") {
				f.Add(file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, contract []byte) {
		documents := fstest.MapFS{"main.wsdl": {Data: contract}}
		set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(documents), Lenient: true})
		if set == nil || diags.HasErrors() {
			return
		}
		model, diags := resolve.Resolve(set)
		if diags.HasErrors() {
			if model, diags = resolve.ResolveLenient(set); diags.HasErrors() {
				t.Fatalf("errors although the contract is read leniently:\n%s", diags)
			}
		}
		pkg, diags := plan.Plan(model, plan.Config{Runtime: "example.com/soap"})
		if (pkg == nil) != diags.HasErrors() {
			t.Fatalf("a package %v, and the diagnostics\n%s", pkg, diags)
		}
		if pkg == nil {
			return
		}
		e := newEmitter(pkg, descriptor.New(nil))
		for _, file := range e.render(e.files()) {
			if found := directive.InGo(file.Data); len(found) > 0 {
				t.Fatalf("%s does not parse, or has lines that a tool obeys: %q", file.Name, found)
			}
		}
	})
}
