package codec

import (
	"reflect"

	"example.com/quartet/templates/soap/xsd"
)

// QName returns the name of the type, the zero QName if it is anonymous.
func (t *Type) QName() xsd.QName {
	if t.Name == "" || t.state().table == nil {
		return xsd.QName{Local: t.Name}
	}
	return xsd.QName{Space: t.state().table.URI(t.NS), Local: t.Name}
}

// PointerTo returns a pointer to a copy of v, or v itself if that is a pointer. It
// returns nil for a nil pointer.
func PointerTo(v any) any {
	x := reflect.ValueOf(v)
	switch {
	case x.Kind() != reflect.Pointer:
		p := reflect.New(x.Type())
		p.Elem().Set(x)
		return p.Interface()
	case x.IsNil():
		return nil
	}
	return v
}

// EncodeValue is [EncodeRows] for a type whether it is simple or not. v is a pointer
// to a value of a simple type.
func EncodeValue(e *Encoder, t *Type, v any) {
	if !t.Simple {
		EncodeRows(e, t, v)
		return
	}
	x := reflect.ValueOf(v)
	if x.Kind() != reflect.Pointer || x.IsNil() {
		e.fail("", "%s", t.misfit(v))
		return
	}
	t.simpleValue().Put(e, x.Elem().Interface())
}

// simpleValue returns a Value of a simple type, which is made when it is first
// needed. Two goroutines may make it at once; the results are alike.
func (t *Type) simpleValue() *Value {
	if v := t.state().value.Load(); v != nil {
		return v
	}
	v := &Value{Zero: t.Zero, Row: Row{Kind: t.Kind, Of: t, Occurs: Once}}
	if t.isList() {
		v.Row.Kind = KindList
	}
	t.state().value.Store(v)
	return v
}
