package codec

import (
	"bytes"
	"encoding/base64"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// qName reads an xs:QName or xs:NOTATION.
func (d *Decoder) qName() xsd.QName {
	d.fill()
	declared := len(d.scope)
	b := lex.TrimSpace(d.value())
	q, ok := d.qnameIn(b, declared)
	if !ok {
		d.failQName(b)
		return xsd.QName{}
	}
	return q
}

// qnameIn resolves a name that has been read, with so many declarations in
// scope: the element's own count.
func (d *Decoder) qnameIn(name []byte, declared int) (q xsd.QName, ok bool) {
	outer := d.scope
	d.scope = d.scope[:declared]
	q, ok = d.resolveQName(name)
	d.scope = outer
	return q, ok
}

// resolveQName is ResolveQName for a value, which has to be a name.
func (d *Decoder) resolveQName(name []byte) (q xsd.QName, ok bool) {
	if d.bare {
		return xsd.ParseClark(name)
	}
	prefix, local, found := bytes.Cut(name, []byte{':'})
	if !found {
		prefix, local = nil, name
	}
	uri, _, ok := d.ResolvePrefix(prefix)
	return xsd.QName{Space: uri, Local: string(local)}, ok && lex.IsNCName(string(local)) && found == (len(prefix) > 0)
}

// failQName records that a value is not a qualified name, or has a prefix that
// is not declared.
func (d *Decoder) failQName(b []byte) {
	typ := "xs:QName"
	if prefix, local, ok := bytes.Cut(b, []byte{':'}); ok && !d.bare && lex.IsNCName(string(prefix)) && lex.IsNCName(string(local)) {
		typ += ": the prefix " + lex.QuoteName(prefix) + " is not declared"
	}
	acceptText(d, b, typ, (*Decoder).String)
}

// anySimple reads an xs:anySimpleType, with its xsi:type.
func (d *Decoder) anySimple() xsd.AnySimple {
	d.fill()
	var typ xsd.QName
	if d.current.mode < tagAttr {
		if text, ok := d.Attr(XSINamespace, "type"); ok {
			if typ, ok = d.resolveQName(lex.TrimSpace([]byte(text))); !ok {
				d.FailTag("xsi:type: %q is not an xs:QName", lex.QuoteName([]byte(text)))
			}
		}
	}
	isName := typ.Space == xsd.Namespace && (typ.Local == "QName" || typ.Local == "NOTATION")
	var attrs []xsd.Attr
	if typ != (xsd.QName{}) {
		attrs = d.otherAttrs()
	}
	v := d.nameOrText(isName, isName)
	v.Type, v.Attrs = typ, attrs
	return v
}

// anySimpleText is anySimple for the text of an element whose xsi:type says
// something else, or where there is none.
func (d *Decoder) anySimpleText() xsd.AnySimple { return d.nameOrText(false, false) }

// textOrName reads a union some of whose members are names. What has a prefix
// that is declared is taken for one.
func (d *Decoder) textOrName() xsd.AnySimple { return d.nameOrText(true, false) }

// nameOrText reads a text that may be a name, or must be one.
func (d *Decoder) nameOrText(may, must bool) xsd.AnySimple {
	if x, ok := d.included(false); ok && d.TakeMemory(int64(len(x.content))/3*4) {
		return xsd.AnySimple{Text: base64.StdEncoding.EncodeToString(x.content)}
	}
	d.fill()
	declared := len(d.scope)
	b := d.value()
	v := xsd.AnySimple{Text: d.copyText(b)}
	if !may || d.Failed != nil {
		return v
	}
	name := lex.TrimSpace(b)
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

// FaultCode reads a qualified name through the end tag of its element, whose own
// namespace declarations count. A prefix that is not declared is dropped.
func (d *Decoder) FaultCode() xsd.QName {
	scope := d.scope
	text := d.Text()
	after := d.scope
	d.scope = scope
	space, local, ok := d.ResolveQName(text)
	d.scope = after
	if !ok {
		local = strings.TrimSpace(text)
		local = local[strings.LastIndexByte(local, ':')+1:]
	}
	return xsd.QName{Space: space, Local: local}
}
