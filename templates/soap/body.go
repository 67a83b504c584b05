package soap

import (
	"bytes"
	"io"
	"net/http"
	"sync"

	"example.com/quartet/templates/soap/schema"
)

// bodies are buffers for messages that are read.
var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// releaseBody returns a buffer to the pool, unless it is large.
func releaseBody(b *bytes.Buffer) {
	if b == nil || b.Cap() > schema.MaxPooledBytes {
		return
	}
	b.Reset()
	bodies.Put(b)
}

// readBody reads a message of up to limit bytes; a larger one is a
// *http.MaxBytesError. size is the length that the peer declares, -1 if it is
// not known; memory is allocated as the message is received. The buffer is the
// caller's, also with an error.
func readBody(r io.Reader, size, limit int64) (*bytes.Buffer, error) {
	b := bodies.Get().(*bytes.Buffer)
	if size > limit {
		return b, &http.MaxBytesError{Limit: limit}
	}
	if size > 0 {
		b.Grow(int(min(size, schema.MaxPooledBytes-bytes.MinRead)) + bytes.MinRead)
	}
	maxBytes := limit
	if maxBytes < 1<<62 {
		maxBytes++ // to see that there is more
	}
	_, err := b.ReadFrom(io.LimitReader(r, maxBytes))
	if err == nil && int64(b.Len()) > limit {
		err = &http.MaxBytesError{Limit: limit}
	}
	return b, err
}
