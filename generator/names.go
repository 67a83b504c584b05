package generator

import "example.com/quartet/internal/compiler/plan"

// Name is something of the contract with the Go declaration that stands for
// it.
type Name struct {
	Kind      string // "type", "element", "request", "fault", "header", "root" or "service"
	Namespace string // empty for a service
	Name      string // local name; of a local element that of its owner, a slash and its own
	Go        string
	Package   string // import path of a package for a namespace; empty: that of the service
}

// Method is an operation of a port with the method that stands for it: of the
// interface and of the client.
type Method struct {
	Port      string
	Binding   Binding
	Operation string // name of the wsdl:operation
	Input     string // name of its input, which tells overloads apart
	Place     string // where the binding has the operation: file:line:column

	Interface  string // of the service
	Client     string // its client
	NewClient  string
	NewHandler string
	Go         string // the method
}

func namesOf(pkg *plan.Package) []Name {
	names := make([]Name, len(pkg.Names))
	for i, n := range pkg.Names {
		names[i] = Name{Kind: n.Kind, Namespace: n.Space, Name: n.Path, Go: n.Go, Package: n.Package}
	}
	return names
}

func methodsOf(pkg *plan.Package) []Method {
	methods := make([]Method, len(pkg.Offers))
	for i, o := range pkg.Offers {
		s := o.Service
		methods[i] = Method{
			Port: o.Port, Binding: o.Binding, Operation: o.Source.Name, Place: o.Source.Pos.String(),
			Interface: s.Name, Client: s.Client, NewClient: s.NewClient, NewHandler: s.NewHandler, Go: o.Operation.Name,
		}
		if in := o.Source.Operation.Input; in != nil {
			methods[i].Input = in.Name
		}
	}
	return methods
}
