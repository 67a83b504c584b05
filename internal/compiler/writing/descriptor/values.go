package descriptor

import (
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/schema"
)

// Value returns the row of the value of a result, a header block, a fault or a
// document. That of a list, or of an array of SOAP encoding, describes its items. It
// does not have a fixed value, which belongs to an element.
func (p *Package) Value(r *ir.Result) schema.Row {
	var v schema.Row
	switch f := r.Item; {
	case r.Array != nil:
		v = p.arrayRow(r.Array.Array.Item, r.Array.Array)
	case r.Kind == ir.ListResult:
		v = p.row(&f, schema.AtElement)
	default:
		v = p.single(r)
	}
	if v.More == nil {
		return v
	}
	m := *v.More
	m.Restricted, m.Fixed, m.IsFixed = false, "", false
	return withMore(v, m)
}

// single returns the row of a value whose element has its name elsewhere.
func (p *Package) single(r *ir.Result) schema.Row {
	f := ir.Field{Struct: r.Item.Struct, Scalar: r.Item.Scalar, Poly: r.Item.Poly}
	if f.Struct != nil && f.Struct.IsSubstitutionGroup() {
		f.Group, f.Struct = f.Struct, nil
	}
	var v schema.Row
	v.Kind, v.Of = p.kind(&f)
	if r.Must {
		v.Occurs = schema.Once
	}
	if r.Item.Fallback != "" {
		more(&v).Default = r.Item.Fallback
	}
	return v
}
