package plan

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// nameTable returns the table of names, which does not contain fields and methods.
func nameTable(candidates []*naming.Candidate) []ir.DeclaredName {
	var names []ir.DeclaredName
	for _, c := range candidates {
		if c.Scope != nil && c.ID.Kind != naming.InterfaceKind || c.ID.Kind == "" {
			continue
		}
		n := ir.DeclaredName{Kind: c.ID.Kind, Namespace: c.ID.Space, Name: c.ID.Path, Go: c.Name}
		if pkg := split.PackageOf(c.Decl); pkg != nil {
			n.Package = pkg.Path
		}
		if n.Namespace == naming.AnyNamespace {
			n.Namespace = ""
		}
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b ir.DeclaredName) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Go, b.Go), cmp.Compare(a.Package, b.Package))
	})
	return names
}
