package support

import (
	"errors"
	"io"
	"math"
	"net/http"
	"sync"
)

// arrival is what a decoder knows of a document that it gets piece by piece. The
// zero value is that of a document that is complete.
//
// The buffer then holds a window of the document. In front of it, in buf[:head],
// are the names of the elements that are open, for their end tags.
type arrival struct {
	partial        bool // there may be more than buf holds
	head           int
	lines, columns int // of the document in front of the window
}

// Two errors that unwind the decoder without being one of the document.
var (
	errCut  = &DecodeError{Message: "the part of the document that is here ends"}
	errHalt = &DecodeError{Message: "the items of a list follow"}
)

// lookahead is how far from the end of an incomplete document an error may be
// the fault of that end: a name, or a short piece of markup.
func (d *Decoder) lookahead() int { return d.lim.NameLength + 64 }

// cut notes that more of the document is needed.
func (d *Decoder) cut() {
	d.err = errCut
	d.pos = len(d.buf)
}

// halt enters the list whose start tag has been read, and unwinds everything
// that is about to read on. It does neither if the list is nil.
func (d *Decoder) halt(shape *Shape) {
	if d.Nil() {
		return
	}
	if d.Enter(shape); d.err == nil {
		d.err = errHalt
	}
}

// anchor prepares the open elements for the window to move: it returns their
// names, which belong in front of it.
func (d *Decoder) anchor() []byte {
	var names []byte
	for i := range d.frames {
		f := &d.frames[i]
		shift := int32(len(names)) - f.name
		names = append(names, d.buf[f.name:f.end]...)
		f.name, f.local, f.end = f.name+shift, f.local+shift, f.end+shift
	}
	for i := range d.scope {
		if prefix := d.scope[i].prefix; prefix != nil {
			d.scope[i].prefix = append([]byte{}, prefix...)
		}
	}
	d.tag = d.top.tag
	return names
}

// bookmark is a place between two items of a list.
type bookmark struct {
	pos, scope, depth int
	list              frame
}

func (d *Decoder) bookmark() bookmark {
	d.items, d.declared = 0, 0
	return bookmark{pos: d.pos, scope: len(d.scope), depth: len(d.frames), list: *d.top}
}

// rewind goes back to the bookmark, which is at pos now.
func (d *Decoder) rewind(b *bookmark, pos int) {
	d.err, d.pos, d.items, d.declared = nil, pos, 0, 0
	d.frames = d.frames[:b.depth]
	d.top = &d.frames[b.depth-1]
	*d.top = b.list
	d.top.start = pos
	d.tag, d.scope, d.attrs, d.scratch = b.list.tag, d.scope[:b.scope], d.attrs[:0], d.scratch[:0]
}

// again goes back to the start tag of the element that was entered just before
// the bookmark was made, without its attributes. It becomes the current tag.
func (d *Decoder) again(b *bookmark) {
	d.rewind(b, b.pos)
	d.dropFrame()
}

const windowBytes = 64 << 10

var windows = sync.Pool{New: func() any {
	b := make([]byte, 0, windowBytes)
	return &b
}}

// window is the part of a document that is in memory while it is read from a
// stream: at least what is between two bookmarks.
type window struct {
	from     io.Reader // UTF-8
	end      error     // why there is no more; io.EOF: it is complete
	limit    int       // of what is between two bookmarks, in bytes
	buf      []byte
	pooled   *[]byte
	anchored bool // it may move

	taken, tried int64 // bytes that have been read, and that have been decoded in vain
}

func newWindow(from io.Reader, limit int64) *window {
	pooled := windows.Get().(*[]byte)
	return &window{from: from, limit: int(min(limit, math.MaxInt32-windowBytes)), buf: (*pooled)[:0], pooled: pooled}
}

func (w *window) release() {
	windows.Put(w.pooled)
	w.buf, w.pooled = nil, nil
}

// attach makes d read what there is.
func (w *window) attach(d *Decoder) {
	d.buf = w.buf
	d.partial = w.end != io.EOF
}

// anchor lets the window move on: what is in front of d.pos is not needed any
// more.
func (w *window) anchor(d *Decoder) {
	names := d.anchor()
	w.move(d, d.pos, len(names))
	d.head = copy(w.buf, names)
	w.anchored = true
	d.pos = d.head
	w.attach(d)
}

// move drops what is in front of pos, but for head bytes.
func (w *window) move(d *Decoder, pos, head int) {
	d.lines, d.columns = d.place(pos)
	n := copy(w.buf[head:], w.buf[pos:])
	w.buf = w.buf[:head+n]
}

// more reads on. What is in front of pos is dropped if the window may move; the
// new place of pos is returned. Without an error there is more, or d knows that
// the document is complete.
//
// What is behind pos is going to be decoded again. So that this stays linear in
// the size of the document, whatever the pieces are that it comes in, more waits
// for at least as much again once too much has been decoded in vain.
func (w *window) more(d *Decoder, pos int) (int, error) {
	have := len(w.buf) - pos
	if have >= w.limit {
		return pos, &http.MaxBytesError{Limit: int64(w.limit)}
	}
	if w.anchored && pos > d.head {
		w.move(d, pos, d.head)
		pos = d.head
	}
	const slack = 1 << 20
	want := 1
	if w.tried += int64(have); w.tried > 4*w.taken+slack {
		want = min(have, w.limit-have)
	}
	err := w.read(want)
	w.attach(d)
	return pos, err
}

// read reads at least want bytes, if there are any.
func (w *window) read(want int) error {
	got, idle := 0, 0
	for got < want && w.end == nil {
		if len(w.buf) == cap(w.buf) {
			w.buf = append(make([]byte, 0, 2*cap(w.buf)), w.buf...)
		}
		var n int
		n, w.end = w.from.Read(w.buf[len(w.buf):cap(w.buf)])
		w.buf = w.buf[:len(w.buf)+n]
		w.taken += int64(n)
		got += n
		if idle++; n > 0 {
			idle = 0
		} else if idle == 100 && w.end == nil {
			w.end = io.ErrNoProgress
		}
	}
	if got == 0 && w.end != io.EOF {
		return w.end
	}
	return nil
}

// invalid returns where a document is not in its character encoding, nil for
// another error of more.
func (w *window) invalid(d *Decoder, err error) error {
	var invalid *charsetInvalid
	if !errors.As(err, &invalid) {
		return nil
	}
	lines, columns := d.place(len(w.buf))
	return &DecodeError{Line: lines + 1, Column: columns + 1, Message: invalid.Error()}
}
