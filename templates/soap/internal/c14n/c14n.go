// Package c14n writes elements in the form of Exclusive XML Canonicalization 1.0, without comments, while a decoder reads
// them.
package c14n

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
)

// Options say how an element is written.
type Options struct {
	Prefixes  [][]byte              // the PrefixList of InclusiveNamespaces; nil is the default namespace
	Inclusive bool                  // Canonical XML 1.0; attributes xml: of elements around the element are left out
	Max       int64                 // bytes that may be written
	Tag       func(*schema.Decoder) // called with each start tag that has attributes, unless it is nil
}

// DefaultMax returns how much may be written of a document with a size: declarations of namespaces may be repeated for
// each of many elements.
func DefaultMax(size int) int64 { return 4*int64(size) + 1<<20 }

// Write writes the current element of d and reads it through its end tag. It returns the number of bytes. A processing
// instruction is an error.
func Write(to io.Writer, d *schema.Decoder, o Options) (int64, error) {
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
		w.endTag()
	}
	w.flush()
	return o.Max - w.Max, cmp.Or(w.err, d.Err())
}

const flushBytes = 32 << 10

type writer struct {
	Options
	d        *schema.Decoder
	to       io.Writer
	err      error
	buf      []byte
	open     []tag
	rendered []rendered // declarations that have been written and are in scope
	used     [][]byte   // prefixes of a tag
	attrs    []int      // indexes of its attributes in their order
}

// rendered is a declaration of a namespace.
type rendered struct {
	prefix []byte // empty: the default namespace
	uri    string
}

// tag is an element that is open.
type tag struct {
	start, end int // its name in the document
	rendered   int // declarations around it
}

func (w *writer) startTag() {
	d := w.d
	if w.Tag != nil && len(d.Attrs) > 0 {
		w.Tag(d)
	}
	d.IgnoreNil()
	start := d.TagStart() + 1
	end := start
	for d.Buf[end] != '>' && d.Buf[end] != '/' && !lex.IsSpace(d.Buf[end]) {
		end++
	}
	w.buf = append(append(w.buf, '<'), d.Buf[start:end]...)
	w.namespaces(d.Buf[start:end])
	w.attributes()
	w.buf = append(w.buf, '>')
	d.Open()
}

func (w *writer) endTag() {
	last := w.open[len(w.open)-1]
	w.open, w.rendered = w.open[:len(w.open)-1], w.rendered[:last.rendered]
	w.buf = append(append(append(w.buf, "</"...), w.d.Buf[last.start:last.end]...), '>')
	if len(w.buf) >= flushBytes {
		w.flush()
	}
}

func (w *writer) flush() {
	if w.Max -= int64(len(w.buf)); w.Max < 0 && w.err == nil {
		w.err = errTooLarge
	}
	if w.err == nil {
		_, w.err = w.to.Write(w.buf)
	}
	w.buf = w.buf[:0]
}

var errTooLarge = errors.New("the canonical form is too large")

// namespaces writes the declarations that the tag with a name needs: for the prefixes that are visibly used, and for those
// that are treated as in the inclusive form.
func (w *writer) namespaces(name []byte) {
	d, from := w.d, len(w.rendered)
	w.used = append(append(w.used[:0], prefixOf(name)), w.Prefixes...)
	for i := range d.Attrs {
		if a := &d.Attrs[i]; a.Local != a.Name {
			w.used = append(w.used, d.Buf[a.Name:a.Local-1])
		}
	}
	if w.Inclusive {
		all, own := d.Scope()
		if len(w.open) == 0 {
			own = all
		}
		for i := range own {
			w.used = append(w.used, own[i].Prefix)
		}
	}
	w.open = append(w.open, tag{d.TagStart() + 1, d.TagStart() + 1 + len(name), from})
	for _, prefix := range w.used {
		uri, _, ok := d.ResolvePrefix(prefix)
		if ok && string(prefix) != "xml" && uri != w.renderedURI(prefix) {
			w.rendered = append(w.rendered, rendered{prefix, uri})
		}
	}
	added := w.rendered[from:]
	slices.SortFunc(added, func(a, b rendered) int { return bytes.Compare(a.prefix, b.prefix) })
	for _, n := range added {
		w.buf = append(w.buf, " xmlns"...)
		if len(n.prefix) > 0 {
			w.buf = append(append(w.buf, ':'), n.prefix...)
		}
		w.value(n.uri)
	}
}

// prefixOf returns the prefix of a name, nil if it has none.
func prefixOf(name []byte) []byte {
	if prefix, _, found := bytes.Cut(name, []byte(":")); found {
		return prefix
	}
	return nil
}

// renderedURI returns the namespace of a prefix in what has been written.
func (w *writer) renderedURI(prefix []byte) string {
	for i := len(w.rendered) - 1; i >= 0; i-- {
		if bytes.Equal(w.rendered[i].prefix, prefix) {
			return w.rendered[i].uri
		}
	}
	return ""
}

func (w *writer) attributes() {
	d := w.d
	w.attrs = w.attrs[:0]
	for i := range d.Attrs {
		w.attrs = append(w.attrs, i)
	}
	slices.SortFunc(w.attrs, func(i, j int) int {
		a, b := &d.Attrs[i], &d.Attrs[j]
		return cmp.Or(cmp.Compare(a.URI, b.URI), bytes.Compare(d.Buf[a.Local:a.End], d.Buf[b.Local:b.End]))
	})
	for _, i := range w.attrs {
		a := &d.Attrs[i]
		w.buf = append(append(w.buf, ' '), d.Buf[a.Name:a.End]...)
		w.value(string(a.Value))
	}
}

func (w *writer) value(text string) {
	w.buf = append(w.buf, `="`...)
	escape(w, text, &valueEscapes)
	w.buf = append(w.buf, '"')
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
			if len(w.buf) >= flushBytes {
				w.flush()
			}
		}
	}
	w.buf = append(w.buf, text[from:]...)
}
