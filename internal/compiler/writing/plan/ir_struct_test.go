package plan_test

import (
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// TestAddsNothing asks whether structs have more than their base.
func TestAddsNothing(t *testing.T) {
	any, base := &ir.Wildcard{}, &ir.Struct{}
	for _, s := range []*ir.Struct{
		{}, {Base: base, Attrs: []*ir.Field{{}}}, {Base: base, Fields: []*ir.Field{{}}}, {Base: base, IsNil: &ir.Field{}}, {Base: base, XSITypes: &ir.Field{}}, {Base: base, AnyAttribute: any},
	} {
		if s.AddsNothing() {
			t.Errorf("%+v adds nothing", s)
		}
	}
	for _, s := range []*ir.Struct{{Base: base}, {Base: &ir.Struct{AnyAttribute: any}, AnyAttribute: any}} {
		if !s.AddsNothing() {
			t.Errorf("%+v adds something", s)
		}
	}
}
