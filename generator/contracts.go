package generator

import (
	"context"
	"net/url"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/multipart"
	"example.com/quartet/templates/soap/schema"
)

// Described is a contract for use at run time, without generated code. Handlers (soap.NewHandler) and clients
// (soap.NewCaller) of it exchange the same messages as generated ones. Requests, results and the values of headers are of
// the type [schema.Record], or of a simple type; faults are errors of the type soap.DescribedFault.
type Described struct {
	// Services has a contract for each interface that [Generate] would write: for each
	// service, or for each group of its ports that have the same operations.
	Services []*contract.Contract

	// Schema reports whether the contract is a schema, which has no services.
	Schema bool

	// Address is the http or https address of the main document: Config.Contract or, if that is not such an address, the
	// address to which a catalog maps it. A redirect does not change it. It is empty if the document is a file.
	Address string

	// Documents are the documents that a handler serves.
	Documents *contract.DocumentSet

	// Diagnostics are the findings of all stages that ran. If they have errors, the other
	// fields are nil.
	Diagnostics Diagnostics
}

// Describe describes a contract. It uses the fields of config that say where the documents are, and what is generated of which
// documents, but not the fields for Go names and packages.
//
// Errors in the contract, and documents that cannot be read, are reported in the
// Diagnostics of the result. A non-nil error means that Describe itself failed.
func Describe(ctx context.Context, config Config) (*Described, error) {
	config.Packages, config.Renames, config.Elements, config.NilAsAbsent = nil, nil, false, false // there are no Go names
	a, err := analyse(ctx, config, nil, resolveStage, checkStage, planStage)
	if err != nil {
		return nil, err
	}
	if a.failed() {
		return &Described{Diagnostics: a.found}, nil
	}
	d := described(a.plan)
	d.Schema, d.Address, d.Diagnostics = a.model.IsSchema(), addressOf(a.set.Main), a.found
	return d, nil
}

// addressOf returns the address of a document as it was named, "" if it is a file.
func addressOf(d *load.Document) string {
	for _, name := range []string{d.Addresses()[0], d.URI} {
		if u, err := url.Parse(name); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
			return name
		}
	}
	return ""
}

// defined passes the descriptions of a plan to the run-time.
func defined(pkg *ir.Package) *descriptor.Package {
	p := descriptor.New(encoded.Arrays{}).Package(pkg)
	for _, table := range p.Tables() {
		schema.Define(table)
	}
	return p
}

// jsonSchema returns the schema of the types of a plan in JSON.
func jsonSchema(pkg *ir.Package) ([]byte, error) {
	p := defined(pkg)
	var roots []jsonhttp.Root
	for _, e := range pkg.Elements {
		name, value := p.Element(e)
		roots = append(roots, jsonhttp.Root{Element: name, Value: value})
	}
	all := &contract.Contract{Types: p.Table}
	for _, s := range pkg.Services {
		all.Operations = append(all.Operations, p.Contract(s, descriptor.Optional{}).Operations...)
	}
	return jsonhttp.Schema(all, roots)
}

// described returns the descriptions of a plan.
func described(pkg *ir.Package) *Described {
	optional := descriptor.Optional{Multipart: multipart.Related{}, InlineReferences: encoded.InlineReferences}
	p := defined(pkg)
	services := collect.Each(pkg.Services, func(s *ir.Service) *contract.Contract { return p.Contract(s, optional) })
	return &Described{Documents: p.Documents(), Services: services}
}
