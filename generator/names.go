package generator

import "example.com/quartet/internal/compiler/writing/plan/ir"

// Name is the Go name of a package-level declaration for a component of the contract.
type Name struct {
	// Kind is the kind of component as in [Rename]: "type", "element", "attribute",
	// "items", "interface", "group", "request", "response", "fault", "header", "root" or "service".
	Kind string

	// Namespace is the component's namespace. It is empty for a service.
	Namespace string

	// Name is the component's local name. For a component inside another one it is
	// OWNER/LOCAL.
	Name string

	// Go is the Go name.
	Go string

	// Package is the import path of the package with the declaration, if that is a
	// package for a namespace. It is empty for the service's package.
	Package string
}

// Method is the method for an operation of a port. The interface of the service and its
// client both have it.
type Method struct {
	Port      string  // name of the port
	Binding   Binding // its kind of binding
	Operation string  // name of the wsdl:operation
	Input     string  // name of its wsdl:input, which distinguishes overloads
	Place     string  // position of the operation in the wsdl:binding: file:line:column

	Interface  string // Go name of the service's interface
	Client     string // Go name of its client type
	NewClient  string // Go name of the function that returns a client
	NewHandler string // Go name of the function that returns a handler
	Go         string // Go name of the method
}

func namesOf(pkg *ir.Package) []Name {
	names := make([]Name, len(pkg.Names))
	for i, n := range pkg.Names {
		names[i] = Name{Kind: n.Kind, Namespace: n.Space, Name: n.Path, Go: n.Go, Package: n.Package}
	}
	return names
}

func methodsOf(pkg *ir.Package) []Method {
	methods := make([]Method, len(pkg.Operations))
	for i, o := range pkg.Operations {
		s := o.Service
		methods[i] = Method{
			Port: o.Port, Binding: o.Binding, Operation: o.Name, Input: o.Input, Place: o.Pos.String(),
			Interface: s.Name, Client: s.Client, NewClient: s.NewClient, NewHandler: s.NewHandler, Go: o.Operation.Name,
		}
	}
	return methods
}
