package codec

import (
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// qName writes an xs:QName or xs:NOTATION.
func (e *Encoder) qName(open string, v xsd.QName, close string) {
	e.open(open)
	e.writeQName(open, v, "")
	e.Buf = append(e.Buf, close...)
}

// writeQName writes a name. A namespace that has no prefix gets the wanted one if it can.
func (e *Encoder) writeQName(markup string, v xsd.QName, wanted string) {
	switch {
	case !lex.IsNCName(v.Local):
		e.fail(markup, "%q is not an xs:QName", v.Local)
	case e.bare:
		e.text(v.String())
	default:
		prefix := e.prefixLike(markup, v.Space, wanted)
		e.Buf = append(append(e.Buf, prefix...), v.Local...)
	}
}

// anySimple writes an xs:anySimpleType as an element.
func (e *Encoder) anySimple(open string, v xsd.AnySimple, close string) {
	if len(v.Attrs) > 0 && !e.bare && v.Space == "" {
		if open = strings.TrimSuffix(open, ">"); !e.xsi {
			open += ` xmlns:xsi="` + XSINamespace + `"`
		}
		element := xsd.NewText(v.Text)
		element.Type, element.Attrs = v.Type, v.Attrs
		e.anyType(open, element, close)
		return
	}
	e.open(open)
	if v.Type != (xsd.QName{}) && !e.bare {
		e.xsiType(open, v.Type)
	}
	e.putAnySimple(open, v, false)
	e.Buf = append(e.Buf, close...)
}

// xsiType adds the attribute xsi:type to the start tag that open has written.
func (e *Encoder) xsiType(markup string, typ xsd.QName) {
	if !lex.IsNCName(typ.Local) {
		e.fail(markup, "xsi:type: %q is not an xs:QName", typ.Local)
		return
	}
	prefix := e.prefix(markup, typ.Space)
	if !e.xsi {
		e.declareHere("xsi", XSINamespace)
	}
	e.insert(` xsi:type="`, prefix+typ.Local, `"`)
}

// anySimpleText writes an xs:anySimpleType without its type.
func (e *Encoder) anySimpleText(open string, v xsd.AnySimple, close string) {
	e.open(open)
	e.putAnySimple(open, v, false)
	e.Buf = append(e.Buf, close...)
}

// attrAnySimple writes an xs:anySimpleType as an attribute, which has no type.
func (e *Encoder) attrAnySimple(open string, v xsd.AnySimple, close string) {
	e.open(open)
	e.putAnySimple(open, v, true)
	e.Buf = append(e.Buf, close...)
}

func (e *Encoder) putAnySimple(markup string, v xsd.AnySimple, attr bool) {
	switch {
	case v.Space != "":
		prefix := v.Text[:max(strings.IndexByte(v.Text, ':'), 0)]
		e.writeQName(markup, v.QName(), prefix)
	case attr:
		e.attrText(markup, v.Text)
	default:
		e.text(v.Text)
	}
}
