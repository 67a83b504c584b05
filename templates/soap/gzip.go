package soap

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
)

// gzipping is how a handler compresses its responses, or a client its requests.
type gzipping struct {
	level, minBytes int
	writers         sync.Pool
}

func (g *gzipping) check() error {
	if _, err := gzip.NewWriterLevel(io.Discard, g.level); err != nil {
		return fmt.Errorf("compression: %w", err)
	}
	return nil
}

func (g *gzipping) writer(w io.Writer) *gzip.Writer {
	if z, ok := g.writers.Get().(*gzip.Writer); ok {
		z.Reset(w)
		return z
	}
	z, _ := gzip.NewWriterLevel(w, g.level) // the level has been checked
	return z
}

// compress returns b compressed.
func (g *gzipping) compress(b []byte) []byte {
	var out bytes.Buffer
	r := response{g: g, zip: g.writer(&out)}
	r.Write(b) // to memory, which does not fail
	r.close()
	return out.Bytes()
}

// response writes the body of a successful response, compressed if that is
// wanted. The zero value is one that has not been started.
type response struct {
	w   io.Writer
	g   *gzipping
	zip *gzip.Writer // nil: as it is
}

// respond starts a successful response of size bytes, -1 if the size is not
// known: it is larger than a piece then.
func (h *handler) respond(w http.ResponseWriter, r *http.Request, mediaType string, size int) response {
	header := w.Header()
	header["Content-Type"] = []string{mediaType}
	out := response{w: w, g: h.gzip}
	if h.gzip != nil && header.Get("Content-Encoding") == "" {
		addVary(header, "Accept-Encoding")
		if (size < 0 || size >= h.gzip.minBytes) && acceptsGzip(r.Header.Values("Accept-Encoding")) {
			header.Set("Content-Encoding", "gzip")
			out.zip = h.gzip.writer(w)
			size = -1
		}
	}
	delete(header, "Content-Length")
	if size >= 0 {
		header["Content-Length"] = []string{strconv.Itoa(size)}
	}
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		out.release()
		out.w = io.Discard
	}
	return out
}

func (r *response) Write(b []byte) (int, error) {
	if r.zip != nil {
		return r.zip.Write(b)
	}
	return r.w.Write(b)
}

// close ends the body. Without it a compressed one is not complete.
func (r *response) close() error {
	if r.zip == nil {
		return nil
	}
	defer r.release()
	return r.zip.Close()
}

// release gives the memory for compression back.
func (r *response) release() {
	if r.zip == nil {
		return
	}
	r.zip.Reset(io.Discard)
	r.g.writers.Put(r.zip)
	r.zip = nil
}

// writeWhole sends a successful response that is complete. That the client has
// gone is no error here.
func (h *handler) writeWhole(w http.ResponseWriter, r *http.Request, mediaType string, body []byte) {
	out := h.respond(w, r, mediaType, len(body))
	defer out.release()
	if _, err := out.Write(body); err == nil {
		out.close()
	}
}

func addVary(header http.Header, name string) {
	for _, value := range header.Values("Vary") {
		for _, field := range strings.Split(value, ",") {
			if field = media.Trim(field); field == "*" || strings.EqualFold(field, name) {
				return
			}
		}
	}
	header.Add("Vary", name)
}

// acceptsGzip reports whether a client takes gzip, and not rather what is not
// encoded (RFC 9110 section 12.5.3).
func acceptsGzip(values []string) bool {
	const unsaid = -1
	zip, plain, other := float64(unsaid), float64(unsaid), float64(unsaid)
	for _, value := range values {
		for _, item := range strings.Split(value, ",") {
			coding, attributes, _ := strings.Cut(item, ";")
			switch strings.ToLower(media.Trim(coding)) {
			case "gzip", "x-gzip":
				zip = max(zip, quality(attributes))
			case "identity":
				plain = quality(attributes)
			case "*":
				other = quality(attributes)
			}
		}
	}
	if zip == unsaid {
		zip = other
	}
	return zip > 0 && zip >= plain
}

// quality reads a weight (RFC 9110 section 12.4.2): 1 if there is none, 0 if it
// is malformed.
func quality(attributes string) float64 {
	name, value, found := strings.Cut(attributes, "=")
	if !found {
		return 1
	}
	q, err := strconv.ParseFloat(media.Trim(value), 64)
	if !strings.EqualFold(media.Trim(name), "q") || err != nil || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}

var gzipReaders = sync.Pool{New: func() any { return new(gzip.Reader) }}

// gunzip reads what is compressed with gzip. Its errors are those of what it
// reads from, or a gzipError.
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

// isUndecodable reports whether err is that of a body with a content coding.
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

// contentCoding returns the codings of a body in lower case, without identity;
// "gzip" under its old name, too (RFC 9110 section 8.4.1.3).
func contentCoding(header http.Header) string {
	var codings []string
	for _, value := range header["Content-Encoding"] {
		for _, coding := range strings.Split(value, ",") {
			switch coding = strings.ToLower(media.Trim(coding)); coding {
			case "", "identity":
			case "x-gzip":
				codings = append(codings, "gzip")
			default:
				codings = append(codings, coding)
			}
		}
	}
	return strings.Join(codings, ", ")
}
