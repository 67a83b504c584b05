package xmltree

import (
	"bytes"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// findDoctype returns the offset of the document type declaration, or -1 if
// there is none before the root element.
func findDoctype(text []byte) int {
	for at := 0; at >= 0; {
		at = skipSpace(text, at)
		if bytes.HasPrefix(text[at:], []byte("<!DOCTYPE")) {
			return at
		}
		var ok bool
		if at, ok = skipOpaque(text, at, opaque[:2]); !ok {
			break
		}
	}
	return -1
}

// opaque are the starts and ends of what contains neither declarations nor references: comments, processing instructions, and
// sections.
var opaque = [][2]string{{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}}

// skipOpaque returns the offset after one of some opaque constructs, -1 if it does not end. ok is false if there is none at an offset.
func skipOpaque(text []byte, at int, some [][2]string) (end int, ok bool) {
	for _, o := range some {
		if bytes.HasPrefix(text[at:], []byte(o[0])) {
			return indexAfter(text, at+len(o[0]), o[1]), true
		}
	}
	return at, false
}

// indexAfter returns the offset after the first occurrence of end in text[from:],
// or -1.
func indexAfter(text []byte, from int, end string) int {
	i := bytes.Index(text[from:], []byte(end))
	if i < 0 {
		return -1
	}
	return from + i + len(end)
}

// doctype reads the declaration at offset start and returns the offset after it (XML 1.0 section 2.8).
func (x *expander) doctype(start int) (end int, ok bool) {
	at := start + len("<!DOCTYPE")
	for at < len(x.text) {
		switch c := x.text[at]; c {
		case '"', '\'':
			// The identifier of the external subset, which is not read.
			x.external = true
			if at = indexAfter(x.text, at+1, string(c)); at < 0 {
				return 0, x.unended(start)
			}
		case '[':
			if at, ok = x.subset(at+1, start); !ok {
				return 0, false
			}
			if at = skipSpace(x.text, at); at >= len(x.text) || x.text[at] != '>' {
				return 0, x.malformed(min(at, len(x.text)), "the document type declaration does not end after its declarations")
			}
			return at + 1, true
		case '>':
			return at + 1, true
		case '<':
			return 0, x.malformed(at, "'<' in the document type declaration")
		default:
			at++
		}
	}
	return 0, x.unended(start)
}

// declarations are the starts of markup declarations. All but the first are skipped: only validation of documents with their
// document type needs them, and defaults of attributes, which are not added.
var declarations = []string{"<!ENTITY", "<!ELEMENT", "<!ATTLIST", "<!NOTATION"}

// subset reads the declarations of the internal subset up to the bracket that ends it. start is the offset of the document type
// declaration.
func (x *expander) subset(at, start int) (end int, ok bool) {
	for {
		if at = skipSpace(x.text, at); at >= len(x.text) {
			return 0, x.unended(start)
		}
		end, isOpaque := skipOpaque(x.text, at, opaque[:2])
		switch rest := x.text[at:]; {
		case isOpaque:
		case rest[0] == ']':
			return at + 1, true
		case rest[0] == '%':
			return 0, x.fail(diag.DTD, at, "the document type declaration refers to a parameter entity, which is not supported")
		case !slices.ContainsFunc(declarations, func(name string) bool { return isDeclaration(rest, name) }):
			return 0, x.malformed(at, "expected a markup declaration")
		default:
			length := declarationEnd(rest)
			if end = at + length; length < 0 {
				end = -1
			} else if isDeclaration(rest, declarations[0]) && !x.declare(rest[:length], at) {
				return 0, false
			}
		}
		if end < 0 {
			return 0, x.unended(at)
		}
		at = end
	}
}

func isDeclaration(text []byte, keyword string) bool {
	return bytes.HasPrefix(text, []byte(keyword)) && skipSpace(text, len(keyword)) > len(keyword)
}

// declarationEnd returns the length of the declaration at the start of text, up
// to and including the first '>' that is not quoted, or -1 if there is none.
func declarationEnd(text []byte) int {
	for at := 0; at < len(text); {
		switch c := text[at]; c {
		case '"', '\'':
			if at = indexAfter(text, at+1, string(c)); at < 0 {
				return -1
			}
		case '>':
			return at + 1
		default:
			at++
		}
	}
	return -1
}

// declare reads an entity declaration (section 4.2). The first declaration of a name is used. Declarations of parameter entities
// and of the predefined entities are skipped.
func (x *expander) declare(text []byte, offset int) bool {
	at := skipSpace(text, len("<!ENTITY"))
	if text[at] == '%' {
		return true
	}
	end := at
	for end < len(text) && bytes.IndexByte([]byte(" \t\r\n>\"'"), text[end]) < 0 {
		end++
	}
	name := string(text[at:end])
	if !IsNCName(name) {
		return x.malformed(offset, "entity name %s is not valid", diag.Quote(name))
	}
	e := &entity{offset: offset}
	rest := text[skipSpace(text, end):]
	switch {
	case rest[0] == '"' || rest[0] == '\'':
		e.text = rest[1 : 1+bytes.IndexByte(rest[1:], rest[0])]
		if !isPlain(e.text) {
			e.refused = "has markup or references in its text, which is not supported"
		}
	case bytes.HasPrefix(rest, []byte("SYSTEM")), bytes.HasPrefix(rest, []byte("PUBLIC")):
		e.refused = "is external; external entities are not read"
	default:
		return x.malformed(offset, "the entity %s is declared without a value", diag.Quote(name))
	}
	if x.entities[name] == nil && predefined[name] == 0 {
		x.entities[name] = e
	}
	return true
}

// isPlain reports whether the text of an entity has neither markup nor references, except to characters and predefined entities.
func isPlain(text []byte) bool {
	for {
		i := bytes.IndexAny(text, "<&%")
		if i < 0 {
			return true
		}
		name, length := referenceName(text[i:])
		r := predefined[name]
		if strings.HasPrefix(name, "#") {
			r, _ = character(name)
			if r == '<' || r == '&' { // it becomes markup, or a part of a reference (section 4.5)
				return false
			}
		}
		if text[i] != '&' || r == 0 {
			return false
		}
		text = text[i+length:]
	}
}
