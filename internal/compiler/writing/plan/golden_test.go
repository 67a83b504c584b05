package plan_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/pflag"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/reviewing/report"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/writing/emit"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/tolerate"
	"example.com/quartet/templates/soap/contract"
)

// TestGolden plans the contracts of the generator's golden cases and compares the declarations in the generated files and the
// diagnostics of all stages.
// The generator's own test of these cases, which also renders and writes them, takes much longer; 'make golden' runs that.
func TestGolden(t *testing.T) {
	cases, err := golden.Cases("../../../../generator/testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) { checkCase(t, c) })
	}
}

func checkCase(t *testing.T, c *golden.Case) {
	documents := make(fstest.MapFS)
	sources, err := c.Sources()
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range sources {
		documents[name] = &fstest.MapFile{Data: data}
	}
	main, err := c.Main()
	if err != nil {
		t.Fatal(err)
	}
	config, from := flags(t, c.Args("fs://"))
	from.Main, from.Read = "fs:///"+main, load.FS(documents)
	config.Package, config.ImportPath, config.Runtime = c.Package(), golden.Module+"/"+c.Package(), golden.Runtime
	pkg, diags := planCase(from, config)
	var printed strings.Builder
	if err := (report.Report{Diagnostics: diags}).Text(&printed); err != nil {
		t.Fatal(err)
	}
	if got, want := printed.String(), string(c.Part(golden.Diagnostics)); got != want {
		t.Errorf("diagnostics\n%s", udiff.Unified("want", "got", want, got))
	}
	got, want := "", string(c.Part(golden.Declared))
	if pkg != nil {
		if got, err = c.Listing(emitted(t, pkg)); err != nil {
			t.Fatal(err)
		}
	}
	if got != want {
		t.Errorf("declarations\n%s", udiff.Unified("want", "got", want, got))
	}
}

// emitted returns the generated files for a plan.
func emitted(t *testing.T, pkg *ir.Package) map[string][]byte {
	t.Helper()
	files, err := emit.Emit(pkg)
	if err != nil {
		t.Fatal(err)
	}
	byName := make(map[string][]byte)
	for _, f := range files {
		byName[f.Name] = f.Data
	}
	return byName
}

// planCase returns the plan and the diagnostics of all stages.
func planCase(from load.Config, config plan.Config) (*ir.Package, diag.List) {
	set, diags := load.Load(context.Background(), from)
	if set == nil {
		return nil, diags
	}
	tolerance := tolerate.Config{
		All: from.Lenient, Bindings: config.Bindings, Ports: config.Ports, Operations: config.Operations, Elements: config.Elements,
	}
	model, more := tolerance.Resolve(set)
	if diags.Add(more...); diags.HasErrors() {
		return nil, diags.Sorted()
	}
	if !from.Lenient { // lenient planning leaves out what is wrong
		diags.Add(tolerance.Tolerate(set, xsdcheck.Check(model.Schemas))...)
	}
	if diags.Add(check.Check(model)...); diags.HasErrors() {
		return nil, diags.Sorted()
	}
	config.Endless = from.Lenient
	pkg, more := plan.Plan(model, config)
	diags.Add(more...)
	return pkg, diags.Sorted()
}

// flags parses flags of the command generate.
func flags(t *testing.T, args []string) (config plan.Config, from load.Config) {
	t.Helper()
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	var bindings, packages, namespaces, renames []string
	f.StringSliceVar(&bindings, "bindings", nil, "")
	f.StringSliceVar(&config.Ports, "ports", nil, "")
	f.StringSliceVar(&config.Operations, "operations", nil, "")
	f.StringArrayVar(&config.Wrapped, "wrapped", nil, "")
	f.StringSliceVar(&config.Initialisms, "initialisms", nil, "")
	f.BoolVar(&config.Elements, "elements", false, "")
	f.BoolVar(&config.PlainStrings, "plain-strings", false, "")
	f.BoolVar(&config.NilAsAbsent, "nil-as-absent", false, "")
	f.StringArrayVar(&config.Streams, "stream", nil, "")
	f.BoolVar(&from.Lenient, "lenient", false, "")
	f.StringArrayVar(&packages, "package", nil, "")
	f.StringArrayVar(&namespaces, "namespace", nil, "")
	f.StringArrayVar(&renames, "rename", nil, "")
	f.StringArrayVar(&from.Catalogs, "catalog", nil, "")
	f.StringSlice("with", nil, "") // packages of the run-time, which are not part of a plan
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]contract.Binding{"soap11": contract.SOAP11, "soap12": contract.SOAP12, "get": contract.HTTPGet, "post": contract.HTTPPost}
	for _, b := range bindings {
		config.Bindings = append(config.Bindings, kinds[b])
	}
	for _, p := range packages {
		old, path := cutLast(p)
		config.Packages = append(config.Packages, plan.NamespacePackage{Namespace: old, ImportPath: path, Pos: diag.Pos{File: "--package " + p}})
	}
	for _, n := range namespaces {
		old, other, _ := strings.Cut(n, "=")
		config.Namespaces = append(config.Namespaces, plan.Namespace{Old: old, New: other})
	}
	for _, r := range renames {
		name, chosen := cutLast(r)
		config.Renames = append(config.Renames, plan.Rename{Name: name, Go: chosen, Pos: diag.Pos{File: "--rename " + r}})
	}
	return config, from
}

// cutLast splits a text at its last equals sign.
func cutLast(text string) (before, after string) {
	i := strings.LastIndexByte(text, '=')
	return text[:i], text[i+1:]
}
