package codec

import (
	"fmt"
	"reflect"
)

// pointerTo returns the address of a value that an application hands over.
// It panics if it is of another type.
func (t *Type) pointerTo(v any) pointer {
	p, ok := t.pointerIn(v)
	if !ok {
		panic("schema: " + t.misfit(v))
	}
	return p
}

// pointerIn is pointerTo, but returns false where that panics.
func (t *Type) pointerIn(v any) (pointer, bool) {
	if r, ok := v.(*Record); ok && t.Zero == nil && r != nil && (r.typ == nil || r.typ == t) {
		return pointerTo(r), true
	}
	value := reflect.ValueOf(v)
	if t.Zero == nil || !value.IsValid() || value.Type() != reflect.TypeOf(t.Zero) || value.IsNil() {
		return pointer{}, false
	}
	return pointerIn(value), true
}

// misfit says what is wrong with a value that pointerIn refuses.
func (t *Type) misfit(v any) string {
	if r, ok := v.(*Record); ok && t.Zero == nil && r != nil {
		return r.misfit(t.planOf())
	}
	return fmt.Sprintf("%T is not a pointer to a value of the type %s", v, t.label())
}
