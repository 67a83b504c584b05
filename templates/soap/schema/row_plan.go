package schema

import (
	"reflect"
	"slices"

	"example.com/quartet/templates/soap/xsd"
)

// typePlan has what decoding and encoding need to know of a type. It holds no URI:
// the namespaces of a contract may be replaced when it is used.
type typePlan struct {
	typ     *Type
	goType  reflect.Type
	slots   []reflect.Type // of a Record
	noSlots []any          // of a Record that is zero; nobody writes to them

	shape     Shape
	fields    []readStep // by the index in shape.Fields
	attrs     []readStep // by the index in shape.Attrs
	anyAttrs  *readStep
	text      *readStep
	content   *readStep
	item      *readStep // of an array
	array     *Array
	arrayItem string
	sizes     spot

	attachments []attachmentPlan
	isNil       spot

	writeAttrs  []writeStep
	writeFields []writeStep // for simple content, the only one
	writeItem   *writeStep

	record, mixed       bool
	hasAttrs            bool // attributes may be in the start tag
	hasIsNil, hasSizes  bool
	onlyElements, empty bool
}

// op is how a step is done. Frequent fields have a separate op; opField does all
// others, in every form.
type op uint8

const (
	opField     op = iota
	opString       // string
	opOptString    // *string
	opInt32        // int32
	opOptInt32     // *int32
	opDateTime     // DateTime
	opScalar       // another simple type
	opOptScalar    // a pointer to one
	opStruct       // a struct
	opOptStruct    // a pointer to one
	opStructs      // a slice of structs
	opSlot         // any field, in a slot of a Record
	opItem         // an element of a repeated group
	opMember       // an element of a substitution group
	opText         // text between elements
	opAnyAttrs     // attributes that a wildcard allows
)

// fieldPlan is what steps in either direction know of a field.
type fieldPlan struct {
	row      *Row
	typ      reflect.Type // of the field
	elem     reflect.Type // of one value
	size     uintptr      // of an item of a slice
	form     form
	optional bool
	nillable bool
	scalar   *scalar
	list     *fieldPlan // the items of a list
	known    []shapeField

	open, end, null string // markup: before a value, after it, of one that is nil
}

// readStep reads an element or an attribute into a field.
type readStep struct {
	offset uintptr
	op     op
	field  *fieldPlan
	inner  *readStep // opSlot, opItem, opMember: what is in there
}

// tagSize is the size of tags that are written with two moves; they are shorter.
const tagSize = 32

// writeStep writes a field. Its tags are padded.
type writeStep struct {
	offset          uintptr
	op              op
	openLen         uint8
	endLen          uint8
	openTag, endTag [tagSize]byte
	field           *fieldPlan
	inner           []writeStep // opSlot: one
	zero            pointer     // opSlot: what a slot without a value has
}

// planOf returns the plan of a type, which is made when it is first needed. Two
// goroutines may make it at once; the results are alike. A panic leaves no
// plan.
func (t *Type) planOf() *typePlan {
	if p := t.plan.Load(); p != nil {
		return p
	}
	return t.makePlan()
}

func (t *Type) makePlan() *typePlan {
	p := newPlan(layoutOf(t))
	t.plan.Store(p)
	return p
}

func newPlan(l *layout) *typePlan {
	p := &typePlan{typ: l.typ, goType: l.typ.goType(), record: l.record, slots: l.slots, noSlots: make([]any, len(l.slots)), mixed: l.typ.Mixed, hasAttrs: l.typ.hasAttrs()}
	p.shape.anyAttr = l.wildcard
	for i := range l.attrs {
		p.addAttr(l, &l.attrs[i])
	}
	if l.anyAttrs != nil {
		p.addAnyAttrs(l, min(l.anyAt, len(l.attrs)))
	}
	for i := range l.elements {
		p.addElement(l, &l.elements[i])
	}
	if l.content != nil {
		p.content = l.readStep(l.content)
		p.writeFields = append(p.writeFields, l.writeStep(l.content))
	}
	if l.text != nil {
		f := &fieldPlan{row: l.text.row, typ: l.text.typ}
		p.text = l.inSlot(readStep{offset: l.text.offset, op: opText, field: f})
		write := l.outOfSlot(writeStep{offset: l.text.offset, op: opText, field: f})
		p.writeFields = append([]writeStep{write}, p.writeFields...)
	}
	if l.item != nil {
		p.addItem(l)
	}
	if l.isNil != nil {
		p.isNil, p.hasIsNil = l.spot(l.isNil), true
	}
	for i := range l.attachments {
		p.attachments = append(p.attachments, newAttachmentPlan(l, &l.attachments[i]))
	}
	p.empty = len(p.shape.fields) == 0 && !p.mixed
	p.onlyElements = !p.empty && !p.hasAttrs && !p.mixed && !p.record && p.content == nil
	return p
}

func (p *typePlan) addAttr(l *layout, at *place) {
	r := at.row
	p.shape.attrs = append(p.shape.attrs, shapeField{name: r.Name, ns: int(r.NS), must: !at.optional && !r.Lax})
	p.attrs = append(p.attrs, *l.readStep(at))
	p.writeAttrs = append(p.writeAttrs, l.writeStep(at))
}

func (p *typePlan) addAnyAttrs(l *layout, at int) {
	f := &fieldPlan{row: l.anyAttrs.row, known: p.shape.attrs, typ: l.anyAttrs.typ}
	read := readStep{offset: l.anyAttrs.offset, op: opAnyAttrs, field: f}
	write := writeStep{offset: read.offset, op: opAnyAttrs, field: f}
	p.anyAttrs = l.inSlot(read)
	p.writeAttrs = slices.Insert(p.writeAttrs, at, l.outOfSlot(write))
}

func (p *typePlan) addElement(l *layout, at *place) {
	r := at.row
	if !r.Kind.composite() {
		if required := r.Occurs == OnceOrMore || r.Occurs == Once; required && !r.Lax && !at.optional {
			p.shape.required = append(p.shape.required, len(p.fields))
		}
		p.addField(r, *l.readStep(at), at.many())
		p.writeFields = append(p.writeFields, l.writeStep(at))
		return
	}
	inner := r.Of.planOf()
	outer := fieldPlan{row: r, typ: at.typ, elem: at.value(), size: at.value().Size(), form: at.form}
	step := readStep{offset: at.offset, op: opMember, field: &outer}
	if at.many() {
		step.op = opItem
	}
	for i := range inner.fields {
		step.inner = &inner.fields[i]
		p.addComposite(l, inner.shape.fields[i], step, at.many())
	}
	if inner.text != nil {
		step.inner = inner.text
		p.text = l.inSlot(step)
	}
	write := writeStep{offset: at.offset, op: step.op, field: &outer, inner: inner.writeFields}
	p.writeFields = append(p.writeFields, l.outOfSlot(write))
}

func (at *place) many() bool { return at.form == asSlice || at.form == asPointers }

func (p *typePlan) addField(r *Row, step readStep, many bool) {
	f := shapeField{name: r.Name, ns: int(r.NS), many: many}
	if r.Any != nil {
		f = shapeField{ns: anyNamespace, many: many, wildcard: r.Any}
	}
	p.shape.fields = append(p.shape.fields, f)
	p.fields = append(p.fields, step)
}

func (p *typePlan) addComposite(l *layout, f shapeField, step readStep, many bool) {
	f.many = many
	p.shape.fields = append(p.shape.fields, f)
	p.fields = append(p.fields, *l.inSlot(step))
}

// inSlot returns the step that does another one in a slot, if values are records.
func (l *layout) inSlot(s readStep) *readStep {
	if !l.record {
		return &s
	}
	offset := s.offset
	s.offset = 0
	return &readStep{offset: offset, op: opSlot, field: s.field, inner: &s}
}

// outOfSlot is inSlot for writing.
func (l *layout) outOfSlot(s writeStep) writeStep {
	if !l.record {
		return s
	}
	offset := s.offset
	s.offset = 0
	return writeStep{offset: offset, op: opSlot, field: s.field, inner: []writeStep{s}, zero: newOf(s.field.typ)}
}

// spot is where a field is that is no value of the schema.
type spot struct {
	offset uintptr
	slot   reflect.Type // nil: it is no slot
	zero   pointer      // what a slot without a value has
}

func (l *layout) spot(p *place) spot {
	if !l.record {
		return spot{offset: p.offset}
	}
	return spot{p.offset, p.typ, newOf(p.typ)}
}

// of returns the address of the field in a value that is written.
func (s *spot) of(v pointer) pointer {
	v = v.add(s.offset)
	if s.slot != nil {
		return slotAt(v, s.zero)
	}
	return v
}

// in returns the address of the field in a value that is read.
func (s *spot) in(v pointer) pointer {
	v = v.add(s.offset)
	if s.slot != nil {
		return slotOf(v, s.slot)
	}
	return v
}

func (p *typePlan) addItem(l *layout) {
	p.array = l.item.row.More.Array
	p.arrayItem = l.typ.table.prefix(p.array.NS) + p.array.Name + p.array.Brackets
	p.item = l.readStep(l.item)
	w := l.writeStep(l.item)
	p.writeItem = &w
	if l.sizes != nil {
		p.sizes, p.hasSizes = l.spot(l.sizes), true
	}
}

// hasAttrs reports whether what is written of a type begins inside the start tag.
// It does not need the plan, which may not be made yet.
func (t *Type) hasAttrs() bool {
	for ; t != nil; t = t.base {
		for i := range t.rows {
			r := &t.rows[i]
			if r.At == AtAttribute && r.Kind != KindProhibited || r.At == AtItem || r.Kind == KindAnyAttributes || r.Kind == KindIsNil {
				return true
			}
		}
	}
	return false
}

// field returns what steps know of a place.
func (l *layout) field(at *place) *fieldPlan {
	r := at.row
	f := &fieldPlan{row: r, typ: at.typ, elem: at.value(), form: at.form, optional: at.optional, nillable: r.Nillable}
	f.size = f.elem.Size()
	if at.form == asPointers {
		f.size = reflect.TypeFor[*byte]().Size()
	}
	f.simple(r)
	l.markup(f)
	return f
}

// simple sets how the values of a simple type are read and written.
func (f *fieldPlan) simple(r *Row) {
	switch {
	case r.Kind <= lastScalar:
		f.scalar = &scalars[r.Kind]
	case r.Kind == KindList:
		item := &r.Of.rows[0]
		f.list = &fieldPlan{row: item, elem: f.elem.Elem()}
		f.list.typ, f.list.size = f.list.elem, f.list.elem.Size()
		f.list.simple(item)
	}
}

// markup sets the tags of a field.
func (l *layout) markup(f *fieldPlan) {
	r := f.row
	name := l.typ.table.prefix(r.NS) + r.Name
	switch {
	case r.At == AtContent || r.Kind == KindRawXML: // which has its own tags
	case r.At == AtAttribute:
		f.open, f.end = " "+name+`="`, `"`
	default:
		f.open, f.end = "<"+name, "</"+name+">"
		f.null = f.open + ` xsi:nil="true"/>`
		if r.Typed {
			f.open += ` xsi:type="` + l.typeOf(r) + `"`
		}
		if r.Kind != KindStruct || !r.Of.hasAttrs() {
			f.open += ">"
		}
	}
}

// typeOf returns the type of a row, with its prefix.
func (l *layout) typeOf(r *Row) string {
	switch {
	case r.More != nil && r.More.Type != "":
		return l.typ.table.prefix(r.More.TypeNS) + r.More.Type
	case r.Of != nil:
		return l.typ.table.prefix(r.Of.NS) + r.Of.Name
	}
	for i, ns := range l.typ.table.Namespaces {
		if ns.URI == xsd.Namespace {
			return l.typ.table.prefix(ns.number(i)) + scalars[r.Kind].name
		}
	}
	return scalars[r.Kind].name
}

func (l *layout) readStep(at *place) *readStep {
	f := l.field(at)
	return l.inSlot(readStep{offset: at.offset, op: opOf(f), field: f})
}

func (l *layout) writeStep(at *place) writeStep {
	f := l.field(at)
	s := writeStep{offset: at.offset, op: opOf(f), field: f}
	if len(f.open) < tagSize && len(f.end) < tagSize {
		s.openLen, s.endLen = uint8(copy(s.openTag[:], f.open)), uint8(copy(s.endTag[:], f.end))
	} else if s.op < opScalar {
		s.op = opField
	}
	return l.outOfSlot(s)
}

// opOf returns the operation that reads and writes a field fastest.
func opOf(f *fieldPlan) op {
	r := f.row
	if r.At != AtElement || r.Nillable || r.More != nil && r.More.Default != "" {
		return opField
	}
	switch {
	case f.form == asValue && r.Kind == KindString:
		return opString
	case f.form == asValue && r.Kind == KindInt32:
		return opInt32
	case f.form == asValue && r.Kind == KindDateTime:
		return opDateTime
	case f.form == asValue && r.Kind == KindStruct:
		return opStruct
	case f.form == asValue && f.scalar != nil && !f.scalar.hasNil:
		return opScalar
	case f.form == asPointer && r.Kind == KindString:
		return opOptString
	case f.form == asPointer && r.Kind == KindInt32:
		return opOptInt32
	case f.form == asPointer && r.Kind == KindStruct:
		return opOptStruct
	case f.form == asPointer && f.scalar != nil:
		return opOptScalar
	case f.form == asSlice && r.Kind == KindStruct:
		return opStructs
	}
	return opField
}
