package support

import (
	"bytes"
	"strings"
)

// schemaNamespace is that of XML Schema's own types.
const schemaNamespace = "http://www.w3.org/2001/XMLSchema"

// AnySimple is a value of xs:anySimpleType (XML Schema part 1, section 3.14.7),
// or of a union some of whose members are names: its text, and what else is
// needed to know what that means.
type AnySimple struct {
	// Text is the lexical form, with white space as it was.
	Text string
	// Type is what xsi:type says of an element; zero if it has none.
	Type QName
	// Space is the namespace if the text is a qualified name. The prefix of such
	// a text may be another one when it is written.
	Space string
}

// String returns the text.
func (v AnySimple) String() string { return v.Text }

// QName returns the text as a name.
func (v AnySimple) QName() QName {
	text := strings.Trim(v.Text, " \t\r\n")
	if _, local, ok := strings.Cut(text, ":"); ok && v.Space != "" {
		text = local
	}
	return QName{Space: v.Space, Local: text}
}

// AnySimple reads an xs:anySimpleType, with its xsi:type.
func (d *Decoder) AnySimple() AnySimple {
	d.fill()
	var typ QName
	if d.tag.mode < tagAttr {
		if text, ok := d.Attr(xsiNamespace, "type"); ok {
			if typ, ok = d.resolveQName(trimSpace([]byte(text))); !ok {
				d.failTag("xsi:type: %q is not an xs:QName", quoteName([]byte(text)))
			}
		}
	}
	isName := typ.Space == schemaNamespace && (typ.Local == "QName" || typ.Local == "NOTATION")
	v := d.textOrName(isName, isName)
	v.Type = typ
	return v
}

// AnySimpleText is AnySimple for the text of an element whose xsi:type says
// something else, or where there is none.
func (d *Decoder) AnySimpleText() AnySimple { return d.textOrName(false, false) }

// TextOrName reads a union some of whose members are names. What has a prefix
// that is declared is taken for one.
func (d *Decoder) TextOrName() AnySimple { return d.textOrName(true, false) }

// textOrName reads a text that may be a name, or must be one.
func (d *Decoder) textOrName(may, must bool) AnySimple {
	d.fill()
	declared := len(d.scope)
	b := d.value()
	v := AnySimple{Text: d.copyText(b)}
	if !may || d.err != nil {
		return v
	}
	name := trimSpace(b)
	q, ok := d.qnameIn(name, declared)
	switch {
	case ok && (must || d.bare || bytes.IndexByte(name, ':') > 0):
		v.Space = q.Space
		if d.bare && q.Space != "" {
			v.Text = q.Local
		}
	case must:
		d.failQName(name)
	}
	return v
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
