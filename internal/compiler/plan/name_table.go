package plan

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/diag"
)

// DeclaredName is a component of the contract with its Go name.
type DeclaredName struct {
	Kind  string // as in Rename: "type", "element", "fault" ...
	Space string // namespace; empty for a service
	Path  string // local names with slashes between them
	Go    string

	Package string // import path; empty for the service's package
}

// PortOperation is an operation of one port.
type PortOperation struct {
	Service   *Service
	Operation *Operation
	Port      string
	Binding   Binding
	Name      string   // of the wsdl:operation
	Input     string   // name of its wsdl:input; "" if it has none
	Pos       diag.Pos // of the operation in the wsdl:binding
}

// recordName adds the name of a declaration to the table of names, which does not
// contain fields and methods.
func (p *planner) recordName(c candidate, name string) {
	if c.scope != nil || c.id.kind == "" {
		return
	}
	n := DeclaredName{Kind: c.id.kind, Space: c.id.space, Path: c.id.path, Go: name}
	if pkg := packageOf(c.decl); pkg != nil {
		n.Package = pkg.Path
	}
	if n.Space == anyNamespace {
		n.Space = ""
	}
	p.pkg.Names = append(p.pkg.Names, n)
}

func (p *planner) sortNames() {
	slices.SortFunc(p.pkg.Names, func(a, b DeclaredName) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Space, b.Space), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Go, b.Go), cmp.Compare(a.Package, b.Package))
	})
}
