package plan

import (
	"math"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// checkContainment reports structs that would contain themselves by value. If that is tolerated, their fields that lead back to them
// are as for optional elements.
func checkContainment(structs []*ir.Struct, tolerated bool) (diags diag.List) {
	c := circles{order: make(map[*ir.Struct]int), of: make(map[*ir.Struct]*ir.Struct)}
	var back []*ir.Field
	for _, s := range structs {
		c.visit(s)
		leadsBack := func(held *ir.Struct) bool { return c.of[held] == c.of[s] }
		if !slices.ContainsFunc(heldBy(s), leadsBack) {
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
			if isHeld(f) && leadsBack(f.Struct) {
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

// circles finds the structs whose values hold one another: the strongly connected components of the graph of heldBy, by Tarjan's
// algorithm.
type circles struct {
	order map[*ir.Struct]int        // numbers from 1 as the structs are visited
	open  []*ir.Struct              // whose circle is not complete
	of    map[*ir.Struct]*ir.Struct // one struct of the circle that a struct is in
}

// visit returns the lowest number of an open struct that s leads to.
func (c *circles) visit(s *ir.Struct) (low int) {
	if at, known := c.order[s]; c.of[s] != nil {
		return math.MaxInt
	} else if known {
		return at
	}
	at, first := len(c.order)+1, len(c.open)
	c.order[s], c.open, low = at, append(c.open, s), at
	for _, held := range heldBy(s) {
		low = min(low, c.visit(held))
	}
	if low == at {
		for _, member := range c.open[first:] {
			c.of[member] = s
		}
		c.open = c.open[:first]
	}
	return low
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
