// Package c14n writes elements in the form of Exclusive XML Canonicalization 1.0, without comments, while a decoder reads
// them.
package c14n

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"

	"example.com/quartet/templates/soap/internal/codec"
)

// Options say how an element is written.
type Options struct {
	Prefixes  [][]byte             // the PrefixList of InclusiveNamespaces; nil is the default namespace
	Inclusive bool                 // Canonical XML 1.0; attributes xml: of elements around the element are left out
	Max       int64                // bytes that may be written
	Tag       func(*codec.Decoder) // called with each start tag, unless it is nil
}

// DefaultMax returns how much may be written of a document with a size: declarations of namespaces may be repeated for
// each of many elements.
func DefaultMax(size int) int64 { return 4*int64(size) + 1<<20 }

// Write writes the current element of d and reads it through its end tag. It returns the number of bytes. A processing
// instruction is an error.
func Write(to io.Writer, d *codec.Decoder, o Options) (int64, error) {
	w := &writer{Options: o, d: d, to: to}
	d.Message = true
	text := func() { escape(w, d.Piece(), &textEscapes) }
	w.startTag()
	for len(w.open) > 0 && d.Err() == nil && w.err == nil {
		if d.Step(text) {
			w.startTag()
			continue
		}
		text()
		d.Leave()
		last := w.open[len(w.open)-1]
		w.open, w.declared = w.open[:len(w.open)-1], w.declared[:last.declared]
		w.buf = append(append(append(w.buf, "</"...), last.name...), '>')
		w.flush(flushBytes)
	}
	w.flush(0)
	return o.Max - w.Max, cmp.Or(w.err, d.Err())
}

const flushBytes = 32 << 10

type writer struct {
	Options
	d        *codec.Decoder
	to       io.Writer
	err      error
	buf      []byte
	open     []tag
	declared []codec.NSBinding  // declarations that have been written and are in scope
	used     [][]byte           // prefixes of a tag
	attrs    []*codec.Attribute // of a tag, in their order
}

// tag is an element that is open.
type tag struct {
	name     []byte
	declared int // declarations around it
}

// flush writes the buffer, if it has a size.
func (w *writer) flush(size int) {
	if len(w.buf) < size {
		return
	}
	if w.Max -= int64(len(w.buf)); w.Max < 0 {
		w.err = cmp.Or(w.err, errTooLarge)
	} else if w.err == nil {
		_, w.err = w.to.Write(w.buf)
	}
	w.buf = w.buf[:0]
}

var errTooLarge = errors.New("the canonical form is too large")

func (w *writer) startTag() {
	d, name := w.d, w.d.QName()
	if w.Tag != nil {
		w.Tag(d)
	}
	d.IgnoreNil()
	w.buf = append(append(w.buf, '<'), name...)
	w.open = append(w.open, tag{name, len(w.declared)})
	w.used, w.attrs = append(w.used[:0], name[:max(bytes.IndexByte(name, ':'), 0)]), w.attrs[:0]
	for i := range d.Attrs {
		a := &d.Attrs[i]
		if w.attrs = append(w.attrs, a); a.Local != a.Name {
			w.used = append(w.used, d.Buf[a.Name:a.Local-1])
		}
	}
	w.namespaces()
	slices.SortFunc(w.attrs, func(a, b *codec.Attribute) int {
		return cmp.Or(cmp.Compare(a.URI, b.URI), bytes.Compare(d.Buf[a.Local:a.End], d.Buf[b.Local:b.End]))
	})
	for _, a := range w.attrs {
		w.buf = append(append(append(w.buf, ' '), d.Buf[a.Name:a.End]...), `="`...)
		escape(w, a.Value, &valueEscapes)
		w.buf = append(w.buf, '"')
	}
	w.buf = append(w.buf, '>')
	d.Open()
}

// namespaces writes the declarations that the current tag needs: for the prefixes that are visibly used, and for those that
// are treated as in the inclusive form.
func (w *writer) namespaces() {
	d, from := w.d, len(w.declared)
	all, own := d.Scope()
	if len(w.open) == 1 {
		own = all
	}
	for i := range own { // not each of w.Prefixes: a tag without declarations is not searched for them
		if w.Inclusive || slices.ContainsFunc(w.Prefixes, func(prefix []byte) bool { return bytes.Equal(prefix, own[i].Prefix) }) {
			w.used = append(w.used, own[i].Prefix)
		}
	}
	for _, prefix := range w.used {
		if len(prefix) == 0 {
			prefix = nil // the default namespace
		}
		uri, _, ok := d.ResolvePrefix(prefix)
		written := ""
		for i := len(w.declared) - 1; i >= 0; i-- {
			if bytes.Equal(w.declared[i].Prefix, prefix) {
				written = w.declared[i].URI
				break
			}
		}
		if ok && string(prefix) != "xml" && uri != written {
			w.declared = append(w.declared, codec.NSBinding{Prefix: prefix, URI: uri})
		}
	}
	slices.SortFunc(w.declared[from:], func(a, b codec.NSBinding) int { return bytes.Compare(a.Prefix, b.Prefix) })
	for _, n := range w.declared[from:] {
		if w.buf = append(w.buf, " xmlns"...); n.Prefix != nil {
			w.buf = append(append(w.buf, ':'), n.Prefix...)
		}
		w.buf = append(w.buf, `="`...)
		escape(w, n.URI, &valueEscapes)
		w.buf = append(w.buf, '"')
	}
}

// textEscapes and valueEscapes are the references in text, and in the values of attributes.
var (
	textEscapes  = [256]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '\r': "&#xD;"}
	valueEscapes = [256]string{'&': "&amp;", '<': "&lt;", '"': "&quot;", '\t': "&#x9;", '\n': "&#xA;", '\r': "&#xD;"}
)

func escape[T string | []byte](w *writer, text T, escapes *[256]string) {
	from := 0
	for i := range len(text) {
		if escapes[text[i]] != "" || i-from == flushBytes {
			w.buf = append(append(w.buf, text[from:i]...), escapes[text[i]]...)
			from = i + min(len(escapes[text[i]]), 1)
			w.flush(flushBytes)
		}
	}
	w.buf = append(w.buf, text[from:]...)
}
