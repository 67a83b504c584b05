package codec

import "reflect"

// hasArray reports whether the row says to which array of SOAP encoding its items belong.
func (r *Row) hasArray() bool {
	return r.More != nil && r.More.Array != nil && r.More.Array.Style != nil
}

// holdsItems reports whether a field has the items of an array of SOAP encoding. A Record has the array.
func (r *Row) holdsItems() bool { return r.AsItems && r.Of.Zero != nil }

// HasNil reports whether the Go type of a row's value has a nil, which is a value
// that is absent.
func (r *Row) HasNil() bool {
	return r.Kind == KindPoly || r.Kind == KindList || r.holdsItems() || r.Kind <= lastScalar && scalars[r.Kind].hasNil
}

func formOf(r *Row, optional bool) form {
	many := r.Occurs == Many || r.Occurs == OnceOrMore
	switch {
	case r.Kind == KindItems:
		return asSlice
	case many && r.Nillable && r.Kind != KindPoly:
		return asPointers
	case many:
		return asSlice
	case optional && r.Nillable:
		return asNillable
	case r.Kind == KindMember, r.Nillable && r.Kind != KindPoly && !r.holdsItems(), optional && !r.HasNil():
		return asPointer
	}
	return asValue
}

// String describes a form for messages.
func (f form) String() string {
	return [...]string{asValue: "a value", asPointer: "a pointer", asNillable: "a Nillable", asSlice: "a slice", asPointers: "a slice of pointers"}[f]
}

// inForm returns the Go type of a field. In a Record, a field that is a Nillable is an
// unnamed struct with the same layout.
func inForm(f form, value reflect.Type) reflect.Type {
	switch f {
	case asPointer:
		return reflect.PointerTo(value)
	case asSlice:
		return reflect.SliceOf(value)
	case asPointers:
		return reflect.SliceOf(reflect.PointerTo(value))
	case asNillable:
		return reflect.StructOf([]reflect.StructField{
			{Name: "Value", Type: reflect.PointerTo(value)},
			{Name: "Nil", Type: reflect.TypeFor[bool]()},
		})
	}
	return value
}

// fits reports whether a field has the type that inForm returns.
func fits(field reflect.Type, f form, value reflect.Type) bool {
	if f != asNillable {
		return field == inForm(f, value)
	}
	return isNillable(field) && field.Field(0).Type == reflect.PointerTo(value)
}

// valueType returns the Go type of one value of a row. p is nil for the item of a
// list.
func (b *layoutBuilder) valueType(r *Row, p *place) reflect.Type {
	if r.Of == nil && r.Kind > lastScalar {
		b.fail(r, "no type")
	}
	if r.Of != nil && r.Of.state().table == nil {
		b.fail(r, "the type %s is not defined: call Define", r.Of.label())
	}
	switch k := r.Kind; {
	case k == KindNone:
		b.fail(r, "no kind")
	case k <= lastScalar:
		return b.scalarType(r)
	case p == nil:
		b.fail(r, "the items of the list are not of a simple type")
	case k == KindList:
		if !r.Of.isList() {
			b.fail(r, "%s is not a list", r.Of.label())
		}
		return b.known.at(r.Of, b.depth).listType()
	case k == KindPoly:
		return b.interfaceType(r, p)
	case k > KindMember:
		b.fail(r, "unknown kind")
	case r.Of.Simple:
		b.fail(r, "%s has no fields", r.Of.label())
	case r.Of.Zero == nil && !b.record:
		b.fail(r, "the type %s has no Go type", r.Of.label())
	case r.holdsItems():
		return b.itemsType(r)
	}
	return r.Of.goType()
}

// itemsType returns the Go type of the items of an array. The plan of its struct reads and writes them at the address of the
// field, as nothing else in the struct has a size.
func (b *layoutBuilder) itemsType(r *Row) reflect.Type {
	typ := r.Of.goType()
	last := typ.Field(typ.NumField() - 1).Type // the first field names the type
	if last.Kind() != reflect.Slice || last.Size() != typ.Size() {
		b.fail(r, "%s is not an array with one dimension", typ)
	}
	return last
}

// listType returns the Go type of a list.
func (l *layout) listType() reflect.Type {
	if l.record {
		return reflect.SliceOf(l.elements[0].typ)
	}
	return l.typ.goType()
}

// scalarType returns the Go type of a simple type. A type that is defined in Go
// has the layout of the one that its kind reads and writes.
func (b *layoutBuilder) scalarType(r *Row) reflect.Type {
	known := scalars[r.Kind].typ
	if r.Of == nil || r.Of.Zero == nil {
		return known
	}
	typ := r.Of.goType()
	if !isDefinedAs(typ, known) {
		b.fail(r, "%s is not defined as %s", typ, known)
	}
	return typ
}

// interfaceType returns the Go type of a value whose type xsi:type may name: any
// interface that the types implement.
func (b *layoutBuilder) interfaceType(r *Row, p *place) reflect.Type {
	if b.record {
		return reflect.PointerTo(recordType)
	}
	typ := p.typ
	for p.form >= asSlice && (typ.Kind() == reflect.Slice || typ.Kind() == reflect.Pointer) {
		typ = typ.Elem()
	}
	if p.form == asNillable && isNillable(typ) {
		typ = typ.Field(0).Type.Elem()
	}
	if typ.Kind() != reflect.Interface {
		b.fail(r, "the field is a %s, not %s of an interface", p.typ, p.form)
	}
	b.implemented(r, typ)
	return typ
}

// implemented checks that the types which xsi:type may name implement the
// interface of a field.
func (b *layoutBuilder) implemented(r *Row, typ reflect.Type) {
	if named := b.types.types().misfit(r.Of, typ); named != nil {
		b.fail(r, "%s does not implement %s", named, typ)
	}
}
