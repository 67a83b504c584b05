package xmltree

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/diag"
)

// maxEntityText is the number of bytes that references to entities may add to a document. Contracts declare a few entities, such
// as abbreviations of namespaces.
const maxEntityText = 1 << 20

// entity is an entity of a document type declaration (XML 1.0 section 4.2).
type entity struct {
	text    []byte // of an internal entity, as written
	refused string // why references to it are errors; "" if they are not
	offset  int    // offset of the declaration
}

// expander removes the document type declaration from a document and replaces entity references with the entities' texts. It
// works on the text, so that the parser sees a document without entities, and records where each piece was read.
type expander struct {
	failure
	text     []byte
	entities map[string]*entity
	external bool // whether there is an external subset, which is not read and may declare more

	out     []byte
	origins []origin
	added   int // bytes that references have added to the document
}

// origin is where a piece of a document's text was read.
type origin struct {
	at    int  // offset of its first byte in the text
	from  int  // offset in the document as read
	fixed bool // the piece is the text of an entity, and from is the offset of the reference
}

// expand returns the text without document type declaration and entities, and the origins of its pieces. Without a document type
// declaration it returns the text itself and nil.
func expand(text []byte, pos func(offset int) diag.Pos) ([]byte, []origin, *diag.Diagnostic) {
	start := findDoctype(text)
	if start < 0 {
		return text, nil, nil
	}
	x := &expander{failure: failure{pos: pos}, text: text, entities: make(map[string]*entity)}
	end, ok := x.doctype(start)
	if !ok {
		return nil, nil, x.failed
	}
	x.copy(0, start)
	if !x.content(end) {
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

// copy appends a piece of the document to the output.
func (x *expander) copy(from, end int) {
	if from < end {
		x.origins = append(x.origins, origin{at: len(x.out), from: from})
		x.out = append(x.out, x.text[from:end]...)
	}
}

// content expands the references in the document from an offset to the end.
func (x *expander) content(at int) bool {
	copied := at
	for at >= 0 { // the parser reports what does not end
		i := bytes.IndexAny(x.text[at:], "<&")
		if i < 0 {
			break
		}
		at += i
		end, isOpaque := skipOpaque(x.text, at, opaque)
		switch name, length := referenceName(x.text[at:]); {
		case isOpaque:
			at = end
		case x.text[at] == '<' || length == 0 || name[0] == '#' || predefined[name] != 0:
			at++
		default:
			x.copy(copied, at)
			if !x.reference(name, at) {
				return false
			}
			at += length
			copied = at
		}
	}
	x.copy(copied, len(x.text))
	return true
}

// quotes escapes quotes in the text of an entity, which do not end an attribute value.
var quotes = strings.NewReplacer(`"`, "&#34;", "'", "&#39;")

// reference appends the text of the entity that the reference at an offset names.
func (x *expander) reference(name string, at int) bool {
	e := x.entities[name]
	switch {
	case e == nil:
		x.malformed(at, "the entity %s is not declared", diag.Quote(name))
		if x.external {
			x.failed.Hint = "external declarations are not read; declare the entity in the document itself"
		}
		return false
	case e.refused != "":
		x.fail(diag.DTD, at, "the entity %s %s", diag.Quote(name), e.refused)
		*x.failed = x.failed.WithRelated(x.pos(e.offset), "declared here")
		return false
	}
	text := quotes.Replace(string(e.text))
	if x.added += len(text); x.added > maxEntityText {
		return x.fail(diag.TooLarge, at, "the entities of the document expand to more than %d bytes", maxEntityText)
	}
	x.origins = append(x.origins, origin{at: len(x.out), from: at, fixed: true})
	x.out = append(x.out, text...)
	return true
}

// predefined holds the predefined entities (section 4.6).
var predefined = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "apos": '\'', "quot": '"'}

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
