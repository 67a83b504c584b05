package plan

import (
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
)

// checkContainment reports structs that would contain themselves by value.
func checkContainment(structs []*ir.Struct) (diags diag.List) {
	for _, s := range structs {
		if contains(s, s, make(map[*ir.Struct]bool)) {
			diags.Add(diag.New(diag.Circular, s.Pos, "every value of the type %s contains another one, so no document can be finite", quoted(s.WSDLName)))
		}
	}
	return diags
}

// contains reports whether every value of s holds a value of target.
func contains(s, target *ir.Struct, seen map[*ir.Struct]bool) bool {
	holdsTarget := func(other *ir.Struct) bool {
		if other == nil || seen[other] {
			return false
		}
		if other == target {
			return true
		}
		seen[other] = true
		return contains(other, target, seen)
	}
	if holdsTarget(s.Base) {
		return true
	}
	for _, f := range s.Fields {
		if f.Occurs == ir.One && !f.Nillable && !f.Poly && holdsTarget(f.Struct) {
			return true
		}
	}
	return false
}
