package plan

import "example.com/quartet/internal/compiler/plan/ir"

// markCreate sets NeedsCreate for the structs that the run-time creates
// through a table: those of operations, faults, headers and elements, and the
// types that xsi:type may name.
func markCreate(pkg *ir.Package) {
	mark := func(r *ir.Result) {
		if r != nil && r.Item.Struct != nil && !r.Item.Struct.IsSubstitutionGroup() && !r.Item.Poly && (r.Kind == ir.OneResult || r.Item.Nillable) {
			r.Item.Struct.NeedsCreate = true
		}
	}
	for _, s := range pkg.Structs {
		if s.TypeVar != "" || s.Anonymous() {
			s.NeedsCreate = true
		}
	}
	for _, s := range pkg.Services {
		for _, op := range s.Operations {
			if op.Request != nil {
				op.Request.NeedsCreate = true
			}
			mark(op.Result)
		}
	}
	for _, f := range pkg.Faults {
		mark(f.Detail)
	}
	for _, h := range pkg.Headers {
		mark(h.Value)
	}
	for _, e := range pkg.Elements {
		mark(e.Value)
	}
}
