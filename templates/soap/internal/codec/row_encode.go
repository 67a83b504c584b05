package codec

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"example.com/quartet/templates/soap/xsd"
)

// EncodeRows writes attributes and content of an element whose start tag is open.
func EncodeRows(e *Encoder, t *Type, v any) {
	p := t.planOf()
	from, ok := t.pointerIn(v)
	if !ok {
		e.fail("", "%s", t.misfit(v))
		return
	}
	if !p.hasAttrs {
		e.Raw(">")
	}
	e.writeRows(p, from)
}

// writeRows writes attributes and ">", if the type has attributes, and content.
func (e *Encoder) writeRows(p *typePlan, v pointer) {
	if p.onlyElements {
		e.writeFields(p.steps(v), v)
		return
	}
	v, ok := e.entered(p, v)
	if !ok {
		return
	}
	switch {
	case p.array != nil:
		e.writeArray(p, v)
	case p.hasIsNil && *at[bool](p.isNil.of(v)):
		e.writeFields(p.writeAttrs, v)
		e.Raw(` xsi:nil="true">`)
	case p.hasAttrs:
		e.writeFields(p.writeAttrs, v)
		if p.content == nil || !p.content.field.row.isOpenContent() {
			e.Raw(">")
		}
		fallthrough
	default:
		e.writeFields(p.steps(v), v)
	}
}

// writeFields writes fields of the value at v. In appendFields the buffer is a local
// variable; it is stored in the encoder before calls that need it there.
//
// The loop is fast for text, of which most messages consist: where there is room,
// the tags and a text of up to 32 bytes are copied in blocks of fixed size, which may
// have more bytes than are needed.
func (e *Encoder) writeFields(steps []step, v pointer) { e.Buf = e.appendFields(steps, v, e.Buf) }

// appendFields is writeFields for a buffer that the encoder does not have.
func (e *Encoder) appendFields(steps []step, v pointer, b []byte) []byte {
	const maxText = 32
	for i := range steps {
		s := &steps[i]
		from := v.add(s.offset)
		var text string
		switch s.put {
		case opOptString:
			p := *at[*string](from)
			if p == nil {
				continue
			}
			text = *p
		case opString:
			text = *at[string](from)
		default:
			b = e.writeOther(s, from, b)
			continue
		}
		size, n := len(b), len(text)
		if n > maxText || cap(b)-size < 3*tagSize {
			b = append(e.appendText(append(b, s.field.open...), text), s.field.end...)
			continue
		}
		room := b[size : size+3*tagSize]
		*(*[tagSize]byte)(room) = s.openTag
		open := int(s.openLen % tagSize)
		w := (*[maxText]byte)(room[open:])
		var special uint64
		switch {
		case n > 16:
			x1, x2, y1, y2 := load64(text, 0), load64(text, 8), load64(text, n-16), load64(text, n-8)
			binary.LittleEndian.PutUint64(w[:], x1)
			binary.LittleEndian.PutUint64(w[8:], x2)
			binary.LittleEndian.PutUint64(w[n-16:], y1)
			binary.LittleEndian.PutUint64(w[n-8:], y2)
			special = specials(x1) | specials(x2) | specials(y1) | specials(y2)
		case n >= 8:
			x, y := load64(text, 0), load64(text, n-8)
			binary.LittleEndian.PutUint64(w[:], x)
			binary.LittleEndian.PutUint64(w[n-8:], y)
			special = specials(x) | specials(y)
		case n >= 4:
			x, y := load32(text, 0), load32(text, n-4)
			binary.LittleEndian.PutUint32(w[:], x)
			binary.LittleEndian.PutUint32(w[n-4:], y)
			special = specials(uint64(x) | uint64(y)<<32)
		case n > 0:
			x, y, z := text[0], text[n/2], text[n-1]
			w[0], w[n/2], w[n-1] = x, y, z
			special = specials(uint64(x) | uint64(y)<<8 | uint64(z)<<16 | spaces)
		}
		if special&highBits != 0 {
			b = append(e.appendEscaped(b[:size+open], text), s.field.end...)
			continue
		}
		*(*[tagSize]byte)(room[open+n:]) = s.endTag
		b = b[:size+open+n+int(s.endLen)]
	}
	return b
}

// writeOther writes a field that is not text, and returns the buffer.
func (e *Encoder) writeOther(s *step, from pointer, b []byte) []byte {
	switch s.put {
	case opOptInt32, opOptScalar, opOptStruct:
		if from = from.load(); from.isNil() {
			return b
		}
	}
	switch s.put {
	case opInt32, opOptInt32:
		return s.appendEnd(strconv.AppendInt(s.appendOpen(b), int64(*at[int32](from)), 10))
	case opDateTime:
		return s.appendEnd(e.appendTime(s.appendOpen(b), at[xsd.DateTime](from)))
	case opScalar, opOptScalar:
		e.Buf = b
		s.field.scalar.write(e, s.field.open, from, s.field.end)
		return e.Buf
	case opStruct, opOptStruct:
		return e.appendStruct(s, s.field.row.Of.planOf(), from, b)
	case opStructs:
		p, items := s.field.row.Of.planOf(), from.slice()
		for i := range items.len {
			b = e.appendStruct(s, p, items.item(i, s.field.size), b)
			if e.out != nil || e.ctx != nil {
				e.Buf = b
				if !e.endItem() {
					return e.Buf
				}
				b = e.Buf
			}
		}
		return b
	}
	e.Buf = b
	e.writeStep(s, from)
	return e.Buf
}

// appendStruct appends an element whose content is the struct at v.
func (e *Encoder) appendStruct(s *step, p *typePlan, v pointer, b []byte) []byte {
	if !e.deeper(s.field.open) {
		return b
	}
	b = s.appendOpen(b)
	if p.onlyElements {
		b = e.appendFields(p.steps(v), v, b)
	} else {
		e.Buf = b
		e.writeRows(p, v)
		b = e.Buf
	}
	e.depth--
	return s.appendEnd(b)
}

func (s *step) appendOpen(b []byte) []byte {
	n := len(b)
	if cap(b)-n < tagSize || s.openLen == 0 {
		return append(b, s.field.open...)
	}
	*(*[tagSize]byte)(b[n : n+tagSize]) = s.openTag
	return b[:n+int(s.openLen)]
}

func (s *step) appendEnd(b []byte) []byte {
	n := len(b)
	if cap(b)-n < tagSize || s.endLen == 0 {
		return append(b, s.field.end...)
	}
	*(*[tagSize]byte)(b[n : n+tagSize]) = s.endTag
	return b[:n+int(s.endLen)]
}

// appendTime appends an xs:dateTime; see Encoder.dateTime.
func (e *Encoder) appendTime(b []byte, v *xsd.DateTime) []byte {
	if e.timeSize > 0 && *v == e.time {
		return append(b, e.timeText[:e.timeSize]...)
	}
	from := len(b)
	b, err := v.AppendText(b)
	if err != nil {
		e.Buf = b
		e.fail("", "%v", err)
		return b
	}
	if n := len(b) - from; n <= len(e.timeText) {
		e.time, e.timeSize = *v, copy(e.timeText[:], b[from:])
	}
	return b
}

func (e *Encoder) writeArray(p *typePlan, v pointer) {
	var sizes []int
	if p.hasSizes {
		sizes = *at[[]int](p.sizes.of(v))
	}
	e.writeFields(p.writeAttrs, v)
	p.array.Style.Open(e, p.arrayItem, p.array.Rank, sizes, p.item.len(v))
	e.writeStep(p.item, v.add(p.item.offset))
}

// writeInner writes fields of the struct, or slots of the Record, at v, which is
// an item of a group or a member.
func (e *Encoder) writeInner(f *fieldPlan, v pointer) {
	p := f.row.Of.planOf()
	if v, ok := e.entered(p, v); ok {
		e.writeFields(p.steps(v), v)
	}
}

// writeStep writes the field at from.
func (e *Encoder) writeStep(s *step, from pointer) {
	switch s.put {
	case opSlot:
		switch from = slotAt(from, s.zero); {
		case from == s.zero && e.partial:
			return
		case from == s.zero && s.field.mustHaveValue(s.inner):
			e.fail(s.field.open, "the element must have a value, which is nil")
			return
		}
		e.writeStep(s.inner, from)
	case opItem:
		items := from.slice()
		for i := range items.len {
			e.writeInner(s.field, items.item(i, s.field.size))
			if !e.endItem() {
				return
			}
		}
	case opMember:
		if member := from.load(); !member.isNil() {
			e.writeInner(s.field, member)
		}
	case opTyped:
		e.writeTyped(s, from)
	case opText:
		e.text(*at[string](from))
	case opAnyAttrs:
		e.anyAttrs(*at[[]xsd.Attr](from), s.field.known)
	default:
		e.writeField(s.field, from)
	}
}

// mustHaveValue reports whether a slot without a value is an error. In place of an
// absent struct its zero value could be written, but not in place of a record: if a
// type must hold a value of the same type, that would not end.
func (f *fieldPlan) mustHaveValue(s *step) bool {
	return s.put < opSlot && f.form == asValue && !f.optional && !f.row.HasNil()
}

func (e *Encoder) writeField(f *fieldPlan, from pointer) {
	switch f.form {
	case asValue:
		switch {
		case !f.row.HasNil() || !f.optional && !f.row.Nillable || !f.isNil(from):
			e.writeValue(f, f.open, from, f.end)
		case f.row.Nillable:
			e.Raw(f.null)
		}
	case asPointer:
		e.writePointer(f, from.load())
	case asNillable:
		if from.nillable().isNil {
			e.Raw(f.null)
		} else if p := from.load(); !p.isNil() {
			e.writeValue(f, f.open, p, f.end)
		}
	case asSlice, asPointers:
		e.writeItems(f, from)
	}
}

// isNil reports whether the value at from, whose type has a nil, is nil.
func (f *fieldPlan) isNil(from pointer) bool {
	if f.row.Kind == KindRawXML {
		return *at[string](from) == ""
	}
	return from.load().isNil()
}

func (e *Encoder) writePointer(f *fieldPlan, p pointer) {
	switch {
	case !p.isNil():
		e.writeValue(f, f.open, p, f.end)
	case f.row.Nillable:
		e.Raw(f.null)
	}
}

// writeValue writes one value between open and end.
func (e *Encoder) writeValue(f *fieldPlan, open string, from pointer, end string) {
	switch {
	case f.scalar != nil && f.row.At == AtAttribute:
		f.scalar.attr(e, open, from, end)
	case f.scalar != nil:
		f.scalar.write(e, open, from, end)
	case f.row.Kind == KindList:
		e.writeList(f, open, from, end)
	case e.deeper(open):
		if f.row.Kind == KindStruct {
			e.Buf = append(e.Buf, open...)
			e.writeRows(f.row.Of.planOf(), from)
			e.Buf = append(e.Buf, end...)
		} else {
			e.writePoly(f, open, from, end)
		}
		e.depth--
	}
}

// writeList writes a list. An item that is empty or has white space is an error: a
// reader would find no item, or two.
func (e *Encoder) writeList(f *fieldPlan, open string, from pointer, end string) {
	e.open(open)
	e.list = true
	write := f.list.scalar.write
	if f.row.At == AtAttribute {
		write = f.list.scalar.attr
	}
	items := from.slice()
	for i := range items.len {
		if i > 0 {
			e.Buf = append(e.Buf, ' ')
		}
		// What is after the item stays as long as it is, even if a namespace is
		// declared in front of it.
		before, tagEnd := len(e.Buf), e.tagEnd
		write(e, "", items.item(i, f.list.size), "")
		before += e.tagEnd - tagEnd
		if item := e.Buf[min(before, len(e.Buf)):]; len(item) == 0 || bytes.ContainsAny(item, " \t\r\n") || bytes.Contains(item, []byte("&#x")) {
			e.fail(open, "the item %d of the list is empty or holds white space", i+1)
		}
	}
	e.list = false
	e.declared = e.declared[:0]
	e.Buf = append(e.Buf, end...)
}
