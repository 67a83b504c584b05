package support

// QName writes an xs:QName or xs:NOTATION.
func (e *Encoder) QName(open string, v QName, close string) {
	e.open(open)
	e.writeQName(open, v)
	e.buf = append(e.buf, close...)
}

func (e *Encoder) writeQName(markup string, v QName) {
	switch {
	case !isNCName(v.Local):
		e.fail(markup, "%q is not an xs:QName", v.Local)
	case e.bare:
		e.Text(v.String())
	default:
		prefix := e.prefix(markup, v.Space)
		e.buf = append(append(e.buf, prefix...), v.Local...)
	}
}

// AnySimple writes an xs:anySimpleType as an element.
func (e *Encoder) AnySimple(open string, v AnySimple, close string) {
	e.open(open)
	if v.Type != (QName{}) && !e.bare {
		e.xsiType(open, v.Type)
	}
	e.anySimple(open, v, false)
	e.buf = append(e.buf, close...)
}

// xsiType adds the attribute xsi:type to the start tag that open has written.
func (e *Encoder) xsiType(markup string, typ QName) {
	if !isNCName(typ.Local) {
		e.fail(markup, "xsi:type: %q is not an xs:QName", typ.Local)
		return
	}
	prefix := e.prefix(markup, typ.Space)
	if !e.xsi {
		e.declareHere("xsi", xsiNamespace)
	}
	e.insert(` xsi:type="`, prefix+typ.Local, `"`)
}

// AnySimpleText writes an xs:anySimpleType without its type.
func (e *Encoder) AnySimpleText(open string, v AnySimple, close string) {
	e.open(open)
	e.anySimple(open, v, false)
	e.buf = append(e.buf, close...)
}

// AttrAnySimple writes an xs:anySimpleType as an attribute, which has no type.
func (e *Encoder) AttrAnySimple(open string, v AnySimple, close string) {
	e.open(open)
	e.anySimple(open, v, true)
	e.buf = append(e.buf, close...)
}

func (e *Encoder) anySimple(markup string, v AnySimple, attr bool) {
	switch {
	case v.Space != "":
		e.writeQName(markup, v.QName())
	case attr:
		e.attrText(markup, v.Text)
	default:
		e.Text(v.Text)
	}
}
