package plan

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// checkContainment reports structs that would contain themselves by value. If that is tolerated, their fields that lead back to them
// are as for optional elements.
func checkContainment(structs []*ir.Struct, tolerated bool) (diags diag.List) {
	finite := make(map[*ir.Struct]bool)
	var back []*ir.Field
	for _, s := range structs {
		if isFinite(s, finite) || !contains(s, s, make(map[*ir.Struct]bool)) {
			continue
		}
		d := diag.New(diag.Circular, s.Pos, "every value of the type %s contains another one, so no document can be finite", quoted(s.WSDLName))
		const missing = "there is no sample of it, and validation refuses its values"
		if tolerated {
			d.Severity = diag.Warning
			d.Message += "; the fields that lead to it may be nil, " + missing
		} else {
			d = d.WithHint("--lenient=%s generates the type: the fields that lead to it may be nil, %s", d.ID, missing)
		}
		diags.Add(d)
		for _, f := range s.Fields {
			if isHeld(f) && (f.Struct == s || contains(f.Struct, s, make(map[*ir.Struct]bool))) {
				back = append(back, f)
			}
		}
	}
	for _, f := range back {
		f.Occurs = ir.Optional
	}
	return diags
}

// isHeld reports whether every value of a struct holds one of a field, which is a struct.
func isHeld(f *ir.Field) bool { return f.Struct != nil && f.Occurs == ir.One && !f.Nillable && !f.Poly }

// isFinite reports whether the values that a value of s must contain are finite. known has the
// answer for each struct that was visited; it is false while its fields are visited.
func isFinite(s *ir.Struct, known map[*ir.Struct]bool) bool {
	if answer, ok := known[s]; ok {
		return answer
	}
	known[s] = false
	known[s] = !slices.ContainsFunc(heldBy(s), func(held *ir.Struct) bool { return !isFinite(held, known) })
	return known[s]
}

// heldBy returns the structs that every value of s holds a value of.
func heldBy(s *ir.Struct) (all []*ir.Struct) {
	if s.Base != nil {
		all = append(all, s.Base)
	}
	for _, f := range s.Fields {
		if isHeld(f) {
			all = append(all, f.Struct)
		}
	}
	return all
}

// contains reports whether every value of s holds a value of target.
func contains(s, target *ir.Struct, seen map[*ir.Struct]bool) bool {
	return slices.ContainsFunc(heldBy(s), func(held *ir.Struct) bool {
		known := seen[held]
		seen[held] = true
		return held == target || !known && contains(held, target, seen)
	})
}
