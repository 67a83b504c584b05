package flatten_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/writing/emit"
	"example.com/quartet/internal/compiler/writing/flatten"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/conformance/corpus"
)

// TestCorpus flattens the contracts in the folder QUARTET_CORPUS that have no errors. What comes
// out has no diagnostics that the contract does not have, and the same code is generated from it
// beside the file that keeps the prefixes of the contract: documents choose prefixes, and a form has fewer.
func TestCorpus(t *testing.T) {
	for _, c := range corpus.All(t) {
		t.Run(c.Name, func(t *testing.T) {
			config := load.Config{Main: c.Main, Catalogs: []string{c.Catalog}}
			original := read(config, nil)
			if original.diags.HasErrors() {
				t.Skip("the contract has errors")
			}
			checkForms(t, original, config, false)
		})
	}
}

// forms are the options with which contracts are flattened.
var forms = []flatten.Options{{}, {KeepOverloads: true}, {KeepImports: true}, {KeepOverloads: true, KeepImports: true}}

// checkForms compares a contract with its forms. The code may have other names if renamed is set.
func checkForms(t *testing.T, original contract, config load.Config, renamed bool) {
	t.Helper()
	base := config.Read
	var want []string
	if !renamed {
		want = original.declarations(t)
	}
	for _, o := range forms {
		result, diags := flatten.Contract(original.model, o)
		if result == nil {
			if !slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return d.ID == diag.CannotCombine }) {
				t.Errorf("%+v: there is no form: %s", o, diags)
			}
			continue
		}
		config.Read = load.Overlay(map[string][]byte{original.model.Main.URI: result.Text}, base)
		form := read(config, original.prefixes())
		var added diag.List
		for _, d := range form.diags {
			if !slices.ContainsFunc(original.diags, func(known diag.Diagnostic) bool { return known.ID == d.ID && sameText(known, d) }) {
				added = append(added, d)
			}
		}
		if len(added) > 0 {
			t.Errorf("%+v: new diagnostics:\n%s", o, added)
		}
		if form.model == nil {
			continue
		}
		if !o.KeepImports && len(form.model.Documents.Documents) > 1 {
			for _, ref := range form.model.Main.References {
				if ref.Location != nil && ref.Target != nil && !ref.Target.WellKnown {
					t.Errorf("%+v: refers to %s", o, ref.Target.Name)
				}
			}
		}
		if !renamed {
			form.pkg.Qualified = original.pkg.Qualified // schemas that are merged have one elementFormDefault
			compareDeclarations(t, fmt.Sprintf("%+v", o), want, form.declarations(t))
		}
	}
}

// sameText reports whether two diagnostics of a rule have the same message, apart from names of operations and of Go.
func sameText(a, b diag.Diagnostic) bool {
	return a.Message == b.Message || a.ID == diag.NameClash || a.ID == diag.NotBound
}

func compareDeclarations(t *testing.T, form string, want, got []string) {
	t.Helper()
	if slices.Equal(want, got) {
		return
	}
	var b strings.Builder
	n := 0
	for _, line := range want {
		if !slices.Contains(got, line) && n < 10 {
			n++
			fmt.Fprintf(&b, "-%s\n", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) && n < 20 {
			n++
			fmt.Fprintf(&b, "+%s\n", line)
		}
	}
	t.Errorf("%s: the declarations differ:\n%s", form, &b)
}

// contract is a contract that has been read.
type contract struct {
	model *resolve.Model // nil if it cannot be loaded
	pkg   *ir.Package    // its plan
	diags diag.List
}

// declarations returns the declarations in the generated files, in order, without documents and without what a form does not
// keep: the namespace of the port type, the names that overloads share, and the names of their messages.
func (c *contract) declarations(t *testing.T) (all []string) {
	t.Helper()
	if c.pkg == nil {
		return nil
	}
	for _, s := range c.pkg.Services {
		s.PortType = ""
		for _, op := range s.Operations {
			op.OverloadOf = ""
			for _, w := range op.Wires {
				if a := w.Actions; a != nil {
					if a.Input, a.Output = "", ""; a.Reply == "" && len(a.Faults) == 0 {
						w.Actions = nil
					}
				}
			}
		}
	}
	files, err := emit.Emit(c.pkg)
	if err != nil {
		t.Fatal(err)
	}
	sources := make(map[string][]byte)
	for _, f := range files {
		sources[f.Name] = f.Data
	}
	listing, err := golden.Listing(sources)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.ReplaceAll(listing, "\n  ", " ")) {
		if !strings.HasPrefix(line, "contractDocuments") {
			all = append(all, strings.ReplaceAll(line, `, Prefix: "tns"`, "")) // which the target namespace has if elements are not qualified
		}
	}
	slices.Sort(all)
	return all
}

// prefixes returns the prefixes that the plan has chosen.
func (c *contract) prefixes() chosen.Names {
	prefixes := make(chosen.Names)
	if c.pkg != nil {
		for key, entry := range c.pkg.Chosen {
			if key.Kind == chosen.Prefix {
				prefixes[key] = entry
			}
		}
	}
	return prefixes
}

func read(config load.Config, prefixes chosen.Names) (c contract) {
	set, diags := load.Load(context.Background(), config)
	c.diags = diags
	if set == nil || diags.HasErrors() {
		return c
	}
	model, diags := resolve.Resolve(set)
	c.diags.Add(diags...)
	if c.diags.HasErrors() {
		return c
	}
	c.model = model
	c.diags.Add(xsdcheck.Check(model.Schemas)...)
	c.diags.Add(check.Check(model)...)
	if c.diags.HasErrors() {
		return c
	}
	c.pkg, diags = plan.Plan(model, plan.Config{Package: "p", Runtime: "example.com/soap", Chosen: func(string) chosen.Names { return prefixes }})
	c.diags.Add(diags...)
	return c
}
