package support

import "bytes"

// QName is an expanded XML name (XML Schema part 2, section 3.2.18), and the
// type for xs:NOTATION too. Space is the namespace's URI, empty for a name in no
// namespace. The zero value is no name.
//
// Documents shorten the namespace to a prefix, which is looked up when a name is
// read, and declared where it is written. The parameters of a URL have no place
// for that: there, names are in Clark's notation.
type QName struct {
	Space string
	Local string
}

// String returns the name in Clark's notation, "{space}local".
func (q QName) String() string {
	if q.Space == "" {
		return q.Local
	}
	return "{" + q.Space + "}" + q.Local
}

// parseClark reads a name in Clark's notation.
func parseClark(b []byte) (q QName, ok bool) {
	space, local := []byte(nil), b
	if len(b) > 0 && b[0] == '{' {
		space, local, ok = bytes.Cut(b[1:], []byte{'}'})
		if !ok || len(space) == 0 {
			return QName{}, false
		}
	}
	return QName{Space: string(space), Local: string(local)}, isNCName(string(local))
}

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
