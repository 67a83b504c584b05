package xmltree

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"example.com/quartet/internal/compiler/diag"
)

// expander takes the document type declaration out of a document and puts the
// texts of its entities where they are referred to. It works on the text, so
// that everything behind it sees a document without entities, and keeps where
// each piece comes from.
type expander struct {
	text []byte
	pos  func(offset int) diag.Pos
	dtd  dtd

	out     []byte
	origins []origin
	spent   int // bytes that references have put into the document
	at      int // of the reference whose text is being read; -1 for the document's own
	depth   int
	failed  *diag.Diagnostic
}

// origin says where a piece of a document's text was read.
type origin struct {
	at    int  // offset of its first byte in the text
	from  int  // offset in what was read
	fixed bool // all of it comes from there: the text of an entity that is referred to there
}

// expand returns the text without its document type declaration and entities,
// and where its pieces were; the text itself and nil if it has none.
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

// readFrom returns where the byte at offset of an expanded text was read.
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
	*x.failed = x.failed.WithRelated(x.pos(e.offset), "its declaration")
	return false
}

// spend counts the bytes that a reference puts into the document.
func (x *expander) spend(n, offset int) bool {
	if x.spent += n; x.spent > maxEntityText {
		return x.fail(diag.TooLarge, offset, "the entities of the document stand for more than %d bytes", maxEntityText)
	}
	return true
}

// copy appends a piece to the output. from is its offset in the document; of an
// entity's text, the place of the reference counts.
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

// place returns what diagnostics name for an offset of the text that is read.
func (x *expander) place(offset int) int {
	if x.at >= 0 {
		return x.at
	}
	return offset
}

// content expands the references of text from at on, and in the attributes of
// its tags. Elements, comments and sections that start in an entity have to end
// in it (XML 1.0 section 4.3.2).
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
		end, step := at, 0
		rest := text[at:]
		switch {
		case bytes.HasPrefix(rest, []byte("<!--")):
			end = behind(text, at+4, "-->")
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			end = behind(text, at+9, "]]>")
		case bytes.HasPrefix(rest, []byte("<?")):
			end = behind(text, at+2, "?>")
		default:
			var ok bool
			if copied, end, step, ok = x.tag(text, copied, at); !ok {
				return false
			}
		}
		if end < 0 { // the parser says what is wrong with a document; an entity must not spoil what follows
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
	return x.fail(diag.Malformed, x.at, "not well-formed: the text of the entity that is referred to here is not complete by itself")
}

// tag expands the references in the attributes of the tag at offset at. It
// returns up to where the text has been copied, the end of the tag, -1 for
// none, and whether it opens or ends an element.
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

// value expands the references of an attribute's value between two offsets.
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

// predefined are the entities that every document has (section 4.6).
var predefined = []string{"lt", "gt", "amp", "apos", "quot"}

// reference expands the reference at offset at, after copying what is in front
// of it. The length is 0 for what stays as it is. quote is the delimiter of the
// attribute's value that the reference stands in, 0 in content.
func (x *expander) reference(text []byte, copied, at int, quote byte) (length int, ok bool) {
	name, length := referenceName(text[at:])
	if length == 0 || strings.HasPrefix(name, "#") || slices.Contains(predefined, name) {
		return 0, true
	}
	offset := x.place(at)
	e := x.dtd.general[name]
	switch {
	case e == nil:
		x.fail(diag.Malformed, offset, "not well-formed: the entity %s is not declared", diag.Quote(name))
		if x.dtd.external {
			x.failed.Hint = "nothing but the document itself is read for declarations; declare the entity there"
		}
		return 0, false
	case e.external:
		x.fail(diag.DTD, offset, "the entity %s stands for another document, which is not read", diag.Quote(name))
		*x.failed = x.failed.WithRelated(x.pos(e.offset), "its declaration")
		return 0, false
	case e.open:
		return 0, x.failRecursive(offset, name, e)
	case x.depth >= maxEntityDepth:
		return 0, x.fail(diag.TooLarge, offset, "entities are nested more than %d deep", maxEntityDepth)
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

// replacement puts the text of an entity into an attribute's value: quotes in
// it are no delimiters, and there is no markup (section 3.1).
func (x *expander) replacement(text []byte, quote byte) bool {
	if bytes.IndexByte(text, '<') >= 0 {
		return x.fail(diag.Malformed, x.at, "not well-formed: the text of an entity puts '<' into the value of an attribute")
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
