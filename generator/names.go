package generator

import "example.com/quartet/internal/compiler/writing/plan/ir"

// Name is the Go name of a package-level declaration for a component of the contract. Its fields are
//
//	Kind      string // as in [Rename]: "type", "element", "attribute", "items", "interface", "group", "request", "response", "fault", "header", "root" or "service"
//	Namespace string // the component's namespace; empty for a service
//	Name      string // its local name; OWNER/LOCAL for a component inside another one
//	Go        string // the Go name
//	Package   string // import path of the package with the declaration, if it is one for a namespace; empty for the service's package
type Name = ir.DeclaredName

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
