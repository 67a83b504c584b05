package plan

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/plan/ir"
)

// recordName adds the name of a declaration to the table of names, which does not
// contain fields and methods.
func (p *planner) recordName(c candidate, name string) {
	if c.scope != nil || c.id.kind == "" {
		return
	}
	n := ir.DeclaredName{Kind: c.id.kind, Space: c.id.space, Path: c.id.path, Go: name}
	if pkg := packageOf(c.decl); pkg != nil {
		n.Package = pkg.Path
	}
	if n.Space == anyNamespace {
		n.Space = ""
	}
	p.pkg.Names = append(p.pkg.Names, n)
}

func (p *planner) sortNames() {
	slices.SortFunc(p.pkg.Names, func(a, b ir.DeclaredName) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Space, b.Space), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Go, b.Go), cmp.Compare(a.Package, b.Package))
	})
}
