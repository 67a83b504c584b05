package codec

import (
	"math"
	"slices"

	"example.com/quartet/templates/soap/xsd"
)

// DecodeRows reads the current element, whose type is t, into v.
func DecodeRows(d *Decoder, t *Type, v any) {
	p := t.planOf()
	if p.hasIsNil && d.IsNil() {
		d.readNilRows(p, t.pointerTo(v))
		return
	}
	d.readRows(p, t.pointerTo(v))
}

// readRows reads attributes and content of the current element into the value at
// v.
func (d *Decoder) readRows(p *typePlan, v pointer) {
	if p.onlyElements {
		d.readElements(p, v)
		return
	}
	if p.record {
		v = d.recordAt(v, p)
	}
	if p.hasAttrs {
		d.readAttrs(p, v)
	}
	if p.content == nil && d.partRef() != nil {
		d.refuseAttrs()
	}
	switch {
	case p.content != nil:
		if preset := d.preset; preset != "" {
			d.preset = ""
			d.orText(preset, func() { d.readStep(p.content, v) })
			return
		}
		d.readStep(p.content, v)
	case p.array != nil:
		d.readArray(p, v)
	case p.mixed:
		d.readMixed(p, v)
	case p.empty && d.readNil():
	case p.empty && !d.Strict:
		d.Skip()
	default:
		d.readElements(p, v)
	}
}

// readStruct reads the current element, which must have the type t. A decoder that is not strict ignores another xsi:type.
func (d *Decoder) readStruct(t *Type, v pointer) {
	if d.Strict && d.current.field < 0 { // otherwise the tag has no attributes
		d.refuseOtherType(t)
	}
	d.readRows(t.planOf(), v)
}

// readElements reads content that is elements and nothing else.
func (d *Decoder) readElements(p *typePlan, v pointer) {
	d.Enter(&p.shape)
	fields := p.fields
	for {
		i := d.Next()
		if uint(i) >= uint(len(fields)) {
			return
		}
		s := &fields[i]
		if s.op == opTyped && d.current.field >= 0 {
			s = s.inner // the tag has no attributes
		}
		to := v.add(s.offset)
		switch s.op {
		case opOptString: // as OptString does it
			if from, end := d.plain(); end >= 0 {
				p := d.newString()
				*p = d.copyText(d.Buf[from:end])
				*at[*string](to) = p
			} else {
				*at[*string](to) = d.otherOptString()
			}
		case opString:
			*at[string](to) = d.String()
		case opInt32:
			*at[int32](to) = int32(d.integer("xs:int", math.MinInt32, math.MaxInt32))
		case opDateTime:
			*at[xsd.DateTime](to) = d.dateTime()
		case opScalar:
			s.field.scalar.read(d, to)
		case opOptScalar, opOptInt32:
			if !d.readNil() {
				d.TakeMemory(int64(s.field.size))
				d.absent = false
				if p := s.field.scalar.readTo(d); !d.absent {
					to.store(p)
				}
			}
		case opStruct:
			d.readStruct(s.field.row.Of, to)
		case opOptStruct:
			if !d.readNil() {
				v := d.new(s.field)
				to.store(v)
				d.readStruct(s.field.row.Of, v)
			}
		case opStructs:
			d.readStruct(s.field.row.Of, d.extend(s.field, to))
		case opField:
			d.readField(s.field, to)
		default:
			d.readStep(s, v)
		}
	}
}

func (d *Decoder) readMixed(p *typePlan, v pointer) {
	d.Enter(&p.shape)
	for i := d.nextMixed(); i >= 0; i = d.nextMixed() {
		if i == textRow {
			d.readStep(p.text, v)
		} else {
			d.readStep(&p.fields[i], v)
		}
	}
}

func (d *Decoder) readAttrs(p *typePlan, v pointer) {
	if p.array != nil {
		return // the attributes belong to the encoding
	}
	for i := d.nextAttr(&p.shape); i >= 0; i = d.nextAttr(&p.shape) {
		if i == anyAttr {
			d.readStep(p.anyAttrs, v)
		} else {
			d.readStep(&p.attrs[i], v)
		}
	}
}

func (d *Decoder) readArray(p *typePlan, v pointer) {
	sizes := p.array.Style.Enter(d, p.array.Rank)
	for p.array.Style.Next(d) {
		d.readStep(p.item, v)
	}
	n := p.item.len(v)
	p.array.Style.Leave(d, p.array.Rank, sizes, n)
	if p.hasSizes {
		*at[[]int](p.sizes.in(v)) = sizes
	}
}

// len returns the number of items of a slice in the value at v.
func (s *step) len(v pointer) int { return s.source(v).slice().len }

// readStep reads an element or attribute into its field of the value at v.
func (d *Decoder) readStep(s *step, v pointer) {
	to := v.add(s.offset)
	switch s.op {
	case opSlot:
		d.absent = false
		d.readStep(s.inner, d.slotAt(to, s.field.typ))
		if d.absent && s.field.form == asValue && s.field.scalar != nil {
			*at[any](to) = nil
		}
	case opItem:
		d.readStep(s.inner, d.entered(s.field, d.extend(s.field, to)))
	case opMember:
		if !to.load().isNil() {
			if d.AcceptTag("another element of its substitution group is there already") {
				d.Skip()
			}
			return
		}
		member := d.new(s.field)
		to.store(member)
		d.readStep(s.inner, d.entered(s.field, member))
	case opTyped:
		d.readTyped(s, v)
	case opText:
		*at[string](to) = string(d.scratch)
	case opAnyAttrs:
		if d.Failed == nil {
			*at[[]xsd.Attr](to) = d.appendAttribute(*at[[]xsd.Attr](to), &d.Attrs[d.attrIndex-1])
		}
	default:
		d.readField(s.field, to)
	}
}

// entered returns the address of the fields of the struct, or the slots of the
// Record, at p: offsets in steps are relative to it.
func (d *Decoder) entered(f *fieldPlan, p pointer) pointer {
	if f.row.Of.Zero == nil {
		return d.recordAt(p, f.row.Of.planOf())
	}
	return p
}

// readField reads a value into a field.
func (d *Decoder) readField(f *fieldPlan, to pointer) {
	switch f.form {
	case asValue:
		if (f.optional || f.row.Nillable) && f.row.HasNil() && f.row.Kind != KindRawXML && d.readAbsent(f) {
			to.clear(f.typ)
			return
		}
		d.readValue(f, to)
	case asPointer:
		to.store(d.readPointer(f))
	case asNillable:
		p := d.readPointer(f)
		to.store(p) // the value comes first
		to.nillable().isNil = p.isNil() && !d.absent
	case asSlice:
		if f.row.Kind == KindPoly && f.row.Nillable && d.readAbsent(f) {
			d.extend(f, to)
			return
		}
		d.readValue(f, d.extend(f, to))
	case asPointers:
		p := d.readPointer(f)
		d.extend(f, to).store(p)
	}
}

// readPointer reads a value and returns a pointer to it, nil if the element is
// nil.
func (d *Decoder) readPointer(f *fieldPlan) pointer {
	d.absent = false
	if d.readAbsent(f) {
		return pointer{}
	}
	if f.row.Kind == KindString && d.Failed == nil {
		s := d.newString()
		*s = d.String()
		return pointerTo(s)
	}
	p := d.new(f)
	switch {
	case d.IsNil() && f.row.Kind == KindStruct:
		d.readNilRows(f.row.Of.planOf(), p)
	case d.IsNil() && f.row.Kind == KindAnyType:
		*at[xsd.AnyType](p) = d.nillableAnyType()
	default:
		d.readValue(f, p)
	}
	if d.absent && f.scalar != nil {
		return pointer{}
	}
	return p
}

// readAbsent is readNil for an element whose value is absent then. One with attributes has
// a value if its type has a field for that.
func (d *Decoder) readAbsent(f *fieldPlan) bool {
	if !d.IsNil() {
		return false
	}
	if f.nillable && d.hasAttributes(f.row.Kind == KindAnyType) {
		switch f.row.Kind {
		case KindAnyType:
			return false
		case KindStruct:
			if f.row.Of.planOf().hasIsNil {
				return false
			}
		case KindPoly:
			if t := d.namedType(f.row.Of); t == nil || t.planOf().hasIsNil {
				return false
			}
		}
	}
	return d.readNil()
}

// hasAttributes reports whether the current element has attributes besides those that
// every element may have, xsi:type counted as one if typed is set.
func (d *Decoder) hasAttributes(typed bool) bool {
	d.fill()
	return slices.ContainsFunc(d.Attrs, func(a Attribute) bool {
		return a.URI != XSINamespace || typed && string(d.Buf[a.Local:a.End]) == "type"
	})
}

// readNilRows is readRows for an element that is nil.
func (d *Decoder) readNilRows(p *typePlan, v pointer) {
	if p.record {
		v = d.recordAt(v, p)
	}
	d.readAttrs(p, v)
	*at[bool](p.isNil.in(v)) = true
	d.readNil()
}

// readValue reads one value.
func (d *Decoder) readValue(f *fieldPlan, to pointer) {
	if f.preset != "" {
		d.readPreset(f, to)
		return
	}
	d.readKind(f, to)
}

// readKind reads one value by its kind.
func (d *Decoder) readKind(f *fieldPlan, to pointer) {
	switch {
	case f.scalar != nil:
		f.scalar.read(d, to)
	case f.row.Kind == KindStruct:
		if f.row.holdsItems() {
			to.makeSlice(f.typ, 0)
		}
		d.readStruct(f.row.Of, to)
	case f.row.Kind == KindPoly:
		d.readPoly(f, to)
	case f.row.Kind == KindList:
		d.readList(f, to)
	}
}

// new returns a pointer to a new value of a field.
func (d *Decoder) new(f *fieldPlan) pointer {
	d.TakeMemory(int64(f.elem.Size()))
	return newOf(f.elem)
}

// extend makes a slice one item longer and returns a pointer to the item. The
// slice grows to what the rest of the document may hold.
func (d *Decoder) extend(f *fieldPlan, to pointer) pointer {
	s := to.slice()
	if s.len == s.cap {
		left := (d.lim.Memory - d.allocated) / max(int64(f.size), 1) // a guess at further items must not take more memory
		n := max(int(min(int64(d.growth(s.len)), left)), s.len+1)
		if !d.TakeMemory(int64(n) * int64(f.size)) {
			return newOf(f.elem) // which nothing refers to
		}
		to.grow(f.typ, n)
		d.allocated += int64(s.cap-n-s.len) * int64(f.size) // what was there before is free
	}
	return s.extend(f.size)
}

// DecodeRequest is DecodeRows for the element whose children are the parameters of a request. What would answer another question
// than was asked is an error then: a child that is a parameter but for the case of its name or its namespace, and an element inside
// a parameter of a simple type. Other unknown elements are skipped.
func (d *Decoder) DecodeRequest(t *Type, v any) {
	d.request = len(d.frames) + 1
	DecodeRows(d, t, v)
	d.request = 0
}
