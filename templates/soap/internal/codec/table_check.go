package codec

import "slices"

// Check compares every type of the table, and of the tables that it imports, with
// its Go type. It panics if they do not match. Any goroutine may call it.
func (t *Table) Check() {
	if t.checked.Load() {
		return
	}
	t.check(func(c *tableCheck) {
		for _, table := range t.Closure() {
			table.described(c.add)
		}
	})
	t.checked.Store(true)
}

// CheckType compares a type, and the types of its fields, which may be in other tables, with their Go types. It panics
// if they do not match. Values may have the types that t knows. Any goroutine may call it.
func (t *Table) CheckType(typ *Type) { t.check(func(c *tableCheck) { c.add(typ) }) }

// tableCheck compares types with their Go types, each once. Values of their fields may have the types that root knows: the
// table of a type does not know the types of packages that import it.
type tableCheck struct {
	root  *Table
	seen  map[*Type]bool
	known layouts
}

// check notes the types that add has compared, unless it panics.
func (t *Table) check(add func(*tableCheck)) {
	c := &tableCheck{t, make(map[*Type]bool), make(layouts)}
	add(c)
	for typ := range c.seen {
		t.checkedTypes.Store(typ, true)
	}
}

func (c *tableCheck) add(typ *Type) {
	if _, known := c.root.checkedTypes.Load(typ); known || c.seen[typ] {
		return
	}
	c.seen[typ] = true
	if typ.state().table == nil {
		return
	}
	c.root.checkLayout(c.known.at(typ, 0))
	rows := typ.Rows()
	for i := range rows {
		if of := rows[i].Of; of != nil {
			c.add(of)
		}
	}
}

// checkLayout checks that the types which the table knows implement the interfaces of fields.
func (t *Table) checkLayout(l *layout) {
	if l.record {
		return
	}
	b := layoutBuilder{layout: l, types: t}
	places := l.elements
	if l.item != nil {
		places = append(slices.Clip(places), *l.item)
	}
	for i := range places {
		if p := &places[i]; p.row.Kind == KindPoly {
			b.implemented(p.row, p.value())
		}
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
