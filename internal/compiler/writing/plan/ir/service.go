package ir

import (
	"slices"

	"example.com/quartet/templates/soap/contract"
)

// Service is one Go interface with its handler and client.
type Service struct {
	Name          string // the interface
	Seq           string // the interface of the streaming methods; "" if no operation returns a list
	Unimplemented string
	Client        string
	NewClient     string
	NewHandler    string
	WithStreams   string // the option for streaming methods
	Contract      string // the variable of its table
	OperationList string // the variable with its operations
	Doc           string
	WSDLName      string // name of the wsdl:service or wsdl:portType
	PortType      string // see contract.Contract
	Ports         []contract.Port
	Operations    []*Operation
}

// IsEncoded reports whether a binding carries some operation with SOAP encoding.
func (s *Service) IsEncoded() bool {
	return slices.ContainsFunc(s.Operations, func(op *Operation) bool {
		return slices.ContainsFunc(op.Wires, func(w *Wire) bool { return w.Encoded })
	})
}

// Operation is a method of the interface.
type Operation struct {
	Name         string // the method
	Var          string // the variable of its table
	OverloadName string // the name in the contract; distinguishes overloads
	OverloadOf   string // the name that it shares with other operations; "" if there are none
	Doc          string
	Request      *Struct // nil: no argument
	Params       []string
	Result       *Result // nil: only an error
	OneWay       bool    // true if there is no response
	Faults       []*Fault
	Wires        []*Wire

	Seq string // the streaming method; "" if the result is no list that can be streamed
}

// IsList reports whether the result is a list that can be streamed. An array of
// SOAP encoding cannot: its items may be anywhere in the message.
func (op *Operation) IsList() bool {
	return op.Result != nil && op.Result.Kind == ListResult && op.Result.Array == nil
}

// Result is what an operation returns.
type Result struct {
	Kind ResultKind
	Item Field // element of a list; otherwise only the type is used
	Must bool  // a value of a simple type that is always present

	Array *Struct // if set, the list is this array of SOAP encoding, and Item is not used
}

// ResultKind is the shape of a result.
type ResultKind int

const (
	ListResult ResultKind = iota // []T, or []*T if the items are nillable
	OneResult                    // *T, or T if Must
)
