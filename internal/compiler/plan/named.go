package plan

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/wsdl11"
)

// Named is something of the contract with its Go name.
type Named struct {
	Kind  string // as in Rename: "type", "element", "fault" ...
	Space string // namespace; empty for a service
	Path  string // local names with slashes between them
	Go    string

	Package string // import path, if it is not in the package of the service
}

// Offer is an operation as one port offers it.
type Offer struct {
	Service   *Service
	Operation *Operation
	Port      string
	Binding   Binding
	Source    *wsdl11.BindingOperation
}

// record keeps the name of a declaration for the table of names. Members of a
// struct or an interface are not in it.
func (p *planner) record(c candidate, name string) {
	if c.scope != nil || c.id.kind == "" {
		return
	}
	n := Named{Kind: c.id.kind, Space: c.id.space, Path: c.id.path, Go: name}
	if pkg := packageOf(c.decl); pkg != nil {
		n.Package = pkg.Path
	}
	if n.Space == anyNamespace {
		n.Space = ""
	}
	p.pkg.Names = append(p.pkg.Names, n)
}

func (p *planner) sortNames() {
	slices.SortFunc(p.pkg.Names, func(a, b Named) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Space, b.Space), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Go, b.Go), cmp.Compare(a.Package, b.Package))
	})
}
