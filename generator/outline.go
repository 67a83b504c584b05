package generator

import (
	"context"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reviewing/describe"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// Outline is a description of a contract for people: services, ports, operations with
// their names in messages and in Go, and types. Select returns a part of it. Text, List
// and Markdown write it, and it marshals as JSON.
type Outline = describe.Outline

// Outlined is the result of [OutlineOf].
type Outlined struct {
	// Outline is nil if Diagnostics has errors.
	Outline *Outline

	// Diagnostics are the findings of all stages that ran.
	Diagnostics Diagnostics

	services []*contract.Contract
	describe func() []*contract.Contract
}

// OutlineOf describes a contract. Go names are the names that [Generate] gives with the same configuration. The
// configuration needs no Runtime.
//
// Errors in the contract, and documents that cannot be read, are reported in the
// Diagnostics of the result. A non-nil error means that OutlineOf itself failed.
func OutlineOf(ctx context.Context, config Config) (*Outlined, error) {
	set, _, diags, err := readDocuments(ctx, config)
	if err != nil {
		return nil, err
	}
	if set == nil {
		return &Outlined{Diagnostics: diags}, nil
	}
	model, found := config.tolerance().Resolve(set)
	if diags.Add(found...); diags.HasErrors() {
		return &Outlined{Diagnostics: diags.Sorted()}, nil
	}
	if diags.Add(checked(model, diags, config)...); diags.HasErrors() {
		return &Outlined{Diagnostics: diags.Sorted()}, nil
	}
	pkg, found := outlinePlan(set, model, config)
	if diags.Add(found...); diags.HasErrors() {
		return &Outlined{Diagnostics: diags.Sorted()}, nil
	}
	return &Outlined{
		Outline: describe.Make(model, pkg), Diagnostics: diags.Sorted(), describe: func() []*contract.Contract { return described(pkg).Services },
	}, nil
}

// outlinePlan decides the Go names for a contract. The plan of a contract without bindings has only types.
func outlinePlan(set *load.Set, model *resolve.Model, config Config) (*ir.Package, Diagnostics) {
	if len(model.Bindings) > 0 {
		return planned(set, model, config)
	}
	return plan.Types(model, plan.Config{Namespaces: config.Namespaces, Elements: true, PlainStrings: config.PlainStrings, Renames: config.Renames})
}

// OpenAPI returns the descriptions of the services over JSON of package jsonhttp, and over HTTP bindings, in OpenAPI 3.1.
func (o *Outlined) OpenAPI(ctx context.Context) (all [][]byte, err error) {
	for _, info := range o.describe() {
		document, err := o.Outline.OpenAPI(ctx, info)
		if err != nil {
			return nil, err
		}
		all = append(all, document)
	}
	return all, nil
}

// AddSamples adds sample messages to all operations of part, which is the outline or a
// part of it. They depend only on the contract.
func (o *Outlined) AddSamples(ctx context.Context, part *Outline) error {
	if len(part.Services) == 0 {
		return nil
	}
	if o.services == nil {
		o.services = o.describe()
	}
	return part.AddSamples(ctx, o.services)
}
