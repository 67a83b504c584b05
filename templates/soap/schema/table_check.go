package schema

// Check compares every type of the table, and of the tables that it imports, with
// its Go type. It panics if they do not match. Any goroutine may call it.
func (t *Table) Check() {
	if t.checked.Load() {
		return
	}
	for _, table := range t.Closure() {
		table.checkTypes(t)
	}
	t.checked.Store(true)
}

// checkTypes compares the types of a table with their Go types. Values of their
// fields may have the types that root knows, which imports the table: the table
// itself does not know those of packages that import it.
func (t *Table) checkTypes(root *Table) {
	t.checkModels()
	for i := range t.Types {
		if !t.Types[i].Type.hasValues() {
			continue
		}
		l := layoutOf(t.Types[i].Type)
		if root == t || l.record {
			continue
		}
		b := layoutBuilder{layout: l, types: root}
		for j := range l.elements {
			b.checkNamed(&l.elements[j])
		}
		if l.item != nil {
			b.checkNamed(l.item)
		}
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
	if p.field.row.Kind != KindPoly || v.row().Of.Zero == nil {
		return
	}
	b := newValueLayout(v, nil)
	b.types = t
	b.implemented(v.row(), p.field.elem)
}
