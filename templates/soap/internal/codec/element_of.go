package codec

import (
	"fmt"
	"reflect"

	"example.com/quartet/templates/soap/xsd"
)

// ElementOf describes an element that no contract declares. zero is a nil pointer
// to the Go type of its value: a generated type, a pointer to a generated struct, or
// the Go type of a simple type of XML Schema. Bytes are base64Binary.
func ElementOf(name xsd.QName, zero any) (*ElementInfo, error) {
	v := &Value{Zero: zero, Row: Row{Name: name.Local, Occurs: Once}}
	typ := reflect.TypeOf(zero).Elem()
	described := defined.find(typ)
	if typ.Kind() == reflect.Pointer {
		described = defined.find(typ.Elem())
		v.Row.Occurs = Optional
	}
	switch {
	case described == nil:
		if v.Row.Kind = goKind(typ); v.Row.Kind >= KindAnyType { // whose values do not belong to a simple type
			v.Row.Kind = KindNone
		}
	case !described.Simple:
		v.Row.Kind, v.Row.Of = KindStruct, described
	case typ.Kind() != reflect.Pointer:
		v.Row = *described.simpleValue("").row()
	}
	if v.Row.Kind == KindNone {
		return nil, fmt.Errorf("%v is neither a generated type nor the Go type of a simple type", typ)
	}
	r := root{name: ElementName{Local: name.Local}, table: noNamespaces}
	s := &ElementInfo{Value: v, Table: &ElementTable{}}
	if described != nil {
		s.Table.Types = described.state().table
		s.Table.XSI = described.uses().xsi
		if len(s.Table.Types.Namespaces) > 0 {
			r.table = s.Table.Types.Namespaces
		}
	}
	if err := r.find(name.Space); err != nil {
		return nil, err
	}
	s.Name, s.Table.Namespaces, v.Row.NS = r.name, r.table, int32(r.name.NS)
	return s, nil
}

// Put writes the element with its value, and declarations of its namespaces, into a
// document that may have others. It writes nothing if the value is absent.
func (s *ElementInfo) Put(e *Encoder, value any) {
	if s.Value.Absent(value) {
		return
	}
	own := NewEncoder(s.Table.Namespaces, s.Table.XSI)
	defer own.Release()
	s.write(own, value, false)
	e.Append(own)
}

// Append appends what another encoder has written, and its error.
func (e *Encoder) Append(own *Encoder) {
	e.Buf = append(e.Buf, own.Buf...)
	e.Abort(own.err)
}
