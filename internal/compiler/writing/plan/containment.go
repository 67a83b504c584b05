package plan

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// checkContainment reports structs that would contain themselves by value.
func checkContainment(structs []*ir.Struct) (diags diag.List) {
	finite := make(map[*ir.Struct]bool)
	for _, s := range structs {
		if !isFinite(s, finite) && contains(s, s, make(map[*ir.Struct]bool)) {
			diags.Add(diag.New(diag.Circular, s.Pos, "every value of the type %s contains another one, so no document can be finite", quoted(s.WSDLName)))
		}
	}
	return diags
}

// isFinite reports whether the values that a value of s must contain are finite. known has the
// answer for each struct that was visited; it is false while its fields are visited.
func isFinite(s *ir.Struct, known map[*ir.Struct]bool) bool {
	if answer, ok := known[s]; ok {
		return answer
	}
	known[s] = false
	for _, held := range heldBy(s) {
		if !isFinite(held, known) {
			return false
		}
	}
	known[s] = true
	return true
}

// heldBy returns the structs that every value of s holds a value of.
func heldBy(s *ir.Struct) (all []*ir.Struct) {
	if s.Base != nil {
		all = append(all, s.Base)
	}
	for _, f := range s.Fields {
		if f.Struct != nil && f.Occurs == ir.One && !f.Nillable && !f.Poly {
			all = append(all, f.Struct)
		}
	}
	return all
}

// contains reports whether every value of s holds a value of target.
func contains(s, target *ir.Struct, seen map[*ir.Struct]bool) bool {
	for _, held := range heldBy(s) {
		if held == target {
			return true
		}
		if seen[held] {
			continue
		}
		seen[held] = true
		if contains(held, target, seen) {
			return true
		}
	}
	return false
}
