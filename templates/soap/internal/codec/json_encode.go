package codec

import (
	"encoding/binary"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/xsd"
)

// JSONOptions say how values are written as JSON.
type JSONOptions struct {
	// LargeNumbersAsStrings makes strings of numbers that a double does not hold exactly: integers beyond 2^53, and decimals of
	// more than 15 digits. Readers take both.
	LargeNumbersAsStrings bool

	Lines bool // a list has a line for each item instead of being an array
}

// jsonEncoder writes values as JSON with the buffer, the stream and the errors of an encoder.
type jsonEncoder struct {
	*Encoder
	JSONOptions
	types xsd.ElementTypes // types that xsi:type names in the value that is being written
}

func newJSONEncoder(e *Encoder, options JSONOptions) *jsonEncoder {
	e.bare = true
	return &jsonEncoder{Encoder: e, JSONOptions: options}
}

// EncodeJSON writes a request, whose type is t, as an object. A nil request has no members.
func EncodeJSON(e *Encoder, options JSONOptions, t *Type, v any) {
	w := newJSONEncoder(e, options)
	if t == nil || v == nil {
		w.Raw("{}")
		return
	}
	from, ok := t.pointerIn(v)
	if !ok {
		w.fail("request", "%s", t.misfit(v))
		return
	}
	w.object(t.planOf(), from, "")
}

// structure writes a value of a complex type: an object, or its simple content.
func (w *jsonEncoder) structure(p *typePlan, v pointer) {
	if !p.json().single {
		w.object(p, v, "")
	} else if v, ok := w.entered(p, v); ok {
		m := p.json().members[1]
		m.key = ""
		w.member(p, &m, v)
	}
}

// object writes a value of a complex type as an object, with its type unless typeName is empty.
func (w *jsonEncoder) object(p *typePlan, v pointer, typeName string) {
	v, ok := w.entered(p, v)
	if !ok {
		return
	}
	w.Buf = append(w.Buf, '{')
	if typeName != "" {
		w.key(typeKey)
		w.string(typeKey, typeName)
	}
	j, outer := p.json(), w.enter(p, v)
	members := j.members
	if p.hasIsNil && *at[bool](p.isNil.of(v)) {
		w.key(nilKey)
		w.Raw("true")
		members = members[:2+len(p.writeAttrs)]
	}
	w.members(p, members[1:], v) // the first is the type
	w.types = outer
	w.Buf = append(w.Buf, '}')
}

// enter makes the types that xsi:type names in the value at v those of the elements that follow, and returns the types before.
func (w *jsonEncoder) enter(p *typePlan, v pointer) (outer xsd.ElementTypes) {
	outer, w.types = w.types, nil
	if p.hasXSITypes {
		w.types = *at[xsd.ElementTypes](p.xsiTypes.of(v))
	}
	return outer
}

const (
	typeKey = `,"` + JSONType + `":`
	nilKey  = `,"` + JSONNil + `":`
	textKey = `,"` + JSONText + `":`
)

// key writes the text before the value of a member.
func (w *jsonEncoder) key(key string) { w.Buf = appendKey(w.Buf, key) }

// appendKey appends the key of a member, without its comma if the member is the first. An empty buffer has been flushed
// after a value.
func appendKey(b []byte, key string) []byte {
	if n := len(b); n > 0 && b[n-1] == '{' && key != "" {
		key = key[1:]
	}
	return append(b, key...)
}

// members writes the members of the value at v. Those that most messages consist of are appended to a buffer in a local
// variable. As in [Encoder.appendFields], the key and a short text are copied in blocks of fixed size where there is room.
func (w *jsonEncoder) members(p *typePlan, all []jsonMember, v pointer) {
	const maxText = 32
	b := w.Buf
	for i := range all {
		m := &all[i]
		var text string
		switch from := v.add(m.offset); m.op {
		case opOptString:
			p := *at[*string](from)
			if p == nil {
				continue
			}
			text = *p
		case opString:
			text = *at[string](from)
		default:
			b = w.appendOther(b, p, m, v)
			continue
		}
		size, n, first := len(b), len(text), byte(',')
		if n > maxText || cap(b)-size < 3*tagSize || len(m.open) >= tagSize || w.types != nil {
			b = w.appendOther(b, p, m, v)
			continue
		}
		if size > 0 && b[size-1] == '{' {
			size, first = size-1, '{'
		}
		room := b[size : size+3*tagSize]
		*(*[tagSize]byte)(room) = m.openBlock
		room[0] = first
		open := len(m.open) % tagSize
		to := (*[maxText]byte)(room[open:])
		var special uint64
		switch {
		case n > 16:
			x1, x2, y1, y2 := load64(text, 0), load64(text, 8), load64(text, n-16), load64(text, n-8)
			binary.LittleEndian.PutUint64(to[:], x1)
			binary.LittleEndian.PutUint64(to[8:], x2)
			binary.LittleEndian.PutUint64(to[n-16:], y1)
			binary.LittleEndian.PutUint64(to[n-8:], y2)
			special = jsonSpecials(x1) | jsonSpecials(x2) | jsonSpecials(y1) | jsonSpecials(y2)
		case n >= 8:
			x, y := load64(text, 0), load64(text, n-8)
			binary.LittleEndian.PutUint64(to[:], x)
			binary.LittleEndian.PutUint64(to[n-8:], y)
			special = jsonSpecials(x) | jsonSpecials(y)
		case n >= 4:
			x, y := load32(text, 0), load32(text, n-4)
			binary.LittleEndian.PutUint32(to[:], x)
			binary.LittleEndian.PutUint32(to[n-4:], y)
			special = jsonSpecials(uint64(x) | uint64(y)<<32)
		case n > 0:
			x, y, z := text[0], text[n/2], text[n-1]
			to[0], to[n/2], to[n-1] = x, y, z
			special = jsonSpecials(uint64(x) | uint64(y)<<8 | uint64(z)<<16 | spaces)
		}
		if special != 0 && scanJSONText(text, 0) < n {
			b = w.appendOther(b, p, m, v)
			continue
		}
		room[open+n] = '"'
		b = b[:size+open+n+1]
	}
	w.Buf = b
}

// appendOpen appends what is before the value of a member.
func (m *jsonMember) appendOpen(b []byte) []byte {
	n := len(b)
	if cap(b)-n < tagSize || len(m.open) > tagSize || n == 0 || b[n-1] == '{' {
		return appendKey(b, m.open)
	}
	*(*[tagSize]byte)(b[n : n+tagSize]) = m.openBlock
	return b[:n+len(m.open)]
}

// appendOther appends a member that is not a short text of plain characters, nor a text that is nil.
func (w *jsonEncoder) appendOther(b []byte, p *typePlan, m *jsonMember, v pointer) []byte {
	from, op := v.add(m.offset), m.op
	if w.types != nil {
		op = opField
	}
	switch op {
	case opOptString:
		from = from.load()
		fallthrough
	case opString:
		w.Buf = appendKey(b, m.key)
		w.string(m.key, *at[string](from))
		return w.Buf
	case opInt32:
		return strconv.AppendInt(m.appendOpen(b), int64(*at[int32](from)), 10)
	case opDateTime:
		return append(w.appendTime(m.appendOpen(b), at[xsd.DateTime](from)), '"')
	}
	w.Buf = b
	w.member(p, m, v)
	return w.Buf
}

// member writes a member of the value at v, in any form.
func (w *jsonEncoder) member(p *typePlan, m *jsonMember, v pointer) {
	outer, ok := w.types, true
	for _, s := range m.via {
		if v = s.source(v).load(); v.isNil() {
			w.types = outer
			return
		}
		p = s.field.row.Of.planOf()
		if v, ok = w.entered(p, v); !ok {
			return
		}
		w.enter(p, v)
	}
	switch m.kind {
	case JSONField:
		w.field(m.key, m.write, m.write.source(v))
	case JSONItems:
		w.items(m, m.write.source(v))
	case JSONSizes:
		w.sizes(m.key, p, v)
	case JSONAnyAttrs:
		w.attrs(*at[[]xsd.Attr](m.write.source(v)), m.write.field.known)
	case JSONAttachment:
		w.attachment(m.key, p.attachment(m.index, v))
	}
	w.types = outer
}

// items writes the elements of a repeated group, and text between them: an array with an object for each element.
func (w *jsonEncoder) items(m *jsonMember, from pointer) {
	items, f := from.slice(), m.write.field
	if items.len == 0 {
		return
	}
	p, out := f.row.Of.planOf(), w.out
	w.key(m.key)
	w.Raw("[")
	first := true
	for i := range items.len {
		w.out = nil // an item is written as a whole
		if v, ok := w.entered(p, items.item(i, f.size)); ok {
			w.entries(m, p, v, &first)
		}
		if w.out = out; !w.endItem() {
			return
		}
	}
	w.Raw("]")
}

// entries writes the text and the elements in an item of a repeated group: usually one of them.
func (w *jsonEncoder) entries(m *jsonMember, p *typePlan, v pointer, first *bool) {
	if m.text != nil {
		if text := *at[string](p.writeFields[0].source(v)); text != "" {
			w.comma(first)
			w.string(m.key, text)
		}
	}
	outer := w.enter(p, v)
	for k := range m.group {
		start, before := len(w.Buf), *first
		w.comma(first)
		w.Raw("{")
		empty := len(w.Buf)
		if w.member(p, &m.group[k], v); len(w.Buf) > empty {
			w.Raw("}")
		} else {
			w.Buf, *first = w.Buf[:start], before
		}
	}
	w.types = outer
}

// comma writes a comma, unless the next item is the first.
func (w *jsonEncoder) comma(first *bool) {
	if !*first {
		w.Buf = append(w.Buf, ',')
	}
	*first = false
}

// field writes a member in each form of a field.
func (w *jsonEncoder) field(key string, s *step, from pointer) {
	f := s.field
	switch isEmpty := s.put == opSlot && from == s.zero; {
	case isEmpty && w.partial:
		return
	case isEmpty && f.mustHaveValue(s.value()):
		w.fail(key, "the element must have a value, which is nil")
		return
	}
	isNil := f.row.Nillable
	switch f.form {
	case asValue:
		if f.row.HasNil() && (f.optional || f.row.Nillable) && f.isNil(from) {
			from = pointer{}
		}
	case asPointer:
		from = from.load()
	case asNillable:
		if isNil = from.nillable().isNil; isNil {
			from = pointer{}
		} else {
			from = from.load()
		}
	default:
		if from.slice().len > 0 {
			w.key(key)
			w.array(key, f, from)
		}
		return
	}
	if !from.isNil() || isNil {
		w.key(key)
		w.valueOrNil(key, f, from, 0)
	}
}

// array writes the items of a slice.
func (w *jsonEncoder) array(key string, f *fieldPlan, from pointer) {
	lines := w.Lines
	w.Lines = false
	w.Raw("[")
	w.arrayItems(key, f, from, true)
	w.Raw("]")
	w.Lines = lines
}

// arrayItems writes the items of a slice, each on a line, or with a comma before it unless it is the first.
func (w *jsonEncoder) arrayItems(key string, f *fieldPlan, from pointer, first bool) {
	for i := range from.slice().len {
		if item, ok := f.item(from, i); ok {
			if !w.Lines {
				w.comma(&first)
			}
			w.valueOrNil(key, f, item, i)
			if w.Lines {
				w.Raw("\n")
			}
		}
		if !w.endItem() {
			return
		}
	}
}

// item returns the address of an item of a slice, the nil pointer for one that is nil, and whether it is written.
func (f *fieldPlan) item(list pointer, i int) (item pointer, ok bool) {
	item = list.slice().item(i, f.size)
	if f.form == asPointers {
		item = item.load()
	} else if f.row.Kind == KindPoly && f.row.Nillable && f.isNil(item) {
		item = pointer{}
	}
	return item, !item.isNil() || f.row.Nillable
}

// valueOrNil writes a value or null, with the type that xsi:type names for an element of a simple type.
func (w *jsonEncoder) valueOrNil(key string, f *fieldPlan, from pointer, item int) {
	if f.typed != nil && len(w.types) > 0 {
		if typ, ok := w.types[f.typed.of(item)]; ok {
			w.Raw("{")
			w.typeAndAttrs(typ.Type, typ.Attrs)
			w.key(textKey)
			defer w.Raw("}")
		}
	}
	if from.isNil() {
		w.Raw("null")
		return
	}
	w.value(key, f, from)
}

// string writes a string. The key is for messages of errors.
func (w *jsonEncoder) string(key, s string) {
	w.Buf = append(w.Buf, '"')
	from := 0
	for i := scanJSONText(s, 0); i < len(s); i = scanJSONText(s, i) {
		escape := strings.IndexByte("\"\\\n\r\t", s[i])
		if escape < 0 {
			w.character(key, s, i) // has an error
			return
		}
		w.Buf = append(append(w.Buf, s[from:i]...), '\\', `"\nrt`[escape])
		i++
		from = i
	}
	w.Buf = append(append(w.Buf, s[from:]...), '"')
}
