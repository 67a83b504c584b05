package codec

import (
	"bytes"
	"encoding/base64"
	"io"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// XOPNamespace is the namespace of the element Include, which refers to a part of the message (XML-binary
// Optimized Packaging, section 2.1).
const XOPNamespace = "http://www.w3.org/2004/08/xop/include"

// Parts are the parts of a message to which elements xop:Include of the document of one decoder may refer.
type Parts struct {
	from Source
	at   map[string]int // by Content-ID
	list []include      // in the order of the document
}

// include is an element that refers to a part: xop:Include, or one with the attribute href. It is Buf[from:to].
type include struct {
	from, to      int
	before, after []byte // the tags of the element, without the attribute href; nil for xop:Include
	content       []byte
	reader        io.Reader // instead of the content, for a field that is a reader
}

// Source has the parts of a message.
type Source interface {
	Find(id string) ([]byte, error)    // returns the content of a part
	Open(id string) (io.Reader, error) // returns a reader of the content
}

// NewParts returns the parts for a document; nil if no element of it refers to a part.
func NewParts(doc []byte, from Source) *Parts {
	if !bytes.Contains(doc, []byte("href")) {
		return nil
	}
	return &Parts{from: from, at: make(map[string]int)}
}

// PartID returns the Content-ID of the part to which a URL of the scheme cid refers (RFC 2392). ok is false for other URLs.
func PartID(ref string) (id string, ok bool) {
	scheme, id, _ := strings.Cut(ref, ":")
	id, err := url.PathUnescape(id)
	return id, strings.EqualFold(scheme, "cid") && err == nil
}

// PartURL returns the URL that refers to the part with a Content-ID.
func PartURL(id string) string { return "cid:" + url.PathEscape(id) }

func (d *Decoder) isInclude() bool { return d.Parts != nil && d.HasTag(XOPNamespace, "Include") }

// include reads the current element, which is xop:Include, through its end tag, and returns its part, as a reader if
// asReader is set. Nothing else may be in the element around it.
func (d *Decoder) include(asReader bool) include {
	from, start := d.TagStart(), d.top.start
	href, _ := d.Attr("", "href")
	if len(d.frames) == 0 || len(lex.TrimSpace(d.Buf[start:from])) > 0 {
		d.FailTag("the element must be the only content of the element around it")
	}
	if d.OpenElements(); d.Child() {
		d.FailTag("the element xop:Include must be empty")
	}
	if d.Failed == nil && !bytes.HasPrefix(bytes.TrimLeft(d.Buf[d.Pos:], " \t\r\n"), []byte("</")) {
		d.FailTag("the element must be the only content of the element around it")
	}
	return d.part(href, include{from: from, to: d.Pos}, asReader)
}

// part returns x with the part to which the current element refers by a URL. Each part is used once.
func (d *Decoder) part(href string, x include, asReader bool) include {
	unescaped, ok := PartID(href)
	p := d.Parts
	switch {
	case d.Failed != nil:
		return x
	case !ok:
		d.FailTag("the attribute href must be a URL of the scheme cid, and is %q", lex.Shorten(href))
		return x
	case p == nil:
		d.FailTag("the element refers to the part %q, but the message has no parts", lex.Shorten(unescaped))
		return x
	}
	if n, used := p.at[unescaped]; used {
		if p.list[n].from != x.from {
			d.FailTag("the part %q is used twice", lex.Shorten(unescaped))
			return x
		}
		return p.list[n] // the decoder was here before
	}
	var err error
	if asReader {
		x.reader, err = p.from.Open(unescaped)
	} else {
		x.content, err = p.from.Find(unescaped)
	}
	if err != nil {
		d.FailTag("%v", err)
		return x
	}
	p.at[unescaped] = len(p.list)
	p.list = append(p.list, x)
	return x
}

// included reads the current element through its end tag if it refers to a part, and returns the part.
func (d *Decoder) included(asReader bool) (x include, ok bool) {
	if d.Failed != nil || d.current.mode > tagClosed {
		return x, false
	}
	if a := d.partRef(); a != nil {
		x = d.attached(a, asReader)
		return x, d.Failed == nil
	}
	p := skipSpace(d.Buf, d.Pos)
	if d.current.mode != tagOpen || p >= len(d.Buf) || d.Buf[p] != '<' {
		return x, false
	}
	end, colon := d.scanName(p + 1)
	if string(d.Buf[localStart(p+1, colon):end]) != "Include" {
		return x, false
	}
	d.fill()
	if d.Strict {
		d.refuseAttrs()
	}
	if d.OpenElements(); d.Child() && !d.HasTag(XOPNamespace, "Include") {
		d.FailTag("an element in a value of the type xs:base64Binary")
	}
	if d.Failed == nil {
		x = d.include(asReader)
		d.Child()
	}
	return x, d.Failed == nil
}

// partRef returns the attribute href of the current element if it is a URL of the scheme cid and belongs to no field: it refers to
// a part (SOAP Messages with Attachments, section 4). It returns nil if there is none.
func (d *Decoder) partRef() *Attribute {
	if d.current.field >= 0 || d.current.mode > tagClosed { // a predicted tag has no attributes
		return nil
	}
	for i := d.attrIndex; i < len(d.Attrs); i++ {
		if d.isPartRef(&d.Attrs[i]) {
			return &d.Attrs[i]
		}
	}
	return nil
}

func (d *Decoder) isPartRef(a *Attribute) bool {
	const scheme = "cid:"
	return a.URI == "" && len(a.Value) >= len(scheme) && strings.EqualFold(string(a.Value[:len(scheme)]), scheme) && string(d.Buf[a.Name:a.End]) == "href"
}

// attached reads the current element, whose attribute a refers to a part, through its end tag, and returns the part.
func (d *Decoder) attached(a *Attribute, asReader bool) include {
	if d.Strict {
		d.refuseAttrs()
	}
	from, href := d.TagStart(), string(a.Value)
	quote := a.End + bytes.IndexAny(d.Buf[a.End:], `"'`)
	end := quote + 1 + bytes.IndexByte(d.Buf[quote+1:], d.Buf[quote]) + 1
	rest := bytes.TrimSuffix(bytes.TrimSuffix(d.Buf[end:d.Pos], []byte(">")), []byte("/"))
	x := include{from: from, before: slices.Concat(d.Buf[from:a.Name], rest, []byte(">"))}
	x.after = slices.Concat([]byte("</"), d.Buf[d.current.name:d.current.end], []byte(">"))
	d.attrIndex = len(d.Attrs) // no attribute is left to be read
	if len(lex.TrimSpace(d.value())) > 0 {
		d.FailTag("the attribute href refers to a part, but the element has content")
	}
	x.to = d.Pos
	return d.part(href, x, asReader)
}

// reader reads an xs:base64Binary as a reader of its value.
func (d *Decoder) reader() io.Reader {
	x, ok := d.included(true)
	switch {
	case x.reader != nil:
		return x.reader
	case ok: // the decoder has passed over it before
		return bytes.NewReader(bytes.Clone(x.content))
	}
	if v := d.base64(); v != nil {
		return bytes.NewReader(v)
	}
	return nil
}

// Inlined returns the document with the content of parts in base64 in place of the elements that refer to them.
func (d *Decoder) Inlined() ([]byte, error) {
	if err := d.Document(d.Skip); err != nil {
		return nil, err
	}
	doc := d.Inline(nil, 0, len(d.Buf))
	return doc, d.Err()
}

// Inline appends Buf[from:to] with the content of parts, and nothing for those that readers read.
func (d *Decoder) Inline(b []byte, from, to int) []byte {
	if d.Parts == nil {
		return append(b, d.Buf[from:to]...)
	}
	size := int64(to - from)
	for _, x := range d.Parts.list {
		if x.from >= from && x.to <= to {
			size += int64(base64.StdEncoding.EncodedLen(len(x.content)))
		}
	}
	if !d.TakeMemory(size) {
		return b
	}
	b = append(make([]byte, 0, int(size)+len(b)), b...)
	for _, x := range d.Parts.list {
		if x.from >= from && x.to <= to {
			b = append(append(b, d.Buf[from:x.from]...), x.before...)
			b = append(base64.StdEncoding.AppendEncode(b, x.content), x.after...)
			from = x.to
		}
	}
	return append(b, d.Buf[from:to]...)
}
