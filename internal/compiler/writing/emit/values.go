package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// value returns the description of the value of an element:
//
//	&schema.Value{Zero: (*[]Stop)(nil), Tag: "stop"}
func (e *emitter) value(r *ir.Result) *jen.Statement {
	v := e.described().Value(r)
	item := &r.Item
	var arrays jen.Code
	if r.Array != nil {
		if item = r.Array.Array.Item; !e.declares(item) {
			arrays = e.encoded("Arrays").Values()
		}
	}
	return jen.Op("&").Add(e.schema("Value")).Add(row(key("Zero"), zeroOf(e.resultType(r)), key("Tag"), str(e.valueTag(&v, item)), key("Arrays"), arrays))
}
