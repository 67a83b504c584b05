package xmltree

import (
	"bytes"
	"encoding/xml"
	"strings"

	"example.com/quartet/internal/compiler/diag"
)

// attributes sets the attributes and the scope of e. encoding/xml has checked
// the tag and decoded the values, but does not report their offsets, so the tag
// is scanned again. It ends at offset end.
func (p *parser) attributes(e *Element, decoded []xml.Attr, end int) bool {
	if len(decoded) == 0 {
		return true
	}
	all := make([]Attr, len(decoded))
	e.Attrs = make([]*Attr, len(decoded))
	at := skipName(p.doc.Text, e.Offset+1)
	for i, d := range decoded {
		a := &all[i]
		e.Attrs[i] = a
		a.Owner, a.Prefix, a.Name.Local = e, d.Name.Space, d.Name.Local
		next := skipSpace(p.doc.Text, at)
		if next == at {
			return p.fail(diag.Malformed, at, "not well-formed: no white space before an attribute")
		}
		at = a.locate(p.doc.Text, next)
		if at > end {
			return p.fail(diag.Malformed, e.Offset, "not well-formed: the start tag cannot be read")
		}
		a.Value = normalize(d.Value, p.doc.Text[a.ValueStart:a.ValueEnd])
		if !p.declare(e, a) {
			return false
		}
	}
	return p.nameAttributes(e)
}

// locate sets the offsets of the attribute whose name starts at offset. It
// returns the offset after the closing quote.
func (a *Attr) locate(text []byte, offset int) int {
	a.Offset = offset
	at := skipSpace(text, skipName(text, offset)) // at '='
	at = skipSpace(text, at+1)                    // at the quote
	if at >= len(text) {
		return len(text) + 1
	}
	a.ValueStart = at + 1
	length := bytes.IndexByte(text[a.ValueStart:], text[at])
	if length < 0 {
		a.ValueStart = offset
		return len(text) + 1
	}
	a.ValueEnd = a.ValueStart + length
	return a.ValueEnd + 1
}

func skipName(text []byte, at int) int {
	for at < len(text) && bytes.IndexByte([]byte(" \t\r\n=/>"), text[at]) < 0 {
		at++
	}
	return at
}

func skipSpace(text []byte, at int) int {
	for at < len(text) && bytes.IndexByte([]byte(" \t\r\n"), text[at]) >= 0 {
		at++
	}
	return at
}

// normalize replaces the literal white space of an attribute value with spaces
// (XML 1.0 section 3.3.3), which encoding/xml does not do. White space that is
// written as a character reference is unchanged.
func normalize(value string, written []byte) string {
	if !bytes.ContainsAny(written, "\t\r\n") {
		return value
	}
	blank := strings.NewReplacer("\r\n", " ", "\t", " ", "\r", " ", "\n", " ")
	if bytes.IndexByte(written, '&') < 0 {
		return blank.Replace(value)
	}
	var b strings.Builder
	for rest := string(written); rest != ""; {
		plain, after, found := strings.Cut(rest, "&")
		b.WriteString(blank.Replace(plain))
		if !found {
			break
		}
		ref, tail, _ := strings.Cut(after, ";")
		b.WriteString(dereference(ref))
		rest = tail
	}
	return b.String()
}

// dereference returns the text of the reference &ref;, which encoding/xml has
// accepted.
func dereference(ref string) string {
	var s string
	if err := xml.Unmarshal([]byte("<a>&"+ref+";</a>"), &s); err != nil {
		return ""
	}
	return s
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
		return p.fail(diag.Malformed, a.Offset, "not well-formed: %s cannot be declared as %s", diag.Quote(a.RawName()), diag.Quote(a.Value))
	case prefix != "" && a.Value == "":
		return p.fail(diag.Malformed, a.Offset, "not well-formed: prefix %s is declared without a namespace", diag.Quote(prefix))
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
		if !IsNCName(a.Name.Local) || a.Prefix != "" && !IsNCName(a.Prefix) {
			return p.fail(diag.Malformed, a.Offset, "not well-formed: %s is not a qualified name", diag.Quote(a.RawName()))
		}
		if a.Prefix != "" && a.Prefix != "xmlns" {
			uri, ok := e.LookupPrefix(a.Prefix)
			if !ok {
				return p.fail(diag.Malformed, a.Offset, "not well-formed: prefix %s of attribute %s is not declared",
					diag.Quote(a.Prefix), diag.Quote(a.RawName()))
			}
			a.Name.Space = uri
		}
		if seen != nil {
			if seen[a.Name] {
				return p.failDuplicate(a)
			}
			seen[a.Name] = true
			continue
		}
		for _, b := range e.Attrs[:i] {
			if b.Name == a.Name {
				return p.failDuplicate(a)
			}
		}
	}
	return true
}

func (p *parser) failDuplicate(a *Attr) bool {
	return p.fail(diag.Malformed, a.Offset, "not well-formed: duplicate attribute %s", diag.Quote(a.RawName()))
}
