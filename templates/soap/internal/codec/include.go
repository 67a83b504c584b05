package codec

import (
	"bytes"
	"encoding/base64"
	"io"
	"net/url"
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

// include is an element xop:Include: Buf[from:to].
type include struct {
	from, to int
	content  []byte
	reader   io.Reader // instead of the content, for a field that is a reader
}

// Source has the parts of a message.
type Source interface {
	Find(id string) ([]byte, error)    // returns the content of a part
	Open(id string) (io.Reader, error) // returns a reader of the content
}

// NewParts returns the parts for a document; nil if no element of it refers to a part.
func NewParts(doc []byte, from Source) *Parts {
	if !bytes.Contains(doc, []byte(XOPNamespace)) {
		return nil
	}
	return &Parts{from: from, at: make(map[string]int)}
}

func (d *Decoder) isInclude() bool { return d.Parts != nil && d.HasTag(XOPNamespace, "Include") }

// include reads the current element, which is xop:Include, through its end tag, and returns its part, as a reader if
// asReader is set. Nothing else may be in the element around it, and each part is used once.
func (d *Decoder) include(asReader bool) (x include) {
	from, start := d.TagStart(), d.top.start
	href, ok := d.Attr("", "href")
	scheme, id, found := strings.Cut(href, ":")
	unescaped, err := url.PathUnescape(id)
	switch {
	case !ok || !found || !strings.EqualFold(scheme, "cid") || err != nil:
		d.FailTag("the attribute href must be a URL of the scheme cid, and is %q", lex.Shorten(href))
	case len(d.frames) == 0 || len(lex.TrimSpace(d.Buf[start:from])) > 0:
		d.FailTag("the element must be the only content of the element around it")
	}
	if d.OpenElements(); d.Child() {
		d.FailTag("the element xop:Include must be empty")
	}
	if d.Failed == nil && !bytes.HasPrefix(bytes.TrimLeft(d.Buf[d.Pos:], " \t\r\n"), []byte("</")) {
		d.FailTag("the element must be the only content of the element around it")
	}
	if d.Failed != nil {
		return x
	}
	p := d.Parts
	if n, used := p.at[unescaped]; used {
		if p.list[n].from != from {
			d.FailTag("the part %q is used twice", lex.Shorten(unescaped))
			return x
		}
		return p.list[n] // the decoder was here before
	}
	x.from, x.to = from, d.Pos
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

// included reads the current element through its end tag if it holds xop:Include, and returns its part.
func (d *Decoder) included(asReader bool) (x include, ok bool) {
	if d.Parts == nil || d.Failed != nil {
		return x, false
	}
	d.fill()
	p := skipSpace(d.Buf, d.Pos)
	if d.current.mode != tagOpen || p >= len(d.Buf) || d.Buf[p] != '<' {
		return x, false
	}
	end, colon := d.scanName(p + 1)
	if string(d.Buf[localStart(p+1, colon):end]) != "Include" {
		return x, false
	}
	if d.Strict {
		d.refuseAttrs()
	}
	if d.OpenElements(); d.Child() && !d.isInclude() {
		d.FailTag("an element in a value of the type xs:base64Binary")
	}
	if d.Failed == nil {
		x = d.include(asReader)
		d.Child()
	}
	return x, d.Failed == nil
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
	return bytes.NewReader(d.base64())
}

// Inlined returns the document with the content of parts in base64 in place of the elements that refer to them.
func (d *Decoder) Inlined() ([]byte, error) {
	if d.Root() {
		d.Skip()
		d.End()
	}
	if d.Failed != nil {
		return nil, d.Err()
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
	if !d.take(size) {
		return b
	}
	b = append(make([]byte, 0, int(size)+len(b)), b...)
	for _, x := range d.Parts.list {
		if x.from >= from && x.to <= to {
			b = base64.StdEncoding.AppendEncode(append(b, d.Buf[from:x.from]...), x.content)
			from = x.to
		}
	}
	return append(b, d.Buf[from:to]...)
}
