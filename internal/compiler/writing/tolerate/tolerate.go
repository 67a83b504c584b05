// Package tolerate decides which errors of a contract do not prevent generation: those that the user accepts, and those in
// components that nothing selected needs.
package tolerate

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/templates/soap/contract"
)

// Config says which errors are tolerated.
type Config struct {
	All   bool     // tolerate all errors, as far as possible
	Rules []string // rules whose errors are tolerated

	// The selected parts of the contract; empty selects everything.
	Bindings          []contract.Binding
	Ports, Operations []string
	Elements          bool // all components of schemas are needed
}

// Resolve resolves a contract. If all errors in it are tolerated, they are warnings, and code can be generated from the model.
func (c Config) Resolve(set *load.Set) (*resolve.Model, diag.List) {
	if c.All {
		return resolve.ResolveLenient(set)
	}
	model, found := resolve.Resolve(set)
	if !found.HasErrors() && len(c.Rules) == 0 {
		return model, found
	}
	tolerated, unneeded := c.tolerate(set, found)
	if tolerated.HasErrors() {
		return model, tolerated
	}
	model, found = resolve.ResolveLenient(set)
	found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return unneeded[d.Pos] })
	for _, d := range tolerated {
		if unneeded[d.Pos] {
			found.Add(d)
		}
	}
	return model, found.Sorted()
}

// Tolerate makes warnings of errors in schemas.
func (c Config) Tolerate(set *load.Set, found diag.List) diag.List {
	if c.All {
		return found.AsWarnings()
	}
	tolerated, _ := c.tolerate(set, found)
	return tolerated
}

// tolerate makes warnings of errors. It returns the positions of those in components that nothing needs.
func (c Config) tolerate(set *load.Set, found diag.List) (diag.List, map[diag.Pos]bool) {
	if !found.HasErrors() {
		return found, nil
	}
	component, unneeded := c.unneededIn(set), make(map[diag.Pos]bool)
	found = slices.Clone(found)
	for i, d := range found {
		e := component(d)
		if e == nil || d.Severity != diag.Error {
			continue
		}
		what := "nothing that is generated"
		if e.Parent.Name.Local == "schema" && len(c.Operations)+len(c.Ports) == 0 {
			what = "no operation" // all types are generated
		}
		found[i].Message += "; " + what + " needs the " + e.Name.Local + " " + diag.Quote(e.Get("name"))
		if owner, ok := e.Parent.Value("name"); ok && !e.Parent.Is(wsdl11.Namespace, "definitions") {
			found[i].Message += " of the " + e.Parent.Name.Local + " " + diag.Quote(owner)
		}
		unneeded[d.Pos] = true
	}
	return found.Tolerate(func(d diag.Diagnostic) bool { return unneeded[d.Pos] || slices.Contains(c.Rules, d.ID) }), unneeded
}
