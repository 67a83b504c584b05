package codec

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/internal/charset"
)

// arrival is the state of a document that is read in pieces. The zero value is
// for a complete document.
//
// The buffer then holds a window of the document. In front of it, in buf[:head],
// are the names of the elements that are open, for their end tags.
type arrival struct {
	Partial        bool // there may be more than buf holds
	head           int
	lines, columns int       // size of the document in front of the window
	placed         textPlace // what Place returned last
}

// Errors that stop the decoder and are not errors of the document.
var (
	ErrInterrupted = &DecodeError{Message: "decoding was interrupted"}
	ErrIncomplete  = &DecodeError{Message: "the part of the document that is here ends"}
	ErrPaused      = &DecodeError{Message: "the items of a list follow"}
)

// Watch returns what is true once a context has ended, for [Decoder.Interrupt]: nil if the context does not end. stop ends the
// watch.
func Watch(ctx context.Context) (ended *atomic.Bool, stop func() bool) {
	if ctx.Done() == nil {
		return nil, func() bool { return true }
	}
	ended = new(atomic.Bool)
	ended.Store(ctx.Err() != nil)
	return ended, context.AfterFunc(ctx, func() { ended.Store(true) })
}

// WatchedBytes is the size of a document from which on reading it may take so long, some milliseconds, that Watch is worth its
// cost.
const WatchedBytes = 256 << 10

// Interrupted stops the decoder if Interrupt is true, and reports whether the decoder has an error.
func (d *Decoder) Interrupted() bool {
	if d.Failed == nil && d.Interrupt != nil && d.Interrupt.Load() {
		d.stop(ErrInterrupted)
	}
	return d.Failed != nil
}

// Pause enters the list whose start tag has been read, and stops the decoder
// with ErrPaused. It does neither if the list is nil.
func (d *Decoder) Pause(shape *Shape) {
	if d.readNil() {
		return
	}
	if d.Enter(shape); d.Failed == nil {
		d.Failed = ErrPaused
	}
}

// anchor prepares the open elements for the window to move: it returns their
// names, which belong in front of it.
func (d *Decoder) anchor() []byte {
	var names []byte
	for i := range d.frames {
		f := &d.frames[i]
		shift := int32(len(names)) - f.name
		names = append(names, d.Buf[f.name:f.end]...)
		f.name, f.local, f.end = f.name+shift, f.local+shift, f.end+shift
	}
	for i := range d.scope {
		if prefix := d.scope[i].Prefix; prefix != nil {
			d.scope[i].Prefix = append([]byte{}, prefix...)
		}
	}
	d.current = d.top.tag
	return names
}

// Bookmark is a place between two items of a list.
type Bookmark struct {
	Pos, scope, depth, mistakes, lenient int
	list                                 frame
	attrs                                []Attribute // of the element that was entered just before; see Again
}

// Bookmark returns the current place, which is between two items.
func (d *Decoder) Bookmark() Bookmark {
	d.items, d.declared = 0, 0
	b := Bookmark{Pos: d.Pos, scope: len(d.scope), depth: len(d.frames), mistakes: len(d.mistakes), list: *d.top}
	if d.Lenient != nil {
		b.lenient = len(*d.Lenient)
	}
	return b
}

// BookmarkBody is Bookmark at the start of the content of a Body, whose attributes Again restores: where a part has a type, they
// are part of its value. Those of envelopes and signatures are not.
func (d *Decoder) BookmarkBody() Bookmark {
	b := d.Bookmark()
	for _, a := range d.Attrs {
		if a.URI != SOAPEnvelope11 && a.URI != SOAPEnvelope12 && a.URI != SecurityUtilityNamespace {
			a.Value = bytes.Clone(a.Value) // it may be in scratch
			b.attrs = append(b.attrs, a)
		}
	}
	return b
}

// Rewind goes back to the bookmark, which is at pos now.
func (d *Decoder) Rewind(b *Bookmark, pos int) {
	d.Failed, d.Pos, d.items, d.declared = nil, pos, 0, 0
	d.frames, d.mistakes = d.frames[:b.depth], d.mistakes[:b.mistakes]
	if d.Lenient != nil {
		*d.Lenient = (*d.Lenient)[:b.lenient]
	}
	d.top = &d.frames[b.depth-1]
	*d.top = b.list
	d.top.start = pos
	d.current, d.scope, d.Attrs, d.scratch = b.list.tag, d.scope[:b.scope], d.Attrs[:0], d.scratch[:0]
}

// Again goes back to the start tag of the element that was entered just before
// the bookmark was made, without its attributes unless BookmarkBody made it. It becomes the current tag.
func (d *Decoder) Again(b *Bookmark) {
	d.Rewind(b, b.Pos)
	d.dropFrame()
	d.Attrs, d.attrIndex = append(d.Attrs, b.attrs...), 0
}

const windowBytes = 64 << 10

var windows = sync.Pool{New: func() any {
	b := make([]byte, 0, windowBytes)
	return &b
}}

// Window is the part of a document that is in memory while it is read from a
// stream: what is between two bookmarks, or more.
type Window struct {
	from     io.Reader // UTF-8
	end      error     // why there is no more; io.EOF: it is complete
	Limit    int       // the most bytes between two bookmarks
	Buf      []byte
	pooled   *[]byte
	anchored bool // it may move

	Taken, Tried int64 // bytes that have been read, and that have been decoded in vain
}

// NewWindow returns an empty window that allows limit bytes between two
// bookmarks.
func NewWindow(from io.Reader, limit int64) *Window {
	pooled := windows.Get().(*[]byte)
	return &Window{from: from, Limit: int(min(limit, math.MaxInt32-windowBytes)), Buf: (*pooled)[:0], pooled: pooled}
}

// Release gives the memory of the window back.
func (w *Window) Release() {
	windows.Put(w.pooled)
	w.Buf, w.pooled = nil, nil
}

// attach makes d read what there is.
func (w *Window) attach(d *Decoder) {
	d.Buf = w.Buf
	d.Partial = w.end != io.EOF
}

// Anchor lets the window move on: what is in front of d.pos is not needed any
// more.
func (w *Window) Anchor(d *Decoder) {
	names := d.anchor()
	w.move(d, d.Pos, len(names))
	d.head = copy(w.Buf, names)
	w.anchored = true
	d.Pos = d.head
	w.attach(d)
}

// move drops what is before pos, except the first head bytes.
func (w *Window) move(d *Decoder, pos, head int) {
	for i := range d.mistakes { // while the places of their tags are known
		if m := &d.mistakes[i]; !m.placed {
			m.lines, m.columns = d.Place(m.pos)
			m.placed = true
		}
	}
	d.lines, d.columns = d.Place(pos)
	d.placed = textPlace{}
	n := copy(w.Buf[head:], w.Buf[pos:])
	w.Buf = w.Buf[:head+n]
}

// More reads on. What is in front of pos is dropped if the window may move; the
// new place of pos is returned. Without an error there is More, or d knows that
// the document is complete.
//
// What is after pos is going to be decoded again. So that this stays linear in
// the size of the document, whatever the pieces are that it comes in, More waits
// for at least as much again once too much has been decoded in vain.
func (w *Window) More(d *Decoder, pos int) (int, error) {
	have := len(w.Buf) - pos
	if have >= w.Limit {
		return pos, &http.MaxBytesError{Limit: int64(w.Limit)}
	}
	if w.anchored && pos > d.head {
		w.move(d, pos, d.head)
		pos = d.head
	}
	const slack = 1 << 20
	want := 1
	if w.Tried += int64(have); w.Tried > 4*w.Taken+slack {
		want = min(have, w.Limit-have)
	}
	err := w.read(want)
	w.attach(d)
	return pos, err
}

// read reads want bytes or more, if there are any.
func (w *Window) read(want int) error {
	got, idle := 0, 0
	for got < want && w.end == nil {
		if len(w.Buf) == cap(w.Buf) {
			w.Buf = append(make([]byte, 0, 2*cap(w.Buf)), w.Buf...)
		}
		var n int
		n, w.end = w.from.Read(w.Buf[len(w.Buf):cap(w.Buf)])
		w.Buf = w.Buf[:len(w.Buf)+n]
		w.Taken += int64(n)
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

// Invalid returns where a document is not in its character encoding, nil for
// another error of more.
func (w *Window) Invalid(d *Decoder, err error) error {
	var invalid *charset.InvalidError
	if !errors.As(err, &invalid) {
		return nil
	}
	lines, columns := d.Place(len(w.Buf))
	return &DecodeError{Line: lines + 1, Column: columns + 1, Message: invalid.Error()}
}
