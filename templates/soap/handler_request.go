package soap

import (
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"

	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
)

// requestBody is the body of a request, decompressed, and the memory of the request.
type requestBody struct {
	text   []byte
	memory reservation
}

// pooledBody is the size of the largest buffer that is used again. A request counts the buffer from
// its start, so that the size must leave a part of freeMemory for the values that are decoded.
const pooledBody = freeMemory / 4

// requestBodies are buffers, of up to pooledBody.
var requestBodies = sync.Pool{New: func() any { return new(requestBody) }}

// release gives the memory of the request back; nothing of the body may be used any more.
func (b *requestBody) release() {
	if b == nil {
		return
	}
	b.memory.release()
	text := b.text[:0]
	if cap(text) > pooledBody {
		text = nil
	}
	*b = requestBody{text: text}
	requestBodies.Put(b)
}

// receive reads the body of a request. If it cannot be read, the request has
// been answered. The caller releases it in both cases.
func (h *handler) receive(w http.ResponseWriter, r *http.Request) (*requestBody, bool) {
	coding := media.ContentCoding(r.Header)
	if coding != "" && coding != "gzip" {
		w.Header().Set("Accept-Encoding", "gzip") // RFC 9110 section 15.5.16
		h.refuse(w, r, http.StatusUnsupportedMediaType, lex.Shorten(fmt.Sprintf("the content coding %q is not supported; use gzip", coding)))
		return nil, false
	}
	b := h.newBody(w, r)
	m := &b.memory
	var from io.Reader = &countingReader{http.MaxBytesReader(w, r.Body, h.maxRequest), m}
	if coding == "gzip" {
		zip := newGunzip(from)
		defer zip.release()
		from = zip
	}
	err := error(&http.MaxBytesError{Limit: h.maxRequest})
	if r.ContentLength <= h.maxRequest {
		err = b.read(from, h.maxRequest)
	}
	if err == nil {
		if len(b.text) > codec.WatchedBytes {
			m.ended, m.stop = codec.Watch(r.Context())
		}
		return b, true
	}
	h.refuseBody(w, r, err, m)
	return b, false
}

// newBody returns the empty body of a request.
func (h *handler) newBody(w http.ResponseWriter, r *http.Request) *requestBody {
	b := requestBodies.Get().(*requestBody)
	m := &b.memory
	m.budget, m.ctx, m.w, m.isBody = h.budget, r.Context(), w, true
	return b
}

// refuseBody answers a request whose body cannot be read.
func (h *handler) refuseBody(w http.ResponseWriter, r *http.Request, err error, m *reservation) {
	switch {
	case errors.As(err, new(*codingError)):
		h.refuse(w, r, http.StatusBadRequest, "the request is "+err.Error())
	case isTooLarge(err):
		w.Header().Set("Connection", "close") // the rest of the body is not read
		h.refuse(w, r, http.StatusRequestEntityTooLarge, fmt.Sprintf("the request is larger than %d bytes", h.maxRequest))
	case m.aborted.Load():
		w.Header().Set("Connection", "close")
		h.refuse(w, r, http.StatusRequestTimeout, "the request arrived too slowly while the server had no memory for others")
	case errors.Is(err, errBusy):
		w.Header().Set("Connection", "close")
		setRetryAfter(w)
		h.refuse(w, r, http.StatusServiceUnavailable, err.Error())
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.Header().Set("Connection", "close") // RFC 9110 section 15.5.9
		h.refuse(w, r, http.StatusRequestTimeout, "the request did not arrive in time")
	default:
		h.refuse(w, r, http.StatusBadRequest, "the request could not be read")
	}
}

// setRetryAfter tells the client when to repeat a request for which there was no memory.
func setRetryAfter(w http.ResponseWriter) { w.Header().Set("Retry-After", "1") }

// countingReader counts the bytes of a body as they were sent.
type countingReader struct {
	io.Reader
	memory *reservation
}

func (r *countingReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.memory.received.Add(int64(n))
	return n, err
}

// read reads a body of up to limit bytes; a larger one is a *http.MaxBytesError. Memory is
// reserved and allocated as the body arrives, whatever length is declared.
func (b *requestBody) read(from io.Reader, limit int64) (err error) {
	defer b.memory.bodyRead()
	b.memory.needed = int64(cap(b.text))
	b.text, err = readBody(b.text, from, limit, func(have int64) (int64, error) {
		const first = 4 << 10
		size := max(2*have, first)
		if limit < size {
			size = limit + 1
		}
		err := b.memory.grow(size)
		b.memory.needed -= have // the old buffer, which is free when it has been copied
		return size, err
	})
	return err
}

// readBody appends a body of up to limit bytes to a buffer; the error for a larger body is a *http.MaxBytesError. grow returns
// the capacity of the buffer that replaces a full one: up to limit+1, as the last byte shows that a body is too large.
func readBody(buf []byte, from io.Reader, limit int64, grow func(have int64) (int64, error)) ([]byte, error) {
	for idle := 0; ; {
		if len(buf) == cap(buf) {
			size, err := grow(int64(cap(buf)))
			if err != nil {
				return buf, err
			}
			buf = append(make([]byte, 0, size), buf...)
		}
		n, err := from.Read(buf[len(buf):min(cap(buf), len(buf)+1<<20)])
		buf = buf[:len(buf)+n]
		if idle++; n > 0 {
			idle = 0
		}
		switch {
		case int64(len(buf)) > limit:
			return buf, &http.MaxBytesError{Limit: limit}
		case err == io.EOF:
			return buf, nil
		case err != nil:
			return buf, err
		case idle == 100:
			return buf, io.ErrNoProgress
		}
	}
}

// toUTF8 returns a document of the body in UTF-8. It counts the memory of the text, unless that is the memory of doc.
func (b *requestBody) toUTF8(doc []byte, m media.Type, more charset.Reader) ([]byte, error) {
	text, err := codec.ToUTF8Until(doc, m.Attribute("charset"), b.memory.ended, more)
	if err != nil || len(text) == 0 || len(doc) > 0 && &text[len(text)-1] == &doc[len(doc)-1] {
		return text, err
	}
	return text, b.memory.grow(int64(cap(text)))
}

// requestDecoder returns a decoder for a document of a request, which counts the memory
// that values take, and stops if the client has gone.
func (h *handler) requestDecoder(doc []byte, m *reservation) *schema.Decoder {
	d := h.newDecoder(doc)
	d.LimitMemory(maxMemory(h.limits, doc), m.grow)
	d.Interrupt = m.ended
	return d
}

// maxMemory returns how much memory the values of a document of a request may take.
func maxMemory(limits schema.Limits, doc []byte) int64 {
	const always, forEachByte = 16 << 20, 8
	return cmp.Or(max(limits.Memory, 0), always+forEachByte*int64(len(doc)))
}

// unreadable is the fault for a request that cannot be read.
func unreadable(err error) *Fault {
	if errors.Is(err, errBusy) {
		return &Fault{Code: FaultServer, Reason: errBusy.Error(), busy: true}
	}
	return clientFault(err.Error())
}

var gzipReaders = sync.Pool{New: func() any { return new(gzip.Reader) }}

// gunzip reads what is compressed with gzip. Its errors are the errors of from
// or a *codingError.
type gunzip struct {
	from *sourceReader
	zip  *gzip.Reader
	err  error

	emptyIsNone bool // an input without any bytes is an empty body, and not an error
}

// codingError says that a body is not what its Content-Encoding says, or that the coding is not supported.
type codingError struct{ error }

func (e *codingError) Unwrap() error { return e.error }

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
	n, err := 0, error(nil)
	if g.zip == nil { // the header of the first member is read
		g.zip = gzipReaders.Get().(*gzip.Reader)
		if err = g.zip.Reset(g.from); err == io.EOF && !g.emptyIsNone {
			err = io.ErrUnexpectedEOF
		}
	}
	if err == nil {
		n, err = g.zip.Read(b)
	}
	switch {
	case err == nil || err == io.EOF:
		g.err = err
	case g.from.err != nil && g.from.err != io.EOF:
		g.err = g.from.err
	default:
		g.err = &codingError{fmt.Errorf("not valid gzip: %w", err)}
	}
	return n, g.err
}

// release gives the memory for decompression back.
func (g *gunzip) release() {
	if g.zip != nil {
		gzipReaders.Put(g.zip)
		g.zip = nil
		g.err = errors.New("read after release")
	}
}
