package codec

import "strings"

// simple sets how the values of a simple type are read and written, and the value of an
// empty element.
func (f *fieldPlan) simple(r *Row) {
	if r.More != nil && r.At == AtElement && r.Kind.hasText() {
		f.preset = r.More.Default
	}
	switch {
	case r.Kind <= lastScalar:
		f.scalar = &scalars[r.Kind]
		if r.More != nil && r.More.IsFixed && r.Kind >= KindBool && r.Kind <= KindNegativeInteger {
			f.scalar = f.scalar.writtenAs(strings.TrimSpace(r.More.Fixed))
		}
	case r.Kind == KindList:
		item := &r.Of.Rows()[0]
		elem := f.elem.Elem()
		f.list = &fieldPlan{place: place{row: item, typ: elem}, elem: elem, size: elem.Size()}
		f.list.simple(item)
	}
}

// hasText reports whether the value of an element is a text of a simple type, so that an
// empty element may have a default. Of xs:anySimpleType and xs:anyType, xsi:type says what
// the value is: they stay empty.
func (k Kind) hasText() bool {
	switch k {
	case KindAnySimple, KindAnyType, KindRawXML:
		return false
	}
	return k <= lastScalar || k == KindList || k == KindStruct || k == KindPoly
}

// readPreset reads an element with a default or fixed value, which is its value if it is
// empty and not nil (XML Schema part 1, section 3.3.1).
func (d *Decoder) readPreset(f *fieldPlan, to pointer) {
	switch f.row.Kind {
	case KindStruct, KindPoly:
		if f.row.Of.planOf().content != nil { // as in the types that are derived from it
			d.preset = f.preset
		}
		d.readKind(f, to)
		d.preset = ""
	default:
		d.orText(f.preset, func() { d.readKind(f, to) })
	}
}

// orText has read read the text of the current element, or preset if it is empty. The
// names in preset are in Clark's notation.
func (d *Decoder) orText(preset string, read func()) {
	d.fill()
	if d.Failed != nil || d.IsNil() {
		read()
		return
	}
	declared := len(d.scope)
	if d.listItem = d.value(); d.Failed != nil {
		return
	}
	of, outer, bare := d.current, d.scope, d.bare
	d.scope = d.scope[:declared] // the element's own declarations, which are for names in it
	if len(d.listItem) == 0 {
		d.listItem, d.bare = []byte(preset), true
	}
	d.current.mode = tagItem
	read()
	d.current, d.scope, d.bare = of, outer, bare
}

// writtenAs returns a scalar that writes one value as text, which is a lexical form of it,
// and others like s. A fixed value is written as in the schema: some readers compare texts.
func (s *scalar) writtenAs(text string) *scalar {
	v := newOf(s.typ)
	if readLexical("", text, func(d *Decoder) { s.read(d, v) }) != nil {
		return s
	}
	e := NewEncoder(nil, false)
	defer e.Release()
	s.write(e, "", v, "")
	own := string(e.Bytes())
	if own == text {
		return s
	}
	as := *s
	as.write = func(e *Encoder, open string, v pointer, end string) {
		from := len(e.Buf) + len(open)
		if s.write(e, open, v, ""); string(e.Buf[from:]) == own {
			e.Buf = append(e.Buf[:from], text...)
		}
		e.Buf = append(e.Buf, end...)
	}
	as.attr = as.write
	return &as
}
