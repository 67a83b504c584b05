package codec

import (
	"reflect"

	"example.com/quartet/templates/soap/xsd"
)

// Base is a type from which other types of the contract are derived.
type Base struct {
	Type      any // a nil pointer to the struct
	Interface any // a nil pointer to the interface
}

// SimpleName has the name of a simple type whose Go type has another one.
type SimpleName struct {
	Type any       // a nil pointer to the Go type
	Name xsd.QName // name in the documents
}

// typeFor returns the description of a struct, or of a defined type that is for a simple type, of the table's package. It is
// made when it is first needed. Any goroutine may call it.
func (t *Table) typeFor(typ reflect.Type) *Type {
	if known, ok := t.tagged.Load(typ); ok {
		return known.(*Type)
	}
	known, _ := t.tagged.LoadOrStore(typ, t.newTagged(typ))
	return known.(*Type)
}

func (t *Table) newTagged(typ reflect.Type) *Type {
	made := &Type{Zero: zeroPointer(typ), Simple: typ.Kind() != reflect.Struct}
	m := made.state()
	m.table, m.tagged = t, !made.Simple
	if made.Simple {
		return made
	}
	r := tagReader{table: t, goType: typ}
	for i := range min(2, typ.NumField()) {
		switch f := typ.Field(i); {
		case f.Name == "_" && i == 0: // it names the type: _ struct{} `soap:"station"`
			r.enter(&f)
			made.Name, made.Abstract, made.Mixed = r.at.local, r.at.has("abstract"), r.at.has("mixed")
			if made.Name != "" {
				made.NS = r.number(r.at.tagName, t.Target)
			}
		case f.Anonymous && m.base == nil:
			m.base = r.structType(f.Type)
		}
	}
	return made
}

// zeroPointer returns a nil pointer to values of a type.
func zeroPointer(typ reflect.Type) any { return reflect.Zero(reflect.PointerTo(typ)).Interface() }

// listKey is a list that has no type of its own in Go.
type listKey struct {
	typ  reflect.Type
	kind Kind
}

// listFor returns the description of a list with the items that a row describes. fits is false if the Go type is also a list
// of other items.
func (t *Table) listFor(typ reflect.Type, item Row) (list *Type, fits bool) {
	var key any = typ
	if typ.PkgPath() == "" {
		key = listKey{typ, item.Kind}
	}
	known, ok := t.tagged.Load(key)
	if !ok {
		made := &Type{Zero: zeroPointer(typ), Simple: true}
		m := made.state()
		m.table, m.rows = t, []Row{item}
		known, _ = t.tagged.LoadOrStore(key, made)
	}
	list = known.(*Type)
	return list, list.isList() && list.Rows()[0].Kind == item.Kind
}

// Rows returns the rows of the type, which must not be changed. Rows of a struct with tags are made when they are first needed.
func (t *Type) Rows() []Row {
	m := t.state()
	if !m.tagged {
		return m.rows
	}
	if known := m.read.Load(); known != nil {
		return *known
	}
	r := tagReader{table: m.table, goType: t.goType()}
	made := r.fieldRows()
	m.read.CompareAndSwap(nil, &made)
	return *m.read.Load()
}

// hasTags reports whether a struct has struct tags, or no fields: others are not types of a schema.
func hasTags(typ reflect.Type) bool {
	for i := range typ.NumField() {
		if _, ok := typ.Field(i).Tag.Lookup(tagKey); ok {
			return true
		}
	}
	return typ.NumField() == 0 || typ.NumField() == 1 && typ.Field(0).Anonymous && typ.Field(0).Type.Kind() == reflect.Struct && hasTags(typ.Field(0).Type)
}
