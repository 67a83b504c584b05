package xmltree

import (
	"bytes"
	"sort"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// expander removes the document type declaration from a document and replaces
// entity references with the entities' texts. It works on the text, so that the
// parser sees a document without entities, and records where each piece was
// read.
type expander struct {
	text []byte
	pos  func(offset int) diag.Pos
	dtd  dtd

	out     []byte
	origins []origin
	spent   int // bytes that references have added to the document
	at      int // offset of the reference that is being expanded; -1 for none
	depth   int
	failed  *diag.Diagnostic
}

// origin is where a piece of a document's text was read.
type origin struct {
	at    int  // offset of its first byte in the text
	from  int  // offset in the document as read
	fixed bool // the piece is the text of an entity, and from is the offset of the reference
}

// expand returns the text without document type declaration and entities, and the
// origins of its pieces. Without a document type declaration it returns the text
// itself and nil.
func expand(text []byte, pos func(offset int) diag.Pos) ([]byte, []origin, *diag.Diagnostic) {
	start := findDoctype(text)
	if start < 0 {
		return text, nil, nil
	}
	x := &expander{text: text, pos: pos, at: -1}
	x.dtd.general, x.dtd.parameter = make(map[string]*entity), make(map[string]*entity)
	end, ok := x.doctype(start)
	if !ok {
		return nil, nil, x.failed
	}
	x.copy(text[:start], 0)
	if !x.content(text, end) {
		return nil, nil, x.failed
	}
	return x.out, x.origins, nil
}

// readFrom maps an offset in the expanded text to an offset in the document as
// read.
func readFrom(origins []origin, offset int) int {
	i := sort.Search(len(origins), func(i int) bool { return origins[i].at > offset }) - 1
	if i < 0 {
		return offset
	}
	o := origins[i]
	if o.fixed {
		return o.from
	}
	return o.from + offset - o.at
}

func (x *expander) fail(id string, offset int, format string, args ...any) bool {
	d := diag.New(id, x.pos(offset), format, args...)
	x.failed = &d
	return false
}

func (x *expander) failRecursive(offset int, name string, e *entity) bool {
	x.fail(diag.Malformed, offset, "not well-formed: the entity %s contains itself", diag.Quote(name))
	*x.failed = x.failed.WithRelated(x.pos(e.offset), "declared here")
	return false
}

// spend counts n bytes that a reference adds to the document and fails at the
// limit.
func (x *expander) spend(n, offset int) bool {
	if x.spent += n; x.spent > maxEntityText {
		return x.fail(diag.TooLarge, offset, "the entities of the document expand to more than %d bytes", maxEntityText)
	}
	return true
}

// copy appends a piece to the output. from is its offset in the document. It is
// ignored while an entity is expanded; the offset of the reference is used.
func (x *expander) copy(piece []byte, from int) {
	if len(piece) == 0 {
		return
	}
	o := origin{at: len(x.out), from: from}
	if x.at >= 0 {
		o.from, o.fixed = x.at, true
	}
	x.origins = append(x.origins, o)
	x.out = append(x.out, piece...)
}

// place returns the offset that diagnostics report for an offset of the text that
// is being read.
func (x *expander) place(offset int) int {
	if x.at >= 0 {
		return x.at
	}
	return offset
}

// content expands the references in text[at:], including those in the attributes
// of tags. Elements, comments and sections that start in an entity must end in
// it (XML 1.0 section 4.3.2).
func (x *expander) content(text []byte, at int) bool {
	copied, level := at, 0
	for at < len(text) {
		i := bytes.IndexAny(text[at:], "<&")
		if i < 0 {
			break
		}
		at += i
		if text[at] == '&' {
			length, ok := x.reference(text, copied, at, 0)
			if !ok {
				return false
			}
			if length > 0 {
				copied = at + length
			}
			at += max(length, 1)
			continue
		}
		var end, step int
		var ok bool
		if copied, end, step, ok = x.markup(text, copied, at); !ok {
			return false
		}
		if end < 0 { // the parser reports this in a document; in an entity it would affect what follows
			if x.at >= 0 {
				return x.unbalanced()
			}
			break
		}
		if level += step; level < 0 && x.at >= 0 {
			return x.unbalanced()
		}
		at = end
	}
	if level != 0 && x.at >= 0 {
		return x.unbalanced()
	}
	x.copy(text[copied:], copied)
	return true
}

func (x *expander) unbalanced() bool {
	return x.fail(diag.Malformed, x.at, "not well-formed: the text of an entity must be balanced: a tag or section that starts in it must end in it")
}

// markup returns the end of the comment, section, instruction or tag at offset at, as tag does.
func (x *expander) markup(text []byte, copied, at int) (copiedNow, end, step int, ok bool) {
	rest := text[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		return copied, indexAfter(text, at+4, "-->"), 0, true
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return copied, indexAfter(text, at+9, "]]>"), 0, true
	case bytes.HasPrefix(rest, []byte("<?")):
		return copied, indexAfter(text, at+2, "?>"), 0, true
	}
	return x.tag(text, copied, at)
}

// tag expands the references in the attributes of the tag at offset at. It
// returns the offset up to which the text has been copied, the end of the tag or
// -1 if it does not end, and by how much the tag changes the depth: 1 for a start
// tag, -1 for an end tag, 0 for an empty element.
func (x *expander) tag(text []byte, copied, at int) (copiedNow, end, step int, ok bool) {
	step = 1
	if bytes.HasPrefix(text[at:], []byte("</")) {
		step = -1
	}
	for at++; at < len(text); {
		switch c := text[at]; c {
		case '>':
			if step > 0 && text[at-1] == '/' {
				step = 0
			}
			return copied, at + 1, step, true
		case '<':
			return copied, -1, 0, true
		case '"', '\'':
			length := bytes.IndexByte(text[at+1:], c)
			if length < 0 {
				return copied, -1, 0, true
			}
			end := at + 1 + length
			if copied, ok = x.value(text, copied, at+1, end, c); !ok {
				return copied, 0, 0, false
			}
			at = end + 1
		default:
			at++
		}
	}
	return copied, -1, 0, true
}

// value expands the references of the attribute value text[at:end].
func (x *expander) value(text []byte, copied, at, end int, quote byte) (int, bool) {
	for at < end {
		i := bytes.IndexByte(text[at:end], '&')
		if i < 0 {
			break
		}
		at += i
		length, ok := x.reference(text[:end], copied, at, quote)
		if !ok {
			return copied, false
		}
		if length > 0 {
			copied = at + length
		}
		at += max(length, 1)
	}
	return copied, true
}

// predefined holds the predefined entities (section 4.6).
var predefined = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "apos": '\'', "quot": '"'}

// reference copies the text before the reference at offset at and expands the
// reference. It returns the length of the reference, or 0 if it is not expanded.
// quote is the delimiter of the attribute value that contains the reference, 0 in
// content.
func (x *expander) reference(text []byte, copied, at int, quote byte) (length int, ok bool) {
	name, length := referenceName(text[at:])
	if length == 0 || strings.HasPrefix(name, "#") || predefined[name] != 0 {
		return 0, true
	}
	offset := x.place(at)
	e := x.dtd.general[name]
	switch {
	case e == nil:
		x.fail(diag.Malformed, offset, "not well-formed: the entity %s is not declared", diag.Quote(name))
		if x.dtd.external {
			x.failed.Hint = "external declarations are not read; declare the entity in the document itself"
		}
		return 0, false
	case e.external:
		x.fail(diag.DTD, offset, "the entity %s is external; external entities are not read", diag.Quote(name))
		*x.failed = x.failed.WithRelated(x.pos(e.offset), "declared here")
		return 0, false
	case e.open:
		return 0, x.failRecursive(offset, name, e)
	case x.depth >= maxEntityDepth:
		return 0, x.fail(diag.TooLarge, offset, "entities are nested more than %d levels deep", maxEntityDepth)
	case !x.spend(len(e.text), offset):
		return 0, false
	}
	x.copy(text[copied:at], copied)
	before := x.at
	x.at, e.open = offset, true
	x.depth++
	if quote != 0 {
		ok = x.replacement(e.text, quote)
	} else {
		ok = x.content(e.text, 0)
	}
	x.depth--
	x.at, e.open = before, false
	return length, ok
}

// replacement inserts the text of an entity into an attribute value. Quotes in it
// are not delimiters, and markup is not allowed (section 3.1).
func (x *expander) replacement(text []byte, quote byte) bool {
	if bytes.IndexByte(text, '<') >= 0 {
		return x.fail(diag.Malformed, x.at, "not well-formed: the text of an entity in an attribute value contains '<'")
	}
	escaped := "&#34;"
	if quote == '\'' {
		escaped = "&#39;"
	}
	for {
		i := bytes.IndexByte(text, quote)
		piece := text
		if i >= 0 {
			piece = text[:i]
		}
		copied, ok := x.value(piece, 0, 0, len(piece), quote)
		if !ok {
			return false
		}
		x.copy(piece[copied:], 0)
		if i < 0 {
			return true
		}
		x.copy([]byte(escaped), 0)
		text = text[i+1:]
	}
}
