// Package compress compresses the responses of handlers and the requests of clients with gzip. Handlers and clients without it
// send nothing that is compressed, and read it: a handler requests, a client responses.
//
//	gzip, err := compress.New(gzip.BestSpeed, 1400)
//	...
//	handler := gzip.Handler(stops.NewHandler(service))
package compress

import (
	"compress/gzip"
	"fmt"
	"io"
	"sync"
)

// Gzip says how to compress. It is safe for concurrent use.
type Gzip struct {
	level, minBytes int
	writers         sync.Pool
}

// New returns what compresses bodies of at least minBytes, at a level of package
// compress/gzip. Compression takes many times longer than encoding.
func New(level, minBytes int) (*Gzip, error) {
	if _, err := gzip.NewWriterLevel(io.Discard, level); err != nil {
		return nil, fmt.Errorf("compression: %w", err)
	}
	return &Gzip{level: level, minBytes: minBytes}, nil
}

func (g *Gzip) writer(w io.Writer) *gzip.Writer {
	if z, ok := g.writers.Get().(*gzip.Writer); ok {
		z.Reset(w)
		return z
	}
	z, _ := gzip.NewWriterLevel(w, g.level) // the level has been checked
	return z
}

// release gives the memory for compression back.
func (g *Gzip) release(z *gzip.Writer) {
	z.Reset(io.Discard)
	g.writers.Put(z)
}
