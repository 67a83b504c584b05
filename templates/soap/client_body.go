package soap

import (
	"bytes"
	"context"
	"io"
	"sync"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// bodies are buffers for responses.
var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// releaseBody returns a buffer to the pool, unless it is large.
func releaseBody(b *bytes.Buffer) {
	if b == nil || b.Cap() > codec.MaxPooledBytes {
		return
	}
	b.Reset()
	bodies.Put(b)
}

// contextReader ends with its context, also where what it reads from is in memory, as
// gzip may make it for long.
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

// prefixReader keeps the first bytes that it reads, up to limit, and counts all.
type prefixReader struct {
	io.Reader
	limit int
	first []byte
	size  int64
}

func (r *prefixReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.size += int64(n)
	if more := r.limit - len(r.first); more > 0 && n > 0 {
		r.first = append(r.first, b[:min(n, more)]...)
	}
	return n, err
}

// readResponse reads a response of up to limit bytes; a larger one is a tooLargeError.
// size is the length that the peer declares, -1 if it is not known. Memory is allocated
// as the response arrives, once a sixteenth of the declared length has arrived all at
// once, and never more than the limit in one piece. The buffer is the caller's, also
// with an error.
func readResponse(r io.Reader, size, limit int64) (*bytes.Buffer, error) {
	const start = 64 << 10
	b := bodies.Get().(*bytes.Buffer)
	if size > limit {
		first := make([]byte, quotedBytes+1) // for the error
		n, _ := r.Read(first)
		b.Write(first[:n])
		return b, &tooLargeError{"response", limit}
	}
	buf := b.AvailableBuffer()
	if cap(buf) == 0 {
		buf = make([]byte, 0, min(start, limit+1))
	}
	var err error
	for idle := 0; err == nil; {
		if len(buf) == cap(buf) {
			buf = append(make([]byte, 0, nextSize(int64(cap(buf)), size, limit)), buf...)
		}
		var n int
		n, err = r.Read(buf[len(buf):min(cap(buf), len(buf)+1<<20)])
		buf = buf[:len(buf)+n]
		if idle++; n > 0 {
			idle = 0
		}
		switch {
		case int64(len(buf)) > limit:
			err = &tooLargeError{"response", limit}
		case idle == 100 && err == nil:
			err = io.ErrNoProgress
		}
	}
	*b = *bytes.NewBuffer(buf)
	if err == io.EOF {
		err = nil
	}
	return b, err
}

// nextSize returns the size of the buffer after one that is full: one more than is
// expected or allowed, to see the end.
func nextSize(have, size, limit int64) int64 {
	if size >= have && size/16 <= have {
		return size + 1
	}
	const small = 1 << 20
	factor := int64(2)
	if have >= small { // what is left behind is not collected at once
		factor = 4
	}
	if have > limit/factor {
		return limit + 1
	}
	return factor * have
}

// watch sets x.ended when the context ends. stop ends that.
func (x *clientCall) watch() (stop func() bool) {
	x.ended, stop = codec.Watch(x.ctx)
	return stop
}

// decoder returns a decoder for a response, which stops when the context ends.
func (c *Caller) decoder(x *clientCall, doc []byte) *schema.Decoder {
	d := c.newDecoder(doc)
	d.Interrupt = x.ended
	if d.LenientNames = c.lenientNames; !d.LenientNames {
		d.MistakenHint = "; use soap.WithLenientNames, or go tool quartet call --lenient-names, to accept it"
	}
	return d
}

// arrived returns the first bytes of the response that are known.
func (x *clientCall) arrived() []byte {
	switch {
	case x.plain != nil && len(x.plain.first) > 0:
		return x.plain.first
	case len(x.Reply) > 0:
		return x.Reply
	case x.body != nil && x.body.Len() > 0:
		return x.body.Bytes()
	case x.raw != nil:
		return x.raw.first
	}
	return nil
}
