package codec

import "reflect"

// Check compares every type of the table, and of the tables that it imports, with
// its Go type. It panics if they do not match. Any goroutine may call it.
func (t *Table) Check() {
	if t.checked.Load() {
		return
	}
	for _, table := range t.closure() {
		table.checkTypes(t)
	}
	t.checked.Store(true)
}

// CheckType compares a type, and the types of its fields, which may be in other tables, with their Go types. It panics
// if they do not match. Values may have the types that t knows. Any goroutine may call it.
func (t *Table) CheckType(typ *Type) {
	seen := make(map[*Type]bool)
	t.checkType(typ, seen)
	for typ := range seen {
		t.checkedTypes.Store(typ, true)
	}
}

func (t *Table) checkType(typ *Type, seen map[*Type]bool) {
	if _, known := t.checkedTypes.Load(typ); known || seen[typ] {
		return
	}
	seen[typ] = true
	if typ.state().table == nil || !typ.hasValues() {
		return
	}
	t.checkLayout(layoutOf(typ))
	rows := typ.rows()
	for i := range rows {
		if of := rows[i].Of; of != nil {
			t.checkType(of, seen)
		}
	}
}

// checkTypes compares the types of a table with their Go types. Values of their
// fields may have the types that root knows, which imports the table: the table
// itself does not know the types of packages that import it.
func (t *Table) checkTypes(root *Table) {
	t.checkModels()
	for i := range t.Types {
		if !t.Types[i].Type.hasValues() {
			continue
		}
		if l := layoutOf(t.Types[i].Type); root != t {
			root.checkLayout(l)
		}
	}
	for i := range t.Bases {
		root.CheckType(t.typeFor(reflect.TypeOf(t.Bases[i].Type).Elem()))
	}
	for _, zero := range t.Derived {
		root.CheckType(t.typeFor(reflect.TypeOf(zero).Elem()))
	}
}

// checkLayout checks that the types which the table knows implement the interfaces of fields.
func (t *Table) checkLayout(l *layout) {
	if l.record {
		return
	}
	b := layoutBuilder{layout: l, types: t}
	for i := range l.elements {
		b.checkNamed(&l.elements[i])
	}
	if l.item != nil {
		b.checkNamed(l.item)
	}
}

// checkNamed checks that the types which xsi:type may name in a place implement
// the interface that the value has in Go.
func (b *layoutBuilder) checkNamed(p *place) {
	if p.row.Kind == KindPoly {
		b.implemented(p.row, p.value())
	}
}

// Check panics if Zero and Row do not fit. Any goroutine may call it.
func (v *Value) Check() { v.planOf() }

// CheckValue is [Value.Check] for a value that may have the types which t knows:
// it also panics if one of them does not implement the interface that the value
// has in Go.
func (t *Table) CheckValue(v *Value) {
	p := v.planOf()
	if of := p.field.row.Of; of != nil {
		t.CheckType(of)
	}
	if p.field.row.Kind != KindPoly || v.row().Of.Zero == nil {
		return
	}
	b := newValueLayout(v, nil)
	b.types = t
	b.implemented(v.row(), p.field.elem)
}
