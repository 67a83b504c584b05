// Package plan decides what is generated from a model: the Go declarations,
// their names, and what each binding sends. Package emit renders the result and
// makes no decisions.
//
// If the user requests separate packages for namespaces, everything is first
// planned as one package and then distributed (package split), by namespace and by
// the references between Go declarations. Several services share such a package,
// so it must not depend on the contract that it is generated from: namespace
// numbers and prefixes are derived from the URIs only, declarations are sorted by
// name, and the package holds the whole namespace. Types that another namespace
// derives from its types are unknown to it; they are in the tables of the
// service's package, which the decoder of a message refers to. The package depends
// on derived types in two ways only: if there are any, fields of a complex base type are
// interfaces, and structs with elements of a simple base type keep xsi:type.
//
// The plan is a value of package ir. Package plan calls the phases that make it, which do
// not share any state: each is a function that returns what later ones need.
//
//	selection   which services, ports and operations are generated
//	bind        the interfaces of services, and what each binding sends
//	typing      Go types for the types and elements of the schemas
//	split       which declarations are in separate packages
//	numbering   the table of the namespaces in messages
//	naming      Go names
//	documents   the documents that packages embed
//
// Types are in the order of their first use. So bind asks for the types that messages
// need (bind.Types) before typing plans the others.
//
// A construct of the schema or the bindings that is not supported is reported
// with its position. It is never omitted silently.
package plan

import (
	"cmp"
	"go/token"
	"path"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/policy"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/plan/bind"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/internal/compiler/writing/plan/documents"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/numbering"
	"example.com/quartet/internal/compiler/writing/plan/selection"
	"example.com/quartet/internal/compiler/writing/plan/split"
	"example.com/quartet/internal/compiler/writing/plan/typing"
	"example.com/quartet/templates/soap/contract"
)

// Config holds the options of the user.
type Config struct {
	Package     string             // name of the Go package; empty: derived from the contract's file name
	Namespaces  []Namespace        // namespaces to replace by others
	Bindings    []contract.Binding // the bindings to generate; empty: all
	Wrapped     []string           // operations that keep their wrapper types in the signature
	Operations  []string           // the operations to generate; empty: all
	Ports       []string           // the ports to generate; empty: all
	Renames     []Rename           // Go names chosen by the user
	Initialisms []string           // words that are written like this in Go names
	Elements    bool               // plan variables for global elements
	XSITypes    bool               // keep xsi:type of all elements of simple types, also of built-in ones: no generated package does

	Style Style // which Go types are simpler than the schema's

	// Endless tolerates types without finite values.
	Endless bool

	// IfPresent ignores names of operations, ports, components, fields and namespaces that the contract does not have.
	IfPresent bool

	// Streams are the fields of the type xs:base64Binary that are readers, as TYPE.FIELD with their names in Go.
	Streams []string

	Runtime string // import path of the run-time's package soap

	Command string // command that generates the package in the root of its module; empty if unknown

	// InPlace reports whether a file in the folder of the package is a document of the
	// contract itself, and not a copy of one. nil means that no file is one.
	InPlace func(file string) bool

	// Chosen returns the file of chosen names of the package in a folder, which is relative to the folder of the service's package,
	// which is "."; nil if there is none. The plan adds to the file. Chosen may be nil.
	Chosen func(folder string) chosen.Names

	// Earlier has the names of an earlier version of the contract, which stay. FullNames makes the names of types without a name
	// from all declarations that they are in. The plan adds all names to Decided, unless that is nil.
	Earlier, Decided map[chosen.Key]string
	FullNames        bool

	ImportPath string             // import path of the package; required if Packages is not empty
	Packages   []NamespacePackage // separate packages for namespaces
}

// Style says which Go types are simpler than the schema's.
type Style = typing.Style

// Rename sets the Go name of a component of the contract.
type Rename = naming.Rename

// NamespacePackage assigns the schema components of a namespace to a separate Go
// package.
type NamespacePackage = split.NamespacePackage

// AllNamespaces is the Namespace of a NamespacePackage for all namespaces that no other
// one names.
const AllNamespaces = split.AllNamespaces

// Namespace replaces the namespace Old of the contract by New.
type Namespace = numbering.Namespace

// Plan decides what to generate for a model. The package is nil if the
// diagnostics contain errors.
func Plan(m *resolve.Model, config Config) (*ir.Package, diag.List) {
	services, diags := selection.Select(m, config.selection())
	config.Elements = config.Elements || m.IsSchema()
	pkg, more := plan(m, services, config)
	pkg.Doc = packageDoc(pkg)
	if m.IsSchema() {
		more.Add(describeSchema(pkg, m)...)
	}
	moveToPackages(pkg)
	return result(pkg, slices.Concat(diags, more))
}

// Types is Plan for the schemas of a model: the package has no services. It is for programs that read or validate documents
// with what the plan says of types, and generate nothing.
func Types(m *resolve.Model, config Config) (*ir.Package, diag.List) {
	return result(plan(m, nil, config))
}

func result(pkg *ir.Package, diags diag.List) (*ir.Package, diag.List) {
	if diags.HasErrors() {
		return nil, diags.Sorted()
	}
	return pkg, diags.Sorted()
}

// plan plans the selected services, and the types of the schemas. Each phase uses what
// earlier ones return; those that return no part of the plan set fields of its values, as
// their comments say.
func plan(m *resolve.Model, services []selection.Service, config Config) (*ir.Package, diag.List) {
	partial, separate := config.selection().Partial(), config.split(m)

	planner := typing.NewPlanner(m.Schemas, config.Style)
	bound, boundDiags := bind.Services(services, bind.Options{Wrapped: config.Wrapped, Policies: policy.NewReader(m)}, planner)
	types, typeDiags := planner.Complete(typing.Options{Partial: partial, Elements: config.Elements, Split: separate, Unwrapped: bound.Unwrapped, Parts: bound.Parts})

	bind.MarkEncoded(types.Structs, bound.Encoded)
	identified := identify(types, separate)
	markNil(types, m.Schemas.Elements)
	markXSITypes(types, m.Schemas.Types, config.XSITypes)
	circular := checkContainment(types.Structs, config.Endless)

	pkg := packageOf(m, config, bound, types)
	unknown := checkPackageOptions(config.Packages, m.Schemas.Schemas)
	splitDiags := dividePackages(pkg, types, separate)
	config.addChosen(pkg)
	setTargets(pkg, m)
	entry := tableEntries(pkg, m)
	table, tableDiags := numbering.Number(pkg, numbering.Input{
		File: m.Main.File, Schemas: m.Schemas.Schemas, Replacements: config.Namespaces, Entry: entry,
		QNames: types.QNames, Documents: types.Documents, Identified: identified.types, ResultTypes: bound.ResultTypes,
	})
	nameDiags := decideNames(pkg, config, wanted{
		candidates: slices.Concat(bound.Names, types.Names, identified.names, fieldCandidates(pkg.Structs, types.IDs)),
		omitted:    types.Omitted, choiceOf: types.ChoiceOf, qualifiers: qualifiers(m.Schemas.Schemas, m.Roots()),
	})
	streamDiags := markStreams(pkg, m.Main.File, config.Streams)
	setValues(pkg, types, table, entry)
	keepPrefixes(pkg, m.TargetNamespace())
	documents.Plan(m, pkg, config.InPlace)
	for _, other := range pkg.Packages {
		documents.OfNamespaces(m, other)
	}
	if config.IfPresent {
		unknown, streamDiags = nil, nil
	}
	return pkg, slices.Concat(boundDiags, typeDiags, circular, unknown, splitDiags, tableDiags, nameDiags, streamDiags, reportNilAsAbsent(types.NilAsAbsent))
}

// packageOf returns the service's package with the results of the first phases.
func packageOf(m *resolve.Model, config Config, bound *bind.Result, types *typing.Result) *ir.Package {
	source := path.Base(m.Main.Name)
	return &ir.Package{
		Name: cmp.Or(config.Package, packageName(source)), Source: source, Runtime: config.Runtime, Command: config.Command,
		Services: bound.Services, Operations: bound.Operations, Faults: bound.Faults, Headers: bound.Headers, Multipart: bound.Multipart, NilAsAbsent: config.Style.NilAsAbsent,
		Structs: types.Structs, Simples: types.Simples, Elements: types.Elements,
	}
}

func (c Config) selection() selection.Options {
	return selection.Options{Bindings: c.Bindings, Ports: c.Ports, Operations: c.Operations, Wrapped: c.Wrapped, IfPresent: c.IfPresent}
}

// split returns the options for separate packages. Main is the target namespace of the
// main document.
func (c Config) split(m *resolve.Model) split.Options {
	return split.Options{ImportPath: c.ImportPath, Packages: c.Packages, Main: m.TargetNamespace()}
}

// addChosen adds the files of chosen names to packages.
func (c Config) addChosen(service *ir.Package) {
	for _, pkg := range append([]*ir.Package{service}, service.Packages...) {
		if c.Chosen != nil {
			pkg.Chosen = c.Chosen(cmp.Or(pkg.Folder, "."))
		}
		if pkg.Chosen == nil {
			pkg.Chosen = make(chosen.Names)
		}
	}
}

// packageDoc describes the package, for its documentation. A service whose ports have
// different operations has several interfaces, and is named once.
func packageDoc(pkg *ir.Package) string {
	names := collect.Union(nil, collect.Each(pkg.Services, func(s *ir.Service) string { return s.WSDLName })...)
	kind := "the service "
	if len(names) > 1 {
		kind = "the services "
	}
	return kind + strings.Join(names, ", ") + " of " + pkg.Source + "."
}

func quoted(name string) string { return diag.Quote(name) }

// packageName returns a name made from the contract's file name.
func packageName(base string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSuffix(base, path.Ext(base))) {
		if 'a' <= r && r <= 'z' || b.Len() > 0 && '0' <= r && r <= '9' {
			b.WriteRune(r)
		}
	}
	name := b.String()
	if !token.IsIdentifier(name) || name == "main" {
		return "service" + name
	}
	return name
}
