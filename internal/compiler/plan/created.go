package plan

// noteCreated notes of which structs new values are made by what does not know
// their type: by the tables of operations, faults, headers and elements, and by
// the one of the types that xsi:type may name.
func (p *planner) noteCreated() {
	of := func(r *Result) {
		if r != nil && r.Item.Struct != nil && !r.Item.Struct.IsGroup() && !r.Item.Poly && (r.Kind == OneResult || r.Item.Nillable) {
			r.Item.Struct.Created = true
		}
	}
	for _, s := range p.pkg.Structs {
		if s.isType || s.Anonymous() {
			s.Created = true
		}
	}
	for _, s := range p.pkg.Services {
		for _, op := range s.Operations {
			if op.Request != nil {
				op.Request.Created = true
			}
			of(op.Result)
		}
	}
	for _, f := range p.pkg.Faults {
		of(f.Detail)
	}
	for _, h := range p.pkg.Headers {
		of(h.Value)
	}
	for _, e := range p.pkg.Elements {
		of(e.Value)
	}
}
