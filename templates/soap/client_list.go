package soap

import (
	"bufio"
	"errors"
	"io"
	"sync/atomic"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// listReader is a response whose list is read item by item. Before the response
// is received, and if it has no list, only shape is set.
type listReader struct {
	shape *codec.Shape
	take  func(d *schema.Decoder, list any) // appends an item to the slice that list points to
	path  []schema.ElementName              // path to the list
	body  io.Closer
	ended *atomic.Bool // set when the context ends; nil if it cannot end
	stop  func() bool  // ends the watching of the context
	w     *codec.Window

	memory *reservation    // of the current item; nil: it is not limited
	d      *schema.Decoder // nil if the response has no list
	err    error

	lines      *bufio.Scanner // the lines of a response with an item on each; nil if it has another form, or at its end
	limit      int64          // bytes that a line may have
	newDecoder func(line []byte) *schema.Decoder
}

// next reads the next item with read. It reports false at the end of the response, and on an error.
func (l *listReader) next(read func(*schema.Decoder)) bool {
	d := l.d
	if d == nil && l.lines == nil || l.err != nil {
		return false
	}
	if l.ended != nil && l.ended.Load() {
		l.err = codec.ErrInterrupted
		return false
	}
	if l.lines != nil {
		return l.nextLine(read)
	}
	here := d.Bookmark()
	for {
		if l.err = l.nextMemory(d, cap(l.w.Buf)); l.err != nil {
			return false
		}
		found := d.Next() >= 0
		if found {
			read(d)
		}
		if d.Failed == nil && found {
			if d.Pos-here.Pos > l.w.Limit {
				l.err = &tooLargeError{"item of the response", int64(l.w.Limit)}
			}
			return l.err == nil
		}
		if d.Failed != codec.ErrIncomplete {
			break
		}
		pos, err := l.w.More(d, here.Pos)
		if err != nil {
			l.err = l.explain(d, err)
			return false
		}
		d.Rewind(&here, pos)
		here.Pos = pos
	}
	if l.leave(); l.err == nil {
		l.err = d.Err()
	}
	return false
}

// nextMemory counts the memory of the next item, whose text is in a buffer of some bytes: the caller has taken the one before it.
func (l *listReader) nextMemory(d *schema.Decoder, buffer int) error {
	l.memory.release()
	d.ForgetMemory()
	return l.memory.grow(int64(buffer))
}

// nextLine is next for a list with an item on each line.
func (l *listReader) nextLine(read func(*schema.Decoder)) bool {
	if !l.lines.Scan() {
		switch err := l.lines.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			l.err = &tooLargeError{"item of the response", l.limit}
		case err != nil:
			l.err = reading(err)
		}
		l.lines = nil
		return false
	}
	d := l.newDecoder(l.lines.Bytes())
	defer d.Release()
	if l.err = l.nextMemory(d, len(l.lines.Bytes())); l.err != nil {
		return false
	}
	read(d)
	l.err = d.Err()
	return l.err == nil
}

// leave reads what follows the list.
func (l *listReader) leave() {
	d := l.d
	for d.Partial && d.Failed == nil {
		if d.Pos, l.err = l.w.More(d, d.Pos); l.err != nil {
			l.err = l.explain(d, l.err)
			return
		}
	}
	for i := len(l.path) - 1; i > 0; i-- {
		for d.Child() {
			if !d.Is(l.path[i]) || !d.SkipSecond() {
				d.SkipUnknown()
			}
		}
	}
	for d.Depth() > 0 && d.Failed == nil { // the elements around the list
		for d.Child() {
			d.Skip()
		}
	}
	d.End()
}

// explain returns the error for a call whose response could not be read to its end because of err.
func (l *listReader) explain(d *schema.Decoder, err error) error {
	if invalid := l.w.Invalid(d, err); invalid != nil {
		return invalid
	}
	if isTooLarge(err) {
		return &tooLargeError{"item of the response", int64(l.w.Limit)}
	}
	return reading(err)
}

// close ends the transfer. It may be called again.
func (l *listReader) close() {
	l.lines = nil
	if l.stop != nil {
		l.stop()
	}
	if l.d != nil {
		l.d.Release()
		l.d = nil
	}
	if l.w != nil {
		l.w.Release()
		l.w = nil
	}
	if l.body != nil {
		_ = l.body.Close()
		l.body = nil
	}
	l.memory.release()
}
