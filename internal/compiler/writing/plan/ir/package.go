// Package ir holds the types of a plan: which Go packages, services, types and
// variables are generated, their names, and what each binding sends. Package plan
// makes a plan, and package emit renders it as Go source.
//
// A plan is complete and final: all names are decided, and all namespaces have
// numbers. It has no working state of package plan, and methods only derive facts from it.
// [Package.String] prints it.
package ir

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/templates/soap/contract"
)

// Package is a Go package to generate.
type Package struct {
	Name       string
	Runtime    string // import path of the run-time's package soap
	Source     string // base name of the contract's main document
	Command    string // command that generates the package in the root of its module; "" if unknown
	Doc        string
	Namespaces []TableEntry // the namespace table; index 0 means "no namespace"
	Nil        bool         // messages may have xsi:nil or xsi:type
	Services   []*Service
	Structs    []*Struct // requests in the order of their operations, then other types in the order of first use
	Simples    []*Simple // by name
	Faults     []*Fault
	Headers    []*Header
	Elements   []*Element // by name
	Example    *Element   // for the documentation of the package of a schema; nil if there is none
	Documents  []Document // what it embeds: the documents of the contract or, in the package of a namespace, the schemas that define it
	WellKnown  []string   // namespaces of well-known schemas that belong to Documents
	Lenient    bool       // names in Documents may refer to nothing
	Multipart  bool       // some messages are multipart MIME messages
	Readers    bool       // some fields are readers

	NilAsAbsent bool // elements that may be absent may also be nil, which is read as absent

	MoreNamespaces []TableEntry // follow Namespaces in the numbers of types

	// Target is the namespace of names without a prefix in struct tags, in the contract: the target namespace of the package's own
	// schema. If Qualified is set, it is the namespace of elements, too, as in that schema (elementFormDefault).
	Target    string
	Qualified bool

	ElementNamespaces []TableEntry // follow Namespaces in the documents of Elements
	ElementXSI        bool         // these documents need the xsi namespace, even if messages do not

	Chosen chosen.Names // the file of chosen names that was there, with what this plan adds; never nil

	Names      []DeclaredName  // names of all declarations above, by kind and name
	Operations []PortOperation // in the order of the contract

	// Set if there are separate packages for namespaces.
	Path             string     // import path
	Folder           string     // relative to the folder of the service's package, which is "."
	TargetNamespaces []string   // the target namespaces that the package is for; nil for the service's package
	Imports          []*Package // the packages for namespaces that it refers to, by import path
	Aliases          []string   // the names under which it imports them, in the order of Imports
	Packages         []*Package // set for the service's package: all packages for namespaces, by import path
}

// TableEntry is a row of the namespace table.
type TableEntry struct {
	URI    string
	Prefix string // "" makes it the default namespace
	ID     int    // its number, the same in all packages; 0: its index in the table
	Const  string // name of the constant for ID

	Space string // the namespace in the contract, before any replacement
}

// QualifiedName returns the name of a declaration of pkg as the service's package has it. A nil package is the service's package.
func (pkg *Package) QualifiedName(name string) string {
	if pkg == nil || pkg.TargetNamespaces == nil {
		return name
	}
	return pkg.Name + "." + name
}

// Entry returns the entry of the namespace with a number, the zero one for 0.
func (pkg *Package) Entry(number int) TableEntry {
	if number == 0 {
		return TableEntry{}
	}
	i := 0
	for _, table := range [...][]TableEntry{pkg.Namespaces, pkg.MoreNamespaces} {
		for _, e := range table {
			if cmp.Or(e.ID, i) == number {
				return e
			}
			i++
		}
	}
	panic(fmt.Sprintf("no table has the namespace %d", number))
}

// Replaced returns the URI in the contract if the user replaced it; otherwise "".
func (e TableEntry) Replaced() string {
	if e.Space == e.URI {
		return ""
	}
	return e.Space
}

// Name is the qualified name of an element, attribute or type.
type Name struct {
	NS    int // the namespace's ID, or its index in the table if it has none
	Local string
	Space string // the namespace in the contract, before any replacement
}

// DeclaredName is a component of the contract with its Go name.
type DeclaredName struct {
	Kind      string // as in --rename: "type", "element", "fault" ...
	Namespace string // empty for a service
	Name      string // local names with slashes between them
	Go        string
	Package   string // import path; empty for the service's package
}

// PortOperation is an operation of one port.
type PortOperation struct {
	Service   *Service
	Operation *Operation
	Port      string
	Binding   contract.Binding
	Name      string   // name of the wsdl:operation
	Input     string   // name of its wsdl:input; "" if it has none
	Pos       diag.Pos // position of the operation in the wsdl:binding
}

// AllImports returns the packages for namespaces that pkg imports, directly or not.
func (pkg *Package) AllImports() map[*Package]bool {
	all := make(map[*Package]bool)
	var visit func(*Package)
	visit = func(from *Package) {
		for _, to := range from.Imports {
			if !all[to] {
				all[to] = true
				visit(to)
			}
		}
	}
	visit(pkg)
	return all
}

// Alias returns the name by which pkg imports another package.
func (pkg *Package) Alias(other *Package) string {
	return pkg.Aliases[slices.Index(pkg.Imports, other)]
}
