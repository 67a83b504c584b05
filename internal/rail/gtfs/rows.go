package gtfs

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"slices"
)

const (
	maxRow    = 64 << 10 // bytes; the longest rows in known feeds are descriptions of a few hundred bytes
	maxFields = 256
)

// A rowError is about a single row. Reading continues with the next row.
type rowError string

func (e rowError) Error() string { return string(e) }

const (
	errQuote  rowError = "quoted field is not closed"
	errLong   rowError = "row is too long"
	errFields rowError = "row has too many fields"
)

// rows reads comma-separated values as described in RFC 4180 and the GTFS Schedule Reference. Text after a closing quote is
// part of the field, without the quotes, and a quote after other text is text, as in most readers. Unlike encoding/csv it
// returns fields as bytes without copying them, uses bounded memory, and continues after an invalid row.
type rows struct {
	in     *bufio.Reader // its buffer is larger than maxRow
	err    error         // error of the input; rows that are buffered come before it
	line   int           // number of the next line
	fields [][]byte
}

// open begins to read a file. It uses the buffer of the file before.
func (r *rows) open(in io.Reader) {
	if r.in == nil {
		r.in = bufio.NewReaderSize(nil, 4*maxRow)
	}
	r.in.Reset(in)
	r.err, r.line = nil, 1
	const mark = "\uFEFF"
	if start, _ := r.in.Peek(len(mark)); string(start) == mark {
		r.in.Discard(len(mark))
	}
}

// next returns the fields of the next row that is not blank, and the number of the line on which it starts. The fields
// are valid until the next call. The error is io.EOF after the last row, a rowError, or an error of the input.
func (r *rows) next() (fields [][]byte, line int, err error) {
	for {
		line = r.line
		size := maxRow + 1
		if r.err != nil {
			size = min(size, r.in.Buffered())
		}
		text, err := r.in.Peek(size)
		if r.err = cmp.Or(r.err, err); len(text) == 0 {
			return nil, line, r.err
		}
		n, lines, err := r.parse(text, r.err == io.EOF && len(text) <= maxRow)
		switch {
		case err == io.ErrUnexpectedEOF && len(text) <= maxRow && r.err != io.EOF:
			return nil, line, r.err
		case err == io.ErrUnexpectedEOF && len(text) > maxRow && bytes.IndexByte(text, '\n') < 0:
			err = errLong
		case err == io.ErrUnexpectedEOF:
			err = errQuote
		}
		if err != nil {
			r.skipLine()
			return nil, line, err
		}
		blank := len(bytes.TrimSpace(text[:n])) == 0
		r.in.Discard(n)
		r.line += lines
		if !blank {
			return r.fields, line, nil
		}
	}
}

// skipLine skips the rest of the line, of any length.
func (r *rows) skipLine() {
	err := bufio.ErrBufferFull
	for err == bufio.ErrBufferFull {
		_, err = r.in.ReadSlice('\n')
	}
	r.err = cmp.Or(r.err, err)
	r.line++
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
		quoted := n < len(text) && text[n] == '"'
		if quoted {
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
		}
		rest := untilEnd(text[n:])
		if n += len(rest); n == len(text) && !last {
			return 0, 0, io.ErrUnexpectedEOF
		}
		if !quoted {
			field = bytes.TrimSuffix(rest, []byte("\r"))
		} else if rest = bytes.TrimRight(rest, " \r"); len(rest) > 0 {
			field = slices.Concat(field, rest) // as in "C" CROSS RD.
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
