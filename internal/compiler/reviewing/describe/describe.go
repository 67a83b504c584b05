// Package describe describes a contract for people who read it: its documents, services,
// ports and operations with their names in messages and in Go, and its types. Commands
// describe and list of quartet print it.
//
//	describe.go   Outline, the description, which is also the JSON
//	contract.go   making an outline from a model and a plan
//	operation.go  operations, with their messages for each binding
//	policy.go     policies of ports
//	abstract.go   operations of contracts without bindings
//	schema.go     types and elements
//	golang.go     names and types in Go
//	sample.go     sample messages, made by the run-time
//	selection.go  parts of an outline, and suggestions for names
//	text.go, tree.go, list.go, markdown.go, html.go   writers
//
// It uses the components of the contract, not only the plan, because the plan omits
// components that have no Go declarations.
package describe

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Outline describes a contract. It is the JSON of quartet describe: members are added,
// but their names and meanings do not change. Empty members are left out, except lists
// of the outline itself.
type Outline struct {
	Contract      string       `json:"contract"` // name of the main document
	Documentation string       `json:"documentation,omitempty"`
	Documents     []*Document  `json:"documents"`
	Namespaces    []*Namespace `json:"namespaces"` // with the prefixes used in text
	Services      []*Service   `json:"services"`
	Types         []*Type      `json:"types"`              // in the order of their first use
	Elements      []*Node      `json:"elements,omitempty"` // global elements, if there are no services or they are selected

	used     int // the number of Types that operations use
	types    index
	prefixes map[string]string // of Namespaces
	tooLarge diag.Pos          // see TooLarge
}

// Document is a document of the contract.
type Document struct {
	Name       string   `json:"name"`
	Kind       string   `json:"kind"`       // "wsdl" or "schema"
	Namespaces []string `json:"namespaces"` // target namespaces; none for declarations without one
}

// Namespace is a namespace with a prefix, which is empty for the main document's namespace.
type Namespace struct {
	Prefix string `json:"prefix"`
	URI    string `json:"uri"`
}

// Name is a qualified name.
type Name struct {
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
}

// Service is an interface in Go: a wsdl:service, the group of its ports that have the
// same operations, or a wsdl:portType if there are no services. Without bindings there is
// no interface, and names in Go are empty.
type Service struct {
	Name          string       `json:"name"`
	Go            string       `json:"go"`
	NewClient     string       `json:"goNewClient"`
	NewHandler    string       `json:"goNewHandler"`
	Documentation string       `json:"documentation,omitempty"`
	Ports         []*Port      `json:"ports"`
	Operations    []*Operation `json:"operations"`

	index int // in all services of the plan
}

// Port is a port with its binding.
type Port struct {
	Name          string  `json:"name"`
	Binding       string  `json:"binding"` // "SOAP 1.1", "HTTP GET"
	Address       string  `json:"address,omitempty"`
	Unsupported   string  `json:"unsupported,omitempty"` // transport, or namespace of the binding, of a port that generated code does not support
	Documentation string  `json:"documentation,omitempty"`
	Policy        *Policy `json:"policy,omitempty"` // nil: the contract has none for the port
}

// Operation is an operation, or an overload.
type Operation struct {
	Name          string        `json:"name"`                 // different for overloads
	OverloadOf    string        `json:"overloadOf,omitempty"` // the name in the contract, if several have it
	Go            string        `json:"go"`                   // the method
	GoSignature   string        `json:"goSignature"`
	GoStream      string        `json:"goStream,omitempty"` // the method of a client that returns an iterator
	Documentation string        `json:"documentation,omitempty"`
	OneWay        bool          `json:"oneWay,omitempty"`
	Wires         []*Wire       `json:"bindings"`
	Request       *Message      `json:"request"`
	Response      *Message      `json:"response,omitempty"` // nil: one-way
	Faults        []*Fault      `json:"faults,omitempty"`
	Headers       []*Header     `json:"headers,omitempty"`
	Attachments   []*Attachment `json:"attachments,omitempty"`
	Samples       []*Sample     `json:"samples,omitempty"`
}

// Wire describes an operation in the messages of a binding.
type Wire struct {
	Binding  string   `json:"binding"`
	Ports    []string `json:"ports,omitempty"`
	Style    string   `json:"style,omitempty"` // SOAP: "document" or "rpc"
	Use      string   `json:"use,omitempty"`   // SOAP: "literal" or "encoded"
	Action   *string  `json:"soapAction,omitempty"`
	Request  *Name    `json:"requestElement,omitempty"`
	Response *Name    `json:"responseElement,omitempty"`
	Method   string   `json:"method,omitempty"`   // HTTP method
	Location string   `json:"location,omitempty"` // HTTP location, relative to the address

	code string // of the binding
}

// Message is the content of a request or response.
type Message struct {
	Element *Name   `json:"element,omitempty"` // in the first binding of the operation
	Go      string  `json:"go,omitempty"`      // the type of the argument or result; empty if there is none
	Content []*Node `json:"content,omitempty"`
}

// Fault is a fault of an operation.
type Fault struct {
	Name          string  `json:"name"`
	Go            string  `json:"go,omitempty"` // the error type
	Element       *Name   `json:"element,omitempty"`
	Documentation string  `json:"documentation,omitempty"`
	Content       []*Node `json:"content,omitempty"`
}

// Header is a SOAP header block.
type Header struct {
	Direction string `json:"direction"`    // "request" or "response"
	Go        string `json:"go,omitempty"` // the variable
	Node      *Node  `json:"block"`
}

// Attachment is a part of a message that is sent beside the envelope.
type Attachment struct {
	Direction  string   `json:"direction"` // "request" or "response"
	Part       string   `json:"part"`
	Go         string   `json:"go,omitempty"` // the field
	MediaTypes []string `json:"mediaTypes,omitempty"`
}

// Sample is a request that the run-time makes from the contract, and the response of a
// handler that answers with samples.
type Sample struct {
	Binding  string   `json:"binding"`
	Error    string   `json:"error,omitempty"`    // why there is no sample
	Request  string   `json:"request,omitempty"`  // method and URL
	Headers  []string `json:"headers,omitempty"`  // "Name: value"
	Body     string   `json:"body,omitempty"`     // XML is indented
	Response string   `json:"response,omitempty"` // body of the response
}

// sameResponse returns the binding of an earlier sample with the same response, empty if
// there is none.
func (op *Operation) sameResponse(s *Sample) string {
	first := op.Samples[slices.IndexFunc(op.Samples, func(other *Sample) bool { return other.Response == s.Response })]
	if first == s {
		return ""
	}
	return first.Binding
}

// Kind is the kind of a node.
type Kind string

// The kinds of nodes.
const (
	Element      Kind = "element"
	Attribute    Kind = "attribute"
	Part         Kind = "part" // part of a message without an element: in rpc style, or a parameter in HTTP
	Value        Kind = "value"
	Any          Kind = "any"
	AnyAttribute Kind = "anyAttribute"
	Sequence     Kind = "sequence"
	Choice       Kind = "choice"
	All          Kind = "all"
)

// Unbounded is the Max of a node that may be repeated without limit.
const Unbounded = -1

// Node is an element, an attribute, a wildcard, or a group of them.
type Node struct {
	Kind          Kind     `json:"kind"`
	Name          string   `json:"name,omitempty"`
	Namespace     string   `json:"namespace,omitempty"` // empty for unqualified names
	Type          *TypeRef `json:"type,omitempty"`      // nil for an anonymous type and for groups
	Go            string   `json:"go,omitempty"`        // the field
	GoType        string   `json:"goType,omitempty"`
	Min           int      `json:"min"`
	Max           int      `json:"max"` // Unbounded
	Nillable      bool     `json:"nillable,omitempty"`
	Abstract      bool     `json:"abstract,omitempty"`
	Default       *string  `json:"default,omitempty"`
	Fixed         *string  `json:"fixed,omitempty"`
	Facets        []*Facet `json:"facets,omitempty"` // facets of an anonymous simple type
	Values        []*Enum  `json:"values,omitempty"`
	Documentation string   `json:"documentation,omitempty"`
	Members       []*Name  `json:"substitutes,omitempty"` // elements that may be in its place
	Content       []*Node  `json:"content,omitempty"`     // content of a group or an anonymous type
}

// TypeRef refers to a type: one of Outline.Types, or a built-in one.
type TypeRef struct {
	Name
	Element bool `json:"ofElement,omitempty"` // the anonymous type of the global element with this name
}

// Facet is a facet of a simple type.
type Facet struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Enum is a value of an enumeration.
type Enum struct {
	Value         string `json:"value"`
	Go            string `json:"go,omitempty"` // the constant
	Documentation string `json:"documentation,omitempty"`
}

// Type is a named type, or the anonymous type of a global element.
type Type struct {
	TypeRef
	Kind          string     `json:"kind"` // "complex" or "simple"
	Go            string     `json:"go,omitempty"`
	Documentation string     `json:"documentation,omitempty"`
	Abstract      bool       `json:"abstract,omitempty"`
	Mixed         bool       `json:"mixed,omitempty"`
	Base          *TypeRef   `json:"base,omitempty"`
	Derivation    string     `json:"derivation,omitempty"` // "extension", "restriction", "list" or "union"
	Array         string     `json:"array,omitempty"`      // dimensions of an array of SOAP encoding, as in "[,]"
	Union         []*Name    `json:"memberTypes,omitempty"`
	Facets        []*Facet   `json:"facets,omitempty"`
	Values        []*Enum    `json:"values,omitempty"`
	Derived       []*Name    `json:"derivedTypes,omitempty"` // types that xsi:type may name in its place
	Content       []*Node    `json:"content,omitempty"`      // content, with the content of the base
	UsedBy        []string   `json:"usedBy,omitempty"`       // SERVICE/OPERATION of operations that have it in their messages, not only in other types
	UsedIn        []*TypeRef `json:"usedIn,omitempty"`       // types that have it in their content
}
