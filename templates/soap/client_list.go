package soap

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"

	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
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
	d     *schema.Decoder // nil if the response has no list
	err   error

	lines      *bufio.Scanner // the lines of a response with an item on each; nil if it has another form, or at its end
	limit      int64          // bytes that a line may have
	newDecoder func(line []byte) *schema.Decoder
}

// begin prepares the list to be read from the response to x. close closes body, the body of the response.
func (l *listReader) begin(x *clientCall, body io.Closer) {
	x.decoded = true
	l.body, l.err, l.stop = body, nil, x.watch()
	l.ended = x.ended
}

// streams reports whether a response is read item by item: its status belongs to a result, and it may be a document
// with a list. Other responses are read as a whole, as are all responses if a checker or an option needs the document.
func (c *Caller) streams(x *clientCall, m media.Type) bool {
	return x.list != nil && x.ok() && (m.IsXML() || m.Name == "") && c.checker == nil && !c.chain.opens
}

// openList reads a response up to its list, or to its end if it has none. The
// body is closed unless there is a list.
func (c *Caller) openList(x *clientCall, body io.Closer, from io.Reader, m media.Type) error {
	l := x.list
	l.begin(x, body)
	l.path = x.wire.Out
	x.plain = &prefixReader{Reader: &contextReader{from, x.ctx}}
	err := c.enterList(x, x.plain, m)
	if l.d == nil || err != nil {
		l.close()
	}
	return err
}

func (c *Caller) enterList(x *clientCall, from io.Reader, m media.Type) error {
	from, err := charset.NewTranscoder(from, m.Attribute("charset"), c.charsets)
	if err != nil {
		return c.unreadable(x, m, err)
	}
	l := x.list
	l.w = codec.NewWindow(from, c.maxResponse)
	defer func() { x.halt, x.Reply = false, nil }()
	x.halt = true
	pos := 0
	for {
		d := c.decoder(x, nil)
		if pos, err = l.w.More(d, pos); err != nil {
			err = c.unreadable(x, m, l.explain(d, err))
			d.Release()
			return err
		}
		x.Reply = l.w.Buf
		err = c.readDocument(d, x, m)
		switch {
		case d.Failed == codec.ErrPaused:
			d.Failed = nil
			l.w.Anchor(d)
			l.d = d
			return nil
		case d.Failed != codec.ErrIncomplete && (d.Failed != nil || !d.Partial):
			d.Release()
			return err
		}
		d.Release()
	}
}

// next reads the next item with read. It reports false at the end of the
// response, and on an error.
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
			if d.Is(l.path[i]) {
				d.FailTag("the element is given twice")
			}
			d.SkipUnknown()
		}
	}
	for d.Depth() > 0 && d.Failed == nil { // the envelope
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

func reading(err error) error {
	if isTooLarge(err) {
		return err
	}
	return fmt.Errorf("reading the response: %w", err)
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
}

// inflated returns the decompressed body of a response and its size, -1 if it
// is not known. net/http decompresses a response only if it requested the
// compression itself.
func (x *clientCall) inflated(response *http.Response) (body io.Reader, size int64, err error) {
	coding := media.ContentCoding(response.Header)
	if coding == "" || response.Uncompressed {
		return response.Body, response.ContentLength, nil
	}
	x.raw = &prefixReader{Reader: response.Body}
	if coding == "gzip" {
		zip := newGunzip(x.raw)
		zip.emptyIsNone = true // some servers name a coding where they send nothing
		return zip, -1, nil
	}
	if n, err := x.raw.Read(make([]byte, quotedBytes+1)); n == 0 && err == io.EOF {
		return response.Body, 0, nil
	}
	return nil, 0, &codingError{fmt.Errorf("the content coding %s is not supported", lex.Quote(coding))}
}
