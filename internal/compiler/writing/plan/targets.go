package plan

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/numbering"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// setTargets sets what names without a prefix mean in the packages: Target and Qualified. The service's package has the target
// namespace of the main document or, if no schema of that namespace declares anything, the one of the first schema that does. A
// package for namespaces has the first of them. The file of chosen names may have another one, as the namespace with the prefix tns.
func setTargets(pkg *ir.Package, m *resolve.Model) {
	first := func(has func(s *xsd.Schema) bool) *xsd.Schema {
		i := slices.IndexFunc(m.Schemas.Schemas, func(s *xsd.Schema) bool { return declares(s) && has(s) })
		if i < 0 {
			return nil
		}
		return m.Schemas.Schemas[i]
	}
	of := func(space string) *xsd.Schema {
		return first(func(s *xsd.Schema) bool { return s.TargetNamespace == space })
	}
	set := func(pkg *ir.Package, space string, s *xsd.Schema) {
		for key, entry := range pkg.Chosen {
			if key.Kind == chosen.Prefix && entry.Name == numbering.TargetPrefix {
				s = cmp.Or(of(key.Space), s)
			}
		}
		if pkg.Target = space; s != nil {
			pkg.Target, pkg.Qualified = s.TargetNamespace, s.ElementsQualified
		}
	}
	main := m.TargetNamespace()
	set(pkg, main, cmp.Or(of(main), first(func(s *xsd.Schema) bool { return !s.WellKnown })))
	for _, other := range pkg.Packages {
		set(other, other.TargetNamespaces[0], of(other.TargetNamespaces[0]))
	}
}

// declares reports whether a schema has more than references to others.
func declares(s *xsd.Schema) bool {
	for e := range s.Element.Elements() {
		if !slices.Contains([]string{"annotation", "import", "include"}, e.Name.Local) {
			return true
		}
	}
	return false
}

// tableEntries returns what makes the entries of the tables of namespaces. In the tables of several packages a namespace has the
// same one, which depends on its URI alone.
func tableEntries(pkg *ir.Package, m *resolve.Model) func(space string) ir.TableEntry {
	if len(pkg.Packages) > 0 {
		return split.TableEntry
	}
	var roots []*xmltree.Element
	for _, d := range m.Documents.Documents {
		roots = append(roots, d.Root)
	}
	return numbering.NewPrefixes(pkg.Target, roots, m.Schemas.Schemas, pkg.Chosen).Entry
}

// keepPrefixes adds to the file of chosen names the prefixes that were chosen, and the target namespace if it is not the one of the
// main document. Those in the tables of several packages are not chosen.
func keepPrefixes(pkg *ir.Package, main string) {
	if len(pkg.Packages) > 0 {
		return
	}
	for _, e := range slices.Concat(pkg.Namespaces, pkg.MoreNamespaces, pkg.ElementNamespaces) {
		if e.Space != pkg.Target && e.Space != "" && split.UsualPrefixes[e.Space] == "" {
			pkg.Chosen.Add(chosen.Key{Kind: chosen.Prefix, Space: e.Space}, e.Prefix)
		}
	}
	if pkg.Target != main && pkg.Target != "" {
		pkg.Chosen.Add(chosen.Key{Kind: chosen.Prefix, Space: pkg.Target}, numbering.TargetPrefix)
	}
}
