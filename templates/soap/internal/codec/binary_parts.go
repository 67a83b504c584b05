package codec

import (
	"bytes"
	"encoding/base64"
	"io"
	"slices"
	"strconv"
)

// BinaryParts are values of the type xs:base64Binary that leave in parts of the message, in the order of the document. In
// their places there are elements xop:Include.
type BinaryParts struct {
	Threshold int  // bytes of the shortest value that becomes a part
	Max       int  // values that become parts
	Readers   bool // values of fields that are readers become parts
	List      []BinaryPart
}

// BinaryPart is a value in a part of the message.
type BinaryPart struct {
	ID        string // Content-ID
	MediaType string
	Content   []byte
	Reader    io.Reader // instead of Content

	end int // bytes from where the value starts to the end of the document in which Inline has written it
}

// xmimeNamespace is the namespace of the attribute contentType (Describing Media Content of Binary Data in XML, section 2).
const xmimeNamespace = "http://www.w3.org/2005/05/xmlmime"

// include writes an element that refers to a value, between the tags around it.
func (e *Encoder) include(open string, v []byte, from io.Reader, end string) {
	e.Raw(open)
	p := &BinaryPart{ID: strconv.Itoa(len(e.Parts.List)+1) + "@parts.invalid", MediaType: e.contentType(), Content: v, Reader: from}
	e.Parts.List = append(e.Parts.List, *p)
	e.Raw(p.markup() + end)
}

func (p *BinaryPart) markup() string {
	return `<xop:Include xmlns:xop="` + XOPNamespace + `" href="cid:` + p.ID + `"/>`
}

// contentType returns the value of the attribute xmime:contentType of the last start tag, and the type of any bytes if it
// has none.
func (e *Encoder) contentType() string {
	const usual = "application/octet-stream"
	ns := slices.IndexFunc(e.ns, func(ns Namespace) bool { return ns.URI == xmimeNamespace })
	if ns < 0 {
		return usual
	}
	tag := e.Buf[bytes.LastIndexByte(e.Buf, '<')+1:]
	_, rest, _ := bytes.Cut(tag, []byte(" "+prefixOf(e.ns, ns)+`:contentType="`))
	value, _, found := bytes.Cut(rest, []byte(`"`))
	if !found || len(value) == 0 || bytes.ContainsAny(value, "&\r\n") {
		return usual
	}
	return string(value)
}

// Inline returns a document with the values in base64 in their places.
func (p *BinaryParts) Inline(doc []byte) []byte {
	if p == nil || len(p.List) == 0 {
		return doc
	}
	var out []byte
	for i := range p.List {
		before, after, _ := bytes.Cut(doc, []byte(p.List[i].markup()))
		out = append(out, before...)
		p.List[i].end = len(out)
		out = base64.StdEncoding.AppendEncode(out, p.List[i].Content)
		doc = after
	}
	out = append(out, doc...)
	for i := range p.List {
		p.List[i].end = len(out) - p.List[i].end
	}
	return out
}

// Outline undoes Inline for a document that may have changed in front of the values. A value that is not where Inline has written
// it, as in content that has been encrypted, stays in the document.
func (p *BinaryParts) Outline(doc []byte) []byte {
	if p == nil {
		return doc
	}
	var out []byte
	from := 0
	p.List = slices.DeleteFunc(p.List, func(part BinaryPart) bool {
		value, at := base64.StdEncoding.EncodeToString(part.Content)+"<", len(doc)-part.end
		if at <= from || doc[at-1] != '>' || !bytes.HasPrefix(doc[at:], []byte(value)) {
			return true
		}
		out = append(append(out, doc[from:at]...), part.markup()...)
		from = at + len(value) - 1
		return false
	})
	return append(out, doc[from:]...)
}

// Streamed reports whether the content of a part is read while it is sent.
func (p *BinaryParts) Streamed() bool {
	return p != nil && slices.ContainsFunc(p.List, func(part BinaryPart) bool { return part.Reader != nil })
}

// Close closes the readers that are closers.
func (p *BinaryParts) Close() error {
	if p == nil {
		return nil
	}
	for i := range p.List {
		closeReader(p.List[i].Reader)
	}
	return nil
}

func closeReader(r io.Reader) {
	if c, ok := r.(io.Closer); ok {
		_ = c.Close()
	}
}
