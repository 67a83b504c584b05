package soap

import (
	"bytes"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
)

// The documents of a contract are well-formed UTF-8 without a document type
// declaration: the generator has checked that. So a few lines find the values of
// attributes, which a handler replaces when it serves a document.

// startTag is a start tag of a document.
type startTag struct {
	local      string // of the element's name
	name       string // the value of the attribute name
	attributes []attributeSpan
}

// attributeSpan is an attribute in a document: doc[from:to] is its value.
type attributeSpan struct {
	name     string // as written, with its prefix
	from, to int
}

// eachStartTag calls visit with each start tag of a document and the elements
// that it is in, the innermost last.
func eachStartTag(doc []byte, visit func(tag *startTag, in []startTag)) {
	var open []startTag
	for p := bytes.IndexByte(doc, '<'); p >= 0 && p < len(doc); p = nextMarkup(doc, p) {
		switch rest := doc[p:]; {
		case bytes.HasPrefix(rest, []byte("<!--")):
			p = after(doc, p, "-->")
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			p = after(doc, p, "]]>")
		case bytes.HasPrefix(rest, []byte("<?")):
			p = after(doc, p, "?>")
		case bytes.HasPrefix(rest, []byte("</")):
			p = after(doc, p, ">")
			open = open[:max(0, len(open)-1)]
		default:
			tag, closed, end := scanStartTag(doc, p+1)
			visit(&tag, open)
			if p = end; !closed {
				open = append(open, tag)
			}
		}
	}
}

func nextMarkup(doc []byte, p int) int {
	n := bytes.IndexByte(doc[p:], '<')
	if n < 0 {
		return len(doc)
	}
	return p + n
}

// after returns the position after the first end from p on.
func after(doc []byte, p int, end string) int {
	n := bytes.Index(doc[p:], []byte(end))
	if n < 0 {
		return len(doc)
	}
	return p + n + len(end)
}

// scanStartTag reads a start tag from its name on, and returns the position after
// it.
func scanStartTag(doc []byte, p int) (tag startTag, closed bool, end int) {
	name, p := scanUntil(doc, p, " \t\r\n/>")
	tag.local = name[strings.IndexByte(name, ':')+1:]
	for p < len(doc) {
		switch c := doc[p]; {
		case lex.IsSpace(c):
			p++
		case c == '>':
			return tag, closed, p + 1
		case c == '/':
			closed = true
			p++
		default:
			name, p = scanUntil(doc, p, " \t\r\n=")
			_, p = scanUntil(doc, p, `"'`)
			if p >= len(doc) {
				return tag, closed, len(doc)
			}
			n := bytes.IndexByte(doc[p+1:], doc[p])
			if n < 0 {
				return tag, closed, len(doc)
			}
			tag.attributes = append(tag.attributes, attributeSpan{name, p + 1, p + 1 + n})
			if name == "name" {
				tag.name = unescaped(doc[p+1 : p+1+n])
			}
			p += n + 2
		}
	}
	return tag, closed, len(doc)
}

// scanUntil returns the text from p to the first of some bytes, and its position.
func scanUntil(doc []byte, p int, stop string) (text string, end int) {
	n := bytes.IndexAny(doc[p:], stop)
	if n < 0 {
		return string(doc[p:]), len(doc)
	}
	return string(doc[p : p+n]), p + n
}

// unescaped returns the value of an attribute without its escapes.
func unescaped(value []byte) string {
	if bytes.IndexByte(value, '&') < 0 {
		return string(bytes.TrimSpace(value))
	}
	d := schema.NewDecoder(append(append([]byte("<a>"), value...), "</a>"...), nil, schema.Limits{})
	defer d.Release()
	if !d.Root() {
		return ""
	}
	return strings.TrimSpace(d.Text())
}
