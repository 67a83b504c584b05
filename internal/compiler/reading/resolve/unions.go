package resolve

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// maxUnionTries is the maximum number of types as which a value of a union may have
// to be parsed. The number doubles with each level of restrictions of unions
// nested in unions.
const maxUnionTries = 100_000

// checkUnions reports unions whose values could take too long to parse.
func (r *resolver) checkUnions() {
	u := unionTries{tries: make(map[*xsd.SimpleType]int), leaves: make(map[*xsd.SimpleType][]*xsd.SimpleType)}
	for _, t := range r.simple {
		if t.Derivation != xsd.ByUnion || u.of(t) <= maxUnionTries {
			continue
		}
		if !slices.ContainsFunc(t.Members, func(m *xsd.SimpleType) bool { return u.of(m) > maxUnionTries }) { // reported at the member
			r.report(diag.TooLarge, t.Pos, "a value of %s may have to be parsed as more than %d types", xsd.Describe(t), maxUnionTries)
		}
	}
}

type unionTries struct {
	tries  map[*xsd.SimpleType]int
	leaves map[*xsd.SimpleType][]*xsd.SimpleType
}

// of returns the number of types as which a value of t may have to be parsed, or
// any larger number if it exceeds the limit.
func (u *unionTries) of(t *xsd.SimpleType) int {
	if n, ok := u.tries[t]; ok {
		return n
	}
	n := 1
	switch {
	case t.Variety == xsd.Union && t.Derivation == xsd.ByUnion:
		n = 0
		for _, leaf := range u.leavesOf(t) {
			n = min(n+u.of(leaf), maxUnionTries+1)
		}
	case t.Base != nil && t.Base.Variety == xsd.Union:
		n = u.of(t.Base)
	}
	u.tries[t] = n
	return n
}

// leavesOf returns the members of a union without duplicates. A member that is a
// union without facets is replaced by its members.
func (u *unionTries) leavesOf(t *xsd.SimpleType) []*xsd.SimpleType {
	if leaves, ok := u.leaves[t]; ok {
		return leaves
	}
	seen := make(map[*xsd.SimpleType]bool)
	var leaves []*xsd.SimpleType
	for _, m := range t.Members {
		found := []*xsd.SimpleType{m}
		if m.Variety == xsd.Union && len(m.Facets) == 0 {
			found = u.leavesOf(m)
		}
		for _, leaf := range found {
			if !seen[leaf] {
				seen[leaf] = true
				leaves = append(leaves, leaf)
			}
		}
	}
	u.leaves[t] = leaves
	return leaves
}
