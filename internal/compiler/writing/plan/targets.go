package plan

import (
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
	setTarget(pkg, m.Schemas.Schemas, m.TargetNamespace())
	for _, other := range pkg.Packages {
		setTarget(other, m.Schemas.Schemas, other.TargetNamespaces[0])
	}
}

func setTarget(pkg *ir.Package, schemas []*xsd.Schema, space string) {
	pkg.Target = space
	best := 0
	for _, s := range schemas {
		rank := 0
		switch {
		case !declares(s):
		case pkg.Chosen[chosen.Key{Kind: chosen.Prefix, Space: s.TargetNamespace}].Name == numbering.TargetPrefix:
			rank = 3
		case s.TargetNamespace == space:
			rank = 2
		case len(pkg.TargetNamespaces) == 0 && !s.WellKnown:
			rank = 1
		}
		if rank > best {
			best, pkg.Target, pkg.Qualified = rank, s.TargetNamespace, s.ElementsQualified
		}
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
