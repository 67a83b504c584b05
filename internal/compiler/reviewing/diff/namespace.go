package diff

import (
	"example.com/quartet/internal/compiler/reading/xsd"
)

// renamedSpaces returns the namespaces of the new version by the namespaces of the old version that they replace: each is in
// one version only, and their schemas have most names in common.
func renamedSpaces(old, new *xsd.Set) map[string]string {
	oldNames, newNames := globalNames(old), globalNames(new)
	renamed := make(map[string]string)
	for _, s := range old.Schemas {
		space := s.TargetNamespace
		if newNames[space] != nil || s.WellKnown || renamed[space] != "" {
			continue
		}
		best := 0
		for _, n := range new.Schemas { // in document order, so that the first of several equal ones is chosen
			if oldNames[n.TargetNamespace] != nil || n.WellKnown {
				continue
			}
			if common := inCommon(oldNames[space], newNames[n.TargetNamespace]); common > best {
				best, renamed[space] = common, n.TargetNamespace
			}
		}
	}
	return renamed
}

// globalNames returns the local names of the types and elements of each namespace.
func globalNames(set *xsd.Set) map[string]map[string]bool {
	all := make(map[string]map[string]bool)
	add := func(name xsd.QName) {
		if all[name.Space] == nil {
			all[name.Space] = make(map[string]bool)
		}
		all[name.Space][name.Local] = true
	}
	for _, t := range set.Types {
		add(t.Component().Name)
	}
	for _, e := range set.Elements {
		add(e.Name)
	}
	return all
}

func inCommon(a, b map[string]bool) (n int) {
	for name := range a {
		if b[name] {
			n++
		}
	}
	return n
}

// opposite returns the old namespaces by the new ones.
func opposite(spaces map[string]string) map[string]string {
	all := make(map[string]string)
	for old, new := range spaces {
		if was, ok := all[new]; !ok || old < was {
			all[new] = old
		}
	}
	return all
}

// moved returns the name that a component of the old version has in the new one, if its namespace is renamed.
func (c *comparer) moved(name xsd.QName) xsd.QName { return c.elsewhere(isOld, name) }

// spaceIn returns the namespace that takes the place of another one, which stays if spaces do not have it.
func spaceIn(spaces map[string]string, space string) string {
	if other, ok := spaces[space]; ok {
		return other
	}
	return space
}
