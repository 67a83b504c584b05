package plan

import "example.com/quartet/internal/compiler/plan/ir"

// markCreate sets NeedsCreate for the structs that the run-time support creates
// through a table: those of operations, faults, headers and elements, and the
// types that xsi:type may name.
func (p *planner) markCreate() {
	mark := func(r *ir.Result) {
		if r != nil && r.Item.Struct != nil && !r.Item.Struct.IsSubstitutionGroup() && !r.Item.Poly && (r.Kind == ir.OneResult || r.Item.Nillable) {
			r.Item.Struct.NeedsCreate = true
		}
	}
	for _, s := range p.pkg.Structs {
		if p.state(s).hasTypeVar || s.Anonymous() {
			s.NeedsCreate = true
		}
	}
	for _, s := range p.pkg.Services {
		for _, op := range s.Operations {
			if op.Request != nil {
				op.Request.NeedsCreate = true
			}
			mark(op.Result)
		}
	}
	for _, f := range p.pkg.Faults {
		mark(f.Detail)
	}
	for _, h := range p.pkg.Headers {
		mark(h.Value)
	}
	for _, e := range p.pkg.Elements {
		mark(e.Value)
	}
}
