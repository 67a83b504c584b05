package codec

import (
	"fmt"
	"reflect"
)

// valuePlan has what writing and reading a Value needs to know, as typePlan has for
// a struct. The tags in it have the prefixes of one document.
type valuePlan struct {
	goType     reflect.Type
	field      *fieldPlan
	prefix     string // prefix of the items
	typePrefix string // prefix of their types, where these are written
	shape      Shape  // shape of the element that holds the items of an array
	array      *typePlan
	group      *typePlan
	members    []ElementName
}

// planOf returns a plan for callers that do not write tags: any prefixes will do.
func (v *Value) planOf() *valuePlan {
	if p := v.plan.Load(); p != nil {
		return p
	}
	return v.newPlan(nil)
}

// planFor returns the plan for documents with a namespace table. All documents
// that have the element usually have the same prefixes: one plan is kept.
func (v *Value) planFor(table []Namespace) *valuePlan {
	if p, r := v.plan.Load(), v.row(); p != nil && p.prefix == prefixOf(table, int(r.NS)) && p.typePrefix == typePrefixOf(table, r) {
		return p
	}
	return v.newPlan(table)
}

// typePrefixOf returns the prefix of the name of a type that a row has written,
// "" if there is none.
func typePrefixOf(table []Namespace, r *Row) string { return prefixOf(table, int(r.typeNumber(table))) }

// newPlan makes the plan and keeps it. It panics where Zero and Row do not fit.
func (v *Value) newPlan(table []Namespace) *valuePlan {
	r := v.row()
	b := newValueLayout(v, table)
	at := b.valuePlace(r)
	p := &valuePlan{goType: at.typ, prefix: prefixOf(table, int(r.NS)), typePrefix: typePrefixOf(table, r)}
	switch {
	case r.Kind == KindMember:
		p.field = &fieldPlan{place: *at, elem: at.value()}
		p.group = r.Of.planOf()
		for _, f := range p.group.shape.fields {
			p.members = append(p.members, ElementName{f.ns, f.name})
		}
	case r.At == AtItem:
		b.item = at
		p.array = &typePlan{}
		p.array.addItem(b.layout)
		p.field = p.array.item.field
	default:
		p.field = b.layout.field(at)
		p.field.nillable = r.Nillable || at.form < asSlice // who reads the value knows the element
		p.shape.fields = []shapeField{{name: r.Name, ns: int(r.NS), many: true}}
	}
	v.plan.Store(p)
	return p
}

// newValueLayout returns a layout without fields. Of types that xsi:type names
// it knows those that the package of the value's type does.
func newValueLayout(v *Value, namespaces []Namespace) *layoutBuilder {
	b := &layoutBuilder{layout: &layout{typ: &Type{Name: v.row().Name, Zero: v.Zero}}}
	b.typ.state().table = &Table{Namespaces: namespaces}
	if of := v.row().Of; of != nil {
		b.types = of.state().table
	}
	if t := reflect.TypeOf(v.Zero); t != nil && (t.Kind() != reflect.Pointer || !reflect.ValueOf(v.Zero).IsNil()) {
		b.fail(nil, "Zero is not a nil pointer")
	}
	return b
}

// valuePlace checks the row of a value.
func (b *layoutBuilder) valuePlace(r *Row) *place {
	p := &place{row: r, optional: r.Occurs == Optional}
	if b.typ.Zero != nil {
		p.typ = reflect.TypeOf(b.typ.Zero).Elem()
	}
	p.form = formOfValue(r, p.typ)
	switch {
	case r.At != AtElement && r.At != AtItem, r.Kind == KindItems, r.Kind == KindMember && p.many():
		b.fail(r, "not the value of an element")
	case r.At == AtItem && (!r.hasArray() || !p.many()):
		b.fail(r, "not an array")
	case r.At == AtItem && r.More.Array.Rank > 1:
		b.fail(r, "an array of several dimensions without sizes")
	}
	b.record = r.Of != nil && r.Of.Zero == nil
	value := b.valueType(r, p)
	b.record = false
	switch {
	case p.typ == nil:
		p.typ = inForm(p.form, value)
	case !fits(p.typ, p.form, value):
		b.fail(r, "the value is a %s, not %s of %s", p.typ, p.form, value)
	}
	return p
}

// formOfValue is formOf for a value, which has no element to say that it
// is nil: its holder does. The Go type may be a pointer also where it would not
// have to. typ is nil if it follows from the row.
func formOfValue(r *Row, typ reflect.Type) form {
	pointer := typ == nil && r.Kind != KindPoly || typ != nil && typ.Kind() == reflect.Pointer
	switch {
	case r.Occurs == Many || r.Occurs == OnceOrMore:
		if r.Kind == KindPoly && r.Nillable && typ != nil && typ.Kind() == reflect.Slice && typ.Elem().Kind() == reflect.Pointer {
			return asPointers
		}
		return formOf(r, false)
	case r.Kind == KindMember, r.Occurs == Optional && (!r.HasNil() || pointer):
		return asPointer
	}
	return asValue
}

// variable returns the address of a variable that holds a value, or what a value that is a pointer points to, false if it has
// another type. For nil it is the zero value.
func (p *valuePlan) variable(value any) (pointer, bool) {
	x := reflect.ValueOf(value)
	switch isPointer := p.field.form == asPointer; {
	case isPointer && value == nil:
		return pointer{}, true
	case isPointer && x.Type() == p.goType:
		return pointerIn(x), true
	case isPointer || value != nil && !x.Type().AssignableTo(p.goType):
		return pointer{}, false
	}
	v := reflect.New(p.goType)
	if value != nil {
		v.Elem().Set(x)
	}
	return pointerIn(v), true
}

// list returns the address of the slice that list points to.
func (p *valuePlan) list(list any) pointer {
	v := reflect.ValueOf(list)
	if !v.IsValid() || v.Kind() != reflect.Pointer || v.IsNil() || v.Type().Elem() != p.goType {
		panic(fmt.Sprintf("schema: %T is not a pointer to a %s", list, p.goType))
	}
	return pointerIn(v)
}
