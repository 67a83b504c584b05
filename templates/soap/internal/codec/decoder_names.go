package codec

import (
	"bytes"

	"example.com/quartet/templates/soap/internal/lex"
)

// Names that Namespaces in XML and XML Schema reserve.
const (
	XMLNamespace   = "http://www.w3.org/XML/1998/namespace"
	xmlnsNamespace = "http://www.w3.org/2000/xmlns/"
	XSINamespace   = "http://www.w3.org/2001/XMLSchema-instance"
)

// NSBinding is a namespace declaration. Its prefix is part of the document; nil
// is the default namespace.
type NSBinding struct {
	Prefix []byte
	URI    string
	ns     int32
}

// Attribute is an attribute of the current tag, namespace declarations left
// out. Its value is normalized (XML 1.0, section 3.3.3) and valid until the
// next tag.
type Attribute struct {
	Name, Local, End int
	Value            []byte
	URI              string
	ns               int32
}

func (d *Decoder) prefixOf(t *tag) []byte {
	if t.local == t.name {
		return nil
	}
	return d.Buf[t.name : t.local-1]
}

// lookup returns the declaration of prefix that is in scope, nil if there is
// none.
func (d *Decoder) lookup(prefix []byte) *NSBinding {
	for i := len(d.scope) - 1; i >= 0; i-- {
		if bytes.Equal(d.scope[i].Prefix, prefix) {
			return &d.scope[i]
		}
	}
	return nil
}

// attribute reads the attribute at p and returns the position after it, -1 on
// an error. A namespace declaration goes to scope.
func (d *Decoder) attribute(p int) int {
	end, colon := d.scanName(p)
	if !d.checkName(p, end, colon, "an attribute") {
		return -1
	}
	if len(d.Attrs)+len(d.scope)-int(d.current.mark) >= d.lim.Attributes {
		d.failAt(p, "more than %d attributes", d.lim.Attributes)
		return -1
	}
	q := skipSpace(d.Buf, end)
	if q >= len(d.Buf) || d.Buf[q] != '=' {
		d.failAt(q, "no = after the attribute %s", lex.QuoteName(d.Buf[p:end]))
		return -1
	}
	q = skipSpace(d.Buf, q+1)
	if q >= len(d.Buf) || d.Buf[q] != '"' && d.Buf[q] != '\'' {
		d.failAt(q, "the value of the attribute %s is not quoted", lex.QuoteName(d.Buf[p:end]))
		return -1
	}
	value, next := d.attributeValue(q)
	if next < 0 {
		return -1
	}
	prefix, declares := []byte(nil), string(d.Buf[p:end]) == "xmlns"
	if colon >= 0 {
		prefix, declares = d.Buf[colon+1:end], string(d.Buf[p:colon]) == "xmlns"
	}
	switch {
	case declares && !d.declare(p, prefix, value):
		return -1
	case declares:
		return next
	}
	d.Attrs = append(d.Attrs, Attribute{Name: p, Local: localStart(p, colon), End: end, Value: value})
	return next
}

// declare adds a namespace declaration (Namespaces in XML, sections 2 and 3).
func (d *Decoder) declare(at int, prefix, value []byte) bool {
	for _, b := range d.scope[d.current.mark:] {
		if bytes.Equal(b.Prefix, prefix) {
			d.failAt(at, "a namespace prefix is declared twice in one tag")
			return false
		}
	}
	ns, uri := d.nsIndexOf(value), ""
	if e := entryOf(d.ns, int(ns)); e != nil {
		uri = e.URI
	} else {
		uri = string(value)
	}
	isXML, declaresXML := uri == XMLNamespace, string(prefix) == "xml"
	switch {
	case isXML != declaresXML:
		d.failAt(at, "the prefix xml and its namespace go together only")
	case uri == xmlnsNamespace || string(prefix) == "xmlns":
		d.failAt(at, "the prefix xmlns and its namespace cannot be declared")
	case prefix != nil && uri == "":
		d.failAt(at, "the prefix %s is declared with an empty namespace", lex.QuoteName(prefix))
	case len(d.scope) >= d.lim.Attributes: // each tag may look at all of them
		d.failAt(at, "more than %d namespace declarations in scope", d.lim.Attributes)
	default:
		d.scope = append(d.scope, NSBinding{Prefix: prefix, URI: uri, ns: ns})
		return true
	}
	return false
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
	_, ns, ok := d.ResolvePrefix(d.prefixOf(&d.current))
	if !ok {
		d.FailTag("the prefix %s is not declared", lex.QuoteName(d.prefixOf(&d.current)))
		return false
	}
	d.current.ns = ns
	for i := range d.Attrs {
		if !d.resolveAttr(i) {
			return false
		}
	}
	return true
}

// ResolvePrefix returns the namespace of a prefix in scope and its number. It
// reports false if the prefix is not declared.
func (d *Decoder) ResolvePrefix(prefix []byte) (uri string, ns int32, ok bool) {
	if b := d.lookup(prefix); b != nil {
		return b.URI, b.ns, true
	}
	if string(prefix) == "xml" {
		return XMLNamespace, d.nsIndex(XMLNamespace), true
	}
	return "", 0, prefix == nil
}

func (d *Decoder) resolveAttr(i int) bool {
	a := &d.Attrs[i]
	if a.Local != a.Name { // the default namespace is not for attributes
		var ok bool
		prefix := d.Buf[a.Name : a.Local-1]
		if a.URI, a.ns, ok = d.ResolvePrefix(prefix); !ok {
			d.failAt(a.Name, "the prefix %s is not declared", lex.QuoteName(prefix))
			return false
		}
	}
	local := d.Buf[a.Local:a.End]
	for j := range d.Attrs[:i] {
		b := &d.Attrs[j]
		if b.URI == a.URI && bytes.Equal(d.Buf[b.Local:b.End], local) {
			d.failAt(a.Name, "the attribute %s is given twice", lex.QuoteName(d.Buf[a.Name:a.End]))
			return false
		}
	}
	if a.URI == XSINamespace && string(local) == "nil" {
		return d.setNil(a)
	}
	return true
}

// setNil notes xsi:nil (XML Schema part 1, section 2.6.2).
func (d *Decoder) setNil(a *Attribute) bool {
	switch string(lex.TrimSpace(a.Value)) {
	case "true", "1":
		d.current.mode += tagNil - tagOpen // TagOpen to TagNil, TagClosed to TagNilClosed
	case "false", "0":
	default:
		d.failAt(a.Name, "the value of xsi:nil is not a boolean")
		return false
	}
	return true
}

// Attr returns an attribute of the current start tag.
func (d *Decoder) Attr(space, local string) (value string, ok bool) {
	d.fill()
	if d.Failed != nil {
		return "", false
	}
	if a := d.attr(space, local); a != nil {
		return string(a.Value), true
	}
	return "", false
}

// attr returns an attribute of the current start tag, which is complete; nil if the tag does not have it.
func (d *Decoder) attr(space, local string) *Attribute {
	for i := range d.Attrs {
		if a := &d.Attrs[i]; a.URI == space && string(d.Buf[a.Local:a.End]) == local {
			return a
		}
	}
	return nil
}

// ResolveQName resolves a qualified name in content, with the namespaces that
// are in scope at the current place. A name without a prefix is in the default
// namespace (XML Schema part 2, section 3.2.18).
func (d *Decoder) ResolveQName(text string) (space, local string, ok bool) {
	name := lex.TrimSpace([]byte(text))
	i := bytes.IndexByte(name, ':')
	if i < 0 {
		uri, _, _ := d.ResolvePrefix(nil)
		return uri, string(name), len(name) > 0
	}
	if i == 0 || i == len(name)-1 {
		return "", "", false
	}
	uri, _, ok := d.ResolvePrefix(name[:i])
	return uri, string(name[i+1:]), ok
}
