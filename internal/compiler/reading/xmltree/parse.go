package xmltree

import (
	"bytes"
	"cmp"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Limits bound what Parse accepts. Zero fields mean the defaults.
type Limits struct {
	Depth int // maximum depth of elements; default 256
	Bytes int // maximum size of the document in UTF-8; default 64 MiB

	// LateDeclaration accepts white space and comments before the XML declaration,
	// with a warning. Many tools do.
	LateDeclaration bool
}

func (l Limits) withDefaults() Limits {
	l.Depth = cmp.Or(l.Depth, 256)
	l.Bytes = cmp.Or(l.Bytes, 64<<20)
	return l
}

// Parse parses a document. file is its name as shown to the user. raw may be in
// UTF-8, UTF-16, US-ASCII, ISO-8859-1 or windows-1252. The Document may refer to
// raw, which must not be changed afterwards.
//
// If the document is not well-formed (XML 1.0, Namespaces in XML 1.0) or exceeds
// a limit, Parse returns a nil Document and one diagnostic. References to those entities
// of the document type declaration whose value is a text without markup are replaced;
// the rest of the declaration has no effect, and nothing outside the document is read.
func Parse(file string, raw []byte, limits Limits) (*Document, diag.List) {
	limits = limits.withDefaults()
	text, encoding, err := decode(raw, limits.Bytes)
	if err != nil {
		return nil, diag.List{err.diagnostic(file, raw)}
	}
	doc := &Document{File: file, Encoding: encoding, lines: lineStarts(text)}
	if limits.LateDeclaration {
		doc.Start = declarationStart(text)
	}
	var d *diag.Diagnostic
	if doc.Text, doc.origins, d = expand(text, doc.Pos); d != nil {
		return nil, diag.List{*d}
	}
	if d := doc.parse(limits); d != nil {
		return nil, diag.List{*d}
	}
	doc.asRead = bytes.Equal(doc.Text[doc.Start:], raw)
	if doc.Start > 0 {
		d := diag.New(diag.Malformed, doc.Pos(doc.Start), "the text before the XML declaration is ignored")
		d.Severity = diag.Warning
		return doc, diag.List{d}
	}
	return doc, nil
}

// parse makes the tree of the document's text.
func (d *Document) parse(limits Limits) *diag.Diagnostic {
	p := &parser{doc: d, depth: limits.Depth, interned: make(map[string]string), names: make(map[string]parsedName)}
	p.pos = d.Pos
	return p.parse()
}

// declarationStart returns the offset of the XML declaration if only white space
// and comments precede it, else 0.
func declarationStart(text []byte) int {
	at := 0
	for comment := true; comment; {
		if at, comment = skipOpaque(text, skipSpace(text, at), opaque[:1]); at < 0 {
			return 0
		}
	}
	if rest := text[at:]; bytes.HasPrefix(rest, []byte("<?xml")) && skipName(rest, 2) == len("<?xml") {
		return at
	}
	return 0
}

// parser builds the tree (XML 1.0 fifth edition, Namespaces in XML 1.0 third edition).
// Entities have been expanded before.
type parser struct {
	failure
	doc      *Document
	at       int               // offset of the next construct
	open     *Element          // the innermost open element
	level    int               // level of open
	depth    int               // maximum level
	interned map[string]string // white space between elements: few values, many times
	names    map[string]parsedName
	attrs    []Attr // attributes of the current start tag
}

// failure is the first error in a document. The methods that set it return false.
type failure struct {
	pos    func(offset int) diag.Pos
	failed *diag.Diagnostic
}

func (f *failure) fail(id string, offset int, format string, args ...any) bool {
	d := diag.New(id, f.pos(offset), format, args...)
	f.failed = &d
	return false
}

func (f *failure) malformed(offset int, format string, args ...any) bool {
	return f.fail(diag.Malformed, offset, "not well-formed: "+format, args...)
}

// unended reports that the document ends in a construct. The start of the construct
// is more helpful than the end of the document.
func (f *failure) unended(start int) bool {
	return f.malformed(start, "the document ends inside the construct that starts here")
}

func (p *parser) parse() *diag.Diagnostic {
	if i := bytes.IndexFunc(p.doc.Text, isForbidden); i >= 0 {
		r, _ := utf8.DecodeRune(p.doc.Text[i:])
		p.malformed(i, "character U+%04X is not allowed", r)
		return p.failed
	}
	for p.next() {
	}
	return p.failed
}

// next reads one tag, piece of text or other construct. It returns false at the end
// or after a failure.
func (p *parser) next() bool {
	switch rest := p.doc.Text[p.at:]; {
	case len(rest) == 0:
		return p.finish(p.at)
	case rest[0] != '<':
		return p.characters()
	case bytes.HasPrefix(rest, []byte("<!--")):
		return p.comment()
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return p.section()
	case bytes.HasPrefix(rest, []byte("<!DOCTYPE")):
		return p.malformed(p.at, "a document type declaration is allowed only once, before the root element")
	case bytes.HasPrefix(rest, []byte("<!")):
		return p.malformed(p.at, "unknown markup declaration")
	case bytes.HasPrefix(rest, []byte("<?")):
		return p.instruction()
	case bytes.HasPrefix(rest, []byte("</")):
		return p.endTag()
	}
	return p.startTag()
}

func (p *parser) finish(offset int) bool {
	switch {
	case p.open != nil:
		p.malformed(offset, "the document ends inside element %s", diag.Quote(p.open.RawName()))
		*p.failed = p.failed.WithRelated(p.open.Pos(), "the element starts here")
	case p.doc.Root == nil:
		p.malformed(offset, "the document has no root element")
	}
	return false
}

func isControl(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' }

// isForbidden reports whether a document must not have the character (section 2.2).
func isForbidden(r rune) bool { return isControl(r) || r == 0xFFFE || r == 0xFFFF }

func lineStarts(text []byte) []int {
	starts := make([]int, 1, bytes.Count(text, []byte{'\n'})+1)
	for i, c := range text {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// validUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func validUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// UTF8 returns a document in UTF-8, as the positions of [Parse] refer to it. A document whose encoding is not supported
// is returned as it is.
func UTF8(raw []byte) []byte {
	text, _, err := decode(raw, Limits{}.withDefaults().Bytes)
	if err != nil {
		return raw
	}
	return text
}
