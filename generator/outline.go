package generator

import (
	"context"
	"sync"

	"example.com/quartet/internal/compiler/reviewing/describe"
	"example.com/quartet/internal/compiler/writing/plan"
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

	services func() []*contract.Contract
	schema   func() ([]byte, error)
}

// OutlineOf describes a contract. Go names are the names that [Generate] gives with the same configuration. The
// configuration needs no Runtime.
//
// Errors in the contract, and documents that cannot be read, are reported in the
// Diagnostics of the result. A non-nil error means that OutlineOf itself failed.
func OutlineOf(ctx context.Context, config Config) (*Outlined, error) {
	a, err := analyse(ctx, config, nil, resolveStage, checkStage, func(ctx context.Context, a *analysis) (found Diagnostics) {
		if len(a.model.Bindings) > 0 || a.model.IsSchema() {
			return planStage(ctx, a)
		}
		only := plan.Config{Namespaces: config.Namespaces, Elements: true, Style: config.style(), Renames: config.Renames}
		a.plan, found = plan.Types(a.model, only)
		return found
	})
	if err != nil {
		return nil, err
	}
	if a.failed() {
		return &Outlined{Diagnostics: a.found}, nil
	}
	outline := describe.Make(a.model, a.plan)
	if tooLarge := outline.TooLarge(); tooLarge != nil {
		return &Outlined{Diagnostics: append(a.found, tooLarge...)}, nil
	}
	return &Outlined{
		Outline: outline, Diagnostics: a.found,
		services: sync.OnceValue(func() []*contract.Contract { return described(a.plan).Services }),
		schema:   func() ([]byte, error) { return jsonSchema(a.plan) },
	}, nil
}

// OpenAPI returns the description of all services over JSON of package jsonhttp, and over HTTP bindings, in OpenAPI 3.1. It is nil if
// there are none.
func (o *Outlined) OpenAPI(ctx context.Context) ([]byte, error) {
	services := o.services()
	if len(services) == 0 {
		return nil, nil
	}
	return describe.OpenAPI(ctx, services)
}

// HTML returns part, which is the outline or a part of it, as a page with a picture of the types of each operation. It is nil if the
// contract has no services.
func (o *Outlined) HTML(part *Outline) ([]byte, error) {
	services := o.services()
	if len(services) == 0 {
		return nil, nil
	}
	return describe.HTML(services, part)
}

// JSONSchema returns a schema in JSON Schema 2020-12 of the types of the contract, as package jsonhttp writes their values. If the
// contract is an XML Schema, a document is a value of one of its global elements.
func (o *Outlined) JSONSchema() ([]byte, error) { return o.schema() }

// AddSamples adds sample messages to all operations of part, which is the outline or a
// part of it. They depend only on the contract.
func (o *Outlined) AddSamples(ctx context.Context, part *Outline) error {
	if len(part.Services) == 0 {
		return nil
	}
	return describe.NewSampler(o.services()).AddTo(ctx, part)
}
