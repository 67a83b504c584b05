package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// value returns the description of the value of an element:
//
//	&schema.Value{Zero: (**Stop)(nil), Row: schema.Row{Kind: schema.KindStruct, Of: &typeOfStop}}
func (e *emitter) value(r *ir.Result) *jen.Statement {
	v := e.described().Value(r)
	return jen.Op("&").Add(e.schema("Value")).Values(
		jen.Id("Zero").Op(":").Add(zeroOf(e.resultType(r))), jen.Id("Row").Op(":").Add(e.schema("Row")).Add(e.row(&v)))
}
