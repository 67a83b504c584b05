package ir

import "example.com/quartet/internal/compiler/reading/diag"

// Element is a package-level variable for a global element. It reads and writes
// documents with this root element.
type Element struct {
	Package  *Package // a package for a namespace; nil: the service's package
	Name     string   // the variable
	Doc      string
	Wire     Name // NS is an index in Package.Namespaces followed by ElementNamespaces, or an ID
	Nillable bool
	Value    *Result

	Pos diag.Pos
}

// Header is a package-level variable for a SOAP header block. There is one for
// each element that is used as a header (WSDL 1.1, section 3.7).
type Header struct {
	Name  string // the variable
	Doc   string
	Wire  Name
	Value *Result

	Encoded bool // uses SOAP encoding

	Pos diag.Pos
}

// Fault is a Go error type for the faults with one detail (WSDL 1.1, section 3.6).
type Fault struct {
	Name     string // the type
	Var      string // the variable of its table
	WSDLName string // name of the element or complex type of the detail, or else of the message
	Doc      string
	Header   bool    // the detail is sent as a header block (section 3.7)
	Wire     Name    // the element in the detail
	Detail   *Result // its value
	Encoded  bool    // uses SOAP encoding

	Messages []diag.Pos // positions of the messages with the detail
}
