package soap

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/related"
)

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

var gzipReaders = sync.Pool{New: func() any { return new(gzip.Reader) }}

// gunzip decompresses data of the content coding gzip. An error is an error of from or a *codingError.
type gunzip struct {
	from *sourceReader
	zip  *gzip.Reader
	err  error

	emptyIsNone bool // an input without any bytes is an empty body, and not an error
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
	if g.zip == nil { // Reset reads the header of the first gzip member
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

// bodies holds buffers for the bodies of responses.
var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// releaseBody returns a buffer to the pool, unless it is large.
func releaseBody(b *bytes.Buffer) {
	if b == nil || b.Cap() > codec.MaxPooledBytes {
		return
	}
	b.Reset()
	bodies.Put(b)
}

// readResponse reads a response of up to limit bytes; the error for a larger one is a tooLargeError. size is the length that
// the peer declares, -1 if it is not known. Memory is reserved and allocated as the response arrives: all at once when a sixteenth of the
// declared length has arrived, but never more than the limit. The caller owns the buffer, also if there is an error.
func readResponse(r io.Reader, size, limit int64, memory *reservation) (*bytes.Buffer, error) {
	b := bodies.Get().(*bytes.Buffer)
	if size > limit {
		first := make([]byte, quotedBytes+1) // the error quotes them
		n, _ := r.Read(first)
		b.Write(first[:n])
		return b, &tooLargeError{"response", limit}
	}
	if err := memory.grow(int64(b.Cap())); err != nil {
		return b, err
	}
	buf, err := readBody(b.AvailableBuffer(), r, limit, func(have int64) (int64, error) {
		next := nextSize(have, size, limit)
		return next, memory.grow(next - have)
	})
	*b = *bytes.NewBuffer(buf)
	if int64(len(buf)) > limit {
		err = &tooLargeError{"response", limit}
	}
	return b, err
}

// nextSize returns the size of the buffer that replaces a full one. It has room for
// one byte more than is expected or allowed, so that the end of the response is seen.
func nextSize(have, size, limit int64) int64 {
	const start, small = 64 << 10, 1 << 20
	switch {
	case have == 0:
		return min(start, limit+1)
	case size >= have && size/16 <= have:
		return size + 1
	}
	factor := int64(2)
	if have >= small { // smaller buffers are not collected at once
		factor = 4
	}
	if have > limit/factor {
		return limit + 1
	}
	return factor * have
}

// contextReader ends with its context. A reader that decompresses may otherwise go on for
// long without reading from the network.
type contextReader struct {
	io.Reader
	ctx context.Context
}

func (r *contextReader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(b)
}

// timedBody is the body of a response to a request that cancel ends. Its reader may wait for it for limit, and a second more for each
// minRate bytes; what has come faster gives no more time.
type timedBody struct {
	io.ReadCloser
	cancel        context.CancelFunc
	limit, waited time.Duration
	late          bool
}

func (b *timedBody) Read(p []byte) (int, error) {
	timer, started := time.AfterFunc(b.limit-b.waited, b.cancel), time.Now()
	n, err := b.ReadCloser.Read(p)
	if b.late = b.late || !timer.Stop(); b.late && err != nil && err != io.EOF {
		err = fmt.Errorf("it arrives at less than %d KiB/s for %v: %w", minRate>>10, b.limit, os.ErrDeadlineExceeded)
	}
	b.waited = max(0, b.waited+time.Since(started)-time.Duration(n)*time.Second/minRate)
	return n, err
}

func (b *timedBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

// quotedBytes is how many of the first bytes of a response an error quotes.
const quotedBytes = 256

// prefixReader keeps the first bytes that it reads, as many as an error quotes and one more.
type prefixReader struct {
	io.Reader
	first []byte
}

func (r *prefixReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if more := quotedBytes + 1 - len(r.first); more > 0 && n > 0 {
		r.first = append(r.first, b[:min(n, more)]...)
	}
	return n, err
}

// codingError reports a body that is not encoded as its Content-Encoding says, or a coding that is not supported.
type codingError struct{ error }

func (e *codingError) Unwrap() error { return e.error }

func isTooLarge(err error) bool {
	var large *http.MaxBytesError
	return errors.As(err, &large)
}

// tooLargeError reports a message, or an item of a list, that is larger than limit. It wraps a *http.MaxBytesError.
type tooLargeError struct {
	what  string
	limit int64
}

func (e *tooLargeError) Unwrap() error { return &http.MaxBytesError{Limit: e.limit} }

func (e *tooLargeError) Error() string {
	size := fmt.Sprintf("%d bytes", e.limit)
	switch {
	case e.limit > 0 && e.limit%(1<<20) == 0:
		size = fmt.Sprintf("%d MiB", e.limit>>20)
	case e.limit > 0 && e.limit%(1<<10) == 0:
		size = fmt.Sprintf("%d KiB", e.limit>>10)
	}
	return e.what + " larger than " + size
}

func reading(err error) error {
	if isTooLarge(err) {
		return err
	}
	return fmt.Errorf("reading the response: %w", err)
}

// Attachment is a part of a message over SOAP beside the envelope (SOAP Messages with Attachments). ID is the Content-ID without
// angle brackets, MediaType the Content-Type with its parameters. Name is the start of an ID that is chosen, and Used is not for
// programs. Attachments that the contract declares are fields of requests and results.
type Attachment = contract.BodyPart

// outgoing are attachments to send.
type outgoing []Attachment

func (o *outgoing) add(a Attachment) (url string) {
	a.ID = cmp.Or(a.ID, related.NewID(cmp.Or(a.Name, "attachment"), strconv.Itoa(len(*o)+1)))
	a.MediaType = cmp.Or(a.MediaType, "application/octet-stream")
	*o = append(*o, a)
	return codec.PartURL(a.ID)
}

// referred returns the attachments to which URLs refer, all if there are no URLs.
func referred(all []*Attachment, urls []string) []*Attachment {
	if len(urls) == 0 {
		return all
	}
	found := make([]*Attachment, len(urls))
	for i, url := range urls {
		id, ok := codec.PartID(url)
		other := func(a *Attachment) bool { return !ok || a.ID != id }
		if same := slices.DeleteFunc(slices.Clone(all), other); len(same) == 1 {
			found[i] = same[0]
		}
	}
	return found
}
