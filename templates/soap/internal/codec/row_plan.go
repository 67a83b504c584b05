package codec

import (
	"reflect"
	"slices"
	"sync/atomic"
)

// typePlan has what decoding and encoding need to know of a type. It holds no URI:
// the namespaces of a contract may be replaced when it is used.
type typePlan struct {
	typ     *Type
	goType  reflect.Type
	slots   []reflect.Type // Go types of the slots of a Record
	noSlots []any          // slots of a Record that is zero; they are never written

	shape     Shape
	fields    []step // by the index in shape.Fields
	attrs     []step // by the index in shape.Attrs
	anyAttrs  *step
	text      *step
	content   *step
	item      *step // an item of an array
	array     *Array
	arrayItem string
	sizes     spot

	attachments []attachmentPlan
	isNil       spot
	xsiTypes    spot

	writeAttrs  []step
	writeFields []step // for simple content, the only one
	writeTyped  []step // writeFields where elements have xsi:type

	record, mixed       bool
	hasAttrs            bool // attributes may be in the start tag
	hasIsNil, hasSizes  bool
	hasXSITypes         bool
	onlyElements, empty bool

	forJSON atomic.Pointer[jsonPlan]
}

// planOf returns the plan of a type, which is made when it is first needed. Two
// goroutines may make it at once; the results are alike. A panic leaves no
// plan.
func (t *Type) planOf() *typePlan {
	if p := t.state().plan.Load(); p != nil {
		return p
	}
	return t.makePlan()
}

func (t *Type) makePlan() *typePlan {
	p := newPlan(layoutOf(t))
	t.state().plan.Store(p)
	return p
}

func newPlan(l *layout) *typePlan {
	p := &typePlan{typ: l.typ, goType: l.typ.goType(), record: l.record, slots: l.slots, noSlots: make([]any, len(l.slots)), mixed: l.typ.Mixed, hasAttrs: l.typ.hasAttrs()}
	p.shape.anyAttr = l.wildcard
	for i := range l.attrs {
		at := &l.attrs[i]
		p.shape.attrs = append(p.shape.attrs, shapeField{name: at.row.Name, ns: int(at.row.NS), must: !at.optional && !at.row.Lax})
		p.attrs = append(p.attrs, l.step(at))
	}
	p.writeAttrs = slices.Clone(p.attrs)
	if l.anyAttrs != nil {
		f := &fieldPlan{place: *l.anyAttrs, known: p.shape.attrs}
		s := l.inSlot(step{offset: l.anyAttrs.offset, op: opAnyAttrs, put: opAnyAttrs, field: f})
		p.anyAttrs, p.writeAttrs = &s, slices.Insert(p.writeAttrs, min(l.anyAt, len(l.attrs)), s)
	}
	for i := range l.elements {
		p.addElement(l, &l.elements[i])
	}
	if l.content != nil {
		content := l.step(l.content)
		p.content, p.writeFields = &content, append(p.writeFields, content)
	}
	if l.text != nil {
		text := l.inSlot(step{offset: l.text.offset, op: opText, put: opText, field: &fieldPlan{place: *l.text}})
		p.text, p.writeFields = &text, slices.Insert(p.writeFields, 0, text)
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
	p.addXSITypes(l)
	return p
}

func (p *typePlan) addElement(l *layout, at *place) {
	r := at.row
	if !r.Kind.composite() {
		if required := r.Occurs == OnceOrMore || r.Occurs == Once; required && !r.Lax && !at.optional {
			p.shape.required = append(p.shape.required, len(p.fields))
		}
		f, s := shapeField{name: r.Name, ns: int(r.NS), many: at.many()}, l.step(at)
		if r.Wildcard() != nil {
			f = shapeField{ns: anyNamespace, many: at.many(), wildcard: r.Wildcard()}
		}
		p.shape.fields = append(p.shape.fields, f)
		p.fields, p.writeFields = append(p.fields, s), append(p.writeFields, s)
		return
	}
	inner := r.Of.planOf()
	outer := fieldPlan{place: *at, elem: at.value(), size: at.value().Size()}
	s := step{offset: at.offset, op: opMember, put: opMember, field: &outer}
	if at.many() {
		s.op, s.put = opItem, opItem
	}
	p.writeFields = append(p.writeFields, l.inSlot(s))
	for i := range inner.fields {
		f := inner.shape.fields[i]
		f.many, s.inner = at.many(), &inner.fields[i]
		p.shape.fields, p.fields = append(p.shape.fields, f), append(p.fields, l.inSlot(s))
	}
	if inner.text != nil {
		s.inner = inner.text
		text := l.inSlot(s)
		p.text = &text
	}
}

func (p *place) many() bool { return p.form >= asSlice }

// spot is where a field is that is not a value of the schema.
type spot struct {
	offset uintptr
	slot   reflect.Type // nil if it is not a slot
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
	p.arrayItem = l.typ.state().table.prefix(p.array.NS) + p.array.Name + p.array.Brackets
	item := l.step(l.item)
	p.item = &item
	if l.sizes != nil {
		p.sizes, p.hasSizes = l.spot(l.sizes), true
	}
}

// isOpenContent reports whether a row is content with attributes of its own.
func (r *Row) isOpenContent() bool { return r.Kind == KindAnyType && r.At == AtContent }

// hasAttrs reports whether what is written of a type begins inside the start tag.
// It does not need the plan, which may not be made yet.
func (t *Type) hasAttrs() bool {
	for ; t != nil; t = t.state().base {
		rows := t.Rows()
		for i := range rows {
			r := &rows[i]
			if r.At == AtAttribute || r.At == AtItem || r.Kind == KindAnyAttributes || r.Kind == KindIsNil || r.isOpenContent() {
				return true
			}
		}
	}
	return false
}
