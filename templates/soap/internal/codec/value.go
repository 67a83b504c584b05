package codec

import (
	"reflect"
	"sync/atomic"
)

// Value describes the value of an element that a message or a document has.
type Value struct {
	// Zero is a nil pointer to the Go type of the value: (*int32)(nil) for an int32,
	// (**Stop)(nil) for a *Stop. If it is nil, that type follows from Row: a value that
	// is described at run time is a *Record, a list of them or a pointer to a simple value.
	Zero any

	// Tag describes the value as far as its Go type does not, like the struct tag of a field: "objStation" for
	// (*[]ObjStation)(nil). Table has the prefixes of Tag; if it is nil, the table of the package that declares the Go type has
	// them. Without a table, as for types of Go and of package xsd, there are no prefixes, and names have no namespace.
	Tag    string
	Table  *Table
	Arrays ArrayStyle // style of an array of SOAP encoding with items that no package describes

	// Row says what the value is where there is no tag. Of an array it describes the elements in it,
	// and occurs more than once; an array of SOAP encoding has the row of its
	// items. A value that may be absent is optional: a pointer, or a slice or an
	// interface, whose type has a nil.
	Row Row

	plan atomic.Pointer[valuePlan]
	read atomic.Pointer[Row] // see row
}

// row returns Row, or what Tag says. Two goroutines may make it at once; the results are alike.
func (v *Value) row() *Row {
	if v.Row.Kind != KindNone || v.Zero == nil {
		return &v.Row
	}
	if known := v.read.Load(); known != nil {
		return known
	}
	made := v.readTag(v.table())
	v.read.CompareAndSwap(nil, &made)
	return v.read.Load()
}

// Described returns the row of the value, which must not be changed.
func (v *Value) Described() *Row { return v.row() }

// Absent reports whether the element is left out, or nil, for this value. An
// array never is.
func (v *Value) Absent(value any) bool {
	p := v.planOf()
	switch {
	case p.field.row.Kind == KindPoly && p.field.form == asValue:
		r, isRecord := value.(*Record)
		return value == nil || isRecord && r == nil
	case p.field.form == asPointer, p.field.form == asValue && p.field.optional:
		x := reflect.ValueOf(value)
		if x.IsValid() && p.field.row.Kind == KindRawXML && p.field.form == asValue {
			return x.Type() == p.goType && x.Len() == 0
		}
		return !x.IsValid() || x.Type() == p.goType && x.IsNil()
	}
	return false
}

// Put writes attributes, ">" and content of an element whose start tag is open. value has the Go type of v.Zero.
func (v *Value) Put(e *Encoder, value any) {
	p := v.planFor(e.ns)
	from, ok := p.variable(value)
	if !ok {
		e.fail("", "the value is a %T, not a %s", value, p.goType)
		return
	}
	f := p.field
	switch {
	case p.array != nil:
		e.writeArray(p.array, from)
	case f.many():
		e.Raw(">")
		e.writeItems(f, from)
	case from.isNil():
		e.Raw(">")
	case p.group != nil:
		e.writeInner(f, from)
	case f.row.Kind == KindStruct && f.row.Of.hasAttrs():
		e.writeValue(f, "", from, "")
	default:
		e.writeValue(f, ">", from, "")
	}
}

// writeItems writes the items of a slice until there is an error.
func (e *Encoder) writeItems(f *fieldPlan, from pointer) {
	items := from.slice()
	for i := range items.len {
		item, before := items.item(i, f.size), len(e.Buf)
		switch {
		case f.form == asPointers:
			e.writePointer(f, item.load())
		case f.row.Kind == KindPoly && f.row.Nillable && f.isNil(item):
			e.Raw(f.null)
		default:
			e.writeValue(f, f.open, item, f.end)
		}
		if e.types != nil {
			e.addXSIType(f, before, i)
		}
		if !e.endItem() {
			return
		}
	}
}

// Take reads the current element, whose start tag has been read, up to and including its end tag. The result has the Go
// type of v.Zero.
func (v *Value) Take(d *Decoder) any {
	p := v.planOf()
	f := p.field
	to := newOf(p.goType)
	switch {
	case p.group != nil:
		member := d.new(f)
		to.store(member)
		if inner, i := d.entered(f, member), IndexOfMember(d, p.members); i >= 0 {
			d.readStep(&p.group.fields[i], inner)
		} else {
			d.Skip()
		}
	case f.form == asPointer:
		to.store(d.readPointer(f))
	case f.form == asValue && !f.optional && f.row.Kind != KindPoly:
		d.readValue(f, to)
	case d.readAbsent(f):
	case f.form == asValue:
		d.readValue(f, to)
	case p.array != nil:
		to.makeSlice(p.goType, 0)
		d.readArray(p.array, to)
	default:
		to.makeSlice(p.goType, 0)
		for d.Enter(&p.shape); d.Next() >= 0; {
			d.readField(f, to)
		}
	}
	return to.value(p.goType).Interface()
}

// Members returns the elements of the substitution group, nil if the value is not such a group. Then Put and Take write and
// read one of them whole, with its tags.
func (v *Value) Members() []ElementName { return v.planOf().members }

// IsArray reports whether the value is a slice, each item of which is an element.
func (v *Value) IsArray() bool {
	r := v.row()
	return r.At == AtElement && (r.Occurs == Many || r.Occurs == OnceOrMore)
}

// StructType returns the type of a value that is a struct or a Record, nil if it is another one.
func (v *Value) StructType() *Type {
	if r := v.row(); r.Kind == KindStruct && !v.IsArray() {
		return r.Of
	}
	return nil
}

// Holder returns the shape of the element that holds the items of an array.
func (v *Value) Holder() *Shape { return &v.planOf().shape }

// NewList returns a pointer to a nil slice for the items of an array.
func (v *Value) NewList() any { return reflect.New(v.planOf().goType).Interface() }

// PutItems writes the items of the slice that list points to, and nothing around them, until the encoder has an error.
func (v *Value) PutItems(e *Encoder, list any) {
	p := v.planFor(e.ns)
	e.writeItems(p.field, p.list(list))
}

// TakeItem appends an item, whose start tag has been read, to the slice that list points to.
func (v *Value) TakeItem(d *Decoder, list any) {
	p := v.planOf()
	d.readField(p.field, p.list(list))
}

// New returns a pointer to a new value of a type's Go type, or a new Record.
func (t *Type) New() any {
	if t.Zero == nil {
		return NewRecord(t)
	}
	return reflect.New(t.goType()).Interface()
}
