package codec

import (
	"fmt"
	"reflect"
)

// MarshalJSON returns a value as package jsonhttp sends it: v is a pointer to a struct that was generated, a list of such structs
// or of pointers to them, or a *Record.
func MarshalJSON(v any) ([]byte, error) {
	of, table, err := describedValue(v)
	if err != nil {
		return nil, err
	}
	return appendDocument(nil, table.Namespaces, false, func(e *Encoder) { of.PutJSON(e, JSONOptions{}, v) })
}

// UnmarshalJSON reads what MarshalJSON returns into v: a pointer to a struct that was generated or to a list, or a *Record.
func UnmarshalJSON(data []byte, v any) error {
	to := reflect.ValueOf(v)
	if to.Kind() != reflect.Pointer {
		return fmt.Errorf("schema: a %T is not a pointer to a value", v)
	}
	isList := !to.IsNil() && to.Elem().Kind() == reflect.Slice
	if isList {
		v = to.Elem().Interface()
	}
	of, table, err := describedValue(v)
	if err != nil {
		return err
	}
	d := NewDecoder(data, table.Namespaces, Limits{})
	defer d.Release()
	d.Types = table
	read := reflect.ValueOf(of.TakeJSON(d))
	switch {
	case d.Err() != nil:
		return d.Err()
	case isList:
		to.Elem().Set(read)
	case read.IsNil():
		return fmt.Errorf("schema: null is not a value")
	default:
		to.Elem().Set(read.Elem())
	}
	return nil
}

// describedValue describes a value of a program, and returns the table of its type.
func describedValue(v any) (*Value, *Table, error) {
	of, typ := &Value{}, TypeOf(v)
	if elem := reflect.TypeOf(v); elem != nil && typ == nil && elem.Kind() == reflect.Slice {
		typ = TypeOf(reflect.Zero(elem.Elem()).Interface())
		of.Row = Row{Occurs: Many, Nillable: elem.Elem().Kind() == reflect.Pointer}
	}
	value := reflect.ValueOf(v)
	switch {
	case typ == nil || typ.Simple || typ.state().table == nil || value.Kind() == reflect.Struct:
		return nil, nil, fmt.Errorf("schema: the value is a %T, not a pointer to a struct that was generated, or a list of them", v)
	case value.Kind() == reflect.Pointer && value.IsNil():
		return nil, nil, fmt.Errorf("schema: the value is a nil %T", v)
	}
	of.Row.Kind, of.Row.Of = KindStruct, typ
	if typ.Zero != nil {
		of.Zero = reflect.Zero(reflect.PointerTo(reflect.TypeOf(v))).Interface()
	}
	return of, typ.state().table, nil
}

// IsJSONArray reports whether the value is an array in JSON: [Value.IsArray], or an array of SOAP encoding.
func (v *Value) IsJSONArray() bool {
	f := v.planOf().field
	return f.many()
}

// PutJSON writes a value, such as the result of an operation. One that is absent is null.
func (v *Value) PutJSON(e *Encoder, options JSONOptions, value any) {
	w := newJSONEncoder(e, options)
	p := v.planOf()
	from, ok := p.variable(value)
	if !ok {
		w.fail("result", "the value is a %T, not a %s", value, p.goType)
		return
	}
	f := p.field
	switch many := v.IsJSONArray(); {
	case many && w.Lines:
		w.arrayItems("result", f, from, true)
	case many:
		w.array("result", f, from)
	case from.isNil() || v.Absent(value):
		w.Raw("null")
	case p.group != nil:
		w.Raw("{")
		w.members(p.group, p.group.json().members, from)
		w.Raw("}")
	default:
		w.valueOrNil("result", f, from, 0)
	}
}

// PutJSONItems writes the items of the slice that list points to, until the encoder has an error. first says whether they are the
// first in the array.
func (v *Value) PutJSONItems(e *Encoder, options JSONOptions, list any, first bool) {
	p := v.planOf()
	newJSONEncoder(e, options).arrayItems("result", p.field, p.list(list), first)
}

// TakeJSON reads the document of d as a value. The result has the Go type of v.Zero.
func (v *Value) TakeJSON(d *Decoder) any {
	r := newJSONDecoder(d)
	p := v.planOf()
	f, to := p.field, newOf(p.goType)
	switch many := v.IsJSONArray(); {
	case (many || p.group != nil) && r.word("null"):
	case p.group != nil:
		member := r.new(f)
		to.store(member)
		r.object(p.group.json(), member)
	default:
		if many {
			to.makeSlice(p.goType, 0)
		}
		r.field(f, to)
	}
	r.end("result")
	return to.value(p.goType).Interface()
}

// TakeJSONItem appends the item in the document of d to the slice that list points to.
func (v *Value) TakeJSONItem(d *Decoder, list any) {
	r := newJSONDecoder(d)
	p := v.planOf()
	r.arrayItem(p.field, p.list(list))
	r.end("result")
}
