package codec

import (
	"reflect"
	"slices"
	"sync/atomic"

	"example.com/quartet/templates/soap/xsd"
)

// What other packages read of the descriptions.

// AllRows returns the rows of the attributes and elements of the type, inherited ones first. The result must not be changed.
func (t *Type) AllRows() []Row {
	own := t.Rows()
	if len(own) == 0 || !own[0].Kind.inherits() {
		return own
	}
	var all []Row
	for _, r := range own[0].Of.AllRows() {
		if own[0].Kind == KindBase || r.At == AtAttribute {
			all = append(all, r)
		}
	}
	return append(all, own[1:]...)
}

// Table returns the table that defines the type, nil if Define has not been
// called for it.
func (t *Type) Table() *Table { return t.state().table }

// IsDocument reports whether the type describes a record from [Table.ReadDocument]: its only field is the root element.
func (t *Type) IsDocument() bool { return t.state().document }

// Validator is where package validate keeps what it makes of the table.
func (t *Table) Validator() *atomic.Value { return &t.validator }

// Wildcard returns what the wildcard of the row allows, nil if it has none.
func (r *Row) Wildcard() *xsd.Wildcard {
	if r.More == nil {
		return nil
	}
	return r.More.Any
}

// URI returns the namespace with a number, "" for none. It may be one of More.
func (t *Table) URI(ns int32) string {
	if e := entryOf(t.Namespaces, int(ns)); e != nil {
		return e.URI
	}
	if i := int(ns) - len(t.Namespaces); uint(i) < uint(len(t.More)) {
		return t.More[i].URI
	}
	for i := range t.More {
		if ns > 0 && t.More[i].ID == int(ns) {
			return t.More[i].URI
		}
	}
	return ""
}

// Closure returns the table and all that it imports, directly or not, each once.
func (t *Table) Closure() []*Table {
	all := []*Table{t}
	for i := 0; i < len(all); i++ {
		for _, other := range all[i].Imports {
			if !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// TypeName returns the local name of the type of XML Schema whose values the kind
// reads and writes, "" if the kind is not for one.
func (k Kind) TypeName() string {
	if int(k) >= len(scalars) {
		return ""
	}
	return scalars[k].name
}

// QName returns the name of the type, the zero QName if it is anonymous.
func (t *Type) QName() xsd.QName {
	if t.Name == "" || t.state().table == nil {
		return xsd.QName{Local: t.Name}
	}
	return xsd.QName{Space: t.state().table.URI(t.NS), Local: t.Name}
}

// GoTypeName returns the name that the Go type of values has in generated code, "" if it is not known.
func (t *Type) GoTypeName() string {
	if t.Zero == nil {
		return t.GoName
	}
	return reflect.TypeOf(t.Zero).Elem().Name()
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
