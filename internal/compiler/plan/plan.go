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
// on derived types in one way only: if there are any, fields of the base type are
// interfaces.
//
// The plan is a value of package ir. Names are decided by package naming.
//
// A construct of the schema or the bindings that is not supported is reported
// with its position. It is never omitted silently.
package plan

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/plan/naming"
	"example.com/quartet/internal/compiler/plan/split"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// Config holds the options of the user.
type Config struct {
	Package    string       // name of the Go package; empty: derived from the contract's file name
	Namespaces []Namespace  // namespaces to replace by others
	Bindings   []ir.Binding // the bindings to generate; empty: all
	Wrapped    []string     // operations that keep their wrapper types in the signature
	Operations []string     // the operations to generate; empty: all
	Ports      []string     // the ports to generate; empty: all
	Renames    []Rename     // Go names chosen by the user
	Elements   bool         // plan variables for global elements
	Lenient    bool         // leave out operations of HTTP bindings that cannot be planned
	Runtime    string       // import path of the run-time's package soap

	Command string // that generates the package in the root of its module; empty: it is not known

	// InPlace reports whether a file in the folder of the package is a document of the
	// contract itself, and not a copy of one. nil: none is.
	InPlace func(file string) bool

	ImportPath string             // of the package; required if Packages is not empty
	Packages   []NamespacePackage // separate packages for namespaces
}

// Rename sets the Go name of a component of the contract.
type Rename = naming.Rename

// NamespacePackage assigns the schema components of a namespace to a separate Go
// package.
type NamespacePackage = split.NamespacePackage

// AllNamespaces is the Namespace of a NamespacePackage for all namespaces that no other
// one names.
const AllNamespaces = split.AllNamespaces

// Namespace replaces the namespace Old of the contract by New.
type Namespace struct{ Old, New string }

// planner holds the state of one call of Plan: the plan, and facts that are needed
// to make it but are not part of it.
type planner struct {
	model        *resolve.Model
	config       Config
	diags        diag.List
	pkg          *ir.Package
	types        map[*xsd.ComplexType]*ir.Struct
	derived      map[*xsd.ComplexType]bool // types that have derived types
	anyType      bool                      // some element is of the type xs:anyType
	simples      map[*xsd.SimpleType]*ir.Scalar
	qnames       bool                                   // some values are qualified names
	empty        map[*xsd.ModelGroup]bool               // results of isEmptyGroup
	messages     map[*wsdl11.Message]*ir.Struct         // requests of HTTP bindings
	groupStructs map[*xsd.ElementDeclaration]*ir.Struct // by the head element of the substitution group
	faults       map[faultKey]*ir.Fault
	headers      map[ir.Name]*ir.Header
	partStructs  map[partsKey]*ir.Struct
	partElements []*xsd.ElementDeclaration // elements for parts with a type, which no schema declares
	encoded      []*ir.Struct              // structs used with SOAP encoding that are not marked yet
	unwrapped    map[*xsd.ComplexType]bool // wrapper types that need no Go type; see markUnwrapped
	candidates   []*naming.Candidate
	matched      map[selector]bool // selectors of --ports and --operations that matched something
	elements     map[ir.Name]bool  // that documents may have; see planElements
	omitted      []naming.ID       // their variables, and types that only these need, without the option Elements

	elementOf   map[*ir.Field]*xsd.ElementDeclaration // of the fields that are elements of the schema
	attributeOf map[*ir.Field]*xsd.AttributeUse

	states map[*ir.Struct]*structState
	origin map[any]split.Origin         // of each *ir.Struct, *ir.Simple and *ir.Element
	bound  map[*ir.Wire]*boundOperation // the operation of a port that a Wire was planned from

	packageFor func(split.Origin) *ir.Package // nil: there is only the service's package
}

// structState holds facts about a struct that are needed to plan it.
type structState struct {
	id             naming.ID
	identified     bool // xsi:type may name it
	mayHoldDerived bool // some field may hold a value of a derived type
	hasInterface   bool // it gets an Interface
}

func (p *planner) state(s *ir.Struct) *structState {
	state := p.states[s]
	if state == nil {
		state = new(structState)
		p.states[s] = state
	}
	return state
}

// Plan decides what to generate for a model. The package is nil if the
// diagnostics contain errors.
func Plan(m *resolve.Model, config Config) (*ir.Package, diag.List) {
	p := newPlanner(m, config)
	p.planServices()
	p.planAllTypes()
	p.planDocuments()
	p.pkg.Doc = packageDoc(p.pkg)
	moveToPackages(p.pkg)
	return p.result()
}

// Types is Plan for the schemas of a model: the package has no services and no
// documents. It is for programs that read or validate documents with what the plan says
// of types, and generate nothing.
func Types(m *resolve.Model, config Config) (*ir.Package, diag.List) {
	p := newPlanner(m, config)
	p.planAllTypes()
	return p.result()
}

func newPlanner(m *resolve.Model, config Config) *planner {
	p := &planner{
		model: m, config: config, pkg: &ir.Package{},
		types: make(map[*xsd.ComplexType]*ir.Struct), derived: findDerived(m.Schemas.Types), simples: make(map[*xsd.SimpleType]*ir.Scalar), empty: make(map[*xsd.ModelGroup]bool),
		elementOf: make(map[*ir.Field]*xsd.ElementDeclaration), attributeOf: make(map[*ir.Field]*xsd.AttributeUse),
		states: make(map[*ir.Struct]*structState), origin: make(map[any]split.Origin), bound: make(map[*ir.Wire]*boundOperation),
	}
	p.pkg.Source, p.pkg.Runtime, p.pkg.Command = sourceName(m), config.Runtime, config.Command
	return p
}

// planAllTypes plans the types of the services and the others of the schemas.
func (p *planner) planAllTypes() {
	p.planTypes()
	p.planElements()
	p.planNamespaces()
	p.markEncoded()
	p.identifyTypes()
	p.diags.Add(checkContainment(p.pkg.Structs)...)
	p.checkSelectors()
	p.planPackages()
	p.decideTable()
	p.decideNames()
	p.describe()
}

func (p *planner) result() (*ir.Package, diag.List) {
	if p.diags.HasErrors() {
		return nil, p.diags.Sorted()
	}
	return p.pkg, p.diags.Sorted()
}

// packageDoc describes the package, for its documentation. A service whose ports have
// different operations has several interfaces, and is named once.
func packageDoc(pkg *ir.Package) string {
	var names []string
	for _, s := range pkg.Services {
		if !slices.Contains(names, s.WSDLName) {
			names = append(names, s.WSDLName)
		}
	}
	kind := "the service "
	if len(names) > 1 {
		kind = "the services "
	}
	return kind + strings.Join(names, ", ") + " of " + pkg.Source + "."
}
