// Package generator turns a WSDL 1.1 contract with its XML Schemas into a Go
// package: one interface for each service, a handler that serves it and a
// client that calls it over every binding, and codecs without reflection. The
// package that comes out imports the standard library only.
//
// It is a pipe of stages, each in a package of its own:
//
//	load     reads the documents (documents.go says from where)
//	resolve  turns every name into a pointer
//	check    tells what users should know about the contract
//	plan     decides what the output is
//	emit     writes it down
//	write    puts it into a folder, or compares
package generator

import (
	"context"
	"fmt"

	"example.com/quartet/internal/compiler/check"
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/emit"
	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/plan"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/compiler/snapshot"
	"example.com/quartet/internal/compiler/write"
	"example.com/quartet/templates"
)

// Config says what to generate.
type Config struct {
	// Contract is the main WSDL document: a file name, or an address that a
	// catalogue knows or that is fetched.
	Contract string

	// Catalogs are OASIS XML catalogues: file names. They are asked where the
	// documents are that the contract refers to.
	Catalogs []string

	// Addresses say where single documents are, before any catalogue.
	Addresses []Address

	// Fetch allows to fetch documents over http and https that no catalogue
	// knows; else they are errors.
	Fetch bool

	// Vendor is a folder with documents that were fetched earlier, and their
	// catalogue. What is fetched is in the result, for WriteVendored to add.
	Vendor string

	// Package is the name of the Go package; empty: made from the contract's
	// file name.
	Package string

	// Namespaces are replaced by others in all messages, actions and
	// documents.
	Namespaces []Namespace

	// Bindings to generate for; empty: all that the contract has.
	Bindings []Binding

	// Operations names the operations to generate, overloads by the names of
	// their inputs or all together; empty: all. Ports names the ports, or where
	// the contract has no service the bindings, as NAME or SERVICE/NAME. If
	// either is given, only the types are generated that the part needs.
	Operations []string
	Ports      []string

	// Wrapped names operations whose wrapper types are the signature, instead
	// of what they hold.
	Wrapped []string

	// Runtime is the import path of a package with the run-time support, which
	// GenerateRuntime makes; empty: the support is a part of each package.
	Runtime string

	// Packages puts what the schemas declare in namespaces into Go packages of
	// their own, beside that of the service. They need Runtime, the path of the
	// module that holds all packages, and that of the service's package in it.
	// Files of the result then have names with folders, as seen from the folder
	// of the service's package, that may be in other parts of the module.
	Packages   []NamespacePackage
	ImportPath string
	Module     string

	// Lenient generates what can be generated from a flawed contract. What is
	// left out or replaced is a warning.
	Lenient bool

	// Renames give things of the contract their Go names for good.
	Renames []Rename
}

// Rename is a Go name that the user gives. ParseRename and ReadRenames make it.
type Rename = plan.Rename

// NamespacePackage puts a namespace into a Go package of its own.
type NamespacePackage = plan.NamespacePackage

// AllNamespaces stands for all namespaces that no other NamespacePackage names:
// each gets a package below the import path.
const AllNamespaces = plan.AllNamespaces

// Address says that the document with that URI is a file.
type Address = load.Address

// Namespace says that New stands in for the contract's Old.
type Namespace = plan.Namespace

// Binding is a kind of binding.
type Binding = plan.Binding

// The bindings that generated code speaks.
const (
	SOAP11     = plan.SOAP11
	SOAP12     = plan.SOAP12
	HTTPGet    = plan.HTTPGet
	HTTPPost   = plan.HTTPPost
	HTTPHead   = plan.HTTPHead
	HTTPPut    = plan.HTTPPut
	HTTPDelete = plan.HTTPDelete
)

// Diagnostics are findings about a contract, sorted by their place in it.
type Diagnostics = diag.List

// File is a file of the output.
type File = write.File

// OtherPackage is a file of the folder that belongs to another package.
type OtherPackage = write.OtherPackage

// Result is what came out.
type Result struct {
	Package     string      // name of the Go package
	Files       []File      // nil if the diagnostics hold errors
	Diagnostics Diagnostics // of all stages that ran

	// Names says what things of the contract are called in Go, sorted by kind
	// and name; Methods says which method stands for an operation of a port,
	// in the order of the contract.
	Names   []Name
	Methods []Method

	vendored []snapshot.File // what Config.Vendor lacks
}

// Generate generates the package for a contract. What is wrong with the
// contract is in the result's diagnostics; an error is a fault of the
// generator itself.
func Generate(ctx context.Context, config Config) (*Result, error) {
	if err := config.CheckPackages(); err != nil {
		return &Result{Diagnostics: Diagnostics{badPackages(config, err)}}, nil
	}
	support, err := templates.Load()
	if err != nil {
		return nil, err
	}
	set, vendored, diags, err := read(ctx, config)
	if err != nil {
		return nil, err
	}
	if set == nil {
		return &Result{Diagnostics: diags}, nil
	}
	model, found := resolved(set, config.Lenient)
	diags.Add(found...)
	if diags.HasErrors() {
		return &Result{Diagnostics: diags.Sorted()}, nil
	}
	diags.Add(check.Check(model)...)
	pkg, found := plan.Plan(model, plan.Config{
		Package:    config.Package,
		Namespaces: config.Namespaces,
		Bindings:   config.Bindings,
		Operations: config.Operations,
		Ports:      config.Ports,
		Wrapped:    config.Wrapped,
		Renames:    config.Renames,
		Reserved:   support.Names(),
		Runtime:    config.Runtime,
		Members:    sharedMembers(config),
		ImportPath: config.ImportPath,
		Packages:   config.Packages,
	})
	diags.Add(found...)
	if diags.HasErrors() {
		return &Result{Diagnostics: diags.Sorted()}, nil
	}
	emitted, err := emit.Emit(pkg, support)
	if err != nil {
		return nil, fmt.Errorf("emitting: %w", err)
	}
	files := make([]File, len(emitted))
	for i, f := range emitted {
		files[i] = File(f)
	}
	return &Result{Package: pkg.Name, Files: files, Diagnostics: diags.Sorted(), Names: namesOf(pkg), Methods: methodsOf(pkg), vendored: vendored}, nil
}

func resolved(set *load.Set, lenient bool) (*resolve.Model, Diagnostics) {
	if lenient {
		return resolve.ResolveLenient(set)
	}
	return resolve.Resolve(set)
}

// sharedMembers are the names of methods that generated types have for a shared
// run-time support.
func sharedMembers(config Config) []string {
	if config.Runtime == "" {
		return nil
	}
	return templates.SharedMethods()
}

// GenerateRuntime generates the run-time support as a package of its own, which
// several generated packages share. An error is a fault of the generator.
func GenerateRuntime(pkg string) (*Result, error) {
	support, err := templates.Load()
	if err != nil {
		return nil, err
	}
	emitted, err := emit.Runtime(pkg, support)
	if err != nil {
		return nil, fmt.Errorf("emitting the run-time support: %w", err)
	}
	result := &Result{Package: pkg}
	for _, f := range emitted {
		result.Files = append(result.Files, File(f))
	}
	return result, nil
}

// Write makes the folder hold the result's files, and the folders of packages for
// namespaces theirs. Files that differ are replaced, generated ones that are left
// over in these folders are removed; one that was not
// generated is never touched, and if it is in the way, nothing is.
func (r *Result) Write(dir string) error { return write.Files(dir, emit.IsGenerated, r.Files) }

// Diff returns how the folders differ from the result, as a unified diff; ""
// if Write would change nothing.
func (r *Result) Diff(dir string) (string, error) { return write.Diff(dir, emit.IsGenerated, r.Files) }

// OtherPackages lists the files of the folders that were not generated and keep
// them from being built, as they belong to other packages than the result's.
func (r *Result) OtherPackages(dir string) ([]OtherPackage, error) {
	return write.OtherPackages(dir, emit.IsGenerated, r.Package, r.Files)
}
