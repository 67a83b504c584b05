package codec

import (
	"reflect"
	"slices"

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

// EncodeValue is [EncodeRows] for a type whether it is simple or not. v is a pointer to a value of a simple type; kind is what the Go
// type does not say about it, as the word type of a struct tag has it, or "".
func EncodeValue(e *Encoder, t *Type, v any, kind string) {
	if !t.Simple {
		EncodeRows(e, t, v)
		return
	}
	x := reflect.ValueOf(v)
	if x.Kind() != reflect.Pointer || x.IsNil() {
		e.fail("", "%s", t.misfit(v))
		return
	}
	t.simpleValue(kind).Put(e, x.Elem().Interface())
}

// simpleValue returns a Value of a simple type.
func (t *Type) simpleValue(kind string) *Value {
	v := &Value{Zero: t.Zero}
	switch {
	case t.isList():
		v.Row = Row{Kind: KindList, Of: t, Occurs: Once}
	case t.Kind != KindNone:
		v.Row = Row{Kind: t.Kind, Of: t, Occurs: Once}
	case kind != "":
		v.Tag = ",type=" + kind
	}
	return v
}

// ReadValues returns the values of texts of a type whose values Go has as strings or numbers, each once. builtin is the built-in type
// that it is derived from.
func ReadValues[T comparable](builtin string, texts []string) []T {
	t := reflect.TypeFor[T]()
	kind := definedKind(t)
	if named, ok := namedKinds[builtin]; ok && scalars[named].typ != nil && isDefinedAs(t, scalars[named].typ) {
		kind = named
	}
	if kind == KindNone || kind > lastScalar || t.Kind() == reflect.Struct {
		return nil
	}
	var values []T
	for _, text := range texts {
		var v T
		err := readLexical("", text, func(d *Decoder) { scalars[kind].read(d, pointerTo(&v)) })
		if err == nil && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}
