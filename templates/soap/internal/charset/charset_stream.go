package charset

import (
	"bytes"
	"io"
	"unicode/utf16"
)

// transcoder reads a document as UTF-8.
type transcoder struct {
	from io.Reader
	cs   *Charset
	raw  []byte // read but not converted
	done []byte // converted but not returned
	end  error
}

// InvalidError is text that is not valid in its character encoding, or not in the
// encoding that it declares.
type InvalidError struct{ err error }

func (e *InvalidError) Error() string { return e.err.Error() }

// NewTranscoder returns a reader of an XML document in UTF-8. The character
// encoding is found as in Detect. The error comes from Detect or from the reader.
func NewTranscoder(from io.Reader, parameter string, more Reader) (io.Reader, error) {
	head := make([]byte, 0, 2*longestDeclaration)
	var end error
	for len(head) < cap(head) && end == nil && bytes.IndexByte(head, '>') < 0 {
		var n int
		n, end = from.Read(head[len(head):cap(head)])
		head = head[:len(head)+n]
	}
	if end != nil && end != io.EOF {
		return nil, end
	}
	cs, mark, err := Detect(head, parameter, more)
	if err != nil {
		return nil, err
	}
	rest := io.MultiReader(bytes.NewReader(head[mark:]), from)
	switch {
	case cs == nil:
		return rest, nil
	case cs.reader != nil:
		kept := &errorKeeper{Reader: rest}
		text, err := cs.reader(cs.Name, kept)
		return &foreignReader{text, kept}, err
	}
	return &transcoder{from: rest, cs: cs, raw: make([]byte, 0, 8<<10)}, nil
}

// foreignReader tells errors in the text from errors of the reader that it comes from.
type foreignReader struct {
	text io.Reader
	from *errorKeeper
}

func (r *foreignReader) Read(b []byte) (int, error) {
	n, err := r.text.Read(b)
	if err != nil && err != io.EOF && err != r.from.err {
		err = &InvalidError{err}
	}
	return n, err
}

// errorKeeper keeps the last error of a reader.
type errorKeeper struct {
	io.Reader
	err error
}

func (r *errorKeeper) Read(b []byte) (n int, err error) {
	n, r.err = r.Reader.Read(b)
	return n, r.err
}

func (t *transcoder) Read(b []byte) (int, error) {
	for len(t.done) == 0 {
		if t.end != nil {
			return 0, t.end
		}
		t.convert()
	}
	n := copy(b, t.done)
	t.done = t.done[n:]
	return n, nil
}

// convert reads and converts whole characters, all of them at the end.
func (t *transcoder) convert() {
	n, err := t.from.Read(t.raw[len(t.raw):cap(t.raw)])
	t.raw = t.raw[:len(t.raw)+n]
	t.end = err
	whole := len(t.raw)
	if err == nil {
		whole = t.cs.whole(t.raw)
	}
	done, invalid := t.cs.Decode(t.raw[:whole])
	if invalid != nil {
		t.end = &InvalidError{invalid}
	}
	t.done = append([]byte(nil), done...) // it may be raw itself
	t.raw = append(t.raw[:0], t.raw[whole:]...)
}

// whole returns the length of b without an incomplete character at its end.
func (c *Charset) whole(b []byte) int {
	if c.ExtendsASCII() {
		return len(b)
	}
	n := len(b) &^ 1
	high := 0 // index of the high byte of a unit
	if c == utf16LE {
		high = 1
	}
	if n >= 2 && utf16.IsSurrogate(rune(b[n-2+high])<<8) && b[n-2+high] < 0xDC {
		n -= 2
	}
	return n
}
