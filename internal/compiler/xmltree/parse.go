package xmltree

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/diag"
)

// Limits bound what Parse accepts. Zero fields mean the defaults.
type Limits struct {
	Depth int // maximum depth of elements; default 256
	Bytes int // maximum size of the document in UTF-8; default 64 MiB
}

func (l Limits) withDefaults() Limits {
	if l.Depth == 0 {
		l.Depth = 256
	}
	if l.Bytes == 0 {
		l.Bytes = 64 << 20
	}
	return l
}

// Parse parses a document. file is its name as shown to the user. raw may be in
// UTF-8, UTF-16, US-ASCII, ISO-8859-1 or windows-1252. The Document may refer to
// raw, which must not be changed afterwards.
//
// If the document is not well-formed (XML 1.0, Namespaces in XML 1.0) or exceeds
// a limit, Parse returns a nil Document and one diagnostic. Internal entities of
// the document type declaration are expanded; external entities are never read.
// White space and comments before the XML declaration, which many tools accept,
// are a warning.
func Parse(file string, raw []byte, limits Limits) (*Document, diag.List) {
	limits = limits.withDefaults()
	text, err := decode(raw, limits.Bytes)
	if err != nil {
		return nil, diag.List{err.diagnostic(file, raw)}
	}
	p := &parser{
		doc:   &Document{File: file, Start: declarationStart(text), lines: lineStarts(text)},
		depth: limits.Depth,
	}
	var d *diag.Diagnostic
	if p.doc.Text, p.doc.origins, d = expand(text, p.doc.Pos); d != nil {
		return nil, diag.List{*d}
	}
	if d := p.parse(); d != nil {
		return nil, diag.List{*d}
	}
	p.doc.asRead = bytes.Equal(p.doc.Text[p.doc.Start:], raw)
	if p.doc.Start > 0 {
		d := diag.New(diag.Malformed, p.doc.Pos(p.doc.Start), "the text before the XML declaration is ignored")
		d.Severity = diag.Warning
		return p.doc, diag.List{d}
	}
	return p.doc, nil
}

// declarationStart returns the offset of the XML declaration if only white space
// and comments precede it, else 0.
func declarationStart(text []byte) int {
	at := 0
	for {
		at = skipSpace(text, at)
		if !bytes.HasPrefix(text[at:], []byte("<!--")) {
			break
		}
		end := bytes.Index(text[at+4:], []byte("-->"))
		if end < 0 {
			return 0
		}
		at += 4 + end + 3
	}
	if rest := text[at:]; bytes.HasPrefix(rest, []byte("<?xml")) && skipName(rest, 2) == len("<?xml") {
		return at
	}
	return 0
}

// parser builds the tree from the tokens of encoding/xml. That package checks
// the syntax; the parser checks what encoding/xml leaves to its callers: a single
// root, unique attributes, prefixes and names.
type parser struct {
	doc      *Document
	dec      *xml.Decoder
	open     *Element // the innermost open element
	level    int      // of open
	depth    int      // the maximum level
	failed   *diag.Diagnostic
	interned map[string]string // white space between elements: few values, many times
}

func (p *parser) fail(id string, offset int, format string, args ...any) bool {
	d := diag.New(id, p.doc.Pos(offset), format, args...)
	p.failed = &d
	return false
}

func (p *parser) parse() *diag.Diagnostic {
	p.interned = make(map[string]string)
	// encoding/xml accepts control characters in comments and processing instructions.
	if i := bytes.IndexFunc(p.doc.Text, isControl); i >= 0 {
		p.fail(diag.Malformed, i, "not well-formed: character U+%04X is not allowed", p.doc.Text[i])
		return p.failed
	}
	p.dec = xml.NewDecoder(bytes.NewReader(p.doc.Text))
	// Text is in UTF-8 already, whatever the declaration says.
	p.dec.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	for p.next() {
	}
	return p.failed
}

// next handles one token. It returns false at the end or after a failure.
func (p *parser) next() bool {
	start := int(p.dec.InputOffset())
	token, err := p.dec.RawToken()
	if err == io.EOF {
		return p.finish(start)
	}
	if err != nil {
		return p.failSyntax(start, err)
	}
	switch t := token.(type) {
	case xml.StartElement:
		return p.start(start, t)
	case xml.EndElement:
		return p.end(start, t)
	case xml.CharData:
		return p.text(start, t)
	case xml.ProcInst:
		if strings.EqualFold(t.Target, "xml") && (start != p.doc.Start || t.Target != "xml") {
			return p.fail(diag.Malformed, start, "not well-formed: the XML declaration is not at the start of the document")
		}
		if t.Target == "xml" && !bytes.Contains(t.Inst, []byte("version")) {
			return p.fail(diag.Malformed, start, "not well-formed: the XML declaration has no version")
		}
	case xml.Directive:
		if !bytes.HasPrefix(t, []byte("DOCTYPE")) {
			return p.fail(diag.Malformed, start, "not well-formed: unknown markup declaration")
		}
		return p.fail(diag.Malformed, start, "not well-formed: a document type declaration is allowed only once, before the root element")
	}
	return true
}

func (p *parser) finish(offset int) bool {
	switch {
	case p.open != nil:
		p.fail(diag.Malformed, offset, "not well-formed: the document ends inside element %s", diag.Quote(p.open.RawName()))
		*p.failed = p.failed.WithRelated(p.open.Pos(), "the element starts here")
	case p.doc.Root == nil:
		p.fail(diag.Malformed, offset, "not well-formed: the document has no root element")
	}
	return false
}

func (p *parser) failSyntax(start int, err error) bool {
	var syntax *xml.SyntaxError
	offset := int(p.dec.InputOffset())
	if !errors.As(err, &syntax) {
		return p.fail(diag.Malformed, offset, "not well-formed: %v", err)
	}
	if strings.Contains(syntax.Msg, "unexpected EOF") {
		// The start of the construct is more helpful than the end of the file.
		return p.fail(diag.Malformed, start, "not well-formed: the document ends inside the construct that starts here")
	}
	if offset > start && offset <= len(p.doc.Text) {
		offset-- // the decoder has already read the invalid byte
	}
	return p.fail(diag.Malformed, offset, "not well-formed: %s", syntax.Msg)
}

func (p *parser) start(offset int, t xml.StartElement) bool {
	if p.open == nil && p.doc.Root != nil {
		return p.fail(diag.Malformed, offset, "not well-formed: a second root element")
	}
	if p.level++; p.level > p.depth {
		return p.fail(diag.TooLarge, offset, "elements are nested more than %d levels deep", p.depth)
	}
	e := &Element{Doc: p.doc, Parent: p.open, Offset: offset, Prefix: t.Name.Space}
	if p.open == nil {
		p.doc.Root = e
	} else {
		e.scope = p.open.scope
		p.open.Nodes = append(p.open.Nodes, Node{Element: e})
	}
	p.open = e
	if !p.attributes(e, t.Attr, int(p.dec.InputOffset())) {
		return false
	}
	uri, ok := e.LookupPrefix(e.Prefix)
	if !IsNCName(t.Name.Local) || e.Prefix != "" && !IsNCName(e.Prefix) {
		return p.fail(diag.Malformed, offset, "not well-formed: %s is not a qualified name", diag.Quote(rawName(t.Name.Space, t.Name.Local)))
	}
	if !ok || e.Prefix == "xmlns" {
		return p.fail(diag.Malformed, offset, "not well-formed: prefix %s of element %s is not declared",
			diag.Quote(e.Prefix), diag.Quote(rawName(e.Prefix, t.Name.Local)))
	}
	e.Name = QName{Space: uri, Local: t.Name.Local}
	return true
}

func (p *parser) end(offset int, t xml.EndElement) bool {
	e := p.open
	if e == nil {
		return p.fail(diag.Malformed, offset, "not well-formed: end tag %s has no start tag", diag.Quote(rawName(t.Name.Space, t.Name.Local)))
	}
	if t.Name.Local != e.Name.Local || t.Name.Space != e.Prefix {
		p.fail(diag.Malformed, offset, "not well-formed: element %s is ended by %s",
			diag.Quote(e.RawName()), diag.Quote(rawName(t.Name.Space, t.Name.Local)))
		*p.failed = p.failed.WithRelated(e.Pos(), "the element starts here")
		return false
	}
	e.End = int(p.dec.InputOffset())
	p.open = e.Parent
	p.level--
	return true
}

func (p *parser) text(offset int, t xml.CharData) bool {
	blank := len(bytes.Trim(t, " \t\r\n")) == 0
	if p.open == nil {
		// A character reference or CDATA section is not white space, even if its text is.
		if !blank || bytes.IndexByte(p.doc.Text[offset:p.dec.InputOffset()], '&') >= 0 ||
			bytes.HasPrefix(p.doc.Text[offset:], []byte("<![")) {
			at := offset + len(p.doc.Text[offset:]) - len(bytes.TrimLeft(p.doc.Text[offset:], " \t\r\n"))
			return p.fail(diag.Malformed, at, "not well-formed: text outside the root element")
		}
		return true
	}
	p.open.Nodes = append(p.open.Nodes, Node{Text: p.string(t, blank)})
	return true
}

func (p *parser) string(b []byte, blank bool) string {
	if !blank {
		return string(b)
	}
	if s, ok := p.interned[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(s) <= 64 && len(p.interned) < 256 {
		p.interned[s] = s
	}
	return s
}

func isControl(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' }

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
