package support

import "bytes"

// Names that Namespaces in XML and XML Schema reserve.
const (
	xmlNamespace   = "http://www.w3.org/XML/1998/namespace"
	xmlnsNamespace = "http://www.w3.org/2000/xmlns/"
	xsiNamespace   = "http://www.w3.org/2001/XMLSchema-instance"
)

// nsBinding is a namespace declaration. Its prefix is a stretch of the
// document; nil is the default namespace.
type nsBinding struct {
	prefix []byte
	uri    string
	ns     int32
}

// attribute is an attribute of the current tag, namespace declarations left
// out. Its value is normalized (XML 1.0, section 3.3.3) and valid until the
// next tag.
type attribute struct {
	name, local, end int
	value            []byte
	uri              string
	ns               int32
}

func (d *Decoder) prefixOf(t *tag) []byte {
	if t.local == t.name {
		return nil
	}
	return d.buf[t.name : t.local-1]
}

// lookup returns the declaration of prefix that is in scope, nil if there is
// none.
func (d *Decoder) lookup(prefix []byte) *nsBinding {
	for i := len(d.scope) - 1; i >= 0; i-- {
		if bytes.Equal(d.scope[i].prefix, prefix) {
			return &d.scope[i]
		}
	}
	return nil
}

// attribute reads the attribute at p and returns the position behind it, -1 on
// an error. A namespace declaration goes to scope.
func (d *Decoder) attribute(p int) int {
	end, colon := d.scanName(p)
	if !d.checkName(p, end, colon, "an attribute") {
		return -1
	}
	if len(d.attrs)+len(d.scope)-int(d.tag.mark) >= d.lim.Attributes {
		d.failAt(p, "more than %d attributes", d.lim.Attributes)
		return -1
	}
	q := end
	for q < len(d.buf) && isSpace(d.buf[q]) {
		q++
	}
	if q >= len(d.buf) || d.buf[q] != '=' {
		d.failAt(q, "no = after the attribute %s", quoteName(d.buf[p:end]))
		return -1
	}
	q++
	for q < len(d.buf) && isSpace(d.buf[q]) {
		q++
	}
	if q >= len(d.buf) || d.buf[q] != '"' && d.buf[q] != '\'' {
		d.failAt(q, "the value of the attribute %s is not quoted", quoteName(d.buf[p:end]))
		return -1
	}
	value, next := d.attributeValue(q)
	if next < 0 {
		return -1
	}
	if prefix, ok := d.declaresPrefix(p, end, colon); ok {
		if !d.declare(p, prefix, value) {
			return -1
		}
		return next
	}
	d.attrs = append(d.attrs, attribute{name: p, local: localStart(p, colon), end: end, value: value})
	return next
}

func (d *Decoder) declaresPrefix(start, end, colon int) (prefix []byte, ok bool) {
	if colon < 0 {
		return nil, string(d.buf[start:end]) == "xmlns"
	}
	return d.buf[colon+1 : end], string(d.buf[start:colon]) == "xmlns"
}

// declare adds a namespace declaration (Namespaces in XML, sections 2 and 3).
func (d *Decoder) declare(at int, prefix, value []byte) bool {
	for _, b := range d.scope[d.tag.mark:] {
		if bytes.Equal(b.prefix, prefix) {
			d.failAt(at, "a namespace prefix is declared twice in one tag")
			return false
		}
	}
	ns := d.nsIndexOf(value)
	uri := d.uri(ns, value)
	isXML, declaresXML := uri == xmlNamespace, string(prefix) == "xml"
	switch {
	case isXML != declaresXML:
		d.failAt(at, "the prefix xml and its namespace go together only")
	case uri == xmlnsNamespace || string(prefix) == "xmlns":
		d.failAt(at, "the prefix xmlns and its namespace cannot be declared")
	case prefix != nil && uri == "":
		d.failAt(at, "the prefix %s is declared with an empty namespace", quoteName(prefix))
	case len(d.scope) >= d.lim.Attributes: // each tag may look at all of them
		d.failAt(at, "more than %d namespace declarations in scope", d.lim.Attributes)
	default:
		d.scope = append(d.scope, nsBinding{prefix: prefix, uri: uri, ns: ns})
		return true
	}
	return false
}

// uri returns the namespace that value is, from the table if it is there.
func (d *Decoder) uri(ns int32, value []byte) string {
	if e := entryOf(d.ns, int(ns)); e != nil {
		return e.URI
	}
	return string(value)
}

// nsIndex looks a namespace up in the table and returns its number.
func (d *Decoder) nsIndex(uri string) int32 { return d.nsIndexOf([]byte(uri)) }

func (d *Decoder) nsIndexOf(uri []byte) int32 {
	if len(uri) == 0 {
		return 0
	}
	for i := 1; i < len(d.ns); i++ {
		if d.ns[i].URI == string(uri) {
			return d.ns[i].number(i)
		}
	}
	return -1
}

// resolveTag resolves the prefixes of the current tag once all its attributes
// have been read.
func (d *Decoder) resolveTag() bool {
	_, ns, ok := d.resolvePrefix(d.prefixOf(&d.tag))
	if !ok {
		d.failTag("the prefix %s is not declared", quoteName(d.prefixOf(&d.tag)))
		return false
	}
	d.tag.ns = ns
	for i := range d.attrs {
		if !d.resolveAttr(i) {
			return false
		}
	}
	return true
}

func (d *Decoder) resolvePrefix(prefix []byte) (uri string, ns int32, ok bool) {
	if b := d.lookup(prefix); b != nil {
		return b.uri, b.ns, true
	}
	if string(prefix) == "xml" {
		return xmlNamespace, d.nsIndex(xmlNamespace), true
	}
	return "", 0, prefix == nil
}

func (d *Decoder) resolveAttr(i int) bool {
	a := &d.attrs[i]
	if a.local != a.name { // the default namespace is not for attributes
		var ok bool
		prefix := d.buf[a.name : a.local-1]
		if a.uri, a.ns, ok = d.resolvePrefix(prefix); !ok {
			d.failAt(a.name, "the prefix %s is not declared", quoteName(prefix))
			return false
		}
	}
	local := d.buf[a.local:a.end]
	for j := range d.attrs[:i] {
		b := &d.attrs[j]
		if b.uri == a.uri && bytes.Equal(d.buf[b.local:b.end], local) {
			d.failAt(a.name, "the attribute %s is given twice", quoteName(d.buf[a.name:a.end]))
			return false
		}
	}
	if a.uri == xsiNamespace && string(local) == "nil" {
		return d.setNil(a)
	}
	return true
}

// setNil notes xsi:nil (XML Schema part 1, section 2.6.2).
func (d *Decoder) setNil(a *attribute) bool {
	switch string(trimSpace(a.value)) {
	case "true", "1":
		d.tag.mode += tagNil - tagOpen // tagOpen to tagNil, tagClosed to tagNilClosed
	case "false", "0":
	default:
		d.failAt(a.name, "the value of xsi:nil is not a boolean")
		return false
	}
	return true
}

// Attr returns an attribute of the current start tag.
func (d *Decoder) Attr(space, local string) (value string, ok bool) {
	d.fill()
	if d.err != nil {
		return "", false
	}
	for i := range d.attrs {
		a := &d.attrs[i]
		if a.uri == space && string(d.buf[a.local:a.end]) == local {
			return string(a.value), true
		}
	}
	return "", false
}

// ResolveQName resolves a qualified name in content, with the namespaces that
// are in scope at the current place. A name without a prefix is in the default
// namespace (XML Schema part 2, section 3.2.18).
func (d *Decoder) ResolveQName(text string) (space, local string, ok bool) {
	name := trimSpace([]byte(text))
	i := bytes.IndexByte(name, ':')
	if i < 0 {
		uri, _, _ := d.resolvePrefix(nil)
		return uri, string(name), len(name) > 0
	}
	if i == 0 || i == len(name)-1 {
		return "", "", false
	}
	uri, _, ok := d.resolvePrefix(name[:i])
	return uri, string(name[i+1:]), ok
}
