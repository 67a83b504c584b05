// Package c14n writes elements in the form of Exclusive XML Canonicalization 1.0, without comments, while a decoder reads
// them.
package c14n

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"sync"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
)

// Options say how an element is written.
type Options struct {
	Prefixes  [][]byte // the PrefixList of InclusiveNamespaces; nil is the default namespace
	Inclusive bool     // Canonical XML 1.0; attributes xml: of elements around the element are left out
	Max       int64    // bytes that may be written

	// Tag is called with each start tag that has attributes, unless it is nil.
	Tag func(*schema.Decoder)
}

// DefaultMax returns how much may be written of a document with a size: declarations of namespaces may be repeated for
// each of many elements.
func DefaultMax(size int) int64 { return 4*int64(size) + 1<<20 }

// Write writes the current element of d and reads it through its end tag. Errors of reading are those of d. A processing
// instruction is one.
func Write(to io.Writer, d *schema.Decoder, o Options) error {
	w := writers.Get().(*writer)
	w.d, w.to, w.Options, w.apex = d, to, o, true
	d.Message = true
	w.element()
	w.flush()
	err := cmp.Or(w.err, d.Err())
	clear(w.rendered[:cap(w.rendered)]) // it refers to the document, and so does used
	clear(w.used[:cap(w.used)])
	*w = writer{buf: w.buf[:0], rendered: w.rendered[:0], used: w.used[:0], attrs: w.attrs[:0], open: w.open[:0]}
	if cap(w.buf) <= 2*flushBytes {
		writers.Put(w)
	}
	return err
}

var writers = sync.Pool{New: func() any { return new(writer) }}

const flushBytes = 32 << 10

type writer struct {
	Options
	d    *schema.Decoder
	to   io.Writer
	err  error
	buf  []byte
	apex bool // the next start tag is the first one

	rendered []rendered // declarations that have been written and are in scope
	used     [][]byte   // prefixes of a tag
	attrs    []int      // indexes of its attributes in their order
	open     []tag
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

func (w *writer) element() {
	text := func() { escape(w, w.d.Piece(), &textEscapes) }
	w.startTag()
	for len(w.open) > 0 && w.d.Err() == nil && w.err == nil {
		if w.d.Step(text) {
			w.startTag()
			continue
		}
		text()
		w.d.Leave()
		w.endTag()
	}
}

func (w *writer) startTag() {
	d := w.d
	if w.Tag != nil && len(d.Attrs) > 0 {
		w.Tag(d)
	}
	d.IgnoreNil()
	start := d.TagStart() + 1
	end := start
	for end < len(d.Buf) && d.Buf[end] != '>' && d.Buf[end] != '/' && !lex.IsSpace(d.Buf[end]) {
		end++
	}
	w.open = append(w.open, tag{start, end, len(w.rendered)})
	w.buf = append(append(w.buf, '<'), d.Buf[start:end]...)
	w.namespaces(prefixOf(d.Buf[start:end]))
	if len(d.Attrs) > 0 {
		w.attributes()
	}
	w.buf = append(w.buf, '>')
	d.Open()
}

// prefixOf returns the prefix of a name, nil if it has none.
func prefixOf(name []byte) []byte {
	if prefix, _, found := bytes.Cut(name, []byte(":")); found {
		return prefix
	}
	return nil
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

// namespaces writes the declarations that the current tag needs: for the prefixes that are visibly used, and for those that
// are treated as in the inclusive form.
func (w *writer) namespaces(element []byte) {
	d, from := w.d, len(w.rendered)
	w.used = append(w.used[:0], element)
	for i := range d.Attrs {
		if a := &d.Attrs[i]; a.Local != a.Name {
			w.used = append(w.used, d.Buf[a.Name:a.Local-1])
		}
	}
	w.used = append(w.used, w.Prefixes...)
	if w.Inclusive {
		all, own := d.Scope()
		if w.apex {
			own = all
		}
		for i := range own {
			w.used = append(w.used, own[i].Prefix)
		}
	}
	w.apex = false
	for _, prefix := range w.used {
		uri, _, ok := d.ResolvePrefix(prefix)
		if ok && string(prefix) != "xml" && uri != w.renderedURI(prefix) {
			w.rendered = append(w.rendered, rendered{prefix, uri})
		}
	}
	added := w.rendered[from:]
	if len(added) > 1 {
		slices.SortFunc(added, func(a, b rendered) int { return bytes.Compare(a.prefix, b.prefix) })
	}
	for _, n := range added {
		w.buf = append(w.buf, " xmlns"...)
		if len(n.prefix) > 0 {
			w.buf = append(append(w.buf, ':'), n.prefix...)
		}
		w.buf = append(w.buf, `="`...)
		escape(w, n.uri, &valueEscapes)
		w.buf = append(w.buf, '"')
	}
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
	if len(w.attrs) > 1 {
		slices.SortFunc(w.attrs, func(i, j int) int {
			a, b := &d.Attrs[i], &d.Attrs[j]
			return cmp.Or(cmp.Compare(a.URI, b.URI), bytes.Compare(d.Buf[a.Local:a.End], d.Buf[b.Local:b.End]))
		})
	}
	for _, i := range w.attrs {
		a := &d.Attrs[i]
		w.buf = append(append(append(w.buf, ' '), d.Buf[a.Name:a.End]...), `="`...)
		escape(w, a.Value, &valueEscapes)
		w.buf = append(w.buf, '"')
	}
}

// escapes are the references in text, and in the values of attributes.
var textEscapes, valueEscapes = func() (text, value [256]string) {
	text['&'], text['<'], text['>'], text['\r'] = "&amp;", "&lt;", "&gt;", "&#xD;"
	value['&'], value['<'], value['"'], value['\t'], value['\n'], value['\r'] = "&amp;", "&lt;", "&quot;", "&#x9;", "&#xA;", "&#xD;"
	return text, value
}()

func escape[T string | []byte](w *writer, text T, escapes *[256]string) {
	from := 0
	for i := range len(text) {
		if escapes[text[i]] != "" {
			w.buf = append(append(w.buf, text[from:i]...), escapes[text[i]]...)
			from = i + 1
		} else if i-from == flushBytes {
			w.buf = append(w.buf, text[from:i]...)
			w.flush()
			from = i
		}
	}
	w.buf = append(w.buf, text[from:]...)
	if len(w.buf) >= flushBytes {
		w.flush()
	}
}
