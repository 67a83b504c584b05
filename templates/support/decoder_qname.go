package support

import (
	"bytes"
	"strings"
)

// QName reads an xs:QName or xs:NOTATION.
func (d *Decoder) QName() QName {
	d.fill()
	declared := len(d.scope)
	b := trimSpace(d.value())
	q, ok := d.qnameIn(b, declared)
	if !ok {
		d.failQName(b)
	}
	return q
}

// qnameIn resolves a name that has been read, with so many declarations in
// scope: the element's own count.
func (d *Decoder) qnameIn(name []byte, declared int) (q QName, ok bool) {
	outer := d.scope
	d.scope = d.scope[:declared]
	q, ok = d.resolveQName(name)
	d.scope = outer
	return q, ok
}

// resolveQName is ResolveQName for a value, which has to be a name.
func (d *Decoder) resolveQName(name []byte) (q QName, ok bool) {
	if d.bare {
		return parseClark(name)
	}
	prefix, local, found := bytes.Cut(name, []byte{':'})
	if !found {
		prefix, local = nil, name
	}
	uri, _, ok := d.resolvePrefix(prefix)
	return QName{Space: uri, Local: string(local)}, ok && isNCName(string(local))
}

// failQName says that a value is no name, or has a prefix that is not declared.
func (d *Decoder) failQName(b []byte) {
	if prefix, local, ok := bytes.Cut(b, []byte{':'}); ok && !d.bare && isNCName(string(prefix)) && isNCName(string(local)) {
		d.failValue(b, "xs:QName: the prefix "+quoteName(prefix)+" is not declared")
		return
	}
	d.failValue(b, "xs:QName")
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

// FaultCode reads a qualified name through the end tag of its element, whose own
// namespace declarations count. A prefix that is not declared is dropped.
func (d *Decoder) FaultCode() QName {
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
	return QName{space, local}
}
