// Package generator generates a Go package from a WSDL 1.1 contract and its XML
// Schemas, or from a schema without a contract: an interface for each service, an HTTP handler that serves it, a client
// that calls it over every binding of the contract, and descriptions of the types, by
// which messages are read and written. The generated package imports only the standard
// library and its run-time, packages that several generated packages can share.
//
// [Generate] returns the files in memory. [Result.Write] writes them and the run-time to
// folders; [Result.Compare] and [Runtime.Diff] compare them with folders:
//
//	config := generator.Config{Contract: "service.wsdl", Package: "service", Runtime: "example.com/app/soap"}
//	result, err := generator.Generate(ctx, config)
//	if err != nil {
//		return err // a bug in the generator
//	}
//	if result.Diagnostics.HasErrors() {
//		return errors.New(result.Diagnostics.String()) // the contract has errors
//	}
//	return result.Write("service", "soap")
//
// The output depends only on the configuration, the documents, and the files of chosen names ([NamesFile]). Where there is a package
// in the folder Dir, names that get into a clash for the first time are those that it has; its file has them from then on.
package generator

import (
	"context"
	"fmt"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/progress"
	"example.com/quartet/internal/compiler/writing/emit"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/internal/compiler/writing/prepare"
	"example.com/quartet/internal/compiler/writing/write"
	"example.com/quartet/templates/soap/contract"
)

// Config describes what to generate. Only Contract and Runtime are required. The zero
// value of every other field means its default. Generate does not modify a Config.
type Config struct {
	// Contract is the main document, WSDL or a schema: a file name, or a URI that a
	// catalog maps to a file or that is downloaded (see Fetch). For a schema, types and
	// elements are generated, and no service.
	Contract string

	// Input is the main document, as after [ReadInput] of standard input. Contract is then
	// the address or the name of the file that it is treated as: references are relative to
	// it, and positions have its name. It is not read. If Input is nil, the document is read
	// from Contract.
	Input []byte

	// Catalogs are the names of OASIS XML catalogs, which map the URIs of documents to
	// files, and of folders. They are searched in order, but the folders only for remote
	// documents and for files that are not there: by namespace, and by the path of the file.
	Catalogs []string

	// Addresses maps the URIs of single documents to files. They take precedence
	// over Catalogs.
	Addresses []Address

	// Fetch allows documents that are in no catalog to be downloaded over http and
	// https. If it is false, such a document is an error. A downloaded document cannot
	// refer to files.
	Fetch bool

	// AllowPrivate allows downloads from loopback, private, link-local and reserved
	// addresses. Otherwise these are used only with the scheme, host and port of Contract,
	// or of an address to which a catalog maps a document. A proxy looks up addresses
	// itself; what it downloads is checked only by the name of the host.
	AllowPrivate bool

	// Vendor is a folder of documents that were downloaded earlier, with a catalog
	// of them, which is searched after Catalogs. The folder need not exist. With
	// Fetch, the result contains the documents that the folder lacks;
	// [Result.WriteVendored] adds them. If Vendor is empty, no folder is used.
	Vendor string

	// Package is the name of the Go package. If it is empty, the name is derived from
	// the file name of the contract.
	Package string

	// Command is the command that generates the package again in the root of its module.
	// The documentation of the package shows it, unless it is empty.
	Command string

	// Dir is the folder to which [Result.Write] will write, if that is known. A document
	// of the contract that is in this folder is embedded in place, and the output says
	// so: as long as it is there, no document of that name from elsewhere replaces it.
	Dir string

	// ReadNames returns the file of chosen names of a package, as the last run generated it, by the name that it has in
	// Result.Files; nil if there is none. If ReadNames is nil, the files in Dir are read; without a Dir there are none.
	ReadNames func(name string) ([]byte, error)

	// Namespaces are replaced by others in messages, SOAP actions and the contract that
	// the generated handler serves.
	Namespaces []Namespace

	// Bindings are the kinds of bindings to generate code for. If it is empty, code is
	// generated for all bindings in the contract.
	Bindings []Binding

	// Operations are the names of the operations to generate. The name of an input
	// selects one overload of an operation, the name of the operation all of them.
	// If it is empty, all operations are generated.
	//
	// If Operations or Ports is not empty, only the types that the selected operations
	// and ports need are generated.
	Operations []string

	// Ports are the ports to generate code for, each written as PORT or SERVICE/PORT. In
	// a contract without services they are names of bindings. If it is empty, code is
	// generated for all ports.
	Ports []string

	// Wrapped are the names of document/literal wrapped operations whose methods have
	// the wrapper types themselves as parameter and result. By default the methods have
	// the content of the wrappers instead.
	Wrapped []string

	// Elements generates a variable for each global element, which reads and writes
	// documents with this root. Types that only these variables need are generated, too.
	// Without it, the functions Append and Unmarshal of package schema write and read
	// documents that hold a generated struct. It is always true for a schema.
	Elements bool

	// PlainStrings uses string for simple types that only restrict the length of a string, and generates no type for them.
	PlainStrings bool

	// NilAsAbsent makes no difference between absent and nil (xsi:nil) where minOccurs is 0 and the element is nillable: its
	// field is a pointer, or another type that has a nil, and not an xsd.Nillable. Nil is read as absent, and never sent. Required
	// elements, items of lists, and elements of a choice or of an optional group are not changed: if they are nil, xsi:nil is sent.
	NilAsAbsent bool

	// Streams are the fields that are readers, each written as TYPE.FIELD with the names in Go: elements of the type
	// xs:base64Binary that are sent and received in parts of messages, which are not held in memory.
	Streams []string

	// Runtime is the import path of the run-time that the generated packages import.
	// [Result.Write] writes it, or it was written before by [Runtime.Write].
	Runtime string

	// Optional are packages of the run-time that programs use and that generated code does not need, some of those that
	// [OptionalPackages] returns. USING.md says what each is for. They become part of the run-time in the result. For a schema only
	// "sample" and "validate" are possible. With "soaptest" there is also a package for tests of the service, in the folder and
	// with the name of the service's package and "test"; it needs ImportPath.
	Optional []string

	// Packages are the namespaces whose schema declarations are generated into separate
	// Go packages. They need ImportPath and Module; see [Config.CheckPackages].
	//
	// The names of the files of these packages begin with a folder relative to the folder of the service's package, which may
	// be elsewhere in the module.
	Packages []NamespacePackage

	// ImportPath is the import path of the service's package. It is used only with
	// Packages and a package for tests.
	ImportPath string

	// Module is the path of the module that contains all packages. It is used only with
	// Packages.
	Module string

	// Lenient generates what is possible from a contract with errors. Whatever is
	// omitted or replaced is reported as a warning. Some errors, such as malformed XML,
	// remain errors.
	Lenient bool

	// LenientRules are rules whose errors are treated as with Lenient. Others prevent generation, unless they are in components
	// that nothing selected needs.
	// [LenientRules] returns the possible ones.
	LenientRules []string

	// Renames are Go names that override the default ones.
	Renames []Rename

	// Initialisms are words that Go names have in this case: with ID, stationId becomes StationID, and stationIds becomes
	// StationIDs. A word begins with a capital letter or after punctuation. Each initialism matches [InitialismPattern];
	// "go" adds the initialisms of Go's conventions, which linters know.
	// Renames are not changed.
	Initialisms []string

	// FullNames names the documents of a contract that is downloaded by their addresses, also in positions, and not relative to
	// its folder: the documents of several contracts may have the same relative names.
	FullNames bool

	// OnRead, if it is not nil, is called with each document and each catalog that is read: with its name in the positions of
	// diagnostics and its bytes, which must not be changed; nil if it cannot be read. See [Report].
	OnRead func(file string, text []byte)

	// Suppress are the rules whose warnings and notes are accepted: they are not in the Diagnostics. What is wrong with a
	// suppression is there, at its Pos. [ReadSuppressions] reads them from a file.
	Suppress []Suppression

	read load.Reader // reads documents; nil: from files

	earlier, decided map[chosen.Key]string // as in plan.Config
	fullNames        bool
	ifPresent        bool // as in plan.Config
}

// Rename sets the Go name of a component of the contract. Its fields are
//
//	Name   string   // the component, as [KIND:][{NAMESPACE}]PATH
//	Go     string   // its Go name, an exported identifier
//	Pos    diag.Pos // position of the rename, for diagnostics; may be zero
//	Shared func(namespace string) bool // if not nil, a rename of another contract, and whether both use the same package for a namespace
//
// PATH is the component's local name, or for a component inside another one
// OWNER/LOCAL. KIND is type, element, field, attribute, items, group, value, interface, root, service, operation,
// request, response, attachment, fault or header; USING.md says which Go name each of them is, with an example.
//
// A Name without a kind or namespace must match only one component, except that an
// operation and its request are renamed together, and that a root or an interface is ignored if
// anything else matches. [ParseRename] and [ReadRenames] parse renames.
type Rename = plan.Rename

// NamespacePackage puts the schema declarations of a namespace into a separate Go
// package. Its fields are
//
//	Namespace  string   // a namespace URI, or AllNamespaces
//	ImportPath string   // import path of the package; the import path of the service's package keeps the namespace there
//	Pos        diag.Pos // position of the option, for diagnostics; may be zero
type NamespacePackage = plan.NamespacePackage

// AllNamespaces is the Namespace of a [NamespacePackage] for all namespaces that no
// other one names, except the target namespace of the main document. Each of them gets
// its own package below the import path.
const AllNamespaces = plan.AllNamespaces

// Address maps the URI of a document, or of a namespace, to the name of a file. Its
// fields are
//
//	URI, File string
type Address = load.Address

// Namespace replaces the namespace Old of the contract by New. Its fields are
//
//	Old, New string
type Namespace = plan.Namespace

// Binding is a kind of binding.
type Binding = contract.Binding

// The kinds of bindings that generated code supports.
const (
	SOAP11     = contract.SOAP11
	SOAP12     = contract.SOAP12
	HTTPGet    = contract.HTTPGet
	HTTPPost   = contract.HTTPPost
	HTTPHead   = contract.HTTPHead
	HTTPPut    = contract.HTTPPut
	HTTPDelete = contract.HTTPDelete
)

// Diagnostics is a list of errors, warnings and notes about a contract, sorted by
// position. HasErrors reports whether the list contains an error; String and WriteTo
// print it as
//
//	file:line:column: message [rule]
type Diagnostics = diag.List

// File is a generated file. Its fields are
//
//	Name string // path with slashes, relative to the output folder
//	Data []byte
type File = write.File

// ErrTooLarge is the error of Generate for a package with more than 64 MiB of Go code.
var ErrTooLarge = emit.ErrTooLarge

// Generate generates the package for a contract. It reads documents, and downloads
// them with config.Fetch, but writes no files. The context applies to reading and
// downloading.
//
// Errors in the contract or in config, and documents that cannot be read, are reported
// in the Diagnostics of the result, which then has no Files. A non-nil error means that
// the generator itself failed, that the run-time would refuse what it generates, or ErrTooLarge; the result is nil.
//
// Generate may be called by several goroutines at once.
func Generate(ctx context.Context, config Config) (*Result, error) {
	r, err := Inspect(ctx, config)
	if err != nil || r.plan == nil {
		return r, err
	}
	progress.Doing(ctx, "generating Go")
	if err := r.render(); err != nil {
		return nil, err
	}
	return r, nil
}

// render adds the files of the plan, and the run-time.
func (r *Result) render() (err error) {
	if err := prepare.Check(r.plan, defined(r.plan)); err != nil {
		return err
	}
	r.Files, err = emit.Emit(r.plan)
	if err == nil && r.config.hasTests() {
		var tests emit.File
		tests, err = emit.Tests(r.plan, r.config.ImportPath)
		r.Files = append(r.Files, tests)
	}
	if err != nil {
		return fmt.Errorf("emitting: %w", err)
	}
	r.Runtime, err = runtimeFor(r.config, r.Files, len(r.plan.Services) > 0)
	return err
}

// Inspect does what [Generate] does, except that the result has neither Files nor a Runtime.
func Inspect(ctx context.Context, config Config) (*Result, error) {
	if err := config.check(); err != nil {
		return &Result{Diagnostics: Diagnostics{diag.New(diag.BadPackage, diag.Pos{File: config.Contract}, "%s", err)}}, nil
	}
	resolving := func(ctx context.Context, a *analysis) Diagnostics {
		return append(resolveStage(ctx, a), config.checkForSchema(a.model)...)
	}
	planning := func(ctx context.Context, a *analysis) Diagnostics {
		found := planStage(ctx, a)
		if a.plan != nil {
			found.Add(config.checkInput(a.plan)...)
		}
		return found
	}
	a, err := analyse(ctx, config, generating, resolving, checkStage, planning)
	if err != nil {
		return nil, err
	}
	if a.failed() {
		return &Result{Diagnostics: a.found}, nil
	}
	return &Result{
		Package: a.plan.Name, Diagnostics: a.found, Names: a.plan.Names, Methods: methodsOf(a.plan),
		sources: sourcesOf(a.set), vendored: a.vendored, config: config, set: a.set, model: a.model, plan: a.plan,
	}, nil
}
