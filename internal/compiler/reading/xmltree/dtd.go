package xmltree

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Limits on the entities of a document. Contracts declare a few entities, such
// as abbreviations of namespaces.
const (
	maxEntities      = 1000
	maxEntityDepth   = 16      // nesting of entities that refer to entities
	maxEntityText    = 1 << 20 // total bytes that references add to the document
	maxEntityLiteral = 1 << 16 // bytes of one entity literal
)

// entity is an entity of a document type declaration (XML 1.0 section 4.2).
type entity struct {
	text     []byte // text of an internal entity, with character references replaced (section 4.5)
	external bool   // external entities are never read
	offset   int    // offset of the declaration
	open     bool   // whether its text is being expanded
}

// dtd holds the entities that a document type declaration declares.
// Declarations of elements, attributes and notations are skipped, since only
// validating readers need them.
type dtd struct {
	general   map[string]*entity
	parameter map[string]*entity
	declared  int
	external  bool // whether there are external parts, which are not read and may declare more
}

// findDoctype returns the offset of the document type declaration, or -1 if
// there is none before the root element.
func findDoctype(text []byte) int {
	at := 0
	for {
		at = skipSpace(text, at)
		rest := text[at:]
		end := 0
		switch {
		case bytes.HasPrefix(rest, []byte("<!DOCTYPE")):
			return at
		case bytes.HasPrefix(rest, []byte("<!--")):
			end = indexAfter(rest, 4, "-->")
		case bytes.HasPrefix(rest, []byte("<?")):
			end = indexAfter(rest, 2, "?>")
		default:
			return -1
		}
		if end < 0 {
			return -1
		}
		at += end
	}
}

// indexAfter returns the offset after the first occurrence of end in text[from:],
// or -1.
func indexAfter(text []byte, from int, end string) int {
	if from > len(text) {
		return -1
	}
	i := bytes.Index(text[from:], []byte(end))
	if i < 0 {
		return -1
	}
	return from + i + len(end)
}

// doctype reads the declaration at offset start and returns the offset after it
// (XML 1.0 section 2.8).
func (x *expander) doctype(start int) (end int, ok bool) {
	at := start + len("<!DOCTYPE")
	for at < len(x.text) {
		switch c := x.text[at]; c {
		case '"', '\'':
			// The identifier of the external subset, which is not read.
			x.dtd.external = true
			if at = indexAfter(x.text, at+1, string(c)); at < 0 {
				return 0, x.unended(start)
			}
		case '[':
			if at, ok = x.subset(x.text, at+1, start, 0); !ok {
				return 0, false
			}
			if at = skipSpace(x.text, at); at >= len(x.text) || x.text[at] != '>' {
				return 0, x.fail(diag.Malformed, min(at, len(x.text)), "not well-formed: the document type declaration does not end after its declarations")
			}
			return at + 1, true
		case '>':
			return at + 1, true
		case '<':
			return 0, x.fail(diag.Malformed, at, "not well-formed: '<' in the document type declaration")
		default:
			at++
		}
	}
	return 0, x.unended(start)
}

func (x *expander) unended(start int) bool {
	return x.fail(diag.Malformed, start, "not well-formed: the document ends inside the construct that starts here")
}

// place returns the offset to report for text at an offset: in a parameter entity the offset of the reference to it.
func place(at, start, depth int) int {
	if depth == 0 {
		return at
	}
	return start
}

// ignoredDeclarations are the declarations that only validation needs.
var ignoredDeclarations = []string{"<!ELEMENT", "<!ATTLIST", "<!NOTATION"}

// subset reads declarations from text up to the bracket that ends the internal
// subset (depth 0), or up to the end of a parameter entity's text. start is the
// offset in the document that diagnostics report for a parameter entity.
func (x *expander) subset(text []byte, at, start, depth int) (end int, ok bool) {
	inDocument := depth == 0
	for {
		if at = skipSpace(text, at); at >= len(text) {
			if inDocument {
				return 0, x.unended(start)
			}
			return at, true
		}
		rest := text[at:]
		length := 0
		switch {
		case rest[0] == ']' && inDocument:
			return at + 1, true
		case rest[0] == '%':
			if length, ok = x.parameterReference(rest, place(at, start, depth), depth); !ok {
				return 0, false
			}
		case bytes.HasPrefix(rest, []byte("<!--")):
			length = indexAfter(rest, 4, "-->")
		case bytes.HasPrefix(rest, []byte("<?")):
			length = indexAfter(rest, 2, "?>")
		case isDeclaration(rest, "<!ENTITY"):
			if length = declarationEnd(rest); length > 0 && !x.declare(rest[:length], place(at, start, depth)) {
				return 0, false
			}
		case slices.ContainsFunc(ignoredDeclarations, func(name string) bool { return isDeclaration(rest, name) }):
			length = declarationEnd(rest)
		default:
			return 0, x.fail(diag.Malformed, place(at, start, depth), "not well-formed: expected a markup declaration")
		}
		if length <= 0 {
			return 0, x.unended(place(at, start, depth))
		}
		at += length
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

// parameterReference reads the declarations of a parameter entity. References
// are allowed only between declarations (section 2.8). An external entity is not
// read, so what it declares is unknown.
func (x *expander) parameterReference(text []byte, offset, depth int) (length int, ok bool) {
	name, length := referenceName(text)
	e := x.dtd.parameter[name]
	switch {
	case length == 0:
		return 0, x.fail(diag.Malformed, offset, "not well-formed: '%%' is not followed by the name of a parameter entity")
	case e == nil || e.external:
		x.dtd.external = true
		return length, true
	case e.open:
		return 0, x.failRecursive(offset, name, e)
	case depth >= maxEntityDepth:
		return 0, x.fail(diag.TooLarge, offset, "entities are nested more than %d levels deep", maxEntityDepth)
	case !x.spend(len(e.text), offset):
		return 0, false
	}
	e.open = true
	_, ok = x.subset(e.text, 0, offset, depth+1)
	e.open = false
	return length, ok
}

// declare reads an entity declaration (section 4.2). The first declaration of a
// name is used.
func (x *expander) declare(text []byte, offset int) bool {
	if x.dtd.declared++; x.dtd.declared > maxEntities {
		return x.fail(diag.TooLarge, offset, "the document declares more than %d entities", maxEntities)
	}
	at := skipSpace(text, len("<!ENTITY"))
	entities := x.dtd.general
	if text[at] == '%' {
		entities = x.dtd.parameter
		at = skipSpace(text, at+1)
	}
	end := at
	for end < len(text) && bytes.IndexByte([]byte(" \t\r\n>\"'"), text[end]) < 0 {
		end++
	}
	name := string(text[at:end])
	if !IsNCName(name) {
		return x.fail(diag.Malformed, offset, "not well-formed: entity name %s is not valid", diag.Quote(name))
	}
	e := &entity{offset: offset}
	rest := text[skipSpace(text, end):]
	switch {
	case rest[0] == '"' || rest[0] == '\'':
		length := bytes.IndexByte(rest[1:], rest[0])
		if length > maxEntityLiteral {
			return x.fail(diag.TooLarge, offset, "the entity %s is larger than %d bytes", diag.Quote(name), maxEntityLiteral)
		}
		var ok bool
		if e.text, ok = x.literal(rest[1:1+length], offset, name); !ok {
			return false
		}
	case bytes.HasPrefix(rest, []byte("SYSTEM")), bytes.HasPrefix(rest, []byte("PUBLIC")):
		e.external = true
	default:
		return x.fail(diag.Malformed, offset, "not well-formed: the entity %s is declared without a value", diag.Quote(name))
	}
	if entities[name] == nil {
		entities[name] = e
	}
	return true
}

// literal returns the replacement text of an entity literal: character
// references are replaced, references to general entities are not (section 4.5).
func (x *expander) literal(text []byte, offset int, name string) ([]byte, bool) {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		i := bytes.IndexAny(text, "&%")
		if i < 0 {
			break
		}
		out, text = append(out, text[:i]...), text[i:]
		reference, length := referenceName(text)
		switch {
		case text[0] == '%' && length > 0:
			return nil, x.fail(diag.Malformed, offset, "not well-formed: the entity %s refers to a parameter entity", diag.Quote(name))
		case strings.HasPrefix(reference, "#"):
			r, ok := character(reference)
			if !ok {
				return nil, x.fail(diag.Malformed, offset, "not well-formed: the entity %s contains the invalid character reference %s", diag.Quote(name), diag.Quote(reference))
			}
			out, text = utf8.AppendRune(out, r), text[length:]
		default:
			out, text = append(out, text[0]), text[1:]
		}
	}
	return append(out, text...), true
}

// referenceName returns the name between the '&' or '%' at the start of text and
// the next ';', and the length of the reference. The length is 0 if text does
// not start with a reference.
func referenceName(text []byte) (name string, length int) {
	end := bytes.IndexByte(text[:min(len(text), 256)], ';')
	if end < 2 {
		return "", 0
	}
	name = string(text[1:end])
	if name[0] != '#' && !IsNCName(name) {
		return "", 0
	}
	return name, end + 1
}

// character returns the character of a reference such as #10 or #xA.
func character(reference string) (rune, bool) {
	digits, base := reference[1:], 10
	if strings.HasPrefix(digits, "x") {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune || isControl(rune(n)) || !utf8.ValidRune(rune(n)) || n == 0xFFFE || n == 0xFFFF {
		return 0, false
	}
	return rune(n), true
}
