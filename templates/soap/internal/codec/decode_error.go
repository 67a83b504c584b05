package codec

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
)

// DecodeError is the reason why a document cannot be read.
type DecodeError struct {
	Line    int    // from 1
	Column  int    // from 1, in characters
	Path    string // path of the element, for example "Envelope/Body/item[3]/code"; empty outside the root element
	Message string

	cause error
}

// Unwrap returns the error of the function that [Decoder.LimitMemory] has set, nil if
// that is not the reason.
func (e *DecodeError) Unwrap() error { return e.cause }

// Error returns the place and the message; together they are cut at 1 KiB. What is not
// printable is escaped.
func (e *DecodeError) Error() string {
	place := "line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column)
	if e.Path != "" {
		place += " (" + lex.Printable(e.Path, 384) + ")"
	}
	return place + ": " + lex.Printable(e.Message, 640)
}

// Fail records an error at the current position. The first error stays.
func (d *Decoder) Fail(format string, args ...any) {
	d.failAt(d.Pos, format, args...)
}

func (d *Decoder) failAt(pos int, format string, args ...any) {
	if d.Failed != nil {
		return
	}
	lookahead := d.lim.NameLength + 64 // what may be cut at the end of an incomplete document: a name, or a short piece of markup
	if d.Partial && pos > len(d.Buf)-lookahead {
		d.stop(ErrIncomplete)
		return
	}
	lines, columns := d.Place(pos)
	d.stop(&DecodeError{Line: lines + 1, Column: columns + 1, Path: d.path(), Message: fmt.Sprintf(format, args...)})
}

// stop ends the reading. After the end of the buffer nothing is found.
func (d *Decoder) stop(err *DecodeError) {
	d.Failed, d.Pos = err, len(d.Buf)
}

// failOpen is failAt for markup that begins at pos and has no end.
func (d *Decoder) failOpen(pos int, message string) {
	if d.Partial && d.Failed == nil {
		d.stop(ErrIncomplete)
		return
	}
	d.failAt(pos, "%s", message)
}

// hint returns the end of an error, which names the option of clients that accepts the mistake; "" if the option is set.
func (d *Decoder) hint(option string, set bool) string {
	if !d.Hints || set {
		return ""
	}
	return "; use soap.WithLenient" + option + ", or go tool quartet call --lenient-" + strings.ToLower(option) + ", to accept it"
}

// textPlace is a position with the number of lines before it, and of characters before it in its line.
type textPlace struct{ pos, lines, columns int }

// Place returns the number of lines before pos, and of characters before pos in
// its line. It counts from the place that it returned last, as a document may have many.
func (d *Decoder) Place(pos int) (lines, columns int) {
	pos = min(max(pos, d.head), len(d.Buf))
	at := &d.placed
	if at.pos <= d.head || at.pos > pos {
		*at = textPlace{d.head, d.lines, d.columns}
	}
	between := d.Buf[at.pos:pos]
	if n := bytes.Count(between, []byte{'\n'}); n > 0 {
		at.lines, at.columns = at.lines+n, 0
		between = between[bytes.LastIndexByte(between, '\n')+1:]
	}
	at.pos, at.columns = pos, at.columns+utf8.RuneCount(between)
	return at.lines, at.columns
}

// FailTag is failAt at the current start tag, whose name ends the path.
func (d *Decoder) FailTag(format string, args ...any) {
	if d.Failed != nil {
		return
	}
	d.fill()
	at := int(d.current.name) - 1
	d.frames = append(d.frames, frame{tag: d.current})
	d.failAt(at, format, args...)
	d.dropFrame()
}

// path names the open elements. Names of a document are cut where they are
// long: they only serve to find the place.
func (d *Decoder) path() string {
	var b strings.Builder
	for i := range d.frames {
		f := &d.frames[i]
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(lex.QuoteName(d.Buf[f.tag.local:f.tag.end]))
		if f.tag.item > 0 {
			fmt.Fprintf(&b, "[%d]", f.tag.item)
		}
	}
	return b.String()
}

// Err returns the first error, nil if there is none so far.
func (d *Decoder) Err() error {
	if d.Failed == nil {
		return nil
	}
	return d.Failed
}
