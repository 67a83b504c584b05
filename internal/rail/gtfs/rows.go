package gtfs

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

const (
	maxRow    = 64 << 10 // bytes; the longest rows in known feeds are descriptions of a few hundred bytes
	maxFields = 256
)

// Errors about a single row. Reading continues with the next row.
var (
	errQuote  = errors.New("quoted field is not closed")
	errLong   = errors.New("row is too long")
	errFields = errors.New("row has too many fields")
)

// rows reads comma-separated values as described in RFC 4180 and the GTFS Schedule Reference. Text after a closing quote is
// part of the field, without the quotes, and a quote after other text is text, as in most readers. Unlike encoding/csv it
// returns fields as bytes without copying them, uses bounded memory, and continues after an invalid row.
type rows struct {
	in         io.Reader
	buf        []byte // larger than maxRow
	start, end int    // bounds of the unconsumed part of buf
	line       int    // line number at start
	err        error  // error of in
	fields     [][]byte
}

// newRows returns a reader that uses buf, which can be nil, or the buffer of a reader that is not in use any more.
func newRows(in io.Reader, buf []byte) *rows {
	if buf == nil {
		buf = make([]byte, 4*maxRow)
	}
	r := &rows{in: in, buf: buf, line: 1}
	const mark = "\uFEFF"
	for r.end < len(mark) && r.fill() {
	}
	if bytes.HasPrefix(r.rest(), []byte(mark)) {
		r.start = len(mark)
	}
	return r
}

func (r *rows) rest() []byte { return r.buf[r.start:r.end] }

// fill reads more data. It returns false at the end of the input, or if the buffer is full.
func (r *rows) fill() bool {
	if r.err != nil || r.end-r.start > maxRow {
		return false
	}
	if len(r.buf)-r.end < maxRow {
		r.end = copy(r.buf, r.rest())
		r.start = 0
	}
	var n int
	for n == 0 && r.err == nil {
		n, r.err = r.in.Read(r.buf[r.end:])
	}
	r.end += n
	return n > 0
}

// next returns the fields of the next row that is not blank, and the number of the line on which it starts. The fields
// are valid until the next call. The error is io.EOF after the last row, an error about this row, or an error of the
// input.
func (r *rows) next() (fields [][]byte, line int, err error) {
	for {
		text, complete := r.firstLine()
		line = r.line
		if !complete && r.err != nil && (r.err != io.EOF || r.end == r.start) {
			return nil, line, r.err
		}
		if len(text) > maxRow {
			r.skipLine()
			return nil, line, errLong
		}
		if bytes.IndexByte(text, '"') >= 0 {
			if err := r.quoted(); err != nil {
				r.skipLine()
				return nil, line, err
			}
			return r.fields, line, nil
		}
		r.consume(len(text), complete)
		if text = bytes.TrimSuffix(text, []byte("\r")); len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if err := r.split(text); err != nil {
			return nil, line, err
		}
		return r.fields, line, nil
	}
}

// firstLine returns the text before the next line end, and whether there is a line end.
func (r *rows) firstLine() (text []byte, complete bool) {
	searched := 0
	for {
		if i := bytes.IndexByte(r.rest()[searched:], '\n'); i >= 0 {
			return r.rest()[:searched+i], true
		}
		searched = r.end - r.start
		if !r.fill() {
			return r.rest(), false
		}
	}
}

func (r *rows) consume(n int, withEnd bool) {
	r.start += n
	if withEnd {
		r.start++
		r.line++
	}
}

// skipLine skips the rest of the line, of any length.
func (r *rows) skipLine() {
	for {
		text, complete := r.firstLine()
		r.consume(len(text), complete)
		if complete || r.end == r.start && r.err != nil {
			return
		}
	}
}

// split splits a line without quotes into fields.
func (r *rows) split(text []byte) error {
	r.fields = r.fields[:0]
	for {
		if len(r.fields) == maxFields {
			return errFields
		}
		i := bytes.IndexByte(text, ',')
		if i < 0 {
			r.fields = append(r.fields, text)
			return nil
		}
		r.fields = append(r.fields, text[:i])
		text = text[i+1:]
	}
}

// quoted reads a row with quotes, which may span several lines. It consumes nothing if it returns an error.
func (r *rows) quoted() error {
	for {
		last := r.err == io.EOF
		n, lines, err := r.parse(r.rest(), last)
		if err == nil {
			r.start += n
			r.line += lines
			return nil
		}
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		if !r.fill() && (last || r.err != io.EOF) {
			return errQuote
		}
	}
}

// parse parses the row at the start of text, and returns the number of bytes and of line ends in it. The error is
// io.ErrUnexpectedEOF if the row is incomplete; last says that no more text follows. Fields with escaped quotes are
// unescaped in a copy.
func (r *rows) parse(text []byte, last bool) (n, lines int, err error) {
	r.fields = r.fields[:0]
	for {
		if len(r.fields) == maxFields {
			return 0, 0, errFields
		}
		for n < len(text) && text[n] == ' ' {
			n++
		}
		var field []byte
		if n < len(text) && text[n] == '"' {
			size := closing(text[n+1:])
			if size < 0 {
				return 0, 0, io.ErrUnexpectedEOF
			}
			field = text[n+1 : n+1+size]
			lines += bytes.Count(field, []byte("\n"))
			if bytes.IndexByte(field, '"') >= 0 {
				field = bytes.ReplaceAll(field, []byte(`""`), []byte(`"`))
			}
			n += size + 2
			rest := untilEnd(text[n:])
			n += len(rest)
			if rest = bytes.TrimRight(rest, " \r"); len(rest) > 0 {
				field = slices.Concat(field, rest) // as in "C" CROSS RD.
			}
		} else {
			field = untilEnd(text[n:])
			n += len(field)
			field = bytes.TrimSuffix(field, []byte("\r"))
		}
		if n == len(text) && !last {
			return 0, 0, io.ErrUnexpectedEOF
		}
		r.fields = append(r.fields, field)
		if n == len(text) {
			return n, lines, nil
		}
		n++
		if text[n-1] == '\n' {
			return n, lines + 1, nil
		}
	}
}

// untilEnd returns the text up to the next comma or line end.
func untilEnd(text []byte) []byte {
	for i, b := range text {
		if b == ',' || b == '\n' {
			return text[:i]
		}
	}
	return text
}

// closing returns the index of the quote that closes a field, or -1.
func closing(text []byte) int {
	for i := 0; ; {
		quote := bytes.IndexByte(text[i:], '"')
		if quote < 0 {
			return -1
		}
		i += quote
		if i+1 == len(text) || text[i+1] != '"' {
			return i
		}
		i += 2
	}
}
