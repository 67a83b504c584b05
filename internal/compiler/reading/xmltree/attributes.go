package xmltree

import (
	"bytes"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
)

// attribute reads the attribute at an offset of the tag at start, and returns the
// offset after it (XML 1.0 section 3.1).
func (p *parser) attribute(start, offset int) (end int, ok bool) {
	text := p.doc.Text
	at := skipName(text, offset)
	if at == offset {
		return 0, p.malformed(offset, "expected the name of an attribute")
	}
	name := p.name(text[offset:at])
	if !name.valid {
		return 0, p.malformed(offset, "%s is not a qualified name", diag.Quote(rawName(name.prefix, name.local)))
	}
	at = skipSpace(text, at)
	if at == len(text) {
		return 0, p.unended(start)
	}
	if text[at] != '=' {
		return 0, p.malformed(at, "attribute %s has no value", diag.Quote(rawName(name.prefix, name.local)))
	}
	at = skipSpace(text, at+1)
	if at == len(text) {
		return 0, p.unended(start)
	}
	if text[at] != '"' && text[at] != '\'' {
		return 0, p.malformed(at, "the value of attribute %s is not in quotes", diag.Quote(rawName(name.prefix, name.local)))
	}
	length := bytes.IndexByte(text[at+1:], text[at])
	if length < 0 {
		return 0, p.unended(start)
	}
	a := Attr{Name: QName{Local: name.local}, Prefix: name.prefix, Offset: offset, ValueStart: at + 1, ValueEnd: at + 1 + length}
	written := text[a.ValueStart:a.ValueEnd]
	if i := bytes.IndexByte(written, '<'); i >= 0 {
		return 0, p.malformed(a.ValueStart+i, "\"<\" in the value of attribute %s", diag.Quote(a.RawName()))
	}
	value, ok := p.unescape(written, a.ValueStart, valueSpaces)
	if !ok {
		return 0, false
	}
	a.Value = string(value)
	p.attrs = append(p.attrs, a)
	return a.ValueEnd + 1, true
}

// attributes sets the attributes and the scope of e, whose start tag has been read.
func (p *parser) attributes(e *Element) bool {
	if len(p.attrs) == 0 {
		return true
	}
	all := append([]Attr(nil), p.attrs...)
	e.Attrs = make([]*Attr, len(all))
	for i := range all {
		a := &all[i]
		e.Attrs[i], a.Owner = a, e
		if !p.declare(e, a) {
			return false
		}
	}
	return p.nameAttributes(e)
}

// declare adds a namespace declaration to the scope of e.
func (p *parser) declare(e *Element, a *Attr) bool {
	prefix := ""
	switch {
	case a.Prefix == "xmlns":
		prefix = a.Name.Local
	case a.Prefix != "" || a.Name.Local != "xmlns":
		return true
	}
	a.Name.Space = XMLNSNamespace
	switch {
	case prefix == "xmlns", a.Value == XMLNSNamespace,
		(prefix == "xml") != (a.Value == XMLNamespace):
		return p.malformed(a.Offset, "%s cannot be declared as %s", diag.Quote(a.RawName()), diag.Quote(a.Value))
	case prefix != "" && a.Value == "":
		return p.malformed(a.Offset, "prefix %s is declared without a namespace", diag.Quote(prefix))
	}
	if e.scope == nil || e.Parent != nil && e.scope == e.Parent.scope {
		e.scope = &scope{parent: e.scope, uris: make(map[string]string)}
	}
	if _, duplicate := e.scope.uris[prefix]; duplicate {
		return p.failDuplicate(a)
	}
	e.scope.uris[prefix] = a.Value
	return true
}

// nameAttributes resolves the prefixes of e's attributes, now that its scope is
// known, and reports duplicate attributes.
func (p *parser) nameAttributes(e *Element) bool {
	var seen map[QName]bool
	if len(e.Attrs) > 8 {
		seen = make(map[QName]bool, len(e.Attrs))
	}
	for i, a := range e.Attrs {
		if a.Prefix != "" && a.Prefix != "xmlns" {
			uri, ok := e.LookupPrefix(a.Prefix)
			if !ok {
				return p.malformed(a.Offset, "prefix %s of attribute %s is not declared",
					diag.Quote(a.Prefix), diag.Quote(a.RawName()))
			}
			a.Name.Space = uri
		}
		isSame := func(b *Attr) bool { return b.Name == a.Name }
		if seen[a.Name] || seen == nil && slices.ContainsFunc(e.Attrs[:i], isSame) {
			return p.failDuplicate(a)
		}
		if seen != nil {
			seen[a.Name] = true
		}
	}
	return true
}

func (p *parser) failDuplicate(a *Attr) bool {
	return p.malformed(a.Offset, "duplicate attribute %s", diag.Quote(a.RawName()))
}
