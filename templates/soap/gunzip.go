package soap

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"sync"

	"example.com/quartet/templates/soap/internal/lex"
)

var gzipReaders = sync.Pool{New: func() any { return new(gzip.Reader) }}

// gunzip reads what is compressed with gzip. Its errors are the errors of from
// or a gzipError.
type gunzip struct {
	from *sourceReader
	zip  *gzip.Reader
	err  error

	emptyIsNone bool // nothing at all is an empty body, and no error
}

// gzipError says that a body is not what its Content-Encoding says.
type gzipError struct{ err error }

func (e *gzipError) Error() string { return "not valid gzip: " + e.err.Error() }
func (e *gzipError) Unwrap() error { return e.err }

// codingError is a content coding that is not supported.
type codingError string

func (e codingError) Error() string {
	return "the content coding " + lex.Quote(string(e)) + " is not supported"
}

// isUndecodable reports whether err means that a body with a content coding cannot be decoded.
func isUndecodable(err error) bool {
	var malformed *gzipError
	var unsupported codingError
	return errors.As(err, &malformed) || errors.As(err, &unsupported)
}

func isTooLarge(err error) bool {
	var large *http.MaxBytesError
	return errors.As(err, &large)
}

// sourceReader keeps the error of a reader.
type sourceReader struct {
	io.Reader
	err error
}

func (r *sourceReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.err = err
	return n, err
}

func newGunzip(r io.Reader) *gunzip { return &gunzip{from: &sourceReader{Reader: r}} }

func (g *gunzip) Read(b []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	if g.zip == nil {
		if g.err = g.open(); g.err != nil {
			return 0, g.err
		}
	}
	n, err := g.zip.Read(b)
	g.err = g.explain(err)
	return n, g.err
}

// open reads the header of the first member.
func (g *gunzip) open() error {
	g.zip = gzipReaders.Get().(*gzip.Reader)
	err := g.zip.Reset(g.from)
	if err == io.EOF && !g.emptyIsNone {
		err = io.ErrUnexpectedEOF
	}
	return g.explain(err)
}

func (g *gunzip) explain(err error) error {
	switch {
	case err == nil || err == io.EOF:
		return err
	case g.from.err != nil && g.from.err != io.EOF:
		return g.from.err
	}
	return &gzipError{err}
}

// release gives the memory for decompression back.
func (g *gunzip) release() {
	if g.zip != nil {
		gzipReaders.Put(g.zip)
		g.zip = nil
		g.err = errors.New("read after release")
	}
}
