package numbering

import (
	"maps"
	"slices"
	"strconv"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// planTables sets the namespace tables of packages for namespaces: the namespaces
// of their names, and those of all packages that they import.
func (p *planner) planTables() {
	spaces := make(map[*ir.Package]map[string]bool)
	for _, pkg := range p.pkg.Packages {
		spaces[pkg] = make(map[string]bool)
		for _, space := range pkg.TargetNamespaces {
			spaces[pkg][space] = true
		}
	}
	for _, s := range p.pkg.Structs {
		if s.Package != nil {
			p.walkStruct(s, nameVisitor{name: func(n *ir.Name, _ bool) { spaces[s.Package][n.Space] = true }})
		}
	}
	for _, pkg := range p.pkg.Packages {
		all := maps.Clone(spaces[pkg])
		for other := range pkg.AllImports() {
			maps.Copy(all, spaces[other])
		}
		delete(all, "")
		pkg.Namespaces = append([]ir.TableEntry{{}}, collect.Each(slices.Sorted(maps.Keys(all)), split.TableEntry)...)
	}
}

// checkTables reports namespaces that have the same number or prefix in the tables of several packages.
func (p *planner) checkTables() {
	if len(p.pkg.Packages) == 0 {
		return
	}
	seen := make(map[string]string)
	tables := []*ir.Package{{Namespaces: slices.Clone(p.pkg.Namespaces)}}
	for _, s := range p.in.Schemas {
		if s.TargetNamespace != "" {
			tables[0].Namespaces = append(tables[0].Namespaces, split.TableEntry(s.TargetNamespace))
		}
	}
	for _, pkg := range append(tables, p.pkg.Packages...) {
		for _, e := range pkg.Namespaces {
			if e.Space == "" {
				continue
			}
			for _, key := range []string{e.Prefix, e.Const, strconv.Itoa(e.ID)} {
				if other, ok := seen[key]; ok && other != e.Space {
					p.diags.Add(diag.New(diag.BadPackage, diag.Pos{File: p.in.File},
						"the prefixes made from the namespaces %s and %s are the same, so they cannot have separate packages", diag.Quote(other), diag.Quote(e.Space)))
				}
				seen[key] = e.Space
			}
		}
	}
}

// addTableNamespaces adds the namespaces of the tables of all packages to uses.
func (p *planner) addTableNamespaces(uses map[string]bool) {
	for _, pkg := range p.pkg.Packages {
		for _, e := range pkg.Namespaces {
			uses[e.Space] = true
		}
	}
}

// ownAnyAttribute copies the wildcard that a struct has from a base in another
// package, as that package has another namespace table.
func ownAnyAttribute(s *ir.Struct) {
	if s.Base == nil || s.AnyAttribute == nil || s.AnyAttribute != s.Base.AnyAttribute || s.Base.Package == s.Package || s.AddsNothing() {
		return
	}
	own := *s.AnyAttribute
	s.AnyAttribute = &own
}
