package ir

import "example.com/quartet/internal/compiler/reading/diag"

// Simple is the declaration of a Go type for a simple type of the contract: a
// named type, or an anonymous enumeration of an element or attribute.
//
// It is an alias if the Go type is one of the run-time, and a defined type
// otherwise. A list is a slice. A defined type has a constant for each enumerated
// value.
type Simple struct {
	Package  *Package // a package for a namespace; nil: the service's package
	Name     string
	What     string // description for the documentation: "simple type colour"
	Doc      string
	ValueDoc string  // sentences on the values for the documentation; may be empty
	Scalar   *Scalar // the type that it is declared as
	Alias    bool
	Values   []Value

	WSDLName string // local name in the contract; "" for an anonymous type
	Type     Name   // its qualified name; zero if its namespace is not in the table
	Pos      diag.Pos
}

// Value is a constant of an enumeration.
type Value struct {
	Name string
	Text string // a literal for a number; the value of a string
	Doc  string

	Pos diag.Pos
}

// Scalar is the Go type for a simple type.
type Scalar struct {
	Type    *Simple // its declaration; nil: it is Go, or a slice of Item, without a declaration
	Item    *Scalar // item type of a list; the fields below are not used for lists
	Go      string  // "string", "int32", "DateTime"
	Package string  // the package that declares Go: "xsd" of the run-time, or "io"; "": Go itself does
	HasNil  bool    // nil means absent
	Kind    string  // the constant of the run-time for how values are read and written, without the prefix Kind: "Token"
}
