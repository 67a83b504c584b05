package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// value returns the description of the value of an element:
//
//	&schema.Value{Zero: (**Stop)(nil), Row: schema.Row{Kind: schema.KindStruct, Of: &typeOfStop}}
//
// The row of a list, or of an array of SOAP encoding, describes its items.
func (e *emitter) value(r *ir.Result) *jen.Statement {
	var items jen.Code
	switch f := r.Item; {
	case r.Array != nil:
		f = *r.Array.Array.Item
		f.Name = f.Wire.Local
		items = e.row(&f, "AtItem", key("Array"), e.array(r.Array.Array))
	case r.Kind == ir.ListResult:
		f.Name = f.Wire.Local
		items = e.row(&f, "")
	default:
		items = e.valueRow(r)
	}
	return jen.Op("&").Add(e.schema("Value")).Values(
		jen.Id("Zero").Op(":").Add(zeroOf(e.resultType(r))), jen.Id("Row").Op(":").Add(e.schema("Row")).Add(items))
}

// valueRow returns the row of a value whose element has its name elsewhere:
// {Kind: schema.KindInt32, Occurs: schema.Once}
func (e *emitter) valueRow(r *ir.Result) jen.Code {
	f := ir.Field{Struct: r.Item.Struct, Scalar: r.Item.Scalar, Poly: r.Item.Poly}
	if f.Struct != nil && f.Struct.IsSubstitutionGroup() {
		f.Group, f.Struct = f.Struct, nil
	}
	var occurs jen.Code
	if r.Must {
		occurs = e.schema("Once")
	}
	kind, of := e.kind(&f)
	return row(key("Kind"), e.schema(kind), key("Of"), of, key("Occurs"), occurs)
}
