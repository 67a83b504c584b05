package plan_test

import (
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/bind"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// TestMarkEncoded marks a message, and checks what it may contain: the types of its fields,
// their bases, and derived types.
func TestMarkEncoded(t *testing.T) {
	base := &ir.Struct{WSDLName: "base"}
	value := &ir.Struct{WSDLName: "value", Base: base, Fields: []*ir.Field{{Wire: ir.Name{Local: "v"}, Scalar: &ir.Scalar{Go: "int32"}}}}
	derived := &ir.Struct{WSDLName: "derived", Base: value}
	item := &ir.Struct{WSDLName: "item"}
	array := &ir.Struct{WSDLName: "array", Array: &ir.Array{Item: &ir.Field{Wire: ir.Name{Local: "item"}, Occurs: ir.Many, Struct: item}}}
	message := &ir.Struct{WSDLName: "message", Kind: "message", Fields: []*ir.Field{
		{Wire: ir.Name{Local: "number"}, Scalar: &ir.Scalar{Go: "int32"}},
		{Wire: ir.Name{Local: "text"}, Scalar: &ir.Scalar{Go: "string"}},
		{Wire: ir.Name{Local: "bytes"}, Scalar: &ir.Scalar{Go: "[]byte", HasNil: true}},
		{Wire: ir.Name{Local: "value"}, Struct: value},
		{Wire: ir.Name{Local: "array"}, Struct: array},
	}}
	message.Fields = append(message.Fields, &ir.Field{Wire: ir.Name{Local: "self"}, Struct: message})
	other := &ir.Struct{WSDLName: "other", Fields: []*ir.Field{{Wire: ir.Name{Local: "message"}, Struct: message}}}
	bind.MarkEncoded([]*ir.Struct{other, base, value, derived, item, array, message}, []*ir.Struct{message})
	for _, s := range []*ir.Struct{base, value, derived, item, array, message} {
		if !s.Encoded {
			t.Errorf("%s is not marked", s.WSDLName)
		}
		for _, f := range s.Elements() {
			if !f.Encoded {
				t.Errorf("the field %s of %s is not marked", f.Wire.Local, s.WSDLName)
			}
		}
	}
	if other.Encoded || other.Fields[0].Encoded {
		t.Error("a struct that no encoded message contains is marked")
	}
	for i, want := range []struct {
		nillable bool
		occurs   ir.Occurs
	}{{false, ir.One}, {true, ir.One}, {false, ir.Optional}, {true, ir.One}, {true, ir.One}} {
		if f := message.Fields[i]; f.Nillable != want.nillable || f.Lax != want.nillable || f.Occurs != want.occurs {
			t.Errorf("%s: %+v", f.Wire.Local, f)
		}
	}
	if f := value.Fields[0]; !f.Nillable { // not a part of the message
		t.Errorf("%+v", f)
	}
}
