package typing

import (
	"strconv"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// nameStruct requests the name of the struct for the complex type at a path.
func (p *Planner) nameStruct(s *ir.Struct, path Path) {
	c := &naming.Candidate{
		Related: Related(s), ID: path.ID, Want: path.Go, Choices: path.Choices, Suffix: "Type", Rank: naming.RankType,
		Description: "the type " + diag.Quote(s.WSDLName), Pos: s.Pos, Set: func(name string) { s.Name = name }, Decl: s,
	}
	if s.Kind == "element" {
		c.Rank, c.Suffix, c.Description = naming.RankLocal, "Element", "the type of the element "+diag.Quote(s.WSDLName)
		if path.Depth == 1 {
			c.Rank = naming.RankElement
		}
	}
	p.out.IDs[s], p.paths[s] = c.ID, path
	p.out.Names = append(p.out.Names, c)
}

// nameItem requests the name of the type for the n-th list of items of a struct.
func (p *Planner) nameItem(item, s *ir.Struct, n int) {
	part := "Item"
	if n > 1 {
		part += strconv.Itoa(n)
	}
	id, path := p.out.IDs[s], p.paths[s]
	c := &naming.Candidate{
		ID: id.Inside("items", part), Want: path.Go + part, Suffix: "Choice", Rank: naming.RankItem,
		Description: "the type of the items of " + diag.Quote(s.WSDLName), Pos: item.Pos, Set: func(name string) { item.Name = name }, Related: Related(item), Decl: item,
	}
	for _, name := range path.Choices {
		c.Choices = append(c.Choices, name+part)
	}
	p.out.Names = append(p.out.Names, c)
	id.Owner = part + ":" + id.Owner
	p.out.IDs[item] = id // in --rename, its fields are fields of s
}

// nameSubstitutionGroup requests the name of the type for a substitution group.
func (p *Planner) nameSubstitutionGroup(s *ir.Struct, e *xsd.ElementDeclaration) {
	id := naming.ID{Kind: "group", Space: e.Name.Space, Path: e.Name.Local}
	p.out.IDs[s] = id
	p.out.Names = append(p.out.Names, &naming.Candidate{
		Want: naming.GoName(e.Name.Local) + "Group", Suffix: "Choice", Rank: naming.RankItem,
		Description: "the type for the substitution group of " + diag.Quote(e.Name.Local), Pos: s.Pos, Set: func(name string) { s.Name = name }, Related: Related(s), ID: id, Decl: s,
	})
}

// Related returns the function for the names of the declarations that belong to a Go type:
// decl, or a type that is always in the service's package if decl is nil. The package of
// decl is decided when the function is called.
func Related(decl any) func(name string) []string {
	return func(name string) []string {
		if split.PackageOf(decl) != nil {
			return []string{"QuartetTypeOf" + name}
		}
		return []string{"typeOf" + name}
	}
}
