package typing

import (
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

func (p *Planner) nameStruct(s *ir.Struct, name xsd.QName, parent *ir.Struct) {
	c := &naming.Candidate{
		Related: Related(s),
		Want:    naming.GoName(name.Local), Suffix: "Type", Rank: naming.RankType, Key: name.Space + " " + name.Local,
		Description: "the type " + diag.Quote(name.Local), Pos: s.Pos, Set: func(name string) { s.Name = name }, Decl: s,
	}
	if s.Kind == "element" {
		c.Rank, c.Suffix, c.Description = naming.RankElement, "Element", "the type of the element "+diag.Quote(name.Local)
	}
	if parent != nil && s.Kind == "element" { // the name of a local element is not unique
		c.Key = name.Space + " " + parent.WSDLName + " " + name.Local
		c.Want = naming.GoName(parent.WSDLName) + c.Want
		c.Outer = p.outer[parent]
		p.outer[s] = append([]string{naming.GoName(parent.WSDLName)}, c.Outer...)
	}
	c.ID = naming.ID{Kind: "type", Space: name.Space, Path: name.Local}
	if s.Kind == "element" {
		c.ID.Kind = "element"
		if parent != nil && p.out.IDs[parent].Path != "" {
			outer := p.out.IDs[parent]
			c.ID = naming.ID{Kind: "element", Space: outer.Space, Path: outer.Path + "/" + name.Local}
		}
	}
	p.out.IDs[s] = c.ID
	p.out.Names = append(p.out.Names, c)
}

// nameItem requests the name of the type for the n-th list of items of a struct.
func (p *Planner) nameItem(item, s *ir.Struct, n int) {
	want := naming.GoName(s.WSDLName) + "Item"
	if n > 1 {
		want += strconv.Itoa(n)
	}
	id := p.out.IDs[s]
	p.out.IDs[item] = id // in --rename, its fields are fields of s
	p.out.Names = append(p.out.Names, &naming.Candidate{
		ID:   naming.ID{Kind: "items", Space: id.Space, Path: id.Path + "/" + strings.TrimPrefix(want, naming.GoName(s.WSDLName))},
		Want: want, Suffix: "Choice", Rank: naming.RankItem, Key: id.Space + " " + id.Path + " " + want,
		Description: "the type of the items of " + diag.Quote(s.WSDLName), Pos: item.Pos, Set: func(name string) { item.Name = name }, Related: Related(item), Decl: item,
	})
}

// nameSubstitutionGroup requests the name of the type for a substitution group.
func (p *Planner) nameSubstitutionGroup(s *ir.Struct, e *xsd.ElementDeclaration) {
	id := naming.ID{Kind: "group", Space: e.Name.Space, Path: e.Name.Local}
	p.out.IDs[s] = id
	p.out.Names = append(p.out.Names, &naming.Candidate{
		Want: naming.GoName(e.Name.Local) + "Group", Suffix: "Choice", Rank: naming.RankItem, Key: e.Name.Space + " " + e.Name.Local,
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
