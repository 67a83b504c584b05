package xmltree

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// parsedName is a name in a document, split at its colon.
type parsedName struct {
	prefix, local string
	valid         bool // whether it is a qualified name (Namespaces in XML section 4)
}

// name splits a name. Names occur many times in a document.
func (p *parser) name(written []byte) parsedName {
	if n, ok := p.names[string(written)]; ok {
		return n
	}
	var n parsedName
	s := string(written)
	if prefix, local, found := strings.Cut(s, ":"); found && prefix != "" {
		n = parsedName{prefix, local, IsNCName(prefix) && IsNCName(local)}
	} else {
		n = parsedName{"", s, IsNCName(s)}
	}
	p.names[s] = n
	return n
}

// startTag reads the start tag or the empty element at p.at (XML 1.0 section 3.1).
func (p *parser) startTag() bool {
	start, text := p.at, p.doc.Text
	if p.open == nil && p.doc.Root != nil {
		return p.malformed(start, "a second root element")
	}
	if p.level++; p.level > p.depth {
		return p.fail(diag.TooLarge, start, "elements are nested more than %d levels deep", p.depth)
	}
	at := skipName(text, start+1)
	if at == start+1 {
		return p.malformed(at, "expected the name of an element after \"<\"")
	}
	name := p.name(text[start+1 : at])
	at, empty, ok := p.tagEnd(start, at)
	if !ok {
		return false
	}
	p.at = at
	e := &Element{Doc: p.doc, Parent: p.open, Offset: start, Prefix: name.prefix}
	if p.open == nil {
		p.doc.Root = e
	} else {
		e.scope = p.open.scope
		p.open.Nodes = append(p.open.Nodes, Node{Element: e})
	}
	p.open = e
	if !p.attributes(e) {
		return false
	}
	uri, ok := e.LookupPrefix(e.Prefix)
	if !name.valid {
		return p.malformed(start, "%s is not a qualified name", diag.Quote(rawName(name.prefix, name.local)))
	}
	if !ok || e.Prefix == "xmlns" {
		return p.malformed(start, "prefix %s of element %s is not declared", diag.Quote(e.Prefix), diag.Quote(rawName(e.Prefix, name.local)))
	}
	e.Name = QName{Space: uri, Local: name.local}
	if empty {
		p.close(e)
	}
	return true
}

// tagEnd reads a start tag after its name: the attributes and the closing bracket.
func (p *parser) tagEnd(start, at int) (end int, empty, ok bool) {
	text := p.doc.Text
	p.attrs = p.attrs[:0]
	for {
		next := skipSpace(text, at)
		if next == len(text) {
			return 0, false, p.unended(start)
		}
		switch {
		case text[next] == '>':
			return next + 1, false, true
		case text[next] == '/' && next+1 == len(text):
			return 0, false, p.unended(start)
		case text[next] == '/' && text[next+1] == '>':
			return next + 2, true, true
		case text[next] == '/':
			return 0, false, p.malformed(next, "\"/\" inside a start tag")
		case next == at:
			return 0, false, p.malformed(at, "no white space before an attribute")
		}
		if at, ok = p.attribute(start, next); !ok {
			return 0, false, false
		}
	}
}

// close ends the open element e.
func (p *parser) close(e *Element) {
	e.End = p.at
	p.open = e.Parent
	p.level--
}

func (p *parser) endTag() bool {
	start, text := p.at, p.doc.Text
	end := skipName(text, start+2)
	name := string(text[start+2 : end])
	at := skipSpace(text, end)
	e := p.open
	switch {
	case at == len(text):
		return p.unended(start)
	case e == nil:
		return p.malformed(start, "end tag %s has no start tag", diag.Quote(name))
	case name != e.RawName():
		p.malformed(start, "element %s is ended by %s", diag.Quote(e.RawName()), diag.Quote(name))
		*p.failed = p.failed.WithRelated(e.Pos(), "the element starts here")
		return false
	case text[at] != '>':
		return p.malformed(at, "the end tag %s contains more than a name", diag.Quote(name))
	}
	p.at = at + 1
	p.close(e)
	return true
}

func skipName(text []byte, at int) int {
	for at < len(text) {
		switch text[at] {
		case ' ', '\t', '\r', '\n', '=', '/', '>', '<', '\'', '"', '&':
			return at
		}
		at++
	}
	return at
}

func skipSpace(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n') {
		at++
	}
	return at
}
