package generator

import (
	"context"
	"slices"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/progress"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/snapshot"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/reviewing/rules"
	"example.com/quartet/internal/compiler/reviewing/suppress"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/tolerate"
)

// An analysis is what the stages have found out about a contract. Fields of stages that did not run are nil.
type analysis struct {
	config   Config
	set      *load.Set       // nil if the documents cannot be read
	vendored []snapshot.File // downloaded documents that the folder Config.Vendor lacks
	model    *resolve.Model
	plan     *ir.Package

	found, suppressed Diagnostics
}

// A stage adds to an analysis, and returns what it has found.
type stage func(ctx context.Context, a *analysis) Diagnostics

// analyse reads the documents of a contract, and runs stages until one finds errors. It then removes the diagnostics that config
// suppresses. For the rules for which applied returns true, a suppression that suppresses nothing is reported; nil means none.
func analyse(ctx context.Context, config Config, applied func(rule string) bool, stages ...stage) (a *analysis, err error) {
	a = &analysis{config: config}
	if a.set, a.vendored, a.found, err = readDocuments(ctx, config); err != nil {
		return nil, err
	}
	for i := 0; i < len(stages) && a.set != nil && (i == 0 || !a.found.HasErrors()); i++ {
		a.found.Add(stages[i](ctx, a)...)
	}
	a.found = a.found.Sorted()
	if len(config.Suppress) > 0 {
		result := suppress.Apply(suppress.Config{Suppressions: config.Suppress, Known: rules.IDs(), Applied: applied}, a.set, a.found)
		a.found, a.suppressed = result.Kept, result.Suppressed
	}
	return a, nil
}

// failed reports whether the documents cannot be read, or have errors.
func (a *analysis) failed() bool { return a.set == nil || a.found.HasErrors() }

// resolveStage replaces names by pointers. It runs although the documents have errors.
func resolveStage(_ context.Context, a *analysis) (found Diagnostics) {
	a.model, found = a.config.tolerance().Resolve(a.set)
	return found
}

func checkStage(ctx context.Context, a *analysis) Diagnostics {
	progress.Doing(ctx, "checking")
	return checked(a.model, a.found, a.config)
}

func planStage(ctx context.Context, a *analysis) (found Diagnostics) {
	progress.Doing(ctx, "planning")
	a.plan, found = planned(a.set, a.model, a.config)
	if a.plan == nil {
		return found
	}
	if a.config.earlier = a.config.earlierNames(ctx, a.plan); a.config.earlier != nil {
		a.plan, found = planned(a.set, a.model, a.config)
	}
	return found
}

// tolerance returns what config says of errors.
func (c Config) tolerance() tolerate.Config {
	return tolerate.Config{
		All: c.Lenient, Rules: c.LenientRules, Bindings: c.Bindings, Ports: c.Ports, Operations: c.Operations, Elements: c.Elements,
	}
}

// LenientRules returns the rules that [Config].LenientRules may contain.
func LenientRules() []string {
	var ids []string
	for _, r := range slices.Concat(diag.Rules, xsdcheck.Rules) {
		if r.Severity == diag.Error && !fromOptions[r.ID] && r.ID != diag.TooLarge {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

func (c Config) style() plan.Style {
	return plan.Style{PlainStrings: c.PlainStrings, NilAsAbsent: c.NilAsAbsent}
}

// planned decides what is generated for a model.
func planned(set *load.Set, model *resolve.Model, config Config) (*ir.Package, Diagnostics) {
	names := namesReader{config: config}
	pkg, diags := plan.Plan(model, plan.Config{
		Chosen:      names.read,
		Earlier:     config.earlier,
		Decided:     config.decided,
		FullNames:   config.fullNames,
		Package:     config.Package,
		Namespaces:  config.Namespaces,
		Bindings:    config.Bindings,
		Operations:  config.Operations,
		Ports:       config.Ports,
		Wrapped:     config.Wrapped,
		Elements:    config.Elements,
		Style:       config.style(),
		Streams:     config.Streams,
		IfPresent:   config.ifPresent,
		Endless:     config.Lenient || slices.Contains(config.LenientRules, diag.Circular),
		Renames:     config.Renames,
		Initialisms: config.Initialisms,
		Runtime:     config.Runtime,
		ImportPath:  config.ImportPath,
		Packages:    config.Packages,
		Command:     config.Command,
		InPlace:     inPlace(config.Dir, set),
	})
	if names.diags.HasErrors() {
		return nil, names.diags
	}
	return pkg, diags
}

// checked checks schemas and services.
func checked(model *resolve.Model, found Diagnostics, config Config) Diagnostics {
	if limits := check.Limits(model); limits.HasErrors() {
		return limits
	}
	schemas := xsdcheck.Check(model.Schemas)
	return append(newPlaces(config.tolerance().Tolerate(model.Documents, schemas), found), check.Check(model)...)
}

// newPlaces returns the diagnostics of more that are errors, or whose place is not in found. Others have the same cause as
// the diagnostic that was found at their place.
func newPlaces(more, found Diagnostics) Diagnostics {
	known := collect.Set(found, func(d diag.Diagnostic) diag.Pos { return d.Pos })
	return slices.DeleteFunc(more, func(d diag.Diagnostic) bool { return d.Severity != diag.Error && known[d.Pos] })
}
