package generator

import (
	"io"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/lint"
	"example.com/quartet/internal/compiler/reviewing/suppress"
)

// Suppression is a rule whose warnings and notes about a contract are accepted. Its fields are
//
//	Rule   string   // the ID of the rule
//	At     string   // place, as described below; "" for the whole contract
//	Reason string   // explanation for readers; may be empty
//	Pos    diag.Pos // position of the suppression, for diagnostics; may be zero
//
// At is the name of a document, as the reference to it in the contract has it, relative to the folder of the contract; or a
// component, and all that is in it, as [KIND] [{NAMESPACE}]NAME. Names with slashes between them are a path: each name is in
// the one before it, directly or not. A kind before several names is the kind of the last.
//
//	operation getBook
//	portType Library/operation getBook
//	type {urn:library}book
//	element book/title
//
// The kinds are service, port, binding, portType, operation, input, output, fault, message, part, type, element, attribute,
// group, attributeGroup, value (of an enumeration), key, keyref, unique and notation. An element that refers to a
// declaration has the name of the declaration. A name with a space, a slash or a quote is written as a string of Go.
//
// Errors cannot be suppressed.
type Suppression = suppress.Suppression

// ReadSuppressions reads suppressions, one on a line. Positions name the file as given:
//
//	RULE [AT]  # reason
//
// Empty lines, and lines that begin with #, are ignored. The command quartet reads them from the file that has the name of
// the contract with SuppressionsExtension added.
func ReadSuppressions(file string, r io.Reader) ([]Suppression, error) { return suppress.Read(file, r) }

// MaxSuppressions is the size in bytes of the largest file that [ReadSuppressions] reads.
const MaxSuppressions = suppress.MaxFile

// SuppressionsExtension is the extension that the name of the file with suppressions adds to the name of the contract.
const SuppressionsExtension = ".suppress"

// generating reports whether the stages of Generate produce all findings of a rule, whatever the other options are.
func generating(rule string) bool {
	return !lint.Has(rule) && !fromOptions[rule] && rule != diag.NameClash && rule != diag.OwnInterface
}

// linting is like generating, for Lint.
func linting(rule string) bool { return !fromOptions[rule] }

// fromOptions are the rules whose findings depend on options other than the ones that say where documents are.
var fromOptions = map[string]bool{
	diag.NoMatch: true, diag.BadRename: true, diag.BadNames: true, diag.BadPackage: true, diag.PackageCycle: true, diag.NothingToDo: true, diag.LeftOut: true,
	diag.RPCOverload: true, diag.CannotCombine: true,
}
